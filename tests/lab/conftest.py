"""Fixtures of the tests with the real Claude Code."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from claude_cli import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A home, a project and a kernel of their own; its log is printed, for tests that fail, and nothing of it runs on."""
    made = Lab(tmp_path)
    try:
        yield made
        print(made.ck("log").stdout[-4_000:])
    finally:
        made.end_all()
