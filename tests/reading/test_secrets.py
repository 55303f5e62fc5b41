"""Secrets leave, everything else stays, and lines keep their numbers."""

import html
import json
import re
import time
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.reading.secrets import MASK, mask

# Put together at run time so that no scanner takes the test for a leak.
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "a1B2" * 9
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9"
KEY_BODY = "MIIEpAIBAAKCAQEA7v8w" * 3
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_BODY}\n{KEY_BODY}\nab==\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"key {AWS} used", AWS),
        (f"remote: {GITHUB}", GITHUB),
        ("glpat-" + "x9" * 10, "x9x9x9"),
        ("xoxb-" + "123456789012-abcdefABCDEF", "abcdefABCDEF"),
        ("STRIPE=" + "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc", "4eC39Hq"),
        ("OPENAI_API_KEY=sk-proj-" + "a1b2" * 10, "a1b2a1b2"),
        (f"cookie={JWT}", "dozjgNryP4J3"),
        ("DB_PASSWORD=hunter2!x", "hunter2!x"),
        ('{"client_secret": "9f8e7d6c5b"}', "9f8e7d6c5b"),
        ("password: correct-horse", "correct-horse"),
        ("postgres://app:s3cr3t@db:5432/shop", "s3cr3t"),
        ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("curl -H 'X-Api-Key: 0123456789ab'", "0123456789ab"),
        ("deploy --token abcdef123456", "abcdef123456"),
        (f"AWS_SECRET_ACCESS_KEY={'q1W+' * 10}", "q1W+q1W+"),
        (PEM, KEY_BODY),
        (f'"key": "-----BEGIN PRIVATE KEY-----\\n{KEY_BODY}\\n-----END PRIVATE KEY-----"', KEY_BODY),
        ("pass\x1b[1mword\x1b[0m=hunter2!x", "hunter2!x"),
        (r'{"text": "{\"password\": \"hunter2!x\"}"}', "hunter2!x"),
        (r'"{\\\"api_key\\\": \\\"9f8e7d6c5b\\\"}"', "9f8e7d6c5b"),
        (r'"{\"Authorization\": \"Bearer 9f8e7d6c5b\"}"', "9f8e7d6c5b"),
        ("Authorization: Bot MTk4NjIyNDgz.Cl2FMQ.ZnCjm1XVW7vRze4b", "ZnCjm1XVW7"),
        ("Authorization: Bearer abcDEF123456.ghiJKL789_xyz", "ghiJKL789"),
        ("Set-Cookie: session=0123456789abcdef; Path=/", "0123456789abcdef"),
        ("> Cookie: theme=dark; sessionid=0123456789abcdef", "0123456789abcdef"),
        ("AccountName=shop;AccountKey=Zm9vYmFyYmF6cXV4==;EndpointSuffix=x", "Zm9vYmFy"),
        ("https://x.blob.core/a?sp=r&sig=Zm9vYmFyYmF6cXV4Zm9v%3D", "Zm9vYmFy"),
        ("git clone https://0123456789abcdef0123456789@host/x.git", "0123456789abcdef"),
        ("curl -sS -u admin:hunter2!x https://shop", "hunter2!x"),
        ("mysqldump -uroot -phunter2!x shop", "hunter2!x"),
        ("sshpass -p hunter2!x ssh host", "hunter2!x"),
        ("redis-cli -h db -a hunter2!x ping", "hunter2!x"),
        ('  "auth": "YXBwOmh1bnRlcjI="', "YXBwOmh1bnRlcjI"),
        ("machine host login app password hunter2!x", "hunter2!x"),
        ("<db.password>hunter2!x</db.password>", "hunter2!x"),
    ],
)
def test_masks_the_value_inside_its_line(text: str, secret: str) -> None:
    masked, count = mask(text)
    assert secret not in masked
    assert MASK in masked
    assert count >= 1
    assert masked.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "KeyError: 'card_token'",
        'token = payload["card_token"]',
        "token = self.session.token",
        "def login(user: str, password: str) -> Token:",
        "PWD=/srv/shop OLDPWD=/srv/other",
        "max_tokens: 4096, tokens=120000",
        "password=<your password>",
        "curl -u $USER:$PASSWORD https://shop",
        "docker run -u 1000:1000 curl",
        "mysql -h db -p shop",
        "login failed: password mismatch",
        "<token>string</token>",
        "Cookie: the policy of this site",
        "usage: deploy --token TOKEN",
        "https://example.net/a:b/c",
        "commit 7f3a91c0de55f00d7f3a91c0de55f00d7f3a91c0",
        "assert token.kind == Kind.NAME",
        "the BEGIN PRIVATE KEY header is missing",
    ],
)
def test_leaves_code_and_prose_alone(text: str) -> None:
    assert mask(text) == (text, 0)


