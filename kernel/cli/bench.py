"""``ck bench``: measure the kernel on a repository of one's own."""

import sys

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.model.errors import BadInput
from kernel.service.bench import ArmResult, BenchResult, sufficiency
from kernel.verify.bench.faults import ARMS
from kernel.verify.bench.outcome import Rate

# Short names for the command line.
_ARMS = dict(zip(("original", "message", "frame", "two-with", "two-without"), ARMS, strict=True))


@click.group("bench")
def bench_command() -> None:
    """Measure the kernel on a repository."""


@bench_command.command("sufficiency")
@click.option("--repo", metavar="DIR", help="The repository (default: here).")
@click.option("--cases", type=click.IntRange(1, 10_000), default=60, show_default=True, help="At most this many an arm.")
@click.option("--budgets", default="4000,8000,20000", show_default=True, metavar="N,…", help="Tokens of a slice.")
@click.option("--arms", default=",".join(_ARMS), show_default=True, metavar="ARM,…", help="What the symptom holds.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@kernel_errors
def sufficiency_command(repo: str | None, cases: int, budgets: str, arms: str, as_json: bool) -> None:
    """Does a slice show the function that raised, when no frame of the symptom names it?

    Every case is a raise statement of the repository with a literal message; its own frame is withheld. An answer
    counts when it shows all lines of the function and keeps its budget.
    """
    limits, chosen = _budgets(budgets), _arms(arms)
    with opened_kernel(repo) as kernel:
        result = sufficiency(kernel, cases, limits, chosen, _tell if sys.stderr.isatty() else None)
    if as_json:
        print_json(_document(result))
    else:
        _print(result)


def _budgets(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 0 < int(part[:10]) < 1_000_000 and len(part) < 8 for part in parts):
        raise BadInput(f"--budgets takes numbers of tokens with commas between them, not {text!a}")
    return tuple(dict.fromkeys(map(int, parts)))


def _arms(text: str) -> tuple[str, ...]:
    parts = [part.strip() for part in text.split(",")]
    unknown = [part for part in parts if part not in _ARMS]
    if unknown:
        raise BadInput(f"--arms knows {', '.join(_ARMS)}, not {unknown[0]!a}")
    return tuple(dict.fromkeys(_ARMS[part] for part in parts))


def _tell(stage: str, done: int, total: int) -> None:
    click.echo(f"\r{stage}: {done} of {total}\x1b[K", nl=False, err=True)


def _document(result: BenchResult) -> dict[str, object]:
    arms = [
        {**arm._asdict(), "slice": arm.slice._asdict(), "grep": arm.grep._asdict() if arm.grep else None, "missed": list(arm.missed)}
        for arm in result.arms
    ]
    return {**result._asdict(), "arms": arms}


def _print(result: BenchResult) -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    click.echo(f"{result.candidates} raises in {result.scanned} files of {plain(result.repo)}")
    click.echo(f"{'arm':28}{'budget':>7}{'n':>5}  {'slice':>6}  {'95 % interval':>15}{'tokens':>8}{'over':>6}  {'grep':>6}{'tokens':>8}")
    for arm in result.arms:
        click.echo(f"{arm.arm:28}{arm.budget:>7}{arm.slice.n:>5}  {_rate(arm.slice)}  {_grep(arm)}")
    for arm in result.arms:
        if arm.missed and arm.budget == max(a.budget for a in result.arms):
            click.echo(f"missed, {arm.arm}: " + "; ".join(map(plain, arm.missed)))
    click.echo(result.method)


def _rate(rate: Rate) -> str:
    interval = f"{rate.low:.1%} – {rate.high:.1%}"
    return f"{rate.rate:>6.1%}  {interval:>15}{rate.tokens:>8,.0f}{rate.over:>6}"


def _grep(arm: ArmResult) -> str:
    return f"{arm.grep.rate:>6.1%}{arm.grep.tokens:>8,.0f}" if arm.grep else f"{'–':>6}"
