"""Logs and other floods of look-alike lines: one line of each shape stays, with every rare shape and odd value."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kernel.projection.columns import MOST_SUMMED, odd_rows, summary
from kernel.projection.measures import read_numbers
from kernel.projection.recogniser import SURE, Fold, Keep, Proposal, Seen
from kernel.projection.sequences import is_count
from kernel.projection.succession import broken_turns
from kernel.reading.log_times import find_gaps, leading_times
from kernel.reading.tables import read_tables
from kernel.reading.templates import Template, mask_digits, parameters, read_templates, split_numbers
from kernel.reading.vocabulary import is_alarming

KIND = "look-alike lines"
WHY = (
    "look-alike lines; of each shape the first is shown, and every line with a rare value or a number far out"
)
_FEWEST = 8
"""Lines of one shape from which it is one of a flood."""

_FEWEST_OF_WORDS = 12
"""The same where the lines differ in words, not only in numbers: these may be names that a reader looks for."""

_FEWEST_IN_LOG = 5
_LETTERS, _LETTERS_OF_MANY, _MANY = 8, 5, 40
"""Letters that the shared words of a shape have at least; fewer do where the shape is that of many lines."""

_MOST_NUMBERED = 150
"""Lines that differ in digits alone; of more the digits are hardly looked up one by one."""

_TABLES_WITHIN = 2000
"""Lines of an output in which rows of tables, which are look-alikes too, are left to their own recogniser."""

_EXAMPLES_OF_ALARM = 3
_MOST_NOTED = 3
_FEW = 12
"""Lines; of fewer the values are not summed up, the marker would cost more than they do."""

_MOST_PARAMETERS = 4
_PLAIN = {ord("["): "(", ord("]"): ")", ord("\t"): " "}


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold lines of frequent templates but for the first and the odd ones of each."""
    taken = {at for block in seen.blocks for at in range(block.start, block.end)}
    lines = seen.lines
    if len(lines) <= _TABLES_WITHIN:
        taken.update(at for table in read_tables(lines) for at in table.lines)
    free = [at for at, line in enumerate(lines) if line and at not in taken]
    times = leading_times(lines, free)
    is_log = len(times) >= 0.3 * len(free)
    flood: dict[int, Template] = {}
    floods: list[Template] = []
    for template in read_templates(lines, free):
        fewest = _FEWEST_IN_LOG if is_log else _FEWEST_OF_WORDS if None in template.words else _FEWEST
        if len(template.lines) < fewest or not (_says_something(template) or _is_count(lines, template)):
            continue
        flood |= dict.fromkeys(template.lines, template)
        floods.append(template)
        yield from _shown(lines, template)
    if free and free[-1] in flood and not is_alarming(lines[free[-1]]):
        yield Keep(free[-1], free[-1] + 1, SURE, "the last line")
    for before, after in broken_turns(lines, floods):
        yield Keep(before, after + 1, SURE, "not the usual next line")
    for before, after in find_gaps(times):
        yield Keep(before, before + 1, SURE, "before a long silence")
        yield Keep(after, after + 1, SURE, "after a long silence")
    note = _note_of(lines, flood)
    for start, end in _runs(sorted(flood.keys() | _fillers(lines, free, flood))):
        yield Fold(start, end, KIND, WHY, SURE, "", note)


def _fillers(lines: Sequence[str], free: Sequence[int], flood: dict[int, Template]) -> set[int]:
    """Repeated lines between two lines of a flood: separators, and but for the first one sub-headings and source lines of it."""
    counts = Counter(lines[at] for at in free)
    found = [
        at
        for before, at, after in zip(free, free[1:], free[2:], strict=False)
        if at not in flood and before in flood and (after in flood or counts[lines[after]] >= 3)
        if counts[lines[at]] >= 3 and not is_alarming(lines[at])
    ]
    firsts = {lines[at]: at for at in reversed(found) if len(lines[at].split()) > 1}
    return set(found).difference(firsts.values())


