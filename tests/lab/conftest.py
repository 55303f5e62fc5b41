"""Fixtures of the tests with the real Claude Code."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from claude_cli import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A home, a project and a kernel of their own; its log is printed, for tests that fail."""
    made = Lab(tmp_path)
    yield made
    print(made.ck("log").stdout[-4_000:])
