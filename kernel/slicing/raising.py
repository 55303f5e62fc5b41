"""Raisers: functions that make the error class which the symptom names, the nearer to the seeds the likelier."""

from collections.abc import Collection, Mapping, Sequence

from kernel.model.facts import Definition
from kernel.model.symptom import Symptom
from kernel.slicing.languages.names import Target
from kernel.slicing.roles import is_product

# The decisive error is last; those before it are its causes.
_MAX_ERRORS = 3


def raisers(
    symptom: Symptom,
    pool: Sequence[tuple[Target, Definition]],
    near: Mapping[str, float],
    frames: Collection[Target],
) -> dict[Target, tuple[str, float]]:
    """Product functions that make an error of the symptom that came without a message: (class, strength).

    Where there is a message, the search for its text tells more, and a message that no source holds tells that the
    error was made elsewhere.

    Args:
        symptom: Its last errors count.
        pool: Definitions to look at.
        near: Path → how near a file is to the seeds, 1 the nearest. Far ones share what one would get.
        frames: Functions of the traceback: one of them that makes the error has raised it, and no other.
    """
    found: dict[Target, tuple[str, float]] = {}
    silent = (e.type.rpartition(".")[2] for e in symptom.errors[-_MAX_ERRORS:] if not e.message.strip())
    for name in dict.fromkeys(filter(None, silent)):
        making = [t for t, d in pool if name.lower() in d.words and _makes(d, name) and is_product(t.path)]
        making = [t for t in making if t in frames] or making
        for target in making:
            strength = max(near.get(target.path, 0.0), 1 / len(making)) ** 0.5
            if target not in found or found[target][1] < strength:
                found[target] = (name, strength)
    return found


def _makes(definition: Definition, name: str) -> bool:
    return definition.kind == "function" and any(c == name or c.endswith(f".{name}") for c in definition.calls)
