"""``ck window``: how full a session's window is, and whether a compaction pays."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.advice import Advice
from kernel.model.errors import BadInput, NotFound
from kernel.model.session import MAIN
from kernel.service.advisor import NOT_KNOWN, advice, sentence
from kernel.service.kernel import Kernel
from kernel.service.sessions import sessions
from kernel.service.window import ContextWindow, window


@click.command("window")
@click.argument("session", default="", metavar="[SESSION]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def window_command(session: str, as_json: bool) -> None:
    """Tell how full a session's window is, and whether a compaction pays before the session ends.

    SESSION is an id or its beginning (default: the session that was active last in this worktree). What it rests on is said.
    """
    with opened_kernel() as kernel:
        name = _found(kernel, session)
        now = window(kernel, name)
        found = advice(kernel, name, now)
    assert now is not None
    if as_json:
        print_json(_document(name, now, found))
        return
    click.echo(f"session   {plain(name)}")
    click.echo(f"window    {_filled(now)}")
    if found is not None:
        for line in _lines(found):
            click.echo(line)


def _found(kernel: Kernel, wanted: str) -> str:
    """The id of a session.

    Raises:
        NotFound: There is none.
        BadInput: Several begin so.
    """
    known = [one.session for one in sessions(kernel, 1_000) if one.agent == MAIN and one.session.startswith(wanted)]
    if not known:
        raise NotFound(f"no session {wanted!a} is known here" if wanted else "no session is known here")
    if wanted and len(known) > 1 and wanted not in known:
        raise BadInput(f"{len(known)} sessions begin with {wanted!a}")
    return wanted if wanted in known else known[0]


def _filled(now: ContextWindow) -> str:
    size = f"{now.size:,} tokens ({now.size_source})"
    if now.used is None:
        return f"nobody told how full, of {size}"
    return f"{100 * now.used / now.size:.0f} %: {now.used:,} ({now.used_source}) of {size}"


def _lines(found: Advice) -> list[str]:
    reach = found.lifetime
    lines = [f"advice    {sentence(found)}"]
    if reach.calls is not None:
        lines.append(f"rests on  n = {reach.outputs:,} outputs here, {reach.again:,} shown again, 90 % of these within {reach.calls:,} calls")
    if found.calls is not None and found.done:
        worth = "save" if found.saved >= 0 else "cost"
        lines.append(f"          it would {worth} about {abs(found.saved):,} fresh input tokens in all ({found.rates.source})")
    return [*lines, *(f"not known: {what}" for what in NOT_KNOWN)]


def _document(session: str, now: ContextWindow, found: Advice | None) -> dict[str, Any]:
    told = None
    if found is not None:
        told = {
            **found._asdict(), "lifetime": found.lifetime._asdict(), "rates": found.rates._asdict(), "sentence": sentence(found),
            "not_known": list(NOT_KNOWN),
        }  # fmt: skip
    return {"session": session, "window": {**now._asdict(), "occupancy": now.occupancy}, "advice": told}
