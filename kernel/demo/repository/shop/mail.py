"""Mail to customers."""

from shop.settings import MAIL_SENDER, MAIL_TEMPLATES

outbox: list[dict[str, str]] = []


def send(kind: str, to: str, **fields: object) -> None:
    """Put a mail into the outbox."""
    text = MAIL_TEMPLATES[kind].format(**fields)
    outbox.append({"from": MAIL_SENDER, "to": to, "text": text})
