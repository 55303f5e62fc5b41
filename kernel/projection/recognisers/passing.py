"""Tests that passed, as their runners list them."""

from kernel.projection.recognisers.noise import Noise

_TIME = r"(?: ?\(?\d+(?:\.\d+)? ?m?s(?:ec(?:onds)?)?\)?)?"
PASSING = Noise(
    name="passing",
    kind="passing tests",
    why="tests that passed; the first, the last and every slow one are shown",
    alternatives=(
        r"\S+::\S.{0,300}? PASSED(?: +\[ *\d{1,3}%\])?",  # pytest -v
        r"\[gw\d+\] \[ *\d{1,3}%\] PASSED \S.{0,300}",  # pytest-xdist
        r"\[gw\d+\] PASSED \S.{0,300}",
        r"\S+\.py \.+(?: +\[ *\d{1,3}%\])?",  # pytest
        r"\.{8,}(?: +\[ *\d{1,3}%\])?",
        r"=== (?:RUN|PAUSE|CONT|NAME)\s{1,3}\S{1,300}",  # go test -v
        rf" {{0,12}}--- PASS: \S{{1,300}}{_TIME}",
        r"ok {1,4}\t\S{1,200}\t(?:\(cached\)|[\d.]+s)",
        r"ok \d+(?: -)? [^#\n]{1,300}",  # TAP
        r"test \S.{0,300}? \.\.\. ok",  # cargo test
        r"\w+ \([\w.]{1,300}\) \.\.\. ok",  # unittest -v
        rf" {{0,12}}[✓✔√] \S.{{0,300}}?{_TIME}",  # jest, vitest, mocha
        rf"\[ RUN      \] \S{{1,300}}|\[       OK \] \S{{1,300}}{_TIME}",  # GoogleTest
        r" {0,4}\d+/\d+ Test +#\d+: \S{1,200} \.{2,} +Passed +[\d.]+ sec",  # CTest
    ),
)
