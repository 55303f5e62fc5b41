"""Values of well-known secret shapes, masked inside their lines.

The shapes come from the public documentation of the services that issue them. Whatever is masked, the
number of lines stays, so that line numbers of a masked text hold for the text that it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy
from kernel.reading.terminal import screen_line
from kernel.reading.vocabulary import as_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

MASK = "[masked]"


class _Rule(NamedTuple):
    """``needles``: lower-case texts without digits of which a line holds one; the last group that matched is the value.

    ``issued`` shapes are secrets by themselves; a value that only a name gives away may be a placeholder.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    issued: bool


# A value starts where no character of its own kind stands before it, and every quantifier is bounded:
# so no line takes more than linear time.
_START = r"(?<![0-9A-Za-z_\-])"
_ISSUED: tuple[tuple[tuple[str, ...], str], ...] = (
    (("akia", "asia", "abia", "acca"), r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Z])"),  # AWS
    (("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[0-9A-Za-z]{30,255}"),  # GitHub
    (("github_pat_",), r"github_pat_[0-9A-Za-z_]{22,255}"),
    (
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-"),
        r"gl(?:pat|dt|rt|cbt|ptt)-[0-9A-Za-z_\-.]{16,255}",
    ),  # GitLab
    (("xox", "xapp-"), r"(?:xox[abeoprs]|xapp)-[0-9A-Za-z\-]{10,255}"),  # Slack
    (("_live_", "_test_"), r"[spr]k_(?:live|test)_[0-9A-Za-z]{10,255}"),  # Stripe
    (("whsec_",), r"whsec_[0-9A-Za-z+/=]{16,255}"),
    (("sk-",), r"sk-[0-9A-Za-z_\-]{20,255}"),  # OpenAI, Anthropic
    (("aiza",), r"AIza[0-9A-Za-z_\-]{35}"),  # Google
    (("npm_",), r"npm_[0-9A-Za-z]{36}"),
    (("pypi-",), r"pypi-[0-9A-Za-z_\-]{40,255}"),
    (("hf_",), r"hf_[0-9A-Za-z]{30,255}"),
    (("sg.",), r"SG\.[0-9A-Za-z_\-]{20,30}\.[0-9A-Za-z_\-]{30,60}"),
    (("eyj",), r"eyJ[0-9A-Za-z_\-]{8,4096}\.[0-9A-Za-z_\-]{8,8192}\.[0-9A-Za-z_\-]{0,4096}"),  # JWT
)
_WORDS = (
    "passw", "passphrase", "pwd", "secret", "token", "api_key", "apikey", "api-key", "access_key", "accesskey",
    "access-key", "private_key", "private-key", "credential", "accountkey", "account_key",
)  # fmt: skip
_QUOTE = r"\\{0,3}[\"']"
"""A quote, escaped or not: JSON stands inside of JSON."""

