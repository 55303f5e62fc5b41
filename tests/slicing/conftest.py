"""An empty repository, away from every configuration of this user."""

from pathlib import Path

import pytest

from slicing.sample_repository import Sample


@pytest.fixture(autouse=True)
def own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of its own, and a git that reads nobody's configuration."""
    for name, folder in (("HOME", "user"), ("XDG_CONFIG_HOME", "user/config"), ("XDG_DATA_HOME", "user/data"), ("CK_HOME", "home")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CK_DISABLE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """An empty folder, no git."""
    (tmp_path / "repo").mkdir()
    return Sample((tmp_path / "repo").resolve(), tmp_path / "home")
