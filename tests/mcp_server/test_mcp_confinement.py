"""No file outside of the client's roots and their repositories is ever shown."""

import os
import subprocess
from pathlib import Path

import pytest
from mcp_client import Client, serving

SECRET = "def secret_of_elsewhere():\n    return 'hunter2'\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "sub").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / "top.py").write_text("def at_the_top():\n    pass\n")
    (folder / "sub/mine.py").write_text("def below():\n    pass\n")
    (folder / ".git/x.py").write_text(SECRET)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/secret.py").write_text(SECRET)
    (folder / "link.py").symlink_to(tmp_path / "elsewhere/secret.py")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (folder / "inner.py").symlink_to("sub/mine.py")
    os.mkfifo(folder / "pipe.py")
    (folder / "large.py").write_text("x = 1\n" * 400_000)
    (folder / "binary.py").write_bytes(b"def f(): pass\n\0\0")
    return folder


def outlines(client: Client, *paths: object) -> list[str]:
    return [client.text("toc", path=str(path)).split(" ")[-1] for path in paths]


def test_files_of_the_root_and_of_its_repository_are_shown(repository: Path, tmp_path: Path) -> None:
    with serving(tmp_path, tmp_path, [repository / "sub"]) as client:
        client.initialize()
        told = outlines(client, "sub/mine.py", "mine.py", repository / "sub/mine.py", "sub/../top.py", "inner.py")
        assert told == ["below", "below", "below", "at_the_top", "below"]


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "/etc/shadow", "/proc/self/environ", "../elsewhere/secret.py", "sub/../../elsewhere/secret.py",
        "link.py", "linked/secret.py", "linked/../elsewhere/secret.py", ".git/x.py", ".git/config", "sub/../.git/x.py",
        "pipe.py", "large.py", "binary.py", "sub", ".", "", "/", "~/x.py", "top.py/x", "gone.py", "top.py\0", "\0", "a" * 5000,
        "file:///etc/passwd", "\ud800",
    ],
)  # fmt: skip
def test_what_is_outside_or_no_plain_source_is_refused(repository: Path, tmp_path: Path, path: str) -> None:
    with serving(repository, tmp_path) as client:
        client.initialize()
        said = client.refusal("toc", path=path)
        assert "secret_of_elsewhere" not in said and "internal error" not in said


@pytest.mark.parametrize("folder", ["/", "/etc", "..", "linked", "../elsewhere", ".git", "top.py", "gone"])
def test_no_repository_outside_is_sliced(repository: Path, tmp_path: Path, folder: str) -> None:
    with serving(repository, tmp_path) as client:
        client.initialize()
        for tool, more in (("slice", {"symptom": "secret_of_elsewhere"}), ("charter", {})):
            said = client.refusal(tool, repo=folder, **more)
            assert "hunter2" not in said and "internal error" not in said


@pytest.mark.parametrize("seed", ["link.py", "linked/secret.py", "../elsewhere/secret.py", "/etc/passwd", ".git/x.py"])
def test_no_seed_leads_out_of_the_repository(repository: Path, tmp_path: Path, seed: str) -> None:
    absolute = seed if seed.startswith("/") else str(repository / seed)
    with serving(repository, tmp_path) as client:
        client.initialize()
        for asked in ({"seeds": [seed]}, {"seeds": [absolute]}, {"symptom": f'File "{absolute}", line 1, in f\nKeyError'}):
            told = client.call("slice", **asked)
            assert "hunter2" not in told["content"][0]["text"]


def test_the_client_says_where_it_works_not_the_folder_that_the_server_was_started_in(
    repository: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    with serving(other, tmp_path, [repository]) as client:
        client.initialize()
        assert outlines(client, "top.py") == ["at_the_top"]
        assert "outside" in client.refusal("toc", path=str(other / "secret.py"))
        client.roots = [other]
        client.notify("notifications/roots/list_changed")
        assert outlines(client, "secret.py") == ["secret_of_elsewhere"]
        assert "outside" in client.refusal("toc", path=str(repository / "top.py"))


def test_calls_that_come_before_the_clients_roots_wait_for_them(repository: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "elsewhere", tmp_path, [repository]) as client:
        client.request("initialize", protocolVersion="2025-11-25", capabilities={"roots": {}}, clientInfo={})
        client.notify("notifications/initialized")
        first = client.ask("tools/call", name="toc", arguments={"path": "secret.py"})
        assert "there is no" in client.answer_to(first)["result"]["content"][0]["text"]


def test_roots_that_are_no_folders_here_open_nothing(repository: Path, tmp_path: Path) -> None:
    with serving(repository, tmp_path, [tmp_path / "gone", Path("//host/share")]) as client:
        client.initialize()
        assert "no folder is open" in client.refusal("toc", path="top.py")


def test_a_client_without_roots_works_in_the_project_that_it_names_else_where_it_started_us(
    repository: Path, tmp_path: Path
) -> None:
    with serving(tmp_path / "elsewhere", tmp_path, CLAUDE_PROJECT_DIR=str(repository)) as client:
        client.initialize()
        assert outlines(client, "top.py") == ["at_the_top"]
    with serving(repository, tmp_path, []) as client:
        client.initialize()
        assert outlines(client, "top.py") == ["at_the_top"]


def test_a_start_in_the_root_or_in_the_home_folder_opens_nothing(tmp_path: Path) -> None:
    for start in (Path("/"), tmp_path):
        with serving(start, tmp_path) as client:
            client.initialize()
            assert "no folder is open" in client.refusal("toc", path="/etc/passwd")
            assert "no folder is open" in client.refusal("slice", symptom="x")


def test_a_client_that_never_names_its_roots_is_answered_all_the_same(repository: Path, tmp_path: Path) -> None:
    with serving(repository, tmp_path) as client:
        client.request("initialize", protocolVersion="2025-11-25", capabilities={"roots": {}}, clientInfo={})
        client.notify("notifications/initialized")
        number = client.ask("tools/call", name="toc", arguments={"path": "top.py"})
        assert client.receive()["method"] == "roots/list"
        assert client.answer_to(number)["result"]["isError"] is False
