"""Which of many look-alike rows stand out, and how the others can be summed up.

A row is a tuple of texts, all rows of one call have the same length. Used for records of JSON, lines of tables and the
parameters of log templates alike.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kernel.reading.vocabulary import is_alarming

FENCE = 4.0
"""Quartile distances beyond the quartiles from which a number is an outlier. Tukey's far fence is 3; data of machines
(latencies, sizes) is skewed, so a little more."""

MOST_VALUES = 12
"""A column of at most so many different texts is one of categories, however few rows there are."""

RARE_SHARE = 0.02
"""Share of the rows up to which a value counts as rare."""

ALARM_SHARE = 0.1
"""Share of the rows up to which a value that sounds alarming is shown by examples, though it is not rare."""

EXAMPLES = 3
_FILLING = "".join(map(chr, range(33, 127))).translate({ord(sign): None for sign in "0123456789+-."}) + "µ "
_UNITS = {
    "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "secs": 1.0, "seconds": 1.0, "m": 60.0, "min": 60.0,
    "h": 3600.0, "b": 1.0, "kb": 1e3, "kib": 1024.0, "k": 1e3, "mb": 1e6, "mib": 1048576.0, "gb": 1e9, "gib": 1073741824.0,
}  # fmt: skip
_DIGITS = {ord(digit): "0" for digit in "123456789"}
_LETTERS = dict.fromkeys((*range(65, 91), *range(97, 123)), "a") | _DIGITS

_BRACKETS = {ord("["): "(", ord("]"): ")", ord("\n"): " ", ord("\r"): " ", ord("\t"): " "}


class Column(NamedTuple):
    """One column, understood: ``numbers`` are None where it is none of numbers (single exceptions allowed: None inside)."""

    values: Sequence[str]
    counts: Counter[str]
    numbers: Sequence[float | None] | None


def read_column(values: Sequence[str]) -> Column:
    """Count a column's texts and read its numbers, with units if all are of one kind."""
    return Column(values, Counter(values), _numbers(values))


