"""Product search: words to products, best first."""

from collections import Counter

from shop.models.product import Product
from shop.settings import SEARCH_MIN_LENGTH, SEARCH_PAGE_SIZE, SEARCH_STOP_WORDS


def tokens(text: str) -> list[str]:
    """The words of a text that can be searched for."""
    words = (word.strip(".,;:!?").lower() for word in text.split())
    return [word for word in words if len(word) >= SEARCH_MIN_LENGTH and word not in SEARCH_STOP_WORDS]


def search(query: str, products: list[Product]) -> list[Product]:
    """Products that share a word with the query, those with the most shared words first."""
    wanted = set(tokens(query))
    scores: Counter[int] = Counter()
    for index, product in enumerate(products):
        scores[index] = len(wanted & set(tokens(product.title + " " + product.text)))
    found = [index for index, score in scores.most_common() if score]
    return [products[index] for index in found[:SEARCH_PAGE_SIZE]]
