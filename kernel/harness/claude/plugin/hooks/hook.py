# ruff: noqa: PTH113, PTH118, PTH123  (every tool call runs this: pathlib would cost it 6 ms)
"""Answers an event with the kernel in this plugin, else with the installed one, on the standard library alone."""

import gc
import json
import os
import sys

gc.disable()


def main(root: str, record: str) -> None:
    """Answer the event on standard input, or leave everything as it is. ``record``: the folder of what an installation told."""
    with open(os.path.join(record, "installed.json"), "rb") as file:
        told = json.load(file)
    own = os.path.join(root, "lib")
    sys.path.insert(0, own if os.path.isfile(os.path.join(own, "kernel", "hooks.py")) else told["root"])
    sys.path.append(told["packages"])
    os.environ.setdefault("CK_HOME", told["home"])
    os.environ.setdefault("CK_CONFIG", told["config"])
    from kernel import hooks

    hooks.main("claude")


try:  # noqa: SIM105  (so that nothing more is imported)
    main(sys.argv[1], sys.argv[2])
except Exception:  # noqa: BLE001  an agent's tool call must survive any defect of ours
    pass
os._exit(0)
