"""A customer's own pages."""

from shop.models.customer import Customer
from shop.views.base import Request, Response, View


class PasswordView(View):
    """Changes the password."""

    fields = ("email", "password")

    def post(self, request: Request) -> Response:
        """Check the new password and keep it."""
        payload = self.clean(request.form)
        customer = Customer(payload["email"])
        customer.check_new_password(payload["password"])
        customer.save()
        return Response(303, "/account")
