"""Which files git saw change together with others: declared evidence for a slice, when it is asked for."""

import os
import subprocess

from kernel.model.scope import Repository

_SECONDS = 10
# Enough to see habits, few enough to be quick; larger commits (formatting, moves) say nothing about two files.
_COMMITS, _LARGEST_COMMIT = 400, 30
_LEAST_TOGETHER = 2
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false")


def changed_together(repository: Repository, seeds: tuple[str, ...]) -> dict[str, float]:
    """Path → share (0 to 1) of the recent commits with a seed that changed this file too.

    Only files that changed with a seed at least twice; empty without git, without history, or where git is too slow.
    """
    wanted = set(seeds)
    counts: dict[str, int] = {}
    with_seed = 0
    for paths in _commits(repository) if wanted else []:
        if not wanted & paths or len(paths) > _LARGEST_COMMIT:
            continue
        with_seed += 1
        for path in paths - wanted:
            counts[path] = counts.get(path, 0) + 1
    return {path: n / with_seed for path, n in sorted(counts.items()) if n >= _LEAST_TOGETHER}


def _commits(repository: Repository) -> list[set[str]]:
    """The paths of each recent commit, newest first, relative to the worktree's root."""
    if not repository.git:
        return []
    command = [*_GIT, "log", "-z", "--no-merges", f"-{_COMMITS}", "--name-only", "--no-renames", "--format=%x01", "--"]
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, cwd=repository.root, env=environment, capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    text = os.fsdecode(done.stdout) if done.returncode == 0 else ""
    return [{path.lstrip("\n") for path in commit.split("\0") if path.strip("\n")} for commit in text.split("\1")[1:]]