SECRETS = {
    "assignment": ("DB_PASSWORD=hunter2!x", "hunter2!x"),
    "json": ('{"client_secret": "9f8e7d6c5b"}', "9f8e7d6c5b"),
    "github": (f"remote {GITHUB} ok", GITHUB),
    "aws": (f"key {AWS} used", AWS),
    "jwt": (f"got {JWT} back", JWT),
    "url": ("postgres://app:s3cr3tpw@db:5432/shop", "s3cr3tpw"),
    "header": ("Authorization: Bearer abcDEF123456ghi", "abcDEF123456ghi"),
    "npmrc": ("//registry.npmjs.org/:_authToken=abcd-1234-efgh", "abcd-1234-efgh"),
}


def _every_third(text: str, code: Callable[[str], str]) -> str:
    return "".join(code(c) if n % 3 == 1 else c for n, c in enumerate(text))


ENCODINGS: dict[str, Callable[[str], str]] = {
    "json in json": lambda text: json.dumps({"out": f"a\n{text}\nb"}),
    "json three times": lambda text: json.dumps(json.dumps(json.dumps(f"a\n{text}\nb"))),
    "unicode escapes": lambda text: _every_third(text, lambda c: f"\\u{ord(c):04x}"),
    "upper-case unicode escapes": lambda text: _every_third(text, lambda c: f"\\\\u{ord(c):04X}"),
    "hex escapes": lambda text: _every_third(text, lambda c: f"\\x{ord(c):02x}"),
    "slashes": lambda text: '"' + text.replace('"', '\\"').replace("/", "\\/") + '"',
    "percent": lambda text: "GET /?q=" + quote(text, safe=""),
    "percent twice": lambda text: "GET /?q=" + quote(quote(text, safe=""), safe=""),
    "every letter in percent": lambda text: "".join(f"%{ord(c):02X}" for c in text),
    "entities": lambda text: f"<b>{html.escape(text)}</b>",
    "numeric entities": lambda text: _every_third(text, lambda c: f"&#x{ord(c):x};"),
    "colours": lambda text: _every_third(text, lambda c: f"\x1b[1;31m{c}\x1b[0m"),
    "colours in json": lambda text: json.dumps({"log": _every_third(text, lambda c: f"\x1b[31m{c}\x1b[m") + "\n"}),
    "colours in json in json": lambda text: json.dumps(json.dumps(_every_third(text, lambda c: f"\x1b[31m{c}\x1b[m"))),
    "colours as a script writes them": lambda text: _every_third(text, lambda c: f"\\033[31m{c}\\e[0m"),
    "colours as cat -v shows them": lambda text: _every_third(text, lambda c: f"^[[31m{c}^[[0m"),
    "a link": lambda text: f"\x1b]8;;http://x\x1b\\{text[: len(text) // 2]}\x1b]8;;\x1b\\{text[len(text) // 2 :]}",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", SECRETS)
def test_masks_what_is_seen_after_decoding(kind: str, encoding: str) -> None:
    text, secret = SECRETS[kind]
    encoded = ENCODINGS[encoding](text)
    masked, count = mask(f"before\n{encoded}\nafter")
    assert count >= 1 and masked.startswith("before\n") and masked.endswith("\nafter") and masked.count("\n") == 2
    left = decoded_to_the_end(masked.replace(MASK, ""))
    assert not any(secret[at : at + 5] in left for at in range(len(secret) - 4))
    assert mask(masked) == (masked, 0)


def decoded_to_the_end(text: str) -> str:
    for _ in range(4):
        text = re.sub(r"\\+u([0-9a-fA-F]{4})|\\+x([0-9a-fA-F]{2})|%([0-9a-fA-F]{2})", lambda m: chr(int(m[1] or m[2] or m[3], 16)), text)
        text = re.sub(r"(?:\x1b|\\033|\\e|\^\[)\[[0-9;]*m", "", html.unescape(text))
    return text


ISSUED = [
    "ASIA" + "ABCDEFGH12345678", "gho_" + "a1B2" * 9, "github_pat_" + "11ABCDE_" + "x9" * 20, "glrt-" + "x9" * 10, "glsoat-" + "x9" * 10,
    "xoxp-" + "123456789012-abcdef", "xoxe.xoxp-" + "1-Mi0yLTEyMzQ", "xapp-1-" + "A0123-456-abcdef", "rk_live_" + "4eC39HqLyjWDarj",
    "sk-ant-api03-" + "a1B2-" * 18, "gsk_" + "a1B2" * 13, "r8_" + "a1B2" * 10, "AIza" + "Sy_0123456789-abcdefghijklmnopqrstuv",
    "ya29." + "a0AfH6SMB" * 4, "GOCSPX-" + "a1B2" * 7, "npm_" + "a1B2" * 9, "pypi-" + "AgEIcHlwaS5vcmc" * 4, "rubygems_" + "0a1b" * 12,
    "dckr_pat_" + "a1B2" * 7, "hf_" + "a1B2" * 9, "SG." + "a1B2" * 5 + "ab." + "a1B2" * 10 + "abc", "key-" + "0a1b" * 8, "0a1b" * 8 + "-us12",
    "dop_v1_" + "0a1b" * 16, "shpat_" + "0a1b" * 8, "sq0atp-" + "a1B2" * 6, "hvs." + "CAES" + "a1B2" * 8, "dapi" + "0a1b" * 8,
    "glsa_" + "a1B2" * 8 + "_0a1b2c3d", "sntrys_" + "eyJpYXQiOjE2" * 5, "ATATT3xFfGF0" + "a1B2" * 10, "lin_api_" + "a1B2" * 10,
    "NRAK-" + "A1B2" * 7, "PMAK-" + "0a1b" * 6 + "-" + "0a1b" * 8, "pscale_tkn_" + "a1B2" * 10, "tskey-auth-" + "k1B2" * 3 + "-" + "a1B2" * 6,
    "AGE-SECRET-KEY-1" + "QPZRY9X8GF" * 5 + "QPZRY9X8", "whsec_" + "a1B2" * 8, "a1B2c3D4e5F6g7.atlasv1." + "a1B2" * 16 + "abc",
]  # fmt: skip


@pytest.mark.parametrize("secret", ISSUED)
def test_masks_what_services_issue_wherever_it_stands(secret: str) -> None:
    for text in (secret, f"using {secret}, then", f'"{secret}"', f"({secret})", f"a\\n{secret}\\nb", f"x={secret}&y"):
        masked, count = mask(text)
        assert count == 1 and secret[len(secret) // 2 :] not in masked


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("https://discord.com/api/webhooks/123456789012345678/" + "a1B2" * 17, "a1B2a1B2"),
        ("https://api.telegram.org/bot123456789:AA" + "a1B2" * 8 + "x/getMe", "a1B2a1B2"),
        ("https://hooks.slack.com/services/T0001/B0001/" + "a1B2" * 6, "a1B2a1B2"),
        ("Server=db;Database=shop;User Id=sa;Password=hunter2!x;Encrypt=yes", "hunter2!x"),
        ("Endpoint=sb://x.net/;SharedAccessKeyName=Root;SharedAccessKey=Zm9vYmFyYmF6cXV4=", "Zm9vYmFy"),
        ("redis://:hunter2!x@cache:6379/0", "hunter2!x"),
        ("mongodb+srv://app:hunter2!x@cluster0.example.net/shop", "hunter2!x"),
        ("password = pypi-" + "AgEIcHlwaS5vcmc" * 4, "AgEIcHlwaS5"),
        ("machine api.example.net\n  login app\n  password hunter2!x\n", "hunter2!x"),
        ("export ENCRYPTION_KEY='0a1b2c3d4e5f'", "0a1b2c3d"),
        ("signingKey: 0a1b2c3d4e5f", "0a1b2c3d"),
        ("Proxy-Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ("X-Vault-Token: hvs." + "a1B2" * 8, "a1B2a1B2"),
    ],
)
def test_masks_the_values_of_files_and_connections(text: str, secret: str) -> None:
    masked, _ = mask(text)
    assert secret not in masked and masked.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "7f3a91c0de55f00d7f3a91c0de55f00d7f3a91c0 fix the token parser",
        "index 7f3a91c..c0de55f 100644",
        "550e8400-e29b-41d4-a716-446655440000",
        "sha256:" + "0a1b2c3d" * 8 + " ok",
        '"integrity": "sha512-' + "a1B2" * 21 + '=="',
        "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUg" * 40,
        "iVBORw0KGgoAAAANSUhEUg" * 3,
        "static/js/main-0a1b2c3d4e5f6071.chunk.js",
        ".sk-cube-grid-scale-delay-animation {",
        "_ZN4core3fmt9Formatter9write_str17h0a1b2c3d4e5f6071E",
        "C:\\new\\tools\\x64\\utf8\\u0041bc",
        "GET /a%20b/%E4%BD%A0?page=2&size=10",
        '{"token_type": "Bearer", "expires_in": 3600}',
        "AA:BB:CC:DD:EE:FF:00:11",
        "2026-01-01T00:00:00.123456789:AAAA started",
        "regex \\x41\\u0042\\n and %41%42 &amp; &#65;",
        "npm_config_user_agent_of_the_package_manager",
        "pods key-value-store-7d4b9c6f5-x2x9z",
        "\x1b[32m✓\x1b[0m accepts a password (12 ms)",
        '{"log":"\\u001b[32mready\\u001b[0m in 12 ms\\n"}',
    ],
)
def test_leaves_hashes_ids_pictures_and_codes_alone(text: str) -> None:
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""), ("web_1  | ", ""), ("2026-01-01T00:00:00Z ", ""), ("\x1b[32m", "\x1b[0m"), ("\x1b[36mweb_1 |\x1b[0m ", ""), ("+", ""),
        ("    ", ""), ('{"log":"', '\\n","stream":"stdout"}'), ("12: ", ""), ("> ", "\r"), ('"', '\\n" +'),
    ],
)  # fmt: skip
def test_masks_a_private_key_whose_lines_stand_in_a_log(before: str, after: str) -> None:
    key = ["-----BEGIN OPENSSH PRIVATE KEY-----", "b3BlbnNzaC1r" * 5 + "abcd", "c2VjcmV0c2Vj" * 5 + "efgh", "YWJjZGVmZ2hpag==", "-----END OPENSSH PRIVATE KEY-----"]
    text = "\n".join(f"{before}{line}{after}" for line in ["first", *key, "last line of the log"])
    masked, count = mask(text)
    assert count == 3 and masked.count("\n") == text.count("\n")
    assert not any(part[:8] in masked for part in key[1:4])
    assert masked.startswith(f"{before}first{after}\n") and masked.endswith(f"{before}last line of the log{after}")


