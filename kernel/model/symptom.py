"""What a person or a tool says went wrong, as it was understood."""


from kernel.model.named import NamedTuple


class Frame(NamedTuple):
    """One stack frame as printed; ``library`` marks frames of the standard library or an installed package.

    ``folder``: where only a file's name is printed, the package that was running (the file may be of another).
    """

    path: str
    line: int | None
    function: str = ""
    code: str = ""
    library: bool = False
    folder: str = ""


class TestId(NamedTuple):
    """A test named by its runner: file path as printed (may be empty), qualified name (``Class.method``), and the
    package that it is in, where the runner names that and no path."""

    path: str
    name: str
    folder: str = ""


class ErrorMessage(NamedTuple):
    """An exception or error as printed: type (may be dotted or empty) and message (may span lines)."""

    type: str
    message: str


class Place(NamedTuple):
    """A ``path`` or ``path:line`` that the text names outside of a frame; ``end`` closes a range of lines."""

    path: str
    line: int | None = None
    end: int | None = None


class Symptom(NamedTuple):
    """A pasted text and everything that could be recognised in it; nothing here was looked up on disk.

    Attributes:
        text: The text without terminal escapes and with plain line ends.
        title: One line for lists, for example ``KeyError: 'card_token'``.
        kinds: What was recognised, for people: ``Python traceback``, ``pytest failure``, ``diff`` …
        frames: In the order of the text; inside one Python trace the raising frame is last.
        tests: Failing tests.
        errors: Error messages, the decisive one (raised last) last.
        places: Paths named outside of frames.
        code: Source lines that the text itself quotes (test bodies, ``>`` lines), without their prefix.
        names: Dotted names and identifiers that stand alone in prose, messages or test names.
        notes: What was seen and could not be used, each a sentence.
        quiet: Lines that tell nothing of what failed: of tests that passed, and warnings where something else failed.
    """

    text: str
    title: str = ""
    kinds: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    tests: tuple[TestId, ...] = ()
    errors: tuple[ErrorMessage, ...] = ()
    places: tuple[Place, ...] = ()
    code: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()
