"""The MCP server in the real Codex CLI."""

from claude_cli import Lab
from codex_cli import mcp_call, needs_codex, run_codex

pytestmark = needs_codex


def test_codex_lists_and_calls_the_tools_and_is_shown_nothing_from_outside(lab: Lab) -> None:
    (lab.project / "shop.py").write_text("def total(cart):\n    return cart['items']\n")
    (lab.home / "secret.py").write_text("def secret():\n    return 'hunter2'\n")
    turns = [
        mcp_call("ck", "toc", path="shop.py"),
        mcp_call("ck", "slice", symptom='File "shop.py", line 2, in total\nKeyError: \'items\''),
        mcp_call("ck", "toc", path=str(lab.home / "secret.py")),
        mcp_call("ck", "recall", handle=7),
        mcp_call("ck", "savings"),
    ]
    shown, _ = run_codex(lab.home, lab.project, turns, lab.ck("mcp", "--argv").stdout.splitlines())
    toc, piece, outside, missing, savings = shown
    assert "1-2 function total" in toc
    assert "return cart['items']" in piece and "Sufficiency" in piece
    assert "outside of the folders" in outside and "secret()" not in outside
    assert "no folded output 7" in missing
    assert "Nothing has been folded here yet." in savings