def test_a_key_may_begin_where_another_ends() -> None:
    masked, count = mask(f"{PEM}{PEM}")
    assert count == 6 and KEY_BODY[:12] not in masked


@pytest.mark.parametrize("encoding", ["json in json", "json three times", "percent", "percent twice", "slashes"])
def test_masks_a_private_key_in_one_encoded_line(encoding: str) -> None:
    masked, count = mask(ENCODINGS[encoding](PEM if encoding != "slashes" else PEM.replace("\n", "\\n")))
    assert count >= 1 and KEY_BODY[:12] not in masked


def test_a_key_without_end_does_not_swallow_what_follows() -> None:
    masked, _ = mask(
        f"-----BEGIN PRIVATE KEY-----\n{KEY_BODY}\nmake: *** [all] Error 2 in build\nnext line of the log here"
    )
    assert masked.endswith("make: *** [all] Error 2 in build\nnext line of the log here")


FRAGMENTS = st.sampled_from(
    [
        AWS,
        GITHUB,
        JWT,
        PEM,
        "password=",
        "token: ",
        '"',
        "'",
        "abcdef12",
        "\n",
        " ",
        "://",
        "user:",
        "@",
        "Bearer ",
        MASK,
        "-----END RSA PRIVATE KEY-----",
        "\x1b[0m",
        "é",
        "\udc80",
        "--token ",
        "Cookie: a=",
        "curl -u a:",
        "default login a password ",
        "<token>",
        '\\"auth\\": \\"',
        "&sig=",
        "\\u001b[0m",
        "\\\\n",
        "\\/",
        "%3D",
        "%25",
        "\\",
        "&quot;",
        "^[[",
        "pass\\u0077ord=",
        "İ",
    ]
)


