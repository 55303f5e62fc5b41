"""Fault cases of the sufficiency bench: real raise statements whose message is literal text, and symptoms of them."""

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from kernel.grammars.languages import PYTHON, family_of
from kernel.grammars.python_parse import parsed
from kernel.verify.bench.raised import Printed, raises, trace

SHORTEST, LONGEST = 20, 120
_UNWANTED = frozenset("\"'`{}\n")

Place = tuple[str, str]
"""A function: path and qualified name."""

ORIGINAL, MESSAGE, FRAME = "original", "message only", "frame, no message"
TWO_WITH, TWO_WITHOUT = "two calls away, message", "two calls away, no message"
ARMS = (ORIGINAL, MESSAGE, FRAME, TWO_WITH, TWO_WITHOUT)
WITH_MESSAGE = frozenset((ORIGINAL, MESSAGE, TWO_WITH))


class Raise(NamedTuple):
    """A raise statement with a literal message, and the function (a method by its qualified name) it stands in."""

    path: str
    function: str
    line: int
    error: str
    message: str


class Case(NamedTuple):
    """A raise and where a symptom of it starts.

    Attributes:
        fault: What was raised.
        importer: A file that imports the raising one; empty where none does.
        caller: A function two calls away from the raising one; None where none is known.
        line: The 1-based line on which ``caller`` begins.
    """

    fault: Raise
    importer: str
    caller: Place | None
    line: int


def first_raise(path: str, text: str, function_at: Callable[[int], str]) -> Raise | None:
    """The first raise inside a function whose error is made with a literal message that a user would see as it stands.

    Args:
        path: Of the file; its ending tells the language.
        text: Source of the file.
        function_at: Qualified name of the function around a line; empty for none.
    """
    if family_of(path) != PYTHON:
        found = ((r, function_at(r.line)) for r in raises(family_of(path), text, SHORTEST, LONGEST, _UNWANTED))
        return next((Raise(path, name, r.line, r.error, r.message) for r, name in found if name), None)
    tree = parsed(text)
    if tree is None:
        return None
    raised = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    for node in sorted(raised, key=lambda n: (n.lineno, n.col_offset)):
        message = _message(node)
        function = function_at(node.lineno) if message else ""
        if message and function and isinstance(node.exc, ast.Call):
            return Raise(path, function, node.lineno, _name(node.exc.func), message)
    return None


def _message(node: ast.Raise) -> str:
    """The literal first argument of the raised call; empty where there is none that fits."""
    call = node.exc
    if not isinstance(call, ast.Call) or not call.args or not _name(call.func):
        return ""
    first = call.args[0]
    if isinstance(first, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in first.values):
        first = ast.Constant("".join(str(part.value) for part in first.values if isinstance(part, ast.Constant)))
    text = first.value if isinstance(first, ast.Constant) else None
    fits = isinstance(text, str) and SHORTEST <= len(text) <= LONGEST and not _UNWANTED & set(text)
    return text if fits and isinstance(text, str) else ""


def _name(node: ast.expr) -> str:
    """The last part of a dotted name; empty for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def make_case(
    fault: Raise,
    importers: Mapping[str, Iterable[str]],
    callers: Mapping[Place, Iterable[Place]],
    line_of: Callable[[Place], int],
) -> Case:
    """A case from what imports files and what calls functions (no tests among them); the first by name is taken."""
    importer = min((p for p in importers.get(fault.path, ()) if p != fault.path), default="")
    far = _two_calls_away((fault.path, fault.function), callers)
    return Case(fault, importer, far, line_of(far) if far else 1)


def _two_calls_away(raising: Place, callers: Mapping[Place, Iterable[Place]]) -> Place | None:
    near = sorted(set(callers.get(raising, ())) - {raising})
    for caller in near:
        far = set(callers.get(caller, ())) - {raising, *near}
        if far:
            return min(far)
    return None


def spread(cases: Sequence[Case], count: int) -> list[Case]:
    """At most ``count`` cases, at even steps over all of them."""
    if len(cases) <= count:
        return list(cases)
    return [cases[number * len(cases) // count] for number in range(count)]


def fits(case: Case, arm: str) -> bool:
    """Whether a case has what an arm's symptom starts from."""
    return case.caller is not None if arm in (TWO_WITH, TWO_WITHOUT) else bool(case.importer)


def symptom(case: Case, arm: str, root: str) -> str:
    """The text of an arm: the frame of the raise itself is always withheld.

    ``original``, ``frame``: a frame at line 1 of the importing module, as an import that failed prints it. ``two calls
    away``: a frame in a function whose call calls the raising one.
    """
    fault = case.fault
    if family_of(fault.path) != PYTHON:
        return _trace(case, arm, root)
    error = f"{fault.error}: {fault.message}" if arm in WITH_MESSAGE else fault.error
    if arm == MESSAGE:
        return f"{error}\n"
    path, line, function = case.importer, 1, "<module>"
    if arm in (TWO_WITH, TWO_WITHOUT) and case.caller is not None:
        path, line, function = case.caller[0], case.line, case.caller[1].rpartition(".")[2]
    return f'Traceback (most recent call last):\n  File "{root}/{path}", line {line}, in {function}\n{error}\n'


def _trace(case: Case, arm: str, root: str) -> str:
    fault = case.fault
    path, line, function = case.importer, 1, ""
    if arm in (TWO_WITH, TWO_WITHOUT) and case.caller is not None:
        path, line, function = case.caller[0], case.line, case.caller[1].rpartition(".")[2]
    frame = None if arm == MESSAGE else Printed(f"{root}/{path}", line, function, path)
    return trace(family_of(fault.path), fault.error, fault.message if arm in WITH_MESSAGE else "", frame)
