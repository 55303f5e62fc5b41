"""The last page before an order."""

from shop import mail
from shop.models.customer import Customer
from shop.money import shown
from shop.payments.gateway import PaymentDeclined
from shop.settings import CHECKOUT_FIELDS
from shop.views.base import Request, Response, View


class CheckoutView(View):
    """Shows the total, takes the payment."""

    fields = CHECKOUT_FIELDS

    def get(self, request: Request) -> Response:
        """The page with the total."""
        return Response(200, f"To pay: {shown(request.cart.total())}")

    def post(self, request: Request) -> Response:
        """Pay and confirm."""
        payload = self.clean(request.form)
        customer = Customer(payload.get("email", ""))
        if customer.is_locked():
            return Response(403, "locked")
        try:
            order = request.cart.checkout(payload)
        except PaymentDeclined:
            return Response(402, "the card was declined")
        mail.send("confirmation", customer.email, name=customer.name, number=order.number)
        return Response(303, f"/orders/{order.number}")
