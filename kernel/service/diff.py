"""The changes of a worktree as a symptom: what was edited is where to look."""

import os
import subprocess
from collections.abc import Mapping
from typing import NamedTuple

from kernel.model.errors import BadInput
from kernel.model.scope import Repository
from kernel.slicing.roles import is_source

_SECONDS = 20
_MAX_BYTES = 5_000_000
# A repository's own configuration must not start programs or change what is printed.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.external=")


class Changes(NamedTuple):
    """The unified diff, and the paths of untracked Python files (which no diff shows)."""

    diff: str
    untracked: tuple[str, ...]


def read_changes(repository: Repository, ref: str) -> Changes:
    """What changed since ``ref`` (empty: HEAD).

    Raises:
        BadInput: No git repository, or git does not know the ref.
    """
    if not repository.git:
        raise BadInput("--from-diff needs a git repository")
    commit = _commit(repository.root, ref or "HEAD")
    options = ["--no-ext-diff", "--no-textconv", "--no-color", "--unified=3", "--relative", "--diff-filter=d"]
    changed = _git(repository.root, "diff", *options, commit, "--", environment=_without_filters(repository.root))
    names = _git(repository.root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    if not changed.strip() and not any(names):
        raise BadInput(f"nothing changed since {ref or 'HEAD'}")
    return Changes(changed[:_MAX_BYTES], tuple(n for n in names if is_source(n)))


def _without_filters(root: str) -> dict[str, str]:
    """Variables that switch off all configured content filters: they name programs, and a diff would start them."""
    try:
        known = _git(root, "config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    except BadInput:
        return {}
    drivers = {key.rpartition(".")[0] for key in known.split("\0") if key.count(".") > 1}
    off = [(f"{d}.{k}", v) for d in sorted(drivers) for k, v in (("clean", ""), ("process", ""), ("required", "false"))]
    pairs = ((f"GIT_CONFIG_KEY_{n}", key) for n, (key, _) in enumerate(off))
    values = ((f"GIT_CONFIG_VALUE_{n}", value) for n, (_, value) in enumerate(off))
    return {"GIT_CONFIG_COUNT": str(len(off)), **dict(pairs), **dict(values)}


def _commit(root: str, ref: str) -> str:
    """The commit of a ref; a ref that looks like an option never reaches git as one."""
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").strip()
    except BadInput:
        raise BadInput(f"git knows no commit {ref!a}") from None


def _git(root: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """What git prints; bytes of names that are no UTF-8 as surrogates, as everywhere.

    No protocol is allowed: a partial clone would fetch what it misses, by a program that its configuration names.
    """
    fixed = {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "none"}
    variables = {**os.environ, **fixed, **(environment or {})}
    try:
        done = subprocess.run(
            [*_GIT, *arguments], cwd=root, env=variables, capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"git did not answer: {error}") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise BadInput(f"git failed: {reason[-1]}")
    return done.stdout.decode("utf-8", "surrogateescape")
