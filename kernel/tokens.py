"""An offline estimate of how many tokens a text costs.

The agents' own tokenizers are not public; the stand-in is the o200k_base vocabulary. Its pre-tokenizer cuts a text
into pieces (a word with the character before it, up to three digits, a run of punctuation, line ends). A cheap
pattern cuts almost the same pieces here, and each is charged by its class and length.
"""

from __future__ import annotations

from _bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import pairwise

from kernel.model.compiled import compiled
from kernel.model.parts import LONG as LONG_TEXT
from kernel.model.parts import parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

CHARGES: dict[str, tuple[float, float]] = {
    "astral": (1.88, 1.6),
    "blob": (13.29, 0.636),
    "cjk-signs": (1.06, 0.68),
    "cyrillic": (0.89, 0.3),
    "digits": (1.0, 0.0),
    "fullwidth": (0.98, 0.705),
    "greek": (0.95, 0.408),
    "han": (1.27, 0.686),
    "hangul": (0.99, 0.739),
    "hex": (11.71, 0.568),
    "indic": (0.95, 0.427),
    "kana": (0.7, 0.719),
    "latin": (0.99, 1.264),
    "other": (1.11, 1.229),
    "rule": (1.01, 0.043),
    "s-cyrillic": (0.83, 0.143),
    "s-greek": (0.53, 0.347),
    "s-hangul": (1.17, 0.397),
    "s-indic": (0.7, 0.297),
    "s-latin": (1.1, 0.324),
    "s-semitic": (0.74, 0.284),
    "semitic": (1.07, 0.336),
    "signs": (1.2, 0.994),
    "signs-run": (1.09, 0.146),
    "space": (1.0, 0.0125),
    "word-l": (0.98, 0.056),
    "word-m": (1.4, 0.235),
    "word-pl": (0.99, 0.092),
    "word-pm": (2.46, 0.05),
    "word-pt": (1.31, 0.083),
    "word-pu": (1.14, 0.135),
    "word-px": (1.63, 0.33),
    "word-sl": (0.96, 0.023),
    "word-sm": (1.29, 0.158),
    "word-st": (0.9, 0.055),
    "word-su": (0.99, 0.081),
    "word-sx": (0.9, 0.234),
    "word-t": (0.93, 0.04),
    "word-u": (0.98, 0.144),
    "word-x": (1.87, 0.212),
}
"""Class of a piece → (tokens of the shortest piece, tokens for every further character).

Fitted by ``tests/bench/calibrate_tokens.py`` on one half of its documents; it prints the error on the other half.
"""

LONG = 20
"""From this many letters and digits in one run a piece may be a hash, a key or base64 text."""

LONG_BLANK = 80
"""Characters of white space that may be one token: the longest run of spaces in the vocabulary is about that long."""

_DIRECTLY = 4_000
"""Characters of a text that is charged as it is."""

_PART = 500_000
"""Characters that are cut into pieces at once: these need some twenty times the memory."""

_MOST_CHARGES = 300_000
"""Pieces whose charges are remembered from one text to the next."""

# Of bytes: the table of a text that is not ASCII is thirty times slower. A piece costs the same whatever its digits are.
_LIKE_DIGITS = bytes.maketrans(b"0123456789", b"2" * 10)
_BLOCKS = (0x250, 0x400, 0x530, 0x900, 0x1100, 0x2000, 0x2E80, 0x3040, 0x3100, 0xAC00, 0xD800, 0xFF00, 0xFFF0)
_SCRIPTS = (
    "latin", "greek", "cyrillic", "semitic", "indic", "other", "signs", "cjk-signs", "kana", "han", "hangul", "other",
    "fullwidth", "astral",
)  # fmt: skip
_SPACED = ("latin", "greek", "cyrillic", "semitic", "indic", "hangul")
"""Scripts that part words by spaces: a word is cheaper with its space than without."""


def estimate(text: str) -> int:
    """Estimate the o200k_base tokens of ``text``. Total: any string gives a number, in linear time and bounded memory."""
    return Estimator().tokens(text)


