"""Secrets leave, everything else stays, and lines keep their numbers."""

import time

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
