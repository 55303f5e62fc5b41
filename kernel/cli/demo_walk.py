"""The demo as text: what the workbench shows, step by step, from the same service results."""

from collections.abc import Iterator

from kernel.cli.charter import charter_lines
from kernel.cli.ledger import ledger_lines
from kernel.cli.output import plain
from kernel.cli.recall import row_text
from kernel.demo.loader import Demo
from kernel.reading.symptoms import read_symptom
from kernel.service import charter, ledger, recall
from kernel.service.kernel import Kernel, open_kernel


def walk(demo: Demo) -> Iterator[str]:
    """The steps, line by line."""
    with open_kernel(demo.repo, demo.environ) as kernel:
        yield f"The sample: a small web shop in {plain(demo.repo)}, with the tool outputs of one session."
        yield from _step("1 A test fails; this was pasted", _symptom(demo.symptom))
        yield from _step(
            "2 The outputs of the session, and what the agent was shown (tokens)", _parked(kernel)
        )
        yield from _step("3 One of them as the agent saw it", _shown(kernel))
        yield from _step("4 A recall of what was folded", _recalled(kernel))
        yield from _step("5 The charter, after an edit of shop/log.py", _charter(kernel))
        yield from _step("6 The ledger", ledger_lines(ledger.ledger(kernel)))
        yield ""
        yield "In a terminal, ck demo opens the workbench on this; ck opens it on your own repository."


def _step(title: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    yield ""
    yield title
    yield "─" * len(title)
    yield from lines


def _symptom(text: str) -> Iterator[str]:
    symptom = read_symptom(text)
    yield f"{plain(symptom.title)}   ({', '.join(symptom.kinds)})"
    for test in symptom.tests:
        yield f"  test   {plain(test.path)}::{plain(test.name)}"
    for frame in symptom.frames:
        library = "  (library)" if frame.library else ""
        yield f"  frame  {plain(frame.path)}:{frame.line}  {plain(frame.function)}{library}"


def _parked(kernel: Kernel) -> Iterator[str]:
    for row in recall.parked(kernel):
        yield row_text(row)


def _most_folded(kernel: Kernel) -> int:
    rows = recall.parked(kernel)
    return max(rows, key=lambda row: (row.folds > 0, row.tokens_before - row.tokens_after)).handle


def _shown(kernel: Kernel) -> Iterator[str]:
    output = recall.parked_output(kernel, _most_folded(kernel))
    from kernel.projection.algebra import render

    lines = render(output.plan, output.original, output.row.handle).split("\n")
    for line in lines[:12]:
        yield f"  {plain(line.expandtabs())}"
    if len(lines) > 12:
        yield f"  … {len(lines) - 12} more lines"


def _recalled(kernel: Kernel) -> Iterator[str]:
    handle = _most_folded(kernel)
    found = recall.recall(kernel, handle, recall.Selection(grep="esbuild", context=0))
    yield f"ck recall {handle} --grep esbuild -C 0"
    for line in found.lines:
        yield f"  {line.number:>4}  {plain(line.text.expandtabs())}"
    yield f"  {found.tokens} tokens came back; a person's look costs the agent nothing"


def _charter(kernel: Kernel) -> list[str]:
    found = charter.check(kernel)
    return [] if found is None else charter_lines(found)
