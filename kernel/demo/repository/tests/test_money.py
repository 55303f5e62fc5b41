"""Amounts."""

import pytest

from shop.money import shown, tax_part


@pytest.mark.parametrize(("gross", "kind", "tax"), [(1_190, "standard", 190), (107, "books", 7), (99, "free", 0)])
def test_tax_part(gross, kind, tax):
    assert tax_part(gross, kind) == tax


def test_shown():
    assert shown(1_005) == "10.05 EUR"
