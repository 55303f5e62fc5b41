"""What each tool answers: text for an agent, from the kernel's use cases."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kernel.mcp_server.paging import Page, page, with_end
from kernel.mcp_server.places import Places, read_text
from kernel.model.errors import BadInput, NotFound
from kernel.reading.terminal import safe_text
from kernel.service.kernel import Kernel, open_kernel
from kernel.tokens import estimate

Progress = Callable[[str, int, int], None]
Arguments = Mapping[str, Any]

_ROOM = 0.9
"""The share of a page that a slice takes where no budget is given, so that it is one page."""


class Desk(NamedTuple):
    """What an answer is made from: where tools may look, how long a page may be, and whom to tell of progress."""

    places: Places
    tokens: int
    progress: Progress


class Answer(NamedTuple):
    """A page of an answer and the cursor of the next one, empty where there is none."""

    text: str
    cursor: str = ""


def answer(name: str, arguments: Arguments, desk: Desk) -> Answer:
    """Run a tool.

    Raises:
        KernelError: It has no answer; the message says why.
    """
    return _ANSWERS[name](arguments, desk)


def _paged(text: str, arguments: Arguments, desk: Desk) -> Answer:
    shown = page(text, arguments.get("cursor", ""), desk.tokens)
    return Answer(with_end(shown, len(text)), shown.cursor)


def _slice(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.slicing import SliceRequest, cut, rank, render

    wanted = SliceRequest(
        arguments.get("symptom", ""), tuple(arguments.get("seeds", ())), arguments.get("from_diff")
    )
    with open_kernel(desk.places.folder(arguments.get("repo", ""))) as kernel:
        ranking = rank(kernel, wanted, desk.progress)
        limit, source = _budget(kernel, arguments, desk)
        piece = cut(kernel, ranking, limit, source)
        if not piece.items:
            reason = (
                f"nothing fits into {limit} tokens"
                if ranking.candidates
                else "nothing in this repository matches"
            )
            raise NotFound("; ".join((reason, *ranking.notes)))
        text = render(kernel, piece)
    notes = "".join(f"Note: {note}\n" for note in piece.notes)
    return _paged(safe_text(notes + text), arguments, desk)


def _budget(kernel: Kernel, arguments: Arguments, desk: Desk) -> tuple[int, str]:
    if "budget" in arguments:
        return arguments["budget"], "asked for"
    room = int(desk.tokens * _ROOM)
    return min(kernel.settings.slice_budget or room, room), "one page"


def _toc(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.sources import facts_of

    place = desk.places.file(arguments["path"])
    text = read_text(place)
    facts = facts_of(place.path, text)
    lines = len(text.removesuffix("\n").split("\n"))
    found = [d for d in facts.definitions if d.name]
    if not found:
        raise NotFound(f"no definitions were found in {place.path} ({lines} lines)")
    rows = (f"{d.first}-{d.last} {d.kind} {d.name}" for d in sorted(found, key=lambda d: (d.first, -d.last)))
    head = f"{place.path} (lines: {lines}, definitions: {len(found)})"
    return _paged(safe_text("\n".join((head, *rows))), arguments, desk)


def _symbol(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.symbol_slice import slice_text

    place = desk.places.file(arguments["path"])
    found = slice_text(place.path, read_text(place), tuple(arguments["names"]))
    return _paged(safe_text(found.text()), arguments, desk)


def _recall(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service import recall as service

    kernel = _holding(arguments["handle"], desk.places)
    with kernel:
        if "characters" in arguments:
            return _raw(kernel, arguments, desk)
        wanted = service.Selection(
            _range(arguments.get("lines")),
            arguments.get("grep") or None,
            arguments.get("around") or None,
            arguments.get("head"),
        )
        found = service.look(kernel, arguments["handle"], wanted)
        if not found.lines and found.cut:
            raise NotFound(f"nothing was found before the search ended: {found.cut}")
        if not found.lines:
            raise NotFound(f"nothing in {arguments['handle']} ({found.extent()}) matches")
        rows = [f"{line.number}\t{safe_text(line.text)}\n" for line in found.lines]
        head = _head_of(found)
        shown = page(head + "".join(rows), arguments.get("cursor", ""), desk.tokens)
        service.note_recalled(kernel, _within(found, len(head), rows, shown), wanted, service.AGENT)
    return Answer(with_end(shown, len(head) + sum(map(len, rows))), shown.cursor)


def _raw(kernel: Kernel, arguments: Arguments, desk: Desk) -> Answer:
    """Characters of a parked output as they are, for what stands in one long line."""
    from kernel.service import recall as service

    first, last = _range(arguments["characters"]) or (1, 1)
    handle = arguments["handle"]
    output = service.parked_output(kernel, handle)
    text = output.original[first - 1 : last]
    if not text:
        raise NotFound(f"{handle} has {len(output.original)} characters")
    shown = page(safe_text(text), arguments.get("cursor", ""), desk.tokens)
    start = output.original.count("\n", 0, first - 1 + shown.start) + output.plan.first
    numbers = range(start, start + shown.text.count("\n") + 1)
    lines = tuple(service.RecalledLine(number, "") for number in numbers)
    returned = service.Recall(output.row, lines, estimate(shown.text), "")
    service.note_recalled(kernel, returned, service.Selection(lines=(numbers[0], numbers[-1])), service.AGENT)
    return Answer(with_end(shown, len(text)), shown.cursor)


def _search(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.recall import search

    rows, last = [], None
    for folder in desk.places.repositories:
        with open_kernel(folder) as kernel:
            found = search(kernel, arguments["query"], regex=arguments.get("regex", False))
        for hit in found.hits:
            if hit.handle != last:
                rows.append(f"recall {hit.handle}:")
                last = hit.handle
            rows.append(f"{hit.line}\t{_clipped(safe_text(hit.text))}")
        rows += [found.cut] if found.cut else []
    if not rows:
        raise NotFound("no folded output holds that")
    return _paged("\n".join(rows), arguments, desk)


def _charter(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.charter import check

    with open_kernel(desk.places.folder(arguments.get("repo", ""))) as kernel:
        charter = check(kernel)
    if charter is None:
        raise NotFound("this repository has no charter")
    cited = [one for constraint in charter.constraints for one in constraint.citations]
    moved = [
        f"{one.path}:{one.line} {one.state}" + (f", now at line {one.found}" if one.found is not None else "")
        for one in cited
        if one.state != "ok"
    ]
    state = "\n".join(
        (f"{len(cited) - len(moved)} of {len(cited)} citations stand as cited.", *moved, *charter.problems)
    )
    return _paged(safe_text(f"{charter.text.rstrip()}\n\n{state}"), arguments, desk)


def _savings(arguments: Arguments, desk: Desk) -> Answer:
    from kernel.service.ledger import ledger

    with open_kernel(desk.places.folder("")) as kernel:
        totals = ledger(kernel)
    if not totals.projections:
        return Answer("Nothing has been folded here yet.")
    share = f" ({100 * totals.net / totals.before:.0f} %)" if totals.before else ""
    return Answer(
        f"outputs: {totals.projections}; tokens are estimates: {totals.before} before, {totals.after} shown, "
        f"{totals.returned} came back in {totals.faults} faults; net saved {totals.net}{share}."
    )


_ANSWERS: dict[str, Callable[[Arguments, Desk], Answer]] = {
    "slice": _slice,
    "toc": _toc,
    "symbol": _symbol,
    "recall": _recall,
    "search": _search,
    "charter": _charter,
    "savings": _savings,
}


def _holding(handle: int, places: Places) -> Kernel:
    """The kernel on the repository, of those that the client opened, that has an output of this handle."""
    from kernel.service.recall import parked_output

    problem: NotFound | None = None
    for folder in places.repositories:
        kernel = open_kernel(folder)
        try:
            parked_output(kernel, handle)
            return kernel
        except NotFound as error:
            problem = error
            kernel.close()
        except BaseException:
            kernel.close()
            raise
    raise NotFound(f"no folded output {handle} here") from problem


def _head_of(found: Any) -> str:
    said = [f"{found.row.masked} values are masked"] if found.row.masked else []
    said += [found.cut] if found.cut else []
    return f"[{'; '.join(said)}]\n" if said else ""


def _within(found: Any, before: int, rows: list[str], shown: Page) -> Any:
    """What was recalled, reduced to the lines that stand on a page."""
    kept, at = [], before
    for line, row in zip(found.lines, rows, strict=True):
        if at < shown.end and at + len(row) > shown.start:
            kept.append(line)
        at += len(row)
    return found._replace(lines=tuple(kept), tokens=estimate(shown.text))


def _range(text: str | None) -> tuple[int, int] | None:
    """``A-B``, ``A-`` (to the end) or ``A``."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,15})\s*(?:(-)\s*(\d{1,15})?)?\s*", text, re.ASCII)
    if match is None:
        raise BadInput(f"{text[:40]!a} is no range (A-B)")
    first = int(match[1])
    last = int(match[3]) if match[3] else 10**15 if match[2] else first
    if first < 1 or last < first:
        raise BadInput(f"{text[:40]!a} is no range (A-B, from 1)")
    return first, last


def _clipped(text: str, width: int = 300) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
