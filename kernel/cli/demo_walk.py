"""The demo as text: what the workbench shows, step by step, from the same service results."""

from collections.abc import Iterator

from kernel.cli.charter import charter_lines
from kernel.cli.ledger import ledger_lines
from kernel.cli.output import plain
from kernel.cli.recall import row_text
from kernel.cli.steer import item_name
from kernel.demo.loader import Demo
from kernel.model.slice import Ranking, Slice
from kernel.service import charter, ledger, recall, slicing, steer
from kernel.service.kernel import Kernel, open_kernel

_SHOWN = 6


def walk(demo: Demo) -> Iterator[str]:
    """The steps, line by line."""
    with open_kernel(demo.repo, demo.environ) as kernel:
        yield f"The sample: a small web shop in {plain(demo.repo)}, with the tool outputs of one session."
        yield from _step("1 A test fails; this was pasted", _symptom(demo.symptom))
        ranking = slicing.rank(kernel, slicing.SliceRequest(demo.symptom))
        budget = kernel.settings.slice_budget or None
        first = slicing.cut(kernel, ranking, budget, "settings")
        yield from _step(
            f"2 The slice of the repository under {kernel.settings.slice_budget:,} tokens", _slice(first)
        )
        yield from _step("3 An excluded item is pinned", _pinned(kernel, ranking, first))
        yield from _step("4 The session's outputs, and what the agent was shown (tokens)", _parked(kernel))
        yield from _step("5 One of them as the agent saw it", _shown(kernel))
        yield from _step("6 A recall of what was folded", _recalled(kernel))
        yield from _step("7 The charter, after an edit of shop/log.py", _charter(kernel))
        yield from _step("8 The ledger", ledger_lines(ledger.ledger(kernel)))
        yield ""
        yield "In a terminal, ck demo opens the workbench on this; ck opens it on your own repository."


def _step(title: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    yield ""
    yield title
    yield "─" * len(title)
    yield from lines


def _symptom(text: str) -> Iterator[str]:
    symptom = slicing.understand(text)
    yield f"{plain(symptom.title)}   ({', '.join(symptom.kinds)})"
    for test in symptom.tests:
        yield f"  test   {plain(test.path)}::{plain(test.name)}"
    for frame in symptom.frames:
        library = "  (library)" if frame.library else ""
        yield f"  frame  {plain(frame.path)}:{frame.line}  {plain(frame.function)}{library}"


def _slice(piece: Slice) -> Iterator[str]:
    for item in piece.items:
        mark = "▲" if item.pinned else "●"
        yield f"{mark} {item_name(item.path, ' '.join(item.symbols)):<58} {_lines(item.ranges):>9} {item.tokens:>6,} tokens"
        if item.why:
            yield f"    {plain(' → '.join(item.why))}"
    yield f"{piece.budget.used:,} of {piece.budget.limit or 0:,} tokens · {piece.sufficiency.verdict}: {plain(piece.sufficiency.reason)}"
    for spot in piece.blind_spots:
        yield f"blind spot  {plain(spot.path)}:{spot.line}  {plain(spot.what)}"
    yield f"excluded    {piece.excluded_count}, the first of them:"
    for out in piece.excluded[:_SHOWN]:
        yield f"○ {item_name(out.path, out.symbol):<58} {'':>9} {out.tokens:>6,} tokens  {out.reason}"


def _pinned(kernel: Kernel, ranking: Ranking, before: Slice) -> Iterator[str]:
    """Pin what a person would want to read next, else the best excluded item that fits; show what that changes."""
    fits = [one for one in before.excluded if one.tokens < 200]
    if not fits:
        return
    chosen = next((one for one in fits if one.symbol == "Cart.token"), fits[0])
    steer.pin(kernel, ranking.task, chosen.path, chosen.symbol)
    after = slicing.cut(kernel, ranking, before.budget.limit, before.budget.source)
    yield f"ck pin '{item_name(chosen.path, chosen.symbol)}'"
    had = {(item.path, item.symbols) for item in before.items}
    have = {(item.path, item.symbols) for item in after.items}
    for item in after.items:
        if (item.path, item.symbols) not in had:
            yield f"  in   {item_name(item.path, ' '.join(item.symbols))}{'  (pinned)' if item.pinned else ''}"
    for item in before.items:
        if (item.path, item.symbols) not in have:
            yield f"  out  {item_name(item.path, ' '.join(item.symbols))}"
    yield f"  {after.budget.used:,} of {after.budget.limit or 0:,} tokens"


def _lines(ranges: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"{first}-{last}" for first, last in ranges)


def _parked(kernel: Kernel) -> Iterator[str]:
    for row in recall.parked(kernel):
        yield row_text(row)


def _most_folded(kernel: Kernel) -> int:
    rows = recall.parked(kernel)
    return max(rows, key=lambda row: (row.folds > 0, row.tokens_before - row.tokens_after)).handle


def _shown(kernel: Kernel) -> Iterator[str]:
    output = recall.parked_output(kernel, _most_folded(kernel))
    from kernel.projection.algebra import render

    lines = render(output.plan, output.original, output.row.handle).split("\n")
    for line in lines[:12]:
        yield f"  {plain(line.expandtabs())}"
    if len(lines) > 12:
        yield f"  … {len(lines) - 12} more lines"


def _recalled(kernel: Kernel) -> Iterator[str]:
    handle = _most_folded(kernel)
    found = recall.recall(kernel, handle, recall.Selection(grep="esbuild", context=0))
    yield f"ck recall {handle} --grep esbuild -C 0"
    for line in found.lines:
        yield f"  {line.number:>4}  {plain(line.text.expandtabs())}"
    yield f"  {found.tokens} tokens came back; a person's look costs the agent nothing"


def _charter(kernel: Kernel) -> list[str]:
    found = charter.check(kernel)
    return [] if found is None else charter_lines(found)