def odd_rows(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Rows that a reader would not expect from the others, with the reason.

    That are rare values of columns of categories, numbers far out, texts of a rare form or of an unusual length, a few
    examples of values that sound alarming. Columns in which many rows would be odd are only diverse and say nothing.
    """
    count = len(rows)
    found: list[dict[int, str]] = []
    for values in zip(*rows, strict=True):
        column = read_column(values)
        if len(column.counts) > 1:
            found += [odd for odd in _odd_of(column, count) if odd]
    odd: dict[int, str] = {}
    most = max(12, count // 10)
    for one in sorted(found, key=len):
        if len(odd.keys() | one.keys()) <= most:
            odd = one | odd
    return odd


def _odd_of(column: Column, count: int) -> Iterable[dict[int, str]]:
    """Dictionaries of odd rows, one a test."""
    if column.numbers is not None:
        yield _few(_far_out(column.numbers), count)
        yield _few(
            {at: f"{_short(column.values[at])} is no number" for at, number in enumerate(column.numbers) if number is None}, count
        )  # fmt: skip
        if len(column.counts) <= MOST_VALUES:
            yield _few(_rare(column.values, column.counts, count), count)
        return
    yield _examples_of_alarm(column, count)
    for form in (str, _digit_form, _letter_form):
        forms = list(map(form, column.values)) if form is not str else column.values
        counts = Counter(forms) if form is not str else column.counts
        if len(counts) <= max(MOST_VALUES, count * 0.1):
            yield _few(_rare(forms, counts, count), count)
            break
    yield _few(_long(column.values), count)


def _few(odd: dict[int, str], count: int) -> dict[int, str]:
    """All of a few, examples of some, none of many."""
    if len(odd) <= max(EXAMPLES, int(count * RARE_SHARE * 1.5)):
        return odd
    return dict(list(odd.items())[:EXAMPLES]) if len(odd) <= count * ALARM_SHARE else {}


def _rare(values: Sequence[str], counts: Counter[str], count: int) -> dict[int, str]:
    limit = max(1, int(count * RARE_SHARE))
    rare = {value for value, times in counts.items() if times <= limit}
    if not rare or len(rare) == len(counts):
        return {}
    return {at: f"rare: {_short(value)}" for at, value in enumerate(values) if value in rare}


def _examples_of_alarm(column: Column, count: int) -> dict[int, str]:
    """The first rows of each value that sounds alarming and is not what most rows say."""
    if len(column.counts) > max(MOST_VALUES, count * 0.1):
        return {}
    wanted = {
        value: EXAMPLES for value, times in column.counts.items() if times <= max(1.0, count * ALARM_SHARE) and is_alarming(value)
    }  # fmt: skip
    odd: dict[int, str] = {}
    if wanted:
        for at, value in enumerate(column.values):
            if wanted.get(value, 0) > 0:
                wanted[value] -= 1
                odd[at] = f"says {_short(value)}"
    return odd


def _far_out(numbers: Sequence[float | None]) -> dict[int, str]:
    known = [number for number in numbers if number is not None]
    if len(known) < 8 or _is_sequence(known):
        return {}
    ordered = sorted(known)
    size = len(ordered)
    low, median, high = ordered[size // 4], ordered[size // 2], ordered[size * 3 // 4]
    reach = FENCE * max(high - low, 0.1 * abs(median), 1e-9)
    odd = {
        at: f"{number:g} where most are {low:g} to {high:g}"
        for at, number in enumerate(numbers)
        if number is not None and not low - reach <= number <= high + reach
    }
    if len(odd) <= max(EXAMPLES, size * RARE_SHARE):
        return odd
    return {numbers.index(ordered[-1]): f"{ordered[-1]:g} is the largest"}


def _is_sequence(numbers: Sequence[float]) -> bool:
    """Whether the numbers never go down, or never up: an index, a time, a counter."""
    return all(before <= after for before, after in pairwise(numbers)) or all(
        before >= after for before, after in pairwise(numbers)
    )


def _long(values: Sequence[str]) -> dict[int, str]:
    """Texts far longer than all but a few."""
    lengths = list(map(len, values))
    ordered = sorted(lengths)
    limit = max(40, 3 * ordered[int(len(ordered) * 0.95)]) if ordered else 0
    if not ordered or ordered[-1] <= limit:
        return {}
    return {at: "much longer than the others" for at, length in enumerate(lengths) if length > limit}


def _numbers(values: Sequence[str]) -> list[float | None] | None:
    """The column's numbers, None for single values that are none; None if it is no column of numbers."""
    try:
        return [float(value) for value in values] if "_" not in "".join(values) else None
    except ValueError:
        pass
    units = _units(values)
    if units is None:
        return None
    numbers = [_number(value, units) for value in values]
    missing = numbers.count(None)
    return numbers if missing <= max(1, len(values) * 0.05) and missing < len(values) else None


def _units(values: Sequence[str]) -> dict[str, float] | None:
    """What the texts behind the numbers are worth; None if they differ and are no units of one kind."""
    endings = {_ending(value) for value in values[:200] if value.rstrip(_FILLING)}
    if len(endings) <= 1:
        return dict.fromkeys(endings, 1.0)
    bare = {ending: ending.strip(" ,;)]").lower() for ending in endings}
    if not all(unit in _UNITS for unit in bare.values()):
        return None
    return {ending: _UNITS[unit] for ending, unit in bare.items()}


def _ending(value: str) -> str:
    return value[len(value.rstrip(_FILLING)) :]


def _number(value: str, units: dict[str, float]) -> float | None:
    bare = value.strip(_FILLING)
    if not bare or len(bare) > 25 or "_" in bare:
        return None
    try:
        number = float(bare)
    except ValueError:
        return None
    return number * units.get(_ending(value), 1.0) if number == number else None


def _digit_form(value: str) -> str:
    """The text with every run of digits as one 0."""
    form = value.translate(_DIGITS)
    while "00" in form:
        form = form.replace("00", "0")
    return form


def _letter_form(value: str) -> str:
    """The text with runs of letters as one ``a`` and runs of digits as one ``0``."""
    form = value.translate(_LETTERS)
    for run, one in (("aa", "a"), ("00", "0")):
        while run in form:
            form = form.replace(run, one)
    return form


def _short(value: str, most: int = 40) -> str:
    return value if len(value) <= most else value[: most - 1] + "…"


def summary(name: str, values: Sequence[str]) -> str:
    """One column in a few words: constant, range with median, or its commonest values with their counts.

    Args:
        name: Put before it; may be empty.
        values: At least one.
    """
    column = read_column(values)
    label = f"{name} " if name else ""
    if len(column.counts) == 1:
        return f"{label}{_plain(values[0])}"
    known = [number for number in column.numbers or () if number is not None]
    if known and len(known) == len(values) and (len(column.counts) > 3 or not name):
        return label + _range(column.values, known)
    if len(column.counts) <= 4:
        return label + ", ".join(f"{_plain(value)} ×{times}" for value, times in column.counts.most_common())
    if len(column.counts) == len(values):
        return f"{label}{_plain(values[0])} … {_plain(values[-1])}"
    value, times = column.counts.most_common(1)[0]
    return f"{label}{len(column.counts)} different, mostly {_plain(value)} ×{times}"


def _range(values: Sequence[str], numbers: Sequence[float]) -> str:
    """Smallest to largest as printed, and the median where the order says nothing."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    first, middle, last = (_plain(values[order[at]]) for at in (0, len(order) // 2, -1))
    return (
        f"{_plain(values[0])} … {_plain(values[-1])}"
        if _is_sequence(numbers)
        else f"{first} to {last}, median {middle}"
    )


def _plain(value: str) -> str:
    """A value as a marker may quote it: short, without line ends and brackets."""
    return _short(value.translate(_BRACKETS).strip(), 32) or "(empty)"
