"""Which of many look-alike rows stand out, and how the others can be summed up.

A row is a tuple of texts, all rows of one call have the same length. Used for records of JSON, lines of tables and the
parameters of log templates alike.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.measures import read_numbers
from kernel.projection.sequences import broken_steps, new_values, repeated
from kernel.reading.templates import mask_digits
from kernel.reading.vocabulary import is_alarming

FENCE = 4.0
"""Quartile distances beyond the quartiles from which a number is an outlier. Tukey's far fence is 3; data of machines
(latencies, sizes) is skewed, so a little more."""

MOST_VALUES = 12
"""A column of at most so many different texts is one of categories, however few rows there are."""

RARE_SHARE = 0.02
"""Share of the rows up to which a value counts as rare."""

SURPRISE = 5
"""How many times rarer than the average value a rare one is."""

ALARM_SHARE = 0.1
"""Share of the rows up to which a value that sounds alarming is shown by examples, though it is not rare."""

MOST_KINDS, FEWEST_OF_KIND = 6, 12
"""Texts of a column that tells kinds of rows apart, and rows that each of them has at least."""

KINDS_APART = 8.0
"""How many times larger the numbers of one kind of rows are than those of another, from which what is far out is looked for in each alone."""

EXAMPLES = 3
_SAMPLE = 300
"""Rows at each end from which it is told whether kinds of rows are apart."""

MOST_SUMMED = 5000
"""Values of which a summary is worked out; of more only the first and the last are told."""

_LETTERS = dict.fromkeys((*range(65, 91), *range(97, 123)), "a")
_BRACKETS = {ord("["): "(", ord("]"): ")", ord("\n"): " ", ord("\r"): " ", ord("\t"): " "}


class Column(NamedTuple):
    """One column, understood, with the ``counts`` of its texts: ``numbers`` are None where it is none of numbers (single exceptions allowed: None inside)."""

    values: Sequence[str]
    counts: Counter[str]
    numbers: Sequence[float | None] | None


def read_column(values: Sequence[str]) -> Column:
    """Count a column's texts and read its numbers, with units if all are of one kind."""
    return Column(values, Counter(values), read_numbers(values))


