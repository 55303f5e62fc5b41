# ruff: noqa: PTH110, PTH118  (hooks load this: pathlib would cost them 6 ms)
"""What happens to every tool output: plan, mask, park, show. Whatever fails, the original is shown."""

import os
import time
from collections.abc import Sequence

from kernel.model.errors import KernelError
from kernel.model.event import Fault, Projection, ToolOutput
from kernel.model.plan import CLEAN, FOLD, Plan, Span
from kernel.model.scope import Host, Scope
from kernel.projection import algebra, engine
from kernel.projection.recogniser import Known
from kernel.reading.secrets import mask
from kernel.reading.terminal import screen_text
from kernel.service.exemptions import floor_of
from kernel.service.kernel import Kernel
from kernel.service.pause import paused
from kernel.service.saved import baseline, came_back, saved_parts
from kernel.store.contexts import Contexts
from kernel.store.ledger import Ledgers
from kernel.store.parked import ParkedOutputs

LONGEST_IN_TIME = 700_000
"""Characters of which a plan is sure to be made before a hook's deadline. A longer output of which its reader would be shown
the ends only gets the right ones at least."""

PLUGINS = "plugins.json"
"""The file in the kernel's folder that lists users' plug-ins; mostly there is none."""


def observe(
    kernel: Kernel,
    output: ToolOutput,
    scope: Scope,
    park: bool = True,
    host: Host = Host(),  # noqa: B008  immutable
    fold: bool = True,
) -> Projection:
    """Project one tool output and park its original.

    Args:
        kernel: Open on the repository that the output belongs to.
        output: What the tool printed.
        scope: Whose context it goes to; an epoch of 0 is looked up.
        park: Without it nothing is stored and markers name no command: for callers that hold the original.
        host: What the agent's harness would do with the output by itself, and how full its window is.
        fold: Without it the output is only stored and counted.

    Returns:
        What to show. The text is the original, unchanged, where the kernel is switched off (``CK_DISABLE=1``, a pause),
        where nothing can be gained, and after any failure, which is logged. Never raises.
    """
    try:
        if os.environ.get("CK_DISABLE") == "1" or paused(kernel.home).holds(kernel.repository.key):
            return _unchanged(output)
        return _project(kernel, output, scope, park, host, fold)
    except Exception as error:  # noqa: BLE001  an agent's tool call must survive any defect of ours
        kernel.log_error("observe", error)
        return _unchanged(output)


def rehearse(kernel: Kernel, output: ToolOutput, scope: Scope, host: Host, fold: bool = True) -> Projection:
    """What ``observe`` would make of an output, also while the kernel is switched off.

    Raises:
        Exception: Whatever goes wrong; ``observe`` would show the original.
    """
    return _project(kernel, output, scope, True, host, fold)


def _project(
    kernel: Kernel, output: ToolOutput, scope: Scope, park: bool, host: Host, fold: bool
) -> Projection:
    settings = kernel.settings
    if park and scope.session and not scope.epoch:
        window = Contexts(kernel.store).window(scope.session, scope.agent)
        scope = scope._replace(epoch=window.epoch)
        host = host if host.occupancy is not None else host._replace(occupancy=window.occupancy)
    plan = _plan(kernel, output, scope, park, host, fold)
    if not park:
        return Projection(algebra.render(plan, output.text, None), plan, None)
    if plan.folds() and len(output.text.encode("utf-8", "surrogatepass")) > settings.park_max_output_bytes:
        return _unchanged(output)
    if not plan.folds() and not settings.store_events:
        return Projection(algebra.render(plan, output.text, None), plan, None)
    handle = _park(kernel, output, scope, plan, host)
    if handle is None and plan.folds():
        return _unchanged(output)
    if settings.ab_samples and handle is not None and plan.folds():
        from kernel.service.sampling import sample

        sample(kernel, handle, output, scope, plan)
    return Projection(algebra.render(plan, output.text, handle), plan, handle)


