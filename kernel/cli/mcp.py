"""``ck mcp``: the MCP server, for agents' harnesses."""

import sys

import click

from kernel.cli.errors import kernel_errors
from kernel.mcp_server.entry import main, registered_command


@click.command("mcp")
@click.option("--argv", "argv", is_flag=True, help="Print the command to register, an argument a line.")
@click.option(
    "--hook-input", "hook_input", is_flag=True, help="Print the input of an mcp_tool hook, as JSON."
)
@kernel_errors
def mcp_command(argv: bool, hook_input: bool) -> None:
    """Serve MCP on standard input and output: slice, toc, recall, search, charter and savings for an agent.

    The tool "hook", which is not listed, answers a harness's mcp_tool hooks.
    """
    if argv:
        for argument in registered_command():
            click.echo(argument)
    elif hook_input:
        import json

        from kernel.mcp_server.hook_events import hook_input as fields

        click.echo(json.dumps(fields()))
    else:
        if sys.stdin is not None and sys.stdin.isatty():
            click.echo("ck: MCP is spoken here, by an agent's harness; the end of the input (Ctrl-D) ends it", err=True)
        main()
