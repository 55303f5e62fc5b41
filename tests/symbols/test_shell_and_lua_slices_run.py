"""Slices of shell, Lua and Ruby files: what a name needs stays, also where names are no plain words or are told by a value."""

import shutil
import subprocess

import pytest

from kernel.grammars.tree_facts import grammar_facts
from kernel.symbols.by_grammar import grammar_slice

CASES = [
    ("a.sh", "main", "clean-up() { echo up; }\nlog::line() { echo line; }\nother() { echo no; }\nmain() { clean-up; log::line; }\n", "main"),
    ("a.sh", "main", 'cmd_go() { echo go; }\ncmd_stop() { echo stop; }\nmain() { "cmd_$1"; }\n', "main go"),
    ("a.sh", "main", "go() { echo go; }\nmain() {\n  local run=$1\n  if true; then $run; fi\n}\n", "main go"),
    ("a.lua", "main", "function go() return 1 end\nfunction main(name) return _G[name]() end\n", "print(main('go'))"),
    ("a.lua", "main", "function go() return 1 end\nfunction main() return load('return go()')() end\n", "print(main())"),
    ("a.rb", "main", "def valid?(x)\n  x > 1\nend\n\ndef main\n  valid?(2)\nend\n", "puts main"),
]
COMMANDS = {"sh": ["bash", "-c"], "lua": ["lua", "-e"], "rb": ["ruby", "-e"]}


def sliced(path: str, text: str, name: str) -> str:
    facts = grammar_facts(path, text)
    assert facts is not None
    lines = text.split("\n")
    return "\n".join(line for a, b in grammar_slice(path, text, (name,), facts).ranges for line in lines[a - 1 : b]) + "\n"


@pytest.mark.parametrize(("path", "name", "text", "call"), CASES)
def test_a_slice_of_a_script_does_what_the_script_does(path: str, name: str, text: str, call: str) -> None:
    command = COMMANDS[path.partition(".")[2]]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    whole, part = (subprocess.run([*command, f"{each}\n{call}"], capture_output=True, text=True, check=False) for each in (text, sliced(path, text, name)))
    assert whole.returncode == 0 and (part.stdout, part.returncode) == (whole.stdout, 0), part.stderr


def test_what_nothing_mentions_goes() -> None:
    assert "no" not in sliced("a.sh", CASES[0][2], "main")
    assert "cmd_x" not in sliced("b.sh", 'cmd_x() { :; }\nmain() {\n  local a="$1"\n  printf %s "$a"\n}\n', "main")
    assert "spare" not in sliced("b.lua", "local function spare() end\nfunction main(t) return t[1], _G.print end\n", "main")
