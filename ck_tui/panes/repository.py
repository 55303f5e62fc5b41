"""Pane 1: the repository as a lazy tree, with what is in the slice."""

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult

from ck_tui import numbers
from ck_tui.messages import PlaceChosen
from ck_tui.state import Model
from ck_tui.tree import Node, flat, parents, visible
from ck_tui.widgets.drawn import Drawn, hint
from ck_tui.widgets.line import Line, Piece
from ck_tui.widgets.pane import Pane
from ck_tui.widgets.rows import Rows

SMALL = 60
"""Files of a repository whose top folders are open from the start."""

MARKS = {"slice": ("●", "slice"), "pin": ("▲", "pin"), "drop": ("✕", "dim"), "": (" ", "text")}


def marks_of(model: Model) -> dict[str, str]:
    """Files of the slice, and what a person pinned or dropped there."""
    marks = {entry.path: "slice" for entry in model.entries if entry.item is not None}
    marks |= {entry.path: "pin" for entry in model.entries if entry.item is not None and entry.item.pinned}
    shown = set(marks)
    marks |= {steer.path: "drop" for steer in model.steers if steer.verb == "drop" and steer.path not in shown}
    return marks


def draw_node(node: Node, width: int) -> Line:
    """A row of the tree: folders with hits of files below, files with their mark."""
    indent = "  " * min(node.depth, max(0, (width - 12) // 2))
    if node.folder:
        arrow = "▾ " if node.open else "▸ "
        counts = (Piece(f" {node.hits}", "slice"), Piece(f"/{node.files} ", "dim")) if node.hits else (Piece(f" {node.files} ", "faint"),)
        return Line((Piece(f" {indent}{arrow}", "dim"), Piece(node.name, "text" if node.hits else "dim")), counts)
    glyph, ink = MARKS[node.mark]
    name_ink = "strong" if node.mark in ("slice", "pin") else "dim"
    folder, _, name = node.name.rpartition("/")
    above = (Piece(folder + "/", "dim"),) if folder else ()
    return Line((Piece(f" {indent}", "dim"), Piece(f"{glyph} ", ink), *above, Piece(name, name_ink)))


class NodeRows(Rows[Node], inherit_bindings=False):
    """The tree's rows: left and right close and open folders."""

    def perform(self, action: str) -> bool:
        """Motions, and folders."""
        if action in ("list.left", "list.right") and isinstance(self.parent, RepositoryPane):
            self.parent.turn(action == "list.right")
            return True
        return super().perform(action)

    def clicked(self) -> None:
        """One click on a folder opens or closes it."""
        node = self.current
        if node is not None and node.folder and isinstance(self.parent, RepositoryPane):
            self.parent.turn(not node.open)


class RepositoryPane(Pane):
    """The tree. Opening a file shows it in the preview."""

    SCOPE = "repository"
    NUMBER = 1
    TITLE = "Repository"
    WATCHES = frozenset({"paths", "entries", "steers", "slice"})

    def __init__(self) -> None:
        super().__init__(id="repository")
        self._paths: tuple[str, ...] = ()
        self._marks: Mapping[str, str] = {}
        self._opened: frozenset[str] = frozenset()
        self._flat: list[Node] | None = None
        self._seen_task = ""
        self.only_slice = False

    def compose(self) -> ComposeResult:
        """The rows, and a hint where there are none."""
        yield Drawn(id="repository-empty", classes="hint")
        yield NodeRows(draw_node, lambda node: node.path, id="tree", words=lambda node: node.path)

    def entrance(self) -> str:
        """The tree."""
        return "tree"

    def show(self, model: Model, changed: frozenset[str]) -> None:
        """Draw paths and marks; a new slice opens the folders that hold it."""
        self._paths = model.paths or ()
        self._marks = marks_of(model)
        self._flat = None
        if model.slice is not None and model.slice.task != self._seen_task:
            self._seen_task = model.slice.task
            self._opened |= {folder for path in list(self._marks)[:40] for folder in parents(path)}
        if "paths" in changed and len(self._paths) < SMALL:
            self._opened |= {folder for path in self._paths for folder in parents(path)[:1]}
        self._redraw()
        in_slice = sum(mark in ("slice", "pin") for mark in self._marks.values())
        total = len(self._paths)
        if model.paths is None:
            counts = "reading …"
        else:
            counts = f"{in_slice} of {numbers.plural(total, 'file')}" if model.slice else numbers.plural(total, "file")
        self.set_title(counts=counts)
        self.query_one("#repository-empty").display = model.paths == ()
        if model.paths == ():
            text = (("No files here.", "text"), ("", ""), ("Open the workbench in a repository: ck --repo DIR", "dim"))
            self.query_one("#repository-empty", Drawn).show(lambda width: hint(text, width))

    def _redraw(self) -> None:
        rows = self.query_one("#tree", NodeRows)
        if rows.query_text:
            if self._flat is None:
                self._flat = flat(self._paths, self._marks)
            nodes = self._flat
        elif self.only_slice:
            nodes = flat(sorted(path for path, mark in self._marks.items() if mark != "drop"), self._marks)
        else:
            nodes = visible(self._paths, self._opened, self._marks)
        rows.show(nodes)

    def refilter(self) -> None:
        """The filter was set or cleared: a filter looks at all files, not only at open folders."""
        self._redraw()

    def show_only_slice(self) -> None:
        """Switch between the tree and the files of the slice."""
        self.only_slice = not self.only_slice
        self._redraw()

    def turn(self, opening: bool) -> None:
        """Open or close the folder under the cursor; left on a file or a closed folder goes to the folder above."""
        rows = self.query_one("#tree", NodeRows)
        node = rows.current
        if node is None:
            return
        if node.folder and opening != node.open:
            self._opened = self._opened | {node.path} if opening else self._opened - {node.path}
            self._redraw()
        elif not opening and (above := parents(node.path.rstrip("/"))):
            rows.select(above[-1])
        elif opening and node.folder:
            rows.move_to(rows.cursor + 1)

    @on(Rows.Opened)
    def _open(self, event: Rows.Opened) -> None:
        event.stop()
        node = self.query_one("#tree", NodeRows).current
        if node is None:
            return
        if not node.folder:
            self.post_message(PlaceChosen(node.path, enter=True))
        elif not event.by_mouse:
            self.turn(not node.open)

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        event.stop()
        rows = self.query_one("#tree", NodeRows)
        if rows.current is not None and not rows.current.folder and rows.has_focus:
            self.post_message(PlaceChosen(rows.current.path))
