"""Long lists of files with their states: of each state the ends are shown and the other files named by folder; conflicts stay."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from kernel.projection.columns import odd_rows, rare_values
from kernel.projection.folder_names import by_folder, split_path
from kernel.projection.recogniser import EXACT, MUST, SURE, Fold, Keep, Proposal, Seen
from kernel.reading.git_states import CHANGED, CONFLICTS, FileState, read_states

WHY = "files of one state; the marker names them by folder"
_FEWEST = 16
"""Files of one state; fewer are all shown."""

_FIRST, _LAST = 3, 1


def propose(seen: Seen) -> Iterator[Proposal]:
    """Fold the middle of runs of files of one state; where files are listed so, nothing else of the lists goes."""
    files = read_states(seen.lines)
    if len(files) < _FEWEST:
        return
    yield Keep(files[0].line, files[-1].line + 1, SURE, "a list of files and its headings")
    for file in files:
        if file.state in CONFLICTS:
            yield Keep(file.line, file.line + 1, MUST, "a conflict")
    note = _note_of(files)
    for (_, state), group in groupby(files, lambda file: file[1:3]):
        run = list(group)
        if len(run) < _FEWEST or state in CONFLICTS:
            continue
        kind = f"files ({state.strip()})"
        for file in run[_FIRST:-_LAST]:
            yield Fold(file.line, file.line + 1, kind, WHY, EXACT, kind, note)
        odd = rare_values([_ending(file.path) for file in run])
        if state == CHANGED:
            odd |= odd_rows([(seen.lines[file.line].rpartition("|")[2].strip(" +-"),) for file in run])
        for at, reason in odd.items():
            yield Keep(run[at].line, run[at].line + 1, EXACT, reason)


def _ending(path: str) -> str:
    """What follows the last dot of a name; a hidden file's whole name, and all of a name without a dot."""
    name = split_path(path)[1]
    return name.rpartition(".")[2] if "." in name[1:] else name


def _note_of(files: Sequence[FileState]) -> Callable[[Sequence[int]], str]:
    paths = {file.line: file.path for file in files}

    def note(gone: Sequence[int]) -> str:
        listed = [paths[at] for at in gone if at in paths]
        return f"{len(listed)} in " + "; ".join(by_folder(map(split_path, listed)))

    return note
