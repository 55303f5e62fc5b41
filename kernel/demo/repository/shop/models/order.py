"""Orders: what a cart becomes when it is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shop.models.base import Model

if TYPE_CHECKING:
    from shop.models.cart import Cart
    from shop.payments.gateway import Receipt


class Order(Model):
    """A paid cart, which never changes again."""

    def __init__(self, cart: Cart, receipt: Receipt) -> None:
        super().__init__()
        self.lines = tuple(cart.lines)
        self.total = receipt.amount
        self.receipt = receipt

    @property
    def number(self) -> str:
        """The number that customers see."""
        return f"S-{self.id:06d}"
