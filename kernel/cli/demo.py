"""``ck demo``: the workbench, or the same walk as text, on a bundled sample repository."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import click

from kernel.cli.errors import kernel_errors


@click.command("demo")
@click.option("--text", is_flag=True, help="Print the walk as text (as happens without a terminal).")
@click.pass_context
@kernel_errors
def demo_command(ctx: click.Context, text: bool) -> None:
    """Open the workbench on a bundled sample repository with a sample session.

    The sample lives in a temporary folder with a store of its own, which goes when the demo ends.
    """
    from kernel.cli.workbench import open_workbench, terminal_problem
    from kernel.demo.loader import prepare

    with _folder() as folder:
        demo = prepare(folder)
        # Also for the child process that the workbench slices in.
        os.environ.update(demo.environ)
        if not text and not terminal_problem():
            ctx.exit(open_workbench(demo.repo, demo.symptom))
        from kernel.cli.demo_walk import walk

        for line in walk(demo):
            click.echo(line)


@contextmanager
def _folder() -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix="ck-demo-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
