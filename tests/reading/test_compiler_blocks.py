"""Messages of compilers, linters and build tools: place, severity, what belongs to them, and how the build ended."""

from typing import NamedTuple

import pytest

from kernel.reading.block_readers import read_blocks
from kernel.reading.blocks import DIAGNOSTIC, NOTE, SUMMARY, Block
from kernel.reading.margins import unmargined
from kernel.reading.vocabulary import shapes_of


class Messages(NamedTuple):
    """``places``: (path, line, whether it fails) of each message; ``inside``: texts that belong to one; ``total``: of the end."""

    tool: str
    text: str
    places: tuple[tuple[str, int | None, bool], ...]
    inside: tuple[str, ...] = ()
    total: str = ""


GCC = Messages(
    "gcc",
    """\
In file included from src/a.h:3,
                 from src/a.c:1:
src/a.c: In function 'main':
src/a.c:10:12: warning: format '%s' expects argument of type 'char *' [-Wformat=]
   10 |   printf("%s", n);
      |           ~^
src/a.c:12:3: error: expected ';' before 'return'
   12 |   return n
      |   ^~~~~~
src/a.c:8:3: note: to match this '{'
compilation terminated.
""",
    (("src/a.c", 10, False), ("src/a.c", 12, True)),
    ("In function 'main'", "return n", 'printf("%s", n);'),
    "compilation terminated.",
)
INDENTED = Messages(
    "gcc",
    """\
      fast/maps.c:29:10: fatal error: Python.h: No such file or directory
         29 | #include "Python.h"
            |          ^~~~~~~~~~
""",
    (("fast/maps.c", 29, True),),
    ('#include "Python.h"',),
)
CLANG_PATHS = Messages(
    "gcc",
    "C:\\src\\k.cpp:7:12: error: use of undeclared identifier 'zoo'\n    return zoo;\n           ^\n1 error generated.\n",
    (("C:\\src\\k.cpp", 7, True),),
    ("return zoo;",),
    "1 error generated.",
)
MYPY = Messages(
    "gcc",
    'shop/cart.py:88: error: Item "None" has no attribute "total"  [union-attr]\nFound 1 error in 1 file (checked 9 source files)\n',
    (("shop/cart.py", 88, True),),
    (),
    "Found 1 error",
)
LINKER = Messages(
    "ld",
    "/usr/bin/ld: /tmp/l.o: in function `main':\nl.c:(.text+0xf): undefined reference to `missing'\ncollect2: error: ld returned 1 exit status\n",
    (("l.c", None, True),),
    ("in function `main'",),
)
RUSTC = Messages(
    "rustc",
    """\
warning: unused import: `std::fmt`
 --> src/lib.rs:3:5
  |
3 | use std::fmt;
  |     ^^^^^^^^

error[E0308]: mismatched types
  --> src/post.rs:31:20
   |
31 |     book.credit(id, cents);
   |                     ^^^^^ expected `Money`, found `i64`
   |
note: method defined here
  --> src/book.rs:12:8

error: could not compile `ledger` (lib) due to 1 previous error; 1 warning emitted
""",
    (("src/lib.rs", 3, False), ("src/post.rs", 31, True)),
    ("expected `Money`, found `i64`", "src/book.rs:12:8"),
    "could not compile `ledger`",
)
TSC = Messages(
    "tsc",
    "src/a.ts(3,14): error TS2304: Cannot find name 'x'.\n  Did you mean 'y'?\nsrc/b.ts(9,1): error TS2307: Cannot find module './z'.\nFound 2 errors in 2 files.\n",
    (("src/a.ts", 3, True), ("src/b.ts", 9, True)),
    ("Did you mean 'y'?",),
    "Found 2 errors",
)
TSC_PRETTY = Messages(
    "tsc",
    "src/a.ts:3:14 - error TS2304: Cannot find name 'x'.\n\n3 let a = x;\n          ~\n\nFound 1 error in src/a.ts:3\n",
    (("src/a.ts", 3, True),),
    (),
    "Found 1 error",
)
MSBUILD = Messages(
    "tsc",
    "/src/Rates.cs(71,22): error CS0103: The name 'Tabel' does not exist [/src/Shop.csproj]\n/src/Cart.cs(3,1): warning CS8618: Non-nullable [/src/Shop.csproj]\n\nBuild FAILED.\n    1 Warning(s)\n    1 Error(s)\n",
    (("/src/Rates.cs", 71, True), ("/src/Cart.cs", 3, False)),
    (),
    "1 Error(s)",
)
JAVAC = Messages(
    "javac",
    """\
src/B.java:4: error: cannot find symbol
    Strin q;
    ^
  symbol:   class Strin
  location: class B
1 error
""",
    (("src/B.java", 4, True),),
    ("Strin q;", "symbol:   class Strin"),
    "1 error",
)
MAVEN = Messages(
    "javac",
    "[ERROR] /srv/f/P.java:[33,36] cannot find symbol\n  symbol:   class ParserException\n[ERROR] /srv/f/P.java:[121,11] incompatible types\n[INFO] BUILD FAILURE\n",
    (("/srv/f/P.java", 33, True), ("/srv/f/P.java", 121, True)),
    ("class ParserException",),
)
KOTLINC = Messages(
    "kotlinc",
    "e: /srv/b/gen.gradle.kts: (3, 12): Unresolved reference: jooq\ne: file:///srv/b/A.kt:7:5 Type mismatch\nw: /srv/b/A.kt: (9, 1): unused\n",
    (("/srv/b/gen.gradle.kts", 3, True), ("/srv/b/A.kt", 7, True), ("/srv/b/A.kt", 9, False)),
)
RUFF = Messages(
    "linter",
    "shop/a.py:1:8: F401 [*] `os` imported but unused\nshop/b.py:3:80: E501 Line too long\nFound 2 errors.\n",
    (("shop/a.py", 1, True), ("shop/b.py", 3, True)),
    (),
    "Found 2 errors.",
)
RUFF_FULL = Messages(
    "linter",
    "F401 [*] `os` imported but unused\n --> shop/a.py:1:8\n  |\n1 | import os\n  |        ^^\n  |\nhelp: Remove unused import: `os`\n\nFound 1 error.\n",
    (("shop/a.py", 1, True),),
    ("import os", "help: Remove"),
    "Found 1 error.",
)
ESLINT = Messages(
    "eslint",
    "\n/srv/web/src/a.jsx\n  1:7   error    'a' is never used  no-unused-vars\n  2:12  warning  Missing semicolon   semi\n\n✖ 2 problems (1 error, 1 warning)\n",
    (("/srv/web/src/a.jsx", 1, True), ("/srv/web/src/a.jsx", 2, False)),
    (),
    "✖ 2 problems",
)
GO = Messages(
    "go build",
    '# example.net/shop/bad\nbad/bad.go:2:8: imported and not used: "os"\nbad/bad.go:3:21: undefined: undefined1\n',
    (("bad/bad.go", 2, True), ("bad/bad.go", 3, True)),
    ("# example.net/shop/bad",),
)
CMAKE = Messages(
    "cmake",
    """\
CMake Error at cmake/deps.cmake:31 (find_package):
  Could not find a package configuration file provided by "core" with

    coreConfig.cmake
Call Stack (most recent call first):
  CMakeLists.txt:24 (include)

-- Configuring incomplete, errors occurred!
""",
    (("cmake/deps.cmake", 31, True),),
    ("coreConfig.cmake", "CMakeLists.txt:24 (include)"),
    "Configuring incomplete",
)
WEBPACK = Messages(
    "webpack",
    """\
ERROR in ./src/home.ts 78:8-20
Module not found: Error: Can't resolve 'carousel' in '/srv/src'
resolve 'carousel' in '/srv/src'
  Parsed request is a module
  using description file: /srv/package.json (relative path: ./src)
    Field 'browser' doesn't contain a valid alias configuration
    /srv/node_modules/carousel doesn't exist
    /srv/node_modules/carousel.js doesn't exist
 @ ./src/app.ts 12:0-55

webpack 5.91.0 compiled with 1 error in 6021 ms
""",
    (("./src/home.ts", 78, True),),
    ("Can't resolve 'carousel'", "@ ./src/app.ts 12:0-55"),
    "compiled with 1 error",
)
DOCKERFILE = Messages(
    "docker",
    "Dockerfile:9\n--------------------\n   8 |     COPY . .\n   9 | >>> RUN pip install -r requirements.txt\n--------------------\nERROR: failed to solve: process did not complete\n",
    (("Dockerfile", 9, True),),
    (">>> RUN pip install",),
)
ALL = (
    GCC, INDENTED, CLANG_PATHS, MYPY, LINKER, RUSTC, TSC, TSC_PRETTY, MSBUILD, JAVAC, MAVEN, KOTLINC, RUFF, RUFF_FULL, ESLINT, GO, CMAKE, WEBPACK, DOCKERFILE,
)  # fmt: skip
EACH = pytest.mark.parametrize("messages", [pytest.param(m, id=f"{m.tool}-{n}") for n, m in enumerate(ALL)])


