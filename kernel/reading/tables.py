"""Tables as tools print them: separated by commas, tabs, semicolons or bars, aligned by spaces, or bare numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

FEWEST_ROWS = 8
_GAP = lazy(r" {2,}|\t")
_RULE = lazy(r"[\s|+=:─━┼│╪┿-]*[-=─━]{2}[\s|+=:─━┼│╪┿-]*")
_RULE_STARTS = frozenset(" |+=:─━┼│╪┿-")
_HEADER_WORD = lazy(r"(?:[%#]|\d{1,4}-?)?[A-Za-z][\w%()./#-]*")
_DELIMITERS = (",", "\t", ";", "|")
_MOST_COLUMNS = 200
_WIDEST = 300
_SAMPLE = 2000
"""Lines that are looked at before all are."""


class Table(NamedTuple):
    """Rows ``rows[i]`` stand at line ``lines[i]`` (0-based, ascending); ``names`` are the header's, empty texts without one.

    ``header`` is the header's line, None without one.
    """

    lines: tuple[int, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    header: int | None


def read_tables(lines: Sequence[str]) -> list[Table]:
    """Every table of at least ``FEWEST_ROWS`` rows, in order; no line belongs to two."""
    found: list[Table] = []
    taken = 0
    for table in sorted((*_delimited(lines), *_number_lists(lines)), key=lambda one: one.lines[0]):
        if table.lines[0] >= taken:
            found.append(table)
            taken = table.lines[-1] + 1
    if not found:
        found = list(_aligned(lines))
    return found


def split_delimited(line: str, delimiter: str) -> list[str]:
    """The fields of a line; a delimiter inside double quotes is none (two quotes inside are one)."""
    if '"' not in line or delimiter == "|":
        return line.split(delimiter)
    fields: list[str] = []
    current = ""
    for piece in line.split(delimiter):
        current = f"{current}{delimiter}{piece}" if current else piece
        if current.count('"') % 2 == 0:
            fields.append(
                current[1:-1].replace('""', '"')
                if current[:1] == '"' == current[-1:] and len(current) > 1
                else current
            )
            current = ""
    return [*fields, current] if current else fields


def _delimited(lines: Sequence[str]) -> Iterator[Table]:
    sample = lines[:: max(1, len(lines) // _SAMPLE)]
    for delimiter in _DELIMITERS:
        if sum(1 for line in sample if delimiter in line) < (
            FEWEST_ROWS if len(lines) < _SAMPLE else 0.01 * len(sample)
        ):
            continue
        # A tab at the beginning indents.
        counts = [line.count(delimiter) if line[:1] != "\t" else 0 for line in lines]
        fewest = 1 if delimiter == "\t" or (delimiter == "|" and any("-+-" in line for line in sample)) else 2
        usual = Counter(count for count in counts if fewest <= count < _MOST_COLUMNS)
        if not usual or usual.most_common(1)[0][1] < FEWEST_ROWS:
            continue
        for start, end in _runs([count >= fewest for count in counts]):
            yield from _table_in(lines, start, end, delimiter)


def _runs(wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    start = -1
    for at, is_wanted in enumerate((*wanted, False)):
        if is_wanted and start < 0:
            start = at
        elif not is_wanted and start >= 0:
            if at - start >= FEWEST_ROWS:
                yield start, at
            start = -1


def _table_in(lines: Sequence[str], start: int, end: int, delimiter: str) -> Iterator[Table]:
    """The rows of the usual number of fields in a run of lines, if nearly all have it."""
    fields = [split_delimited(line, delimiter) for line in lines[start:end]]
    width, times = Counter(map(len, fields)).most_common(1)[0]
    if times < FEWEST_ROWS or times < 0.8 * len(fields) or width < 2 or _is_prose(fields, delimiter):
        return
    if any(" " in line for line in lines[start:end]):
        fields = [[field.strip() for field in row] for row in fields]
    rows = [(start + at, tuple(row)) for at, row in enumerate(fields) if len(row) == width]
    header = (
        rows[0]
        if _is_header(rows[0][1], [row for _, row in rows[1:]])
        else _header_above(lines, start, width, delimiter)
    )
    body = rows[1:] if header is not None and header[0] == rows[0][0] else rows
    if len(body) >= FEWEST_ROWS and (header is not None or not _is_running_text(body)):
        names = header[1] if header is not None else ("",) * width
        yield Table(
            tuple(at for at, _ in body), names, tuple(row for _, row in body), header[0] if header else None
        )


def _is_prose(fields: Sequence[Sequence[str]], delimiter: str) -> bool:
    """Whether the commas are those of sentences or of code: followed by blanks, as data are not."""
    if delimiter not in ",;":
        return False
    inner = [field for row in fields[:50] for field in row[1:]]
    return sum(1 for field in inner if field[:1] == " ") > 0.5 * len(inner)


def _is_running_text(body: Sequence[tuple[int, tuple[str, ...]]]) -> bool:
    """Whether a column holds sentences or code that hardly repeat: then the delimiters are those of a log or a gutter."""
    sample = [row for _, row in body[:200]]
    for values in zip(*sample, strict=True):
        words = sum(len(value.split()) for value in values)
        if words > 2.5 * len(values) and len(set(values)) > 0.5 * len(values):
            return True
    return False


def _is_header(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a row names columns: no numbers, all different, and some column below differs in kind."""
    if len(set(names)) < len(names) or any(_is_number(name) for name in names):
        return False
    below = rows[: FEWEST_ROWS * 2]
    if any(name in {row[at] for row in below} for at, name in enumerate(names) if name):
        return False
    has_numbers = any(_is_number(row[at]) for row in below for at in range(len(names)))
    return has_numbers or all(name.replace("_", "").replace(" ", "").isalpha() for name in names)


