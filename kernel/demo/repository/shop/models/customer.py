"""Customers and guests."""

from shop.models.base import Model
from shop.settings import LOGIN_ATTEMPTS, PASSWORD_MIN_LENGTH


class Customer(Model):
    """Somebody who buys; a guest has only an address for mail."""

    def __init__(self, email: str, name: str = "") -> None:
        super().__init__()
        self.email, self.name = email, name or email.partition("@")[0]
        self.failed_logins = 0

    def is_locked(self) -> bool:
        """Whether too many logins failed."""
        return self.failed_logins >= LOGIN_ATTEMPTS

    def check_new_password(self, password: str) -> None:
        """Refuse short passwords."""
        self.require(len(password) >= PASSWORD_MIN_LENGTH, "the password is too short")
