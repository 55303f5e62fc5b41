"""``ck sessions``: which agents work here, how full their windows are, and what is sent to them."""

import sys
import time
from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import local_time, opened_kernel, plain, print_json
from kernel.cli.steer import read_item
from kernel.model.errors import NotFound
from kernel.model.moment import OUTPUT, Moment
from kernel.model.session import MAIN, Delivery, Session
from kernel.service import deliveries, sessions
from kernel.service.kernel import Kernel
from kernel.service.statusline import short
from kernel.service.timeline import timeline
from kernel.service.window import ContextWindow, window

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group("sessions", invoke_without_command=True)
@click.option("--all", "everywhere", is_flag=True, help="Of all repositories.")
@_JSON
@click.pass_context
@kernel_errors
def sessions_command(ctx: click.Context, everywhere: bool, as_json: bool) -> None:
    """List the agents' sessions of this worktree, the last active first, subagents under their session."""
    if ctx.invoked_subcommand is not None:
        return
    with opened_kernel() as kernel:
        found = sessions.tree(sessions.sessions(kernel, everywhere=everywhere))
        windows = {main.session: window(kernel, main.session) for main, _ in found}
        if as_json:
            print_json({"sessions": [_document(main, subs, windows[main.session]) for main, subs in found]})
            return
        if not found:
            click.echo("No agent's session is known here: install the hooks with ck install claude.")
        for main, subs in found:
            click.echo(_line(main, windows[main.session]))
            for sub in subs:
                click.echo(f"  {plain(sub.agent)}  {plain(sub.kind)}  {_state(sub)}")


@sessions_command.command("send")
@click.argument("words", nargs=-1, metavar="[TEXT|-]")
@click.option("--item", metavar="PLACE", help="Send PATH or PATH:A-B with its lines.")
@click.option("--to", "session", default="", metavar="ID", help="For this session only (default: whoever works here next).")
@_JSON
@kernel_errors
def send_command(words: tuple[str, ...], item: str | None, session: str, as_json: bool) -> None:
    """Tell an agent something at its next event: a note, or lines of a file."""
    with opened_kernel() as kernel:
        if item is not None:
            number = deliveries.queue_lines(kernel, *_place(kernel, item), session)
        else:
            text = sys.stdin.read() if words == ("-",) else " ".join(words)
            number = deliveries.queue(kernel, "note", text, session)
        if as_json:
            print_json({"queued": number})
        else:
            click.echo(f"queued: {number}")


@sessions_command.command("sent")
@_JSON
@kernel_errors
def sent_command(as_json: bool) -> None:
    """List what waits for agents here, and what they were given."""
    with opened_kernel() as kernel:
        waiting, given = deliveries.pending(kernel), deliveries.delivered(kernel)
        if as_json:
            print_json({"waiting": [one._asdict() for one in waiting], "given": [one._asdict() for one in given]})
            return
        if not waiting and not given:
            click.echo("Nothing was sent here yet (ck sessions send).")
        for one in (*waiting, *given):
            click.echo(_delivery_line(one))


@sessions_command.command("events")
@click.argument("session", default="", metavar="[ID]")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, metavar="N", help="Only the last N (default: 50).")
@_JSON
@kernel_errors
def events_command(session: str, limit: int, as_json: bool) -> None:
    """List what happened in a session (by default the one that was active last), oldest first."""
    with opened_kernel() as kernel:
        known = [one.session for one, _ in sessions.tree(sessions.sessions(kernel))]
        chosen = next((one for one in known if one.startswith(session)), None)
        if chosen is None:
            raise NotFound(f"no session {session!a} is known here" if session else "no session is known here")
        found = timeline(kernel, chosen, limit=limit)
        if as_json:
            print_json({"session": chosen, "events": [one._asdict() for one in found]})
            return
        for one in found:
            click.echo(_moment_line(one))


@sessions_command.command("withdraw")
@click.argument("number", type=int)
@kernel_errors
def withdraw_command(number: int) -> None:
    """Take back what was not given yet."""
    with opened_kernel() as kernel:
        if not deliveries.withdraw(kernel, number):
            raise NotFound(f"nothing with the number {number} waits here")
        click.echo(f"withdrawn: {number}")


def _place(kernel: Kernel, place: str) -> tuple[str, int, int]:
    """Path, first and last line of PATH, PATH:A or PATH:A-B."""
    path, _, span = place.rpartition(":")
    first, _, last = span.partition("-")
    if not path or not first.isdecimal() or not (last or first).isdecimal():
        path, first, last = place, "1", str(sys.maxsize)
    return read_item(kernel.repository.root, path, must_exist=True)[0], int(first), int(last or first)


def _line(one: Session, now: ContextWindow | None) -> str:
    used = "" if now is None or now.used is None else f"  window {100 * now.used / now.size:.0f} % of {short(now.size)}"
    return f"{plain(one.session)}  {local_time(one.last)}  {_state(one)}{used}"


def _state(one: Session) -> str:
    if one.ended is not None:
        return f"ended ({plain(one.reason)})" if one.reason else "ended"
    minutes = (time.time() - one.last) / 60
    return plain(one.last_event) + ("" if minutes < 1 else f" {minutes:,.0f} min ago")


def _moment_line(one: Moment) -> str:
    whose = f"[{one.agent}] " if one.agent not in ("", MAIN) else ""
    tokens = f"  {short(one.before)} → {short(one.after)}" if one.kind == OUTPUT else f"  {short(one.before)}" if one.before else ""
    failed = "  failed" if one.exit_code not in (None, 0) else ""
    number = f" {one.number}" if one.number else ""
    what = f"{whose}{one.name} {one.text.strip().split(chr(10))[0][:100]}".strip()
    return f"{local_time(one.at)}  {one.kind}{number}  {plain(what)}{tokens}{failed}{f'  {plain(one.state)}' if one.state else ''}"


def _delivery_line(one: Delivery) -> str:
    to = plain(one.receiver or one.session) or "whoever comes next"
    if one.sent is None:
        when = "queued"
    else:
        when = f"sent {local_time(one.sent)}" if one.delivered is None else f"delivered {local_time(one.delivered)}"
    return f"{one.seq}  {when}  {one.kind}  → {to}: {plain(one.text.split(chr(10))[0][:80])}"


def _document(main: Session, subs: tuple[Session, ...], now: ContextWindow | None) -> dict[str, Any]:
    return {
        **main._asdict(),
        "window": None if now is None else {**now._asdict(), "occupancy": now.occupancy},
        "subagents": [sub._asdict() for sub in subs],
    }
