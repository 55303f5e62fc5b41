"""Totals and rules of the cart."""

import pytest

from shop.models.cart import Cart
from shop.models.product import Product


@pytest.mark.parametrize(("voucher", "total"), [("", 4_670), ("WELCOME5", 4_170), ("unknown", 4_670)])
def test_total_with_vouchers(cart, voucher, total):
    assert cart.total(voucher) == total


def test_shipping_is_free_from_fifty(cart):
    cart.add(Product("Lamp", 4_000))
    assert cart.total() == 8_180


def test_too_many_pieces_are_refused():
    with pytest.raises(ValueError, match="120 pieces"):
        Cart().add(Product("Pin", 10), 120)


@pytest.mark.parametrize("field", ["payment_token", "card_token"])
def test_token_is_taken_under_every_name(field):
    assert Cart().token({field: "tok-1"}) == "tok-1"


def test_a_cart_without_lines_is_not_charged():
    with pytest.raises(ValueError, match="empty"):
        Cart().checkout({})
