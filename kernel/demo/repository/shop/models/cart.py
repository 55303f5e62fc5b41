"""The cart: lines, totals and the way to an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shop.log import audit
from shop.models.base import Model
from shop.models.order import Order
from shop.payments.gateway import gateway
from shop.settings import (
    CARD_FIELDS,
    FREE_SHIPPING_FROM,
    MAX_ITEMS_PER_CART,
    SHIPPING_COST,
    VOUCHERS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shop.models.product import Product


class Line(NamedTuple):
    """Some pieces of one product."""

    product: Product
    pieces: int


class Cart(Model):
    """What somebody wants to buy."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []

    def token(self, payload: Mapping[str, str]) -> str:
        """The token of the card, under whatever name the payment page sent it.

        Pages that were opened before a release still send the older name, so all
        names of CARD_FIELDS are accepted, the newest first. The token is a secret:
        it goes to the gateway and nowhere else.
        """
        for field in CARD_FIELDS:
            if payload.get(field):
                return payload[field]
        self.require(False, "no card was given")
        raise AssertionError

    def add(self, product: Product, pieces: int = 1) -> None:
        """Put pieces of a product into the cart."""
        count = sum(line.pieces for line in self.lines) + pieces
        self.require(0 < count <= MAX_ITEMS_PER_CART, f"{count} pieces")
        self.lines.append(Line(product, pieces))

    def total(self, voucher: str = "") -> int:
        """What is to pay in cents, with shipping."""
        goods = sum(line.product.price * line.pieces for line in self.lines)
        shipping = 0 if goods >= FREE_SHIPPING_FROM else SHIPPING_COST
        return max(0, goods + shipping - VOUCHERS.get(voucher, 0))

    # An order exists only after its money was taken: save() comes last, so that
    # a declined card leaves nothing behind.
    def checkout(self, payload: Mapping[str, str]) -> Order:
        """Take the money and make an order of the cart.

        Args:
            payload: The cleaned fields of the checkout form.

        Raises:
            ValueError: The cart is empty.
            PaymentDeclined: The gateway refused the card.
        """
        self.require(bool(self.lines), "the cart is empty")
        amount = self.total(payload.get("voucher", ""))
        audit("checkout", cart=self.id, amount=amount)

        # The gateway charges at most once a token; never send it twice.
        token = payload["card_token"]
        receipt = gateway().charge(amount, token)

        order = Order(self, receipt)
        order.save()
        self.lines.clear()
        audit("paid", order=order.number, amount=amount)
        return order
