"""Requests, responses, and how a view answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shop.models.cart import Cart


class Request(NamedTuple):
    """What a browser sent."""

    method: str
    form: Mapping[str, str]
    cart: Cart


class Response(NamedTuple):
    """What a browser gets."""

    status: int
    body: str


class View:
    """Answers requests; a method a verb."""

    fields: tuple[str, ...] = ()

    def dispatch(self, request: Request) -> Response:
        """Answer with the method that is called like the request's verb."""
        handler = getattr(self, request.method.lower(), None)
        if handler is None:
            return Response(405, "method not allowed")
        return handler(request)

    def clean(self, form: Mapping[str, str]) -> dict[str, str]:
        """The known fields of a form, stripped."""
        return {name: form[name].strip() for name in self.fields if name in form}
