# Hooks load this: pathlib would cost them 6 ms, os.path is loaded anyway.
"""One ``Settings``: defaults < ``config.toml`` < ``CK_*`` environment, each field documented in one table."""

from __future__ import annotations

import os

from kernel.model.errors import BadInput
from kernel.model.named import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes a hook as long as ten rooms
    from collections.abc import Mapping
    from typing import Any

Value = int | bool | str | tuple[tuple[str, str], ...]
KEYMAP_TABLE = "keys"


class Settings(NamedTuple):
    """Every setting with its default; ``SCHEMA`` says what each means and what it accepts."""

    min_tokens: int = 800
    head_lines: int = 45
    tail_lines: int = 35
    tools: str = ""
    exempt_agents: str = ""
    quieter_commands: bool = False
    store_events: bool = True
    log_off: bool = False
    price_list: int = 0
    price_cache_read: int = 0
    park_max_output_bytes: int = 100_000_000
    park_max_bytes_total: int = 500_000_000
    park_max_age_days: int = 30
    park_max_outputs: int = 100_000
    ab_samples: int = 0
    slice_budget: int = 20_000
    slice_max_parsed: int = 400
    ambient_tokens: int = 2_000
    ambient_wait_ms: int = 400
    cache_max_bytes: int = 200_000_000
    busy_timeout_ms: int = 250
    hook_deadline_ms: int = 2_000
    command_timeout_ms: int = 5_000
    log_level: str = "warning"
    log_max_bytes: int = 1_000_000
    theme: str = "ck-dark"
    animations: bool = False
    ascii: bool = False
    editor: str = ""
    poll_ms: int = 300
    keymap: tuple[tuple[str, str], ...] = ()


class Field(NamedTuple):
    """What a setting means: ``group`` for people, one-line ``help``, inclusive bounds or the accepted words."""

    name: str
    group: str
    help: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def default(self) -> Value:
        """The value where nobody set one."""
        default: Value = Settings._field_defaults[self.name]
        return default

    @property
    def kind(self) -> str:
        """``bool``, ``int``, ``str`` or ``table``."""
        return {"tuple": "table"}.get(type(self.default).__name__, type(self.default).__name__)

    @property
    def env(self) -> str:
        """The environment variable that overrides it, empty where there is none."""
        return "" if self.kind == "table" else "CK_" + self.name.upper()


_MANY = 2**53  # JSON and TOML readers agree on integers up to here

