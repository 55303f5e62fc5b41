"""What stays of traces: what was raised, the project's frames, the raising end, and each kind of trace once."""

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan


def shown(text: str, exit_code: int | None = 1) -> str:
    return algebra.render(plan(ToolOutput(text, "Bash", "./run", "", exit_code), 100), text, 412)


def python(error: str, line: int = 77) -> str:
    return (
        'Traceback (most recent call last):\n  File "/srv/w/run.py", line 31, in run\n    job()\n'
        f'  File "/srv/w/fetch.py", line {line}, in fetch\n    raise\n{error}\n'
    )


def library(count: int) -> str:
    return "".join(
        f'  File "/usr/lib/python3.12/site-packages/web/core{n}.py", line {n + 9}, in call{n}\n    return inner(request)\n'
        for n in range(count)
    )


def test_runs_of_library_frames_go_and_the_raising_one_stays() -> None:
    text = (
        'Traceback (most recent call last):\n  File "/srv/w/run.py", line 31, in run\n    job()\n'
        + library(20)
        + "web.errors.NotReady: still starting\n"
    )
    made = shown(text)
    assert "run.py" in made and "core19.py" in made and "web.errors.NotReady: still starting" in made
    assert "core5.py" not in made
    assert made.count("[ck: ") == 1


def test_a_trace_without_any_own_frame_keeps_its_end() -> None:
    made = shown("Traceback (most recent call last):\n" + library(20) + "web.errors.NotReady: x\n")
    assert "core19.py" in made and "core15.py" in made and "core2.py" not in made


def test_equal_traces_are_shown_once_and_counted() -> None:
    made = shown(python("TimeoutError: read timed out") * 40)
    assert made.count("TimeoutError") == 1
    assert "39 times" in made


def test_traces_that_differ_in_numbers_are_shown_three_times() -> None:
    text = "".join(python(f"KeyError: 'user-{n}'") for n in range(60))
    assert shown(text).count("KeyError") == 3


def test_the_one_that_differs_in_words_or_place_stays() -> None:
    traces = [python(f"KeyError: 'user-{n}'") for n in range(60)]
    traces[33] = python("PermissionError: /var/lib/q")
    traces[44] = python("KeyError: 'user-44'", 12)
    made = shown("".join(traces))
    assert "PermissionError: /var/lib/q" in made
    assert 'fetch.py", line 12' in made


def test_equal_panics_are_grouped_and_the_other_payload_stays() -> None:
    panic = "thread 'worker' panicked at src/s.rs:121:85:\ncalled `Result::unwrap()` on an `Err` value: Error(\"{}\")\n"
    traces = [panic.format("expected value")] * 90
    traces[60] = panic.format("invalid type: null")
    made = shown("".join(traces), None)
    assert made.count("expected value") == 1 and made.count("invalid type: null") == 1


def test_frames_of_another_writer_between_those_of_a_trace_are_not_folded_with_them() -> None:
    lines = ("Traceback (most recent call last):\n" + library(12) + "web.errors.NotReady: x").split("\n")
    text = "\n".join(
        f"[rank0]: {line}\n[rank1]: step {n} of the run is done, loss is falling"
        for n, line in enumerate(lines)
    )
    made = plan(ToolOutput(text, "Bash", "./run", "", 1), 100)
    original = text.split("\n")
    for fold in made.folds():
        if fold.recogniser == "trace":
            assert all("rank0" in line for line in original[fold.start - 1 : fold.end])
