"""``ck``: the group of all commands; a command's module is imported only when it runs."""

import importlib
import os
import sys
from typing import NamedTuple

import click

from kernel import __version__


class Entry(NamedTuple):
    """Where a command lives and its one-line help (so that ``ck --help`` imports nothing else)."""

    module: str
    attribute: str
    help: str


COMMANDS: dict[str, Entry] = {
    "slice": Entry("kernel.cli.slice", "slice_command", "Symptom → the functions and files that can matter."),
    "pin": Entry("kernel.cli.steer", "pin_command", "Always show an item in a task's slice."),
    "drop": Entry("kernel.cli.steer", "drop_command", "Never show an item in a task's slice."),
    "symbol": Entry("kernel.cli.symbol", "symbol_command", "Show what a symbol of a file depends on, inside that file."),
    "toc": Entry("kernel.cli.symbol", "toc_command", "List what a file defines."),
    "undo": Entry("kernel.cli.steer", "undo_command", "Take back the last pin or drop of a task."),
    "tasks": Entry("kernel.cli.tasks", "tasks_command", "List the tasks of this worktree."),
    "normalize": Entry("kernel.cli.normalize", "normalize_command", "Project a tool output read from standard input."),
    "exec": Entry("kernel.cli.exec", "exec_command", "Run a command and print its output projected."),
    "recall": Entry("kernel.cli.recall", "recall_command", "Print a parked output, or a part of it."),
    "search": Entry("kernel.cli.recall", "search_command", "Search the parked outputs."),
    "park": Entry("kernel.cli.recall", "park_command", "List or purge parked outputs."),
    "charter": Entry("kernel.cli.charter", "charter_command", "Show, edit and check the task charter."),
    "savings": Entry("kernel.cli.ledger", "savings_command", "The ledger: tokens saved minus tokens that came back."),
    "hook": Entry("kernel.cli.hook", "hook_command", "Answer an event of an agent's harness."),
    "install": Entry("kernel.cli.install", "install_command", "Register the hooks in an agent's settings."),
    "uninstall": Entry("kernel.cli.install", "uninstall_command", "Take the hooks out of an agent's settings."),
    "mcp": Entry("kernel.cli.mcp", "mcp_command", "Serve an agent's harness by MCP."),
    "sessions": Entry("kernel.cli.sessions", "sessions_command", "Agents at work here, and what is sent to them."),
    "window": Entry("kernel.cli.window", "window_command", "How full a session's window is, and whether a compaction pays."),
    "context": Entry("kernel.cli.context", "context_command", "What occupies a session's window now, by source and turn."),
    "replay": Entry("kernel.cli.replay", "replay_command", "Run past sessions through today's rules: savings, and misses."),
    "statusline": Entry("kernel.cli.statusline", "statusline_cli", "Print the line below an agent's prompt."),
    "doctor": Entry("kernel.cli.doctor", "doctor_command", "Check what works here, and mend what can be mended."),
    "ab": Entry("kernel.cli.ab", "ab_command", "Folded outputs that are kept for a judge."),
    "canary": Entry("kernel.cli.canary", "canary_command", "Whether what replaces outputs reaches the agent."),
    "reset-canary": Entry("kernel.cli.canary", "reset_canary_command", "Replace outputs again, whatever was missed before."),
    "smoke": Entry("kernel.cli.smoke", "smoke_command", "Prove through a live agent that outputs are projected."),
    "plugins": Entry("kernel.cli.plugins", "plugins_command", "List, refresh and switch off users' recognisers."),
    "demo": Entry("kernel.cli.demo", "demo_command", "Open the workbench on a bundled sample repository."),
    "bench": Entry("kernel.cli.bench", "bench_command", "Measure the kernel on a repository of one's own."),
    "config": Entry("kernel.cli.config", "config_command", "Show and set configuration."),
    "cache": Entry("kernel.cli.cache", "cache_command", "Show or clear the cache of repository facts."),
    "pause": Entry("kernel.cli.pause", "pause_command", "Switch everything off for a while, here or everywhere."),
    "log": Entry("kernel.cli.log", "log_command", "Show the kernel's log."),
}


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import and return a command, None where there is none of that name."""
        entry = COMMANDS.get(name)
        if entry is None:
            return None
        command = getattr(importlib.import_module(entry.module), entry.attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ck")
@click.option("--repo", default=".", metavar="DIR", help="The repository to open (default: here).")
@click.option("--fresh", is_flag=True, help="Open the workbench as new: ignore how it was left.")
@click.pass_context
def cli(ctx: click.Context, repo: str, fresh: bool) -> None:
    """Project what a coding agent is shown onto what its task needs.

    Without a command, opens the workbench on the current repository.
    """
    if ctx.invoked_subcommand is None:
        from kernel.cli.workbench import open_workbench

        ctx.exit(open_workbench(repo, fresh=fresh))


def main(argv: list[str] | None = None) -> None:
    """Entry point of ``ck``: exit 0 fine, 1 failed or nothing found, 2 bad usage or input; one line, never a traceback."""
    try:
        code = cli.main(args=argv, prog_name="ck", standalone_mode=False)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "ck"
        click.echo(f"{where}: {_one_line(error.format_message())} (see {where} --help)", err=True)
        code = 2
    except click.ClickException as error:
        click.echo(f"ck: {_one_line(error.format_message())}", err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader of our output went away (`ck … | head`): leave quietly, as other filters do.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code if isinstance(code, int) else 0)


def _one_line(text: str) -> str:
    return " ".join(text.split())
