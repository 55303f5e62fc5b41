"""``ck context``: what occupies a session's window now."""

from typing import Any

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.occupancy import Occupancy, Part
from kernel.service import occupancy as service


@click.command("context")
@click.argument("session", default="", metavar="[SESSION]")
@click.option("--agent", default="main", metavar="ID", help="A subagent's window.")
@click.option("--top", type=click.IntRange(0, 1_000), default=10, show_default=True, help="How many of the largest things are listed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def context_command(session: str, agent: str, top: int, as_json: bool) -> None:
    """Show what occupies a session's window since its last compaction, by source and by turn.

    SESSION is an id or its beginning, or a transcript (default: this repository's newest session). The total is the harness's own
    count; what each part takes of it is estimated.
    """
    with opened_kernel() as kernel:
        path, name = service.find(kernel, session)
        found = service.occupancy(kernel, path, name, agent, top)
    if as_json:
        print_json(_document(found))
        return
    for line in _lines(found):
        click.echo(line)


def _lines(found: Occupancy) -> list[str]:
    share = 100 * found.used / found.size
    lines = [
        f"session {plain(found.session)}" + ("" if found.agent == "main" else f", agent {plain(found.agent)}"),
        f"{found.used:,} of {found.size:,} tokens ({share:.0f} %); size {found.size_source}; compacted {found.compactions:,} times",
        _counted(found),
        "by source (estimates):",
        *(_part(part, found.used) for part in found.sources),
        "by turn (estimates, without the system's part):",
        *(_part(part, found.used) for part in found.turns),
    ]
    if found.largest:
        lines.append("largest:")
    for one in found.largest:
        where = f"turn {one.turn}, line {one.line:,}" + (f", ck recall {one.handle}" if one.handle is not None else "")
        lines.append(f"  {one.tokens:>10,}  {plain(one.source)}: {plain(one.name)} ({where})")
    if found.unread:
        lines.append(f"left out: {found.unread:,} lines of the transcript that cannot be read")
    return [*lines, *(f"not known: {what}" for what in service.NOT_KNOWN)]


def _counted(found: Occupancy) -> str:
    if found.measured is None:
        return f"{found.since:,} by estimate: the harness counted nothing yet"
    since = f", and {found.since:,} came since (estimate)" if found.since else ""
    return f"{found.measured:,} as the harness counted at {found.measured_at}{since}; estimates are scaled by {found.scale:.2f} to fit"


def _part(part: Part, whole: int) -> str:
    return f"  {part.tokens:>10,}  {100 * part.tokens / max(1, whole):3.0f} %  {plain(part.name)} (n = {part.n:,})"


def _document(found: Occupancy) -> dict[str, Any]:
    told = found._asdict()
    for name in ("sources", "turns", "largest"):
        told[name] = [one._asdict() for one in getattr(found, name)]
    return {**told, "used": found.used, "estimated": ["since", "sources", "turns", "largest"], "not_known": list(service.NOT_KNOWN)}
