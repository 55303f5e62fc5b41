"""What panes tell the application; bursty ones replace each other."""

from textual.message import Message

from ck_tui.bridge.nouns import Citation, Delivery, Moment, Parked, SearchHit
from ck_tui.state import Entry


class EntryChosen(Message):
    """The cursor of the task state stands on a row."""

    def __init__(self, entry: Entry | None) -> None:
        super().__init__()
        self.entry = entry

    def can_replace(self, message: Message) -> bool:
        """Only the last position matters."""
        return isinstance(message, EntryChosen)


class PlaceChosen(Message):
    """A place to show in the preview; ``enter`` moves the focus there."""

    def __init__(self, path: str, line: int = 1, *, enter: bool = False) -> None:
        super().__init__()
        self.path, self.line, self.enter = path, line, enter


class CitationChosen(Message):
    """The cursor of the charter stands on a citation, or on none."""

    def __init__(self, citation: Citation | None) -> None:
        super().__init__()
        self.citation = citation


class ParkedChosen(Message):
    """The cursor of the parked outputs stands on an output, on a line that was found, or on none."""

    def __init__(self, row: Parked | SearchHit | None) -> None:
        super().__init__()
        self.row = row


class AgentChosen(Message):
    """The cursor of the sessions stands on an agent (session, agent), or on the row that follows the newest (None)."""

    def __init__(self, key: tuple[str, str] | None) -> None:
        super().__init__()
        self.key = key

    def can_replace(self, message: Message) -> bool:
        """Only the last position matters."""
        return isinstance(message, AgentChosen)


class MomentChosen(Message):
    """The cursor of the timeline stands on something that happened, or on nothing."""

    def __init__(self, moment: Moment | None) -> None:
        super().__init__()
        self.moment = moment

    def can_replace(self, message: Message) -> bool:
        """Only the last position matters."""
        return isinstance(message, MomentChosen)


class DeliveryChosen(Message):
    """The cursor of the queue stands on something sent, or on nothing."""

    def __init__(self, delivery: Delivery | None) -> None:
        super().__init__()
        self.delivery = delivery

    def can_replace(self, message: Message) -> bool:
        """Only the last position matters."""
        return isinstance(message, DeliveryChosen)


class SearchAsked(Message):
    """Look for a text inside all parked outputs; an empty one ends the search."""

    def __init__(self, query: str) -> None:
        super().__init__()
        self.query = query

    def can_replace(self, message: Message) -> bool:
        """Only the last text matters."""
        return isinstance(message, SearchAsked)


class BudgetAsked(Message):
    """Another budget in tokens; None lets the kernel choose."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit = limit

    def can_replace(self, message: Message) -> bool:
        """Only the last position of the slider matters."""
        return isinstance(message, BudgetAsked)


class PasteCut(Message):
    """Something was wrong with the paste before it; ``problem`` goes on after "the paste:"."""

    def __init__(self, problem: str) -> None:
        super().__init__()
        self.problem = problem
