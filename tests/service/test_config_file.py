"""The configuration file is edited as a careful person would: one line changes, everything else stays."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.model.errors import BadInput, KernelError
from kernel.service.config import default_text, effective_text, set_value
from kernel.settings import SCHEMA, Settings, load_settings

WRITTEN = """\
# mine
min_tokens = 900   # because
theme='ck-light'

[keys]   # my keys
quit = "q"
"item.pin" = ["space", "p"]

[other]
min_tokens = 1
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "config.toml"


def written(config: Path, text: str = WRITTEN) -> str:
    config.parent.mkdir(exist_ok=True)
    config.write_bytes(text.encode())
    return str(config)


def test_the_default_file_changes_nothing(config: Path) -> None:
    loaded = load_settings({"CK_HOME": "/x"}, written(config, default_text()), strict=True)
    assert loaded.settings == Settings() and loaded.problems == ()
    assert all(field.name in default_text() and field.help in default_text() for field in SCHEMA if field.env)


def test_the_effective_values_are_a_file_that_means_them(config: Path) -> None:
    loaded = load_settings({"CK_HOME": "/x", "CK_POLL_MS": "77"}, written(config), strict=True)
    text = effective_text(loaded, "/x")
    again = load_settings({"CK_HOME": "/x"}, written(config, text), strict=True)
    assert again.settings == loaded.settings
    assert "# CK_POLL_MS" in text and "# config ·" in text and "# default ·" in text


def test_a_missing_file_is_made_privately(config: Path) -> None:
    assert set_value(str(config), "min_tokens", "1_000") == 1000
    assert config.read_text() == "min_tokens = 1000\n"
    assert config.stat().st_mode & 0o777 == 0o600 and config.parent.stat().st_mode & 0o777 == 0o700


def test_one_line_changes_and_keeps_its_comment(config: Path) -> None:
    set_value(written(config), "min_tokens", "5")
    assert config.read_text() == WRITTEN.replace("min_tokens = 900 ", "min_tokens = 5 ")
    set_value(str(config), "theme", 'odd "name" # here')
    assert tomllib.loads(config.read_text())["theme"] == 'odd "name" # here'
    set_value(str(config), "theme", "plain")
    assert 'theme="plain"\n' in config.read_text()


def test_a_new_name_goes_before_the_tables(config: Path) -> None:
    set_value(written(config), "poll_ms", "100")
    assert load_settings({}, str(config), strict=True).settings.poll_ms == 100
    assert config.read_text().replace("poll_ms = 100\n", "") == WRITTEN


def test_a_new_name_follows_its_commented_default(config: Path) -> None:
    set_value(written(config, default_text()), "poll_ms", "100")
    assert "# poll_ms = 300\npoll_ms = 100\n" in config.read_text()


def test_keys_go_into_their_table(config: Path) -> None:
    set_value(written(config), "keys.quit", "ctrl+q")
    set_value(str(config), "keys.item.drop", "d")
    assert dict(load_settings({}, str(config), strict=True).settings.keymap) == {
        "quit": "ctrl+q",
        "item.pin": "space,p",
        "item.drop": "d",
    }
    assert "# my keys" in config.read_text()


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_line_ends_and_a_missing_last_one_survive(config: Path, ending: str) -> None:
    text = ending.join(["# a", "min_tokens = 9", "ascii = true"])
    set_value(written(config, text), "min_tokens", "10")
    assert config.read_bytes().startswith(f"# a{ending}min_tokens = 10{ending}ascii = true".encode())


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("min_tokens = [", "min_tokens", "5"),
        ('theme = """\nmin_tokens = 1\n"""\n', "theme", "x"),
        ('"min_tokens" = 5\n', "min_tokens", "6"),
        ('keys = {quit = "q"}\n', "keys.quit", "x"),
        ("", "no_such", "5"),
        ("", "keymap", "5"),
        ("", "min_tokens", "-5"),
        ("", "min_tokens", "many"),
        ("", "log_level", "loud"),
        ("", "theme", "a\x1b[0m"),
        ("", "keys.quit", "a\nb"),
    ],
)
def test_what_cannot_be_set_safely_is_refused_and_nothing_changes(
    config: Path, text: str, name: str, value: str
) -> None:
    path = written(config, text)
    with pytest.raises(BadInput):
        set_value(path, name, value)
    assert config.read_text() == text
    assert [file.name for file in config.parent.iterdir()] == ["config.toml"]


def test_a_symlink_stays_one_and_the_mode_stays(config: Path, tmp_path: Path) -> None:
    written(config)
    config.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(config)
    set_value(str(link), "min_tokens", "5")
    assert link.is_symlink() and config.stat().st_mode & 0o777 == 0o640
    assert "min_tokens = 5" in config.read_text()


def test_an_unwritable_place_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(KernelError, match="cannot be"):
        set_value(str(tmp_path / "file" / "config.toml"), "min_tokens", "5")


@given(
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=20),
    st.sampled_from(["theme", "editor"]),
)
def test_any_printable_text_can_be_set_and_read_back(tmp_path_factory, value: str, name: str) -> None:
    assume(value.isprintable())
    path = tmp_path_factory.mktemp("config") / "config.toml"
    path.write_text(WRITTEN)
    set_value(str(path), name, value)
    set_value(str(path), name, value)
    assert getattr(load_settings({}, str(path), strict=True).settings, name) == value
