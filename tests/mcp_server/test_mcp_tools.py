"""What each tool answers, over the wire, in a repository of its own."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_client import Client, environment, serving, text_of

from kernel.mcp_server.paging import MOST_TOKENS
from kernel.model.event import ToolOutput
from kernel.model.scope import Scope
from kernel.service.charter import save
from kernel.service.kernel import Kernel, open_kernel
from kernel.service.ledger import faults
from kernel.service.observe import observe
from kernel.tokens import estimate

CART = """class Cart:
    def total(self, items):
        return subtotal(items)


def subtotal(items):
    if not items:
        raise ValueError("negative subtotal not allowed")
    return sum(items)
"""
TRACE = """Traceback (most recent call last):
  File "shop/cart.py", line 3, in total
    return subtotal(items)
  File "shop/cart.py", line 8, in subtotal
    raise ValueError("negative subtotal not allowed")
ValueError: negative subtotal not allowed
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop/cart.py").write_text(CART)
    (folder / "shop/other.py").write_text("def unrelated():\n    return 1\n")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


@pytest.fixture
def client(repository: Path, tmp_path: Path) -> Iterator[Client]:
    with serving(repository, tmp_path) as client:
        client.initialize()
        yield client


def kernel_of(repository: Path, tmp_path: Path) -> Kernel:
    return open_kernel(str(repository), environment(tmp_path))


def parked(repository: Path, tmp_path: Path, text: str, command: str = "pytest -v") -> int:
    """Park an output as a hook does; its handle."""
    with kernel_of(repository, tmp_path) as kernel:
        shown = observe(kernel, ToolOutput(text, "Bash", command), Scope(kernel.repository.key, "s", "main", 0, str(repository)))
    assert shown.handle is not None
    return shown.handle


def test_a_slice_shows_the_code_and_how_sufficient_it_is(client: Client) -> None:
    text = client.text("slice", symptom=TRACE)
    assert "Sufficiency: " in text.split("\n")[1] and "shop/cart.py" in text
    assert '        raise ValueError("negative subtotal not allowed")' in text
    assert "unrelated" not in text


def test_a_slice_tells_its_stages_to_a_client_that_asks(client: Client) -> None:
    number = client.ask(
        "tools/call", name="slice", arguments={"seeds": ["shop/cart.py"]}, _meta={"progressToken": "mine"}
    )
    assert client.answer_to(number)["result"]["isError"] is False
    told = [message["params"] for message in client.seen if message["method"] == "notifications/progress"]
    assert {one["progressToken"] for one in told} == {"mine"}
    steps = [one["progress"] for one in told]
    assert steps == sorted(set(steps)) and steps
    assert any("ranking" in one["message"] for one in told)
    client.seen.clear()
    client.text("slice", seeds=["shop/cart.py"])
    assert client.seen == []


def test_a_slice_keeps_its_budget_and_is_one_page_by_default(client: Client, repository: Path) -> None:
    body = "".join(f"    total_{k} = amount_{k} * 7 + subtotal([{k}])\n" for k in range(40))
    for n in range(60):
        (repository / f"shop/part_{n}.py").write_text(f"def subtotal_{n}(x):\n{body}")
    small = client.text("slice", symptom="subtotal amount total", budget=500)
    assert 0 < estimate(small) <= 600
    whole = client.call("slice", symptom="subtotal amount total")
    assert "_meta" not in whole and MOST_TOKENS / 2 < estimate(text_of(whole)) <= MOST_TOKENS
    large = client.call("slice", symptom="subtotal amount total", budget=20_000)
    pages = [large]
    while "_meta" in pages[-1]:
        pages.append(
            client.call("slice", symptom="subtotal amount total", budget=20_000, cursor=pages[-1]["_meta"]["nextCursor"])
        )
    assert len(pages) > 1 and all(estimate(text_of(one)) <= MOST_TOKENS + 60 for one in pages)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "nothing to slice for"),
        ({"symptom": "  "}, "nothing to slice for"),
        ({"symptom": "zzqx"}, "nothing"),
        ({"from_diff": "no-such-ref"}, "no commit"),
        ({"from_diff": "--output=/tmp/x"}, "no commit"),
        ({"budget": 0, "symptom": "x"}, "budget"),
        ({"budget": "many", "symptom": "x"}, "budget"),
        ({"symptom": 5}, "symptom is a string"),
        ({"seeds": [5]}, "seeds is a string"),
        ({"file": "x"}, "takes no"),
        ({"symptom": "x", "repo": "nowhere"}, "there is no"),
        ({"symptom": "x", "repo": "shop/cart.py"}, "no folder"),
        ({"symptom": "cart", "cursor": "5.00000000"}, "has changed"),
        ({"symptom": "cart", "cursor": "\u0665.0"}, "no cursor"),
    ],
)
def test_a_slice_that_cannot_be_says_why(client: Client, arguments: dict[str, object], said: str) -> None:
    assert said in client.refusal("slice", **arguments)


def test_a_toc_lists_definitions_with_their_lines(client: Client) -> None:
    assert client.text("toc", path="shop/cart.py").split("\n") == [
        "shop/cart.py (lines: 9, definitions: 3)", "1-3 class Cart", "2-3 function Cart.total", "6-9 function subtotal",
    ]  # fmt: skip


