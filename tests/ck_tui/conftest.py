"""Fixtures of the workbench's tests: a screen as text, snapshots, a quiet environment."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.app import App
from textual.widgets import Input

SNAPSHOTS = Path(__file__).parent / "snapshots"
UPDATE = bool(os.environ.get("CK_UPDATE_SNAPSHOTS"))
PICTURES = sys.version_info[:2] == (3, 11)
"""Pictures are compared on one Python only: the text beside them is compared everywhere."""


@pytest.fixture(autouse=True)
def quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cursor that blinks, no settings of the machine, one time zone."""
    for name in ("NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY", "VISUAL", "EDITOR", "TEXTUAL_THEME", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CK_HOME", str(tmp_path / "ck"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(Input, "cursor_blink", False)


def screen_text(app: App[int]) -> str:
    """The screen as plain text, one line a row, without trailing blanks."""
    height = app.size.height
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips[:height])


Snapshot = Callable[..., None]


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Snapshot:
    """Compare the screen with the stored text (and picture) of a name; CK_UPDATE_SNAPSHOTS=1 rewrites them."""

    def check(app: App[int], name: str, picture: bool = False) -> None:
        compare(SNAPSHOTS / f"{name}.txt", screen_text(app) + "\n")
        if picture and PICTURES:
            compare(SNAPSHOTS / f"{name}.svg", app.export_screenshot(title="ck", simplify=True))

    return check


def compare(path: Path, found: str) -> None:
    """Fail with the place of the new version where a stored file differs."""
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
        return
    assert path.exists(), f"no snapshot {path.name}; CK_UPDATE_SNAPSHOTS=1 makes it"
    stored = path.read_text("utf-8")
    if path.suffix == ".txt":
        assert found.splitlines() == stored.splitlines()
    elif found != stored:
        fresh = path.with_suffix(".new" + path.suffix)
        fresh.write_text(found, "utf-8")
        raise AssertionError(f"the picture differs: compare {path} with {fresh}")
