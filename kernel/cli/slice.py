"""``ck slice``: symptom → the functions and files that can matter, under a token budget."""

import gc
import sys
import time

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.cli.steer import read_item
from kernel.model.errors import BadInput
from kernel.model.slice import Slice
from kernel.reading.terminal import safe_text
from kernel.service import steer
from kernel.service.json_form import languages, slice_json
from kernel.service.kernel import Kernel
from kernel.service.slicing import NO_SOURCE, ROOM, Progress, SliceRequest, cut, item_digest, rank, render

_MAX_SYMPTOM_BYTES = 50_000_000
MAX_BUDGET = 99_999_999
# A slice that is quicker says nothing on its way.
_QUIET_SECONDS = 1.0


@click.command("slice")
@click.option("--repo", metavar="DIR", help="The repository (default: here).")
@click.option("--symptom", metavar="FILE", help="A traceback, test output or message; - reads standard input.")
@click.option("--seed", "seeds", multiple=True, metavar="PLACE", help="PATH, PATH:LINE or PATH::Name to start from (repeatable).")
@click.option("--pin", "pins", multiple=True, metavar="ITEM", help="Always show PATH or PATH::Name (repeatable, remembered).")
@click.option("--drop", "drops", multiple=True, metavar="ITEM", help="Never show PATH or PATH::Name (repeatable, remembered).")
@click.option("--from-diff", "from_diff", is_flag=False, flag_value="", metavar="[REF]", help="Start from the changes since REF (default HEAD).")
@click.option("--evidence", "evidence", multiple=True, metavar="KIND", help="Also use history (git), coverage (a coverage file) or priors (earlier tasks); repeatable.")
@click.option("--budget", default=None, metavar="N|auto|none", help="Tokens of the rendered slice (default: setting slice_budget).")
@click.option("--session", default="", envvar="CLAUDE_CODE_SESSION_ID", metavar="ID", help="Whose window --budget auto looks at (default: the agent's session that runs this).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--order", type=click.Choice(["best", "ends"]), default="best", help="Of files in a prompt: best first, or best at both ends.")
@click.option("--format", "form", type=click.Choice(["text", "prompt"]), default="text", help="text for people, prompt for an agent.")
@kernel_errors
def slice_command(
    repo: str | None,
    symptom: str | None,
    seeds: tuple[str, ...],
    pins: tuple[str, ...],
    drops: tuple[str, ...],
    from_diff: str | None,
    evidence: tuple[str, ...],
    budget: str | None,
    session: str,
    as_json: bool,
    order: str,
    form: str,
) -> None:
    """Find what can matter for a symptom: functions and files, why, and at what price.

    Without --symptom, --seed or --from-diff the symptom is read from standard input when that is no terminal.
    """
    # A short process that makes many small lasting objects: collecting them in between only costs (about 6 %).
    gc.disable()
    with opened_kernel(repo) as kernel:
        limit, source = _limit(kernel, budget, session)
        text = _read(symptom, bool(seeds) or from_diff is not None)
        ranking = rank(kernel, SliceRequest(text, seeds, from_diff, evidence), _progress(), room=ROOM if limit is None else limit * 3)
        for verb, items in (("pin", pins), ("drop", drops)):
            for item in items:
                path, name = read_item(kernel.repository.root, item, must_exist=True)
                digest = item_digest(kernel, path, name)
                (steer.pin if verb == "pin" else steer.drop)(kernel, ranking.task, path, name, digest)
        piece = cut(kernel, ranking, limit, source)
        _print(kernel, piece, as_json, form, order == "ends")
    if not piece.items:
        # What there is to know is printed already, under --json as the one document.
        reason = "nothing in this repository matches the symptom"
        if ranking.candidates:
            reason = f"nothing fits into {limit} tokens"
        elif NO_SOURCE in ranking.notes:
            reason = NO_SOURCE
        click.echo(f"ck: {reason}", err=True)
        raise click.exceptions.Exit(1)


