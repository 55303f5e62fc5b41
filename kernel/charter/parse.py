"""From a charter's text to its parts. The text as written is the truth.

The first line is the question (``Q: …`` or ``# …``); then numbered constraints, ``1. [contract] … (path.py:88)``,
which may go on in indented lines. Everything else is free text.
"""

import re

from kernel.model.charter import Charter, Citation, Constraint

KINDS = ("contract", "invariant", "behaviour")
_CONSTRAINT = re.compile(r"(\d{1,4})[.)]\s+(?:\[([^\]]{1,40})\]\s*)?(.*)")
# A file name has an extension, a folder, or is one of the Makefile kind; in back-ticks it may hold spaces.
_NAME = r"(?:[^\s()`,;:\"'<>|\[\]]{0,300}/[^\s()`,;:\"'<>|\[\]/]{1,200}|[^\s()`,;:\"'<>|\[\]/]{0,200}\.[A-Za-z]\w{0,9}|[A-Z]\w{0,40}file)"
CITATION = re.compile(
    rf"(?:(?<=`)(?P<quoted>[^\s`:][^`:\n]{{0,400}})|(?:(?<=[\s(,;`])|^)(?P<bare>{_NAME})):(?P<line>\d{{1,7}})"
    r"(?:[-–](?P<end>\d{1,7}))?(?(quoted)(?=`)|(?![\w:/]))"
)


def parse(text: str, saved: float = 0.0) -> Charter:
    """Read a charter. Never raises: what cannot be read is told in ``problems``, with line numbers."""
    problems: list[str] = []
    question = ""
    groups: list[tuple[int, re.Match[str], list[str]]] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _CONSTRAINT.match(line)
        if match is not None:
            groups.append((number, match, [match[3]]))
        elif groups and line[:1] in (" ", "\t") and line.strip():
            groups[-1][2].append(line.strip())
        elif not question and not groups:
            question = _question(line)
    constraints = tuple(_constraint(number, match, lines, problems) for number, match, lines in groups)
    if text.strip() and not question:
        problems.insert(0, "line 1: no question (a first line “Q: …” or “# …”)")
    if question and not constraints:
        problems.append("no constraints (lines like “1. [contract] what must hold (path.py:88)”)")
    _check_numbers(groups, problems)
    return Charter(text, question, constraints, tuple(problems), saved)


def citations_of(text: str) -> tuple[Citation, ...]:
    """Every citation in a text, in order; bare, back-ticked, in parentheses, alone or several."""
    return tuple(_citation(match) for match in CITATION.finditer(text))


def key_of(citation: Citation) -> tuple[str, int, int | None]:
    """What makes two citations the same: place, not state."""
    return citation.path, citation.line, citation.end


def _question(line: str) -> str:
    stripped = line.strip()
    if stripped[:2].lower() == "q:":
        return stripped[2:].strip()
    return stripped.lstrip("#").strip() if stripped.startswith("#") else ""


def _constraint(number: int, match: re.Match[str], lines: list[str], problems: list[str]) -> Constraint:
    text = " ".join(lines)
    kind = (match[2] or "").strip().lower()
    if kind == "behavior":
        kind = "behaviour"
    if kind and kind not in KINDS:
        problems.append(f"line {number}: [{kind}] is none of {', '.join(KINDS)}")
        kind = ""
    citations = citations_of(text)
    if not citations:
        problems.append(f"line {number}: constraint {match[1]} cites no line (path.py:88)")
    for citation in citations:
        if citation.line < 1 or (citation.end is not None and citation.end < citation.line):
            problems.append(f"line {number}: {citation.path}:{citation.line} is not a range of lines")
    return Constraint(int(match[1]), kind, text, citations)


def _check_numbers(groups: list[tuple[int, re.Match[str], list[str]]], problems: list[str]) -> None:
    seen: set[int] = set()
    for number, match, _ in groups:
        if int(match[1]) in seen:
            problems.append(f"line {number}: there are two constraints {match[1]}")
        seen.add(int(match[1]))


def _citation(match: re.Match[str]) -> Citation:
    end = match["end"]
    return Citation(match["quoted"] or match["bare"], int(match["line"]), int(end) if end else None)
