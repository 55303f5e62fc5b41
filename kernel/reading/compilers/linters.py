"""Linters that name a rule: ruff, flake8, pylint, eslint, golangci-lint and the Go compiler, rubocop, phpstan."""

from collections.abc import Sequence

from kernel.model.symptom import Frame
from kernel.reading.blocks import DIAGNOSTIC, NOTE, Block, PrintedFrame
from kernel.reading.compilers.forms import DiagnosticForm, read_diagnostics, summary_lines
from kernel.reading.patterns import lazy

PYTHON = DiagnosticForm(
    "linter",
    ": ",
    lazy(
        r"(?P<path>[^\s:][^:\n]{0,300}\.pyi?):(?P<line>\d{1,9}):(?:\d{1,9}:)? (?P<code>[A-Z]{1,6}\d{1,5}):? (?P<message>.*)"
    ),
    below=lazy(r"\s*\d{0,7} *\||\s+= help"),
    summary=lazy(r"Found \d+ errors?|\[\*\] \d+ fixable|Your code has been rated|All checks passed"),
)
PYRIGHT = DiagnosticForm(
    "pyright",
    " - ",
    lazy(
        r"\s+(?P<path>\S[^:\n]{0,300}\.pyi?):(?P<line>\d{1,9}):\d{1,9} - (?P<severity>error|warning|information): (?P<message>.*?)(?: \((?P<code>report\w{1,60})\))?$"
    ),
    below=lazy(r"\s{4,}\S"),
    summary=lazy(r"\d+ errors?, \d+ warnings?, \d+ informations? ?$"),
)
RUFF_FULL = DiagnosticForm(
    "linter",
    " ",
    lazy(r"(?P<code>[A-Z]{1,4}\d{3,4}) (?:\[\*\] )?(?P<message>\S.*)"),
    below=lazy(r"\s*\d{0,7} *[|+\-](?: |$)|help: |note: |-{10,}$"),
    place=lazy(r"\s*--> (?P<path>[^\n]{1,300}?):(?P<line>\d{1,9}):\d{1,9}"),
    summary=PYTHON.summary,
)
GO = DiagnosticForm(
    "go build",
    ".go:",
    lazy(
        r"(?:vet: )?(?P<path>[^\s:][^:\n]{0,300}\.go):(?P<line>\d{1,9})(?::\d{1,9})?: (?P<message>[^\n]*?)(?: \((?P<code>[a-z][\w\-]{1,30})\))?$"
    ),
    above=lazy(r"# \S+"),
    below=lazy(r"\t\S|\s+\^"),
    summary=lazy(r"FAIL\t\S+ \[build failed\]|\d+ issues?:|too many errors"),
)
_ESLINT = lazy(
    r"\s+(?P<line>\d{1,9}):\d{1,9}\s+(?P<severity>error|warning)\s+(?P<message>\S.*?)(?:\s{2,}(?P<code>[@\w/\-]{1,80}))?$"
)
_FILE = lazy(r"(?:/|[A-Za-z]:\\|\.{1,2}/|\w)[^\n:]{0,300}\.\w{1,6}$")
_ESLINT_SUMMARY = lazy(r"\s*✖ \d+ problems?|\s+\d+ errors? and \d+ warnings? potentially fixable")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every message of a linter."""
    blocks = read_diagnostics(PYTHON, lines)
    if any(" - error: " in line or " - warning: " in line for line in lines):
        blocks += _with_files(read_diagnostics(PYRIGHT, lines), lines)
    if any(" --> " in line for line in lines):
        blocks += [block for block in read_diagnostics(RUFF_FULL, lines) if block.frames]
    if any(".go:" in line for line in lines):
        blocks += [
            block for block in read_diagnostics(GO, lines) if not block.title.startswith(("+0x", "race "))
        ]
    return blocks + _eslint(lines)


def _with_files(blocks: list[Block], lines: Sequence[str]) -> list[Block]:
    """Messages and, as notes, the lines right above them that name their file."""
    heads = (
        Block(block.start - 1, block.start, NOTE, block.tool, lines[block.start - 1])
        for block in blocks
        if block.start and block.frames and lines[block.start - 1] == block.frames[0].frame.path
    )
    return sorted([*blocks, *heads])


def _eslint(lines: Sequence[str]) -> list[Block]:
    """eslint's list: a file (a note), and indented below it a line for each problem."""
    blocks: list[Block] = []
    path, path_at = "", -1
    for at, line in enumerate(lines):
        match = _ESLINT.match(line) if line[:1] == " " else None
        if match is None:
            if _FILE.match(line) is not None:
                path, path_at = line, at
            continue
        if not path:
            continue
        if path_at >= 0:
            blocks.append(Block(path_at, path_at + 1, NOTE, "eslint", path))
            path_at = -1
        failing = match["severity"] == "error"
        frame = PrintedFrame(at, at + 1, Frame(path, int(match["line"])))
        key = f"eslint {match['severity']} {match['code'] or ''}"
        title = f"{match['code'] or ''}: {match['message']}"
        blocks.append(Block(at, at + 1, DIAGNOSTIC, "eslint", title, (frame,), failing, key, ((at, at + 1),)))
    return blocks + summary_lines("eslint", _ESLINT_SUMMARY.match, lines) if blocks else []
