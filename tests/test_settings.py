"""Settings merge in order, and bad values are said clearly and never fatal to a hook."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.model.errors import BadInput
from kernel.settings import SCHEMA, Settings, config_file, home_folder, load_settings


def environ(tmp_path: Path, config: str | bytes | None = None, **variables: str) -> dict[str, str]:
    if config is not None:
        data = config.encode() if isinstance(config, str) else config
        (tmp_path / "config.toml").write_bytes(data)
    return {"CK_HOME": str(tmp_path), **variables}


def test_every_setting_is_documented_once() -> None:
    assert sorted(field.name for field in SCHEMA) == sorted(Settings._fields)
    for field in SCHEMA:
        assert field.help.endswith(".") and "\n" not in field.help
        assert field.kind in ("bool", "int", "str", "table")
        if field.kind == "int":
            assert field.least is not None and field.most is not None


def test_defaults_without_any_file(tmp_path: Path) -> None:
    loaded = load_settings(environ(tmp_path), strict=True)
    assert loaded.settings == Settings()
    assert set(loaded.sources.values()) == {"default"} and loaded.problems == ()


def test_environment_beats_file_beats_default(tmp_path: Path) -> None:
    config = 'min_tokens = 100\nslice_budget = 5\ntheme = "ck-light"\n'
    loaded = load_settings(environ(tmp_path, config, CK_MIN_TOKENS="200", CK_ASCII="yes"), strict=True)
    settings, sources = loaded.settings, loaded.sources
    assert (settings.min_tokens, sources["min_tokens"]) == (200, "environment")
    assert (settings.slice_budget, sources["slice_budget"]) == (5, "config")
    assert (settings.theme, settings.ascii) == ("ck-light", True)
    assert (settings.head_lines, sources["head_lines"]) == (Settings().head_lines, "default")


def test_keys_are_read_as_a_table(tmp_path: Path) -> None:
    config = '[keys]\n"item.pin" = ["space", "p"]\nquit = "q"\n'
    assert load_settings(environ(tmp_path, config), strict=True).settings.keymap == (
        ("item.pin", "space,p"),
        ("quit", "q"),
    )


BAD = [
    ("min_tokens = 'abc'\n", {}, "min_tokens"),
    ("min_tokens = true\n", {}, "true or false|whole number"),
    ("min_tokens = -1\n", {}, "at least 0"),
    ("min_tokens = 1.5\n", {}, "whole number"),
    ("poll_ms = 1\n", {}, "from 50 to 60000"),
    ("ascii = 1\n", {}, "true or false"),
    ("log_level = 'loud'\n", {}, "one of error, warning"),
    ("keymap = 3\n", {}, "table"),
    ("[keys]\nquit = 3\n", {}, "quit"),
    ('theme = "a\\u001b[2J"\n', {}, "printable"),
    ("this is not toml", {}, "not valid TOML"),
    (b"theme = '\xff'", {}, "not valid TOML"),
    (b"\x00" * 100, {}, "not valid TOML"),
    ("", {"CK_MIN_TOKENS": "abc"}, "CK_MIN_TOKENS"),
    ("", {"CK_MIN_TOKENS": ""}, "CK_MIN_TOKENS"),
    ("", {"CK_MIN_TOKENS": "9" * 5000}, "CK_MIN_TOKENS"),
    ("", {"CK_MIN_TOKENS": "\u0661"}, "CK_MIN_TOKENS"),
    ("", {"CK_MIN_TOKENS": "1__0"}, "CK_MIN_TOKENS"),
    ("", {"CK_ANIMATIONS": "maybe"}, "CK_ANIMATIONS"),
    ("", {"CK_THEME": "a\udcff"}, "CK_THEME"),
]


@pytest.mark.parametrize(("config", "variables", "words"), BAD)
def test_a_bad_value_is_an_error_for_a_command_and_a_problem_for_a_hook(
    tmp_path, config, variables, words
) -> None:
    where = environ(tmp_path, config, **variables)
    with pytest.raises(BadInput, match=words):
        load_settings(where, strict=True)
    loaded = load_settings(where)
    assert len(loaded.problems) == 1 and loaded.settings == Settings()
    assert "\n" not in loaded.problems[0] and len(loaded.problems[0]) < 300 + len(str(tmp_path))


def test_a_bad_environment_value_leaves_the_files_value(tmp_path: Path) -> None:
    loaded = load_settings(environ(tmp_path, "min_tokens = 100\n", CK_MIN_TOKENS="x"))
    assert (loaded.settings.min_tokens, loaded.sources["min_tokens"]) == (100, "config")


def test_an_unknown_name_is_said_with_a_guess_and_is_never_an_error(tmp_path: Path) -> None:
    loaded = load_settings(environ(tmp_path, "min_token = 100\nfuture_thing = 1\n"), strict=True)
    assert len(loaded.problems) == 2 and "min_tokens" in loaded.problems[0]


def test_a_config_that_is_a_folder_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load_settings(environ(tmp_path, CK_CONFIG=str(tmp_path)), strict=True)


def test_a_config_that_never_ends_or_never_begins_holds_nobody_up(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="too large"):
        load_settings(environ(tmp_path, CK_CONFIG="/dev/zero"), strict=True)
    os.mkfifo(tmp_path / "pipe")
    for empty in ("/dev/null", str(tmp_path / "pipe")):
        loaded = load_settings(environ(tmp_path, CK_CONFIG=empty), strict=True)
        assert (loaded.settings, loaded.problems) == (Settings(), ())


def test_a_config_below_a_regular_file_is_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert (
        load_settings(environ(tmp_path, CK_CONFIG=str(tmp_path / "file" / "c.toml")), strict=True).problems
        == ()
    )


@given(st.text(max_size=30), st.sampled_from([field for field in SCHEMA if field.env]))
def test_no_environment_value_ever_raises_in_a_hook(value: str, field) -> None:
    loaded = load_settings({"CK_HOME": "/nonexistent", field.env: value})
    assert type(getattr(loaded.settings, field.name)) is type(field.default)


def test_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home_folder({"CK_HOME": str(tmp_path)}) == str(tmp_path)
    assert config_file({"CK_HOME": str(tmp_path)}) == str(tmp_path / "config.toml")
    assert config_file({"CK_HOME": "/x", "CK_CONFIG": "/y/z.toml"}) == "/y/z.toml"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert home_folder({}).startswith(str(tmp_path)) and home_folder({}).endswith("ck")
    assert config_file({}).startswith(str(tmp_path)) and config_file({}).endswith("ck/config.toml")
