"""What a harness shows is counted in UTF-16 units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model.scope import Host, fits


@given(st.text(st.characters(codec="utf-16")), st.integers(0, 40))
def test_a_text_fits_by_its_utf_16_units(text: str, limit: int) -> None:
    assert fits(text, limit) == (len(text.encode("utf-16-le")) // 2 <= limit)


@pytest.mark.parametrize(("text", "cut"), [("a" * 10, False), ("a" * 11, True), ("😀" * 5, False), ("😀" * 6, True), ("\ud800" * 10, False)])
def test_a_harness_cuts_what_is_longer_than_its_limit(text: str, cut: bool) -> None:
    assert Host(cap=10).cuts(text) == cut
    assert not Host().cuts(text) and Host().shows(text)
    assert Host(longest=10).shows(text) != cut
