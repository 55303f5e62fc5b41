"""Parts of a long text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model import parts
from kernel.model.parts import parts_of
from kernel.reading import secrets
from kernel.tokens import Estimator, estimate


@given(st.lists(st.sampled_from(("a", "\n", "word " * 5)), max_size=200))
def test_parts_are_the_text_and_end_with_lines(pieces: list[str]) -> None:
    text = "".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "PART", 50)
        patch.setattr(parts, "LINES", 7)
        found = list(parts_of(text))
    assert "".join(found) == text
    assert all(part.endswith("\n") for part in found[:-1])
    assert all(part and (len(part) <= 50 or part.count("\n") <= 1) for part in found)


def test_a_long_text_costs_what_its_parts_cost() -> None:
    text = "".join(f"line {n} of a text that is long\n" for n in range(300_000))
    assert len(text) > parts.LONG
    assert estimate(text) == sum(Estimator().tokens(part) for part in parts_of(text))
    assert estimate("a" * (parts.LONG + 1)) > 0


def test_a_line_without_the_end_of_a_word_costs_about_its_share() -> None:
    line = "alpha=123456:beta=99;"
    assert estimate(line * 100_000) == pytest.approx(estimate(line * 10_000) * 10, rel=0.001)


def test_a_private_key_is_masked_over_the_end_of_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    body = [f"MIIEpAIBAAKCAQEA{n:04}{'abCD09+/' * 6}" for n in range(40)]
    lines = ["nothing"] * 30 + ["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"] + ["password=hunter2hunter2"] * 3
    text = "\n".join(lines) + "\n"
    whole = secrets.mask(text)
    monkeypatch.setattr(secrets, "LONG", 100)
    monkeypatch.setattr(parts, "PART", 700)
    assert len(list(parts_of(text))) > 3
    assert secrets.mask(text) == whole
    assert whole[1] >= 41
    assert "MIIEp" not in whole[0]
