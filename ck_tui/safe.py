"""Outside text made fit for the screen.

Names of files, tool outputs, error messages and everything else that comes from outside the program may hold
markup, control characters or broken text. Nothing of that kind reaches a widget except through this module.
"""

from textual.content import Content

TAB = 4
"""Cells that a tab stop is wide."""

_REPLACED: dict[int, str] = {code: chr(0x2400 + code) for code in range(0x20)}
_REPLACED[0x7F] = "␡"
_REPLACED.update(dict.fromkeys(range(0x80, 0xA0), "�"))
# Direction overrides and isolates, invisible separators, byte order mark: they rearrange or hide what follows.
_REPLACED.update(dict.fromkeys((*range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070), 0xFEFF), "�"))


_GLYPHS = "…→←↑↓ ●▲○✕✓ ▾▸ ━─┃▌ ·−– ▁▂▃▄▅▆▇█"
_PLAIN = ".><^v *^ox+ v> =-|| .-- _.,-=+*#"
ASCII = str.maketrans(_GLYPHS, _PLAIN)
"""Our own glyphs, one for one, for terminals that have only ASCII; a word stands beside each of them anyway."""


def clean(text: str) -> str:
    """One printable line: tabs widened, control and direction characters made visible, lone surrogates replaced."""
    if text.isascii() and text.isprintable():
        return text
    return text.expandtabs(TAB).encode("utf-8", "replace").decode("utf-8").translate(_REPLACED)


def clean_block(text: str) -> str:
    """Several lines, each as in ``clean``."""
    return "\n".join(clean(line) for line in text.splitlines())


def content(text: str) -> Content:
    """A widget's content without any markup in it."""
    return Content(clean_block(text))


def shorten(text: str, width: int) -> str:
    """At most ``width`` characters of ``clean(text)``, an ellipsis where something was cut."""
    shown = clean(text)
    return shown if len(shown) <= width else shown[: max(0, width - 1)] + "…"