def blocks(text: str, *tools: str) -> list[Block]:
    lines = text.split("\n")
    found = read_blocks(unmargined(lines), "\n".join(shapes_of(lines)))
    return [block for block in found if not tools or block.tool in tools]


def places(found: list[Block]) -> list[tuple[str, int | None, bool]]:
    return [
        (block.frames[0].frame.path, block.frames[0].frame.line, block.failing)
        for block in found
        if block.kind == DIAGNOSTIC
    ]


@EACH
def test_each_message_has_its_place_and_severity(messages: Messages) -> None:
    assert places(blocks(messages.text, messages.tool)) == list(messages.places)


@EACH
def test_what_belongs_to_a_message_stands_in_its_block(messages: Messages) -> None:
    lines = messages.text.split("\n")
    inside = "\n".join(
        "\n".join(lines[block.start : block.end])
        for block in blocks(messages.text, messages.tool)
        if block.kind == DIAGNOSTIC
    )
    assert [part for part in messages.inside if part not in inside] == []


@EACH
def test_how_it_ended_is_a_summary(messages: Messages) -> None:
    lines = messages.text.split("\n")
    ends = [lines[block.start] for block in blocks(messages.text) if block.kind == SUMMARY]
    assert not messages.total or any(messages.total in line for line in ends)


