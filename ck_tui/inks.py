"""Inks: what a colour means. Widgets name a meaning, the theme names the colour."""

from collections.abc import Mapping

from rich.style import Style

REQUIRED = (
    "background",
    "text",
    "strong",
    "dim",
    "faint",
    "focus",
    "slice",
    "pin",
    "attention",
    "cursor",
    "cursor_idle",
    "range",
    "match",
    "keyword",
    "string",
    "number",
    "definition",
)
"""Colours that a theme file must name.

``text`` and ``strong`` are words, ``dim`` is secondary words, ``faint`` frames and rules, ``focus`` the one bright
frame, ``slice`` what is in the slice, ``pin`` what a person decided, ``attention`` what needs a look. ``cursor``,
``cursor_idle``, ``range`` and ``match`` are backgrounds. The last four colour source text.
"""

BACKGROUNDS = ("cursor", "cursor_idle", "range", "match")


class Inks:
    """Styles of a theme by meaning."""

    __slots__ = ("_styles", "ascii")

    def __init__(self, styles: Mapping[str, Style], ascii: bool = False) -> None:
        self._styles = styles
        self.ascii = ascii

    def __getitem__(self, name: str) -> Style:
        """The style of a meaning; an unknown meaning is plain text."""
        return self._styles.get(name) or self._styles["text"]


def make_inks(colours: Mapping[str, str], ascii: bool = False) -> Inks:
    """Styles for a theme's colours (hex strings, complete: see ``REQUIRED``); ``ascii``: draw without box characters."""
    styles = {
        name: Style(bgcolor=colours[name]) if name in BACKGROUNDS else Style(color=colours[name])
        for name in REQUIRED
        if name != "background"
    }
    styles["base"] = Style(color=colours["text"], bgcolor=colours["background"])
    styles["strong"] = Style(color=colours["strong"], bold=True)
    styles["pin"] = Style(color=colours["pin"], bold=True)
    styles["comment"] = Style(color=colours["dim"], italic=True)
    styles["key"] = Style(color=colours["strong"], bold=True)
    styles["border"] = styles["faint"]
    return Inks(styles, ascii)
