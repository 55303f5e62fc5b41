"""A list that grows at its end and follows it, until one moves away from there."""

from collections.abc import Sequence
from typing import TypeVar

from ck_tui.widgets.rows import Rows

T = TypeVar("T")


class FollowingRows(Rows[T], inherit_bindings=False):
    """Rows whose cursor stays on the last one when more come, unless a person moved or scrolled away from it."""

    follows = True
    newer = 0
    """Rows that came below while it did not follow."""
    _showing = False

    def show(self, values: Sequence[T], *, empty_cursor: bool = False) -> None:
        """Show other values; ``empty_cursor``: of something else, from its end on."""
        before = self.count()
        self.follows = self.follows or empty_cursor or not before
        self._showing = True
        super().show(values, empty_cursor=empty_cursor)
        self._showing = False
        if self.follows:
            self.to_end()
        else:
            self.newer += max(0, self.count() - before)

    def to_end(self) -> None:
        """Follow from now on."""
        self.follows, self.newer = True, 0
        self.move_to(self.count() - 1)
        # Forced: of what has just grown beyond the screen, the scroll bar is not there yet.
        self.scroll_to(y=max(0, self.count() - self.size.height), animate=False, immediate=True, force=True)

    def watch_cursor(self, old: int, new: int) -> None:
        """Whoever moves to the end follows it, whoever moves away does not."""
        if not self._showing:
            self._judge(new >= self.count() - 1)
        super().watch_cursor(old, new)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls away from the end does not follow it."""
        super().watch_scroll_y(old_value, new_value)
        if not self._showing and self.size.height:
            self._judge(self.cursor >= self.count() - 1 and round(new_value) >= self.count() - self.size.height)

    def _judge(self, follows: bool) -> None:
        if follows != self.follows:
            self.follows = follows
            self.newer = 0
            self.post_message(self.Moved(self))

    def on_resize(self) -> None:
        """In the new size, too, the end is on the screen."""
        if self.follows:
            self.to_end()
