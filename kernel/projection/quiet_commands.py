"""A command with a flag more that lets it print less, where that can change nothing else.

Only commands of plain words are touched, alone or joined by ``&&``, ``||`` and ``;``: anything quoted, escaped, continued,
expanded, piped, redirected or commented is left as it is, and so is whatever reads differently afterwards than with exactly the
flag added. A rule's flag drops a display of progress or an advertisement, never a result, a warning or an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernel.model.named import NamedTuple
from kernel.projection.command import unwrapped
from kernel.reading.patterns import lazy

LONGEST = 500
"""Characters; a longer command is left alone."""


class Rule(NamedTuple):
    """Of which programs and subcommands (none: of all calls) which words are added, and which say that it was thought of."""

    programs: tuple[str, ...]
    subcommands: tuple[str, ...]
    flag: tuple[str, ...]
    decided: tuple[str, ...]


# Each flag is as old as anything in use: pip 10, npm 6.13 (older ones pass it over), composer 1.0, ffmpeg 1.0.
RULES: tuple[Rule, ...] = (
    Rule(("pip", "pip3"), ("install", "download", "wheel"), ("--progress-bar", "off"), ("--progress-bar", "-q", "--quiet", "-v", "--verbose")),
    Rule(("npm",), ("install", "i", "ci", "add", "update"), ("--no-fund",), ("--fund", "--no-fund")),
    Rule(("composer",), ("install", "update", "require"), ("--no-progress",), ("--no-progress", "-q", "--quiet")),
    Rule(("ffmpeg",), (), ("-nostats",), ("-nostats", "-stats", "-progress")),
)  # fmt: skip
NAMES = tuple(name for rule in RULES for name in rule.programs)
"""A command without any of these words is never changed."""

_PLAIN = lazy(r"(?a)[\w./:@%+,=\- ]+(?:(?:&&|\|\||;)[\w./:@%+,=\- ]+)*;?")
_TOKENS = lazy(r"&&|\|\||;|[^ ;&|]+")
_JOINERS = frozenset(("&&", "||", ";"))


def quieter(command: str) -> str | None:
    """The command with a rule's flag wherever one fits; None where nothing is changed."""
    if len(command) > LONGEST or not any(name in command for name in NAMES) or not _PLAIN.fullmatch(command):
        return None
    from kernel.reading.shell_syntax import parse
    from kernel.reading.shell_words import Pipeline, Script, Simple, Word

    script = parse(command)
    if script is None or script.comments or not script.pipelines or script.pipelines[-1].joiner in ("&&", "||"):
        return None
    tokens = list(_TOKENS.finditer(command))
    at, wanted, inserts = 0, [], []
    for pipeline in script.pipelines:
        (first, *piped) = pipeline.commands
        if piped or not isinstance(first, Simple) or first.redirects or not all(word.literal for word in first.words):
            return None
        words = [*first.assignments, *first.argv]
        # The parse must tell exactly what stands there: a reserved word in front would be missing in it.
        if [token[0] for token in tokens[at : at + len(words)]] != words:
            return None
        place, flag = _place(first.argv)
        if flag:
            inserts.append((tokens[at + len(first.assignments) + place].end(), flag))
            added = (*first.words[: place + 1], *map(Word, flag), *first.words[place + 1 :])
            first = first._replace(words=added)
        wanted.append(Pipeline((first,), pipeline.joiner))
        at += len(words)
        if at < len(tokens) and tokens[at][0] in _JOINERS:
            at += 1
    changed = command
    for end, flag in reversed(inserts):
        changed = f"{changed[:end]} {' '.join(flag)}{changed[end:]}"
    sound = at == len(tokens) and bool(inserts) and parse(changed) == Script(tuple(wanted))
    return changed if sound else None


def _place(argv: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Behind which word of a command which words are added; none where no rule fits."""
    words = unwrapped(argv)
    start = len(argv) - len(words)
    for rule in RULES:
        if not words or not _is_of(words[0], rule.programs):
            continue
        if rule.subcommands and (len(words) < 2 or words[1] not in rule.subcommands):
            continue
        if any(word.partition("=")[0] in rule.decided for word in words[1:]):
            continue
        return start + bool(rule.subcommands), rule.flag
    return 0, ()


def _is_of(name: str, programs: Sequence[str]) -> bool:
    """Whether a program is one of these, maybe with a version behind its name (``pip3.11``)."""
    return name in programs or name.rstrip("0123456789.") in programs