def test_an_output_is_recalled_whole_and_in_parts(client: Client, repository: Path, tmp_path: Path) -> None:
    lines = [f"tests/test_a.py::test_{n} PASSED [ 10%]" for n in range(200)]
    handle = parked(repository, tmp_path, "\n".join(lines) + "\n")
    assert client.text("recall", handle=handle).split("\n")[:-1] == [f"{n}\t{line}" for n, line in enumerate(lines, 1)]
    assert client.text("recall", handle=f"#{handle}", lines="5-6") == f"5\t{lines[4]}\n6\t{lines[5]}\n"
    assert client.text("recall", handle=str(handle), grep="test_77 ", head=1) == f"76\t{lines[75]}\n"
    assert client.text("recall", handle=handle, characters="1-15") == "tests/test_a.py"
    for wrong in ({"lines": "0-4"}, {"lines": "b"}, {"lines": "9-3"}, {"grep": "("}, {"characters": "99999999-"}, {"grep": "zzz"}):
        assert client.refusal("recall", handle=handle, **wrong)
    assert "no folded output" in client.refusal("recall", handle=handle + 1)


def test_only_what_a_page_shows_counts_as_come_back(client: Client, repository: Path, tmp_path: Path) -> None:
    lines = [f"{n} {'word ' * 20}" for n in range(3000)]
    handle = parked(repository, tmp_path, "\n".join(lines) + "\n", "./noise")
    told, numbers = client.call("recall", handle=handle), []
    while True:
        numbers += [int(row.split("\t")[0]) for row in text_of(told).split("\n") if "\t" in row]
        with kernel_of(repository, tmp_path) as kernel:
            last = faults(kernel)[0]
        assert last.source == "agent" and 0 < last.tokens <= MOST_TOKENS
        if "_meta" not in told:
            break
        told = client.call("recall", handle=handle, cursor=told["_meta"]["nextCursor"])
    assert numbers == list(range(1, 3001))


@pytest.mark.parametrize(("limit", "most"), [("2000", 1200), ("1", 500), ("999999", MOST_TOKENS), ("many", MOST_TOKENS), ("", MOST_TOKENS)])
def test_pages_keep_a_limit_that_the_client_sets(repository: Path, tmp_path: Path, limit: str, most: int) -> None:
    handle = parked(repository, tmp_path, "".join(f"{n} {'word ' * 20}\n" for n in range(3000)), "./noise")
    with serving(repository, tmp_path, MAX_MCP_OUTPUT_TOKENS=limit) as client:
        client.initialize()
        assert most / 2 < estimate(client.text("recall", handle=handle)) < most + 60


def test_a_long_line_is_recalled_in_pages(client: Client, repository: Path, tmp_path: Path) -> None:
    row = json.dumps([{"id": n, "name": f"item {n}"} for n in range(5_000)])
    handle = parked(repository, tmp_path, row, "curl x")
    told, parts = client.call("recall", handle=handle, characters="1-"), []
    while "_meta" in told:
        parts.append(text_of(told).rpartition("\n[")[0])
        told = client.call("recall", handle=handle, characters="1-", cursor=told["_meta"]["nextCursor"])
    assert "".join(parts) + text_of(told) == row and len(parts) > 3


def test_outputs_are_searched_by_words_and_expressions(client: Client, repository: Path, tmp_path: Path) -> None:
    handle = parked(repository, tmp_path, "one\nDisk \x1b[31mFULL on\x1b[0m sda\n" + "x\n" * 50, "df")
    assert client.text("search", query="full on") == f"recall {handle}:\n2\tDisk FULL on sda"
    assert client.text("search", query="D.sk", regex=True).endswith("Disk FULL on sda")
    assert client.refusal("search", query="nowhere")
    assert client.refusal("search", query="")
    assert "regex is a boolean" in client.refusal("search", query="x", regex="yes")


def test_the_charter_is_shown_with_what_has_drifted(client: Client, repository: Path, tmp_path: Path) -> None:
    assert "no charter" in client.refusal("charter")
    with kernel_of(repository, tmp_path) as kernel:
        save(kernel, "Q: fix it\n\n1. [contract] totals add up (shop/cart.py:3)\n2. raise early (shop/cart.py:8)\n")
    (repository / "shop/cart.py").write_text(CART.replace("return subtotal(items)", "return 0"))
    text = client.text("charter")
    assert "[contract] totals add up" in text and "1 of 2 citations stand as cited" in text
    assert "shop/cart.py:3 drifted" in text


def test_savings_are_told(client: Client, repository: Path, tmp_path: Path) -> None:
    assert "Nothing" in client.text("savings")
    parked(repository, tmp_path, "".join(f"tests/test_a.py::test_{n} PASSED [ 10%]\n" for n in range(400)))
    assert client.text("savings").startswith("outputs: 1;")


def test_an_output_of_another_repository_is_not_recalled(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    handle = parked(other, tmp_path, "secret of the other\n" * 200)
    with serving(repository, tmp_path) as client:
        client.initialize()
        assert "no folded output" in client.refusal("recall", handle=handle)
        assert client.refusal("search", query="secret")
    with serving(repository, tmp_path, [repository, other]) as client:
        client.initialize()
        assert "secret of the other" in client.text("recall", handle=handle)
        assert "secret of the other" in client.text("search", query="secret")


def test_a_bad_setting_is_said(client: Client, tmp_path: Path) -> None:
    (tmp_path / "ck").mkdir(exist_ok=True)
    (tmp_path / "ck/config.toml").write_text("slice_budget = 'many'\n")
    assert "slice_budget" in client.refusal("savings")
