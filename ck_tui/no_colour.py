"""NO_COLOR: no colour codes at all; what a background says is said by reverse video."""

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter


class NoColours(LineFilter):
    """Keeps bold, italic and underline, drops colours, turns bars and selections into reverse video."""

    def __init__(self, app: App[int]) -> None:
        super().__init__()
        self._app = app

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Segments without colours."""
        ground = Color.parse(self._app.theme_variables["background"]).rich_color
        return [Segment(text, self._style(style, ground), None) for text, style, _ in segments]

    def _style(self, style: Style | None, ground: object) -> Style:
        if style is None:
            return Style.null()
        raised = style.bgcolor is not None and style.bgcolor != ground
        return Style(bold=style.bold, italic=style.italic, underline=style.underline, reverse=raised or style.reverse, meta=style.meta)
