"""The way from a cart to an order."""

from shop import mail
from shop.views.base import Request
from shop.views.checkout import CheckoutView

FORM = {"email": "ada@example.net", "payment_token": "tok-4242", "address": "1 Main Street"}


def test_get_shows_the_total(cart):
    response = CheckoutView().dispatch(Request("GET", {}, cart))
    assert response.body == "To pay: 46.70 EUR"


def test_unknown_method_is_refused(cart):
    assert CheckoutView().dispatch(Request("PATCH", {}, cart)).status == 405


def test_post_pays_and_confirms(cart):
    response = CheckoutView().dispatch(Request("POST", FORM, cart))
    assert response.status == 303
    assert mail.outbox[-1]["to"] == "ada@example.net"
    assert cart.lines == []
