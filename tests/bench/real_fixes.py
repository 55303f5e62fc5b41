"""Do slices of failing tests show what the fixes changed? One table, paired with what a slicer must beat.

    python tests/bench/real_fixes.py --cases CASES.jsonl --trees DIR [--mirrors DIR] [--vocabulary o200k_base.tiktoken]
                                     [--ablation] [--projects a,b] [--weights words=1,structure=0.5] [--json FILE]

A case is a line of JSON: id, repo (owner/name), parent_commit, fix_commit, test_files, symptom ({root} stands for the
worktree), gold_files, gold_functions (path::Qualified.name), gold_in_traceback. Worktrees are made once below --trees.
With a vocabulary answers are counted in its tokens, else by our estimate; what passes its budget is counted.
"""

import argparse
import json
import multiprocessing
import os
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import baselines
from calibrate_tokens import load_encoder
from fix_cases import Case, Score, lines_of, read_cases, score
from paired import interval

from kernel.reading.symptoms import read_symptom
from kernel.service.kernel import open_kernel
from kernel.service.sources import OpenedSources
from kernel.slicing.cut import cut
from kernel.slicing.manifest import prompt
from kernel.slicing.rank import rank
from kernel.slicing.weights import Weights
from kernel.tokens import estimate

SLICE, BM25, FRAMES = "slice", "BM25 functions", "frames, whole files"
# The kinds of evidence that can be left out. Words also choose the files that are parsed: that part stays.
EVIDENCE = {
    "words": ("words",), "structure": ("structure",), "file": ("file",), "class": ("holder",), "message": ("message",),
    "raises": ("raises",),
}  # fmt: skip

Table = dict[tuple[str, int], Score]


class Job(NamedTuple):
    """One case with what is measured on it."""

    case: Case
    budgets: tuple[int, ...]
    variants: tuple[tuple[str, Weights], ...]
    baselines: bool
    vocabulary: Path | None
    home: str


def variants(weights: Weights, ablation: bool) -> Iterator[tuple[str, Weights]]:
    """The slicer, and with ``ablation`` each kind of evidence left out, and alone."""
    yield SLICE, weights
    if not ablation:
        return
    off = weights._replace(**{field: 0.0 for fields in EVIDENCE.values() for field in fields})
    for name, fields in EVIDENCE.items():
        yield f"without {name}", weights._replace(**dict.fromkeys(fields, 0.0))
    for name, fields in EVIDENCE.items():
        yield f"only {name}", off._replace(**{field: getattr(weights, field) for field in fields})
    yield "no length discount", weights._replace(length=0.0, length_elsewhere=0.0)
    yield "no captured output", weights._replace(captured=0.0)
    yield "no unquoted tests", weights._replace(unquoted=0.0, unquoted_elsewhere=0.0)
    yield "all lines alike", weights._replace(said=1.0)


@cache
def counter(vocabulary: Path | None) -> Callable[[str], int]:
    """Counts tokens of a text."""
    if vocabulary is None:
        return estimate
    encode = load_encoder(vocabulary)
    return lambda text: len(encode(text))


def measure(job: Job) -> tuple[str, Table]:
    """Every variant and baseline on one case."""
    count, table = counter(job.vocabulary), Table()
    symptom = read_symptom(job.case.symptom)
    with open_kernel(str(job.case.root), {**os.environ, "CK_HOME": job.home}) as kernel:
        opened = OpenedSources(kernel, _silent)
        sources = opened.open()
        for name, weights in job.variants:
            ranking = rank(symptom, (), sources, _silent, 3 * max(job.budgets), weights)
            for budget in job.budgets:
                piece = cut(ranking, budget, "bench")
                tokens = count(prompt(piece, sources.lines)) if name == SLICE else piece.budget.used
                table[name, budget] = score(job.case, lines_of((i.path, i.ranges) for i in piece.items), tokens)
        opened.save()
        if job.baselines:
            wide = OpenedSources(kernel, _silent, max_parsed=1_000_000)
            sources = wide.open()
            ranked = baselines.ranked_functions(symptom, sources)
            for budget in job.budgets:
                for name, answer in (
                    (BM25, baselines.fill(ranked, sources, count, budget)),
                    (FRAMES, baselines.frames(symptom, sources, count, budget)),
                ):
                    shown = lines_of((path, ranges) for path, ranges, _ in answer)
                    table[name, budget] = score(job.case, shown, sum(tokens for _, _, tokens in answer))
            wide.save()
    return job.case.id, table


