"""Search and the list of products."""

from shop.models.product import Product
from shop.search import search, tokens


def test_stop_words_are_left_out():
    assert tokens("The mug of the year") == ["mug", "year"]


def test_products_with_more_shared_words_come_first():
    blue, red = Product("Blue mug", 890), Product("Red mug", 890, text="blue inside, blue lid")
    assert search("blue lid", [blue, red])[0] is red
