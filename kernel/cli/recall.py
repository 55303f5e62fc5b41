"""``ck recall``, ``ck search``, ``ck park``: what projections put aside."""

import re
import sys
from typing import Any

import click

from kernel.cli.errors import FAILED, kernel_errors
from kernel.cli.output import fallback_kernel, local_time, opened_kernel, original_bytes, plain, print_json
from kernel.model.errors import BadInput
from kernel.model.event import Parked
from kernel.reading.terminal import safe_text
from kernel.service import recall as service
from kernel.service.fallback import FIRST

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_ALL = click.option("--all", "everywhere", is_flag=True, help="Look in all repositories.")


@click.command("recall")
@click.argument("handle")
@click.option("--lines", metavar="A-B", help="Only these lines.")
@click.option("--grep", metavar="RE", help="Only lines that match a Python regular expression.")
@click.option("-C", "--context", type=click.IntRange(0, 1000), default=service.GREP_CONTEXT, show_default=True, help="Lines around each match.")  # fmt: skip
@click.option("--around", metavar="NAME", help="Only the failure of this name (a test, a function), whole; else the lines around it.")
@click.option("--head", type=click.IntRange(1), metavar="N", help="At most N lines.")
@click.option("--raw", is_flag=True, help="Print the lines as they were, escapes and broken bytes too, without numbers; the whole output as it was.")
@click.option("--source", type=click.Choice([service.AGENT, service.PERSON]), help="Who asks (default: a person at a terminal, else an agent).")  # fmt: skip
@_ALL
@_JSON
@kernel_errors
def recall_command(
    handle: str,
    lines: str | None,
    grep: str | None,
    context: int,
    around: str | None,
    head: int | None,
    raw: bool,
    source: str | None,
    everywhere: bool,
    as_json: bool,
) -> None:
    """Print a parked output, or a part of it, with the line numbers of the original.

    HANDLE is the number after "ck recall" in a fold's line; #412 is accepted too. What would steer a terminal (escapes,
    control characters) is left out, also in a pipe, for most pipes end at a terminal. --raw leaves it in: it gives the bytes
    as they were printed, but for masked secrets (ck recall 412 --raw > out.log). --json holds them too, escaped.
    """
    if raw and as_json:
        raise BadInput("give either --raw or --json; JSON holds the lines as they were")
    wanted = service.Selection(_range(lines), grep, around, head, context)
    asks = source or (service.PERSON if sys.stdout.isatty() else service.AGENT)
    number = _handle(handle)
    with opened_kernel() if number < FIRST else fallback_kernel() as kernel:
        found = service.recall(kernel, number, wanted, everywhere=everywhere, source=asks)
    if as_json:
        print_json(_recall_document(found))
    elif raw:
        _print_raw(found)
    else:
        _print_recall(found)
    if not found.lines:
        raise click.exceptions.Exit(FAILED)


