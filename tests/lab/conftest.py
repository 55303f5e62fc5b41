"""Fixtures of the tests with the real Claude Code."""

from pathlib import Path

import pytest
from claude_cli import Lab


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A home, a project and a kernel of their own."""
    return Lab(tmp_path)
