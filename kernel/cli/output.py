"""How commands print: text that cannot steer a terminal, JSON documents with their schema, notices."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import click

from kernel.model.errors import KernelError
from kernel.service.kernel import Kernel, open_kernel

SCHEMA = 1


def plain(text: str) -> str:
    """One line that a terminal only shows: controls, escapes and lone surrogates as ``\\x1b``-like escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def original_bytes(text: str) -> bytes:
    """A text as the bytes that it was read from: what was no UTF-8 as it was, other lone surrogates in UTF-8's way."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b"".join(c.encode("utf-8", "surrogateescape" if "\udc80" <= c <= "\udcff" else "surrogatepass") for c in text)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document (ASCII, so that any text survives any encoding), ``schema`` first.

    It is indented for a person at a terminal only: for a program that takes ten times as long as the plain form.
    """
    indent = 2 if sys.stdout.isatty() else None
    click.echo(json.dumps({"schema": SCHEMA, **document}, indent=indent))


def local_time(at: float) -> str:
    """Seconds since the epoch as local date and time."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


@contextmanager
def opened_kernel(repo: str | None = None, strict: bool = True) -> Iterator[Kernel]:
    """The kernel on ``repo``, else on what ``ck --repo`` names, else on this folder; its notices go to stderr.

    Raises:
        BadInput: No such folder or, with ``strict``, a bad setting.
    """
    context = click.get_current_context(silent=True)
    if repo is None and context is not None:
        repo = context.find_root().params.get("repo")
    with open_kernel(repo or ".", strict=strict) as kernel:
        try:
            yield kernel
        finally:
            for notice in kernel.notices:
                click.echo(f"ck: {plain(notice)}", err=True)


@contextmanager
def fallback_kernel() -> Iterator[Kernel]:
    """The kernel on the archive of commands that ran in a sandbox.

    Raises:
        KernelError: There is none.
    """
    from kernel.service.fallback import open_fallback

    kernel = open_fallback(".", os.environ)
    if kernel is None:
        raise KernelError("there is no archive in the temporary folder")
    with kernel:
        yield kernel
