"""Whether a user's regular expression can take more than linear time, or nearly so, on a line.

Strict rather than clever: a repetition that can match without an end must not hold another one, nor stand next to one that
can match the same characters. Such patterns explode on lines that almost match.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

_UNBOUNDED = 100
"""Repetitions; from here on a bound is none."""

_MOST_REPEATS = 2
"""Unbounded repetitions in one pattern: a search that fails costs the line's length to the power of these and one."""


def unsafe_reason(pattern: str) -> str | None:
    """Why a pattern is refused, as the end of a sentence; None if it is safe."""
    try:
        re.compile(pattern)
        parsed = _parsed(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"is no regular expression: {error}"
    if _refers_back(parsed):
        return "refers back to a group, which cannot be searched in linear time"
    if _nested(parsed, inside=False):
        return "repeats what itself repeats, which explodes on lines that almost match"
    if _adjacent(parsed):
        return "has two repetitions side by side that match the same characters, which explodes on long lines"
    if _repeats(parsed) > _MOST_REPEATS:
        return f"has more than {_MOST_REPEATS} repetitions without an end"
    return None


def _parsed(pattern: str) -> Any:
    # The standard library's own parser; its module has no public name.
    from re import _parser  # type: ignore[attr-defined]

    return _parser.parse(pattern)


def _children(argument: Any) -> Iterable[Any]:
    """Sub-patterns inside an operation's argument, however deep the tuples."""
    if hasattr(argument, "data"):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for one in argument:
            yield from _children(one)


def _is_repeat(name: str) -> bool:
    return name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def _is_endless(name: str, argument: Any) -> bool:
    return name in ("MAX_REPEAT", "MIN_REPEAT") and argument[1] >= _UNBOUNDED


def _refers_back(parsed: Any) -> bool:
    return any(
        str(name) in ("GROUPREF", "GROUPREF_EXISTS", "GROUPREF_IGNORE")
        or any(map(_refers_back, _children(argument)))
        for name, argument in parsed
    )


def _nested(parsed: Any, inside: bool) -> bool:
    """Whether an endless repetition holds another repetition or a choice."""
    for name, argument in parsed:
        text = str(name)
        endless = _is_endless(text, argument)
        if inside and (endless or (_is_repeat(text) and argument[1] > 1) or text == "BRANCH"):
            return True
        if any(_nested(child, inside or endless) for child in _children(argument)):
            return True
    return False


def _repeats(parsed: Any) -> int:
    return sum(
        _is_endless(str(name), argument) + sum(map(_repeats, _children(argument)))
        for name, argument in parsed
    )


def _adjacent(parsed: Any) -> bool:
    """Whether an endless repetition is followed by another one with nothing between that both must stop at."""
    before: Sequence[Any] | None = None
    for name, argument in parsed:
        text = str(name)
        if any(map(_adjacent, _children(argument))):
            return True
        if _is_endless(text, argument):
            inner = list(argument[2])
            if before is not None and _overlap(before, inner):
                return True
            before = inner
        elif text != "AT" and not (_is_repeat(text) and argument[0] == 0):
            before = None
    return False


def _overlap(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two repeated characters can be the same; what is not a plain character or class counts as the same."""
    return not _disjoint(one, other)


def _disjoint(one: Sequence[Any], other: Sequence[Any]) -> bool:
    sets = [_characters(parsed) for parsed in (one, other)]
    return sets[0] is not None and sets[1] is not None and not (sets[0] & sets[1])


def _characters(parsed: Sequence[Any]) -> set[str] | None:
    """Characters (of ASCII, and one for all others) that a single repeated item matches; None if it is not that simple."""
    if len(parsed) != 1 or str(parsed[0][0]) not in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
        return None
    name, argument = str(parsed[0][0]), parsed[0][1]
    if name == "ANY":
        return {chr(code) for code in range(128) if code != 10} | {"é"}
    if name in ("LITERAL", "NOT_LITERAL"):
        pattern = f"[{'^' if name == 'NOT_LITERAL' else ''}\\U{argument:08x}]"
    else:
        pattern = _class_of(argument)
    matches = re.compile(pattern).match
    return {one for one in (*map(chr, range(128)), "é") if matches(one)}


def _class_of(items: Sequence[Any]) -> str:
    names = {"CATEGORY_DIGIT": r"\d", "CATEGORY_NOT_DIGIT": r"\D", "CATEGORY_SPACE": r"\s", "CATEGORY_NOT_SPACE": r"\S", "CATEGORY_WORD": r"\w", "CATEGORY_NOT_WORD": r"\W"}  # fmt: skip
    parts = []
    for name, argument in items:
        text = str(name)
        if text == "NEGATE":
            parts.append("^")
        elif text == "LITERAL":
            parts.append(f"\\U{argument:08x}")
        elif text == "RANGE":
            parts.append(f"\\U{argument[0]:08x}-\\U{argument[1]:08x}")
        else:
            parts.append(names[str(argument)])
    return f"[{''.join(parts)}]"
