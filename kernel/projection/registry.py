"""Which recognisers an output needs; a module is loaded only where its gate opens."""

from collections.abc import Iterator
from importlib import import_module

from kernel.projection.gates_green import GREEN_SIDE
from kernel.projection.gates_red import RED_SIDE
from kernel.projection.recogniser import Propose, Seen


def recognisers_for(seen: Seen) -> Iterator[tuple[str, Propose]]:
    """Name and function of every recogniser whose gate opens, in a fixed order."""
    for entry in (*RED_SIDE, *GREEN_SIDE):
        if entry.gate(seen):
            propose: Propose = import_module(entry.module).propose
            yield entry.name, propose
