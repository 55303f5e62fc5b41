"""Progress of transfers and counters."""

from kernel.projection.recognisers.noise import Noise

_SIZE = r"\d[\d.,]*\s?(?:[kKMGT]i?)?B"
PROGRESS = Noise(
    name="progress",
    kind="progress",
    why="states of a transfer or counter; the first and last are shown",
    alternatives=(
        r"[^|\n]{0,80}?\d{1,3}%\s?\|[^|]{0,200}\|[^|]{0,120}",  # tqdm
        r"[^\[\n]{0,80}\[[#=>*.\- █]{5,200}\]\s{0,4}\d{1,3}(?:\.\d+)?%.{0,60}",
        r"\s{0,8}[━╸╺─ ]{8,200}\s{0,4}[\d.]{1,12}/[\d.]{1,12} ?[kMG]?B.{0,60}",  # pip
        r"(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Resolving|Writing|Updating|Filtering) "
        r"(?:objects|deltas|files|content): {1,3}\d{1,3}% \(\d+/\d+\).{0,60}",  # git
        r"[0-9a-f]{12}: (?:Pulling fs layer|Waiting|Downloading|Extracting|Verifying Checksum|Download complete|Pull complete)"
        r"[^\n]{0,160}",  # docker
        rf"Progress \(\d+\): {_SIZE}.{{0,80}}",  # Maven
        rf"(?:\[INFO\] )?Download(?:ing|ed) from [\w.\-]{{1,40}}: \S{{1,300}}(?: \({_SIZE}.{{0,40}}\))?",
        r"\s{0,4}\d{1,3}\s+[\d.]+[kMG]?\s+\d{1,3}\s+[\d.]+[kMG]?\s+\d+\s+\d+\s+[\d.]+[kMG]?\s+\d+\s+[\d:\-]+\s+[\d:\-]+\s+[\d:\-]+\s+[\d.]+[kMG]?",  # curl
    ),
)
