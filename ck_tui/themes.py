"""Theme files: TOML with a name, whether it is dark, and one colour for each meaning."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from textual.theme import Theme

from ck_tui.inks import REQUIRED

DEFAULT = "ck-dark"
_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")
_KEYS = {"name", "title", "dark", "colours"}


class ThemeError(ValueError):
    """A theme file that cannot be used; the message names the file, the entry and what is expected."""


class Palette(NamedTuple):
    """A theme as its file says: ``colours`` maps each meaning to a hex colour."""

    name: str
    title: str
    dark: bool
    colours: dict[str, str]


def parse_palette(text: str, source: str) -> Palette:
    """Read a theme file's text.

    Raises:
        ThemeError: Not TOML, an unknown or missing entry, or a value that is no ``#rrggbb`` colour.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(f"{source}: not TOML: {error}") from error
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise ThemeError(f"{source}: unknown entry {unknown[0]!r}")
    name, colours = data.get("name"), data.get("colours")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise ThemeError(f"{source}: name: expected lower-case letters, digits and dashes")
    if not isinstance(data.get("dark"), bool):
        raise ThemeError(f"{source}: dark: expected true or false")
    if not isinstance(colours, dict):
        raise ThemeError(f"{source}: [colours] is missing")
    return Palette(name, str(data.get("title", name)), data["dark"], _checked(colours, source))


def _checked(colours: dict[str, object], source: str) -> dict[str, str]:
    """The colours, complete and valid."""
    for name, value in colours.items():
        if name not in REQUIRED:
            raise ThemeError(f"{source}: colours.{name}: no such colour; known are {', '.join(REQUIRED)}")
        if not isinstance(value, str) or not _HEX.match(value):
            raise ThemeError(f"{source}: colours.{name}: expected a colour like #1a2b3c")
    missing = [name for name in REQUIRED if name not in colours]
    if missing:
        raise ThemeError(f"{source}: colours.{missing[0]} is missing")
    return {name: str(colours[name]) for name in REQUIRED}


def bundled_folder() -> Path:
    """Where the themes of the distribution are: in the wheel beside this file, in a checkout at its top."""
    packaged = Path(__file__).parent / "_themes"
    return packaged if packaged.is_dir() else Path(__file__).parent.parent / "themes"


def load_palettes(user_folder: Path | None = None) -> tuple[dict[str, Palette], tuple[str, ...]]:
    """All themes by name, the user's own last, and what was wrong with files of the user.

    Raises:
        ThemeError: One of the distribution's own files is broken.
    """
    palettes = {}
    for path in sorted(bundled_folder().glob("*.toml")):
        palette = parse_palette(path.read_text("utf-8"), path.name)
        palettes[palette.name] = palette
    problems = []
    for path in sorted(user_folder.glob("*.toml")) if user_folder else ():
        try:
            palette = parse_palette(path.read_text("utf-8"), str(path))
        except ThemeError as error:
            problems.append(str(error))
            continue
        except (OSError, UnicodeDecodeError) as error:
            problems.append(f"{path}: cannot be read: {error}")
            continue
        palettes[palette.name] = palette
    return palettes, tuple(problems)


def textual_theme(palette: Palette) -> Theme:
    """The palette as Textual needs it for its own widgets (inputs, toasts, scrollbars)."""
    colours = palette.colours
    background, faint = colours["background"], colours["faint"]
    return Theme(
        name=palette.name,
        primary=colours["focus"],
        secondary=colours["slice"],
        accent=colours["focus"],
        warning=colours["pin"],
        error=colours["attention"],
        success=colours["slice"],
        foreground=colours["text"],
        background=background,
        surface=background,
        panel=background,
        boost=background,
        dark=palette.dark,
        variables={
            **{f"ck-{name.replace('_', '-')}": colour for name, colour in colours.items()},
            "scrollbar": faint,
            "scrollbar-hover": colours["dim"],
            "scrollbar-active": colours["focus"],
            "scrollbar-background": background,
            "scrollbar-background-hover": background,
            "scrollbar-background-active": background,
            "scrollbar-corner-color": background,
            "input-cursor-background": colours["focus"],
            "input-cursor-foreground": background,
            "input-selection-background": colours["range"],
            "screen-selection-background": colours["range"],
            "border": colours["focus"],
            "border-blurred": faint,
        },
    )
