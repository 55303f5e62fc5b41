"""Transcripts of the real Claude Code, read back: replays, and what occupies a window."""

import json
import re
from typing import Any

from claude_cli import Lab, Run, needs_cli
from scripted_model import bash, call

pytestmark = needs_cli
PRINTING = "for n in $(seq 1 2500); do echo \"tests/test_a.py::test_needle_$n PASSED\"; done"


def told(lab: Lab, *arguments: str) -> dict[str, Any]:
    done = lab.ck(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def session_of(ran: Run) -> str:
    (session,) = set(re.findall(r'"session_id":"([0-9a-f-]{36})"', ran.output))
    return str(session)


def test_a_session_without_ck_is_replayed_with_its_subagent(lab: Lab) -> None:
    (lab.project / "a.py").write_text("import os\n" + "".join(f"\n\ndef f_{n}(x):\n" + f"    y = x + {n}\n" * 40 for n in range(60)))
    asked = call("Agent", description="look", prompt="SUBAGENT please look", subagent_type="general-purpose", run_in_background=False)
    ran = lab.run(
        [[bash(PRINTING), bash("echo short")], [bash(f"{PRINTING}; exit 3")], [call("Read", file_path=str(lab.project / "a.py"))], [asked],
         ["test_needle_1234 is the one"], [bash("pytest tests/test_a.py::test_needle_2222")]],
        conversations={"SUBAGENT": [[bash(PRINTING)], [bash(f"{PRINTING}; exit 3")]]}, allow=("Bash", "Read", "Agent"),
    )  # fmt: skip
    assert session_of(ran)
    found = told(lab, "replay")
    assert found["transcripts"] == 2 and found["left_out"][0]["count"] == 1, "the subagent's report is left alone"
    assert (found["main"]["outputs"], found["main"]["folded"]) == (4, 3) and found["main"]["net"] > 0
    assert (found["subagents"]["outputs"], found["subagents"]["folded"]) == (2, 2)
    assert {part["name"] for part in found["tools"]} == {"Bash", "Read"}
    assert not told(lab, "park")["parked"]


def test_what_was_needed_later_is_found_in_a_real_transcript(lab: Lab) -> None:
    (lab.project / "suite.sh").write_text(PRINTING.replace("2500", "600"))
    lab.run([[bash("sh suite.sh")], ["I look at it.", bash("grep -c x tests/test_a.py::test_needle_333")]])
    (need,) = told(lab, "replay")["needed"]
    assert (need["what"], need["how"], need["line"]) == ("tests/test_a.py::test_needle_333", "used in a call", 333)


def test_a_window_is_told_by_source_with_handles_and_begins_anew_with_a_compaction(lab: Lab) -> None:
    lab.install()
    ran = lab.run([[bash(PRINTING)], [bash("true")]], prompt="please run it")
    found = told(lab, "context")
    assert found["session"] == session_of(ran) and found["measured"] == 100 and found["measured_at"] == "the last answer"
    names = {part["name"] for part in found["sources"]}
    assert {"system prompt and tools", "results of Bash", "tool calls", "prompts", "added: hook SessionStart"} <= names
    assert [part["name"] for part in found["turns"]] == ["0 before the first prompt", "1 please run it"]
    (output,) = [one for one in told(lab, "context", "--top", "99")["largest"] if one["name"].startswith("for n in")]
    assert "test_needle_1234 PASSED" in lab.ck("recall", str(output["handle"])).stdout
    lab.run([["A summary."]] * 5, "--resume", found["session"], prompt="/compact")
    after = told(lab, "context", found["session"][:9])
    assert (after["compactions"], after["measured_at"]) == (1, "the last compaction") and after["measured"] > 100
    assert "results of Bash" not in {part["name"] for part in after["sources"]}
    replayed = told(lab, "replay")
    assert replayed["main"]["folded"] == 1 and replayed["main"]["saved"] > 0, "from the original in the store"
