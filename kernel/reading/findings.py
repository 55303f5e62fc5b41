"""The tray into which the readers of one symptom put what they recognise."""

from kernel.model.symptom import ErrorMessage, Frame, Place, TestId

GUESSED, SUMMED_UP, PRINTED, REPORTED = 0, 1, 2, 3
"""Rank of an error: seen in prose, in a summary's shortened line, printed by an interpreter, reported by a test runner."""


class Findings:
    """What was recognised, with the index of the line where it stands.

    ``used`` holds the lines that a reader understood as a whole: readers that come later leave them alone.
    ``quiet`` holds the texts of lines that tell nothing of what failed.
    """

    __slots__ = ("code", "errors", "frames", "kinds", "names", "notes", "places", "quiet", "tests", "used")

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.frames: list[tuple[int, Frame]] = []
        self.tests: list[tuple[int, TestId]] = []
        self.errors: list[tuple[int, int, ErrorMessage]] = []
        self.places: list[tuple[int, Place]] = []
        self.code: list[tuple[int, str]] = []
        self.names: list[tuple[int, str]] = []
        self.notes: list[str] = []
        self.quiet: dict[str, None] = {}
        self.used: set[int] = set()

    def add(self, other: "Findings") -> None:
        """Take over what another tray holds."""
        for kind in other.kinds:
            self.add_kind(kind)
        self.frames += other.frames
        self.tests += other.tests
        self.errors += other.errors
        self.places += other.places
        self.code += other.code
        self.names += other.names
        self.notes += other.notes
        self.quiet |= other.quiet
        self.used |= other.used

    def add_kind(self, kind: str) -> None:
        """Say once what was recognised."""
        if kind not in self.kinds:
            self.kinds.append(kind)

    def add_error(self, rank: int, line: int, type_: str, message: str) -> None:
        """Add an error; surrounding white space of its message goes."""
        self.errors.append((rank, line, ErrorMessage(type_, message.strip())))
