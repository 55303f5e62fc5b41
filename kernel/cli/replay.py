"""``ck replay``: past sessions under today's rules."""

import sys
import time
from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.ledger import LedgerPart
from kernel.model.replay import Miss, Replay, Totals
from kernel.service import replay as service
from kernel.service.ledger import Worth

_EACH = 0.5
"""Seconds between two tellings of the progress."""


@click.command("replay")
@click.argument("transcripts", nargs=-1, metavar="[TRANSCRIPT]...")
@click.option("--top", type=click.IntRange(0, 1_000), default=10, show_default=True, help="How many needed lines are listed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def replay_command(transcripts: tuple[str, ...], top: int, as_json: bool) -> None:
    """Run the tool outputs of past sessions through today's rules; nothing is stored or changed.

    TRANSCRIPT is a file, a folder or a pattern of *.jsonl (default: those of this repository's sessions). Tells what would be
    saved, and which removed lines a later turn used. Tokens are estimates.
    """
    with opened_kernel() as kernel:
        files = service.transcripts(kernel, transcripts)
        found = service.replay(kernel, files, _progress() if sys.stderr.isatty() else None)
        worth = service.priced(kernel, found)
    if as_json:
        print_json(_document(found, worth))
        return
    for line in _lines(found, worth, top):
        click.echo(line)


def _progress() -> service.Told:
    """Tells a person how far it is, on one line that is written over."""
    last = [time.monotonic()]

    def told(done: int, whole: int, outputs: int) -> None:
        now = time.monotonic()
        if now - last[0] < _EACH and done < whole:
            return
        last[0] = now
        share = f"ck: {100 * done / max(1, whole):3.0f} % of {whole / 1e6:,.1f} MB, {outputs:,} outputs"
        # At the end the line makes room for what was found.
        click.echo(f"{share}\r" if done < whole else f"{' ' * len(share)}\r", err=True, nl=False)

    return told


def _lines(found: Replay, worth: Worth, top: int) -> list[str]:
    lines = [f"n = {found.transcripts:,} transcripts; tokens are estimates"]
    for name, totals in (("main agents", found.main), ("subagents", found.subagents)):
        if totals.agents:
            lines += _totals(name, totals)
    both = found.main.outputs + found.subagents.outputs
    if both:
        lines += _worth_lines(worth)
        lines += _part_lines("by tool", found.tools) + _part_lines("by what folded", found.recognisers, "(not folded)")
        lines += _miss_lines(found, top)
    lines += [f"left out: {count:,} {what}" for what, count in found.left_out]
    return [*lines, *(f"not counted: {what}" for what in service.NOT_COUNTED)]


def _totals(name: str, totals: Totals) -> list[str]:
    share = f"{100 * totals.net / totals.before:.0f} %" if totals.before else "-"
    return [
        f"{name} (n = {totals.agents:,}): {totals.outputs:,} tool outputs, {totals.folded:,} would be folded",
        f"  before    {totals.before:>12,} tokens that the harness would have shown",
        f"  shown     {totals.after:>12,} tokens",
        f"  needed    {totals.returned:>12,} tokens of removed lines that were acted on, in {totals.missed:,} outputs"
        f" (only spoken of: {totals.mentioned:,} more)",
        f"  net saved {totals.net:>12,} tokens ({share})",
        f"  carried   {totals.carried:>12,} tokens that later requests would not have sent again",
    ]


def _worth_lines(worth: Worth) -> list[str]:
    if worth.listed is None and worth.cached is None:
        return ["worth: no price is set: ck config set price_list CENTS (and price_cache_read)"]
    said = ((worth.listed, "saved once, at list price"), (worth.cached, "carried, at the price of reading the cache"))
    return [f"worth {value:>12,.2f} USD {how}" for value, how in said if value is not None]


def _part_lines(title: str, parts: tuple[LedgerPart, ...], nameless: str = "(unknown)") -> list[str]:
    rows = [
        f"  {part.net:>10,} net  {part.before:>10,} → {part.after:>10,}  n = {part.projections:<6,} {plain(part.name) or nameless}"
        for part in parts
    ]
    return [f"{title}:", *rows] if rows else []


def _miss_lines(found: Replay, top: int) -> list[str]:
    shown = sorted(found.misses, key=lambda miss: not miss.acted)[:top]
    lines = [f"removed lines that a later turn used ({len(found.misses) + found.more_misses:,}):"] if found.misses else []
    for miss in shown:
        lines.append(f"  {miss.how}: {plain(miss.what)}")
        lines.append(f"    line {miss.line:,} of {plain(miss.tool)} {plain(miss.asked)}; {plain(miss.transcript)}:{miss.at}, used at :{miss.later}")
    return lines


def _document(found: Replay, worth: Worth) -> dict[str, Any]:
    return {
        "transcripts": found.transcripts,
        "estimated": True,
        "main": _totals_document(found.main),
        "subagents": _totals_document(found.subagents),
        "usd": {"list_price": worth.listed, "cache_read": worth.cached},
        "tools": [_part(part) for part in found.tools],
        "recognisers": [_part(part) for part in found.recognisers],
        "needed": [_miss(miss) for miss in found.misses],
        "needed_not_listed": found.more_misses,
        "left_out": [{"what": what, "count": count} for what, count in found.left_out],
        "not_counted": list(service.NOT_COUNTED),
    }


def _totals_document(totals: Totals) -> dict[str, Any]:
    return {**totals._asdict(), "saved": totals.saved, "net": totals.net}


def _part(part: LedgerPart) -> dict[str, Any]:
    return {"name": part.name, "n": part.projections, "before": part.before, "after": part.after, "net": part.net}


def _miss(miss: Miss) -> dict[str, Any]:
    return miss._asdict()
