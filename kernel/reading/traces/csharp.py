"""C#, F# and Visual Basic on .NET: ``at Namespace.Type.Method(…) in path:line N``, inner exceptions behind ``--->``."""

from collections.abc import Sequence

from kernel.reading.blocks import Block
from kernel.reading.patterns import lazy
from kernel.reading.traces.forms import TraceForm, read_traces

_LIBRARY = (
    "System.", "Microsoft.", "Xunit.", "NUnit.", "Newtonsoft.", "lambda_method", "Npgsql.", "Grpc.", "MediatR.", "AutoMapper.",
    "Castle.", "Serilog.", "Dapper.", "Polly.", "Moq.", "FSharp.", "Internal.", "Interop.",
)  # fmt: skip


def _is_library(path: str, function: str) -> bool:
    return function.startswith(_LIBRARY) or path.startswith(("/_/", "/_1/", "D:\\a\\"))


FORM = TraceForm(
    "csharp",
    "at ",
    lazy(
        r"\s*at (?P<func>[\w.<>`+|$\[\],&@ ]{1,300}(?<! )\((?!Native Method|Unknown Source|<)[\w\s.,<>`\[\]&*?+|$()\"=@]{0,400}\))(?: in (?P<path>[^\n]{1,400}?):line (?P<line>\d{1,9}))?$"
    ),
    _is_library,
    lazy(r"(?:Unhandled exception|.{0,100}?\b[\w.]+Exception\b|.{0,40}Exception: )"),
    lazy(r"\s*(?:---> |\(Inner Exception |--- End of (?:inner|stack)|Error Message:|Stack Trace:)"),
    lazy(r"\s*at lambda_method\d*\(.*"),
    lazy(r"\s*---> \(Inner Exception|.*<---$"),
)


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """Every .NET trace in ``lines``."""
    return read_traces(FORM, lines)
