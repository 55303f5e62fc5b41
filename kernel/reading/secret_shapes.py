"""Shapes of secrets: those that services issue, from their public documentation, and values that only a name gives away."""

from __future__ import annotations

from functools import lru_cache

from kernel.model.named import NamedTuple
from kernel.reading.patterns import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


class Rule(NamedTuple):
    """``needles``: lower-case texts of which a line's shape (each digit made a 2) holds one; the last group that matched is the value.

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
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "gloas-", "glffct-", "glagent-"),
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|oas|ffct|agent)-[0-9A-Za-z_\-.]{16,255}",
    ),  # GitLab
    (("xox", "xapp-"), r"(?:xox[abeoprs]|xapp)-[0-9A-Za-z\-.]{10,255}"),  # Slack
    (("_live_", "_test_"), r"[spr]k_(?:live|test)_[0-9A-Za-z]{10,255}"),  # Stripe
    (("whsec_",), r"whsec_[0-9A-Za-z+/=]{16,255}"),
    (("sk-",), r"sk-(?=[A-Za-z_\-]{0,200}\d)[0-9A-Za-z_\-]{20,255}"),  # OpenAI, Anthropic
    (("gsk_", "xai-", "pplx-", "r2_", "lsv2_"), r"(?:gsk_|xai-|pplx-|r8_|lsv2_(?:pt|sk)_)[0-9A-Za-z_]{32,255}"),  # Groq, xAI, …
    (("aiza", "ya22.", "gocspx-"), r"(?:AIza[0-9A-Za-z_\-]{35}|ya29\.[0-9A-Za-z_\-]{20,1024}|GOCSPX-[0-9A-Za-z_\-]{20,64})"),  # Google
    (("npm_",), r"npm_[0-9A-Za-z]{36}"),
    (("pypi-",), r"pypi-[0-9A-Za-z_\-]{40,255}"),
    (("rubygems_",), r"rubygems_[0-9a-f]{40,64}"),
    (("dckr_",), r"dckr_(?:pat|oat)_[0-9A-Za-z_\-]{20,64}"),  # Docker Hub
    (("hf_",), r"hf_[0-9A-Za-z]{30,255}"),
    (("sg.",), r"SG\.[0-9A-Za-z_\-]{20,30}\.[0-9A-Za-z_\-]{30,60}"),  # SendGrid
    (("key-",), r"key-[0-9a-f]{32}(?![0-9a-f])"),  # Mailgun
    (("-us",), r"[0-9a-f]{32}-us\d{1,2}(?!\w)"),  # Mailchimp
    (("dop_v", "doo_v", "dor_v"), r"do[opr]_v1_[0-9a-f]{64}"),  # DigitalOcean
    (("shpat_", "shpss_", "shpca_", "shppa_"), r"shp(?:at|ss|ca|pa)_[0-9A-Fa-f]{32}"),  # Shopify
    (("sq2",), r"sq0(?:atp|csp)-[0-9A-Za-z_\-]{22,64}"),  # Square
    (("hvs.", "hvb.", "hvr."), r"hv[sbr]\.[0-9A-Za-z_\-]{24,512}"),  # Vault
    ((".atlasv",), r"[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_\-=]{60,70}"),  # Terraform
    (("dapi",), r"dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-f])"),  # Databricks
    (("glsa_", "glc_"), r"(?:glsa_[0-9A-Za-z]{32}_[0-9a-f]{8}|glc_[0-9A-Za-z+/=]{32,400})"),  # Grafana
    (("sntrys_", "sntryu_"), r"sntry[su]_[0-9A-Za-z+/=_]{40,512}"),  # Sentry
    (("atatt", "atctt", "atbb"), r"AT(?:ATT|CTT|BB)[0-9A-Za-z_\-=]{24,255}"),  # Atlassian
    (("lin_api_", "figd_", "ntn_"), r"(?:lin_api_|figd_|ntn_)[0-9A-Za-z_\-]{36,64}"),  # Linear, Figma, Notion
    (("nrak-", "pmak-", "hrku-"), r"(?:NRAK|PMAK|HRKU)-[0-9A-Za-z_\-]{24,80}"),  # New Relic, Postman, Heroku
    (("pscale_", "sbp_", "nfp_", "pul-"), r"(?:pscale_(?:tkn|pw|oauth)_|sbp_|nfp_|pul-)[0-9A-Za-z_\-.]{32,64}"),  # databases, hosts
    (("tskey-",), r"tskey-[a-z]{2,12}-[0-9A-Za-z\-]{16,80}"),  # Tailscale
    (("age-secret-key-",), r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    (("ops_eyj",), r"ops_eyJ[0-9A-Za-z_\-=]{40,4096}"),  # 1Password
    (("xkeysib-",), r"xkeysib-[0-9a-f]{64}-[0-9A-Za-z]{16}"),  # Brevo
    (("eyj",), r"eyJ[0-9A-Za-z_\-]{8,4096}\.[0-9A-Za-z_\-]{8,8192}\.[0-9A-Za-z_\-]{0,4096}"),  # JWT
)
_WORDS = (
    "passw", "passphrase", "pwd", "secret", "token", "api_key", "apikey", "api-key", "access_key", "accesskey",
    "access-key", "private_key", "private-key", "privatekey", "credential", "accountkey", "account_key", "accesssignature",
    "encryption_key", "encryptionkey", "signing_key", "signingkey", "master_key", "masterkey", "auth_key", "authkey",
)  # fmt: skip
_QUOTE = r"\\{0,3}[\"']"
"""A quote, escaped or not: JSON stands inside of JSON."""

_NAMED: tuple[tuple[tuple[str, ...], str], ...] = (
    (("hooks.slack.com",), r"hooks\.slack\.com/(?:services|workflows)/([0-9A-Za-z/]{20,255})"),
    (("/api/webhooks/",), r"discord(?:app)?\.com/api/webhooks/\d{10,25}/([0-9A-Za-z_\-]{40,100})"),
    ((":aa",), r"(?<!\d)\d{8,12}:(AA[0-9A-Za-z_\-]{32,34})(?![0-9A-Za-z_\-])"),  # Telegram
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
        r"(?i:passw(?:or)?d|passphrase|pwd(?![\"']?\s?[=:]\s?[\"']?/)|secret|token|(?:api|access|private|account|encryption|signing|master|auth)[_\-]?key|sharedaccesssignature|credentials?)"
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
    (("password ",), r"\b(?:machine\s{1,4}[^\s]{1,128}|default)\s{1,4}login\s{1,4}[^\s]{1,128}\s{1,4}password\s{1,4}([^\s\[]{4,512})"),  # .netrc in one line, and in several
    (("password ",), r"^\s{0,8}password\s{1,4}(?=\S{0,500}[\d!@#$%^&*])([^\s\[]{4,512})\s{0,8}$"),
    (
        ("password>", "passwd>", "secret>", "token>", "key>"),
        r"<[\w:.\-]{0,40}(?i:password|passwd|secret|token|(?:api|access|private|account)[_\-]?key)>([^<\s\[]{4,4096})<",
    ),
    (("sig=", "signature="), r"[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=([0-9A-Za-z%+/=_\-]{16,2048})"),
)


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    issued = tuple(Rule(needles, lazy(f"{_START}({pattern})"), True) for needles, pattern in _ISSUED)
    return issued + tuple(Rule(needles, lazy(pattern), False) for needles, pattern in _NAMED)
