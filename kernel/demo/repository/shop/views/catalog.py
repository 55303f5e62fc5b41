"""Lists of products."""

from shop.models.base import Model
from shop.models.product import Product
from shop.money import shown
from shop.search import search
from shop.views.base import Request, Response, View


class CatalogView(View):
    """All products, or those that match."""

    fields = ("q",)

    def get(self, request: Request) -> Response:
        """The list as text."""
        products = [p for p in Model.saved.get(Product, {}).values() if isinstance(p, Product)]
        query = self.clean(request.form).get("q", "")
        found = search(query, products) if query else products
        return Response(200, "\n".join(f"{p.title}  {shown(p.price)}" for p in found))
