"""Slices of small programs whose parts act on one another out of sight: run whole and sliced, they tell the same."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from kernel.grammars.tree_facts import grammar_facts
from kernel.symbols.by_grammar import grammar_slice
from kernel.symbols.parts import SymbolSlice
from kernel.symbols.python import python_slice

FOLDER = Path(__file__).parent / "modules"
RUN_PYTHON = """
import json, re, sys, types
text, call = json.load(sys.stdin)
module = types.ModuleType("sample")
sys.modules["sample"] = module
try:
    exec(compile(text, "sample.py", "exec"), module.__dict__)
    answer = repr(eval(call, module.__dict__))
except Exception as error:
    answer = f"{type(error).__name__}: {error}"
print(json.dumps(re.sub(r" at 0x[0-9a-f]+", "", answer)))
"""
RUN_SCRIPT = """
const jobs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const run = ([text, call]) => {
  try { return JSON.stringify(require('vm').runInNewContext(`${text};${call}`, {}, { timeout: 2000 })) ?? 'undefined'; }
  catch (error) { return String(error); }
};
console.log(JSON.stringify(jobs.map(run)));
"""


class Case(NamedTuple):
    title: str
    target: str
    call: str
    text: str


def cases(name: str) -> list[Case]:
    found = re.split(r"^===== (.+) \| (.+) \| (.+)\n", (FOLDER / name).read_text("utf-8"), flags=re.MULTILINE)[1:]
    return [Case(found[at], found[at + 1], found[at + 2], found[at + 3].rstrip() + "\n") for at in range(0, len(found), 4)]


def shown(text: str, found: SymbolSlice | None) -> str:
    assert found is not None
    lines = text.split("\n")
    return "\n".join(line for a, b in found.ranges for line in lines[a - 1 : b]) + "\n"


def by_grammar(path: str, text: str, *names: str) -> str:
    facts = grammar_facts(path, text)
    assert facts is not None
    return shown(text, grammar_slice(path, text, names, facts))


def run_python(text: str, call: str) -> str:
    done = subprocess.run([sys.executable, "-c", RUN_PYTHON], input=json.dumps([text, call]), capture_output=True, text=True, check=True)
    return str(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("case", cases("effects.txt"), ids=lambda case: case.title)
def test_a_slice_tells_what_the_module_tells(case: Case) -> None:
    piece = shown(case.text, python_slice(case.text, (case.target,)))
    assert run_python(piece, case.call) == run_python(case.text, case.call), piece


@pytest.mark.parametrize("case", cases("declared.txt"), ids=lambda case: case.title)
def test_what_may_act_through_something_outside_stays_or_is_declared(case: Case) -> None:
    found = python_slice(case.text, (case.target,))
    assert found is not None
    same = run_python(shown(case.text, found), case.call) == run_python(case.text, case.call)
    assert same or any("outside of this file" in note for note in found.notes)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_slice_tells_what_the_script_tells() -> None:
    jobs = [job for c in cases("scripts.txt") for job in ((c.text, c.call), (by_grammar("a.js", c.text, c.target), c.call))]
    done = subprocess.run(["node", "-e", RUN_SCRIPT], input=json.dumps(jobs), capture_output=True, text=True, check=True)
    answers = json.loads(done.stdout)
    differ = [c.title for c, whole, part in zip(cases("scripts.txt"), answers[0::2], answers[1::2], strict=True) if whole != part]
    assert not differ and len(answers) > 60


def run_program(text: str, suffix: str, command: list[str], folder: Path) -> str:
    source = folder / f"main{suffix}"
    source.write_text(text)
    environment = {**os.environ, "HOME": str(folder), "GOCACHE": str(folder.parent / "gocache"), "GOPROXY": "off", "GOTOOLCHAIN": "local", "GO111MODULE": "off"}
    built = subprocess.run([*command, "-o", str(folder / "program"), str(source)], capture_output=True, text=True, env=environment, check=False)
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout if not built.returncode else built.stderr


@pytest.mark.parametrize(("name", "suffix", "command"), [("go.txt", ".go", ["go", "build"]), ("c.txt", ".c", ["cc", "-w"])])
def test_a_slice_of_a_program_tells_what_the_program_tells(name: str, suffix: str, command: list[str], tmp_path: Path) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    for case in cases(name):
        piece = by_grammar(f"main{suffix}", case.text, case.target, "main")
        told = []
        for title, text in (("whole", case.text), ("part", piece)):
            folder = tmp_path / f"{case.title}-{title}"
            folder.mkdir()
            told.append(run_program(text, suffix, command, folder))
        assert told[0] == told[1] and "error" not in told[0], f"{case.title}\n{piece}"
