"""The audit log: what happened, never what must stay secret."""

import json
import sys

SECRET_FIELDS = frozenset(("payment_token", "card_token", "password"))


def audit(event: str, **fields: object) -> None:
    """Write one event as a JSON line to standard error."""
    # Tokens of cards must never reach a log file.
    shown = {name: value for name, value in fields.items() if name not in SECRET_FIELDS}
    sys.stderr.write(json.dumps({"event": event, **shown}, default=str) + "\n")
