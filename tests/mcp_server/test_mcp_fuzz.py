"""Whatever messages arrive, in whatever order: the server lives, and every request is answered exactly once."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_client import Client, serving

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TOOLS = ["toc", "recall", "search", "charter", "savings", "hook", "slice", "nope"]
METHODS = ["initialize", "ping", "tools/list", "tools/call", "notifications/initialized", "notifications/cancelled", "resources/list", ""]
ARGUMENTS = st.dictionaries(
    st.sampled_from(["path", "handle", "query", "lines", "grep", "cursor", "repo", "regex", "head", "event", "hook_event_name", "x"]),
    ANYTHING, max_size=3,
)  # fmt: skip
PARAMS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(TOOLS) | ANYTHING,
        "arguments": ARGUMENTS | ANYTHING,
        "requestId": ANYTHING,
        "_meta": st.fixed_dictionaries({}, optional={"progressToken": ANYTHING}) | ANYTHING,
        "capabilities": ANYTHING,
        "protocolVersion": ANYTHING,
    },
)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.sampled_from(["2.0", "2.0", "2.0", "1.0"])},
    optional={
        "method": st.sampled_from(METHODS) | ANYTHING,
        "params": PARAMS | ANYTHING,
        "result": ANYTHING,
        "error": ANYTHING,
    },
)
LINES = st.lists(MESSAGES | st.lists(MESSAGES, max_size=3) | ANYTHING, max_size=6)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    base = tmp_path_factory.mktemp("fuzz")
    folder: Path = base / "repo"
    folder.mkdir()
    (folder / "top.py").write_text("def at_the_top():\n    pass\n")
    with serving(folder, base) as client:
        client.initialize()
        yield client


NUMBERS = iter(range(10**9))


def numbered(value: Any, asked: list[int]) -> Any:
    """The value with an id of its own in each message that has a method; their ids are collected."""
    if isinstance(value, list):
        return [numbered(one, asked) for one in value]
    if isinstance(value, dict) and "jsonrpc" in value and value.get("method") not in (None, "notifications/cancelled"):
        asked.append(next(NUMBERS))
        return {**value, "id": f"f{asked[-1]}"}
    return value


@given(LINES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_every_request_is_answered_once_and_the_server_lives(client: Client, lines: list[Any]) -> None:
    asked: list[int] = []
    for line in lines:
        client.send(numbered(line, asked))
    last = f"last{next(NUMBERS)}"
    client.send({"jsonrpc": "2.0", "id": last, "method": "ping"})
    wanted, seen = {last, *(f"f{number}" for number in asked)}, Counter[str]()
    while set(seen) < wanted:
        told = client.receive()
        assert told is not None, "the server has ended"
        for one in told if isinstance(told, list) else [told]:
            if "method" in one and one["method"] == "roots/list":
                client.send({"jsonrpc": "2.0", "id": one["id"], "result": {"roots": []}})
            elif isinstance(one.get("id"), str):
                seen[one["id"]] += 1
    assert set(seen.values()) == {1}
    assert json.dumps(sorted(seen)) == json.dumps(sorted(wanted))
