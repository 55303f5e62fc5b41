"""An output that was shortened when its command ended, and the event that tells whose it was."""

from kernel.model.scope import Scope
from kernel.projection.heading import handle_of
from kernel.reading.secrets import mask
from kernel.service.kernel import Kernel
from kernel.store.contexts import Contexts
from kernel.store.parked import ParkedOutputs


def claimed(kernel: Kernel, text: str, scope: Scope, command: str) -> bool:
    """Whether an event's output was shortened when its command ended; if so, its row is told whose it is, and all is done.

    The heading names the row. That it is this event's holds only where the row is of the same session and nobody's yet: any
    other text that begins so is one that a command printed.

    Args:
        kernel: Open on the event's repository.
        text: The output that the event tells.
        scope: Whose it is; an epoch of 0 is looked up.
        command: What the agent ran.

    Raises:
        StoreBusy, StoreFailed: Nothing is known.
    """
    handle = handle_of(text)
    if handle is None or not scope.session or not scope.agent:
        return False
    epoch = scope.epoch or Contexts(kernel.store).window(scope.session, scope.agent).epoch
    return ParkedOutputs(kernel.store).claim(handle, scope._replace(epoch=epoch), mask(command)[0])
