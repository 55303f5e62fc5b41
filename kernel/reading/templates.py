"""Lines of one shape: what a program prints again and again with other values.

Clusters lines by the words that they share. Digits never count; lines of as many words that agree in most of them are of
one template. One pass, close to linear: look-alikes that differ in digits only are joined before anything is compared.
"""

from collections.abc import Iterable, Sequence
from operator import eq

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

MAX_LINE = 600
"""Characters; a longer line is of no template."""

ALIKE = 0.6
"""Share of the words that must agree."""

_MOST_WORDS = 60
_MOST_IN_GROUP = 40
"""Templates that begin alike and are compared with a line; beyond, lines start none (they are no template then)."""

_PATIENCE = 4000
"""Shapes after which text is given up that forms a new template every other line: it is prose or data, no log."""

_SAMPLE = 60
_NUMBER = lazy(r"\d+")
_TIME_SIGNS = frozenset(":-.")
_HEX = "0abcdefABCDEFx:.,;-/#=()[]<>{}\"'"
_DIGITS = {ord(digit): "0" for digit in "123456789"}

_PATH = "/"
"""Stands for every path while lines are compared."""

_Key = tuple[int, int, str]


class Template(NamedTuple):
    """``words`` has an empty text where there are no letters, None where the lines differ; ``lines`` are 0-based, ascending."""

    words: tuple[str | None, ...]
    lines: tuple[int, ...]


def read_templates(lines: Sequence[str], wanted: Iterable[int] | None = None) -> list[Template]:
    """Cluster lines (those at the indexes ``wanted``, all by default), in the order of their first lines."""
    indexes = range(len(lines)) if wanted is None else wanted
    shapes: dict[str, list[int]] = {}
    masked = mask_digits("\n".join(lines)).split("\n") if len(lines) else []
    for at in indexes:
        shapes.setdefault(masked[at], []).append(at)
    clusters: list[_Cluster] = []
    groups: dict[_Key, list[_Cluster]] = {}
    for number, (shape, members) in enumerate(shapes.items()):
        if number >= _PATIENCE and len(clusters) > number // 2:
            break
        words = _content(shape) if len(lines[members[0]]) <= MAX_LINE else []
        if not words or len(words) > _MOST_WORDS:
            continue
        near = [groups.setdefault(key, []) for key in _keys(words)]
        cluster = next((found for group in near if (found := _nearest(group, words)) is not None), None)
        if cluster is not None:
            cluster.take(words, members)
            continue
        cluster = _Cluster(words, members)
        open_groups = [group for group in near if len(group) < _MOST_IN_GROUP]
        for group in open_groups:
            group.append(cluster)
        if open_groups:
            clusters.append(cluster)
    return [
        Template(tuple(None if word == _PATH else word for word in one.words), tuple(sorted(one.lines)))
        for one in clusters
    ]


def _keys(words: Sequence[str]) -> list[_Key]:
    """Where look-alikes of a line are searched: among lines of as many words that begin or end alike."""
    said = [word for word in words if word]
    if not said:
        return [(len(words), 0, "")]
    ends = [(len(words), 0, said[0]), (len(words), -1, said[-1])]
    return [*ends, (len(words), 1, said[1])] if len(said) > 2 else ends


def mask_digits(text: str) -> str:
    """The text with every run of digits as one 0."""
    masked = text.translate(_DIGITS)
    for run in ("00000000", "0000", "00", "00"):
        masked = masked.replace(run, "0")
    while "00" in masked:
        masked = masked.replace("00", "0")
    return masked


def parameters(lines: Sequence[str], template: Template) -> tuple[list[int], list[list[str]]]:
    """Positions of the words that differ among the template's lines, and those words of each line."""
    if len({lines[at] for at in template.lines}) == 1:
        return [], [[] for _ in template.lines]
    rows = [lines[at].split() for at in template.lines]
    differing = [at for at, values in enumerate(zip(*rows, strict=True)) if len(set(values)) > 1]
    return differing, [[row[at] for at in differing] for row in rows]


def split_numbers(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows with each column of words that hold several numbers (``3/500``, ``7,903``) in its place as columns of one each; times, dates and versions stay."""
    columns: list[Sequence[str]] = []
    for values in zip(*rows, strict=True):
        forms = {mask_digits(value) for value in values[:_SAMPLE]}
        are_several = all(form.count("0") > 1 and not _TIME_SIGNS.intersection(form) for form in forms)
        split = [_NUMBER.findall(value) for value in values] if are_several else []
        if split and len({len(numbers) for numbers in split}) == 1:
            columns += zip(*split, strict=True)
        else:
            columns.append(values)
    return [list(row) for row in zip(*columns, strict=True)]


def _content(shape: str) -> list[str]:
    """The words of a line; what has no letters (times, numbers, signs) agrees with everything and says nothing, nor does hex.

    Paths agree with one another.
    """
    words = [word if word.upper() != word.lower() and not _is_hex(word) else "" for word in shape.split()]
    return [_PATH if "/" in word and _is_path(word) else word for word in words]


def _is_path(word: str) -> bool:
    """Whether a word names a file or an address: ``and/or`` does not."""
    return word.count("/") > 1 or "." in word or word[0] == "/"


def _is_hex(word: str) -> bool:
    """Whether a masked word is an address, a hash or an identifier of bytes."""
    return "0" in word and len(word) > 3 and not word.strip(_HEX)


class _Cluster:
    """A template under construction."""

    __slots__ = ("fixed", "lines", "words")

    def __init__(self, words: Sequence[str], lines: Sequence[int]) -> None:
        self.words: list[str | None] = list(words)
        self.fixed = len(words) - words.count("")
        self.lines = list(lines)

    def take(self, words: Sequence[str], lines: Sequence[int]) -> None:
        self.words = [mine if mine == other else None for mine, other in zip(self.words, words, strict=True)]
        self.fixed = len(self.words) - self.words.count(None) - self.words.count("")
        self.lines += lines


def _nearest(group: Sequence[_Cluster], words: Sequence[str]) -> _Cluster | None:
    """The cluster that agrees in the most words, if it agrees in enough."""
    blank = words.count("")
    best, most = None, ALIKE * (len(words) - blank)
    for cluster in group:
        if cluster.fixed < most:
            continue
        agreeing = sum(map(eq, cluster.words, words))
        if agreeing < most:
            continue
        agreeing -= _both_blank(cluster.words, words, blank)
        if agreeing >= most and (best is None or agreeing > most):
            best, most = cluster, agreeing
    return best


def _both_blank(mine: Sequence[str | None], other: Sequence[str], blank: int) -> int:
    if not blank:
        return 0
    return sum(1 for one, two in zip(mine, other, strict=True) if not one and one == two)
