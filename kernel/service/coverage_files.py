"""Which lines a coverage run executed: declared evidence for a slice, when it is asked for.

Reads the first of ``coverage.xml`` (Cobertura), ``lcov.info`` and ``.coverage`` (the SQLite file of coverage.py 5 and
newer) in the repository's root. Paths are matched by the root or by their longest unique suffix.
"""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

MAX_BYTES = 200_000_000

Resolve = Callable[[str], str | None]
Lines = dict[str, frozenset[int]]


def executed_lines(root: str, resolve: Resolve) -> tuple[str, Lines]:
    """Name of the file that was read (empty: none is there or readable) and path → executed lines (1-based).

    Args:
        root: The repository's root.
        resolve: From a printed path to a path of the repository, or None.
    """
    for name, read in (("coverage.xml", _cobertura), ("lcov.info", _lcov), (".coverage", _sqlite)):
        path = Path(root, name)
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
                continue
            found: dict[str, set[int]] = {}
            for printed, lines in read(path):
                inside = resolve(printed)
                if inside:
                    found.setdefault(inside, set()).update(lines)
        except (OSError, ValueError, sqlite3.Error, ElementTree.ParseError):
            continue
        return name, {inside: frozenset(lines) for inside, lines in found.items()}
    return "", {}


def _cobertura(path: Path) -> Iterator[tuple[str, set[int]]]:
    for _, element in ElementTree.iterparse(path):
        if element.tag != "class":
            continue
        hit = (line for line in element.iter("line") if line.get("hits", "0") not in ("", "0"))
        yield element.get("filename", ""), {int(line.get("number", "0")) for line in hit}
        element.clear()


def _lcov(path: Path) -> Iterator[tuple[str, set[int]]]:
    printed, lines = "", set[int]()
    with path.open(encoding="utf-8", errors="replace") as file:
        for row in file:
            if row.startswith("SF:"):
                printed, lines = row[3:].strip(), set()
            elif row.startswith("DA:"):
                number, _, count = row[3:].strip().partition(",")
                if count.partition(",")[0] != "0":
                    lines.add(int(number))
            elif row.startswith("end_of_record"):
                yield printed, lines


def _sqlite(path: Path) -> Iterator[tuple[str, set[int]]]:
    """coverage.py's data file: for each file a bit set of executed lines (its documented ``numbits`` form)."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        query = "SELECT file.path, line_bits.numbits FROM line_bits JOIN file ON file.id = line_bits.file_id"
        for printed, bits in connection.execute(query):
            yield str(printed), {8 * k + bit for k, byte in enumerate(bytes(bits)) for bit in range(8) if byte >> bit & 1}
    finally:
        connection.close()
