"""Child process that matches a person's or agent's expression: run by path, so it may be killed at any time.

Standard input: one JSON line ``[pattern, clip]``, then the lines to search, UTF-8 with surrogates passed.
Standard output: for every matching line its 0-based index, a line each, at once; a last line ``done``, or
``error: …`` where the expression is not valid.
"""

import json
import re
import sys


def main() -> None:
    """Match line by line; each line only up to ``clip`` characters."""
    stream = sys.stdin.buffer
    pattern, clip = json.loads(stream.readline())
    out = sys.stdout
    try:
        search = re.compile(pattern).search
    except (re.error, OverflowError, RecursionError) as error:
        out.write(f"error: {error}\n")
        return
    for index, line in enumerate(stream.read().decode("utf-8", "surrogatepass").split("\n")):
        if search(line, 0, clip):
            out.write(f"{index}\n")
            out.flush()
    out.write("done\n")


if __name__ == "__main__":
    main()
