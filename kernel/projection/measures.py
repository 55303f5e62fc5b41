"""Columns of numbers, with the words and units around them."""

from collections.abc import Sequence

_FILLING = "".join(map(chr, range(33, 127))).translate({ord(sign): None for sign in "0123456789+-."}) + "µ "
_UNITS = {
    "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "secs": 1.0, "seconds": 1.0, "m": 60.0, "min": 60.0,
    "h": 3600.0, "b": 1.0, "kb": 1e3, "kib": 1024.0, "k": 1e3, "mb": 1e6, "mib": 1048576.0, "gb": 1e9, "gib": 1073741824.0,
}  # fmt: skip
_SIZES = {"b": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
"""What single letters are worth where they are sizes; alone ``m`` is a minute or a thousandth."""

_PLAIN = "0123456789+-."
_LONGEST = 25
_SAMPLE = 60
_MOST_READ = 5000
"""Values whose units are all looked at; of more a sample's are."""

_MISSING = 0.05


def read_numbers(values: Sequence[str]) -> list[float | None] | None:
    """A number for each text: the text itself, or what stands between other signs (``lag=3ms``), scaled if units differ.

    Returns:
        None inside for single texts without a number; None where it is no column of numbers.
    """
    step = max(1, len(values) // _SAMPLE)
    sample = values[::step]
    has_units = any(value.rstrip(_FILLING) for value in sample)
    units = _units(values if has_units and len(values) <= _MOST_READ else sample)
    if units is None or sum(_number(value, units) is None for value in sample) > max(
        1, len(sample) * 3 * _MISSING
    ):
        return None
    numbers = _read_all(values, units)
    missing = numbers.count(None)
    return numbers if missing <= max(1, len(values) * _MISSING) and missing < len(values) else None


def _read_all(values: Sequence[str], units: dict[str, float]) -> list[float | None]:
    """All numbers: at once where the texts are plain, else one by one."""
    if all(not value.strip(_PLAIN) for value in values):
        try:
            return list(map(float, values))
        except ValueError:
            pass
    return [_number(value, units) for value in values]


def _units(values: Sequence[str]) -> dict[str, float] | None:
    """What the texts behind the numbers are worth; None if they differ and are no units of one kind."""
    endings = {_ending(value) for value in values if value.rstrip(_FILLING)}
    if len(endings) <= 1:
        return dict.fromkeys(endings, 1.0)
    bare = {ending: ending.strip(" ,;)]").lower() for ending in endings}
    letters = {unit.removesuffix("i") for unit in bare.values()} - {""}
    if letters <= _SIZES.keys() and not letters.isdisjoint("kgt"):
        return {ending: _SIZES.get(unit.removesuffix("i"), 1.0) for ending, unit in bare.items()}
    if not all(unit in _UNITS for unit in bare.values()):
        return None
    return {ending: _UNITS[unit] for ending, unit in bare.items()}


def _ending(value: str) -> str:
    return value[len(value.rstrip(_FILLING)) :]


def _number(value: str, units: dict[str, float]) -> float | None:
    bare = value.strip(_FILLING)
    if not bare or len(bare) > _LONGEST:
        return None
    try:
        number = float(bare)
    except ValueError:
        return None
    scale = units.get(_ending(value), 1.0) if len(units) > 1 else 1.0
    return number * scale
