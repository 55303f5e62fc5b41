"""Tests that passed, as their runners list them."""

from kernel.projection.recognisers.noise import Noise

_TIME = r"(?: ?\(?\d+(?:\.\d+)? ?m?s(?:ec(?:onds)?)?\)?)?"
PASSING = Noise(
    name="passing",
    kind="passing tests",
    why="tests that passed; the first, the last and every slow one are shown",
    alternatives=(
        (" PASSED", r"(?=\S*?::\S).{3,400} PASSED(?: +\[ *\d{1,3}%\])?"),  # pytest -v
        (" PASSED", r"\[gw\d+\] (?:\[ *\d{1,3}%\] )?PASSED \S.{0,300}"),  # pytest-xdist
        (".py .", r"\S+\.py \.+(?: +\[ *\d{1,3}%\])?"),  # pytest
        ("........", r"\.{8,}(?: +\[ *\d{1,3}%\])?"),
        ("....................", r"\.{20,} +\d+ / \d+ \( *\d{1,3}%\)"),  # PHPUnit
        ("=== ", r"=== (?:RUN|PAUSE|CONT|NAME)\s{1,3}\S{1,300}"),  # go test -v
        ("--- PASS", rf" {{0,12}}--- PASS: \S{{1,300}}{_TIME}"),
        ("ok  ", r"ok {1,4}\t\S{1,200}\t(?:\(cached\)|[\d.]+s)"),
        ("[no test files]", r"\?\s+\S{1,200}\s+\[no test files\]"),
        ("ok 2", r"ok \d+(?: -)? [^#\n]{1,300}"),  # TAP
        (" ... ok", r"test \S.{0,300}? \.\.\. ok(?: <[\d.]+s>)?"),  # cargo test
        (" ... ok (", r"\S.{0,300}? \.\.\. ok \(\d+m?s\)"),  # deno test
        ("(pass) ", r"\(pass\) \S.{0,300}"),  # bun test
        (".. ok", r"\S{1,200}\.t \.{2,} ok"),  # prove
        ("....Passed", r"\S.{0,120}\.{4}Passed"),  # pre-commit
        ("| PASS |", r".{1,200}\| PASS \|"),  # Robot Framework
        ("22:22 +2", r"\d\d:\d\d \+\d+(?: ~\d+)?: \S.{0,300}"),  # Flutter
        ("[L#", r" {2}\* (?:test|doctest) \S.{0,300}? \([\d.]+ms\) \[L#\d+\]"),  # ExUnit
        (" s = .", r"\S{1,200}#\S.{0,200} = \d+\.\d+ s = \."),  # minitest -v
        (" PASSED in ", r"//\S{1,200} +(?:\(cached\) )?PASSED in [\d.]+s.{0,60}"),  # Bazel
        ("[info] ", r"\[info\] (?:- |  \+ )(?!.{0,300}\*\*\* FAILED)\S.{0,300}"),  # ScalaTest, MUnit
        ("[info] ", r"\[info\] [\w.]{1,200}(?:Suite|Spec|Specs|Test|Tests):"),
        (" ... ok", r"\w+ \([\w.]{1,300}\) \.\.\. ok"),  # unittest -v
        ("✓", rf" {{0,12}}✓ \S.{{0,300}}?{_TIME}"),  # jest, vitest, mocha
        ("✔", rf" {{0,12}}[✔] \S.{{0,300}}?{_TIME}"),
        ("√", rf" {{0,12}}√ \S.{{0,300}}?{_TIME}"),
        ("[ RUN      ]", r"\[ RUN      \] \S{1,300}"),  # GoogleTest
        ("[       OK ]", rf"\[       OK \] \S{{1,300}}{_TIME}"),
        (" Passed ", r" {0,4}\d+/\d+ Test +#\d+: \S{1,200} \.{2,} +Passed +[\d.]+ sec"),  # CTest
        (" Start ", r" {1,10}Start +\d+: \S{1,200}"),
        (" PASSED", r"(?=.{0,420} PASSED$)\S.{0,200} > \S.*"),  # Gradle
        (" Passed ", rf" {{2}}Passed \S.{{0,300}} \[[<\d][^\]\n]{{0,20}}\]{_TIME}"),  # dotnet test
        ("PASS ", r" {0,12}PASS +\S.{0,300}"),  # suites of jest and Pest, tests of nextest
        ("Test Case ", r"Test Case .{1,300} (?:passed|started).{0,40}"),  # XCTest
    ),
)
