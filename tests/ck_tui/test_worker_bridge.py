"""The child process for long work: progress, answers, errors, cancelling, dying. Real processes, a stand-in for the kernel."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from ck_tui.bridge import BridgeError, Cancelled
from ck_tui.bridge.nouns import Request
from ck_tui.bridge.worker import WorkerBridge

CHILD = '''
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    def send(**values):
        print(json.dumps({"id": request["id"], **values}), flush=True)
    symptom = request["symptom"]
    send(progress={"stage": "searching", "done": 1, "total": 4})
    if symptom == "sleep":
        time.sleep(600)
    elif symptom == "die":
        sys.exit("the disk is full")
    elif symptom == "error":
        send(error="no [/such] ref")
    elif symptom == "nonsense":
        print("{not json", flush=True)
    else:
        print(json.dumps({"id": 0, "result": {}}), flush=True)
        send(result={"repo": "r", "task": "t", "title": symptom, "operator": "o", "scanned": 1, "parsed": 1, "seeds": [], "candidates": [],
                     "more": 0, "reached": [], "blind_spots": [], "notes": []})
'''


@pytest.fixture
def bridge(tmp_path: Path) -> WorkerBridge:
    child = tmp_path / "child.py"
    child.write_text(CHILD)

    class Session:
        root = str(tmp_path)

    session: Any = Session()
    return WorkerBridge(session, (sys.executable, str(child)))


def silent(stage: str, done: int, total: int) -> None:
    """Nobody watches."""


async def test_progress_comes_first_then_the_ranking_and_the_child_is_used_again(bridge: WorkerBridge) -> None:
    seen: list[tuple[str, int, int]] = []
    ranking = await bridge.rank(Request("one"), lambda *progress: seen.append(progress))
    assert ranking.title == "one" and seen == [("searching", 1, 4)]
    first = bridge._process
    assert (await bridge.rank(Request("two"), silent)).title == "two"
    assert bridge._process is first
    await bridge.close()


@pytest.mark.parametrize(("symptom", "words"), [("error", r"no \[/such\] ref"), ("die", "the disk is full"), ("nonsense", "cannot be used")])
async def test_what_goes_wrong_is_explained_and_the_next_request_works(bridge: WorkerBridge, symptom: str, words: str) -> None:
    with pytest.raises(BridgeError, match=words):
        await bridge.rank(Request(symptom), silent)
    assert (await bridge.rank(Request("again"), silent)).title == "again"
    await bridge.close()


async def test_cancelling_ends_the_child(bridge: WorkerBridge) -> None:
    started = asyncio.Event()
    work = asyncio.create_task(bridge.rank(Request("sleep"), lambda *_: started.set()))
    await asyncio.wait_for(started.wait(), 10)
    process = bridge._process
    bridge.cancel()
    with pytest.raises(Cancelled):
        await asyncio.wait_for(work, 10)
    assert process is not None and await asyncio.wait_for(process.wait(), 10) != 0
    assert (await bridge.rank(Request("after"), silent)).title == "after"
    await bridge.close()


async def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    session: Any = type("Session", (), {"root": str(tmp_path)})()
    with pytest.raises(BridgeError, match="cannot be used"):
        await WorkerBridge(session, (str(tmp_path / "missing"),)).rank(Request("x"), silent)
