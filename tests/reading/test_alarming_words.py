"""Words of trouble: found in any form, in time that grows with the length only."""

import time

import pytest

from kernel.reading.vocabulary import is_alarming


@pytest.mark.parametrize(
    "line", ["HTTP/1.1 500 Internal", "GET https://a.example/x/y 404", "status: 503", "exit code 2"]
)
def test_answers_and_codes_of_failure(line: str) -> None:
    assert is_alarming(line)


@pytest.mark.parametrize("unit", ["https://a/", "http ", "oom ", "exit ", "status: ", "get 4", "e1 "])
def test_repeated_pieces_take_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        line = unit * (size // len(unit))
        started = time.process_time()
        is_alarming(line)
        return time.process_time() - started

    seconds(1_000)
    assert seconds(160_000) < 0.1 + 24 * min(seconds(20_000) for _ in range(3))
