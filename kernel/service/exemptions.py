"""Which outputs are shown as they are, by tool and by kind of agent, and from how many tokens on others are folded."""

from __future__ import annotations

from kernel.settings import Settings


def floor_of(settings: Settings, tool: str, agent_type: str) -> int | None:
    """Tokens from which an output of a tool may be folded; None: never, it is only stored.

    ``settings.tools`` holds ``name=N`` or ``name=off``, comma-separated; a name may end in ``*``, the first one that fits
    counts, and what cannot be read is passed over.
    """
    if agent_type and _named(settings.exempt_agents, agent_type):
        return None
    for entry in settings.tools.split(",") if settings.tools else ():
        name, _, value = (part.strip() for part in entry.partition("="))
        if _fits(name, tool) and value == "off":
            return None
        if _fits(name, tool) and value.isascii() and value.isdigit():
            return int(value)
    return settings.min_tokens


def _named(names: str, wanted: str) -> bool:
    return any(_fits(name.strip(), wanted) for name in names.split(","))


def _fits(name: str, wanted: str) -> bool:
    return wanted.startswith(name[:-1]) if name.endswith("*") else name == wanted
