"""The odd one among look-alikes is always shown, whatever the output is, and the look-alikes are not."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from planted import ALL, Planted

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.tokens import estimate


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
@given(seed=st.integers(0, 2**32), count=st.integers(90, 240), exit_code=st.sampled_from([0, None]))
@settings(deadline=None, max_examples=12)
def test_the_odd_one_is_shown(
    make: Callable[[random.Random, int], Planted], seed: int, count: int, exit_code: int | None
) -> None:
    planted = make(random.Random(seed), count)
    output = ToolOutput(planted.text, "Bash", planted.command, exit_code=exit_code)
    made = plan(output)
    shown = algebra.render(made, planted.text, 412)
    for needed in planted.needed:
        assert needed in shown
    algebra.validate(made)
    assert algebra.unfold(made, planted.text) == planted.text
    assert made == plan(output)
    assert made.tokens_after < 0.5 * made.tokens_before
    assert plan(output._replace(text=shown)).folds() == ()
    assert estimate(shown) <= made.tokens_before
