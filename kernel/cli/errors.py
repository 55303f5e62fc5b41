"""From the kernel's errors to exit codes and one line on stderr; no traceback ever."""

import functools
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

from kernel.cli.output import plain, print_json
from kernel.model.errors import BadInput, KernelError

F = TypeVar("F", bound=Callable[..., Any])
FAILED, BAD_USAGE = 1, 2
# The parameter that every command with a JSON form calls so.
JSON_PARAMETER = "as_json"


def kernel_errors(command: F) -> F:
    """Decorate a command: a ``KernelError`` exits 1, a ``BadInput`` 2, anything unexpected is logged and exits 1.

    Place it below click's decorators. Under ``--json`` the error is also printed as a document.
    """

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except BadInput as error:
            _leave(error.message, BAD_USAGE)
        except KernelError as error:
            _leave(error.message, FAILED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:  # noqa: BLE001  (the last line of defence of every command)
            _leave(f"internal error: {type(error).__name__}: {error}{_log(error)}", FAILED)

    return cast(F, run)


def _leave(message: str, code: int) -> None:
    context = click.get_current_context(silent=True)
    if context is not None and context.params.get(JSON_PARAMETER):
        print_json({"error": message})
    click.echo(f"ck: {plain(message)}", err=True)
    raise click.exceptions.Exit(code)


def _log(error: Exception) -> str:
    """Log an unexpected error; what to tell about it."""
    try:
        from kernel.service.log import log_error
        from kernel.settings import Settings, home_folder

        context = click.get_current_context(silent=True)
        where = context.command_path if context is not None else "ck"
        log_error(home_folder(os.environ), Settings(), where, error)
    except Exception:  # noqa: BLE001  (nothing may hide the first error)
        return ""
    return " (details: ck log)"
