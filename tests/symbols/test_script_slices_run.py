"""Slices of JavaScript modules are run by node: a target does what it does in the whole module."""

import json
import random
import shutil
import subprocess

import pytest

from kernel.grammars.tree_facts import grammar_facts
from kernel.symbols.by_grammar import grammar_slice

NODE = shutil.which("node")
PIECES = (
    "const X{n} = {n};\n",
    "let Y{n} = 1;\nY{n} += {n};\n",
    "function f{n}(a = 3) {{\n  return [a, use({u})];\n}}\n",
    "const g{n} = (q) => [q, use({u})];\n",
    "const H{n} = {{}};\nfunction h{n}() {{\n  return use({u});\n}}\nH{n}.a = h{n};\nfunction all{n}() {{\n  return Object.keys(H{n}).map((k) => H{n}[k]());\n}}\n",
    "const R{n} = [];\nfunction reg{n}(f) {{\n  R{n}.push(f);\n}}\nfunction r{n}() {{\n  return use({u});\n}}\nreg{n}(r{n});\nfunction every{n}() {{\n  return R{n}.map((f) => f());\n}}\n",
    "class K{n} {{\n  constructor() {{\n    this.v = use({u});\n  }}\n  one() {{\n    return this.two();\n  }}\n  two() {{\n    return [this.v, K{n}.size];\n  }}\n  three() {{\n    return 3;\n  }}\n}}\nK{n}.size = 5;\nfunction k{n}() {{\n  return new K{n}().one();\n}}\n",
    "function P{n}() {{}}\nP{n}.prototype.go = function () {{\n  return use({u});\n}};\nfunction p{n}() {{\n  return new P{n}().go();\n}}\n",
    "let S{n} = null;\nfunction init{n}() {{\n  S{n} = use({u});\n}}\ninit{n}();\nfunction get{n}() {{\n  return S{n};\n}}\n",
    "const o{n} = {{\n  run() {{\n    return use({u});\n  }},\n}};\nfunction call{n}() {{\n  return o{n}['ru' + 'n']();\n}}\n",
    "var v{n} = function () {{\n  return typeof hoisted{n}();\n}};\nfunction hoisted{n}() {{\n  return use({u});\n}}\n",
    "// Says {n}.\nasync function later{n}() {{\n  return {n};\n}}\nfunction* each{n}() {{\n  yield use({u});\n}}\nfunction list{n}() {{\n  return [...each{n}()];\n}}\n",
)
USE = "function use(x) {\n  return typeof x === 'function' ? x(1) : x;\n}\n"
RUN = """
const vm = require('vm');
const jobs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const out = jobs.map(([text, call]) => {
  try {
    return JSON.stringify(vm.runInNewContext(`${text};${call}`, {}, { timeout: 2000 })) ?? 'undefined';
  } catch (error) {
    return String(error);
  }
});
console.log(JSON.stringify(out));
"""


def module(seed: int) -> tuple[str, list[str]]:
    """A random module of eight pieces, and its functions."""
    rng = random.Random(seed)
    text, names = USE + "const SEED = 5;\n", ["SEED"]
    for n in range(1, 9):
        piece = rng.choice(PIECES).format(n=seed * 100 + n, u=rng.choice(names))
        text += "\n" + piece
        facts = grammar_facts("a.js", text)
        assert facts is not None
        names = [d.name for d in facts.definitions if d.kind == "function" and d.name[:1].islower() and "." not in d.name and d.name[-1].isdigit()] or ["SEED"]
        names = [name for name in names if not name.startswith(("reg", "later", "each"))] or ["SEED"]
    return text, names


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_slice_of_a_generated_script_does_what_the_script_does() -> None:
    jobs, sizes = [], []
    for seed in range(60):
        text, names = module(seed)
        facts = grammar_facts("a.js", text)
        assert facts is not None
        lines = text.split("\n")
        for name in (n for n in names if n != "SEED"):
            found = grammar_slice("a.js", text, (name,), facts)
            piece = "\n".join(line for a, b in found.ranges for line in lines[a - 1 : b]) + "\n"
            call = f"use({name})"
            jobs += [(text, call), (piece + ("" if "function use(" in piece else USE), call)]
            sizes.append(len(piece) / len(text))
    done = subprocess.run([str(NODE), "-e", RUN], input=json.dumps(jobs), capture_output=True, text=True, check=True)
    results = json.loads(done.stdout)
    for (text, call), whole, part in zip(jobs[1::2], results[0::2], results[1::2], strict=True):
        assert whole == part, f"{call}\n{text}"
    assert len(sizes) > 100 and sorted(sizes)[len(sizes) // 2] < 0.95


def test_a_list_of_exports_keeps_nothing() -> None:
    text = "function a() {\n  return 1\n}\n\nfunction b() {\n  return 2\n}\n\nmodule.exports = { a, b }\n"
    facts = grammar_facts("a.js", text)
    assert facts is not None
    found = grammar_slice("a.js", text, ("a",), facts)
    assert [p.name for p in found.kept] == ["a"] and [p.name for p in found.dropped] == ["b"]
    assert found.notes == ("the list of exports is left out",)


@pytest.mark.parametrize("name", ["missing", "go"])
def test_a_name_that_is_none_or_several_is_refused(name: str) -> None:
    text = "class A {\n  go() {}\n}\nclass B {\n  go() {}\n}\n"
    facts = grammar_facts("a.js", text)
    assert facts is not None
    with pytest.raises(KeyError):
        grammar_slice("a.js", text, (name,), facts)
