"""Elixir and Erlang: ``(app version) path:line: Module.function/arity`` below ``** (Error) message``."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces

_OTP = ("gen_server.erl", "proc_lib.erl", "supervisor.erl", "gen_statem.erl", "erl_eval.erl", "timer.erl")
_APPS = frozenset(
    ("stdlib", "kernel", "elixir", "mix", "ex_unit", "logger", "iex", "phoenix", "plug", "ecto", "ecto_sql", "db_connection", "cowboy", "ranch",
     "bandit", "thousand_island", "phoenix_live_view", "absinthe", "oban", "postgrex", "jason")
)  # fmt: skip


def _is_library(path: str, app: str) -> bool:
    return app in _APPS or path.startswith(("deps/", "lib/elixir/")) or path.rpartition("/")[2] in _OTP


FORM = TraceForm(
    "elixir",
    ": ",
    lazy(
        r"\s+(?:\((?P<app>\w+) [\w.\-+]+\) )?(?P<path>[\w./\-]{1,300}\.(?:exs?|erl|eex|heex|leex)):(?P<line>\d{1,9}): (?P<func>\S[^\n]{0,300})"
    ),
    _is_library,
    lazy(r".{0,80}\*\* \(|.{0,80}(?:terminating|Task #PID|Process #PID|\[error\])"),
    lazy(r"\s*\*\* \(|\s*(?:The following arguments|Attempted function clauses)"),
    lazy(r"\s+\((?:\w+) [\w.\-+]+\) [\w.]+(?::|/)\S*"),
    lazy(
        r"(?:Last message|State|Function|Args|Initial Call|Ancestors|Message Queue|Client|Process Label)\b.{0,40}?[:(]"
    ),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every Elixir or Erlang trace in ``lines``."""
    return read_traces(FORM, lines)
