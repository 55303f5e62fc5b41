"""The MCP server in the real Claude Code: its tools, its folders, and hooks that it answers."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from claude_cli import Lab, Run, last_result, needs_cli
from scripted_model import Block, bash, call

from kernel.mcp_server.hook_events import hook_input

pytestmark = needs_cli

PASSING = f"{sys.executable} -c \"for n in range(1, 401): print(f'tests/test_a.py::test_{{n}} PASSED [ 10%]')\""
TOOLS = ("Bash", "Read", "mcp__ck")


def server(lab: Lab) -> list[str]:
    """The CLI's options that connect our server, and no other."""
    program, *arguments = lab.ck("mcp", "--argv").stdout.splitlines()
    path = lab.home / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"ck": {"command": program, "args": arguments}}}))
    return ["--mcp-config", str(path), "--strict-mcp-config"]


def hooked(lab: Lab, *events: str, start: Sequence[str] = ()) -> list[str]:
    """The CLI's options for hooks that the server answers; ``start``: a command for the one that no server can answer."""
    handler = {"type": "mcp_tool", "server": "ck", "tool": "hook", "input": hook_input()}
    hooks = {event: [{"hooks": [handler]}] for event in events}
    if start:
        hooks["SessionStart"] = [{"hooks": [{"type": "command", "command": start[0], "args": list(start[1:])}]}]
    path = lab.home / "hooks.json"
    path.write_text(json.dumps({"hooks": hooks}))
    return ["--settings", str(path)]


def run(lab: Lab, turns: list[Any], *events: str, **more: Any) -> Run:
    return lab.run(turns, *server(lab), *(hooked(lab, *events) if events else ()), **{"allow": TOOLS, **more})


def test_the_server_connects_quickly_and_its_tools_are_offered(lab: Lab) -> None:
    ran = run(lab, [[call("mcp__ck__savings")]])
    told = re.search(r'MCP server "ck": Successfully connected \(transport: stdio\) in (\d+)ms', ran.debug)
    assert told is not None and int(told[1]) < 2_000
    assert ran.shown(0).text == "Nothing has been folded here yet."
    assert "mcp__ck__slice" in ran.output and "mcp__ck__hook" not in ran.output


def test_the_tools_work_where_the_agent_works_and_nowhere_else(lab: Lab) -> None:
    (lab.project / "shop.py").write_text("def total(cart):\n    return cart['items']\n")
    (lab.home / "secret.py").write_text("def secret():\n    return 'hunter2'\n")
    (lab.project / "link.py").symlink_to(lab.home / "secret.py")
    turns = [
        [call("mcp__ck__slice", symptom='File "shop.py", line 2, in total\nKeyError: \'items\'')],
        [call("mcp__ck__toc", path="shop.py"), call("mcp__ck__toc", path=str(lab.home / "secret.py")), call("mcp__ck__toc", path="link.py")],
    ]
    ran = run(lab, turns)
    assert "return cart['items']" in ran.shown(0).text and "Sufficiency" in ran.shown(0).text
    assert "1-2 function total" in ran.shown(1).text
    for block in (1, 2):
        assert ran.shown(1, block).is_error and "outside" in ran.shown(1, block).text


def test_a_large_output_arrives_folded_over_the_server_and_is_recalled_in_the_same_turn(lab: Lab) -> None:
    def recall(messages: list[dict[str, Any]]) -> list[Block]:
        handle = int(re.findall(r"ck recall (\d+) ", last_result(messages))[0])
        return [call("mcp__ck__recall", handle=handle, grep="test_77 ")]

    ran = run(lab, [[bash(PASSING)], recall], "PostToolUse")
    assert "398 lines folded" in ran.shown(0).text and "test_77 " not in ran.shown(0).text
    assert "77\ttests/test_a.py::test_77 PASSED" in ran.shown(1).text
    assert "mcp_tool calling ck/hook" in ran.debug


def test_a_file_and_parallel_calls_arrive_folded_over_the_server(lab: Lab) -> None:
    body = "".join(f"    total_{k} = request.amount_{k} * {k}\n" for k in range(30))
    (lab.project / "big.py").write_text("import os\n" + "".join(f"\n\ndef handle_{n}(request):\n{body}" for n in range(60)))
    turns = [[bash(PASSING), call("Read", file_path=str(lab.project / "big.py")), bash("echo small")]]
    ran = run(lab, turns, "PostToolUse")
    assert "folded" in ran.shown(0).text and "folded" in ran.shown(0, 1).text
    assert ran.shown(0, 2).text == "small"


def test_output_beyond_the_harness_limit_is_read_from_its_file(lab: Lab) -> None:
    much = PASSING.replace("401", "4001") + "; echo THE-END"
    shown = run(lab, [[bash(much)]], "PostToolUse").shown(0)
    assert shown.text.endswith("THE-END") and len(shown.text) < 2_000 and "persisted" not in shown.text


