"""A pane: a thin frame whose title says its key and name, whose lower edge says the counts."""

from textual.containers import Vertical
from textual.content import Content

from ck_tui.host import host
from ck_tui.safe import ASCII, shorten
from ck_tui.state import Model

LONGEST = 160
"""Characters of a title; the frame cuts it to the pane's width with an ellipsis."""


class Pane(Vertical):
    """Base of the panes. ``WATCHES`` names the fields of the model that it draws."""

    SCOPE = ""
    NUMBER = 0
    TITLE = ""
    WATCHES: frozenset[str] = frozenset()

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw the model."""
        raise NotImplementedError

    def entrance(self) -> str:
        """The id of the view that takes the focus when the pane is asked for."""
        raise NotImplementedError

    def stops(self) -> tuple[str, ...]:
        """The ids of the views that tab goes through."""
        return (self.entrance(),)

    def set_title(self, fact: str = "", counts: str = "") -> None:
        """Title at the upper left, with a fact about what is shown; counts at the lower right."""
        head = f"{self.NUMBER} {self.TITLE}"
        title = f"{head} · {shorten(fact, LONGEST)}" if fact else head
        below = shorten(counts, LONGEST)
        plain = host(self).inks.ascii
        self.border_title = Content(title.translate(ASCII) if plain else title)
        self.border_subtitle = Content(below.translate(ASCII) if plain else below)
