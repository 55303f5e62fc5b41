"""Amounts in cents."""

from shop.settings import CURRENCY, TAX_RATES


def tax_part(gross: int, kind: str) -> int:
    """The tax inside of a gross amount, rounded half up."""
    rate = TAX_RATES[kind]
    return (gross * rate * 2 + 100 + rate) // (2 * (100 + rate))


def shown(cents: int) -> str:
    """An amount for people."""
    return f"{cents // 100}.{cents % 100:02d} {CURRENCY}"
