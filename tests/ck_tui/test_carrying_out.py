"""Clipboard tools, editors, charter text, colours of source: what leaves and enters the workbench."""

from pathlib import Path

import pytest

from ck_tui.clipboard import native_tool
from ck_tui.editor import chosen_editor, command_for
from ck_tui.handlers.charter import with_citation
from ck_tui.syntax import can_colour, colour


@pytest.fixture
def tools(tmp_path: Path) -> str:
    for name in ("pbcopy", "wl-copy", "xclip"):
        tool = tmp_path / name
        tool.write_text("#!/bin/sh\n")
        tool.chmod(0o755)
    return str(tmp_path)


@pytest.mark.parametrize(
    ("environ", "platform", "tool"),
    [
        ({}, "linux", None),
        ({"DISPLAY": ":0"}, "linux", "xclip"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, "linux", "wl-copy"),
        ({}, "darwin", "pbcopy"),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "a b"}, "linux", None),
    ],
)
def test_the_native_clipboard_is_this_machines_own(tools: str, environ: dict[str, str], platform: str, tool: str | None) -> None:
    found = native_tool({**environ, "PATH": tools}, platform)
    assert (found[0] if found else None) == tool


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("vim", ["vim", "+7", "a b.py"]),
        ("emacs -nw", ["emacs", "-nw", "+7", "a b.py"]),
        ("/usr/bin/code", ["/usr/bin/code", "--wait", "--goto", "a b.py:7"]),
        ("hx", ["hx", "a b.py:7"]),
    ],
)
def test_editors_are_told_the_line_in_their_own_way(editor: str, command: list[str]) -> None:
    assert command_for(editor, "a b.py", 7) == command


def test_the_setting_wins_over_the_environment() -> None:
    assert chosen_editor("ed", {"VISUAL": "vi", "EDITOR": "nano"}) == "ed"
    assert chosen_editor("", {"VISUAL": "vi", "EDITOR": "nano"}) == "vi"
    assert chosen_editor("", {}) == ""


def test_a_new_citation_gets_the_next_number() -> None:
    assert with_citation("Q: x\n1. a\n7. b", "p.py:3").endswith("7. b\n8. [contract] (`p.py:3`)\n")
    assert with_citation("", "p.py:3") == "1. [contract] (`p.py:3`)\n"


def test_colours_never_change_the_text() -> None:
    lines = ('"""two', 'lines"""', "def f(x):", "\treturn x  # naïve", "", "\x0c broken 'string")
    pieces = colour("a.py", lines)
    assert ["".join(piece.text for piece in pieces(index, line)) for index, line in enumerate(lines)] == list(lines)
    assert pieces(0, lines[0])[0].ink == pieces(1, lines[1])[0].ink == "string"


def test_large_and_unknown_texts_are_not_coloured() -> None:
    assert not can_colour("a.py", ("x" * 200_000,)) and not can_colour("README", ("x",))
