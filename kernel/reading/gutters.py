"""Line numbers that a tool prints before each line of a file (``cat -n``, ``nl``, an agent's Read)."""

from collections.abc import Sequence

from kernel.reading.patterns import lazy

_GUTTER = lazy(r" {0,8}(\d{1,7})(?:\t|→|│ ?)")


def file_numbers(lines: Sequence[str]) -> list[int]:
    """The file's line number of each line; empty unless every line that is not blank has one."""
    numbers: list[int] = []
    for line in lines:
        match = _GUTTER.match(line)
        if match is None:
            if line.strip():
                return []
            numbers.append(numbers[-1] + 1 if numbers else 1)
        else:
            numbers.append(int(match[1]))
    return numbers


def without_gutter(lines: Sequence[str]) -> list[str]:
    """The lines as the file has them; the same lines where there is no gutter."""
    if not lines or _GUTTER.match(lines[0]) is None or not file_numbers(lines):
        return list(lines)
    return [line[match.end() :] if (match := _GUTTER.match(line)) is not None else line for line in lines]
