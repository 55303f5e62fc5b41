"""Coverage-guided fuzzing of the engine and of ``kernel/reading``: what must hold for every text is checked on texts that reach new lines.

``python tests/bench/fuzz.py --seconds 600`` prints what it did and exits 1 where it found faults, whose inputs it leaves as files.
``--keep FOLDER`` writes the inputs that reached something new, each as short as it still reaches it.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.reading.block_readers import READERS
from kernel.reading.secrets import mask
from kernel.reading.symptoms import read_symptom
from kernel.tokens import estimate

TESTS = Path(__file__).parent.parent
LONGEST = 6_000
"""Characters of an input: tracing is slow, and what breaks on long texts breaks on short ones."""

SECONDS_PER_INPUT = 2.0
COMMANDS = (
    "",
    "make",
    "pytest -v",
    "cat x.json",
    "cat a.csv",
    "git log -p",
    "git diff",
    "ls -la",
    "grep -rn x .",
    "kubectl get pods",
)
TOOLS = ("Bash", "Bash", "Bash", "Read", "Grep", "Glob", "WebFetch", "mcp__a__b")
CODES = (0, 1, None)
WORDS = (
    "\n", "\r", "\r\n", "\t", "    ", "\x1b[31m", "\x1b[2K", "\x1b]8;;", "\x08", "\x00", "\udc80", "\u2028", "\u202e", "é", "漢", "│ ", "╭─", "[", "]", "{",
    "}", '"', "'", "`", ",", ":", "=", "|", "<", ">", "(", ")", "../", "a/b.py:1:2: ", "0", "-1", "1e999", "nan", "99999999999999999999", "0x1f", "100%", "3/7",
    "[ck: 3 lines folded, 2-4: x (y)]", " … [ck: part of line 1 folded: x (y)]", "2026-05-01T10:00:00Z ", "[rank0]: ", "#9 1.2 ", "web-1 | ", "error", "warning",
)  # fmt: skip


class Input(NamedTuple):
    """A text and what is told about it; ``how`` picks tool, command and exit code."""

    text: str
    how: int

    @property
    def output(self) -> ToolOutput:
        tool, command = TOOLS[self.how % len(TOOLS)], COMMANDS[self.how // 8 % len(COMMANDS)]
        path = ("/x/a.py", "/x/a.json", "/x/a.md", "/x/a.log")[self.how // 80 % 4] if tool == "Read" else ""
        return ToolOutput(
            self.text, tool, command if tool == "Bash" else "", path, CODES[self.how // 320 % 3]
        )


class Fault(Exception):
    """Something that must hold does not."""


def check(given: Input) -> None:
    """What must hold for every output.

    Raises:
        Fault: It does not; the message says what.
    """
    output, text = given.output, given.text
    began = time.process_time()
    made = plan(output, 20)
    spent = time.process_time() - began
    algebra.validate(made)
    shown = algebra.render(made, text, 412)
    if algebra.unfold(made, text) != text:
        raise Fault("the plan cannot be taken back")
    if plan(output, 20) != made:
        raise Fault("the same output has two plans")
    if not estimate(shown) <= made.tokens_before == estimate(text):
        raise Fault("it costs more tokens than before")
    again = output._replace(text=shown)
    if algebra.render(plan(again, 20), shown, 413) != shown:
        raise Fault("a projection is projected again")
    _check_reading(text)
    if spent > SECONDS_PER_INPUT:
        raise Fault(f"{len(text)} characters took {spent:.1f} s")


def _check_reading(text: str) -> None:
    """What else reads texts: symptoms for slicing, and the masking of secrets before anything is stored."""
    masked, _ = mask(text)
    if masked.count("\n") != text.count("\n"):
        raise Fault("masking changed the number of lines")
    if mask(masked)[0] != masked:
        raise Fault("masking masks what it masked")
    read_symptom(text)


class Coverage:
    """Which lines of the rooms under test ran."""

    def __init__(self) -> None:
        self.lines: set[tuple[int, int]] = set()

    def run(self, given: Input) -> None:
        """Plan an output and note its lines."""
        sys.settrace(self._enter)
        try:
            plan(given.output, 20)
        finally:
            sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, value: Any) -> Any:
        name = frame.f_code.co_filename
        return self._step if "/kernel/reading/" in name or "/kernel/projection/" in name else None

    def _step(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "line":
            self.lines.add((id(frame.f_code), frame.f_lineno))
        return self._step


def seeds(folder: Path) -> Iterator[Input]:
    """Windows of the kept cases, and the corpus."""
    for path in sorted((TESTS / "cases").glob("*.txt")):
        lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
        for at in range(0, len(lines), 40):
            yield Input("\n".join(lines[at : at + 60])[:LONGEST], at // 40)
    yield from load(folder)


def load(folder: Path) -> Iterator[Input]:
    """The inputs of a corpus: one file each, its first line is ``how``."""
    yield from map(read_seed, sorted(folder.glob("*.seed")))


def read_seed(path: Path) -> Input:
    """One input of a corpus."""
    head, _, text = path.read_bytes().decode("utf-8", "surrogatepass").partition("\n")
    return Input(text, int(head))


def save(folder: Path, given: Input, name: str) -> Path:
    """Write one input; its file's path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.seed"
    path.write_bytes(f"{given.how}\n{given.text}".encode("utf-8", "surrogatepass"))
    return path


