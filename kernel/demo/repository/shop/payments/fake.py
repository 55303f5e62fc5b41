"""A payment service for development: takes every card but one."""

from shop.payments.gateway import Gateway, PaymentDeclined, Receipt


class FakeGateway(Gateway):
    """Charges nothing and remembers nothing."""

    def charge(self, amount: int, token: str) -> Receipt:
        """Decline the token ``declined``, accept the others."""
        if token == "declined":
            raise PaymentDeclined("card declined")
        return Receipt(amount, f"fake-{len(token)}-{amount}")
