"""The text that lets a session's shells run a command in a quieter form (see ``kernel.projection.quiet_commands``).

The harness has decided by then whether the command may run, on what the agent wrote: its rules never see the other form. So an
allowed command stays allowed, a denied one denied, and who would be asked is asked. To give the harness the changed command
before that would let a rule that denies exactly the original pass by.

The harness's line ends in ``eval 'COMMAND'``. Only where our program knows a quieter form of exactly this command, a function of
that name takes the call, once, and runs that form; any other ``eval`` is the shell's own. Nothing is started for a command that
names no program of ours, and whatever fails leaves the command as it is.
"""

from __future__ import annotations

from kernel.shell.trap import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TAIL = 1_000
"""Characters of the line's end in which the command is looked for: to search all of it takes a shell some milliseconds."""

# The command is what stands behind the line's last "eval '", up to a quote: one that holds a quote has no quieter form.
# In POSIX mode a function of that name would be an error, in other shells already its text. One line, so that it is read before anything can be an alias.
_TEXT = """if [ -z "${BASH_VERSION-}${ZSH_VERSION-}" ] || [ "${CK_DISABLE-}" = 1 ]; then :; else \
ck_command="${BASH_EXECUTION_STRING-}${ZSH_EXECUTION_STRING-}"; ck_command="${ck_command: -TAIL}"; \
ck_command="${ck_command##*"eval '"}"; ck_command="${ck_command%%"'"*}"; \
case "${SHELLOPTS-}:$ck_command" in (*posix*:*) ;; (NAMES) \
ck_quieter="$(PROGRAM "$PWD" "$ck_command" < /dev/null 2> /dev/null)" && [ -n "$ck_quieter" ] && \
builtin eval 'eval() { if [ "$#:$1" = "1:$ck_command" ]; then unset -f eval; builtin eval "$ck_quieter"; else builtin eval "$@"; fi; }'; \
;; esac; :; fi
"""


def quieter_text(program: Sequence[str], names: Sequence[str]) -> str:
    """The text for bash and zsh; in other shells it does nothing.

    Args:
        program: The words that start our program. It is given two more, the folder and the command, and prints the quieter form
            or nothing.
        names: Words of which a command holds one if it may have a quieter form; letters and digits only.
    """
    words = " ".join(quoted(word) for word in program)
    return _TEXT.replace("NAMES", "|".join(f"*:*{name}*" for name in names)).replace("TAIL", str(TAIL)).replace("PROGRAM", words)
