"""Recognisers of data, logs, lists and documents, each behind a cheap look."""

from kernel.projection.recogniser import Registered

GREEN_SIDE: tuple[Registered, ...] = ()
