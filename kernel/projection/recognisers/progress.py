"""Progress of transfers and counters."""

from kernel.projection.recognisers.noise import Noise

_SIZE = r"\d[\d.,]*\s?(?:[kKMGT]i?)?B"
PROGRESS = Noise(
    name="progress",
    kind="progress",
    why="states of a transfer or counter; the first and last are shown",
    alternatives=(
        ("%", r"[^|\n]{0,80}?\d{1,3}%\s?\|[^|]{0,200}\|[^|]{0,120}"),  # tqdm
        ("%", r"[^\[\n]{0,80}\[[#=>*.\- █]{5,200}\]\s{0,4}\d{1,3}(?:\.\d+)?%.{0,60}"),
        ("━", r" {0,8}[━╸╺─][━╸╺─ ]{7,200}+[\d.]{1,12}/[\d.]{1,12} ?[kMG]?B.{0,60}"),  # pip
        (
            "% (",
            r"(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Resolving|Writing|Updating|Filtering) "
            r"(?:objects|deltas|files|content): {1,3}\d{1,3}% \(\d+/\d+\).{0,60}",
        ),  # git
        *(
            (sign, rf"[0-9a-f]{{12}}: {sign}[^\n]{{0,160}}")
            for sign in (
                "Pulling fs layer", "Waiting", "Downloading", "Extracting", "Verifying Checksum", "Download complete",
                "Pull complete", "Already exists", "Preparing", "Pushed", "Layer already exists",
            )
        ),  # docker
        ("Progress (", rf"Progress \(\d+\): {_SIZE}.{{0,80}}"),  # Maven
        ("Download", rf"(?:\[INFO\] )?Download(?:ing|ed) from [\w.\-]{{1,40}}: \S{{1,300}}(?: \({_SIZE}.{{0,40}}\))?"),
        (
            "--:--:--",
            r"\s{0,4}\d{1,3}\s+[\d.]+[kMG]?\s+\d{1,3}\s+[\d.]+[kMG]?\s+\d+\s+\d+\s+[\d.]+[kMG]?\s+\d+\s+[\d:\-]+\s+[\d:\-]+\s+[\d:\-]+\s+[\d.]+[kMG]?",
        ),  # curl
        ("#", r"#\d{1,4} (?:sha256:[0-9a-f]{64}|extracting sha256:[0-9a-f]{64}|transferring \w+:).{0,80}"),  # docker build
    ),
)  # fmt: skip
