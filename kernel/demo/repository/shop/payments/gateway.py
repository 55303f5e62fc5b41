"""What a payment service must be able to do, and which one is in use."""

import importlib
from abc import ABC, abstractmethod
from typing import NamedTuple

from shop import settings


class PaymentDeclined(Exception):
    """The card was refused."""


class Receipt(NamedTuple):
    """Money that was taken, in cents."""

    amount: int
    reference: str


class Gateway(ABC):
    """A payment service."""

    @abstractmethod
    def charge(self, amount: int, token: str) -> Receipt:
        """Take money from the card behind a token; the same token is charged once."""


def gateway() -> Gateway:
    """The payment service of the settings."""
    module, _, name = settings.PAYMENT_BACKEND.rpartition(".")
    chosen = getattr(importlib.import_module(module), name)()
    assert isinstance(chosen, Gateway)
    return chosen
