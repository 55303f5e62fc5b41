"""Java, Kotlin, Scala and Groovy: exceptions with their causes, and thread dumps of the virtual machine."""

from collections.abc import Sequence

from kernel.reading.blocks import TRACE, Block, PrintedFrame
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, block_of, printed_frame, read_traces, same_text

_LIBRARY = lazy(
    r"(?:[\w.]+/)?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|jakarta|akka|reactor|rx|android|androidx|dalvik"
    r"|com\.android|io\.(?:netty|reactivex|undertow|micrometer|vertx)|okhttp3|okio|retrofit2|lombok"
    r"|com\.(?:fasterxml|google\.common|google\.inject|zaxxer|mysql|intellij|mongodb)"
    r"|org\.(?:apache|junit|testng|hibernate|springframework|eclipse|gradle|codehaus|mockito|postgresql|h2|jboss|slf4j|assertj|hamcrest|opentest4j|scalatest))\."
)


def _is_library(path: str, function: str) -> bool:
    return _LIBRARY.match(function) is not None


FORM = TraceForm(
    "java",
    "at ",
    lazy(
        r"\s*(?:\[\w+\] \s*)?at (?:(?:[\w.\-]+(?:@[\w.\-]+)?/){1,2}|//)?(?P<func>[\w$.<>/]+)"
        r"\((?:(?P<path>[\w$\-]+\.(?:java|kt|scala|groovy|clj|kts)):(?P<line>\d{1,9})|[\w$\-.]+\.(?:java|kt|scala|groovy|clj)|Native Method|Unknown Source|<generated>)\)"
    ),
    _is_library,
    lazy(r".{0,200}?(?:Error|Exception|Throwable|Failure)\b|.{0,40}Exception in thread |\s*FATAL EXCEPTION"),
    lazy(
        r"\s*(?:\[\w+\] \s*)?(?:Caused by: |Suppressed: |Wrapped by: |\[CIRCULAR REFERENCE|- (?:locked|waiting|parking))"
    ),
    lazy(r"\s*(?:\[\w+\] \s*)?\.{3} \d+ (?:more|common frames omitted|frames)|\s*at .{0,200}$"),
)
_THREAD = lazy(r'"(?P<name>[^"\n]{1,200})"(?: #\d+)?.{0,300}$')
_STATE = lazy(r"\s+java\.lang\.Thread\.State: (?P<state>.*)")
_DETAIL = lazy(r"\s+(?:at |- |java\.lang\.Thread|Locked ownable|No compile|\(|Compiling)|\s*- <0x")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every exception; of a thread dump every thread, those that stand at the same place under one key."""
    if any("java.lang.Thread.State: " in line for line in lines):
        return _threads(lines)
    return read_traces(FORM, lines)


def _threads(lines: Sequence[str]) -> list[Block]:
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        if lines[at][:1] == '"' and (named := _THREAD.match(lines[at])) is not None:
            end = at + 1
            while end < len(lines) and _DETAIL.match(lines[end]) is not None:
                end += 1
            blocks.append(_thread(lines, at, end, named["name"]))
            at = end
        else:
            at += 1
    return blocks


def _thread(lines: Sequence[str], start: int, end: int, name: str) -> Block:
    frames: list[PrintedFrame] = []
    dull: set[int] = set()
    for index in range(start + 1, end):
        match = FORM.frame.match(lines[index])
        if match is not None:
            frames.append(printed_frame(FORM, match, index, index + 1))
        elif "at " in lines[index]:
            dull.add(index)
    block = block_of(FORM, lines, start, end, frames, dull)
    state = next((m["state"] for line in lines[start:end] if (m := _STATE.match(line))), "no state")
    key = f"java thread\n{state}\n" + same_text([f.frame.function for f in frames])
    failing = state.startswith("BLOCKED") or "deadlock" in name.lower()
    return block._replace(kind=TRACE, title=f"thread {name}", key=key, failing=failing)
