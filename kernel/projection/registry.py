"""Which recognisers an output needs; a module is loaded only where its gate opens and a look finds something."""

import sys
from collections.abc import Iterator

from kernel.projection.gates_green import GREEN_SIDE
from kernel.projection.gates_red import RED_SIDE
from kernel.projection.looks import LOOKS
from kernel.projection.recogniser import Propose, Registered, Seen


def recognisers_for(seen: Seen) -> Iterator[tuple[str, Propose]]:
    """Name and function of every recogniser that may find something, in a fixed order."""
    for entry in (*RED_SIDE, *GREEN_SIDE):
        if entry.gate(seen) and _may_find(entry, seen):
            yield entry.name, propose_of(entry)


def propose_of(entry: Registered) -> Propose:
    """The function of a recogniser, loaded now."""
    __import__(entry.module)
    propose: Propose = sys.modules[entry.module].propose
    return propose


def _may_find(entry: Registered, seen: Seen) -> bool:
    look = LOOKS.get(entry.name)
    return look is None or look(seen)
