"""Files with their states, as git lists them: ``status`` in both forms, ``--name-status``, ``--stat``, what a commit, ``add``, a merge or ``clean`` did."""

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

_LONG = lazy(
    r"\t(?:(?P<state>new file|modified|deleted|renamed|copied|typechange|both modified|both added|both deleted|added by us|added by them"
    r"|deleted by us|deleted by them): +)?(?P<path>\S.{0,1000})"
)
_SHORT = lazy(r"(?P<state>[ MADRCUT][MADRCUT]|[MADRCUT] |\?\?|!!) (?P<path>\S.{0,1000})")
_LETTER = lazy(r"(?P<state>[MADTUX]|[RC]\d{1,3})\t(?P<path>\S.{0,1000})")
_DONE = lazy(r" ?(?P<state>create mode|delete mode|(?:rm|add)(?= ')|Auto-merging|Would remove|Removing|Would skip repository|Skipping repository) (?:\d{6} )?(?P<path>\S.{0,1000})")
_CHANGED = lazy(r" (?P<path>\S.{0,600}?) +\| +(?:\d+ ?\+*-*|Bin(?: .{1,60})?|Unmerged)")
_SECTION = lazy(r"(?:Changes |Untracked files|Unmerged paths|Ignored files).{0,80}:$")
CHANGED = "changed"
"""State of the files of ``--stat``."""

CONFLICTS = frozenset(
    ("both modified", "both added", "both deleted", "added by us", "added by them", "deleted by us", "deleted by them", "UU", "AA", "DD", "AU", "UA", "UD", "DU", "U")
)  # fmt: skip
"""States of a file that a person has to decide about."""


class FileState(NamedTuple):
    """A file of a list: its printed line (0-based), the section's heading (empty without), state and path."""

    line: int
    section: str
    state: str
    path: str


def read_states(lines: Sequence[str]) -> list[FileState]:
    """Every file that is listed with a state; those under ``Untracked files`` have the state ``untracked``."""
    found: list[FileState] = []
    section = ""
    for at, line in enumerate(lines):
        if line[:1].isalpha() and _SECTION.match(line) is not None:
            section = line.rstrip(":")
            continue
        for form in (_LONG,) if line[:1] == "\t" else (_SHORT, _LETTER, _DONE, _CHANGED):
            match = form.fullmatch(line) if form is not _LONG or section else None
            if match is not None:
                state = match.groupdict().get("state") or (section.partition(" ")[0].lower() if form is _LONG else CHANGED)
                found.append(FileState(at, section, state, match["path"].strip("'\"")))
                break
    return found
