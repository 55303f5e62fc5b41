"""A ranking of the bundled sample, frozen, so that pictures compare the look and not what ranking thinks today.

``python tests/ck_tui/frozen_sample.py`` makes it anew through the real service.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from fake_bridge import FakeWorker, make_fake

from ck_tui.bridge import Bridge
from ck_tui.bridge.nouns import Ranking, Request, Task
from kernel.service.json_form import ranking_from_json, ranking_json

FILE = Path(__file__).parent / "frozen" / "sample.json"
ROOT = "/repo/shop"
NOW = 1_790_000_000.0


class FrozenWorker(FakeWorker):
    """Answers the frozen ranking to every request; other seeds are another task of the same items."""

    ranking: Ranking

    async def rank(self, wanted: Request, on_progress: Any) -> Ranking:
        on_progress("searching", 3, 8)
        self.requests.append(wanted)
        ranking = self.ranking
        if wanted.seeds:
            ranking = ranking._replace(task="picked", title=f"{len(wanted.seeds)} picked", candidates=ranking.candidates[4:], seeds=ranking.seeds[:1])
        seeds = tuple(dict.fromkeys(seed.path for seed in ranking.seeds))
        self.task.made = [Task(ranking.task, ROOT, ranking.title, wanted.symptom, seeds, NOW, NOW), *(t for t in self.task.made if t.id != ranking.task)]
        return ranking


def symptom() -> str:
    """The sample's symptom."""
    return str(json.loads(FILE.read_text("utf-8"))["symptom"])


def frozen_bridge(**settings: Any) -> Bridge:
    """A bridge over the frozen sample; everything else is the fakes'."""
    data = json.loads(FILE.read_text("utf-8"))
    bridge = make_fake({path: tuple(lines) for path, lines in data["files"].items()}, (), **settings)
    task: Any = bridge.task
    worker = FrozenWorker((), task)
    worker.ranking = ranking_from_json(data["ranking"])
    task.limit = 1500
    return bridge._replace(worker=worker)  # type: ignore[arg-type]


def make() -> None:
    """Write the file."""
    from kernel.demo.loader import prepare
    from kernel.service.kernel import open_kernel
    from kernel.service.slicing import SliceRequest, rank, read_lines, tree

    with tempfile.TemporaryDirectory() as folder:
        demo = prepare(folder, {"PATH": os.environ["PATH"], "HOME": folder, "CK_CONFIG": str(Path(folder, "none.toml"))})
        with open_kernel(demo.repo, demo.environ) as kernel:
            ranking = rank(kernel, SliceRequest(demo.symptom))._replace(repo=ROOT)
            files = {path: read_lines(kernel, path) for path in tree(kernel)}
    FILE.parent.mkdir(exist_ok=True)
    document = {"symptom": demo.symptom, "ranking": ranking_json(ranking), "files": files}
    FILE.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    sys.stdout.write(f"{FILE}: {len(ranking.candidates)} candidates, {len(files)} files\n")


if __name__ == "__main__":
    make()
