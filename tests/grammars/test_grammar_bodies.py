"""Bodies of functions in other languages: what an outline may fold, and never a line of a head."""

import pytest

from kernel.grammars.function_bodies import function_bodies

SOURCES = {
    "a.ts": (
        "export class Cart {\n  /** Sum. */\n  total(): number {\n    let n = 0\n    for (const i of this.items) n += i.price\n"
        "    return n\n  }\n}\nexport const send = async (cart: Cart) => {\n  const a = 1\n  const b = 2\n  return a + b\n}\n",
        ["export class Cart {", "  /** Sum. */", "  total(): number {", "  }", "}", "export const send = async (cart: Cart) => {", "}"],
    ),
    "a.go": (
        "package a\n\n// Sum adds.\nfunc (c *Cart) Sum(x int,\n\ty int) int {\n\ta := 1\n\tb := 2\n\treturn a + b + x\n}\n",
        ["package a", "// Sum adds.", "func (c *Cart) Sum(x int,", "\ty int) int {", "}"],
    ),
    "a.rs": (
        "impl Cart {\n    pub fn sum(&self) -> u32 {\n        let a = 1;\n        let b = 2;\n        a + b\n    }\n}\n",
        ["impl Cart {", "    pub fn sum(&self) -> u32 {", "    }", "}"],
    ),
}


@pytest.mark.parametrize("path", SOURCES)
def test_an_outline_keeps_every_head_and_the_closing_line(path: str) -> None:
    source, outline = SOURCES[path]
    lines = source.splitlines()
    ranges = function_bodies(path, source)
    inside = {n for start, end in ranges for n in range(start, end)}
    assert [line for n, line in enumerate(lines) if n not in inside and line.strip()] == outline
    assert list(ranges) == sorted(ranges) and all(a < b for a, b in ranges)


@pytest.mark.parametrize("path", ["notes.md", "a.unknown", "a"])
def test_a_file_that_no_grammar_reads_has_no_outline(path: str) -> None:
    assert function_bodies(path, "function f() {\n  1\n  2\n  3\n}\n") == ()
