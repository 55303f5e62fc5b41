"""Users' own recognisers: patterns written as data, and Python functions found by entry points.

They propose lines to keep or to fold and never write text. One that raises, is too slow or proposes nonsense is left out for
that output and reported; the others go on. Nothing is discovered here: who installs or refreshes plug-ins stores a list of
``Plugin`` values, and a hook only reads it. Nor is a function kept from hanging or from ending the process: who asks says how
functions are called.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from time import perf_counter

from kernel.model.named import NamedTuple
from kernel.projection.pattern_safety import unsafe_reason
from kernel.projection.recogniser import HINT, MUST, SURE, Fold, Keep, Proposal, Seen

DEADLINE = 0.25
"""Seconds that one plug-in may take for one output before what it still wants to say is dropped."""

TOO_LONG = f"took longer than {DEADLINE} s"

LONGEST_LINE = 500
"""Characters of a line that a user's pattern sees."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_FIELDS = frozenset(("name", "kind", "why", "tools", "command", "keep", "fold", "first", "last", "disabled"))


class PluginError(ValueError):
    """A plug-in that cannot be used; the message says which part of it and why."""


class Patterns(NamedTuple):
    """A recogniser as data.

    Attributes:
        name: As markers call it.
        kind, why: Of its folds.
        tools: Lower-case tools that it is for; empty: all.
        command: Pattern that must be found in the command; empty: any.
        keep, fold: Patterns; a line in which one is found stays, or may go.
        first, last: Lines at the ends of a folded run that stay.
    """

    name: str
    kind: str = "lines of a user's pattern"
    why: str = "asked for by a plug-in"
    tools: tuple[str, ...] = ()
    command: str = ""
    keep: tuple[str, ...] = ()
    fold: tuple[str, ...] = ()
    first: int = 1
    last: int = 1


class PluginStopped(PluginError):
    """A plug-in that had to be stopped or ended its process: each time costs every tool call, unlike a mistake."""


class Plugin(NamedTuple):
    """A plug-in as stored: ``patterns``, or ``target`` (``package.module:function``); in the order in which they are asked."""

    name: str
    patterns: Patterns | None = None
    target: str = ""
    disabled: bool = False


class Report(NamedTuple):
    """A plug-in that was left out for an output, and why; ``stopped``: it hung or ended its process."""

    name: str
    problem: str
    stopped: bool = False


AskOne = Callable[[Plugin, Seen], list[Proposal]]


def parse_patterns(entry: Mapping[str, object]) -> Plugin:
    """One ``[[recogniser]]`` table of a TOML file as a plug-in.

    Raises:
        PluginError: A field is unknown or of the wrong type, a pattern is no regular expression or may explode.
    """
    unknown = sorted(entry.keys() - _FIELDS)
    if unknown:
        raise PluginError(f"unknown field {unknown[0]!r}; known are {', '.join(sorted(_FIELDS))}")
    name = _text(entry, "name", "")
    if not _NAME.fullmatch(name):
        raise PluginError(f"name {name!r} must be lower-case letters, digits and dashes, at most 40")
    patterns = Patterns(
        name, _text(entry, "kind", Patterns(name).kind), _text(entry, "why", Patterns(name).why),
        tuple(tool.lower() for tool in _texts(entry, "tools")), _text(entry, "command", ""),
        _texts(entry, "keep"), _texts(entry, "fold"), _count(entry, "first"), _count(entry, "last"),
    )  # fmt: skip
    if not (patterns.keep or patterns.fold):
        raise PluginError(f"{name}: neither keep nor fold holds a pattern")
    for pattern in (*patterns.keep, *patterns.fold, *filter(None, (patterns.command,))):
        if (reason := unsafe_reason(pattern)) is not None:
            raise PluginError(f"{name}: pattern {pattern!r} {reason}")
    return Plugin(name, patterns, disabled=entry.get("disabled") is True)


def ask(
    plugins: Iterable[Plugin], seen: Seen, ask_function: AskOne | None = None
) -> tuple[list[tuple[str, list[Proposal]]], list[Report]]:
    """What the plug-ins propose for an output, in their order, and which were left out.

    Args:
        plugins: In the order in which they are asked.
        seen: What is seen of the output.
        ask_function: Asks one that is a Python function; by default this process calls it, as it does with patterns.
    """
    answers: list[tuple[str, list[Proposal]]] = []
    reports: list[Report] = []
    for plugin in plugins:
        if plugin.disabled:
            continue
        asked = ask_function if plugin.target and ask_function is not None else ask_one
        try:
            answers.append((plugin.name, asked(plugin, seen)))
        except (Exception, SystemExit) as error:  # noqa: BLE001  somebody else's code must not cost the output, nor choose a hook's exit code
            told = str(error) if isinstance(error, PluginError) else f"{type(error).__name__}: {error}"
            reports.append(Report(plugin.name, told[:300], isinstance(error, PluginStopped)))
    return answers, reports


