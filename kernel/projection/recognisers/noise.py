"""What a recogniser of noise lines is."""

import re
from collections.abc import Callable
from functools import lru_cache

from kernel.model.named import NamedTuple


class Noise(NamedTuple):
    """A class of noise lines.

    Attributes:
        name: The class's name.
        kind: What its lines are, in words.
        why: Why folding them loses nothing that a reader needs.
        alternatives: (sign, pattern) pairs; a line is of the class if one of the patterns matches it from its start to
            its end. ``sign`` is a text that every such line holds: patterns whose sign an output lacks are not compiled.
    """

    name: str
    kind: str
    why: str
    alternatives: tuple[tuple[str, str], ...]


@lru_cache(maxsize=32)
def matcher(noise: Noise, signs: tuple[str, ...]) -> Callable[[str], object] | None:
    """The test whether a line is of a class (truthy if so), as far as an output holds these signs; None without any."""
    patterns = [pattern for sign, pattern in noise.alternatives if sign in signs]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns)).fullmatch if patterns else None
