"""``python -m ck_tui.shots [FOLDER]``: pictures of the workbench on the bundled sample, the same on every run.

Writes SVG, and the main ones as PNG too where resvg-py and a monospaced font with box characters (DejaVu Sans Mono) are installed.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from kernel.demo.loader import Demo, prepare

FONTS = Path("/usr/share/fonts/truetype/dejavu")
FACES = ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSansMono-Oblique.ttf", "DejaVuSansMono-BoldOblique.ttf")
NOON = 1_796_040_000.0
"""Every picture is taken at this time (noon UTC on 30 November 2026)."""

PATIENCE = 30.0
"""Seconds after which a picture that does not come is given up."""


class Shot(NamedTuple):
    """A picture: file name, size in cells, keys to press, theme, whether the symptom is sliced first, whether as PNG too."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    theme: str = "ck-dark"
    sliced: bool = True
    png: bool = False


SHOTS = (
    Shot("workbench", (160, 45), ("j", "j", "j", "space"), png=True),
    Shot("medium-100x30", (100, 30), ("j",)),
    Shot("narrow-80x24", (80, 24), ("j",)),
    Shot("empty", (120, 34), sliced=False),
    Shot("symptom", (120, 40), ("p",), png=True),
    Shot("excluded", (120, 40), ("x", "j")),
    Shot("about", (120, 40), ("i",)),
    Shot("pick", (160, 45), ("a", *"cart", "tab", "down"), png=True),
    Shot("compare", (120, 40), ("b", "j", "j")),
    Shot("marked", (160, 45), ("4", "j", "enter", "]", "enter", "j", "j", "v", "j", "j", "j"), png=True),
    Shot("search", (160, 45), ("4", "ctrl+f", *"warning")),
    Shot("help", (120, 40), ("?",)),
    Shot("charter", (120, 40), ("3", "e")),
    Shot("output", (160, 45), ("4", "j", "enter", "]", "enter", "j"), png=True),
    Shot("ledger", (120, 24), ("5", "z")),
    Shot("live", (160, 45), ("space", "6", "m", *"mind the tax", "ctrl+s", "tab"), png=True),
    Shot("live-80x24", (80, 24), ("6",)),
    Shot("light", (160, 45), ("j", "j", "j", "space"), "ck-light", png=True),
    Shot("high-contrast", (120, 36), ("j", "j", "space", "j"), "ck-high-contrast"),
    Shot("colour-blind-safe", (120, 36), ("j", "j", "space", "j"), "ck-colour-blind-safe"),
)


async def take(shot: Shot, demo: Demo) -> str:
    """One picture as SVG."""
    from ck_tui.app import make_app
    from ck_tui.bridge import open_bridge

    app = make_app(open_bridge(demo.repo), demo.symptom if shot.sliced else None)
    async with app.run_test(size=shot.size) as pilot:
        app.theme = shot.theme
        await _until(lambda: app.model.paths is not None and (not shot.sliced or app.model.entry is not None))
        for key in shot.keys:
            await pilot.press(key)
            await pilot.pause(0.1)
        await pilot.pause(0.4)
        return app.export_screenshot(title="ck demo")


async def _until(condition: Callable[[], bool]) -> None:
    """Wait for the workbench to be there."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


def png_of(svg: str) -> bytes | None:
    """The picture as PNG; None where the tool or its font is missing."""
    fonts = [str(FONTS / face) for face in FACES if (FONTS / face).exists()]
    try:
        import resvg_py
    except ImportError:
        return None
    if not fonts:
        return None
    # A little larger than the SVG says, so that the font's box characters meet from row to row.
    drawn = svg.replace("font-size: 20px", "font-size: 20.9px")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, font_files=fonts, font_family="DejaVu Sans Mono", monospace_family="DejaVu Sans Mono", skip_system_fonts=True))


def main(folder: str, only: tuple[str, ...] = ()) -> int:
    """Take all pictures (or some, by name) into a folder; 1 where PNG could not be made."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    complete = True
    for shot in SHOTS:
        if only and shot.name not in only:
            continue
        # A fresh sample each time: pictures do not depend on what was pinned for the one before.
        with tempfile.TemporaryDirectory(prefix="ck-shots-") as place:
            with patch("time.time", lambda: NOON):
                demo = prepare(place)
                with patch.dict(os.environ, {**demo.environ, "TZ": "UTC"}):
                    svg = asyncio.run(take(shot, demo))
        (target / f"{shot.name}.svg").write_text(svg, "utf-8")
        png = png_of(svg) if shot.png else None
        if png is not None:
            (target / f"{shot.name}.png").write_bytes(png)
        complete = complete and (png is not None or not shot.png)
        sys.stdout.write(f"{target / shot.name}.svg{' and .png' if png else ''}\n")
    return 0 if complete else 1


if __name__ == "__main__":
    if any(argument.startswith("-") for argument in sys.argv[1:]):
        wanted = {"-h", "--help"} & set(sys.argv[1:])
        (sys.stdout if wanted else sys.stderr).write((__doc__ if wanted else "shots: no such option (see --help)") + "\n")
        sys.exit(0 if wanted else 2)
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "screenshots", tuple(sys.argv[2:])))
