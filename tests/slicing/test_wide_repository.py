"""A wide repository: cost grows with the slice and stays bounded, and every cap that is hit is said."""

import json
import os
import subprocess
import sys
from pathlib import Path

from slicing.sample_repository import Sample

FILES, RARE = 20_000, 3_000
SCRIPT = """
import json, sys, time
from pathlib import Path
from kernel.service.kernel import open_kernel
from kernel.service.slicing import SliceRequest, cut, rank
counters, at = {}, time.monotonic()
with open_kernel(sys.argv[1]) as kernel:
    ranking = rank(kernel, SliceRequest(sys.argv[2]), counters=counters)
    piece = cut(kernel, ranking, 20_000)
# Not getrusage: that peak begins with the memory of the process that started this one.
status = Path("/proc/self/status")
peak = status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else "0"
print(json.dumps({
    "seconds": time.monotonic() - at, "kilobytes": int(peak),
    "scanned": ranking.scanned, "used": piece.budget.used, "items": [i.path for i in piece.items],
    "candidates": len(ranking.candidates), "notes": ranking.notes, **counters,
}))
"""


def generate(root: Path) -> None:
    for folder in range(200):
        (root / f"pkg/p{folder}").mkdir(parents=True)
    for n in range(FILES):
        word = "glyptodont" if n < RARE else "ordinary"
        text = f"import os\n\n\ndef function_{n}(value):\n    {word} = value + {n}\n    return {word}\n"
        (root / f"pkg/p{n % 200}/m{n}.py").write_text(text)


def sliced(sample: Sample, symptom: str) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(sample.root), symptom],
        env={**os.environ, **sample.environment()}, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return dict(json.loads(run.stdout))


def test_twenty_thousand_files(sample: Sample) -> None:
    generate(sample.root)
    cold = sliced(sample, "function_19999 loses its glyptodont")
    assert cold["scanned"] == FILES and cold["read"] == FILES
    assert "pkg/p199/m19999.py" in cold["items"]  # type: ignore[operator]
    assert 0 < cold["parsed"] <= 400  # type: ignore[operator]
    assert cold["candidates"] <= 3_000 and cold["used"] <= 20_000  # type: ignore[operator]
    assert cold["kilobytes"] < 400_000  # type: ignore[operator]
    warm = sliced(sample, "function_19999 loses its glyptodont")
    assert warm["read"] == warm["parsed"] == 0
    assert warm["items"] == cold["items"]
    assert warm["seconds"] < cold["seconds"]  # type: ignore[operator]
