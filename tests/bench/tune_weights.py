"""Choose the weights of ranking on some projects and report them on the others, both ways round.

    python tests/bench/tune_weights.py --cases CASES.jsonl --trees DIR [--rounds 2] [--half a,b,c]

One constant at a time is moved by the steps below; a move stays when the mean share of functions shown, over budgets
from 5,000 to 40,000 tokens, grows by at least half a point. Many budgets, because at a single one a case more or less
decides. Prints what each half would choose and what that is worth on the half that it has not seen.
"""

import argparse
import multiprocessing
import os
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from fix_cases import Case, lines_of, read_cases, score

from kernel.model.symptom import Symptom
from kernel.reading.symptoms import read_symptom
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.sources import OpenedSources
from kernel.slicing.cut import cut
from kernel.slicing.rank import rank
from kernel.slicing.sources import Sources
from kernel.slicing.weights import Weights

BUDGETS = (5000, 6500, 8000, 10000, 13000, 16000, 20000, 26000, 32000, 40000)
STEPS = (0.6, 1.5)
LEAST_GAIN = 0.5
# Words are the unit of the others; what no case has (seeds by hand, errors without a message) cannot be chosen here.
MOVED = (
    "structure", "file", "holder", "message", "class_head", "module", "length", "length_elsewhere", "usual_words", "frame", "test", "named",
    "step", "reference", "fan_out", "said", "captured",
)  # fmt: skip


class _Opened(NamedTuple):
    kernel: Kernel
    sources: Sources
    symptom: Symptom


_OPENED: dict[str, _Opened] = {}


def _open(case: Case, home: str) -> _Opened:
    """A case's sources, opened once a process."""
    if case.id not in _OPENED:
        kernel = open_kernel(str(case.root), {**os.environ, "CK_HOME": home})
        _OPENED[case.id] = _Opened(kernel, OpenedSources(kernel, _silent).open(), read_symptom(case.symptom))
    return _OPENED[case.id]


def value(job: tuple[Case, Weights, str]) -> float | None:
    """Mean share of functions over the budgets, in points; None for a case without functions."""
    case, weights, home = job
    opened = _open(case, home)
    ranking = rank(opened.symptom, (), opened.sources, _silent, 2 * max(BUDGETS), weights)
    found = []
    for budget in BUDGETS:
        piece = cut(ranking, budget, "bench")
        found.append(score(case, lines_of((i.path, i.ranges) for i in piece.items), piece.budget.used).functions)
    shares = [share for share in found if share is not None]
    return 100 * statistics.mean(shares) if shares else None


class Bench:
    """The cases of every half, and a process for each part of them so that sources stay open."""

    def __init__(self, cases: Sequence[Case], home: str) -> None:
        self._home = home
        self._parts = [list(cases[n :: os.cpu_count() or 1]) for n in range(os.cpu_count() or 1)]
        self._pools = [multiprocessing.Pool(1) for _ in self._parts]
        self._known: dict[Weights, dict[str, float]] = {}

    def values(self, weights: Weights) -> dict[str, float]:
        """Case → value."""
        if weights not in self._known:
            jobs = [pool.map_async(value, [(c, weights, self._home) for c in part]) for pool, part in zip(self._pools, self._parts, strict=True)]
            found = zip((c for part in self._parts for c in part), (v for job in jobs for v in job.get()), strict=True)
            self._known[weights] = {case.id: v for case, v in found if v is not None}
        return self._known[weights]

    def mean(self, weights: Weights, half: Sequence[Case]) -> float:
        """Mean value of some cases."""
        values = self.values(weights)
        return statistics.mean(values[c.id] for c in half if c.id in values)


def tune(bench: Bench, half: Sequence[Case], rounds: int) -> Weights:
    """Move one constant at a time while it helps."""
    best = Weights()
    for _ in range(rounds):
        before = best
        for name in MOVED:
            moved = [best._replace(**{name: round(getattr(best, name) * step, 3)}) for step in STEPS]
            tried = max(moved, key=lambda w: bench.mean(w, half))
            if bench.mean(tried, half) >= bench.mean(best, half) + LEAST_GAIN:
                best = tried
        if best == before:
            break
    return best


def _silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def main() -> int:
    """Tune on each half, report on the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--half", help="projects of the first half (default: every other one by name)")
    options = parser.parse_args()
    cases = read_cases(options.cases, options.trees, None)
    projects = sorted({c.project for c in cases})
    first = set(options.half.split(",")) if options.half else set(projects[::2])
    halves = [[c for c in cases if (c.project in first) == side] for side in (True, False)]
    bench = Bench(cases, str(options.trees.resolve() / "home"))
    for own, other in (halves, halves[::-1]):
        chosen = tune(bench, own, options.rounds)
        changed = {name: getattr(chosen, name) for name in Weights._fields if getattr(chosen, name) != getattr(Weights(), name)}
        print(f"tuned on {', '.join(sorted({c.project for c in own}))} ({len(own)} cases): {changed or 'nothing moved'}")
        for title, half in (("seen", own), ("held out", other)):
            print(f"  {title:9} shipped {bench.mean(Weights(), half):5.1f}  tuned {bench.mean(chosen, half):5.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
