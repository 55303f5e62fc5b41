"""What the command that printed an output tells about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernel.model.named import NamedTuple
from kernel.projection.explicit import SILENT, is_explicit
from kernel.projection.file_kinds import is_read_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernel.reading.shell_words import Command, Redirect, Script

RAW_MARK = "# ck:raw"

EXTRACTION_TOKENS = 8000
"""Tokens up to which an explicit extraction passes as it is; who asked for more is shown what can be shown."""

_SHELLS = frozenset(("bash", "sh", "zsh", "dash", "ksh"))
_READERS = frozenset(("cat", "bat", "batcat", "nl", "tac"))
_PASSING_ON = frozenset(("cat", "tee", "less", "more", "sponge", "pv", "ts"))
# Programs that run another one: the letters of their options that take a value, and how many words stand before the program.
_WRAPPERS = {
    "sudo": ("ughpCTrt", 0), "doas": ("uC", 0), "env": ("uCS", 0), "nice": ("n", 0), "ionice": ("cn", 0), "nohup": ("", 0),
    "time": ("fo", 0), "command": ("", 0), "exec": ("a", 0), "builtin": ("", 0), "stdbuf": ("ioe", 0), "setsid": ("", 0),
    "timeout": ("ks", 1), "xargs": ("IinLPsEd", 0), "unbuffer": ("", 0), "chronic": ("", 0), "npx": ("pc", 0), "bunx": ("", 0),
}  # fmt: skip
_RUNNERS = {
    ("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("pdm", "run"), ("hatch", "run"), ("rye", "run"), ("bundle", "exec"),
    ("pnpm", "exec"), ("pnpm", "dlx"), ("npm", "exec"), ("yarn", "dlx"), ("yarn", "exec"), ("busybox", ""),
}  # fmt: skip


# A command of these alone is its words; a shell's own words at its start are left to the parser.
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,@%+-= ")
_RESERVED = frozenset(
    ("if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "select", "function", "coproc", "time", "in")
)  # fmt: skip


class Printed(NamedTuple):
    """A program whose standard output reaches the reader.

    Attributes:
        program: Base name, without wrappers (``sudo``, ``env``, ``npx``); for ``python -m x`` it is ``x``.
        arguments: Its words after that, without quotes.
        piped: Whether it reads the output of another command.
        source: The program whose output runs through filters into this one; itself where it stands alone.
    """

    program: str
    arguments: tuple[str, ...]
    piped: bool
    source: str


def printed_by(command: str) -> tuple[Printed, ...]:
    """Every program whose output is shown, in order; empty where the command is not understood or prints nothing."""
    if (words := plain_words(command)) is not None:
        return tuple(_of_words(words, False, (unwrapped(words) or [""])[0], 0))
    script = _parse(command)
    return tuple(_printing(script, 0)) if script is not None else ()


def program_of(command: str) -> tuple[str, tuple[str, ...]]:
    """Name and arguments of the last program that prints something of its own; empty if unknown."""
    shown = [one for one in printed_by(command) if one.program not in SILENT]
    return (shown[-1].program, shown[-1].arguments) if shown else ("", ())


def is_ours(command: str) -> bool:
    """Whether the output must stay as it is: asked for by the raw mark, or printed by this tool's own recall."""
    if not command:
        return False
    if plain_words(command) is not None:
        return any(one.program == "ck" for one in printed_by(command))
    script = _parse(command)
    if script is None:
        return RAW_MARK in command
    if any(comment.startswith("ck:raw") for comment in script.comments):
        return True
    return any(one.program == "ck" for one in _printing(script, 0))


def is_extraction(command: str) -> bool:
    """Whether everything that is shown was picked on purpose (``… | grep x``, ``sed -n 1,9p f``, ``--porcelain``).

    Such an output passes as it is up to ``EXTRACTION_TOKENS``; so does a source, configuration or document that is printed
    whole. A command that is not understood is none.
    """
    shown = printed_by(command)
    speaking = [one for one in shown if one.program not in SILENT]
    if not speaking:
        return any(one.program in ("echo", "printf") for one in shown)
    return all(
        is_explicit(one.program, one.arguments, one.piped) or is_read_whole(_file_read(one))
        for one in speaking
    )