def test_hooks_and_the_command_together_rewrite_once(lab: Lab) -> None:
    lab.install()
    shown = run(lab, [[bash(PASSING)]], "PostToolUse").shown(0)
    assert shown.text.count("folded") == 1
    assert len(json.loads(lab.ck("park", "--json").stdout)["parked"]) == 1


def test_a_prompt_and_a_failing_command_get_their_context_over_the_server(lab: Lab) -> None:
    (lab.project / "shop.py").write_text("def total(cart):\n    return cart['items']\n\n\ntotal({})\n")
    (lab.project / "other.py").write_text("def freight(weight):\n    return 1 / weight\n\n\nfreight(0)\n")
    trace = f'Traceback:\n  File "{lab.project}/shop.py", line 2, in total\n    return cart[\'items\']\nKeyError: \'items\''
    turns = [[bash(f"{sys.executable} other.py")], [bash("true")]]
    ran = run(lab, turns, "UserPromptSubmit", "PostToolUseFailure", "PostToolUse", prompt=trace)
    said = ran.said_to_model()
    assert "return cart['items']" in said.replace(trace, "") and "UserPromptSubmit hook additional context" in said
    assert ran.shown(0).is_error and "ZeroDivisionError" in ran.shown(0).text
    assert "def freight(weight)" in ran.shown(0).context + ran.shown(1).context


def test_a_file_read_again_is_pointed_to_and_a_subagent_is_told_nothing_of_it(lab: Lab) -> None:
    config = lab.project / "services.toml"
    names = ("cart", "mail", "pay", "stock", "tax") * 20
    rows = (f'[service.{name}{n}]\nport = {7000 + n * 13}\nowner = "{name}-{n % 7}"\n' for n, name in enumerate(names))
    config.write_text("".join(rows))
    read = call("Read", file_path=str(config))
    asked = call("Agent", description="look", prompt="SUBAGENT please look", subagent_type="general-purpose", run_in_background=False)
    options = [*server(lab), *hooked(lab, "PostToolUse", start=lab.ck("hook", "--argv", "claude").stdout.splitlines())]
    ran = lab.run([[read], [read], [asked]], *options, conversations={"SUBAGENT": [[read]]}, allow=(*TOOLS, "Agent"))
    first, second, inner = ran.shown(0).text, ran.shown(1).text, ran.shown(0, conversation="SUBAGENT").text
    assert "port = 7650" in first and "unchanged since ck recall 1" in second
    assert inner == first
    rows_kept = json.loads(lab.ck("park", "--json").stdout)["parked"]
    assert len({row["scope"]["agent"] for row in rows_kept}) == 2


def test_a_server_that_is_gone_leaves_the_agent_its_output(lab: Lab) -> None:
    broken = lab.home / "mcp.json"
    broken.write_text(json.dumps({"mcpServers": {"ck": {"command": "/gone/python", "args": []}}}))
    options = ["--mcp-config", str(broken), "--strict-mcp-config", *hooked(lab, "PostToolUse")]
    shown = lab.run([[bash("echo hi")]], *options, allow=TOOLS).shown(0)
    assert (shown.text, shown.is_error) == ("hi", False)


def test_a_server_that_dies_is_started_again(lab: Lab) -> None:
    kill = f"{sys.executable} -c \"import os, signal; os.kill(int(open('pid').read()), signal.SIGKILL)\""
    program, *arguments = lab.ck("mcp", "--argv").stdout.splitlines()
    path = lab.home / "mcp.json"
    keeping = f'echo $$ > {lab.project}/pid; exec "$@"'
    path.write_text(json.dumps({"mcpServers": {"ck": {"command": "/bin/sh", "args": ["-c", keeping, "sh", program, *arguments]}}}))
    options = ["--mcp-config", str(path), "--strict-mcp-config", *hooked(lab, "PostToolUse")]
    ran = lab.run([[bash(PASSING)], [bash(kill)], [bash(PASSING)], [bash(PASSING)]], *options, allow=TOOLS)
    assert "folded" in ran.shown(0).text
    assert not ran.shown(1).is_error
    assert "folded" in ran.shown(3).text


@pytest.mark.parametrize("where", ["project", "local"])
def test_a_projects_own_configuration_is_enough(lab: Lab, where: str) -> None:
    program, *arguments = lab.ck("mcp", "--argv").stdout.splitlines()
    (lab.project / ".mcp.json").write_text(json.dumps({"mcpServers": {"ck": {"command": program, "args": arguments}}}))
    settings = Path(hooked(lab, "PostToolUse")[1]).read_text()
    (lab.project / ".claude").mkdir()
    (lab.project / ".claude" / ("settings.json" if where == "project" else "settings.local.json")).write_text(settings)
    assert "folded" in lab.run([[bash(PASSING)]], allow=TOOLS).shown(0).text
