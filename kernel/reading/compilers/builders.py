"""make, ninja, bazel, npm, docker, cargo and xcodebuild: which command failed, and how the build ended."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import DIAGNOSTIC, NOTE, SUMMARY, Block, PrintedFrame
from kernel.reading.compilers.forms import summary_lines
from kernel.reading.patterns import lazy

_SUMMARY = lazy(
    r"\s*(?:g?make(?:\[\d+\])?: \*\*\*|ninja: (?:build stopped|error|no work)|FAILED: |\*\* (?:BUILD|TEST|ARCHIVE|CLEAN) \w+ \*\*|\(\d+ failures?\)"
    r"|ERROR: failed to solve|ERROR: process |#\d+ ERROR: |error: command .* failed|error: subprocess-exited|ERROR: (?:Failed building|Could not build)|Failed to build "
    r"|ERROR: .*BUILD(?:\.bazel)?:\d+:\d+: |FAILED: Build did NOT|INFO: Build completed|INFO: Elapsed time|Target //\S+ failed|Command exited with|exit status \d"
    r"|npm (?:ERR!|error) |lerna ERR!|ERR_PNPM|error Command failed|Lifecycle script .* failed|make: \w.*Error \d|Error: Process completed with exit code)"
)
_FAILED_COMMANDS = "The following build commands failed:"
_DOCKERFILE = lazy(r"(?P<path>(?:[\w./\-]*/)?[\w.\-]*Dockerfile[\w.\-]*):(?P<line>\d{1,9})$")
_RULE = lazy(r"-{6,}$")
_STEP_HEAD = lazy(r" > \[.*:$")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Lines that tell which command failed, Docker's excerpts, and xcodebuild's list of failed commands."""
    blocks = summary_lines("build", _SUMMARY.match, lines)
    for at, line in enumerate(lines):
        if line.startswith(_FAILED_COMMANDS):
            blocks += _failed_commands(lines, at)
        elif "Dockerfile" in line and (match := _DOCKERFILE.match(line)) is not None:
            blocks.append(_dockerfile(lines, at, match["path"], int(match["line"])))
        elif line.startswith(" > [") and _STEP_HEAD.match(line) is not None:
            blocks.append(_step(lines, at))
    return blocks


def _failed_commands(lines: Sequence[str], start: int) -> list[Block]:
    end = start + 1
    while end < len(lines) and lines[end][:1] == "\t":
        end += 1
    head = Block(start, start + 1, SUMMARY, "xcodebuild", lines[start], vital=((start, start + 1),))
    return (
        [head, Block(start + 1, end, NOTE, "xcodebuild", "commands that failed")]
        if end > start + 1
        else [head]
    )


def _dockerfile(lines: Sequence[str], at: int, path: str, number: int) -> Block:
    end = at + 1
    if end < len(lines) and _RULE.match(lines[end]) is not None:
        end += 1
        while end < len(lines) and end - at < 60 and _RULE.match(lines[end]) is None:
            end += 1
        end = min(end + 1, len(lines))
    frame = PrintedFrame(at, at + 1, Frame(path, number))
    return Block(at, end, DIAGNOSTIC, "docker", lines[at], (frame,), True, "", ((at, end),))


def _step(lines: Sequence[str], at: int) -> Block:
    end = at + 1
    while end < len(lines) and end - at < 200 and _RULE.match(lines[end]) is None:
        end += 1
    return Block(
        at,
        end,
        DIAGNOSTIC,
        "docker",
        lines[at].strip(" >:"),
        (),
        True,
        "",
        ((at, at + 1), (max(at + 1, end - 12), end)),
    )