def mutated(dice: random.Random, given: Input, other: Input, signs: list[str]) -> Input:
    """A few random changes; ``other`` is what may be spliced in."""
    lines, how = given.text.split("\n"), given.how
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        at = dice.randrange(len(lines))
        kind = dice.randrange(9)
        if kind == 0:
            lines[at:at] = lines[at : at + dice.randint(1, 9)] * dice.choice((1, 2, 8, 30))
        elif kind == 1:
            del lines[at : at + dice.choice((1, 1, 3, 20))]
        elif kind == 2:
            theirs = other.text.split("\n")
            start = dice.randrange(len(theirs))
            lines[at:at] = theirs[start : start + dice.randint(1, 20)]
        elif kind == 3:
            lines.insert(at, dice.choice(signs))
        elif kind == 4:
            cut = dice.randint(0, len(lines[at]))
            lines[at] = lines[at][:cut] + dice.choice(WORDS) * dice.choice((1, 1, 2, 50)) + lines[at][cut:]
        elif kind == 5:
            lines[at] = re.sub(r"\d+", lambda match: str(dice.choice((0, 1, 7, 10**9))), lines[at])
        elif kind == 6:
            margin = dice.choice((*WORDS, "    ", "+", "-", "> "))
            lines[at : at + 20] = [margin + line for line in lines[at : at + 20]]
        elif kind == 7:
            cut = dice.randint(0, len(lines[at]))
            lines[at] = lines[at][cut:] + lines[at][: dice.randint(0, cut)]
        else:
            how = dice.randrange(960)
        lines = lines or [""]
    return Input("\n".join(lines)[:LONGEST], how)


def shortened(given: Input, fresh: set[tuple[int, int]]) -> Input:
    """The input with fewer lines that still reaches ``fresh``."""
    size = given.text.count("\n") + 1
    while size > 1:
        size //= 2
        at = 0
        while at < given.text.count("\n") + 1:
            lines = given.text.split("\n")
            less = given._replace(text="\n".join(lines[:at] + lines[at + size :]))
            cover = Coverage()
            cover.run(less)
            if fresh <= cover.lines and less.text:
                given = less
            else:
                at += size
    return given


def fuzz(seconds: float, seed: int, folder: Path, keep: Path | None) -> int:
    """Fuzz; the exit code."""
    dice, signs = random.Random(seed), sorted({sign for reader in READERS for sign in reader.signs})
    covered = Coverage()
    pool: list[Input] = []
    queue = list(seeds(folder))
    faults: dict[str, Path] = {}
    tried, kept, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        given = queue.pop() if queue else mutated(dice, dice.choice(pool), dice.choice(pool), signs)
        before = len(covered.lines)
        known = set(covered.lines) if keep else set()
        tried += 1
        try:
            check(given)
            covered.run(given)
        except Exception as error:
            name = f"{type(error).__name__}: {error}"
            if name not in faults:
                faults[name] = save(keep or folder, given, f"fault-{seed}-{tried}")
                print(f"{name}\ninput: {faults[name]}", flush=True)
            continue
        if len(covered.lines) > before or not pool:
            pool.append(given)
            if keep is not None:
                kept += 1
                save(keep, shortened(given, covered.lines - known), f"{seed}-{kept:04}")
    print(
        f"inputs {tried}, pool {len(pool)}, lines reached {len(covered.lines)}, kinds of faults {len(faults)}, seconds {seconds:.0f}"
    )
    return int(bool(faults))


def main() -> int:
    """Command line of the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path, default=TESTS / "seeds")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--one", type=Path, help="check the inputs of a folder and stop")
    arguments = parser.parse_args()
    if arguments.one:
        for given in load(arguments.one):
            check(given)
        return 0
    return fuzz(arguments.seconds, arguments.seed, arguments.corpus, arguments.keep)


if __name__ == "__main__":
    sys.exit(main())
