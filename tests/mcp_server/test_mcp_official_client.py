"""Conformance: the official Python client, which checks every message against the protocol's own types."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp_client import environment

from kernel.mcp_server.entry import registered_command

mcp = pytest.importorskip("mcp", reason="the official MCP client is not installed (pip install mcp)")
types = pytest.importorskip("mcp_types", reason="the official MCP client is older than 2.0 (pip install 'mcp>=2')")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "top.py").write_text("def at_the_top(cart):\n    return cart.total\n")
    return folder


@asynccontextmanager
async def connected(cwd: Path, home: Path, mode: str, **more: Any) -> AsyncIterator[Any]:
    program, *arguments = registered_command()
    server = mcp.StdioServerParameters(command=program, args=arguments, env=environment(home), cwd=str(cwd))
    async with mcp.Client(server, mode=mode, read_timeout_seconds=30, **more) as client:
        yield client


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_client_connects_lists_and_calls_every_tool(repository: Path, tmp_path: Path, mode: str) -> None:
    async with connected(repository, tmp_path, mode) as client:
        assert client.server_info.name == "ck"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert all(tool.description and tool.annotations.read_only_hint for tool in tools.values())
        given = {
            "slice": {"symptom": "at_the_top"}, "toc": {"path": "top.py"}, "recall": {"handle": 1}, "search": {"query": "x"},
            "symbol": {"path": "top.py", "names": ["at_the_top"]},
        }  # fmt: skip
        failed = {name: (await client.call_tool(name, given.get(name, {}))).is_error for name in tools}
        assert failed == {name: name in ("recall", "search", "charter") for name in tools}


async def test_the_client_gets_progress_and_paging(repository: Path, tmp_path: Path) -> None:
    for n in range(60):
        body = "".join(f"    total_{k} = amount_{k} * 7 + subtotal([{k}])\n" for k in range(40))
        (repository / f"part_{n}.py").write_text(f"def subtotal_{n}(x):\n{body}")
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        assert message
        told.append(done)

    async with connected(repository, tmp_path, "auto") as client:
        asked = {"symptom": "subtotal amount total", "budget": 20_000}
        first = await client.call_tool("slice", asked, progress_callback=progress)
        assert told and told == sorted(told)
        cursor = first.meta["nextCursor"]
        second = await client.call_tool("slice", {**asked, "cursor": cursor})
        assert not second.is_error and second.content[0].text != first.content[0].text


async def test_the_clients_roots_confine_the_tools(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/secret.py").write_text("def secret(): pass\n")

    async def roots(context: object) -> Any:
        return types.ListRootsResult(roots=[types.Root(uri=repository.as_uri())])

    async with connected(tmp_path / "elsewhere", tmp_path, "legacy", list_roots_callback=roots) as client:
        assert not (await client.call_tool("toc", {"path": "top.py"})).is_error
        assert (await client.call_tool("toc", {"path": "secret.py"})).is_error


async def test_errors_of_the_protocol_reach_the_client(repository: Path, tmp_path: Path) -> None:
    async with connected(repository, tmp_path, "auto") as client:
        with pytest.raises(mcp.MCPError) as told:
            await client.call_tool("no_such_tool", {})
        assert told.value.error.code == -32602
        with pytest.raises(mcp.MCPError) as told:
            await client.list_resources()
        assert told.value.error.code == -32601


async def test_the_hook_is_callable_though_not_listed(repository: Path, tmp_path: Path) -> None:
    text = "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400))
    event = {
        "hook_event_name": "PostToolUse", "session_id": "s", "cwd": str(repository), "tool_name": "Bash", "tool_use_id": "t",
        "tool_input": {"command": "pytest -v"}, "tool_response": {"stdout": text, "stderr": "", "interrupted": False},
    }  # fmt: skip
    async with connected(repository, tmp_path, "auto") as client:
        told = await client.call_tool("hook", {"event": event})
    assert "updatedToolOutput" in told.content[0].text
    check = sqlite3.connect(tmp_path / "ck/kernel.db")
    assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    check.close()
