"""The tools that an agent is offered: names, descriptions, arguments. Every session pays for these texts, so they are short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kernel.model.errors import BadInput

HOOK = "hook"
"""The tool that a harness's hooks call. It is not listed: no model has a use for it, and hooks find it all the same."""

INSTRUCTIONS = (
    "ck folds long outputs: a line `ck recall N` stands for what was left out, and recall gets it back. "
    "For a bug, slice first: it finds the functions that matter."
)

Schema = dict[str, Any]


class Tool(NamedTuple):
    """A tool: ``arguments`` are JSON schemas by name, of which ``required`` must be given."""

    name: str
    description: str
    arguments: Mapping[str, Schema]
    required: tuple[str, ...] = ()


def _text(description: str = "") -> Schema:
    return {"type": "string", "description": description} if description else {"type": "string"}


def _texts(description: str = "") -> Schema:
    return {
        "type": "array",
        "items": {"type": "string"},
        **({"description": description} if description else {}),
    }


def _count(description: str, most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most, "description": description}


_CURSOR = _text()
_FOLDER = _text("folder, if not the first root")

TOOLS = (
    Tool(
        "slice",
        "Functions of the repository that matter for a symptom, best first, with how sufficient they are.",
        {
            "symptom": _text("traceback, failing output or words"),
            "seeds": _texts("paths or path::name to start from"),
            "from_diff": _text("git ref: what changed since"),
            "budget": _count("tokens", 200_000),
            "repo": _FOLDER,
            "cursor": _CURSOR,
        },
    ),
    Tool(
        "toc",
        "Outline of a source file: its definitions with their lines.",
        {"path": _text(), "cursor": _CURSOR},
        ("path",),
    ),
    Tool(
        "symbol",
        "What the behaviour of symbols of a file depends on, inside that file.",
        {"path": _text(), "names": _texts("functions, Class.method, values"), "cursor": _CURSOR},
        ("path", "names"),
    ),
    Tool(
        "recall",
        "Lines of a folded output, by the N of `ck recall N`.",
        {
            "handle": {"type": "integer", "minimum": 1},
            "lines": _text("A-B"),
            "grep": _text("regular expression"),
            "around": _text("a test or function: its whole failure"),
            "head": _count("at most so many lines", 1_000_000),
            "characters": _text("A-B of the text itself, without line numbers"),
            "cursor": _CURSOR,
        },
        ("handle",),
    ),
    Tool(
        "search",
        "Search the folded outputs, freshest first.",
        {"query": _text(), "regex": {"type": "boolean"}, "cursor": _CURSOR},
        ("query",),
    ),
    Tool(
        "charter",
        "The task's constraints with citations, and which have drifted.",
        {"repo": _FOLDER, "cursor": _CURSOR},
    ),
    Tool("savings", "Tokens saved here, minus those that came back.", {}),
)
_BY_NAME = {tool.name: tool for tool in TOOLS}


def tool_named(name: str) -> Tool | None:
    """A listed tool."""
    return _BY_NAME.get(name)


def listed() -> list[dict[str, Any]]:
    """The tools as ``tools/list`` gives them."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": {
                "type": "object",
                "properties": dict(tool.arguments),
                **({"required": list(tool.required)} if tool.required else {}),
                "additionalProperties": False,
            },
            "annotations": {"readOnlyHint": True},
        }
        for tool in TOOLS
    ]


def checked(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call, if the tool takes them; null is as good as not given.

    Models write numbers as text and single values for lists: both are taken for what they mean.

    Raises:
        BadInput: An argument is missing, unknown, of another type or out of bounds.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name in values:
        if name not in tool.arguments:
            raise BadInput(f"{tool.name} takes no {name!a}; it takes {', '.join(tool.arguments)}")
    for name in tool.required:
        if name not in values:
            raise BadInput(f"{tool.name} needs {name}")
    return {name: _checked(name, value, tool.arguments[name]) for name, value in values.items()}


def _checked(name: str, value: Any, schema: Schema) -> Any:
    kind = schema["type"]
    if kind == "array":
        values = value if isinstance(value, list) else [value]
        return [_checked(name, one, schema["items"]) for one in values]
    if kind == "integer":
        number = _whole(value)
        least, most = schema["minimum"], schema.get("maximum", 2**63 - 1)
        if number is None or not least <= number <= most:
            raise BadInput(f"{name} is a whole number from {least} to {most}, not {_shown(value)}")
        return number
    expected = {"string": str, "boolean": bool}[kind]
    if not isinstance(value, expected):
        raise BadInput(f"{name} is a {kind}, not {_shown(value)}")
    return value


def _whole(value: Any) -> int | None:
    """A whole number, also written as text or as a handle (``#412``); None for anything else."""
    if isinstance(value, str):
        digits = value.strip().removeprefix("#")
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _shown(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
