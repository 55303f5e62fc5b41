"""The text that a session's shells run before each command: it makes ``ck`` callable, and at the end of a failing command it
hands the file that was printed into to a program of ours.

It is put before every command of a session, so it forks nothing where there is nothing to do: a command that succeeded, or
that printed little, costs it a few builtins. It changes no option, no exit code and no output of the command, and whatever is
missing (the program, ``/proc``, the file) leaves everything as it is. A command that sets an EXIT trap of its own, that
replaces the shell by ``exec``, or that is killed, never comes here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CHARACTERS = 3
"""Of a token, about, in what commands print; an output that has less of them than lines are folded from is not looked at."""

# Bash reads a file by blocks, so these characters cost some hundredths of a millisecond; to start ``stat`` costs five. Where
# there is no /proc the program looks for itself. A regular file only: to read from a pipe would wait.
_LARGE = """[ ! -d /proc/self/fd ] || { [ -f /proc/self/fd/1 ] && \
if [ -n "${ZSH_VERSION-}" ]; then IFS= builtin read -r -u 0 -k SIZE ck_start; else IFS= builtin read -r -d "" -n SIZE ck_start; fi \
< /proc/self/fd/1; }"""

# ``set -x`` shall show nothing of this (zsh shows the first two words all the same). What stands before ``||`` does not end a
# shell that ends at errors.
_TRAP = """{ ck_code=$?; set +x; } 2> /dev/null; { [ "$ck_code" -ne 0 ] && [ "${CK_DISABLE-}" != 1 ] && { LARGE; } && \
PROGRAM "$ck_code" "${ck_folder-}" "${BASH_EXECUTION_STRING-}${ZSH_EXECUTION_STRING-}"; } < /dev/null 2> /dev/null || :"""

# One line, so that it is read before anything can be an alias.
_TEXT = """[ -z "${BASH_VERSION-}${ZSH_VERSION-}" ] || { ck_folder=$PWD; trap TRAP EXIT; }
"""
_CALLABLE = """[ -z "${BASH_VERSION-}${ZSH_VERSION-}" ] || { function ck { PROGRAM "$@"; }; }; """


def callable_text(program: Sequence[str]) -> str:
    """Text that makes ``ck`` run our program, whatever is on the path: what is recalled must come from where it was parked.

    Args:
        program: The words that start it; it is given the caller's words.
    """
    return _CALLABLE.replace("PROGRAM", " ".join(quoted(word) for word in program))


def trap_text(program: Sequence[str], floor: int) -> str:
    """The text for bash and zsh; of other shells it asks nothing.

    Args:
        program: The words that start our program. It is given three more: the command's exit code, the folder that the command
            began in, and the whole line that the shell was given to run. Its standard output is the command's.
        floor: Tokens from which an output is folded.
    """
    words = " ".join(quoted(word) for word in program)
    trap = _TRAP.replace("LARGE", _LARGE.replace("SIZE", str(floor * CHARACTERS + 1))).replace("PROGRAM", words)
    return _TEXT.replace("TRAP", quoted(trap))


def quoted(word: str) -> str:
    """A word as a shell reads it back, whatever it holds."""
    return "'" + word.replace("'", "'\\''") + "'"