def estimate_lines(lines: Iterable[str]) -> list[int]:
    """Estimate the tokens of each line (line ends included, as ``splitlines(keepends=True)`` gives them).

    Fractions are carried from line to line, so that the sum stays within a few percent of ``estimate`` of the whole.
    Blank lines after the first cost nothing, since their line ends merge with the one before, until they are long together.
    """
    charges = _Charges()
    cut = _pieces()
    total, told, result = 0, 0, []
    blank = 0
    for index, line in enumerate(lines):
        if index == 0 or not line.isspace():
            total += sum(map(charges.__getitem__, cut(line)))
            blank = 0
        else:
            blank += len(line)
            total += round(1000 * CHARGES["space"][1] * max(0, min(len(line), blank - LONG_BLANK)))
        result.append(_rounded(total) - told)
        told = _rounded(total)
    return result


class Estimator:
    """``estimate`` for many texts: what a piece costs is worked out once, so that further texts are much cheaper."""

    __slots__ = ("_charges", "_cut")

    def __init__(self) -> None:
        self._charges = _Charges()
        self._cut = _pieces()

    def tokens(self, text: str) -> int:
        """Estimate the o200k_base tokens of a text; the same number as ``estimate`` gives."""
        return self._part(text) if len(text) <= LONG_TEXT else sum(map(self._part, parts_of(text)))

    def _part(self, text: str) -> int:
        if len(text) < _DIRECTLY:
            return _rounded(self._millis(text))
        if len(self._charges) > _MOST_CHARGES:
            self._charges.clear()
        return _rounded(sum(self._millis(part) * times for part, times in _parts_of(text)))

    def _millis(self, text: str) -> int:
        return sum(map(self._charges.__getitem__, self._cut(text)))


def charge(piece: str) -> float:
    """The estimated tokens of one piece."""
    return sum(CHARGES[name][0] + CHARGES[name][1] * extra for _, name, extra in parts(piece))


def parts(piece: str) -> list[tuple[str, str, int]]:
    """Cut a piece where its class asks for it: (text, class, characters beyond the shortest piece of the class)."""
    if len(piece) < LONG or not piece.isascii() or not piece.replace("+", "").isalnum():
        return [(piece, *_classify(piece))]
    words = _words()(piece)
    if len(words) * 4 > len(piece):
        is_hex = piece.islower() and not piece.strip("0123456789abcdef")
        return [(piece, "hex" if is_hex else "blob", len(piece) - LONG)]
    return [(word, *_classify(word)) for word in words]


def pieces(text: str) -> list[str]:
    """Cut ``text`` almost as the o200k pre-tokenizer does."""
    return _pieces()(text)


class _Charges(dict[str, int]):
    """Charges of pieces in thousandths of a token, worked out at their first use."""

    def __missing__(self, piece: str) -> int:
        value = self[piece] = _milli(piece)
        return value


def _milli(piece: str) -> int:
    """In whole numbers, so that the sum is the same in any order."""
    return round(charge(piece) * 1000)


def _rounded(millis: int) -> int:
    return (millis + 500) // 1000


def _parts_of(text: str) -> Iterator[tuple[str, int]]:
    """Parts that together cost what the text costs, and how often each counts; no piece reaches over the end of one.

    Lines that differ in digits only cost the same and are one part.
    """
    shape = text.encode("utf-8", "surrogatepass").translate(_LIKE_DIGITS).decode("utf-8", "surrogatepass")
    lines = shape.split("\n")
    counts = Counter(lines)
    clinging = {line for line in counts if _clings(line)}
    if clinging:
        lines = _joined(lines, clinging)
        counts = Counter(lines)
    counts[lines[-1]] -= 1
    yield from ((part, 1) for part in _slices(lines[-1]))
    rest: list[str] = []
    size = 0
    for line, times in counts.items():
        if times > 1 or (line[:1] == "/" and not (rest and rest[-1][-2:-1].isalnum())):
            yield from ((part, times) for part in _slices(line + "\n"))
        elif times:
            rest.append(line + "\n")
            size += len(line)
            if size > _PART:
                yield from ((part, 1) for part in _slices("".join(rest)))
                rest, size = [], 0
    yield from ((part, 1) for part in _slices("".join(rest)))


