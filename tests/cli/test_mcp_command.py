"""``ck mcp``: the server by its command, and what an installation registers."""

import json
import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from kernel.cli.main import cli
from kernel.mcp_server.entry import registered_command

CK = (sys.executable, "-c", "from kernel.cli.main import main; main()")


def test_the_command_serves_until_its_input_ends(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "CK_HOME": str(tmp_path / "ck"), "PATH": os.environ["PATH"]}
    asked = [{"jsonrpc": "2.0", "id": n, "method": method} for n, method in enumerate(("ping", "tools/list", "nope"))]
    given = "".join(json.dumps(one) + "\n" for one in asked)
    done = subprocess.run([*CK, "mcp"], input=given, capture_output=True, text=True, env=environ, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    ping, tools, unknown = map(json.loads, done.stdout.splitlines())
    assert ping["result"] == {} and len(tools["result"]["tools"]) > 5 and unknown["error"]["code"] == -32601


def test_what_is_registered_is_printed_an_argument_a_line() -> None:
    told = CliRunner().invoke(cli, ["mcp", "--argv"]).stdout.splitlines()
    assert tuple(told) == registered_command() and Path(told[0]).is_absolute()


def test_the_input_of_hooks_is_printed_as_json() -> None:
    fields = json.loads(CliRunner().invoke(cli, ["mcp", "--hook-input"]).stdout)
    assert fields["tool_response"] == "${tool_response}" and fields["session_id"] == "${session_id}"


def test_the_registered_command_serves_from_any_folder_and_without_site_packages(tmp_path: Path) -> None:
    done = subprocess.run(
        registered_command(), input='{"jsonrpc": "2.0", "id": 1, "method": "ping"}', capture_output=True, text=True,
        env={"HOME": str(tmp_path)}, cwd="/",
    )  # fmt: skip
    assert (done.returncode, done.stderr, json.loads(done.stdout)["result"]) == (0, "", {})
