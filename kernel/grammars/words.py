"""Words of source text and symptoms: identifiers, their parts, and words of prose."""

import re
from collections import Counter
from functools import lru_cache

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


# Identifiers repeat all over a repository; splitting one costs more than remembering it.
@lru_cache(maxsize=50_000)
def split_identifier(word: str) -> tuple[str, ...]:
    """Lower-cased whole and parts of three letters or more, without repeats: ``getHTTPResponse`` → whole, get, http, response."""
    whole = word.lower()
    if word.islower() and "_" not in word:
        return (whole,)
    return tuple(dict.fromkeys([whole, *(p.lower() for p in _PART.findall(word) if len(p) > 2)]))


def count_words(text: str) -> dict[str, int]:
    """Count identifiers and their parts in a text; each part counts once per occurrence of its identifier."""
    total: dict[str, int] = {}
    for word, n in Counter(_WORD.findall(text)).items():
        for part in split_identifier(word):
            total[part] = total.get(part, 0) + n
    return total
