"""Reads what a person pasted or a tool printed, and says what went wrong where, as far as the text itself tells."""

from __future__ import annotations

from bisect import bisect_right

from kernel.model.symptom import ErrorMessage, Frame, Symptom, TestId
from kernel.reading.findings import GUESSED, PRINTED, SUMMED_UP, Findings
from kernel.reading.pasted import unpack
from kernel.reading.prose import names_in, read_prose
from kernel.reading.readers import readers_for

TYPE_CHECKING = False
if TYPE_CHECKING:  # a hook reads prompts, and importing it takes as long as ten rooms
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    Value = TypeVar("Value", bound=Hashable)

LONGEST_TITLE = 100
_MOST_FRAMES, _MOST_ERRORS, _MOST_TESTS, _MOST_PLACES, _MOST_NAMES, _MOST_CODE, _MOST_QUIET = 400, 60, 300, 300, 200, 2_000, 20_000


def read_symptom(text: str) -> Symptom:
    """Understand a symptom: any text gives an answer, the same one each time, in time linear in its length.

    Nothing is looked up on disk. Of a very long text only its two ends are looked at (and become ``Symptom.text``);
    a note says so.
    """
    pasted = unpack(text)
    found = Findings()
    for read in readers_for("\n".join(pasted.lines)):
        read(pasted.lines, found)
    read_prose(pasted.lines, found)
    errors = _errors(found) or _plain_words(pasted.lines, found)
    if not found.kinds and pasted.text.strip():
        found.add_kind("paths" if found.places else "plain words")
    tests = _tests(found)
    return Symptom(
        text=pasted.text,
        title=_title(pasted.lines, errors, tests, found),
        kinds=tuple(found.kinds),
        frames=_frames(found),
        tests=tests[:_MOST_TESTS],
        errors=errors[-_MOST_ERRORS:],
        places=tuple(_once(place for _, place in _ordered(found.places)))[:_MOST_PLACES],
        code=tuple(line for _, line in _ordered(found.code))[:_MOST_CODE],
        names=_names(found, errors),
        notes=(*pasted.notes, *found.notes),
        quiet=tuple(found.quiet)[:_MOST_QUIET],
    )


def _frames(found: Findings) -> tuple[Frame, ...]:
    """Each frame once, where it stands last, with the source line wherever it was printed."""
    last: dict[tuple[str, int | None, str], Frame] = {}
    for _, frame in _ordered(found.frames):
        key = (frame.path, frame.line, frame.function)
        before = last.pop(key, None)
        last[key] = before if before is not None and before.code and not frame.code else frame
    if len(last) > _MOST_FRAMES:
        found.notes.append(f"Of {len(last):,} frames only the last {_MOST_FRAMES} are used.")
    return tuple(last.values())[-_MOST_FRAMES:]


def _errors(found: Findings) -> tuple[ErrorMessage, ...]:
    """Each error once; what a runner reported comes last, what prose mentions only counts where nothing else is."""
    ordered = sorted(found.errors, key=lambda entry: entry[:2])
    whole = [error for rank, _, error in ordered if rank >= PRINTED]
    recent = whole[-500:]
    said = {f"{error.type}: {error.message}" for error in recent} | {error.message for error in recent}
    firm = [
        e for rank, _, e in ordered if rank >= PRINTED or (rank == SUMMED_UP and not _is_cut_from(e, said))
    ]
    last: dict[ErrorMessage, None] = {}
    for error in firm or [error for rank, _, error in ordered if rank == GUESSED]:
        last.pop(error, None)
        last[error] = None
    return tuple(last)


def _is_cut_from(error: ErrorMessage, said: Iterable[str]) -> bool:
    """Whether a summary's line repeats, perhaps cut off by dots, what is known in full."""
    text = f"{error.type}: {error.message}" if error.type else error.message
    text = text.removesuffix("...").rstrip(": ")
    return len(text) < 6 or any(whole.startswith(text) for whole in said)


def _plain_words(lines: Sequence[str], found: Findings) -> tuple[ErrorMessage, ...]:
    """A short text without any structure is itself the message."""
    said = [line.strip() for line in lines if line.strip()]
    if found.kinds or found.places or not 1 <= len(said) <= 3:
        return ()
    found.add_kind("plain words")
    return (ErrorMessage("", "\n".join(said)),)


def _tests(found: Findings) -> tuple[TestId, ...]:
    """Each test once, with the file that any line of the text gives it."""
    placed = {test.name for _, test in found.tests if test.path}
    ordered = [(at, test) for at, test in _ordered(found.tests) if test.path or test.name not in placed]
    functions: dict[str, list[tuple[int, str]]] = {}
    for at, frame in _ordered(found.frames):
        functions.setdefault(frame.function.rpartition(".")[2], []).append((at, frame.path))
    tests = [_with_path(at, test, functions) for at, test in ordered]
    named = {test.path for test in tests if test.name}
    return tuple(_once(test for test in tests if test.name or test.path not in named))


def _with_path(at: int, test: TestId, functions: dict[str, list[tuple[int, str]]]) -> TestId:
    """A test without a file gets that of the first frame below it that is in its function."""
    if test.path or not test.name:
        return test
    below = functions.get(test.name.rpartition(".")[2], [])
    index = bisect_right(below, (at, "\U0010ffff"))
    return TestId(below[index][1], test.name) if index < len(below) else test


def _names(found: Findings, errors: Sequence[ErrorMessage]) -> tuple[str, ...]:
    """Names of the messages first (decisive message foremost), then those of the text."""
    said = (name for error in reversed(errors[-_MOST_ERRORS:]) for name in names_in(error.message[:2000]))
    return tuple(_once((*said, *(name for _, name in _ordered(found.names)))))[:_MOST_NAMES]


def _title(
    lines: Sequence[str], errors: Sequence[ErrorMessage], tests: Sequence[TestId], found: Findings
) -> str:
    if errors:
        decisive = errors[-1]
        name = decisive.type.rpartition(".")[2]
        said = decisive.message.strip().split("\n")[0] or _last_code(found)
        title = ": ".join(part for part in (name, said) if part)
    elif tests:
        title = tests[-1].name or tests[-1].path
    elif "diff" in found.kinds:
        title = "diff of " + ", ".join(_once(place.path for _, place in found.places))
    else:
        title = next((line for line in lines if line.strip()), "")
    title = " ".join(title.split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"


def _last_code(found: Findings) -> str:
    """What the last frame ran: it speaks where an exception has no message."""
    return found.frames[-1][1].code.split("\n")[0] if found.frames else ""


def _ordered(entries: list[tuple[int, Value]]) -> list[tuple[int, Value]]:
    return sorted(entries, key=lambda entry: entry[0])


def _once(values: Iterable[Value]) -> Iterable[Value]:
    return dict.fromkeys(values)
