"""minitest and test-unit: failures under a word or in one line with it, at the end or, as Rails does it, where they happen."""

from collections.abc import Iterator, Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import FAILURE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.tests.forms import TestForm, read_report
from kernel.reading.traces.library import is_library

_TEST = r"(?:[A-Za-z]\S{0,200}?(?: \S{1,80}){0,30}?#\S.{0,300}?|\w[\w?! ]{0,200}\([\w:]{1,200}\))"
"""A test of a class (``CartTest#test_total``), of a description (``a cart#test_0001_adds up``), as older runners name it."""

_REPORTERS = r"\s*(?:FAIL|ERROR)(?:\[\"(?P<old>[^\"\n]{1,300})\", .{0,300}\]| (?P<new>\S*#\S.{0,300}?) \([\d.]+ ?s\))$"
_SPEC = r"\s{2,}(?P<spec>\S.{0,300}?)\s+(?:FAIL|ERROR) \([\d.]+ ?s\)$"
FORM = TestForm(
    "minitest",
    start=lazy(
        rf"\s*(?:\d{{1,4}}\) )?(?:Failure|Error):$|(?:Failure|Error): (?P<name>{_TEST})(?:: .{{0,600}})?$|{_REPORTERS}|{_SPEC}"
    ),
    end=lazy(
        r"\s*(?:\d{1,4}\) )?(?:Skipped|Pending|Omission|Notification):|={60,}$|\d+ (?:runs|tests), \d+ assertions|Finished in |Failed tests:$"
        r"|(?:bin/)?(?:rails|rake) test \S|bundle exec .{0,200}test|\s+(?:\S.{0,200}\s)?(?:PASS|SKIP) \([\d.]+ ?s\)$|[.FESPONI]{20,}$|: \([\d.]+\)$"
    ),
    below=lazy(rf"(?P<name>{_TEST})(?: \[[^\]\n]{{1,400}}\])?:"),
    passed=lazy(
        r"\S.{0,300}#\S.{0,300} = [\d.]+ s = \.$|\s+\S.{0,300}:\t+\.: \([\d.]+\)$|[.SPONI]{20,}$|\s+(?:\S.{0,300}\s)?PASS \([\d.]+ ?s\)$"
    ),
    summary=lazy(
        r"\d+ (?:runs|tests), \d+ assertions|Finished in \d|[\d.]+% passed|Run options: |Running \d+ tests|Failed tests:$|Tests run on "
        r"|(?:bin/)?(?:rails|rake) test \S{1,300}:\d+$|(?:bin/)?rails test \S{1,300} -n |\S.{0,300}#\S.{0,300} = [\d.]+ s = [FE]$|\s+\S.{0,300}:\t+[FE]$"
    ),
)
_PLACE = lazy(r".{1,600} \[(?P<path>[^\]\n:][^\]\n]{0,400}):(?P<line>\d{1,9})\]:")
_FRAME_OR_SOURCE = lazy(r"\s*[^\s:][^:\n]{0,400}:\d{1,9}:in [`']|\s+(?:=> {0,6})?\d{1,7}: ")
_LONGEST_MESSAGE = 40
"""Lines of a message that stay whatever else goes."""



def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Failures, totals and passed tests of a report; of a failure all lines are vital that are no frame or source."""
    return [_with_message(lines, block) if block.kind == FAILURE else block for block in read_report(FORM, lines)]


def _with_message(lines: Sequence[str], block: Block) -> Block:
    """A failure whose message is vital, and with the place that stands behind the test's name as a frame."""
    said = [at for at in range(block.start, block.end) if _FRAME_OR_SOURCE.match(lines[at]) is None]
    vital = sorted({*block.vital, *((at, at + 1) for at in said[:_LONGEST_MESSAGE])})
    return block._replace(vital=tuple(vital), frames=tuple(_places(lines, block)))


def _places(lines: Sequence[str], block: Block) -> Iterator[PrintedFrame]:
    for at in range(block.start, min(block.end, block.start + 2)):
        found = _PLACE.match(lines[at])
        if found is not None:
            path = found["path"]
            yield PrintedFrame(at, at + 1, Frame(path, int(found["line"]), library=is_library(path)))
