"""Which folded outputs are kept for a judge of whether a fold moved an answer; off unless asked for, and nothing is sent anywhere.

Of each recogniser, small and large outputs apart, those stay whose content has the lowest hash: a fair choice among all that were
seen, the same whatever their order, in which no noisy tool crowds out a rare one.
"""

from __future__ import annotations

import time

from kernel.model.canary import Sample
from kernel.model.event import ToolOutput
from kernel.model.named import NamedTuple
from kernel.model.plan import Plan
from kernel.model.scope import Scope
from kernel.service.kernel import Kernel
from kernel.store.samples import Samples
from kernel.store.sessions import Sessions
from kernel.store.values import digest, encode

LARGE = 16_000
"""Tokens from which an output is a large one: about twenty times what the smallest ones have that are folded at all."""

_RANK_BYTES = 6


class Pair(NamedTuple):
    """What a judge compares: the (masked) original and what was shown of it, and what the session was working on."""

    raw: str
    shown: str
    task: str


def sample(kernel: Kernel, handle: int, output: ToolOutput, scope: Scope, plan: Plan) -> None:
    """Keep a folded output if it is among those of its stratum that are kept. Never raises."""
    try:
        _sample(kernel, handle, output, scope, plan)
    except Exception as error:  # noqa: BLE001  an output is worth more than a sample of it
        kernel.log_error("sampling", error)


def stratum_of(plan: Plan) -> str:
    """The recogniser that folded most of an output, and the output's size: ``passing large``."""
    folded: dict[str, int] = {}
    for span in plan.folds():
        folded[span.recogniser] = folded.get(span.recogniser, 0) + span.tokens
    first = max(sorted(folded), key=lambda name: folded[name], default="")
    return f"{first} {'large' if plan.tokens_before >= LARGE else 'small'}"


def samples(kernel: Kernel, limit: int = 1_000, everywhere: bool = False) -> tuple[Sample, ...]:
    """What is kept for a judge, by stratum, the newest first; samples of outputs that are no longer parked are gone."""
    return Samples(kernel.store).list(None if everywhere else kernel.repository.key, limit)


def pair(kernel: Kernel, handle: int, everywhere: bool = False) -> Pair:
    """What a judge would compare of a sample.

    Raises:
        NotFound: No such output is parked here.
    """
    from kernel.projection.algebra import render
    from kernel.service.recall import parked_output
    from kernel.store.tasks import Tasks

    output = parked_output(kernel, handle, everywhere)
    known = next((one.task for one in samples(kernel, everywhere=everywhere) if one.handle == handle), "")
    task = Tasks(kernel.store).get(kernel.repository.root, known) if known else None
    return Pair(output.original, render(output.plan, output.original, handle), task.title if task is not None else "")


def clear(kernel: Kernel, everywhere: bool = False) -> int:
    """Keep none of them; how many there were. The outputs stay parked."""
    return Samples(kernel.store).clear(None if everywhere else kernel.repository.key)


def _sample(kernel: Kernel, handle: int, output: ToolOutput, scope: Scope, plan: Plan) -> None:
    most, stratum = kernel.settings.ab_samples, stratum_of(plan)
    if not scope.session:
        return
    rank = int.from_bytes(digest(encode(output.text))[:_RANK_BYTES], "big")
    kept = Samples(kernel.store)
    if not kept.has_room(scope.repository, stratum, rank, most):
        return
    session = Sessions(kernel.store).get(scope.session)
    task = session.task if session is not None else ""
    kept.add(handle, time.time(), scope.repository, stratum, rank, scope.session, task, most)