def _progress() -> Progress | None:
    """Progress of a long slice in one line that is written over, where a person watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    began = time.monotonic()
    lasting = "\r\x1b[K"

    def tell(stage: str, done: int, total: int) -> None:
        if time.monotonic() - began > _QUIET_SECONDS:
            click.echo(f"{lasting}{stage}{f' {done:,} of {total:,}' if total else ''} …", nl=False, err=True)
            if stage == "ranked":
                click.echo(lasting, nl=False, err=True)

    return tell


def _limit(kernel: Kernel, budget: str | None, session: str) -> tuple[int | None, str]:
    default = kernel.settings.slice_budget or None
    if budget is None:
        return default, "setting slice_budget"
    if budget == "none":
        return None, "no limit asked for"
    if budget == "auto":
        from kernel.service.window import budget as of_window

        return of_window(kernel, session)
    if not budget.isascii() or not budget.isdigit() or not 0 < int(budget[:12]) <= MAX_BUDGET:
        raise BadInput(f"--budget takes 1 to {MAX_BUDGET:,} tokens, auto or none, not {budget!a}")
    return int(budget), "asked for"


def _read(symptom: str | None, other_input: bool) -> str:
    if symptom is None:
        if other_input or sys.stdin is None or sys.stdin.isatty():
            return ""
        symptom = "-"
    try:
        if symptom == "-":
            data = sys.stdin.buffer.read(_MAX_SYMPTOM_BYTES)
        else:
            with open(symptom, "rb") as file:  # noqa: PTH123  (pathlib would cost every slice 3 ms)
                data = file.read(_MAX_SYMPTOM_BYTES)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read the symptom {symptom!a}: {getattr(error, 'strerror', None) or error}") from None
    return data.decode("utf-8", "replace")


def _print(kernel: Kernel, piece: Slice, as_json: bool, form: str, ends: bool) -> None:
    if as_json:
        print_json(slice_json(piece))
    elif form == "prompt":
        click.echo(safe_text(render(kernel, piece, ends)), nl=False)
    else:
        click.echo("\n".join(plain(line) for line in slice_lines(piece)))


def slice_lines(piece: Slice) -> list[str]:
    """A slice for people: one line an item, then what is missing."""
    limit = "no limit" if piece.budget.limit is None else f"of {piece.budget.limit:,}"
    verdict = piece.sufficiency
    lines = [
        piece.title,
        f"task {piece.task} · {piece.budget.used:,} tokens {limit} ({piece.budget.source}) · {verdict.verdict}: {verdict.reason}",
        "",
    ]
    for seed in piece.seeds[:12]:
        lines.append(f"seed  {seed.path}{f':{seed.line}' if seed.line else ''}  {seed.why}")
    lines += ["", *(_item_line(k, piece) for k in range(len(piece.items)))]
    if not piece.items:
        return [piece.title, *(f"note: {n}" for n in piece.notes)]
    lines += ["", f"excluded: {piece.excluded_count:,} definitions"]
    lines += [f"  {e.tokens:>7,}  {e.path}{f'::{e.symbol}' if e.symbol else ''}  {e.reason}" for e in piece.excluded[:5]]
    lines += [f"may be missed: {f.path}  ({f.why})" for f in piece.expected_faults]
    lines += [f"pin not met: {p}" for p in piece.unmet_pins]
    lines += [f"blind spot: {b.path}:{b.line} {b.what}" for b in piece.blind_spots]
    lines += [f"note: {n}" for n in piece.notes]
    lines.append("read: " + ", ".join(f"{name} ({level})" for name, level in languages(piece).items()))
    return lines


def _item_line(index: int, piece: Slice) -> str:
    item = piece.items[index]
    where = ", ".join(f"{a}-{b}" for a, b in item.ranges[:3]) + (" …" if len(item.ranges) > 3 else "")
    name = f"{item.path}::{item.symbols[0]}" if item.symbols else item.path
    mark = "pinned · " if item.pinned else ""
    return f"{item.tokens:>7,}  {name}  {where}  {mark}{' → '.join(item.why)}"
