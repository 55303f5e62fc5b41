"""``python -m ck_tui [FOLDER]``: the workbench without the command line's options."""

import sys

from ck_tui.app import run_workbench

if __name__ == "__main__":
    sys.exit(run_workbench(sys.argv[1] if len(sys.argv) > 1 else "."))
