"""``ck symbol`` and ``ck toc``: one file, to some of its symbols, and its outline."""

import os

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json
from kernel.reading.terminal import safe_text
from kernel.service.kernel import Kernel
from kernel.service.symbol_slice import outline, symbol_json, symbol_slice

_REPO = click.option("--repo", metavar="DIR", help="The repository (default: here).")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.command("symbol")
@click.argument("file")
@click.argument("names", nargs=-1, required=True)
@_REPO
@_JSON
@kernel_errors
def symbol_command(file: str, names: tuple[str, ...], repo: str | None, as_json: bool) -> None:
    """Show what the behaviour of some symbols of a FILE depends on, inside that file, in the original text.

    NAMES are functions, classes, methods (Class.method) or values of the module's level.
    """
    with opened_kernel(repo) as kernel:
        found = symbol_slice(kernel, _inside(kernel, file), names)
    if as_json:
        print_json(symbol_json(found))
        return
    click.echo(safe_text(found.text()), nl=False)
    click.echo(f"{found.after:,} of {found.before:,} tokens; {len(found.slice.dropped)} definitions left out", err=True)


@click.command("toc")
@click.argument("file")
@_REPO
@_JSON
@kernel_errors
def toc_command(file: str, repo: str | None, as_json: bool) -> None:
    """List what a FILE defines: lines, and the line that declares each."""
    with opened_kernel(repo) as kernel:
        path = _inside(kernel, file)
        found = outline(kernel, path)
    if as_json:
        print_json({"path": path, "entries": [entry._asdict() for entry in found]})
    for entry in found if not as_json else ():
        depth = entry.name.count(".") * 2
        click.echo(f"{f'{entry.first}-{entry.last}':>12}  {' ' * depth}{plain(entry.signature)}")
    if not found:
        click.echo(f"ck: nothing is defined in {path!a}, or it is in no language that is read here", err=True)
        raise click.exceptions.Exit(1)


def _inside(kernel: Kernel, file: str) -> str:
    """A path as written, from this folder or from the repository's root, as a path of the repository."""
    root = kernel.repository.root
    here = os.path.relpath(os.path.realpath(file), root)
    return file if here.startswith("..") or not os.path.exists(file) else here.replace(os.sep, "/")  # noqa: PTH110
