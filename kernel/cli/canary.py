"""``ck canary`` and ``ck reset-canary``: whether what replaces outputs reaches the agent."""

from typing import Any

import click

from kernel.cli.errors import FAILED, kernel_errors
from kernel.cli.output import local_time, opened_kernel, plain, print_json
from kernel.model.canary import ARRIVED, DEGRADED, GONE, OTHER, PENDING, WHOLE, CanaryState, Replacement
from kernel.service import canary as service

_WORDS = {
    PENDING: "not known yet", ARRIVED: "arrived", WHOLE: "MISSED: the original was shown", OTHER: "MISSED: something else was shown",
    GONE: "the transcript does not tell",
}  # fmt: skip


@click.command("canary")
@click.option("--limit", type=click.IntRange(1, 1_000), default=10, metavar="N", help="Show the last N replacements (default: 10).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def canary_command(limit: int, as_json: bool) -> None:
    """Tell whether what replaces tool outputs reaches the agent, as its transcripts tell.

    Exits 1 where it does not: outputs of that kind are then left whole, but for a try from time to time.
    """
    with opened_kernel() as kernel:
        service.check_waiting(kernel)
        whole, states, last = service.state(kernel), service.states(kernel), service.replacements(kernel, limit)
    if as_json:
        kinds, rows = [one._asdict() for one in states], [_row(one) for one in last]
        print_json({**whole._asdict(), "kinds": kinds, "replacements": rows})
    elif not states and not last:
        click.echo("Nothing was replaced yet, so nothing is known.")
    else:
        for one in states:
            click.echo(state_line(one))
        for each in last:
            handle = "" if each.handle is None else f" {each.handle}"
            click.echo(f"  {local_time(each.at)}  {plain(each.kind)}{handle}  {_WORDS[each.verdict]}{' (a try)' if each.probe else ''}")
    if whole.state == DEGRADED:
        raise click.exceptions.Exit(FAILED)


@click.command("reset-canary")
@kernel_errors
def reset_canary_command() -> None:
    """Replace outputs again, whatever was missed before, and begin to look anew."""
    with opened_kernel() as kernel:
        click.echo(f"forgotten: {service.reset(kernel)} states")


def state_line(one: CanaryState) -> str:
    """A canary as a line of text."""
    seen = f", last {local_time(one.last_seen)}" if one.last_seen is not None else ""
    missed = f", {one.missed:,} missed (last {local_time(one.last_missed)})" if one.last_missed is not None else ""
    return f"{one.state:<9} {plain(one.version) or 'unknown version'}  {plain(one.kind)}: {one.arrived:,} arrived{seen}{missed}"


def _row(one: Replacement) -> dict[str, Any]:
    """Without the marks: they are of use to nobody else."""
    left_out = ("shown", "raw")
    return {name: value for name, value in one._asdict().items() if name not in left_out} | {"verdict": one.verdict or "pending"}
