"""The scripts inside of component files (Vue, Svelte), on their own lines."""

import re

_SCRIPT = re.compile(r"<script\b[^>]{0,500}>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)


def script_of(path: str, text: str) -> str:
    """The text of a file that a grammar reads: of a component only its scripts, everything else blank."""
    if not path.endswith((".vue", ".svelte")):
        return text
    kept = [" " if letter != "\n" else letter for letter in text]
    for found in _SCRIPT.finditer(text):
        kept[found.start(1) : found.end(1)] = found[1]
    return "".join(kept)
