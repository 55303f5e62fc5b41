"""Products."""

from shop.models.base import Model


class Product(Model):
    """Something that can be bought; prices are gross, in cents."""

    def __init__(self, title: str, price: int, tax: str = "standard", text: str = "") -> None:
        super().__init__()
        self.title, self.price, self.tax, self.text = title, price, tax, text
