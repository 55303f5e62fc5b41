"""The sufficiency bench: does a slice show the function that raised, when the symptom does not name it?"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kernel.model.errors import NotFound
from kernel.reading.symptoms import read_symptom
from kernel.service.kernel import Kernel
from kernel.service.sources import OpenedSources
from kernel.slicing.cut import cut
from kernel.slicing.languages.all_names import AllNames, plain_names
from kernel.slicing.languages.names import Target
from kernel.slicing.manifest import prompt
from kernel.slicing.rank import rank
from kernel.slicing.roles import is_product, is_source, is_test_definition
from kernel.slicing.seeds import innermost
from kernel.slicing.sources import Progress, Sources
from kernel.slicing.weights import Weights
from kernel.tokens import estimate, estimate_lines
from kernel.verify.bench.faults import (
    ARMS,
    WITH_MESSAGE,
    Case,
    Place,
    first_raise,
    fits,
    make_case,
    spread,
    symptom,
)
from kernel.verify.bench.outcome import Answer, Range, Rate, grep_answer, rate, shows

METHOD = (
    "cases: the first raise of a literal message in each product file, spread evenly over the sorted files; "
    "calls and imports are those that this program's own resolver finds; intervals are Wilson's, 95 %; "
    "grep: the message searched as text in all source files, lines around every hit until the budget is full"
)


class ArmResult(NamedTuple):
    """One arm at one budget: the slice, and the grep baseline where the arm has a message; ``missed`` names a few cases."""

    arm: str
    budget: int
    slice: Rate
    grep: Rate | None
    missed: tuple[str, ...]


class BenchResult(NamedTuple):
    """``scanned`` files, ``candidates`` that the repository has, and the arms in the order that was asked for."""

    repo: str
    scanned: int
    candidates: int
    method: str
    arms: tuple[ArmResult, ...]


class _Bench(NamedTuple):
    sources: Sources
    names: AllNames
    weights: Weights


def sufficiency(
    kernel: Kernel,
    cases: int,
    budgets: Sequence[int],
    arms: Sequence[str] = ARMS,
    progress: Progress | None = None,
    weights: Weights = Weights(),  # noqa: B008  (an immutable value)
) -> BenchResult:
    """Run the fault bench on the opened repository. Remembers no task; parsed facts are cached as for a slice.

    Args:
        kernel: The opened kernel.
        cases: At most this many an arm.
        budgets: Tokens.
        arms: Of ``ARMS``.
        progress: Told of the arms, if given.
        weights: How much each kind of evidence counts.

    Raises:
        NotFound: No file of the repository raises an error with a literal message that another file could lead to.
    """
    told = progress or _silent
    opened = OpenedSources(kernel, _silent, max_parsed=1_000_000)
    sources = opened.open()
    bench = _Bench(sources, plain_names(sources.paths, sources.facts), weights)
    found = _cases(bench)
    opened.save()
    if not found:
        raise NotFound("no function here raises an error with a literal message and is imported by another file")
    results: list[ArmResult] = []
    for arm in arms:
        chosen = spread([c for c in found if fits(c, arm)], cases)
        results += _run_arm(bench, arm, chosen, budgets, lambda done, total, arm=arm: told(arm, done, total))  # type: ignore[misc]
    return BenchResult(sources.root, len(sources.paths), len(found), METHOD, tuple(results))


def _cases(bench: _Bench) -> list[Case]:
    """Every candidate, sorted by path. A file that no product file imports is none."""
    product = sorted(p for p in bench.sources.sizes if is_product(p))
    bench.sources.load(product)
    importers: dict[str, list[str]] = {}
    for path in product:
        for target in bench.names.imports_of(path):
            importers.setdefault(target, []).append(path)
    callers = _callers(bench.names, product)

    def line_of(place: Place) -> int:
        return bench.names.definitions(place[0])[place[1]].first

    for (path, _), calling in callers.items():
        # In some languages a package's files see one another without an import.
        importers.setdefault(path, []).extend(sorted({place[0] for place in calling} - {path}))
    found: list[Case] = []
    for path in product:
        if not importers.get(path):
            continue
        defined = bench.names.definitions(path)
        text = "\n".join(bench.sources.lines(path) or ())
        fault = first_raise(path, text, lambda line, defined=defined: innermost(defined, line))  # type: ignore[misc]
        if fault and defined[fault.function].kind == "function" and not is_test_definition(path, fault.function):
            found.append(make_case(fault, importers, callers, line_of))
    return found


def _callers(names: AllNames, product: Sequence[str]) -> dict[Place, set[Place]]:
    """Function → the functions that call it, as far as the resolver is certain."""
    callers: dict[Place, set[Place]] = {}
    for path in product:
        for definition in names.definitions(path).values():
            for call in definition.calls if definition.kind == "function" else ():
                target = names.resolve(path, definition, call)
                if target and target.name:
                    callers.setdefault(_constructed(names, target), set()).add((path, definition.name))
    return callers


def _constructed(names: AllNames, target: Target) -> Place:
    """A call of a class runs what makes its instances."""
    defined = names.definitions(target.path)
    made = (f"{target.name}.{entry}" for entry in names.entries(target))
    return target.path, next((name for name in made if name in defined), target.name)


def _run_arm(
    bench: _Bench, arm: str, cases: Sequence[Case], budgets: Sequence[int], told: Callable[[int, int], None]
) -> list[ArmResult]:
    sliced: dict[int, list[Answer]] = {b: [] for b in budgets}
    grepped: dict[int, list[Answer]] = {b: [] for b in budgets}
    for number, case in enumerate(cases):
        told(number, len(cases))
        _slice_case(bench, case, symptom(case, arm, bench.sources.root), sliced)
        if arm in WITH_MESSAGE:
            _grep_case(bench, case, grepped)
    results = []
    for budget in budgets:
        missed = [c.fault for c, a in zip(cases, sliced[budget], strict=True) if not a.found][:5]
        grep = rate(grepped[budget], budget) if arm in WITH_MESSAGE else None
        results.append(ArmResult(arm, budget, rate(sliced[budget], budget), grep, tuple(f"{f.path}:{f.line} {f.function}" for f in missed)))
    return results


def _slice_case(bench: _Bench, case: Case, text: str, into: dict[int, list[Answer]]) -> None:
    sources = bench.sources
    ranking = rank(read_symptom(text), (), sources, _silent, max(into) * 3, bench.weights)
    for budget, answers in into.items():
        piece = cut(ranking, budget, "bench")
        shown = [r for item in piece.items if item.path == case.fault.path for r in item.ranges]
        # What the agent would get is counted, not what the slice says of itself.
        answers.append(Answer(shows(_wanted(bench, case), shown), estimate(prompt(piece, sources.lines))))


def _grep_case(bench: _Bench, case: Case, into: dict[int, list[Answer]]) -> None:
    sources, message = bench.sources, case.fault.message
    hits: list[tuple[str, int]] = []
    for path in filter(is_source, sources.paths):
        lines = sources.lines(path) or ()
        hits += [(path, number) for number, line in enumerate(lines, 1) if message in line]
    files = {path: sources.lines(path) or () for path, _ in hits}
    prices = {path: estimate_lines([f"{line}\n" for line in lines]) for path, lines in files.items()}
    for budget, answers in into.items():
        answer = grep_answer(hits, files, prices, budget)
        tokens = sum(sum(prices[p][k - 1] for k in _lines(ranges)) for p, ranges in answer.items())
        answers.append(Answer(shows(_wanted(bench, case), answer.get(case.fault.path, ())), tokens))


def _wanted(bench: _Bench, case: Case) -> tuple[Range, ...]:
    return bench.names.definitions(case.fault.path)[case.fault.function].ranges


def _lines(ranges: Sequence[Range]) -> set[int]:
    return {line for first, last in ranges for line in range(first, last + 1)}


def _silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""