@click.command("search")
@click.argument("query", required=False)
@click.option("--regex", metavar="RE", help="A Python regular expression instead of words.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=service.SEARCH_LIMIT, show_default=True, help="At most so many lines.")  # fmt: skip
@_ALL
@_JSON
@kernel_errors
def search_command(query: str | None, regex: str | None, limit: int, everywhere: bool, as_json: bool) -> None:
    """Search the parked outputs for words in any case, freshest first."""
    if (query is None) == (regex is None):
        raise BadInput("give either words to search for or --regex RE")
    with opened_kernel() as kernel:
        asked = query if regex is None else regex
        found = service.search(
            kernel, asked or "", regex=regex is not None, everywhere=everywhere, limit=limit
        )
    if as_json:
        print_json({"query": asked, "hits": [hit._asdict() for hit in found.hits], "cut": found.cut})
    else:
        _print_hits(found, plain(asked or ""))
    if not found.hits:
        raise click.exceptions.Exit(FAILED)


@click.group("park", invoke_without_command=True)
@click.option("-n", "limit", type=click.IntRange(1, 10_000), default=30, show_default=True, help="How many.")
@click.option("--before", type=int, metavar="HANDLE", help="The page before this handle.")
@_ALL
@_JSON
@click.pass_context
@kernel_errors
def park_command(ctx: click.Context, limit: int, before: int | None, everywhere: bool, as_json: bool) -> None:
    """List parked outputs, newest first."""
    if ctx.invoked_subcommand is not None:
        return
    with opened_kernel() as kernel:
        service.keep_limits(kernel)
        rows = service.parked(kernel, limit, before, everywhere)
    if as_json:
        print_json({"parked": [_row_document(row) for row in rows]})
        return
    if not rows:
        click.echo("Nothing is parked here yet: a folded tool output is kept whole, and listed here.")
    for row in rows:
        click.echo(row_text(row))


@park_command.command("purge")
@click.argument("handle", required=False)
@click.option("--days", type=click.IntRange(0, 36_500), metavar="N", help="Those older than N days.")
@click.option(
    "--max-bytes", type=click.IntRange(0), metavar="N", help="The oldest, until N compressed bytes are left."
)
@_ALL
@_JSON
@kernel_errors
def purge_command(
    handle: str | None, days: int | None, max_bytes: int | None, everywhere: bool, as_json: bool
) -> None:
    """Delete parked outputs for good: HANDLE, or those beyond a limit (by default, the limits of the settings)."""
    one = None if handle is None else _handle(handle)
    if one is not None and (days is not None or max_bytes is not None):
        raise BadInput("give either a handle or limits")
    with opened_kernel() as kernel:
        purged = service.purge(kernel, days=days, max_bytes=max_bytes, handle=one, everywhere=everywhere)
    if as_json:
        print_json(purged._asdict())
    else:
        click.echo(f"deleted {_count(purged.events, 'output')}, {purged.bytes:,} compressed bytes")


def row_text(row: Parked) -> str:
    """One line for a list of parked outputs: handle, time, before → after in tokens, exit code, what ran."""
    what = row.command or row.path or row.tool or "(no command)"
    code = "" if row.exit_code in (None, 0) else f"  exit {row.exit_code}"
    secrets = f"  {_count(row.masked, 'value')} masked" if row.masked else ""
    tokens = f"{row.tokens_before:>8,} → {row.tokens_after:<8,}"
    return f"#{row.handle:<6} {local_time(row.at)}  {tokens} {_clip(plain(what))}{code}{secrets}"


def _print_raw(found: service.Recall) -> None:
    text = "\n".join(line.text for line in found.lines)
    click.echo(original_bytes(text), nl=bool(found.lines) and not found.open_end)
    _print_remarks(found)


def _print_recall(found: service.Recall) -> None:
    width = len(str(found.lines[-1].number)) if found.lines else 1
    last = None
    for line in found.lines:
        if last is not None and line.number != last + 1:
            click.echo("-" * width)
        click.echo(f"{line.number:>{width}}\t{safe_text(line.text)}")
        last = line.number
    _print_remarks(found)


def _print_remarks(found: service.Recall) -> None:
    """What must be known of the lines that were printed; a search that did not end found nothing only so far."""
    row = found.row
    if not found.lines and not found.cut:
        click.echo(f"ck: nothing in #{row.handle} ({found.extent()}) matches", err=True)
    if row.masked:
        click.echo(f"ck: {_count(row.masked, 'value')} masked in #{row.handle}", err=True)
    if found.cut:
        click.echo(f"ck: {_so_far(found.cut, bool(found.lines))}", err=True)


def _so_far(cut: str, found: bool) -> str:
    return cut if found else f"nothing was found before the search ended: {cut}"


def _print_hits(found: service.SearchResult, query: str) -> None:
    last = None
    for hit in found.hits:
        if hit.handle != last:
            click.echo(f"#{hit.handle}  (ck recall {hit.handle} --lines A-B)")
            last = hit.handle
        click.echo(f"{hit.line:>7}\t{_clip(safe_text(hit.text), 300)}")
    if not found.hits and not found.cut:
        click.echo(f"ck: no parked output holds {query}", err=True)
    if found.cut:
        click.echo(f"ck: {_so_far(found.cut, bool(found.hits))}", err=True)


def _recall_document(found: service.Recall) -> dict[str, Any]:
    return {
        **_row_document(found.row),
        "total_lines": found.row.lines,
        "lines": [line._asdict() for line in found.lines],
        "tokens": found.tokens,
        "cut": found.cut,
    }


def _row_document(row: Parked) -> dict[str, Any]:
    return {**row._asdict(), "scope": row.scope._asdict()}


def _handle(text: str) -> int:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        raise BadInput(f"{plain(text)} is not a handle; ck park lists them")
    return int(digits)


def _range(text: str | None) -> tuple[int, int] | None:
    """``A-B``, ``A-`` (to the end) or ``A``."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,15})(-(\d{1,15})?)?", text.strip(), re.ASCII)
    if match is None:
        raise BadInput(f"{plain(text)} is not a range of lines (A-B)")
    first = int(match[1])
    last = int(match[3]) if match[3] else 10**15 if match[2] else first
    if first < 1 or last < first:
        raise BadInput(f"{plain(text)} is not a range of lines (A-B, from 1)")
    return first, last


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _clip(text: str, width: int = 80) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
