"""Learned priors: what earlier tasks with the same seeds needed; read here, declared in a slice, used only when asked for.

The file is ``priors/<key>.json`` in the home folder, the key the first 16 hex digits of SHA-256 of the repository key::

    {"schema": 1, "pairs": [{"seed": "shop/views.py", "path": "shop/cart.py", "share": 0.6, "tasks": 5}]}

``share`` of the ``tasks`` that started from ``seed`` needed ``path``. What does not fit that form is left out.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from typing import Any

from kernel.model.scope import Repository

_LEAST_TASKS = 2
_MAX_BYTES = 5_000_000


def priors_file(home: str, repository: Repository) -> str:
    """Where the priors of a repository are kept."""
    name = hashlib.sha256(repository.key.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return os.path.join(home, "priors", f"{name}.json")  # noqa: PTH118


def learned(home: str, repository: Repository, seeds: Iterable[str]) -> dict[str, float]:
    """Path → share (0 to 1) of earlier tasks from one of these seeds that needed it; of two tasks or more."""
    wanted = frozenset(seeds)
    found: dict[str, float] = {}
    for pair in _pairs(priors_file(home, repository)):
        seed, path, share, tasks = (pair.get(name) for name in ("seed", "path", "share", "tasks"))
        if seed not in wanted or not isinstance(path, str) or isinstance(tasks, bool) or not isinstance(tasks, int):
            continue
        if isinstance(share, int | float) and 0 < share <= 1 and tasks >= _LEAST_TASKS and path not in wanted:
            found[path] = max(found.get(path, 0.0), float(share))
    return dict(sorted(found.items()))


def _pairs(path: str) -> list[dict[str, Any]]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = json.loads(file.read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return []
    pairs = data.get("pairs") if isinstance(data, dict) and data.get("schema") == 1 else None
    return [pair for pair in pairs if isinstance(pair, dict)] if isinstance(pairs, list) else []