def _clings(line: str) -> bool:
    """Whether a piece may reach from the line end before into a line: over blanks with line ends, or a slash."""
    start = line.lstrip()
    return not start or line[0] == "/" or "\r" in line[: len(line) - len(start)]


def _joined(lines: Sequence[str], clinging: Set[str]) -> list[str]:
    """The lines, each together with those that cling to it."""
    starts = [
        at
        for at, line in enumerate(lines)
        if at == 0 or line not in clinging or (line[:1] == "/" and lines[at - 1][-1:].isalnum())
    ]
    return ["\n".join(lines[start:end]) for start, end in pairwise((*starts, len(lines)))]


def _slices(text: str) -> Iterator[str]:
    """A long text in slices that end behind a word, or anywhere where there is none for long."""
    at = 0
    while len(text) - at > 2 * _PART:
        found = _word_end()(text, at + _PART, at + 2 * _PART)
        end = found.end() if found is not None else at + _PART
        yield text[at:end]
        at = end
    yield text[at:]


# Signs of ASCII. Written as what they are: the complement, up to the last character of all, takes 2 ms to compile.
_SIGNS = r"!-/:-@\[-`{-\x7f"


@cache
def _pieces() -> Callable[[str], list[str]]:
    """Compile at first use: importing this module stays free."""
    return compiled(
        r"[0-9A-Za-z+]{20,}"
        rf"|[\t\x0b\x0c\x00-\x08\x0e-\x1f {_SIGNS}]?(?:[A-Z]*[a-zß-ɏ]+|[A-Z]+)(?:'(?:[stmd]|re|ve|ll)\b)?"
        r"|[0-9]{1,3}"
        r"|\s*[\r\n]+"
        rf"| ?[\x00-\x08\x0e-\x1b{_SIGNS}]+[\r\n/]*"
        r"| ?[^\x00-\x7fß-ɏ]+"
        r"|\s+(?!\S)|\s"
    ).findall


@cache
def _word_end() -> Callable[[str, int, int], re.Match[str] | None]:
    return compiled(r"[A-Za-z](?=[ \n\",])").search


@cache
def _words() -> Callable[[str], list[str]]:
    return compiled(r"[A-Z]*[a-z]+|[A-Z]+|[0-9]{1,3}|\++").findall


def _classify(piece: str) -> tuple[str, int]:
    """Class of a piece and its characters beyond the class's shortest one."""
    first = piece[0]
    spaced = first == " " and len(piece) > 1
    head = piece[1] if spaced else first
    if head > "\x7f" and not "ß" <= head <= "ɏ":
        script = _SCRIPTS[bisect_right(_BLOCKS, ord(head))]
        return (f"s-{script}" if spaced and script in _SPACED else script), len(piece) - 1 - spaced
    if "0" <= first <= "9":
        return "digits", 0
    word = piece if first.isalpha() else piece[1:]
    if word[:1].isalpha():
        return _word_class(word, first), len(word) - 1
    if piece.isspace():
        return "space", max(0, len(piece) - LONG_BLANK)
    signs = piece.strip()
    if len(set(signs)) == 1:
        return "rule", max(0, len(signs) - 4)
    return "signs-run", max(0, len(signs) - 2)


def _word_class(word: str, first: str) -> str:
    """``word-`` + what stands before it (space, other sign, nothing) + its case."""
    before = "" if first == word[0] else "s" if first == " " else "p"
    if not word.isascii():
        return f"word-{before}x"
    case = "l" if word.islower() else "u" if word.isupper() else "t" if word[1:].islower() else "m"
    return f"word-{before}{case}"