def _says_something(template: Template) -> bool:
    """Whether the lines share words of a sentence; else they are rows or names, where the rest is the information."""
    fixed = [word for word in template.words if word]
    are_many = len(template.lines) >= _MANY
    return len(fixed) >= (1 if are_many else 2) and sum(map(len, fixed)) >= (
        _LETTERS_OF_MANY if are_many else _LETTERS
    )


def _is_count(lines: Sequence[str], template: Template) -> bool:
    """Whether the lines differ in digits alone and are very many, or count on from line to line (``step 1``, ``step 2`` …)."""
    if len(template.lines) < _MANY or None in template.words:
        return False
    if len(set(mask_digits("\n".join(lines[at] for at in template.lines)).split("\n"))) > 1:
        return False
    if len(template.lines) >= _MOST_NUMBERED:
        return True
    _, rows = parameters(lines, template)
    columns = [read_numbers(values) for values in zip(*split_numbers(rows), strict=True)]
    return any(numbers is not None and is_count(numbers) for numbers in columns)


def _shown(lines: Sequence[str], template: Template) -> Iterator[Keep]:
    first = template.lines[0]
    yield Keep(first, first + 1, SURE, "the first of its shape")
    if is_alarming(lines[first]):
        for at in template.lines[1:_EXAMPLES_OF_ALARM]:
            yield Keep(at, at + 1, SURE, "one of the first of a shape that sounds like trouble")
    positions, rows = parameters(lines, template)
    if not positions:
        return
    for at, reason in odd_rows(split_numbers(rows)).items():
        yield Keep(template.lines[at], template.lines[at] + 1, SURE, reason)


def _runs(indexes: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for at in range(1, len(indexes) + 1):
        if at == len(indexes) or indexes[at] != indexes[at - 1] + 1:
            yield indexes[start], indexes[at - 1] + 1
            start = at


def _note_of(lines: Sequence[str], flood: dict[int, Template]) -> Callable[[Sequence[int]], str]:
    def note(gone: Sequence[int]) -> str:
        members: dict[int, list[int]] = {}
        for at in gone:
            if at in flood:
                members.setdefault(id(flood[at]), []).append(at)
        most = sorted(members.values(), key=lambda one: (-len(one), one[0]))
        parts = [
            _told_by_ends(lines, flood[one[0]], one)
            if len(one) > MOST_SUMMED
            else _told(lines, one, len(gone) >= _FEW)
            for one in most[:_MOST_NOTED]
        ]
        if len(most) > _MOST_NOTED:
            parts.append(f"{len(most) - _MOST_NOTED} more shapes")
        return "; ".join(parts)

    return note


def _told(lines: Sequence[str], gone: Sequence[int], with_values: bool) -> str:
    """One shape: how often, its words with a star for what differs, and what the first differing values are."""
    rows = [lines[at].split() for at in gone]
    words: list[str] = []
    values: list[str] = []
    for column in zip(*rows, strict=True):
        if len(set(column)) == 1:
            words.append(column[0])
        else:
            if words[-1:] != ["*"]:
                words.append("*")
            if with_values and len(values) < _MOST_PARAMETERS:
                values.append(summary("", column))
    return _shape_and_values(len(gone), words, values)


def _told_by_ends(lines: Sequence[str], template: Template, gone: Sequence[int]) -> str:
    """The same for very many lines: of what may differ the first line's and the last line's values."""
    ends = zip(lines[gone[0]].split(), lines[gone[-1]].split(), template.words, strict=True)
    words: list[str] = []
    values: list[str] = []
    for first, last, word in ends:
        if word and "0" not in word:
            words.append(word)
            continue
        if words[-1:] != ["*"]:
            words.append("*")
        if first != last and len(values) < _MOST_PARAMETERS:
            values.append(f"{first[:32]} … {last[:32]}".translate(_PLAIN))
    return _shape_and_values(len(gone), words, values)


def _shape_and_values(count: int, words: Sequence[str], values: Sequence[str]) -> str:
    shape = " ".join(words).translate(_PLAIN)
    shape = shape if len(shape) <= 90 else shape[:89] + "…"
    return f"{count}× {shape}" + (f" ({' | '.join(values)})" if values else "")
