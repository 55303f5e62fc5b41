"""Numbers as people read them: short, with their unit, never more exact than they are."""

import time


def tokens(count: int) -> str:
    """Tokens: ``840``, ``1.2k``, ``214k``, ``3.1M``."""
    if abs(count) < 1000:
        return str(count)
    if abs(count) < 99_950:
        return f"{count / 1000:.1f}k"
    if abs(count) < 999_500:
        return f"{count / 1000:.0f}k"
    return f"{count / 1_000_000:.1f}M"


def plural(count: int, noun: str, many: str = "") -> str:
    """``1 fold``, ``2 folds``."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def percent(part: int, whole: int) -> str:
    """``61 %``; a dash where there is nothing to compare with."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def span(ranges: tuple[tuple[int, int], ...]) -> str:
    """Line ranges: ``201-238``, with ``+2`` for further ones."""
    if not ranges:
        return ""
    first, last = ranges[0]
    more = f" +{len(ranges) - 1}" if len(ranges) > 1 else ""
    return (f"{first}" if first == last else f"{first}-{last}") + more


def clock(at: float, now: float) -> str:
    """When something happened: the time today, else the date (local time)."""
    then, today = time.localtime(at), time.localtime(now)
    same_day = then[:3] == today[:3]
    return time.strftime("%H:%M" if same_day else "%d %b", then)


def second(at: float, now: float) -> str:
    """When something happened, to the second: the time today, else the date; eight cells at most."""
    then, today = time.localtime(at), time.localtime(now)
    return time.strftime("%H:%M:%S" if then[:3] == today[:3] else "%d %b", then)


BLOCKS = "▁▂▃▄▅▆▇█"


def sparkline(values: tuple[int, ...]) -> str:
    """One block a value, the largest the highest; empty for no values, flat for equal ones."""
    top = max(values, default=0)
    if top <= 0:
        return BLOCKS[0] * len(values)
    return "".join(BLOCKS[min(7, max(0, round(7 * value / top)))] for value in values)
