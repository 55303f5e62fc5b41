"""The configuration file: printed with its documentation, and edited without losing what a person wrote in it."""

import contextlib
import json
import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from kernel.model.errors import BadInput, KernelError
from kernel.settings import FIELDS, KEYMAP_TABLE, SCHEMA, Field, Loaded, Value, check_value

_SCALAR = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^#\"'\s][^#\"'\r\n]*?"
_TABLE = re.compile(r"\s*\[")


def default_text() -> str:
    """A configuration file that says nothing new: every setting with its help, commented out."""
    lines = ["# Configuration of ck. Lines that are commented out show the defaults."]
    group = ""
    for field in SCHEMA:
        if field.group != group:
            group = field.group
            lines += ["", f"# --- {group} ---"]
        lines += ["", f"# {field.help}{_accepts(field)}"]
        lines += ["# [keys]"] if field.kind == "table" else [f"# {field.name} = {toml(field.default)}"]
    return "\n".join(lines) + "\n"


def effective_text(loaded: Loaded, home: str) -> str:
    """The values in force as TOML, each with its source and help as a comment."""
    state = "" if Path(loaded.config).is_file() else " (does not exist)"
    lines = [f"# configuration: {json.dumps(loaded.config)}{state}", f"# store: {json.dumps(home)}"]
    group = ""
    for field in SCHEMA:
        if field.group != group:
            group = field.group
            lines += ["", f"# --- {group} ---"]
        source = loaded.sources[field.name]
        source = field.env if source == "environment" else source
        value = getattr(loaded.settings, field.name)
        if isinstance(value, tuple):
            lines += [f"[{KEYMAP_TABLE}]  # {source} · {field.help}"]
            lines += [f"{json.dumps(action)} = {toml(keys)}" for action, keys in value]
        else:
            lines.append(f"{f'{field.name} = {toml(value)}':<36} # {source} · {field.help}")
    return "\n".join(lines) + "\n"


def set_value(path: str, name: str, raw: str) -> Value:
    """Write one setting into the configuration file; comments, order and other values stay.

    Args:
        path: The file; it is made where it is missing, and replaced at once, never half written.
        name: A setting, or ``keys.ACTION`` for the keys of an action.
        raw: The value as typed.

    Returns:
        The value as it is in force from now on.

    Raises:
        BadInput: No such setting, a bad value, or a file that cannot be edited without guessing.
        KernelError: The file cannot be written.
    """
    table, key = ("", name)
    if name.startswith(KEYMAP_TABLE + "."):
        table, key = KEYMAP_TABLE, name.removeprefix(KEYMAP_TABLE + ".")
        value: Value = dict(_pairs(check_value(FIELDS["keymap"], {key: raw})))[key]
    elif name in FIELDS and FIELDS[name].kind != "table":
        value = check_value(FIELDS[name], raw, from_text=True)
    else:
        raise BadInput(f"no setting is called {name!a} (see ck config)")
    target = Path(os.path.realpath(path))
    old = _read(target)
    wanted = _parsed(old, target)
    (wanted.setdefault(table, {}) if table else wanted)[key] = value
    new = _edited(old, table, key, value)
    with contextlib.suppress(BadInput):
        if _parsed(new, target) == wanted:
            _replace(target, new)
            return value
    raise BadInput(
        f"{path} is written in a way that cannot be changed safely; set {name} = {toml(value)} by hand"
    )


def toml(value: Value) -> str:
    """A value as TOML; a table inline."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "{" + ", ".join(f"{json.dumps(action)} = {toml(keys)}" for action, keys in value) + "}"


def _edited(old: str, table: str, key: str, value: Value) -> str:
    """The text with one line changed or added; whether it means what it should is for the caller to check."""
    lines = old.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    first, last = _section(lines, table)
    if first is None:
        lines += [*(["\n"] if lines else []), f"[{table}]\n"]
        first = last = len(lines)
    written = json.dumps(key) if table else key
    name = rf"(?:{re.escape(key)}|{re.escape(json.dumps(key))})" if table else re.escape(key)
    current = re.compile(rf"(\s*{name}\s*=\s*)(?:{_SCALAR})(\s*(?:#.*)?)$", re.DOTALL)
    default = re.compile(rf"\s*#\s*{name}\s*=")
    position = last
    for number in range(first, last):
        match = current.match(lines[number])
        if match:
            lines[number] = match[1] + toml(value) + match[2]
            return "".join(lines)
        if default.match(lines[number]):
            position = number + 1
    lines.insert(position, f"{written} = {toml(value)}\n")
    return "".join(lines)


def _section(lines: list[str], table: str) -> tuple[int | None, int]:
    """Where a table's lines begin and end; the top table begins at 0, a missing one nowhere."""
    heads = [number for number, line in enumerate(lines) if _TABLE.match(line)]
    if not table:
        return 0, heads[0] if heads else len(lines)
    for index, number in enumerate(heads):
        if re.match(rf"\s*\[\s*{re.escape(table)}\s*\]", lines[number]):
            return number + 1, heads[index + 1] if index + 1 < len(heads) else len(lines)
    return None, len(lines)


def _read(target: Path) -> str:
    try:
        return target.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{target} cannot be read: {error}") from error


def _parsed(text: str, target: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{target} is not valid TOML: {error}; mend it first") from error


def _replace(target: Path, text: str) -> None:
    """Put a whole new file in the place of the old one, with its mode."""
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        with tempfile.NamedTemporaryFile("wb", dir=target.parent, prefix=".config-", delete=False) as file:
            try:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
                os.fchmod(file.fileno(), mode)
                Path(file.name).replace(target)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise KernelError(f"{target} cannot be written: {error.strerror or error}") from error


def _pairs(value: Value) -> tuple[tuple[str, str], ...]:
    assert isinstance(value, tuple)
    return value


def _accepts(field: Field) -> str:
    """Environment variable and accepted values of a setting, for its comment."""
    parts = [f"${field.env}"] if field.env else []
    if field.choices:
        parts.append(" | ".join(field.choices))
    return f" ({'; '.join(parts)})" if parts else ""
