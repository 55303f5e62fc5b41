"""Test cases from what a person misses: an output, and the lines that a projection should have kept."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kernel.model.errors import BadInput
from kernel.model.event import ParkedOutput
from kernel.model.plan import FOLD
from kernel.projection.algebra import split_lines
from kernel.service.kernel import Kernel
from kernel.service.recall import parked_output

_SLUG = re.compile(r"[^a-z0-9]+")
_MAX_SLUG = 40


def save_case(kernel: Kernel, handle: int, lines: Iterable[int], folder: str) -> str:
    """Save a parked output and the lines (1-based) that should have been kept as a case: a text and a JSON beside it.

    The text is the masked original. Marking more lines of the same output adds to its case. Folder 0700, files 0600.

    Returns:
        The path of the JSON file.

    Raises:
        NotFound: No such handle in this repository.
        BadInput: None of the lines has text, or the folder cannot be written to.
    """
    output = parked_output(kernel, handle)
    # Cases are read as UTF-8: what no UTF-8 can hold is replaced in the text and in its lines alike.
    text = _printable(output.original)
    original = split_lines(text)
    numbers = sorted({number for number in lines if 1 <= number <= len(original)})
    wanted = list(dict.fromkeys(line for number in numbers if (line := original[number - 1].strip())))
    if not wanted:
        raise BadInput("nothing to keep: none of these lines has text")
    name = _name(output, text)
    target = Path(os.path.expanduser(folder))  # noqa: PTH111  (a user who is not there stays a name)
    document = _document(output, name, numbers, wanted)
    try:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        document["must_keep"] = list(dict.fromkeys([*_known(target / f"{name}.json"), *wanted]))
        _write(target / document["file"], text)
        _write(target / f"{name}.json", json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise BadInput(f"cannot write the case to {target}: {error.strerror or error}") from None
    return str(target / f"{name}.json")


def _document(output: ParkedOutput, name: str, numbers: list[int], wanted: list[str]) -> dict[str, Any]:
    row = output.row
    return {
        "id": name,
        "file": f"{name}.txt",
        "tool": row.tool,
        "command": _printable(row.command),
        "path": _printable(row.path),
        "exit_code": row.exit_code,
        "kind": "kept-by-hand",
        "must_keep": wanted,
        "frames": [],
        "note": _note(output, numbers),
    }


def _note(output: ParkedOutput, numbers: list[int]) -> str:
    """Which lines were marked, and what folded them."""
    folds = [s for s in output.plan.spans if s.action == FOLD and any(s.start <= n <= s.end for n in numbers)]
    by = "; ".join(dict.fromkeys(f"{s.recogniser or 'unknown'}: {s.why or s.kind}" for s in folds))
    return f"marked by hand: lines {numbers[0]}-{numbers[-1]}" + (f"; folded by {by}" if by else "")


def _known(path: Path) -> list[str]:
    """What an earlier mark of the same output asked for."""
    try:
        known = json.loads(path.read_text("utf-8"))["must_keep"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [line for line in known if isinstance(line, str)] if isinstance(known, list) else []


def _name(output: ParkedOutput, text: str) -> str:
    words = _SLUG.sub("-", (output.row.command or output.row.path or output.row.tool).lower()).strip("-")
    slug = words[:_MAX_SLUG].rstrip("-") or "output"
    return f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _write(path: Path, text: str) -> None:
    """In one step, readable by this user only."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".case-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
