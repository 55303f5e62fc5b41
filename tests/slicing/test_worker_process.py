"""The worker as a process: JSON lines in and out, every request answered, an end at any moment harms nothing."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kernel.service.json_form import ranking_from_json
from slicing.sample_repository import Sample

SYMPTOM = "parse_price is wrong"


class Worker:
    """A running worker."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        return dict(json.loads(self.process.stdout.readline()))

    def ask(self, request: dict[str, Any] | str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The answer to a request, and the progress before it."""
        self.send(request if isinstance(request, str) else json.dumps(request))
        told = []
        while "progress" in (message := self.read()):
            told.append(message)
        return message, told


@contextmanager
def worker(sample: Sample) -> Iterator[Worker]:
    process = subprocess.Popen(
        [sys.executable, "-m", "kernel.service.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=sample.environment(), cwd=sample.home.parent,
    )  # fmt: skip
    try:
        yield Worker(process)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def shop(sample: Sample) -> Sample:
    sample.write({f"app/m{n}.py": f"def parse_price_{n}(text):\n    return parse_price(text)\n" for n in range(40)})
    sample.write({"app/price.py": "def parse_price(text):\n    return float(text)\n"})
    return sample


def request(sample: Sample, number: Any = 1, **more: Any) -> dict[str, Any]:
    return {"id": number, "do": "rank", "cwd": str(sample.root), "symptom": SYMPTOM, **more}


def test_a_ranking_comes_over_the_wire_whole_with_progress_before_it(shop: Sample) -> None:
    with worker(shop) as running:
        answer, told = running.ask(request(shop, 7))
    assert answer["id"] == 7 and ranking_from_json(answer["result"]) == shop.rank(SYMPTOM)
    assert {t["id"] for t in told} == {7}
    stages = [t["progress"]["stage"] for t in told]
    assert stages[0] == "listing" and "reading" in stages and "parsing" in stages
    for t in told:
        assert set(t["progress"]) == {"stage", "done", "total"} and t["progress"]["done"] <= max(t["progress"]["total"], t["progress"]["done"])


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "null", "3", '"x"', "{}", '{"id": 1}', '{"id": 1, "do": "dance"}', '{"id": 1, "do": "rank"}', "\ud800".encode("utf-8", "replace").decode(), "[" * 5000],
)
def test_nonsense_gets_an_error_and_the_next_request_an_answer(shop: Sample, line: str) -> None:
    with worker(shop) as running:
        answer, _ = running.ask(line)
        assert set(answer) == {"id", "error"} and isinstance(answer["error"], str) and answer["error"]
        assert "result" in running.ask(request(shop, 2))[0]


def test_errors_for_people_are_plain_sentences(shop: Sample) -> None:
    with worker(shop) as running:
        for wrong, words in (
            ({"cwd": "/nowhere/at/all"}, "no folder"),
            ({"symptom": ""}, "nothing to slice for"),
            ({"from_diff": "HEAD"}, "git"),
        ):
            answer, _ = running.ask(request(shop, **wrong))
            assert words in answer["error"] and "Traceback" not in answer["error"]


def test_blank_lines_are_nothing_and_the_end_of_input_is_the_end(shop: Sample) -> None:
    with worker(shop) as running:
        running.send("")
        running.send("   ")
        assert running.ask(request(shop, "text id"))[0]["id"] == "text id"
        assert running.process.stdin
        running.process.stdin.close()
        running.process.stdin = None
        assert running.process.wait(timeout=20) == 0


def test_a_kill_during_work_leaves_nothing_behind(shop: Sample) -> None:
    shop.write({f"big/m{n}.py": f"def parse_price_big_{n}(text):\n" + "    parse_price(text)\n" * 400 for n in range(150)})
    with worker(shop) as running:
        running.send(json.dumps(request(shop)))
        while running.read()["progress"]["stage"] != "parsing":
            pass
        running.process.send_signal(signal.SIGKILL)
        running.process.wait(timeout=20)
    with worker(shop) as again:
        answer, _ = again.ask(request(shop))
    assert ranking_from_json(answer["result"]) == Sample(shop.root, shop.home.with_name("fresh")).rank(SYMPTOM)


def test_seeds_and_changes_travel_too(shop: Sample) -> None:
    shop.commit()
    shop.write({"app/m3.py": "def changed(text):\n    return text\n"})
    with worker(shop) as running:
        by_seed, _ = running.ask(request(shop, symptom="", seeds=["app/price.py::parse_price"]))
        by_diff, _ = running.ask(request(shop, symptom=None, from_diff=""))
    assert by_seed["result"]["seeds"][0][0] == "app/price.py"
    assert {s[0] for s in by_diff["result"]["seeds"]} == {"app/m3.py"}
