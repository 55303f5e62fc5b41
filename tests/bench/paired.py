"""Paired comparison over projects."""

import random
from collections.abc import Mapping, Sequence

SAMPLES = 4000


def interval(differences: Mapping[str, Sequence[float]], seed: int = 1) -> tuple[float, float, float]:
    """Mean of paired differences with a 95 % bootstrap interval: projects are resampled, then cases inside each.

    Args:
        differences: Project → the difference of every case.
        seed: Of the resampling, so that a figure can be repeated.
    """
    projects = sorted(differences)
    chance = random.Random(seed)
    means = []
    for _ in range(SAMPLES):
        drawn: list[float] = []
        for project in chance.choices(projects, k=len(projects)):
            drawn += chance.choices(differences[project], k=len(differences[project]))
        means.append(sum(drawn) / len(drawn))
    means.sort()
    every = [value for values in differences.values() for value in values]
    return sum(every) / len(every), means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]
