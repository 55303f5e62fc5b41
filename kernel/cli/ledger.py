"""``ck savings``: what was saved, what came back."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, print_json
from kernel.model.ledger import Ledger
from kernel.service import ledger as service


@click.command("savings")
@click.option(
    "--days", type=click.IntRange(1, 36_500), metavar="N", help="Only the last N days (default: all)."
)
@click.option("--all", "everywhere", is_flag=True, help="Add up all repositories.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def savings_command(days: int | None, everywhere: bool, as_json: bool) -> None:
    """The ledger: tokens saved minus tokens that came back. Tokens are estimates."""
    with opened_kernel() as kernel:
        totals = service.ledger(kernel, days, everywhere)
    if as_json:
        print_json(_document(totals, days))
        return
    for line in ledger_lines(totals):
        click.echo(line)


def ledger_lines(totals: Ledger) -> list[str]:
    """The ledger as text, a line an entry; the newest 14 days below the totals."""
    if not totals.projections:
        return ["Nothing has been projected here yet."]
    lines = [
        f"n = {totals.projections:,} tool outputs; tokens are estimates",
        f"before    {totals.before:>12,} tokens",
        f"shown     {totals.after:>12,} tokens",
        f"came back {totals.returned:>12,} tokens in {totals.faults:,} recalls by an agent",
        f"net saved {totals.net:>12,} tokens ({_share(totals)})",
        f"looks     {totals.looks:>12,} by a person, which cost the agent nothing",
    ]
    for day in totals.days[-14:]:
        net = day.before - day.after - day.returned
        lines.append(
            f"  {day.day}  n = {day.projections:<6,} {day.before:>10,} → {day.after:>10,}  net {net:>10,}"
        )
    return lines


def _share(totals: Ledger) -> str:
    return "no tokens yet" if not totals.before else f"{100 * totals.net / totals.before:.0f} % of before"


def _document(totals: Ledger, days: int | None) -> dict[str, Any]:
    return {
        **totals._asdict(),
        "n": totals.projections,
        "net": totals.net,
        "estimated": True,
        "period_days": days,
        "days": [day._asdict() for day in totals.days],
    }
