"""Sufficiency: whether a slice shows what the seeds reach. It never claims more than the edges support."""

from collections.abc import Mapping, Sequence

from kernel.grammars.languages import PRECISE, language_of
from kernel.model.slice import Candidate, ExpectedFault, Ranking, Sufficiency
from kernel.slicing.roles import is_test

Range = tuple[int, int]
_MAX_FAULTS = 10
# Roles that the symptom or a person names; a failing test is quoted by its own report.
NAMED_ROLES = ("frame", "named", "manual")


def sufficiency(ranking: Ranking, shown: Mapping[str, Sequence[Range]]) -> Sufficiency:
    """The verdict and its reason.

    ``insufficient``: a place that the symptom itself names is not shown, or is in a file that could not be read. ``unknown``: no edge leads on from a seed,
    so nothing supports more. ``sufficient``: everything within two steps is shown and nothing is invisible to static
    analysis. ``likely``: otherwise, when the nearer half or more of it is shown.
    """
    closure = _closure(ranking)
    covered = sum(1 for candidate in closure if _is_shown(candidate, shown))
    total = len(closure)
    missing_seed = next((c for c in ranking.candidates if c.role in NAMED_ROLES and not is_test(c.path) and not _is_shown(c, shown)), None)
    if not ranking.seeds:
        return Sufficiency("unknown", covered, total, "the symptom names no place in this repository: words only")
    read = {c.path for c in ranking.candidates}
    unread = next((seed.path for seed in ranking.seeds if seed.path not in read), None)
    if missing_seed is not None:
        name = missing_seed.symbol or missing_seed.path
        return Sufficiency("insufficient", covered, total, f"{name} is named by the symptom and not shown whole")
    if unread is not None:
        return Sufficiency("insufficient", covered, total, f"{unread} is named by the symptom and could not be read")
    if not any(c.hop > 0 for c in closure):
        return Sufficiency("unknown", covered, total, "no call or reference leads on from the seeds")
    if covered == total and not ranking.blind_spots and not ranking.notes and _is_precise(closure):
        return Sufficiency("sufficient", covered, total, "everything within two steps of the seeds is shown")
    spots = len(ranking.blind_spots)
    blind = f", {spots} blind spot{'' if spots == 1 else 's'}" if spots else ""
    reason = f"{covered} of {total} definitions within two steps of the seeds are shown{blind}"
    return Sufficiency("likely" if covered * 2 >= total else "unknown", covered, total, reason)


def expected_faults(ranking: Ranking, shown: Mapping[str, Sequence[Range]]) -> tuple[ExpectedFault, ...]:
    """What the seeds reach within two steps and the slice does not show, nearest first, at most ten."""
    missing = [c for c in _closure(ranking) if not _is_shown(c, shown)]
    missing.sort(key=lambda c: (c.hop, -c.score, c.path, c.symbol))
    return tuple(
        ExpectedFault(f"{c.path}::{c.symbol}" if c.symbol else c.path, " → ".join(c.why)) for c in missing[:_MAX_FAULTS]
    )


def _closure(ranking: Ranking) -> list[Candidate]:
    reached = set(ranking.reached)
    return [c for c in ranking.candidates if (c.path, c.symbol) in reached]


def _is_precise(closure: Sequence[Candidate]) -> bool:
    """Whether all that is reached is in languages whose edges were measured: of others nothing final is said."""
    found = (language_of(candidate.path) for candidate in closure)
    return all(language is None or language.level == PRECISE for language in found)


def _is_shown(candidate: Candidate, shown: Mapping[str, Sequence[Range]]) -> bool:
    ranges = shown.get(candidate.path, ())
    return all(any(c <= a and b <= d for c, d in ranges) for a, b in candidate.ranges)
