"""The repository is found as git finds it, without running git."""

import shutil
import subprocess
from pathlib import Path

import pytest

from kernel.model.errors import BadInput
from kernel.service.repository import find_repository

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"]
    run = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return run.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    root = tmp_path / "repo"
    (root / "src" / "deep").mkdir(parents=True)
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")
    return root


def as_git_says(folder: Path) -> tuple[str, str]:
    top = git(folder, "rev-parse", "--show-toplevel")
    return top, str(Path(folder, git(folder, "rev-parse", "--git-common-dir")).resolve())


@needs_git
def test_agrees_with_git_in_the_root_below_and_on_a_file(repository: Path) -> None:
    (repository / "src" / "a.py").write_text("")
    for place in (repository, repository / "src" / "deep", repository / "src" / "a.py"):
        found = find_repository(str(place))
        assert (found.root, found.key) == as_git_says(repository) and found.git


@needs_git
def test_worktrees_share_the_key_and_not_the_root(repository: Path) -> None:
    other = repository.parent / "other"
    git(repository, "worktree", "add", "-q", str(other))
    found = find_repository(str(other))
    assert (found.root, found.key) == as_git_says(other)
    assert found.root != str(repository) and found.key == find_repository(str(repository)).key


@needs_git
def test_a_submodule_is_a_repository_of_its_own(repository: Path) -> None:
    inner = repository.parent / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    git(inner, "commit", "-q", "--allow-empty", "-m", "first")
    git(repository, "submodule", "--quiet", "add", str(inner), "sub")
    found = find_repository(str(repository / "sub"))
    assert (found.root, found.key) == as_git_says(repository / "sub")


@needs_git
def test_a_symlink_leads_to_the_real_path(repository: Path) -> None:
    link = repository.parent / "link"
    link.symlink_to(repository)
    assert find_repository(str(link)) == find_repository(str(repository))


def test_without_git_the_folder_is_root_and_key(tmp_path: Path) -> None:
    folder = tmp_path / "plain \udce9 [bold]"
    folder.mkdir()
    found = find_repository(str(folder))
    assert (found.root, found.key, found.git) == (str(folder), str(folder), False)


@pytest.mark.parametrize(
    "content", [b"", b"garbage", b"gitdir: ", b"gitdir: nowhere", b"gitdir: \xff\x00\n", b"\0" * 99]
)
def test_a_broken_git_file_is_not_a_repository(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".git").write_bytes(content)
    assert find_repository(str(tmp_path)).root == str(tmp_path)
    assert not find_repository(str(tmp_path)).git


def test_an_empty_git_folder_is_not_a_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert not find_repository(str(tmp_path)).git


@pytest.mark.parametrize("cwd", ["/no/such/folder", "a\0b", "x" * 5000])
def test_a_folder_that_is_not_there_is_bad_input(cwd: str) -> None:
    with pytest.raises(BadInput, match="there is no folder"):
        find_repository(cwd)
