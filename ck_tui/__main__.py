"""``python -m ck_tui [--fresh] [FOLDER]``: the workbench without the command line's other options."""

import sys

from ck_tui.app import run_workbench

if __name__ == "__main__":
    folders = [argument for argument in sys.argv[1:] if argument != "--fresh"]
    sys.exit(run_workbench(folders[0] if folders else ".", fresh="--fresh" in sys.argv))
