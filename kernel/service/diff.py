"""The changes of a worktree as a symptom: what was edited is where to look."""

import os
import subprocess

from kernel.model.errors import BadInput
from kernel.model.scope import Repository

_SECONDS = 20
_MAX_BYTES = 5_000_000
# A repository's own configuration must not start programs or change what is printed.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.external=")


def diff_symptom(repository: Repository, ref: str) -> str:
    """The unified diff since ``ref`` (empty: HEAD), and the names of untracked files, as one text.

    Raises:
        BadInput: No git repository, or git does not know the ref.
    """
    if not repository.git:
        raise BadInput("--from-diff needs a git repository")
    commit = _commit(repository.root, ref or "HEAD")
    options = ["--no-ext-diff", "--no-textconv", "--no-color", "--unified=3", "--relative", "--diff-filter=d"]
    changed = _git(repository.root, "diff", *options, commit, "--")
    untracked = _git(repository.root, "ls-files", "--others", "--exclude-standard")
    if not changed.strip() and not untracked.strip():
        raise BadInput(f"nothing changed since {ref or 'HEAD'}")
    names = [f"{name}:1" for name in untracked.splitlines() if name.endswith((".py", ".pyi"))]
    return "\n".join([changed[:_MAX_BYTES], *names])


def _commit(root: str, ref: str) -> str:
    """The commit of a ref; a ref that looks like an option never reaches git as one."""
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").strip()
    except BadInput:
        raise BadInput(f"git knows no commit {ref!a}") from None


def _git(root: str, *arguments: str) -> str:
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            [*_GIT, *arguments], cwd=root, env=environment, capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"git did not answer: {error}") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise BadInput(f"git failed: {reason[-1]}")
    return done.stdout.decode("utf-8", "replace")