def ask_one(plugin: Plugin, seen: Seen, clock: Callable[[], float] = perf_counter) -> list[Proposal]:
    """What one plug-in proposes, checked. ``clock`` gives seconds; between two proposals it is looked at.

    Raises:
        PluginError: It is too slow or proposes what may not be proposed.
        Exception: Whatever a function raises.
    """
    begun = clock()
    proposals: list[Proposal] = []
    for proposal in _proposals(plugin, seen):
        if clock() - begun > DEADLINE:
            raise PluginStopped(TOO_LONG)
        if proposal is not None:
            proposals.append(checked(proposal, len(seen.lines)))
    return proposals


def _proposals(plugin: Plugin, seen: Seen) -> Iterable[object]:
    if plugin.patterns is not None:
        return _by_patterns(plugin.patterns, seen)
    module, _, function = plugin.target.partition(":")
    propose: Callable[[Seen], Iterable[object]] = getattr(import_module(module), function)
    return propose(seen)


def checked(proposal: object, count: int) -> Proposal:
    """A proposal that may be used: lines inside of the output, strengths that leave failures to the kernel."""
    if not isinstance(proposal, (Keep, Fold)):
        raise PluginError(f"proposes a {type(proposal).__name__}; only Keep and Fold may be proposed")
    numbers = (proposal.start, proposal.end, proposal.strength)
    if not all(type(number) is int for number in numbers) or not 0 <= proposal.start < proposal.end <= count:
        raise PluginError(f"proposes lines {proposal.start!r} to {proposal.end!r} of {count}")
    if isinstance(proposal, Keep):
        return Keep(
            proposal.start, proposal.end, min(MUST, max(HINT, proposal.strength)), str(proposal.why)[:200]
        )
    kind, why = (" ".join(str(text).split())[:200] for text in (proposal.kind, proposal.why))
    return Fold(
        proposal.start, proposal.end, kind, why, min(SURE, max(HINT, proposal.strength)), f"plug-in {kind}"
    )


def _by_patterns(patterns: Patterns, seen: Seen) -> Iterator[Proposal | None]:
    """Keeps and folded runs; None after each line that gave nothing, so that time can be looked at."""
    if (patterns.tools and seen.tool not in patterns.tools) or (
        patterns.command and not re.search(patterns.command, seen.command)
    ):
        return
    keep, fold = _joined(patterns.keep), _joined(patterns.fold)
    start = -1
    for at in range(len(seen.lines) + 1):
        line = seen.lines[at][:LONGEST_LINE] if at < len(seen.lines) else ""
        keeps = at < len(seen.lines) and keep is not None and keep.search(line) is not None
        folds = at < len(seen.lines) and not keeps and fold is not None and fold.search(line) is not None
        if keeps:
            yield Keep(at, at + 1, MUST, f"kept by {patterns.name}")
        if folds and start < 0:
            start = at
        elif not folds and start >= 0:
            first, last = start + patterns.first, at - patterns.last
            if first < last:
                yield Fold(first, last, patterns.kind, patterns.why)
            start = -1
        yield None


def _joined(patterns: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns)) if patterns else None


def _text(entry: Mapping[str, object], field: str, default: str) -> str:
    value = entry.get(field, default)
    if not isinstance(value, str) or len(value) > 500:
        raise PluginError(f"{field} must be a text of at most 500 characters")
    return value


def _texts(entry: Mapping[str, object], field: str) -> tuple[str, ...]:
    value = entry.get(field, [])
    if (
        not isinstance(value, list)
        or not all(isinstance(one, str) and 0 < len(one) <= 500 for one in value)
        or len(value) > 100
    ):
        raise PluginError(f"{field} must be a list of at most 100 texts of 1 to 500 characters")
    return tuple(value)


def _count(entry: Mapping[str, object], field: str) -> int:
    value = entry.get(field, 1)
    if type(value) is not int or not 0 <= value <= 1000:
        raise PluginError(f"{field} must be a number from 0 to 1000")
    return value