def _plan(kernel: Kernel, output: ToolOutput, scope: Scope, park: bool, host: Host, fold: bool) -> Plan:
    floor = floor_of(kernel.settings, output.tool, host.agent_type) if fold else None
    if floor is None:
        return algebra.identity(output.text, output.first or 1)
    if host.ends and len(output.text) > LONGEST_IN_TIME:
        from kernel.projection.fitting import ends

        return ends(output.text, host.longest)
    known = _known(kernel, output, scope, floor) if park else None
    pressure = engine.DEFAULT_PRESSURE if host.occupancy is None else min(1.0, max(0.0, host.occupancy))
    plan = engine.plan(output, floor, pressure, outline=_outline, known=known, ask=_asking(kernel))
    if host.shows(output.text):
        return plan
    if host.ends:
        from kernel.projection.fitting import fit

        return fit(plan, output.text, host.longest)
    if not plan.folds():
        return plan
    # Of a replacement that is too long for it, the harness would show less than of the original.
    return plan if host.shows(algebra.render(plan, output.text, algebra.ASSUMED_HANDLE)) else algebra.identity(output.text, output.first or 1)


def _asking(kernel: Kernel) -> engine.Ask | None:
    """Asks the stored plug-ins (see ``plugin_asking``); None where there are none."""
    if not os.path.exists(os.path.join(kernel.home, PLUGINS)):
        return None
    from kernel.service.plugin_asking import asking

    return asking(kernel)


def _outline(path: str, source: str) -> Sequence[tuple[int, int]]:
    from kernel.grammars.function_bodies import function_bodies

    return function_bodies(path, source)


def _known(kernel: Kernel, output: ToolOutput, scope: Scope, floor: int) -> Known | None:
    """What this context was shown before; small outputs are not looked up, for nothing of them is folded."""
    if len(output.text) < floor or not scope.is_complete() or scope.epoch == 0:
        return None
    from kernel.service.shown_before import known_lines

    return known_lines(kernel.store, output, scope)


def _park(kernel: Kernel, output: ToolOutput, scope: Scope, plan: Plan, host: Host) -> int | None:
    """Store the masked original with its plan; None where the store would forget it with this process."""
    store = kernel.store
    if store.in_memory:
        return None
    text, masked = mask(output.text)
    stored = output._replace(text=text, command=mask(output.command)[0], path=mask(output.path)[0])
    outputs, now = ParkedOutputs(store), time.time()
    counted = not kernel.settings.log_off
    saved = saved_parts(plan, baseline(output.text, plan.tokens_before, host)) if counted else ()
    fault = came_back(outputs, stored, scope, plan, now) if counted else None
    handle = outputs.add(stored, scope, _masked_plan(plan, text), now, masked, saved)
    if fault is not None:
        _note(kernel, fault, scope, output.tool)
    return None if store.in_memory else handle


def _note(kernel: Kernel, fault: Fault, scope: Scope, tool: str) -> None:
    """That the ledger misses a fault is no reason to withhold a projection that is parked."""
    try:
        Ledgers(kernel.store).add_fault(fault, scope, tool)
    except KernelError as error:
        kernel.log_error("ledger", error)


def _masked_plan(plan: Plan, masked_text: str) -> Plan:
    """The plan as it may be stored: cleaned lines come from the masked original, what markers quote is masked too."""
    texts = algebra.texts_of(masked_text, plan.spans)
    return plan._replace(spans=tuple(_masked_span(span, text) for span, text in zip(plan.spans, texts, strict=True)))


def _masked_span(span: Span, original: str) -> Span:
    if span.action == CLEAN:
        return span._replace(text=mask(screen_text(original))[0])
    if span.action == FOLD:
        text = mask(span.text)[0] if span.text is not None else None
        return span._replace(kind=mask(span.kind)[0], text=text)
    return span


def _unchanged(output: ToolOutput) -> Projection:
    return Projection(output.text, algebra.identity(output.text), None)
