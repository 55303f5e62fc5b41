"""What a recogniser of noise lines is."""

from __future__ import annotations

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


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


class Test(NamedTuple):
    """The patterns of a class whose signs a text holds, each with its sign; compiled when a line holds the sign."""

    noise: Noise
    patterns: tuple[tuple[str, re.Pattern[str]], ...]

    def holding(self, shape: str) -> tuple[re.Pattern[str], ...]:
        """The patterns that lines of a shape may match."""
        return tuple(pattern for sign, pattern in self.patterns if sign in shape)


def tests_for(noise: Noise, text: str) -> Test:
    """The test whether a line of a text (its shapes) is of a class."""
    return Test(noise, tuple((sign, lazy(pattern)) for sign, pattern in noise.alternatives if sign in text))
