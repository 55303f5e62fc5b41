"""``go test -json``: an event a line; what a failed test printed is a failure, what passed is told apart by its test."""

from collections.abc import Sequence

from kernel.reading.blocks import FAILURE, PASSED, SUMMARY, Block, ranges
from kernel.reading.patterns import lazy

_EVENT = lazy(
    r'\{"Time":"[^"]{1,60}","Action":"(?P<action>\w{1,20})","Package":"(?P<package>[^"]{0,300})"(?:,"Test":"(?P<test>(?:[^"\\]|\\.){1,300})")?(?:,"Output":"(?P<output>.*))?'
)
_ANNOUNCED = ("=== RUN", "=== PAUSE", "=== CONT", "=== NAME")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Events of failed tests as failures, those of passed ones as such, and the verdict over each failed package."""
    events = [(at, match) for at, line in enumerate(lines) if (match := _EVENT.match(line)) is not None]
    failed = {(match["package"], match["test"]) for _, match in events if match["action"] == "fail"}
    tests: dict[tuple[str, str], list[int]] = {}
    passed: list[int] = []
    blocks: list[Block] = []
    for at, match in events:
        key = (match["package"], match["test"] or "")
        if match["test"] and key in failed:
            tests.setdefault(key, []).append(at)
        elif match["test"]:
            passed.append(at)
        elif (match["package"], None) in failed and match["action"] in ("output", "fail"):
            blocks.append(Block(at, at + 1, SUMMARY, "go test", lines[at], vital=((at, at + 1),)))
    said = {at for at, match in events if match["output"] and not match["output"].startswith(_ANNOUNCED)}
    for (_, test), indexes in tests.items():
        for start, end in ranges(indexes):
            vital = ranges([at for at in range(start, end) if at in said])
            blocks.append(Block(start, end, FAILURE, "go test", test, (), True, "", vital))
    blocks += [Block(start, end, PASSED, "go test") for start, end in ranges(passed)]
    return sorted(blocks)
