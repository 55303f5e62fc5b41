"""What a recogniser of noise lines is."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple


class Noise(NamedTuple):
    """A class of noise lines.

    Attributes:
        name: The recogniser's name, as markers and plans give it.
        kind: What its lines are, in words.
        why: Why folding them loses nothing that a reader needs.
        alternatives: Patterns; a line is of the class if one of them matches it from its start to its end.
    """

    name: str
    kind: str
    why: str
    alternatives: tuple[str, ...]


@lru_cache(maxsize=32)
def matcher(noise: Noise) -> Callable[[str], object]:
    """The test whether a line is of a class (truthy if so)."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in noise.alternatives)).fullmatch
