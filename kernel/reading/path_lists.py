"""Lists of paths and of matches in files, as find, ls, tree, grep and rg print them."""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_MATCH = lazy(r"(?s:((?:[A-Za-z]:)?[^\s:][^:\n]{0,300}?)([:-])(\d{1,7})\2(?:\d{1,5}:)?(.*))")
_LONG = lazy(r"[-dlcbps][rwxsStT-]{9}[.+@]? +\d+ +\S+ +\S+ +[\d,.]+[KMGTB]? +(?:\S+ +){2,3}(\S.*)")
_COUNTER = lazy(r"[\[(]?\d+/\d+[\])]?(?: |$)")
_MEASURED = lazy(r" *(\d[\d.,]*[KMGTPkB]?i?B?)[\t ]+(\S.*)")
_DRAWN = frozenset("│├└|`")
_MOST_OF = 0.85
"""Share of the lines that are entries of a list."""

_HEADING = lazy(r"[\w./@+-][^:*?\"<>|]{0,250}")


class Match(NamedTuple):
    """One printed line of a search: ``line`` is the printed line (0-based), ``number`` the file's; context lines are no hit."""

    line: int
    path: str
    number: int
    text: str
    hit: bool


def read_matches(lines: Sequence[str]) -> list[Match]:
    """Matches with file and line number before them, also with context lines, or under a heading with the file's name.

    Empty unless most lines are of that form.
    """
    prefixed = _prefixed(lines)
    if len(prefixed) >= 0.6 * sum(1 for line in lines if line and line != "--"):
        return prefixed
    headed = _headed(lines)
    return headed if len(headed) >= 0.5 * sum(1 for line in lines if line) else []


def _prefixed(lines: Sequence[str]) -> list[Match]:
    found: list[Match] = []
    for at, line in enumerate(lines):
        match = _MATCH.match(line[:600])
        if match is not None and ("/" in match[1] or "." in match[1] or match[2] == ":"):
            found.append(Match(at, match[1], int(match[3]), match[4].strip(), match[2] == ":"))
    return found


def _headed(lines: Sequence[str]) -> list[Match]:
    found: list[Match] = []
    path = ""
    for at, line in enumerate(lines):
        number, sign, text = line.partition(":") if ":" in line[:9] else line.partition("-")
        if path and sign and number.isascii() and number.isdigit():
            found.append(Match(at, path, int(number), text.strip(), sign == ":"))
        elif (
            line
            and (at == 0 or not lines[at - 1])
            and _HEADING.fullmatch(line)
            and ("/" in line or "." in line)
        ):
            path = line
        elif not line:
            path = ""
    return found


class Entry(NamedTuple):
    """One path of a list: its printed line (0-based), folder (with a slash behind, or empty) and name; in a drawn tree what it hangs on."""

    line: int
    folder: str
    name: str
    parent: str = ""


def read_paths(lines: Sequence[str]) -> list[Entry]:
    """Entries of a list of files: a path a line, ``ls -l`` rows, ``ls -R`` under headings, or a drawn tree.

    Empty unless nine of ten lines are of such a form. Sizes and counts before the paths, as ``du`` and ``wc`` print them, are
    no part of them.
    """
    spoken = sum(1 for line in lines if line.strip())
    if not spoken:
        return []
    if len(measured := measures_of(lines)) >= _MOST_OF * spoken:
        lines = [measured[at][1] if at in measured else line for at, line in enumerate(lines)]
    for read in (_plain_paths, _long_rows, _tree_rows):
        entries = read(lines)
        if len(entries) >= _MOST_OF * spoken:
            return entries
    return []


def measures_of(lines: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Line → the size or count before its path, and the path; empty where the first lines have none."""
    if not any(line.lstrip()[:1].isdigit() for line in lines[:5]):
        return {}
    found = ((at, _MEASURED.fullmatch(line)) for at, line in enumerate(lines) if line.lstrip()[:1].isdigit())
    return {at: (match[1], match[2]) for at, match in found if match is not None}


def _plain_paths(lines: Sequence[str]) -> list[Entry]:
    """A path a line; under an ``ls -R`` heading the folder is the heading's."""
    entries: list[Entry] = []
    folder = ""
    pathlike = 0
    missed, most = 0, (1 - _MOST_OF) * len(lines) + 1
    for at, line in enumerate(lines):
        bare = line.strip()
        if _COUNTER.match(bare) is not None:
            missed += 1
            continue
        if not bare:
            folder = ""
        elif bare.endswith(":") and (at == 0 or not lines[at - 1].strip()) and " " not in bare:
            folder = bare[:-1].rstrip("/") + "/"
            entries.append(Entry(at, folder, ""))
            pathlike += 1
        elif len(bare) < 400 and bare.count(" ") <= 1 and not any(sign in bare for sign in "=;(){}<>\"'|,"):
            head, slash, name = bare.rstrip("/").rpartition("/")
            entries.append(
                Entry(at, head + slash if slash else folder, name + ("/" if bare.endswith("/") else ""))
            )
            pathlike += bool(slash or folder or "." in name)
        else:
            missed += 1
            if missed > most:
                return []
    return entries if pathlike >= 0.7 * len(entries) else []


def _long_rows(lines: Sequence[str]) -> list[Entry]:
    entries: list[Entry] = []
    folder = ""
    for at, line in enumerate(lines):
        match = _LONG.fullmatch(line) if line[:1] in tuple("-dlcbps") else None
        if match is not None:
            entries.append(Entry(at, folder, match[1] + ("/" if line[0] == "d" else "")))
        elif line.startswith("total "):
            entries.append(Entry(at, folder, ""))
        elif line.endswith(":"):
            folder = line[:-1].rstrip("/") + "/"
            entries.append(Entry(at, folder, ""))
    return entries


def _tree_rows(lines: Sequence[str]) -> list[Entry]:
    """A drawn tree: the depth of a row is where its name begins."""
    entries: list[Entry] = []
    if not any(line[:1] in _DRAWN for line in lines):
        return []
    above: list[tuple[int, str]] = []
    drawn = 0
    for at, line in enumerate(lines):
        name = line.lstrip("│├└┬─ \xa0|`-+")
        if not name or len(line) > 400:
            continue
        depth = len(line) - len(name)
        drawn += depth > 0 and line[0] in _DRAWN
        while above and above[-1][0] >= depth:
            above.pop()
        parent = above[-1][1].removesuffix("/") if above else ""
        entries.append(Entry(at, "".join(folder for _, folder in above), name, parent))
        above.append((depth, name.rstrip("/") + "/"))
    return entries if drawn >= 0.7 * len(entries) else []