def _header_above(
    lines: Sequence[str], start: int, width: int, delimiter: str
) -> tuple[int, tuple[str, ...]] | None:
    """The header that a rule parts from its rows."""
    if start >= 2 and _RULE.fullmatch(lines[start - 1]):
        names = tuple(field.strip() for field in split_delimited(lines[start - 2], delimiter))
        if len(names) == width:
            return start - 2, names
    return None


def _is_number(text: str) -> bool:
    try:
        float(text.rstrip("%"))
    except ValueError:
        return False
    return True


def _number_lists(lines: Sequence[str]) -> Iterator[Table]:
    """Runs of lines that are one number each, or as many numbers parted by spaces."""
    sample = lines[:: max(1, len(lines) // _SAMPLE)]
    if not any(_ends_as_number(line) and _is_numbers(line.split()) for line in sample):
        return
    rows = [line.split() if _ends_as_number(line) else [] for line in lines]
    for start, end in _runs([bool(row) and _is_numbers(row) for row in rows]):
        width = len(rows[start])
        if any(len(row) != width for row in rows[start:end]):
            continue
        above = lines[start - 1].split() if start and width > 1 else []
        has_header = len(above) == width and not any(map(_is_number, above))
        yield Table(
            tuple(range(start, end)),
            tuple(above) if has_header else ("",) * width,
            tuple(map(tuple, rows[start:end])),
            start - 1 if has_header else None,
        )


def _ends_as_number(line: str) -> bool:
    """Whether a line may hold nothing but numbers, as far as its ends tell."""
    bare = line[:_WIDEST].strip()
    return bare[-1:].isdigit() and (bare[0].isdigit() or bare[0] in "-+.") and len(line) < _WIDEST


def _is_numbers(words: Sequence[str]) -> bool:
    return all(map(_is_number, words))


def _aligned(lines: Sequence[str]) -> Iterator[Table]:
    """Tables under a header of capitals or names, columns parted by spaces."""
    at = 0
    while at < len(lines) - FEWEST_ROWS:
        line = lines[at]
        if "  " not in line and "\t" not in line:
            at += 1
            continue
        names = _aligned_header(
            line, lines[at + 1][:1] in _RULE_STARTS and _RULE.fullmatch(lines[at + 1]) is not None
        )
        table = _rows_below(lines, at, names) if names else None
        if table is None:
            at += 1
            continue
        yield table
        at = table.lines[-1] + 1


def _aligned_header(line: str, ruled: bool) -> list[str]:
    if not 8 < len(line) < 400 or not ("  " in line or "\t" in line) or line[0] in "#-*/":
        return []
    if not ruled and _starts_small(line):
        return []
    names = [name for name in _GAP.split(line.strip()) if name]
    if len(names) < 2 or any(len(name) > 30 for name in names):
        return []
    if ruled:
        return names
    words = " ".join(names).split()
    named = all(_HEADER_WORD.fullmatch(word) for word in words)
    capitals = names[0][0].isupper() and not any(name[0].islower() for name in names)
    return names if named and (line.upper() == line or capitals) else []


def _starts_small(line: str) -> bool:
    """Whether the first letter is a small one: neither capitals nor names start so."""
    first = line.lstrip()[:1]
    return first.upper() != first and not first.isupper()


def _rows_below(lines: Sequence[str], header: int, names: list[str]) -> Table | None:
    first = header + 2 if header + 1 < len(lines) and _RULE.fullmatch(lines[header + 1]) else header + 1
    end = first
    while end < len(lines) and lines[end].strip():
        end += 1
    body = lines[first:end]
    if len(body) < FEWEST_ROWS:
        return None
    gaps = [[field for field in _GAP.split(line.strip()) if field] for line in body]
    words = " ".join(names).split()
    width = Counter(len(line.split()) for line in body).most_common(1)[0][0]
    by_gaps, by_words = (names, gaps), (words, [line.split(None, len(words) - 1) for line in body])
    # The last name is of two words, such as ``Mounted on``.
    joined = ([*words[: width - 1], " ".join(words[width - 1 :])], [line.split() for line in body])
    is_narrow = any(name.count(" ") > 1 for name in names)
    for columns, rows in (by_words, joined, by_gaps) if is_narrow else (by_gaps, by_words, joined):
        fitting = [(first + at, tuple(row)) for at, row in enumerate(rows) if len(row) == len(columns)]
        if len(fitting) >= max(FEWEST_ROWS, 0.8 * len(body)):
            return Table(
                tuple(at for at, _ in fitting), tuple(columns), tuple(row for _, row in fitting), header
            )
    return None