def _silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def summary(symptom: str) -> str:
    """The lines of a test output that name failing tests."""
    return "".join(f"{line}\n" for line in symptom.splitlines() if line.startswith(("FAILED ", "ERROR ")))


def print_table(cases: Sequence[Case], tables: dict[str, Table], names: Sequence[str], budgets: Sequence[int]) -> None:
    """Files / functions / cases with all functions, all cases and those whose fix is in no file of the traceback."""
    apart = [c for c in cases if c.outside]
    print(f"{len(cases)} cases of {len({c.project for c in cases})} projects, {len(apart)} with the fix outside of the traceback")
    print("files / functions / all functions, in %; mean tokens; answers over the budget")
    for title, some in (("all", cases), ("fix outside", apart)):
        for name in names:
            cells = []
            for budget in budgets:
                found = [tables[c.id][name, budget] for c in some]
                over = sum(s.tokens > budget for s in found)
                cells.append(f"{_row(found)} {statistics.mean(s.tokens for s in found):6.0f}{over:3}")
            print(f"{title:12}{name:22}" + "  |  ".join(cells))


def _row(found: Sequence[Score]) -> str:
    functions = [s.functions for s in found if s.functions is not None]
    shares = (statistics.mean(s.files for s in found), statistics.mean(functions), statistics.mean(s.all for s in found))
    return " ".join(f"{100 * share:5.1f}" for share in shares)


def print_pairs(cases: Sequence[Case], tables: dict[str, Table], names: Sequence[str], budgets: Sequence[int], to: str) -> None:
    """Differences of functions shown, with their interval."""
    for name in names:
        for budget in budgets:
            differences: dict[str, list[float]] = {}
            for case in cases:
                ours, theirs = tables[case.id][name, budget].functions, tables[case.id][to, budget].functions
                if ours is not None and theirs is not None:
                    differences.setdefault(case.project, []).append(ours - theirs)
            mean, low, high = interval(differences)
            print(f"{name} − {to} at {budget}: {100 * mean:+.1f} points, 95 % interval {100 * low:+.1f} to {100 * high:+.1f}")


def _weights(text: str) -> Weights:
    pairs = (part.split("=") for part in text.split(",") if part)
    return Weights()._replace(**{name: float(value) for name, value in pairs})


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True, help="where the worktrees are, and the cache beside them")
    parser.add_argument("--mirrors", type=Path, help="git folders to make missing worktrees from")
    parser.add_argument("--vocabulary", type=Path, help="a .tiktoken file")
    parser.add_argument("--budgets", default="8000,20000,40000")
    parser.add_argument("--ablation", action="store_true", help="each kind of evidence left out, and alone")
    parser.add_argument("--no-baselines", action="store_true")
    parser.add_argument("--summary", action="store_true", help="give only the FAILED and ERROR lines of the test output")
    parser.add_argument("--projects", help="only these, by name; -a,b for all others")
    parser.add_argument("--weights", default="", help="name=value,… instead of the shipped ones")
    parser.add_argument("--json", type=Path, help="write every score")
    options = parser.parse_args()
    cases = read_cases(options.cases, options.trees, options.mirrors)
    if options.projects:
        named = set(options.projects.removeprefix("-").split(","))
        cases = [c for c in cases if (c.project in named) != options.projects.startswith("-")]
    if options.summary:
        cases = [c._replace(symptom=summary(c.symptom)) for c in cases if summary(c.symptom)]
    if not cases:
        parser.error("no case has a worktree: give --mirrors")
    budgets = tuple(map(int, options.budgets.split(",")))
    chosen = tuple(variants(_weights(options.weights), options.ablation))
    home = str(options.trees.resolve() / "home")
    jobs = [Job(c, budgets, chosen, not options.no_baselines, options.vocabulary, home) for c in cases]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        tables = dict(pool.imap_unordered(measure, jobs))
    names = [name for name, _ in chosen] + ([] if options.no_baselines else [BM25, FRAMES])
    print_table(cases, tables, names, budgets)
    if not options.no_baselines:
        print_pairs(cases, tables, [SLICE], budgets, BM25)
    if options.ablation:
        print_pairs(cases, tables, [n for n in names if n.startswith(("without", "no ", "all "))], budgets, SLICE)
    if options.json:
        rows = [{"id": c.id, "variant": n, "budget": b, **s._asdict()} for c in cases for (n, b), s in tables[c.id].items()]
        options.json.write_text(json.dumps(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
