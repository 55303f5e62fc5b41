"""A small MCP server over stdin and stdout, as any other tool of an agent: 200 records, two of them odd."""

import json
import sys

RECORDS = [{"id": n, "name": f"part {n}", "state": "ok", "weight": 20 + n % 5} for n in range(200)]
RECORDS[77] = {**RECORDS[77], "state": "recalled", "reason": "burns"}
RECORDS[140] = {**RECORDS[140], "weight": 99_000}


def answer(request: dict[str, object]) -> dict[str, object] | None:
    """The result for one request; None for a notification."""
    method = request.get("method")
    if method == "initialize":
        told = {"name": "records", "version": "1"}
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": told}
    if method == "tools/list":
        return {"tools": [{"name": "parts", "description": "All parts.", "inputSchema": {"type": "object", "properties": {}}}]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": json.dumps(RECORDS, indent=1)}]}
    return {} if "id" in request else None


for line in sys.stdin:
    asked = json.loads(line)
    result = answer(asked)
    if result is not None and "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
