"""Events of the real Claude Code: the brief, slices that come by themselves, deliveries, compactions, subagents."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from claude_cli import Lab, Run, needs_cli
from scripted_model import bash, call

import kernel
from kernel.harness.claude.arrivals import read_since
from kernel.service import charter, deliveries, sessions
from kernel.service.kernel import Kernel, open_kernel
from kernel.store.contexts import Contexts
from kernel.store.sessions import Sessions

pytestmark = needs_cli
DEMO = Path(kernel.__file__).parent / "demo"
FAILS = "cat report.txt >&2; exit 1"
SLOW = {"CK_AMBIENT_WAIT_MS": "30000", "CK_HOOK_DEADLINE_MS": "60000"}


@pytest.fixture
def shop(lab: Lab) -> Lab:
    """The sample repository, with a report of its failing test beside it, and the hooks installed."""
    shutil.copytree(DEMO / "repository", lab.project, dirs_exist_ok=True)
    shutil.copy(DEMO / "symptom.txt", lab.project / "report.txt")
    subprocess.run(["git", "init", "-q", str(lab.project)], check=True)
    lab.install()
    return lab


def opened(lab: Lab) -> Kernel:
    return open_kernel(str(lab.project), {"CK_HOME": str(lab.ck_home), "HOME": str(lab.home)})


def first_message(ran: Run) -> str:
    return json.dumps(next(r for r in ran.requests if r.messages and r.conversation == "").messages[0])


def is_slice(text: str) -> bool:
    return "Sufficiency: likely" in text and "def checkout(self, payload" in text


def test_a_session_is_told_what_ck_is_and_is_known_with_its_end(shop: Lab) -> None:
    ran = shop.run([])
    assert "ck (context kernel) works beside this session" in first_message(ran)
    with opened(shop) as kernel:
        (one,) = sessions.sessions(kernel)
        assert one.source == "startup" and one.cwd == str(shop.project) and Path(one.transcript).name == f"{one.session}.jsonl"
        assert one.ended is not None and one.last_event == "SessionEnd"


def test_a_failing_command_gets_its_slice_and_is_stored(shop: Lab) -> None:
    ran = shop.run([[bash(FAILS)], [bash(FAILS)]], **SLOW)
    first, again = ran.shown(0), ran.shown(1)
    assert first.is_error and is_slice(first.context)
    assert again.is_error and not is_slice(again.context)
    assert "persisted-output" not in first.context


def test_a_traceback_in_a_prompt_gets_its_slice(shop: Lab) -> None:
    ran = shop.run([], prompt=f"Please fix:\n{(DEMO / 'symptom.txt').read_text()}", **SLOW)
    assert "Sufficiency: likely" in first_message(ran) and "def checkout(self, payload" in first_message(ran)


def test_a_slice_that_is_late_arrives_with_the_next_call(shop: Lab) -> None:
    code = (
        "import sqlite3, sys, time\n"
        f"db = sqlite3.connect({str(shop.ck_home / 'kernel.db')!r})\n"
        "while not db.execute(\"SELECT count(*) FROM noticed WHERE state = 'ready'\").fetchone()[0]: time.sleep(0.05)\n"
        "print('sliced')\n"
    )
    (shop.project / "wait.py").write_text(code)
    ran = shop.run([[bash(FAILS)], [bash(f"{sys.executable} wait.py")]], CK_AMBIENT_WAIT_MS="0")
    assert not is_slice(ran.shown(0).context)
    assert ran.shown(1).text == "sliced" and is_slice(ran.shown(1).context)


def test_what_a_person_sends_arrives_once_with_the_next_event(shop: Lab) -> None:
    with opened(shop) as kernel:
        deliveries.queue(kernel, "pin", "shop/settings.py::CARD_FIELDS")
    ran = shop.run([[bash("echo one")], [bash("echo two")]])
    assert ran.said_to_model().count("pinned: shop/settings.py::CARD_FIELDS") == 1
    with opened(shop) as kernel:
        assert deliveries.pending(kernel) == () and len(deliveries.delivered(kernel)) == 1


def test_what_is_sent_while_the_agent_works_arrives_beside_its_next_output(shop: Lab) -> None:
    queue = "from kernel.service import deliveries; from kernel.service.kernel import open_kernel; deliveries.queue(open_kernel('.'), 'note', 'the page is old')"
    shop.project.joinpath("send.sh").write_text(f'#!/bin/sh\nPYTHONPATH={Path(kernel.__file__).parents[1]} {sys.executable} -c "{queue}"\n')
    ran = shop.run([[bash("sh send.sh; echo sent")], [bash("echo two")]])
    contexts = [ran.shown(turn).context for turn in range(2)]
    assert sum("- note: the page is old" in context for context in contexts) == 1


def test_what_was_sent_is_known_to_have_arrived_by_the_transcript_and_comes_once(shop: Lab) -> None:
    with opened(shop) as kernel:
        deliveries.queue(kernel, "note", 'the "page"\n\tis old: \U0001f600')
    ran = shop.run([[bash("echo one")], [bash("echo two")], [bash("echo three")], [bash("echo four")]])
    assert ran.said_to_model().count("is old: ") == 1
    with opened(shop) as kernel:
        (one,) = deliveries.delivered(kernel)
        assert one.delivered is not None and one.tries == 1
        known = sessions.sessions(kernel)[0]
        since = read_since(known.transcript, one.tail)
        assert since is not None and any("is old" in context for context in since.contexts) and since.answers >= 4


def test_a_subagent_is_known_under_its_session_and_gets_no_slice(shop: Lab) -> None:
    asked = call("Agent", description="look", prompt="SUBAGENT please look", subagent_type="general-purpose", run_in_background=False)
    ran = shop.run([[asked], [bash(FAILS)]], conversations={"SUBAGENT": [[bash(FAILS)]]}, allow=("Bash", "Agent"), **SLOW)
    inner = ran.shown(0, conversation="SUBAGENT")
    assert inner.is_error and not is_slice(inner.context)
    assert is_slice(ran.shown(1).context)
    with opened(shop) as kernel:
        ((_, subs),) = sessions.tree(sessions.sessions(kernel))
        assert [(one.kind, one.ended is None) for one in subs] == [("general-purpose", False)]


def test_a_compaction_keeps_charter_and_task_and_makes_slices_news_again(shop: Lab) -> None:
    with opened(shop) as kernel:
        charter.save(kernel, "Q: keep it safe\n1. [contract] charge a token once shop/models/cart.py:80\n")
    ran = shop.run([[bash(FAILS)]], **SLOW)
    (session,) = set(re.findall(r'"session_id":"([0-9a-f-]{36})"', ran.output))
    shop.run([["A summary."]] * 5, "--resume", session, prompt="/compact", **SLOW)
    with opened(shop) as kernel:
        place = Sessions(kernel.store).last_snapshot(session)
        assert place is not None and place.cause == "manual" and place.task
        assert Contexts(kernel.store).window(session, "main").epoch == 3
    ran = shop.run([["yes"], [bash(FAILS)]], "--resume", session, prompt="go on", **SLOW)
    told = json.dumps(ran.requests[0].messages, ensure_ascii=False)
    assert "charge a token once" in told and "The task here: “KeyError: 'card_token'”" in told
    assert is_slice(ran.shown(1).context)


def test_no_event_is_answered_in_a_shape_that_the_cli_refuses(shop: Lab) -> None:
    ran = shop.run([[bash(FAILS)], [bash("echo ok")]], prompt=f"fix\n{(DEMO / 'symptom.txt').read_text()}", **SLOW)
    for refused in ("does not match", "schema_invalid", "hook_error", "suspect capture"):
        assert refused not in ran.debug
