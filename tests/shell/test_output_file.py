"""A file that is shortened in place under a descriptor that only appends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernel.shell.output_file import OutputFile

OLD, NEW = b"old line\n" * 1000, b"new line\n" * 10


def opened(path: Path, content: bytes) -> OutputFile:
    path.write_bytes(content)
    return OutputFile(os.open(path, os.O_RDWR))


def test_the_new_text_takes_the_old_ones_place(tmp_path: Path) -> None:
    file = opened(tmp_path / "out", OLD)
    assert file.read(10_000) == OLD and file.read(8_999) is None
    file.replace(OLD, NEW)
    assert (tmp_path / "out").read_bytes() == NEW
    file.close()


@pytest.mark.parametrize("late", [b"late\n", b"x" * 100_000])
def test_what_was_appended_meanwhile_stays_behind_it(tmp_path: Path, late: bytes) -> None:
    file = opened(tmp_path / "out", OLD + late)
    file.replace(OLD, NEW)
    assert (tmp_path / "out").read_bytes() == NEW + late


def test_a_text_that_is_not_shorter_is_refused(tmp_path: Path) -> None:
    file = opened(tmp_path / "out", NEW)
    with pytest.raises(ValueError, match="shorter"):
        file.replace(NEW, NEW)
    assert (tmp_path / "out").read_bytes() == NEW


def test_a_write_that_fails_half_way_is_taken_back(tmp_path: Path) -> None:
    """No byte may be written behind the 4,000th; the new text is longer."""
    path = tmp_path / "out"
    path.write_bytes(OLD)
    code = f"""if 1:
        import os, resource
        from kernel.shell.output_file import OutputFile
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
        old = {OLD!r}
        try:
            OutputFile(os.open({str(path)!r}, os.O_RDWR)).replace(old, b"n" * 5000)
        except OSError:
            print("refused")"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "refused\n" and path.read_bytes() == OLD
