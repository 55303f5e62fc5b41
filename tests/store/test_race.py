"""Processes that race and die lose nothing that was confirmed."""

import importlib.util
import os
from pathlib import Path

SCRIPT = Path(__file__).with_name("race.py")


def test_killed_writers_lose_nothing_that_was_confirmed(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("race", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    outcome = module.race(str(tmp_path), float(os.environ.get("CK_RACE_SECONDS", "3")))
    assert outcome.sound, outcome
