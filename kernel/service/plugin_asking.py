"""Asks the stored plug-ins about an output, and sees to it that what fails is known."""

from __future__ import annotations

from collections.abc import Iterable

from kernel.projection import engine
from kernel.projection.plugins import Report, ask
from kernel.projection.recogniser import Proposal, Seen
from kernel.service.kernel import Kernel
from kernel.service.plugin_list import stored_plugins
from kernel.service.plugin_strikes import MOST, add_strike, set_aside

LOGGED_AS = "plug-in "
"""The log's places of plug-ins begin so; their name follows."""


def asking(kernel: Kernel) -> engine.Ask | None:
    """Asks those that are switched on and not set aside; None where there are none. Functions run in processes of their own."""
    aside = set_aside(kernel.home)
    plugins = [plugin for plugin in stored_plugins(kernel.home) if not plugin.disabled and plugin.name not in aside]
    if not plugins:
        return None

    def asked(seen: Seen) -> Iterable[tuple[str, Iterable[Proposal]]]:
        from kernel.service.plugin_process import ask_aside

        answers, reports = ask(plugins, seen, ask_aside)
        for report in reports:
            _tell(kernel, report)
        return answers

    return asked


def _tell(kernel: Kernel, report: Report) -> None:
    told = report.problem
    if report.stopped:
        add_strike(kernel.home, report.name, told)
        if report.name in set_aside(kernel.home):
            told += f"; stopped {MOST} times, it is not asked for a day, or until ck plugins enable {report.name}"
    kernel.log("warning", LOGGED_AS + report.name, told)
