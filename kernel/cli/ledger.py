"""``ck savings``: what was saved, what came back."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.ledger import Ledger, LedgerSplit
from kernel.service import ledger as service


@click.command("savings")
@click.option(
    "--days", type=click.IntRange(1, 36_500), metavar="N", help="Only the last N days (default: all)."
)
@click.option("--all", "everywhere", is_flag=True, help="Add up all repositories.")
@click.option("--by", type=click.Choice(service.PARTS), help="Split the savings into parts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def savings_command(days: int | None, everywhere: bool, by: str | None, as_json: bool) -> None:
    """The ledger: tokens saved minus tokens that came back. Tokens are estimates.

    Savings are counted against what the agent's harness would have shown by itself.
    """
    with opened_kernel() as kernel:
        totals = service.ledger(kernel, days, everywhere)
        split = service.split(kernel, by, days, everywhere) if by else None
        worth = service.worth(kernel, totals.net)
        counting = not kernel.settings.log_off
    if as_json:
        document = {**_document(totals, days, worth), "counting": counting}
        print_json({**document, **(_split_document(split) if split else {})})
        return
    for line in split_lines(split) if split else ledger_lines(totals, worth):
        click.echo(line)
    if not counting:
        click.echo("ck: nothing is counted at present (log_off)", err=True)


def split_lines(split: LedgerSplit) -> list[str]:
    """A split ledger as text, a line a part, and what it does not count."""
    if not split.parts:
        return ["Nothing has been projected here yet."]
    nameless = "(not folded)" if split.by == "recogniser" else "(unknown)"
    lines = [
        f"{part.net:>10,} net  {part.before:>10,} → {part.after:>10,}  came back {part.returned:>8,}  "
        f"n = {part.projections:<6,} {plain(part.name) or nameless}"
        for part in split.parts
    ]
    return [*lines, *_left_out(split.not_counted)]


def ledger_lines(totals: Ledger, worth: service.Worth | None = None) -> list[str]:
    """The ledger as text, a line an entry; the newest 14 days below the totals."""
    if not totals.projections:
        return ["Nothing has been projected here yet."]
    lines = [
        f"n = {totals.projections:,} tool outputs; tokens are estimates",
        f"before    {totals.before:>12,} tokens that the harness would have shown",
        f"shown     {totals.after:>12,} tokens",
        f"came back {totals.returned:>12,} tokens in {totals.faults:,} faults (recalled, read or run again by an agent)",
        f"net saved {totals.net:>12,} tokens ({_share(totals)})",
        f"looks     {totals.looks:>12,} by a person, which cost the agent nothing",
        *(_worth_lines(worth) if worth is not None else ()),
    ]
    for day in totals.days[-14:]:
        net = day.before - day.after - day.returned
        lines.append(
            f"  {day.day}  n = {day.projections:<6,} {day.before:>10,} → {day.after:>10,}  net {net:>10,}"
        )
    return [*lines, *_left_out(service.NOT_COUNTED)]


def _worth_lines(worth: service.Worth) -> list[str]:
    if worth.listed is None and worth.cached is None:
        return ["worth     no price is set: ck config set price_list CENTS (and price_cache_read)"]
    said = ((worth.listed, "at list price, sent once"), (worth.cached, "each time it is read from the cache again"))
    return [f"worth     {value:>12,.2f} USD {how}" for value, how in said if value is not None]


def _left_out(sentences: tuple[str, ...]) -> list[str]:
    return [f"not counted: {what}" for what in sentences]


def _share(totals: Ledger) -> str:
    return "no tokens yet" if not totals.before else f"{100 * totals.net / totals.before:.0f} % of before"


def _split_document(split: LedgerSplit) -> dict[str, Any]:
    parts = [{**part._asdict(), "net": part.net} for part in split.parts]
    return {"by": split.by, "parts": parts, "not_counted": list(split.not_counted)}


def _document(totals: Ledger, days: int | None, worth: service.Worth) -> dict[str, Any]:
    return {
        **totals._asdict(),
        "n": totals.projections,
        "net": totals.net,
        "estimated": True,
        "period_days": days,
        "days": [day._asdict() for day in totals.days],
        "usd": {"list_price": worth.listed, "cache_read": worth.cached},
        "not_counted": list(service.NOT_COUNTED),
    }