@given(st.lists(FRAGMENTS, max_size=14).map("".join) | st.text())
def test_keeps_the_number_of_lines_and_never_leaks_a_known_shape(text: str) -> None:
    masked, count = mask(text)
    assert masked.count("\n") == text.count("\n")
    assert (count == 0) == (masked == text)


@given(st.lists(FRAGMENTS, max_size=14).map("".join))
def test_masking_twice_is_masking_once(text: str) -> None:
    masked, _ = mask(text)
    assert mask(masked) == (masked, 0)


@pytest.mark.parametrize(
    "unit",
    [
        "eyJ-",
        "token=",
        "password='",
        "a://b:",
        "sk-",
        "Authorization: ",
        "-----BEGIN ",
        "secret_a_",
        "curl ",
        "curl -u ",
        "mysql ",
        "redis-cli -a ",
        "default login a password ",
        "Cookie: a=",
        "<token>",
        '\\"token',
        "&sig=",
        '\\"auth\\":',
        "\\",
        "\\n",
        "%25",
        "\\u005c",
        "&amp;",
        "password=\\u0041",
        "^[[",
        "login a password ",
        "sk-",
        "-----BEGIN PRIVATE KEY-----",
    ],
)
def test_a_long_hostile_line_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        line = unit * (size // len(unit))
        started = time.process_time()
        mask(line)
        return time.process_time() - started

    seconds(5_000)
    small, large = seconds(40_000), seconds(320_000)
    assert large < 0.25 + small * 24