def odd_rows(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Rows that a reader would not expect from the others, with the reason.

    That are rare values of columns of categories, numbers far out, numbers that do not go on by the usual step, values that
    stand twice where all others stand once, the first row of a value that holds on, texts of a rare form or of an unusual
    length, a few examples of values that sound alarming. Columns in which many rows would be odd are only diverse and say nothing.
    """
    count = len(rows)
    found: list[dict[int, str]] = []
    columns = [read_column(values) for values in zip(*rows, strict=True)]
    for number, column in enumerate(columns):
        if len(column.counts) > 1:
            found += [odd for odd in (repeated(*column, number == 0), *_odd_of(column, count)) if odd]
    found += [odd for odd in _far_out_of_kinds(columns, count) if odd]
    odd: dict[int, str] = {}
    most = max(12, count // 10)
    for one in sorted(found, key=len):
        if len(odd.keys() | one.keys()) <= most:
            odd = one | odd
    return odd


def _odd_of(column: Column, count: int) -> Iterable[dict[int, str]]:
    """Dictionaries of odd rows, one a test."""
    yield new_values(column.values, column.counts)
    if column.numbers is not None:
        yield _few(_far_out(column.numbers), count)
        yield _few(_not_positive(column.numbers), count)
        yield broken_steps(column.numbers)
        yield _few(
            {at: f"{_short(column.values[at])} is no number" for at, number in enumerate(column.numbers) if number is None}, count
        )  # fmt: skip
        if len(column.counts) <= MOST_VALUES:
            yield _few(_rare(column.values, column.counts, count), count)
        return
    yield _examples_of_alarm(column, count)
    if len(column.counts) <= max(MOST_VALUES, count * 0.1):
        yield _few(_rare(column.values, column.counts, count), count)
    elif not any("\n" in value for value in column.values):
        yield _few(_rare_forms(column.values, count), count)
    yield _few(_long(column.values), count)


def _rare_forms(values: Sequence[str], count: int) -> dict[int, str]:
    """Texts of a rare form, where single texts are too many to say anything."""
    for forms in (_digit_forms(values), _letter_forms(values)):
        counts = Counter(forms)
        if len(counts) <= max(MOST_VALUES, count * 0.1):
            return _rare(forms, counts, count)
    return {}


def _few(odd: dict[int, str], count: int) -> dict[int, str]:
    """All of a few, examples of some, none of many."""
    if len(odd) <= max(EXAMPLES, int(count * RARE_SHARE * 1.5)):
        return odd
    return dict(list(odd.items())[:EXAMPLES]) if len(odd) <= count * ALARM_SHARE else {}


def rare_values(values: Sequence[str]) -> dict[int, str]:
    """Where a value of a category stands that hardly any other row has, with the reason."""
    return _rare(values, Counter(values), len(values))


def _rare(values: Sequence[str], counts: Counter[str], count: int) -> dict[int, str]:
    # Where values are many and rows few, one that stands once is no surprise.
    limit = min(max(1, int(count * RARE_SHARE)), int(count / len(counts) / SURPRISE))
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
    if low - reach <= ordered[0] and ordered[-1] <= high + reach:
        return {}
    odd = {
        at: f"{number:g} where most are {low:g} to {high:g}"
        for at, number in enumerate(numbers)
        if number is not None and not low - reach <= number <= high + reach
    }
    if len(odd) <= max(EXAMPLES, size * RARE_SHARE):
        return odd
    return {numbers.index(ordered[-1]): f"{ordered[-1]:g} is the largest"}


def _far_out_of_kinds(columns: Sequence[Column], count: int) -> Iterable[dict[int, str]]:
    """Numbers far out among the rows of their own kind, where another kind's are so much larger that they hide them."""
    measures = [column.numbers for column in columns if column.numbers is not None and len(column.counts) > MOST_VALUES]
    for kinds in columns if measures else ():
        if not 2 <= len(kinds.counts) <= MOST_KINDS or min(kinds.counts.values()) < FEWEST_OF_KIND:
            continue
        for numbers in measures:
            if _are_apart(kinds.values, numbers):
                for kind in kinds.counts:
                    group = [at for at, value in enumerate(kinds.values) if value == kind]
                    odd = _far_out([numbers[at] for at in group])
                    yield _few({group[at]: reason for at, reason in odd.items()}, count)


def _are_apart(kinds: Sequence[str], numbers: Sequence[float | None]) -> bool:
    """Whether the median of one kind's numbers is many times that of another's, at both ends of very many rows."""
    groups: dict[str, list[float]] = {}
    for ends in (slice(_SAMPLE), slice(max(_SAMPLE, len(kinds) - _SAMPLE), None)):
        for kind, number in zip(kinds[ends], numbers[ends], strict=True):
            if number is not None:
                groups.setdefault(kind, []).append(number)
    middles = sorted(sorted(known)[len(known) // 2] for known in groups.values())
    return bool(middles) and 0 < middles[0] * KINDS_APART <= middles[-1]


def _not_positive(numbers: Sequence[float | None]) -> dict[int, str]:
    """Zeros and negative numbers where nearly all others are far above."""
    odd = {
        at: f"{number:g} where most are above 0"
        for at, number in enumerate(numbers)
        if number is not None and number <= 0
    }
    if not odd or len(odd) > max(1, len(numbers) * RARE_SHARE):
        return {}
    if _is_sequence([number for number in numbers if number is not None]):
        return {}
    above = sorted(number for number in numbers if number is not None and number > 0)
    return odd if above and above[len(above) // 20] >= 0.2 * above[len(above) // 2] else {}


def _is_sequence(numbers: Sequence[float]) -> bool:
    """Whether the numbers never go down, or never up: an index, a time, a counter."""
    ordered = sorted(numbers)
    return numbers == ordered or list(numbers) == ordered[::-1]


def _long(values: Sequence[str]) -> dict[int, str]:
    """Texts far longer than all but a few."""
    lengths = list(map(len, values))
    ordered = sorted(lengths)
    limit = max(40, 3 * ordered[int(len(ordered) * 0.95)]) if ordered else 0
    if not ordered or ordered[-1] <= limit:
        return {}
    return {at: "much longer than the others" for at, length in enumerate(lengths) if length > limit}


def _digit_forms(values: Sequence[str]) -> list[str]:
    """The texts with every run of digits as one 0."""
    return mask_digits("\n".join(values)).split("\n")


def _letter_forms(values: Sequence[str]) -> list[str]:
    """The texts with runs of letters as one ``a`` and runs of digits as one ``0``."""
    form = mask_digits("\n".join(values).translate(_LETTERS))
    for run in ("aaaaaaaa", "aaaa", "aa", "aa"):
        form = form.replace(run, "a")
    while "aa" in form:
        form = form.replace("aa", "a")
    return form.split("\n")


def _short(value: str, most: int = 40) -> str:
    return value if len(value) <= most else value[: most - 1] + "…"


def summary(name: str, values: Sequence[str]) -> str:
    """One column in a few words: constant, range with median, or its commonest values with their counts.

    Args:
        name: Put before it; may be empty.
        values: At least one.
    """
    label = f"{name} " if name else ""
    if len(values) > MOST_SUMMED:
        return f"{label}{_plain(values[0])} … {_plain(values[-1])}"
    column = read_column(values)
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
