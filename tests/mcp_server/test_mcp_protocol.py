"""The wire: what a client may send, however broken, and what it is answered."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_client import Client, serving

from kernel.mcp_server.server import VERSIONS
from kernel.mcp_server.wire import LONGEST_LINE
from kernel.tokens import estimate


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    folder = tmp_path / "repo"
    folder.mkdir()
    with serving(folder, tmp_path) as client:
        yield client


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_that_is_spoken_is_taken_and_another_is_answered_by_the_newest(client: Client, version: str) -> None:
    assert client.initialize(version)["result"]["protocolVersion"] == version
    assert client.initialize("2199-01-01")["result"]["protocolVersion"] == max(VERSIONS)


def test_initialize_offers_tools_and_names_the_server(client: Client) -> None:
    told = client.initialize()["result"]
    assert told["capabilities"] == {"tools": {}}
    assert told["serverInfo"]["name"] == "ck" and told["serverInfo"]["version"]
    assert len(told["instructions"]) < 300


def test_the_listed_tools_are_these_and_their_schemas_allow_nothing_else(client: Client) -> None:
    client.initialize()
    tools = client.request("tools/list")["result"]["tools"]
    names = [tool["name"] for tool in tools]
    assert {"slice", "toc", "recall", "search", "charter", "savings"} <= set(names) and "hook" not in names
    for tool in tools:
        schema = tool["inputSchema"]
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        assert set(schema.get("required", ())) <= set(schema["properties"])
    # Every session pays for it.
    assert estimate(json.dumps(tools, separators=(",", ":"))) / len(tools) <= 105


def test_strings_numbers_and_zero_are_ids(client: Client) -> None:
    for number in ("a", "", 0, -1, 7.5, "1", 1, 2**60):
        client.send({"jsonrpc": "2.0", "id": number, "method": "ping"})
        assert client.receive() == {"jsonrpc": "2.0", "id": number, "result": {}}


@pytest.mark.parametrize(
    ("sent", "code", "number"),
    [
        (b"{", -32700, None),
        (b"\xff\xfe\x00", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b'{"jsonrpc": "2.0", "id": ' + b"1" * 5000 + b"}", -32700, None),
        (b"[]", -32600, None),
        (b"7", -32600, None),
        (b"null", -32600, None),
        (b'"ping"', -32600, None),
        (b"{}", -32600, None),
        (b'{"id": 1, "method": "ping"}', -32600, 1),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": Infinity, "method": "ping"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": 1}', -32600, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}', -32601, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601, 1),
        (b'{"jsonrpc": "2.0", "id": "server-discover-probe-1", "method": "server/discover"}', -32601, "server-discover-probe-1"),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nope"}}', -32602, 1),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "toc", "arguments": []}}', -32602, 1),
    ],
)
def test_what_is_wrong_gets_its_code_and_the_session_goes_on(
    client: Client, sent: bytes, code: int, number: object
) -> None:
    client.write(sent + b"\n")
    answer = client.receive()
    assert (answer["error"]["code"], answer["id"], answer["jsonrpc"]) == (code, number, "2.0")
    assert answer["error"]["message"]
    assert client.request("ping")["result"] == {}


def test_nothing_is_answered_to_notifications_answers_and_blank_lines(client: Client) -> None:
    client.write(b"\n  \n")
    client.notify("notifications/no-such")
    client.notify("notifications/cancelled", requestId="unknown")
    client.notify("notifications/cancelled", requestId=[1])
    client.notify("notifications/cancelled")
    client.write(b'{"jsonrpc": "2.0", "method": "ping", "params": [1]}\n')
    client.send({"jsonrpc": "2.0", "id": "roots-0", "result": {"roots": 5}})
    client.send({"jsonrpc": "2.0", "id": 99, "error": {"code": 1, "message": "x"}})
    client.send({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}})
    assert client.request("ping")["result"] == {}


def test_a_batch_is_answered_by_one_list(client: Client) -> None:
    ping: dict[str, Any] = {"jsonrpc": "2.0", "method": "ping"}
    toc = {"jsonrpc": "2.0", "id": "t", "method": "tools/call", "params": {"name": "toc", "arguments": {"path": "gone.py"}}}
    client.send([{**ping, "id": 1}, ping, toc, 5, {"jsonrpc": "2.0", "id": 2, "method": "nope"}, {"foo": 1}])
    answers = client.receive()
    told = {answer["id"]: answer for answer in answers if answer["id"] is not None}
    assert told[1]["result"] == {} and told[2]["error"]["code"] == -32601
    assert told["t"]["result"]["isError"] is True
    assert [answer["error"]["code"] for answer in answers if answer["id"] is None] == [-32600, -32600]
    client.send([ping, ping])
    assert client.request("ping")["result"] == {}


def test_a_huge_line_is_read_and_a_longer_one_is_refused(client: Client) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "y" * 20_000_000}}
    client.send(request)
    assert client.receive() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    for _ in range(LONGEST_LINE // 1_000_000 + 2):
        client.write(b"x" * 1_000_000)
    client.write(b"\n")
    answer = client.receive()
    assert (answer["error"]["code"], answer["id"]) == (-32600, None)
    assert client.request("ping")["result"] == {}


def test_a_message_may_arrive_in_pieces_and_several_at_once(client: Client) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode() + b"\r\n"
    for byte in line:
        client.write(bytes([byte]))
    client.write(line.replace(b"1", b"2") * 3)
    assert [client.receive()["id"] for _ in range(4)] == [1, 2, 2, 2]


def test_the_end_of_the_input_ends_the_server_and_nothing_else_was_printed(client: Client) -> None:
    client.initialize()
    assert client.end() == 0
    assert client.receive() is None
    assert client.process.stderr is not None and client.process.stderr.read() == b""


def test_a_last_message_without_a_line_end_is_answered(client: Client) -> None:
    client.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}')
    assert client.end() == 0
    assert client.receive() == {"jsonrpc": "2.0", "id": 1, "result": {}}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_quietly(client: Client, number: signal.Signals) -> None:
    client.initialize()
    client.text("savings")
    client.process.send_signal(number)
    assert client.process.wait(60) == 0
    assert client.process.stderr is not None and client.process.stderr.read() == b""


def test_a_client_that_goes_away_ends_the_server(client: Client) -> None:
    client.initialize()
    assert client.process.stdout is not None
    client.process.stdout.close()
    client.ask("ping")
    assert client.process.wait(60) == 0