_NAMED: tuple[tuple[tuple[str, ...], str], ...] = (
    (("hooks.slack.com",), r"hooks\.slack\.com/(?:services|workflows)/([0-9A-Za-z/]{20,255})"),
    (
        ("authorization", "x-api-key", "x-auth-token"),
        rf"(?i:authorization|x-api-key|x-auth-token)(?:{_QUOTE})?\s{{0,4}}[:=]\s{{0,4}}(?:{_QUOTE})?"
        r"(?:[A-Za-z][A-Za-z0-9_\-]{1,24} {1,4})?([^\s\"',;\\\[\]]{4,4096})",
    ),
    (("bearer ",), r"(?i:\bbearer) {1,4}([0-9A-Za-z_\-.~+/=]{16,4096})"),
    (("cookie:",), r"(?i:\bcookie): {0,4}[^\s=;]{1,64}=(?=[^\r\n]{0,512}\d)([^\r\n\"']{8,8192})"),
    (("://",), r"://([0-9A-Za-z_\-]{20,255})@"),
    (("://",), r"\b[A-Za-z][A-Za-z0-9+.\-]{1,20}://[^\s/:@\"'<>\[\]]{0,128}:([^\s/@\"'<>\[\]]{1,512})@"),
    (
        _WORDS,
        r"(?i:passw(?:or)?d|passphrase|pwd(?![\"']?\s?[=:]\s?[\"']?/)|secret|token|(?:api|access|private|account)[_\-]?key|credentials?)"
        rf"(?:[_\-][A-Za-z0-9]{{1,24}}){{0,3}}(?:{_QUOTE})?\s{{0,4}}(?:=|:(?!:))\s{{0,4}}"
        r"(?:\\{1,3}\"([^\"\\\n]{6,4096})\\|\"([^\"\n]{6,4096})\"|'([^'\n]{6,4096})'|(?P<bare>[^\s\"',;(){}\[\]<>$&|]{6,4096}+)(?![(\[{]))",
    ),
    (
        ("--password", "--token", "--secret", "--api-key"),
        r"--(?:password|token|secret|api-key) {1,4}([^\s\-\"'$\[][^\s\"'$]{5,1024})",
    ),
    (("curl",), r"\bcurl\b[^\n]{0,400}?\s(?:-u|--user)[ =]{0,2}[\"']?[^\s:\"'$]{1,128}:([^\s\"'$]{4,512})"),
    (("mysql",), r"\bmysql(?:dump|admin)?\b[^\n]{0,200}?\s-p([^\s\"'$]{4,512})"),
    (("sshpass",), r"\bsshpass {1,4}-p {0,4}[\"']?([^\s\"'$]{4,512})"),
    (("redis-cli",), r"\bredis-cli\b[^\n]{0,200}?\s-a {1,4}[\"']?([^\s\"'$]{4,512})"),
    (
        ("_auth", '"auth', "auth\\"),
        rf"(?:\b_auth|{_QUOTE}auth{_QUOTE})\s{{0,4}}[:=]\s{{0,4}}(?:{_QUOTE})?([0-9A-Za-z+/=]{{12,4096}})",
    ),
    (
        ("password ",),
        r"\b(?:machine\s{1,4}[^\s]{1,128}|default)\s{1,4}login\s{1,4}[^\s]{1,128}\s{1,4}password\s{1,4}([^\s\[]{4,512})",
    ),  # .netrc
    (
        ("password>", "passwd>", "secret>", "token>", "key>"),
        r"<[\w:.\-]{0,40}(?i:password|passwd|secret|token|(?:api|access|private|account)[_\-]?key)>([^<\s\[]{4,4096})<",
    ),
    (("sig=", "signature="), r"[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=([0-9A-Za-z%+/=_\-]{16,2048})"),
)
_BEGIN = lazy(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = lazy(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_INLINE_BODY = lazy(r"[0-9A-Za-z+/=]{16,}")
_KEY_LINE = lazy(r"([\s>#*|\"'+\-]{0,12}(?:\d{1,6}[\t:|\-] ?)?)([0-9A-Za-z+/=]+)([\s\"'\\n,+;]{0,8})")
_KEY_HEADER = lazy(r"\s*(?:[A-Za-z\-]{1,30}: .*)?")
# What an assignment holds in code and help texts: a type, a placeholder, an attribute. Not a value.
_NO_VALUE = lazy(
    r"(?i:\[masked\]|string|optional|undefined|required|\*+|\.{3,}|x{3,}|<.*|\$.*|%.*|\{.*|[A-Za-z_]+\d{0,3}(?:\.[A-Za-z_]+\d{0,3})+)",
)


def mask(text: str) -> tuple[str, int]:
    """Mask secrets in a text; returns it with the same number of lines, and how many values were masked.

    A secret with terminal escapes inside is found too; its line then loses the escapes. Masking a masked
    text changes nothing. Linear time.
    """
    escaped = "\x1b" in text or "\x08" in text
    shapes = as_shape(text).split("\n")
    once = dict.fromkeys(shapes)
    lower = "\n".join(once).lower()
    rules = _rules() if escaped else tuple(rule for rule in _rules() if _has_any(lower, rule.needles))
    if not rules and "-----BEGIN " not in text:
        return text, 0
    signs = [needle for rule in rules for needle in rule.needles if needle in lower]
    signs += ["-----begin ", "\x1b", "\x08"]
    suspicious = {shape for shape in once if _has_any(shape.lower(), signs)}
    lines = text.split("\n")
    total = 0
    in_key = False
    for index, shape in enumerate(shapes):
        if not in_key and shape not in suspicious:
            continue
        line = lines[index]
        if in_key:
            masked = _mask_key_line(line)
            in_key = masked is not None and not _END.search(line)
        else:
            masked = None
        if masked is None and "-----BEGIN " in line and _BEGIN.search(line):
            masked = _mask_key_start(line)
            in_key = not _END.search(line)
        lines[index], hits = masked or _mask_line(line, rules)
        total += hits
    return ("\n".join(lines) if total else text), total


def _has_any(lower: str, needles: Iterable[str]) -> bool:
    return any(needle in lower for needle in needles)


def _mask_line(line: str, rules: Sequence[_Rule]) -> tuple[str, int]:
    masked, count = _apply(line, rules)
    if "\x1b" in line or "\x08" in line:
        shown, found = _apply(screen_line(masked), rules)
        if found:
            return shown, count + found
    return masked, count


def _apply(line: str, rules: Sequence[_Rule]) -> tuple[str, int]:
    lower = line.lower()
    count = 0
    for rule in rules:
        if _has_any(lower, rule.needles):
            line, hits = _substitute(rule, line)
            count += hits
    return line, count


def _substitute(rule: _Rule, line: str) -> tuple[str, int]:
    parts: list[str] = []
    at = 0
    for match in rule.pattern.finditer(line):
        group = match.lastindex or 0
        start, end = match.span(group)
        if not rule.issued and _NO_VALUE.fullmatch(match[group]):
            continue
        if match.lastgroup == "bare" and _is_code(line, match[group], start):
            continue
        parts += (line[at:start], MASK)
        at = end
    return "".join(parts) + line[at:], len(parts) // 2


def _is_code(line: str, value: str, start: int) -> bool:
    """Whether an unquoted value is a variable: ``token = old_token`` in a program, unlike ``TOKEN=word``."""
    return line[:start].endswith(" ") and value.isidentifier() and not any(c.isdigit() for c in value)


def _mask_key_start(line: str) -> tuple[str, int]:
    """A line that begins a private key, and may hold all of it (JSON, ``.env`` files)."""
    begin = _BEGIN.search(line)
    assert begin is not None
    end = _END.search(line, begin.end())
    stop = end.start() if end else len(line)
    if not _INLINE_BODY.search(line, begin.end(), stop):
        return line, 0
    return line[: begin.end()] + MASK + line[stop:], 1


def _mask_key_line(line: str) -> tuple[str, int] | None:
    """A line inside a private key block; None where the block has ended without saying so."""
    end = _END.search(line)
    if end is not None:
        body = _INLINE_BODY.search(line, 0, end.start())
        return (line[: body.start()] + MASK + line[end.start() :], 1) if body else (line, 0)
    body = _KEY_LINE.fullmatch(line)
    if body is not None:
        return body[1] + MASK + body[3], 1
    return (line, 0) if _KEY_HEADER.fullmatch(line) or MASK in line else None


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rule, ...]:
    issued = tuple(_Rule(needles, lazy(f"{_START}({pattern})"), True) for needles, pattern in _ISSUED)
    return issued + tuple(_Rule(needles, lazy(pattern), False) for needles, pattern in _NAMED)
