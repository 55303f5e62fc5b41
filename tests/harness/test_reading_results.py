"""What is read of a transcript, and how far."""

import json
from pathlib import Path

from kernel.harness.claude.results import read_results, transcript_of
from kernel.model.canary import Tail


def row(call: str, text: str = "shown") -> bytes:
    block = {"type": "tool_result", "tool_use_id": call, "content": [{"type": "text", "text": text}]}
    return json.dumps({"type": "user", "version": "2.1.332", "message": {"content": [block]}}).encode() + b"\n"


def test_only_what_was_added_is_read_and_only_the_calls_that_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    file.write_bytes(row("a") + row("b"))
    tail, found = read_results(str(file), Tail(), {"a"})
    assert {call: (one.text, one.failed, one.version) for call, one in found.items()} == {"a": ("shown", False, "2.1.332")}
    assert (tail.offset, tail.version) == (file.stat().st_size, "2.1.332")
    assert read_results(str(file), tail, {"a", "b"}) == (tail, {})
    with file.open("ab") as added:
        added.write(row("b", "later"))
    assert read_results(str(file), tail, {"a", "b"})[1]["b"].text == "later"


def test_what_there_is_no_time_for_is_read_the_next_time(tmp_path: Path) -> None:
    file, tail, seen = tmp_path / "t.jsonl", Tail(), []
    calls = [f"c{n}" for n in range(5)]
    file.write_bytes(b"".join(map(row, calls)))
    for _ in calls:
        tail, found = read_results(str(file), tail, calls, seconds=-1.0)
        seen += list(found)
    assert seen == calls and tail.offset == file.stat().st_size


def test_where_a_subagents_transcript_is() -> None:
    assert transcript_of("/p/s1.jsonl", "s1", "main") == "/p/s1.jsonl"
    assert transcript_of("/p/s1.jsonl", "s1", "a7") == "/p/s1/subagents/agent-a7.jsonl"
    assert transcript_of("", "s1", "a7") == ""