@EACH
def test_messages_are_read_behind_a_build_step(messages: Messages) -> None:
    text = "".join(f"#12 4.071 {line}\n" for line in messages.text.splitlines())
    assert places(blocks(text, messages.tool)) == list(messages.places)


def test_a_wall_of_tries_is_a_note() -> None:
    [wall] = [block for block in blocks(WEBPACK.text, "webpack") if block.kind == NOTE]
    lines = WEBPACK.text.split("\n")
    assert "Parsed request" in lines[wall.start] and "carousel.js doesn't exist" in lines[wall.end - 1]


@pytest.mark.parametrize(
    "line",
    [
        "make: *** [Makefile:91: all] Error 2",
        "ninja: build stopped: subcommand failed.",
        "** BUILD FAILED **",
        "ERROR: failed to solve: process did not complete successfully: exit code: 1",
        "error: command '/usr/bin/gcc' failed with exit code 1",
        "FAILED: Build did NOT complete successfully",
        "ERROR: /srv/x/BUILD:3:10: Compiling src/a.cc failed: (Exit 1)",
        "BUILD FAILED in 14s",
        "[INFO] BUILD FAILURE",
    ],
)
def test_the_line_that_tells_which_command_failed_is_vital(line: str) -> None:
    found = [block for block in blocks(f"step one\n{line}\nbye\n") if block.start == 1]
    assert any(block.kind in (SUMMARY, DIAGNOSTIC) and block.vital for block in found)


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-03 10:00:00 INFO request: error: none",
        "https://example.net:443: ok",
        "The error: nobody knows",
        "12:30: lunch",
        "total: 3 errors: 0",
    ],
)
def test_prose_and_logs_are_no_messages(line: str) -> None:
    assert [b for b in blocks(f"{line}\n" * 3) if b.kind == DIAGNOSTIC and b.failing and b.frames] == []