def read_path(command: str) -> str:
    """The file that the command prints whole (``cat a.py``, ``git show main:a.py``); empty if it does something else."""
    shown = [one for one in printed_by(command) if one.program not in SILENT]
    return _file_read(shown[0]) if len(shown) == 1 else ""


def _file_read(shown: Printed) -> str:
    """The one file that a program prints as it is."""
    operands = [word for word in shown.arguments if not word.startswith("-")]
    if shown.program in _READERS and len(operands) == 1 and not shown.piped:
        return operands[0]
    if shown.program == "git" and len(operands) >= 2 and operands[-2] == "show" and ":" in operands[-1]:
        return operands[-1].partition(":")[2]
    return ""


def _printing(script: Script, depth: int) -> Iterator[Printed]:
    for pipeline in script.pipelines:
        commands = pipeline.commands
        at = len(commands) - 1
        if _goes_to_file(commands[at].redirects):
            continue
        while at > 0 and _passes_on(commands[at]):
            at -= 1
        source = _name(commands[0])
        yield from _of_command(commands[at], at > 0, source, depth)


def _of_command(command: Command, piped: bool, source: str, depth: int) -> Iterator[Printed]:
    from kernel.reading.shell_words import Compound

    if isinstance(command, Compound):
        yield from _printing(command.body, depth)
    else:
        yield from _of_words(command.argv, piped, source, depth)


def plain_words(command: str) -> Sequence[str] | None:
    """The words of a command without anything that a shell would interpret; None where it must be parsed."""
    if not _PLAIN.issuperset(command):
        return None
    words = command.split()
    return None if not words or "=" in words[0] or words[0] in _RESERVED else words


def _parse(command: str) -> Script | None:
    from kernel.reading.shell_syntax import parse  # most commands are plain words

    return parse(command)


def _of_words(argv: Sequence[str], piped: bool, source: str, depth: int) -> Iterator[Printed]:
    words = unwrapped(argv)
    if not words:
        return
    program = words[0]
    if program in _SHELLS and depth < 3 and (inner := _inline_script(words)) is not None:
        yield from _printing(inner, depth + 1)
        return
    yield Printed(program, tuple(words[1:]), piped, source or program)


def unwrapped(argv: Sequence[str]) -> list[str]:
    """The words of a command from the program on that does the work; its name without folders."""
    words = list(argv)
    while words:
        name = words[0].rpartition("/")[2]
        if name in _WRAPPERS:
            words = _behind_options(words[1:], *_WRAPPERS[name])
            while name in ("env", "sudo") and words and "=" in words[0]:
                words = words[1:]
        elif len(words) > 2 and (name, words[1]) in _RUNNERS:
            words = _behind_options(words[2:], "", 0)
        elif _is_python(name) and "-m" in words[1:4] and words.index("-m") + 1 < len(words):
            return words[words.index("-m") + 1 :]
        else:
            return [name, *words[1:]]
    return []


def _behind_options(words: Sequence[str], valued: str, skipped: int) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        option = words[at]
        at += 1
        if option == "--":
            break
        if len(option) == 2 and option[1] in valued:
            at += 1
    return list(words[at + skipped :])


def _is_python(name: str) -> bool:
    return name.startswith("python") and not name[6:].strip("0123456789.")


def _inline_script(words: Sequence[str]) -> Script | None:
    for at, word in enumerate(words[1:-1], start=1):
        if word.startswith("-") and not word.startswith("--") and "c" in word:
            return _parse(words[at + 1])
    return None


def _passes_on(command: Command) -> bool:
    """Whether it prints what it reads, unchanged."""
    from kernel.reading.shell_words import Compound

    if isinstance(command, Compound):
        return False
    words = unwrapped(command.argv)
    operands = [word for word in words[1:] if not word.startswith("-")]
    return bool(words) and words[0] in _PASSING_ON and (words[0] != "cat" or not operands)


def _goes_to_file(redirects: Sequence[Redirect]) -> bool:
    return any(
        one.fd in ("", "1") and one.operator in (">", ">>", ">|", "&>", "&>>")
        and one.target not in ("/dev/stdout", "/dev/stderr", "/dev/tty")
        for one in redirects
    )  # fmt: skip


def _name(command: Command) -> str:
    from kernel.reading.shell_words import Compound

    words = unwrapped(command.argv) if not isinstance(command, Compound) else []
    return words[0] if words else ""
