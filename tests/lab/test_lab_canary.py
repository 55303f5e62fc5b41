"""The canary with the real Claude Code: its transcript proves what arrives, and tells what another hook put in its place."""

import json
import sys

from claude_cli import Lab, needs_cli
from scripted_model import bash, call

from kernel.mcp_server.hook_events import hook_input
from kernel.verify.canary import MISSES

pytestmark = needs_cli
PASSING = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(900))
LOG = "".join(f"2026-01-02 03:04:{n % 60:02} INFO app.web request {n} took {n % 40}ms\n" for n in range(900))
LATE = """import json, sys, time
told = json.load(sys.stdin)
time.sleep(2)
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": {**told["tool_response"], "stdout": "nothing here"}}}))
"""


def told(lab: Lab) -> dict[str, object]:
    return dict(json.loads(lab.ck("canary", "--json", "--limit", "100").stdout))


def test_every_kind_of_output_is_proven_by_the_transcripts(lab: Lab) -> None:
    lab.install()
    (lab.project / "out.txt").write_text(PASSING)
    (lab.project / "web.log").write_text(LOG)
    asked = call("Agent", description="look", prompt="SUBAGENT please look", subagent_type="general-purpose", run_in_background=False)
    turns = [
        [bash("cat out.txt")], [call("Read", file_path=str(lab.project / "web.log"))], [bash("cat out.txt; echo FAILED; exit 3")],
        [call("Grep", pattern="INFO", output_mode="content")], [asked],
    ]  # fmt: skip
    tools = ("Bash", "Read", "Grep", "Agent")
    lab.run(turns, "--tools", ",".join(tools), conversations={"SUBAGENT": [[bash("cat out.txt; true")]]}, allow=tools)
    found = told(lab)
    assert (found["state"], found["missed"], found["version"]) == ("proven", 0, lab_version(lab))
    assert {one["kind"]: one["arrived"] for one in found["kinds"]} == {"Bash": 2, "Read": 1, "Grep": 1, "failing command": 1}  # type: ignore[attr-defined]
    assert {one["verdict"] for one in found["replacements"]} == {"arrived"}  # type: ignore[attr-defined]


def lab_version(lab: Lab) -> str:
    return lab.cli("--version").output.split()[0]


def test_a_hook_of_others_that_wins_is_noticed_and_outputs_are_left_whole(lab: Lab) -> None:
    lab.install()
    (lab.project / "out.txt").write_text(PASSING)
    (lab.project / "late.py").write_text(LATE)
    settings = json.loads(lab.settings.read_text())
    late = {"type": "command", "command": f"{sys.executable} {lab.project / 'late.py'}"}
    settings["hooks"]["PostToolUse"].append({"matcher": "Bash", "hooks": [late]})
    lab.settings.write_text(json.dumps(settings))
    lab.run([[bash(f"cat out.txt; echo {n}")] for n in range(MISSES + 3)])
    found = told(lab)
    assert (found["state"], found["misses"]) == ("degraded", MISSES)
    assert len(found["replacements"]) == MISSES  # type: ignore[arg-type]
    assert "did not arrive" in lab.ck("doctor").stdout
    lab.settings.write_text(json.dumps({**settings, "hooks": {**settings["hooks"], "PostToolUse": settings["hooks"]["PostToolUse"][:-1]}}))
    ran = lab.run([[bash(f"cat out.txt; echo {n}")] for n in range(12)])
    assert told(lab)["state"] == "proven"
    shown = [ran.shown(n).text for n in range(12)]
    assert "ck recall" not in shown[0] and "ck recall" in shown[-1]


def test_hooks_that_the_server_answers_are_proven_too(lab: Lab) -> None:
    (lab.project / "out.txt").write_text(PASSING)
    program, *arguments = lab.ck("mcp", "--argv").stdout.splitlines()
    servers, hooks = lab.home / "mcp.json", lab.home / "hooks.json"
    servers.write_text(json.dumps({"mcpServers": {"ck": {"command": program, "args": arguments}}}))
    handler = {"type": "mcp_tool", "server": "ck", "tool": "hook", "input": hook_input()}
    hooks.write_text(json.dumps({"hooks": {"PostToolUse": [{"hooks": [handler]}]}}))
    lab.run([[bash("cat out.txt")], [bash("cat out.txt; true")]], "--mcp-config", str(servers), "--strict-mcp-config", "--settings", str(hooks))
    found = told(lab)
    assert (found["state"], found["version"], found["arrived"]) == ("proven", lab_version(lab), 2)