# min_tokens: a fold of less than this saves less than an agent's extra turn to get it back costs.
# head_lines + tail_lines: together about as many lines as the floor has tokens for (ten a line).
SCHEMA: tuple[Field, ...] = (
    Field(
        "min_tokens", "projection", "Outputs below this many tokens are only cleaned, never folded.", 0, _MANY
    ),
    Field(
        "head_lines",
        "projection",
        "Lines kept at the start of an output that no recogniser understands.",
        1,
        100_000,
    ),
    Field("tail_lines", "projection", "Lines kept at the end of such an output.", 1, 100_000),
    Field(
        "tools",
        "projection",
        "Per tool: name=N (its own min_tokens) or name=off (never folded), comma-separated; a name may end in *.",
    ),
    Field(
        "exempt_agents",
        "projection",
        "Kinds of subagents that are shown everything as it is, comma-separated; a name may end in *.",
    ),
    Field(
        "quieter_commands",
        "projection",
        "Run an agent's pip, npm, composer and ffmpeg without progress and advertisements (from its next session on).",
    ),
    Field(
        "store_events", "parked outputs", "Store every tool output and its plan, not only the folded ones."
    ),
    Field(
        "park_max_output_bytes",
        "parked outputs",
        "A larger output is not parked, and so not folded.",
        0,
        _MANY,
    ),
    Field(
        "park_max_bytes_total",
        "parked outputs",
        "Bytes (compressed) of all parked outputs; the oldest go first.",
        0,
        _MANY,
    ),
    Field("park_max_age_days", "parked outputs", "Days that a parked output is kept.", 1, 36_500),
    Field("park_max_outputs", "parked outputs", "Most parked outputs; the oldest go first.", 1, _MANY),
    Field(
        "ab_samples",
        "ledger",
        "Folded outputs of each recogniser and size that are kept for judging (ck ab); 0: none. Nothing is sent anywhere.",
        0,
        10_000,
    ),
    Field("log_off", "ledger", "Count nothing in the ledger and write no log."),
    Field(
        "price_list", "ledger", "US cents that a million input tokens cost; 0: savings are not priced.", 0, _MANY
    ),
    Field("price_cache_read", "ledger", "US cents that a million tokens read from the cache cost.", 0, _MANY),
    Field(
        "slice_budget", "slice", "Token limit of a slice where no other is given; 0 means no limit.", 0, _MANY
    ),
    Field(
        "ambient_tokens",
        "slice",
        "Token limit of the slice that an agent is told for a failure it met; 0: none is told.",
        0,
        100_000,
    ),
    Field(
        "ambient_wait_ms",
        "slice",
        "Milliseconds an event waits for that slice; a later one is told at the next event.",
        0,
        60_000,
    ),
    Field("slice_max_parsed", "slice", "Most files parsed for one slice; reaching it is said.", 1, 1_000_000),
    Field(
        "cache_max_bytes", "slice", "Bytes of cached repository facts; the longest unused go first.", 0, _MANY
    ),
    Field(
        "busy_timeout_ms", "store", "Milliseconds a hook waits for the store before it fails open.", 0, 60_000
    ),
    Field("hook_deadline_ms", "store", "Milliseconds after which a hook leaves an output as it is.", 1, 60_000),
    Field(
        "command_timeout_ms",
        "store",
        "Milliseconds a command or the workbench waits for the store.",
        0,
        600_000,
    ),
    Field("log_level", "log", "What goes into the log.", choices=("error", "warning", "info", "debug")),
    Field("log_max_bytes", "log", "Size at which the log is rotated (one older file is kept).", 1_000, _MANY),
    Field("theme", "workbench", "Name of a bundled theme or of a file in the configuration folder's themes."),
    Field("animations", "workbench", "Let the workbench animate."),
    Field("ascii", "workbench", "Draw with ASCII characters only."),
    Field("editor", "workbench", "Command that opens files; empty means $VISUAL, then $EDITOR."),
    Field("poll_ms", "workbench", "Milliseconds between two looks for changes of the store.", 50, 60_000),
    Field("keymap", "workbench", "Table [keys]: an action's name = its keys, comma-separated."),
)
FIELDS: dict[str, Field] = {field.name: field for field in SCHEMA}


class Loaded(NamedTuple):
    """Settings, where each came from (``default``, ``config``, ``environment``) and what was wrong on the way.

    A problem with a value left the weaker source's value in force. ``config`` is the file looked at.
    """

    settings: Settings
    sources: dict[str, str]
    problems: tuple[str, ...]
    config: str


def home_folder(environ: Mapping[str, str]) -> str:
    """The folder of the store, cache and log: ``$CK_HOME``, else the platform's data folder (absolute path)."""
    if environ.get("CK_HOME"):
        return os.path.abspath(os.path.expanduser(environ["CK_HOME"]))
    import platformdirs

    return platformdirs.user_data_dir("ck", appauthor=False)


def config_file(environ: Mapping[str, str]) -> str:
    """The configuration file: ``$CK_CONFIG``, else ``$CK_HOME/config.toml``, else in the platform's configuration folder.

    User themes live in ``themes`` beside it.
    """
    if environ.get("CK_CONFIG"):
        return os.path.abspath(os.path.expanduser(environ["CK_CONFIG"]))
    if environ.get("CK_HOME"):
        return os.path.join(home_folder(environ), "config.toml")
    import platformdirs

    return os.path.join(platformdirs.user_config_dir("ck", appauthor=False), "config.toml")


def load_settings(environ: Mapping[str, str], config: str | None = None, *, strict: bool = False) -> Loaded:
    """Merge defaults, the configuration file and the environment.

    Args:
        environ: Environment variables.
        config: Path of the configuration file; None: where ``config_file`` says.
        strict: Raise for a bad value instead of falling back. An unknown name in the file is a problem,
            never an error: a file of a newer version must not lock out this one.

    Raises:
        BadInput: With ``strict``, a value or the file cannot be used; the message names all of them.
    """
    path = config_file(environ) if config is None else config
    values: dict[str, Value] = {}
    sources = {field.name: "default" for field in SCHEMA}
    table, errors = _read_config(path)
    warnings = [_unknown(name, path) for name in table if name not in FIELDS]
    for field in SCHEMA:
        found = [(table[field.name], "config", f"{field.name} in {path}")] if field.name in table else []
        if field.env and field.env in environ:
            found.append((environ[field.env], "environment", field.env))
        for raw, source, name in found:
            try:
                values[field.name] = check_value(field, raw, from_text=source == "environment")
                sources[field.name] = source
            except BadInput as problem:
                errors.append(f"{name}: {problem.message}")
    if strict and errors:
        raise BadInput("; ".join(errors))
    settings = Settings(**values)  # type: ignore[arg-type]  # check_value returned the field's own type
    return Loaded(settings, sources, tuple(errors + warnings), path)


