"""Recognisers of failures, traces and test runs, each behind a cheap look."""

from kernel.projection.recogniser import Registered, Seen

NPM = ("npm ERR! ", "npm error ")
"""How npm starts each line of what went wrong."""

_HERE = "kernel.projection.recognisers."


def _has_blocks(seen: Seen) -> bool:
    return bool(seen.blocks)


def _has_messages(seen: Seen) -> bool:
    return bool(seen.blocks) or any(sign in seen.text for sign in NPM)


def _may_hold_noise(seen: Seen) -> bool:
    return len(seen.lines) > 3 and seen.tool not in ("read", "grep", "glob", "notebookread")


RED_SIDE: tuple[Registered, ...] = (
    Registered("trace", _has_blocks, _HERE + "traces"),
    Registered("failures", _has_blocks, _HERE + "failures"),
    Registered("passing", _has_blocks, _HERE + "test_runs"),
    Registered("cascade", _has_messages, _HERE + "cascades"),
    Registered("noise", _may_hold_noise, _HERE + "line_noise"),
)
