"""What the command that printed an output tells about it."""

import re

RAW_MARK = "# ck:raw"
_SEGMENT = re.compile(r"\|\|?|&&|;|\n")
_PREFIXES = frozenset(("sudo", "time", "command", "nice", "nohup", "env", "stdbuf"))
_EXTRACTORS = frozenset(
    ("grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "awk", "gawk", "head", "tail", "cut", "jq", "yq", "sort", "uniq", "less", "more", "diff", "comm", "xxd", "od", "hexdump", "column", "find", "ls")
)  # fmt: skip
_READERS = frozenset(("cat", "bat", "tac", "nl"))
_LOGS = (".log", ".out", ".txt", ".log'", '.log"')


def is_ours(command: str) -> bool:
    """Whether the output must stay as it is: asked for by the raw mark, or printed by this tool's own recall."""
    return RAW_MARK in command or any(word == "ck" for word in _programs(command))


def is_extraction(command: str) -> bool:
    """Whether the last command of a chain picks its lines on purpose (``… | grep x``, ``cat a.py``): all are wanted.

    Quoting is not parsed: a wrong guess only leaves more lines.
    """
    last = _SEGMENT.split(command.strip())[-1]
    program = _program(last)
    if program in _READERS:
        return not last.rstrip().endswith(_LOGS)
    return program in _EXTRACTORS


def _programs(command: str) -> list[str]:
    return [_program(segment) for segment in _SEGMENT.split(command)]


def _program(segment: str) -> str:
    """The program of a simple command, without its folder, prefixes and assignments."""
    for word in segment.split():
        name = word.rpartition("/")[2]
        if name in _PREFIXES or ("=" in word and word.partition("=")[0].isidentifier()):
            continue
        return name.strip("'\"`$()")
    return ""
