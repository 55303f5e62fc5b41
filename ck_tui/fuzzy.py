"""Fuzzy search in many texts (paths, symbols, commands): a cheap pass finds few candidates, only they are scored."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, islice
from typing import NamedTuple

MOST = 2_000
"""Candidates that are scored for a query: some 10 ms of work. More are counted as ``MOST`` and said."""

_BREAKS = frozenset("/_-.: ")
_TAIL = re.compile(r".*(?:/|::)", re.DOTALL)


class Found(NamedTuple):
    """Indexes into the texts, best first; ``capped`` where there may be more than were looked at."""

    indexes: tuple[int, ...]
    capped: bool = False


class FuzzyIndex:
    """Texts prepared for searching. Building costs 0.2 µs a text; a query over 100,000 paths stays below 50 ms.

    A query is words; each must occur in the text, at best in one piece, at least as letters in their order. Case is
    ignored.
    """

    __slots__ = ("_joined", "_starts", "_texts")

    def __init__(self, texts: Iterable[str]) -> None:
        lines = [text.replace("\n", " ") for text in texts]
        self._joined = "\n".join(lines).lower() if lines else ""
        self._texts = self._joined.split("\n") if lines else []
        self._starts = [0, *accumulate(len(text) + 1 for text in self._texts)]

    def __len__(self) -> int:
        return len(self._texts)

    def search(self, query: str, limit: int = 200, enough: int = 20) -> Found:
        """The best ``limit`` texts for a query; for an empty one the first texts as they are.

        Where ``enough`` texts hold the words in one piece, scattered letters are not looked for.
        """
        words = query.lower().split()
        if not words:
            return Found(tuple(range(min(limit, len(self._texts)))), len(self._texts) > limit)
        candidates = list(islice(self._whole(words), MOST))
        if len(candidates) < enough:
            known = set(candidates)
            candidates += islice((i for i in self._scattered(words) if i not in known), MOST - len(candidates))
        texts = self._texts
        scored = sorted((-score(texts[i], words), len(texts[i]), i) for i in candidates)
        return Found(tuple(i for _, _, i in scored[:limit]), len(candidates) >= MOST)

    def _whole(self, words: Sequence[str]) -> Iterator[int]:
        """Texts that hold every word in one piece: those where the rarest begins a name first, then all."""
        rarest = min(words, key=self._joined.count) if len(words) > 1 else words[0]
        seen: set[int] = set()
        for needle in (f"/{rarest}", f":{rarest}", rarest):
            for index in self._holding(needle):
                if index not in seen and all(word in self._texts[index] for word in words):
                    seen.add(index)
                    yield index

    def _holding(self, needle: str) -> Iterator[int]:
        at = self._joined.find(needle)
        while at >= 0:
            index = bisect_right(self._starts, at) - 1
            yield index
            at = self._joined.find(needle, self._starts[index + 1])

    def _scattered(self, words: Sequence[str]) -> Iterator[int]:
        """Texts that hold the letters of every word in their order."""
        first, *others = (scattered(word).search for word in sorted(words, key=len, reverse=True))
        indexes = compress(range(len(self._texts)), map(first, self._texts))
        for other in others:
            left = list(indexes)
            indexes = compress(left, map(other, [self._texts[index] for index in left]))
        return indexes


def scattered(word: str) -> re.Pattern[str]:
    """A pattern without backtracking for the letters of a word in their order."""
    rest = "".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in word[1:])
    return re.compile(re.escape(word[0]) + rest)


def score(text: str, words: Sequence[str]) -> float:
    """How well lower-cased words fit a lower-cased text: in the last name before elsewhere, whole before scattered."""
    match = _TAIL.match(text)
    tail = match.end() if match else 0
    return sum(_score_word(text, word, tail) for word in words) - len(text) / 200


def _score_word(text: str, word: str, tail: int) -> float:
    at = text.find(word, tail)
    if at >= 0:
        # A whole name, the beginning of a name, the beginning of a word in it, somewhere in it.
        whole = at == tail and (len(text) == at + len(word) or text[at + len(word)] in _BREAKS)
        return 140.0 if whole else 110.0 if at == tail else 95.0 if text[at - 1] in _BREAKS else 80.0
    at = text.find(word)
    if at >= 0:
        return 60.0 if at == 0 or text[at - 1] in _BREAKS else 45.0
    inside, scale = _scattered_score(text, word, tail), 1.0
    if inside < 0:
        inside, scale = _scattered_score(text, word, 0), 0.6
    return max(0.0, inside * scale)


def _scattered_score(text: str, word: str, start: int) -> float:
    """At most 40: the share of letters that begin a word or follow their neighbour; −1 where a letter is missing."""
    good, before, at = 0, start - 2, start - 1
    for letter in word:
        at = text.find(letter, at + 1)
        if at < 0:
            return -1.0
        good += at == before + 1 or at == 0 or text[at - 1] in _BREAKS
        before = at
    return 10.0 + 30.0 * good / len(word)
