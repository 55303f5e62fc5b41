"""The corpus of the fuzzer, each input shortened to what reaches a line of ours that no other one reached: everything holds for it."""

import importlib.util
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
SPEC = importlib.util.spec_from_file_location("fuzz", TESTS / "bench" / "fuzz.py")
assert SPEC is not None and SPEC.loader is not None
fuzz = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = fuzz
SPEC.loader.exec_module(fuzz)


@pytest.mark.parametrize("path", sorted((TESTS / "seeds").glob("*.seed")), ids=lambda path: path.stem)
def test_everything_holds_for_an_input_that_reached_something_new(path: Path) -> None:
    fuzz.check(fuzz.read_seed(path))
