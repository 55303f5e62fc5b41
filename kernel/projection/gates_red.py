"""Recognisers of failures, traces and test runs, each behind a cheap look."""

from kernel.projection.recogniser import Registered

RED_SIDE: tuple[Registered, ...] = ()