def check_value(field: Field, raw: object, *, from_text: bool = False) -> Value:
    """The value of a setting, checked against its row of ``SCHEMA``.

    Args:
        field: The setting.
        raw: A TOML value, or with ``from_text`` a string as a person typed it.
        from_text: Read numbers and booleans from the string.

    Raises:
        BadInput: The value is of another type or out of bounds; the message says what is accepted.
    """
    if from_text and isinstance(raw, str):
        raw = _from_text(field.kind, raw)
    if field.kind == "table":
        return _check_keymap(raw)
    if type(raw) is not type(field.default):
        raise BadInput(f"expected {_expected(field)}, got {_shown(raw)}")
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, int):
        if (field.least is not None and raw < field.least) or (field.most is not None and raw > field.most):
            raise BadInput(f"expected {_expected(field)}, got {_shown(raw)}")
        return raw
    assert isinstance(raw, str)
    if field.choices and raw not in field.choices:
        raise BadInput(f"expected {_expected(field)}, got {_shown(raw)}")
    if not raw.isprintable():
        raise BadInput(f"expected printable text, got {_shown(raw)}")
    return raw


_LONGEST_FILE = 1_000_000
"""Bytes of a configuration file."""


def _read_config(path: str) -> tuple[dict[str, Any], list[str]]:
    """The file's top table with ``[keys]`` under its setting's name, and what is wrong with the file."""
    try:
        # A pipe that nobody writes to is not waited for, a device is not read to its end.
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            data = file.read(_LONGEST_FILE + 1) or b""
    except (FileNotFoundError, NotADirectoryError):
        return {}, []
    except (OSError, ValueError) as error:
        return {}, [f"{path} cannot be read: {getattr(error, 'strerror', None) or error}"]
    if len(data) > _LONGEST_FILE:
        return {}, [f"{path} is too large for a configuration"]
    import tomllib

    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return {}, [f"{path} is not valid TOML: {error}"]
    if KEYMAP_TABLE in table:
        table["keymap"] = table.pop(KEYMAP_TABLE)
    return table, []


def _from_text(kind: str, raw: str) -> object:
    """Read a typed string as the kind of value that is wanted; unreadable text stays as it is."""
    text = raw.strip()
    if kind == "bool":
        words = {
            "1": True,
            "true": True,
            "yes": True,
            "on": True,
            "0": False,
            "false": False,
            "no": False,
            "off": False,
        }
        return words.get(text.lower(), raw)
    if kind == "int":
        digits = text.replace("_", "").removeprefix("-")
        return (
            int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 and _tidy(text) else raw
        )
    return raw


def _tidy(number: str) -> bool:
    """Whether underscores stand only between digits, as ``int`` wants them."""
    return "__" not in number and not number.lstrip("-").startswith("_") and not number.endswith("_")


def _check_keymap(raw: object) -> tuple[tuple[str, str], ...]:
    """``[keys]`` as sorted pairs; a list of keys becomes a comma-separated string."""
    if not isinstance(raw, dict):
        raise BadInput(f"expected a table of action = keys, got {_shown(raw)}")
    pairs = []
    for action, keys in raw.items():
        if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
            keys = ",".join(keys)
        if not isinstance(keys, str) or not keys.isprintable():
            raise BadInput(f"expected keys of {action} as text, got {_shown(keys)}")
        pairs.append((action, keys))
    return tuple(sorted(pairs))


def _expected(field: Field) -> str:
    """What a setting accepts, in words."""
    if field.choices:
        return "one of " + ", ".join(field.choices)
    if field.kind == "int" and field.most == _MANY:
        return f"a whole number, at least {field.least}"
    if field.kind == "int":
        return f"a whole number from {field.least} to {field.most}"
    return {"bool": "true or false", "str": "text"}[field.kind]


def _shown(raw: object) -> str:
    """A value as one short line."""
    text = ascii(raw)
    return text if len(text) <= 60 else text[:57] + "..."


def _unknown(name: str, path: str) -> str:
    """Say that a name in the file is not a setting, and which one may be meant."""
    import difflib

    near = difflib.get_close_matches(name, FIELDS, 1)
    return f"{path}: no setting is called {_shown(name)}" + (f" (did you mean {near[0]}?)" if near else "")
