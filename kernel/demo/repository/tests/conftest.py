"""A cart with two things in it."""

import pytest

from shop.models.cart import Cart
from shop.models.product import Product


@pytest.fixture
def cart() -> Cart:
    """Two mugs and a book."""
    filled = Cart()
    filled.add(Product("Mug", 890), 2)
    filled.add(Product("Book", 2_400, tax="books"))
    return filled
