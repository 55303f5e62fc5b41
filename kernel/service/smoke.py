"""One known output sent through everything: printed by an agent's command, then looked for in store and transcript.

What ``ck`` itself prints is never folded, so a script of its own prints it.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from kernel.model.check import FAILURE, OK, WARNING, Check
from kernel.model.errors import KernelError, NotFound
from kernel.model.event import ParkedOutput
from kernel.model.named import NamedTuple
from kernel.service.kernel import Kernel
from kernel.service.recall import parked, parked_output
from kernel.store.sessions import Sessions

FOLDER = "smoke"
_RUN = "run.json"
LINES, AT = 400, 237
"""Lines that are printed, and the one (counted from 1) that holds the needle."""
FRESH = 2 * 3_600
"""Seconds after which a run is too old to be looked for."""
_LOOKED_AT = 50


class Smoke(NamedTuple):
    """A run: its id, which is in every line, and the needle, which is in one that is folded."""

    id: str
    needle: str
    at: float


def generate(kernel: Kernel) -> str:
    """The path of a program that prints what looks like a long passing test run, and is known again.

    Raises:
        KernelError: It cannot be written.
    """
    run = Smoke(secrets.token_hex(4), str(secrets.randbelow(10**12) + 10**12), time.time())
    folder = Path(kernel.home) / FOLDER
    try:
        Path(kernel.home).mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _write(folder / _RUN, json.dumps(run._asdict()), 0o600)
        _write(folder / "suite", f"#!/bin/sh\ncat <<'END'\n{text_of(run)}END\n", 0o700)
    except OSError as error:
        raise KernelError(f"{folder} cannot be written: {error.strerror or error}") from error
    return str(folder / "suite")


def text_of(run: Smoke) -> str:
    """What the program prints."""
    names = (f"needle-{run.needle}" if n == AT else str(n) for n in range(1, LINES + 1))
    return "".join(f"smoke_{run.id}.py::test_case[{name}] PASSED\n" for name in names)


def _write(path: Path, text: str, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="ascii") as file:
        file.write(text)


def check(kernel: Kernel, shown: Callable[[str, str], str | None]) -> list[Check]:
    """Follow the last run from the hook to what the agent was shown.

    Args:
        kernel: The kernel on the repository that the agent works in.
        shown: From a transcript's path and a word: the tool result that holds the word as the model was shown it, or None.

    Raises:
        NotFound: Nothing was generated lately.
    """
    run = _last_run(kernel.home)
    output = _stored(kernel, run)
    if output is None:
        return [Check("hook called", FAILURE, f"run {run.id} is not in the store", "let the agent itself run the program of ck smoke generate; else see ck doctor")]
    row = output.row
    checks = [Check("hook called", OK, f"session {row.scope.session}, output {row.handle}")]
    shorter = row.folds and row.tokens_after < row.tokens_before
    checks.append(Check("projected", OK if shorter else FAILURE, f"{row.tokens_before} → {row.tokens_after} tokens in {row.folds} folds"))
    lines = output.original.splitlines()
    found = [number for number, line in enumerate(lines, 1) if run.needle in line]
    checks.append(Check("recallable", OK if found == [AT] else FAILURE, f"the needle is in line {', '.join(map(str, found)) or 'none'} of {len(lines)}"))
    checks.append(_shown(kernel, run, output, shown))
    return checks


def _shown(kernel: Kernel, run: Smoke, output: ParkedOutput, shown: Callable[[str, str], str | None]) -> Check:
    session = Sessions(kernel.store).get(output.row.scope.session)
    text = shown(session.transcript, run.id) if session is not None and session.transcript else None
    if text is None:
        return Check("shown", WARNING, "the session's transcript does not tell")
    if run.needle in text:
        return Check("shown", FAILURE, "the agent was shown the whole output", "ck doctor")
    if f"ck recall {output.row.handle}" not in text:
        return Check("shown", FAILURE, "the agent was not told how to recall it")
    return Check("shown", OK, f"the agent read {len(text.splitlines())} lines with the way back to {len(output.original.splitlines())}")


def _stored(kernel: Kernel, run: Smoke) -> ParkedOutput | None:
    for row in parked(kernel, limit=_LOOKED_AT):
        if row.at >= run.at - 1 and row.scope.session:
            output = parked_output(kernel, row.handle)
            if f"smoke_{run.id}.py" in output.original:
                return output
    return None


def _last_run(home: str) -> Smoke:
    try:
        told = json.loads((Path(home) / FOLDER / _RUN).read_bytes())
        run = Smoke(str(told["id"]), str(told["needle"]), float(told["at"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotFound("nothing was generated: run ck smoke generate") from error
    if time.time() - run.at > FRESH:
        raise NotFound("the last run is more than two hours old: run ck smoke generate again")
    return run
