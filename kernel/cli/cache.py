"""``ck cache``: the cache of repository facts."""

import click

from kernel.cli.errors import kernel_errors
from kernel.cli.output import opened_kernel, plain, print_json

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group("cache", invoke_without_command=True)
@_JSON
@click.pass_context
@kernel_errors
def cache_command(ctx: click.Context, as_json: bool) -> None:
    """Show what the cache of repository facts holds. It may be cleared at any time."""
    if ctx.invoked_subcommand is not None:
        return
    with opened_kernel() as kernel:
        size, limit = kernel.cache.size(), kernel.settings.cache_max_bytes
        if as_json:
            print_json({"path": kernel.cache.path, **size._asdict(), "max_bytes": limit})
            return
        used = f"{size.bytes / 1e6:.1f} MB of at most {limit / 1e6:.0f} MB"
        click.echo(f"{plain(kernel.cache.path)}: facts of {size.facts} file contents, {used}")


@cache_command.command("clear")
@_JSON
@kernel_errors
def clear_command(as_json: bool) -> None:
    """Forget all cached facts; the next slice takes longer once."""
    with opened_kernel() as kernel:
        size = kernel.cache.size()
        kernel.cache.clear()
        if as_json:
            print_json({"cleared": size._asdict()})
        else:
            click.echo(f"cleared {size.bytes / 1e6:.1f} MB")
