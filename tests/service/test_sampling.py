"""Which folded outputs are kept for a judge."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.observe import observe
from kernel.service.recall import parked, purge
from kernel.service.sampling import clear, pair, samples

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "work").mkdir()
    return {"CK_HOME": str(tmp_path / "home"), "HOME": str(tmp_path), "PATH": os.environ["PATH"], "CK_AB_SAMPLES": "3"}


def opened(environment: dict[str, str], **more: str) -> Kernel:
    return open_kernel(f"{environment['HOME']}/work", {**environment, **more})


def passing(seed: int, count: int = 400) -> str:
    return "".join(f"tests/test_a.py::test_{seed}_{n} PASSED [ 10%]\n" for n in range(count))


def see(kernel: Kernel, text: str, command: str = "pytest -v", session: str = "s") -> None:
    observe(kernel, ToolOutput(text, "Bash", command, "", 0), Scope(kernel.repository.key, session, "main", 1, kernel.repository.root))


def test_it_is_off_unless_asked_for(environment: dict[str, str]) -> None:
    with opened(environment, CK_AB_SAMPLES="0") as kernel:
        see(kernel, passing(1))
        assert samples(kernel) == ()


def test_only_so_many_of_a_recogniser_are_kept_whatever_their_order(environment: dict[str, str], tmp_path: Path) -> None:
    seeds, chosen = list(range(20)), []
    for order in range(3):
        random.Random(order).shuffle(seeds)
        with opened(environment, CK_HOME=str(tmp_path / f"home{order}")) as kernel:
            for seed in seeds:
                see(kernel, passing(seed))
            kept = samples(kernel)
            assert len(kept) == 3
            chosen.append({pair(kernel, one.handle).raw for one in kept})
    assert chosen[0] == chosen[1] == chosen[2]


def test_a_rare_recogniser_and_large_outputs_have_places_of_their_own(environment: dict[str, str]) -> None:
    log = "".join(f"2026-01-02 03:04:{n % 60:02} INFO app.web request {n} took {n % 40}ms\n" for n in range(900))
    with opened(environment) as kernel:
        for seed in range(30):
            see(kernel, passing(seed))
        see(kernel, log, "./serve")
        see(kernel, passing(99, 9_000))
        count = Counter(one.stratum for one in samples(kernel))
    assert count["passing small"] == 3 and count["passing large"] == 1 and len(count) == 3


def test_a_choice_is_no_choice_of_the_first_or_last(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        for seed in range(40):
            see(kernel, passing(seed))
        handles = {one.handle for one in samples(kernel)}
    assert not handles <= {1, 2, 3} and not handles <= {38, 39, 40}


def test_an_output_that_comes_again_is_kept_once(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        for session in "abcd":
            see(kernel, passing(1), session=session)
        assert len(samples(kernel)) == 1


def test_what_is_not_folded_or_has_no_session_is_not_kept(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        see(kernel, "done\n")
        see(kernel, passing(1), session="")
        assert samples(kernel) == ()


def test_a_pair_is_the_masked_original_and_what_was_shown(environment: dict[str, str]) -> None:
    secret = "AKIAIOSFODNN7EXAMPLE"
    with opened(environment) as kernel:
        see(kernel, f"key={secret}\n{passing(1)}")
        (one,) = samples(kernel)
        found = pair(kernel, one.handle)
        assert secret not in found.raw + found.shown and passing(1) in found.raw
        assert f"ck recall {one.handle}" in found.shown and len(found.shown) < len(found.raw) / 5


def test_they_go_with_their_outputs_and_by_hand(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        for seed in range(2):
            see(kernel, passing(seed))
        purge(kernel, handle=1)
        assert [one.handle for one in samples(kernel)] == [2]
        assert clear(kernel) == 1
        assert samples(kernel) == () and len(parked(kernel)) == 1
        see(kernel, passing(5))
        assert len(samples(kernel)) == 1


def test_each_repository_has_its_own(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with opened(environment) as kernel, open_kernel(str(tmp_path / "other"), environment) as other:
        see(kernel, passing(1))
        see(other, passing(2))
        assert (len(samples(kernel)), len(samples(other)), len(samples(kernel, everywhere=True))) == (1, 1, 2)
        clear(other)
        assert len(samples(kernel)) == 1


def test_the_command_lists_shows_and_clears(environment: dict[str, str]) -> None:
    with opened(environment) as kernel:
        see(kernel, passing(1))

    def ck(*arguments: str) -> str:
        done = subprocess.run([*CK, "ab", *arguments], env=environment, cwd=f"{environment['HOME']}/work", capture_output=True, text=True, check=True)
        return done.stdout

    assert ck().startswith("1  ") and "passing small" in ck("list") and "pytest -v" in ck()
    assert "ck recall 1" in ck("show", "1")
    assert ck("clear") == "let go: 1\n"
    environment["CK_AB_SAMPLES"] = "0"
    assert ck().startswith("off: ")
