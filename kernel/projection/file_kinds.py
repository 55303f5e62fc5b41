"""What a file is likely to hold, by its name."""

SOURCE, CONFIG, DOCUMENT, DATA, LOG = "source", "config", "document", "data", "log"

_KINDS = {
    SOURCE: "py pyi pyx js jsx ts tsx mjs cjs mts cts vue svelte go rs java kt kts scala groovy c h cc cpp cxx hpp hh m mm cs fs vb "
    "php rb pl pm lua r jl swift dart ex exs erl hrl hs ml mli clj cljs el lisp scm sh bash zsh fish ps1 bat cmd sql graphql gql "
    "proto thrift asm s zig nim v sol css scss sass less tf hcl nix cmake mk gradle jinja j2 erb haml tmpl",
    CONFIG: "toml ini cfg conf yaml yml env properties lock editorconfig gitignore dockerignore gitattributes plist service desktop "
    "xml xsd rules",
    DOCUMENT: "md markdown rst adoc org tex html htm xhtml",
    DATA: "json jsonl ndjson json5 geojson csv tsv psv parquet ipynb har svg",
    LOG: "log out err trace dmp",
}  # fmt: skip
_BY_ENDING = {ending: kind for kind, endings in _KINDS.items() for ending in endings.split()}
_BY_NAME = {
    "makefile": SOURCE, "dockerfile": SOURCE, "justfile": SOURCE, "rakefile": SOURCE, "gemfile": CONFIG, "procfile": CONFIG,
    "package.json": CONFIG, "tsconfig.json": CONFIG, "composer.json": CONFIG, "deno.json": CONFIG, "settings.json": CONFIG,
    ".eslintrc": CONFIG, ".eslintrc.json": CONFIG, ".prettierrc": CONFIG, "requirements.txt": CONFIG, "cmakelists.txt": SOURCE,
    "readme": DOCUMENT, "license": DOCUMENT, "changelog": DOCUMENT, "readme.txt": DOCUMENT, "license.txt": DOCUMENT,
    "go.mod": CONFIG, "go.sum": DATA,
}  # fmt: skip
_GENERATED = frozenset(
    ("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "poetry.lock", "pdm.lock", "uv.lock", "cargo.lock",
     "composer.lock", "gemfile.lock", "go.sum", "pipfile.lock", "bun.lock", "bun.lockb", "flake.lock", "packages.lock.json",
     "podfile.lock", "mix.lock", "pubspec.lock", "deno.lock", "conda-lock.yml")
)  # fmt: skip
_GENERATED_ENDINGS = (
    ".min.js",
    ".min.css",
    ".map",
    ".snap",
    ".pb.go",
    "_pb2.py",
    "_pb2_grpc.py",
    ".g.dart",
    ".designer.cs",
    ".bundle.js",
    ".generated.ts",
)
_VENDORED = frozenset(
    ("node_modules", "vendor", "third_party", "bower_components", "dist", "__snapshots__", "Pods")
)


def file_kind(path: str) -> str:
    """``SOURCE``, ``CONFIG``, ``DOCUMENT``, ``DATA``, ``LOG``, or empty where the name says nothing."""
    name = _base(path)
    if is_generated(path):
        return DATA
    return (
        _BY_NAME.get(name) or _BY_ENDING.get(name.rpartition(".")[2], "")
        if "." in name
        else _BY_NAME.get(name, "")
    )


def is_generated(path: str) -> bool:
    """Whether a tool wrote the file (lock files, bundles, snapshots) or somebody else's repository did."""
    name = _base(path)
    if name in _GENERATED or name.endswith(_GENERATED_ENDINGS):
        return True
    return not _VENDORED.isdisjoint(path.replace("\\", "/").split("/")[:-1])


def is_read_whole(path: str) -> bool:
    """Whether who looks at the file is likely to edit it, or to read it from top to bottom."""
    return file_kind(path) in (SOURCE, CONFIG, DOCUMENT)


def _base(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
