"""The token estimate: true counts of literal documents, additivity, any input."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.tokens import charge, estimate, estimate_lines
from kernel.tokens import pieces as pieces_of

# Each document with its true count in o200k_base.
DOCUMENTS: dict[str, tuple[str, int]] = {
    "python": (
        "def checkout(self, payload: dict[str, Any]) -> Order:\n"
        '    """Turn a cart into an order; raises KeyError without a token."""\n'
        '    token = payload["card_token"]\n'
        "    for line in self.lines:\n"
        "        if line.quantity <= 0:\n"
        '            raise ValueError(f"bad quantity {line.quantity!r} in {line.sku}")\n'
        "        self._totals[line.sku] += line.price * line.quantity\n"
        "    return Order.create(customer=self.customer, total=sum(self._totals.values()), token=token)\n",
        109,
    ),
    "c": (
        "static int parse_header(const uint8_t *buf, size_t len, struct header *out)\n{\n"
        "\tif (len < sizeof(*out) || memcmp(buf, MAGIC, 4) != 0)\n\t\treturn -EINVAL;\n"
        "\tout->version = be16toh(*(uint16_t *)(buf + 4));\n"
        "\tfor (size_t i = 0; i < out->n_entries; i++) {\n\t\tout->crc ^= crc32_table[buf[i] & 0xff];\n\t}\n"
        "\treturn 0;\n}\n",
        109,
    ),
    "javascript": (
        "export async function fetchUsers({ page = 1, perPage = 50 } = {}) {\n"
        "  const response = await fetch(`${API_URL}/users?page=${page}&per_page=${perPage}`);\n"
        "  if (!response.ok) throw new Error(`HTTP ${response.status}`);\n"
        "  return (await response.json()).map((user) => ({ ...user, fullName: `${user.first} ${user.last}` }));\n}\n",
        85,
    ),
    "prose": (
        "The committee met again on Thursday, though nobody could remember why. After an hour of quiet argument\n"
        "about the bridge, its cost, and the weather, they agreed that the engineers had been right: the northern\n"
        "foundation was sound, the southern one was not, and no amount of optimism would change the difference.\n",
        63,
    ),
    "log": (
        "2026-06-01 19:30:10,100 - bot.poll - INFO - heartbeat ok lag=0ms\n"
        "2026-06-01 19:30:14,101 - bot.poll - WARNING - retrying GET /api/v2/items/8812 (attempt 3 of 5)\n"
        "2026-06-01 19:30:18,102 - bot.store - ERROR - connection to 10.0.12.7:5432 refused, pool=primary size=20\n"
        '127.0.0.1 - - [01/Jun/2026:19:30:19 +0000] "POST /checkout HTTP/1.1" 500 1482 "-" "curl/8.5.0"\n',
        159,
    ),
    "json": (
        '{"id": 4187, "name": "Ada Lovelace", "roles": ["admin", "editor"], "active": true,\n'
        ' "address": {"street": "12 St James Square", "postcode": "SW1Y 4JH", "geo": [51.5074, -0.1278]},\n'
        ' "orders": [{"sku": "BX-2210", "quantity": 3, "price": 19.99}, {"sku": "BX-0007", "quantity": 1}]}\n',
        111,
    ),
    "hex": (
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  release.tar.gz\n"
        "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752  release.zip\n"
        "fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13  notes.txt\n",
        129,
    ),
    "base64": (
        "MIIDazCCAlOgAwIBAgIUJQ5mXw1q9n0eT3k8sYw5r3h1c2EwDQYJKoZIhvcNAQEL\n"
        "BQAwRTELMAkGA1UEBhMCQVUxEzARBgNVBAgMClNvbWUtU3RhdGUxITAfBgNVBAoM\n"
        "GEludGVybmV0IFdpZGdpdHMgUHR5IEx0ZDAeFw0yNDAxMTUxMjAwMDBaFw0zNDAx\n",
        132,
    ),
    "chinese": (
        "上下文窗口里的大部分内容与当前任务无关:重复读取的文件、进度条、通过的测试。"
        "系统只保留任务真正需要的部分,并且随时可以恢复被移除的内容。请在提交之前运行全部测试。\n",
        56,
    ),
    "japanese": (
        "このコマンドはリポジトリの中から関係のある関数だけを選びます。"
        "テストが失敗した場合は、エラーメッセージをそのまま貼り付けてください。設定ファイルは必要ありません。\n",
        59,
    ),
    "russian": (
        "Программа читает сообщение об ошибке, находит нужные функции и показывает, почему каждая из них "
        "имеет значение. Если ответ изменился, исходный текст можно вернуть одной командой.\n",
        39,
    ),
    "german": (
        "Die Änderung gilt für alle größeren Dateien: überflüssige Zeilen werden gefaltet, während Fehlermeldungen "
        "vollständig erhalten bleiben. Möchten Sie die ursprüngliche Ausgabe sehen, genügt ein Tastendruck.\n",
        43,
    ),
    "table": (
        "NAME                     READY   STATUS             RESTARTS      AGE\n"
        "checkout-7d9c6b5f4-x2x8k   1/1     Running            0             3d4h\n"
        "ledger-5b7f9d6c8d-qqz7m    0/1     CrashLoopBackOff   17 (2m ago)   61m\n"
        "----------------------------------------------------------------------\n",
        87,
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_an_estimate_is_within_a_fifth_of_the_true_count(name: str) -> None:
    text, true = DOCUMENTS[name]
    assert abs(estimate(text) / true - 1) <= 0.20


def test_a_thousand_cjk_characters_cost_hundreds_of_tokens() -> None:
    assert estimate("数据库连接失败请检查配置" * 84) > 500


def test_nothing_costs_nothing() -> None:
    assert estimate("") == 0
    assert estimate_lines([]) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_lines_add_up_to_the_whole(name: str) -> None:
    text = DOCUMENTS[name][0] * 5
    lines = text.splitlines(keepends=True)
    charges = estimate_lines(lines)
    assert len(charges) == len(lines)
    assert abs(sum(charges) / estimate(text) - 1) < 0.03


def test_blank_lines_do_not_add_up_to_more_than_the_whole() -> None:
    text = "a line of text\n\n\n\n" * 50
    assert abs(sum(estimate_lines(text.splitlines(keepends=True))) / estimate(text) - 1) < 0.05


@pytest.mark.parametrize(
    ("text", "true"),
    [((" " * 200 + "\n") * 200, 600), (("a" + " " * 200 + "b\n") * 100, 500)],
    ids=["blank screen", "padded"],
)
def test_much_white_space_is_not_free(text: str, true: int) -> None:
    assert abs(estimate(text) / true - 1) <= 0.20
    assert abs(sum(estimate_lines(text.splitlines(keepends=True))) / estimate(text) - 1) < 0.05


@given(st.text(st.characters(), max_size=400))
def test_any_text_has_an_estimate(text: str) -> None:
    total = estimate(text)
    assert (total > 0) == bool(text)
    assert total <= 4 * len(text) + 1
    assert all(charge >= 0 for charge in estimate_lines(text.splitlines(keepends=True)))


@pytest.mark.parametrize(
    "unit", ["a", "A", "aB", "7", " ", "\n ", "+", "/", "é", "世", "\ud800", "\x00", "😀", "'", "a'"]
)
def test_time_grows_with_the_length_only(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    started = time.process_time()
    estimate(text)
    assert time.process_time() - started < 5


def test_importing_compiles_nothing() -> None:
    code = "import re; re.compile = None; import kernel.tokens"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


PIECES = st.sampled_from(
    ["word", "A" * 25, "deadbeef" * 4, "7", "123", "'s", "\n", "\n\n", "\r\n", "\r", " ", "  \t", "\x0b", "/", "/a/b\n", "x\n/y",
     "~\n/z", "----", ";", '"', "é", "世", "\ud800", "😀", "line one 1\n", "line one 2\n", "    indented\n"]
)  # fmt: skip


@given(st.lists(PIECES, min_size=1, max_size=60), st.integers(1, 3))
def test_a_long_text_costs_what_its_pieces_cost(pieces: list[str], copies: int) -> None:
    once = "".join(pieces)
    text = once * (copies * 4_000 // len(once) + 1)
    assert estimate(text) == (sum(round(charge(piece) * 1000) for piece in pieces_of(text)) + 500) // 1000


def test_the_digits_of_a_text_do_not_change_its_estimate() -> None:
    log = "".join(f"GET /item/{n:05} took {n % 90 + 10}ms\n" for n in range(500))
    assert estimate(log) == estimate("".join("3" if c.isdigit() else c for c in log))
