"""What was checked: one noun for every part that has something to check."""

from kernel.model.named import NamedTuple

OK, WARNING, FAILURE = "ok", "warning", "failure"


class Check(NamedTuple):
    """One thing that was looked at: ``state`` is ok, warning or failure; ``remedy`` what to do, empty where nothing is to do.

    ``fixable``: ``ck doctor --fix`` does it.
    """

    name: str
    state: str
    detail: str
    remedy: str = ""
    fixable: bool = False
