"""Faults that other projectors have, each as its right answer: data, lists, files and lines that must not be lost."""

import json
import subprocess
from pathlib import Path

import pytest

from kernel.model.event import ToolOutput
from kernel.model.plan import CLEAN
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.projection.recognisers import file_reads


def shown(text: str, command: str = "", tool: str = "Bash", path: str = "", exit_code: int | None = 0) -> str:
    made = plan(ToolOutput(text, tool, command, path, exit_code))
    assert algebra.unfold(made, text) == text
    return algebra.render(made, text, 412)


def without_markers(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[ck: "))


YAML = "services:\n" + "".join(
    f"  service_{n}:\n    port: {7000 + n}  \n\n    image: a/b:{n}\n" for n in range(60)
)
CLASS = (
    "export class A {\n"
    + "".join(f"  m{n}(a: string): void {{\n    const b{n} = a;\n  }}\n\n" for n in range(40))
    + "}\n"
)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("compose.yaml", YAML),
        ("a.ts", CLASS),
        ("package.json", json.dumps({f"k{n}": n for n in range(300)}, indent=1)),
        ("GUIDE.md", "# A\n\ntext  \n" * 200),
    ],
)
def test_configuration_documents_and_sources_come_whole_and_to_the_byte(path: str, text: str) -> None:
    assert shown(text, tool="Read", path=path) == text
    assert shown(text, f"cat {path}") == text


def test_white_space_of_a_file_is_never_touched_even_if_folded() -> None:
    text = "def f():  \r\n    x = 1\t\r\n\n\n" * 4000
    made = plan(ToolOutput(text, "Read", path="a.py"))
    assert not any(span.action == CLEAN for span in made.spans)


def test_a_large_source_is_folded_to_what_the_budget_needs_by_the_outline() -> None:
    bodies = "".join(f"def f{n}(a):\n" + f"    value_{n} = a * {n}\n" * 40 + "\n" for n in range(60))
    lines = algebra.split_lines(bodies)
    ranges = [(at + 1, at + 41) for at, line in enumerate(lines) if line.startswith("def ")]
    output = ToolOutput(bodies, "Read", path="big.py")
    assert plan(output).folds() == ()
    made = plan(output, outline=lambda path, source: ranges)
    text = algebra.render(made, bodies, 7)
    assert all(f"def f{n}(a):" in text for n in range(60))
    assert file_reads.BUDGET * 0.8 < made.tokens_after < file_reads.BUDGET * 1.3


def test_a_window_of_a_file_is_shown_and_its_marker_would_name_the_files_lines() -> None:
    gutter = "".join(
        f"{n:6}\tdef f{n}(): return {n} * some_value + another_value\n" for n in range(500, 2500)
    )
    assert shown(gutter, tool="Read", path="big.py") == gutter


def test_matches_of_one_file_are_recoverable_and_counted() -> None:
    text = "".join(f"app.log:{n}:2026-01-01 ERROR code={n} failed to open /x/{n}\n" for n in range(300))
    got = shown(text, tool="Grep")
    assert "app.log:" in got and "297 matches" in got and "ck recall 412" in got


def test_every_file_with_a_match_is_named_and_context_is_counted() -> None:
    text = "".join(
        f"src/f{n}.py-{m}-context\nsrc/f{n}.py:{m + 1}:needle {m}\nsrc/f{n}.py-{m + 2}-context\n--\n"
        for n in range(30)
        for m in range(0, 40, 4)
    )
    got = shown(text, "grep -rn -C1 needle src")
    assert all(f"src/f{n}.py" in got for n in range(30))
    assert "lines of context" in got
    assert len(got) < 0.6 * len(text)


def test_the_odd_one_of_200_records_and_its_key_are_shown() -> None:
    jobs = [
        {"id": n, "status": "ok"} | ({"status": "FAILED", "error": "ENOSPC"} if n == 137 else {})
        for n in range(200)
    ]
    for text in (
        json.dumps(jobs),
        json.dumps(jobs, indent=2),
        "banner\n" + json.dumps({"jobs": jobs}) + "\nmore text\n",
    ):
        got = shown(text, tool="mcp__jobs__list")
        assert '"ENOSPC"' in got and "137" in got
        assert len(got) < 0.35 * len(text)


def test_a_one_line_document_of_5000_objects_shrinks() -> None:
    text = json.dumps([{"id": n, "name": f"object {n}", "size": n % 50} for n in range(5000)])
    got = shown(text, "curl -s x")
    assert len(got) < 0.02 * len(text) and '"id": 0' in got and '"id": 4999' in got


def test_minified_code_is_clipped_inside_its_line() -> None:
    text = "".join(f"var a{n}=function(b){{return b+{n}}};" for n in range(5000)) + "\n"
    got = shown(text, "cat dist/app.min.js")
    assert got.startswith("var a0=") and "ck recall 412" in got and len(got) < 2000


def test_lists_of_paths_are_grouped_and_every_name_is_told() -> None:
    text = "".join(f"/repo/src/mod{n // 20}/file{n}.ts\n" for n in range(400))
    got = shown(text, tool="Glob")
    assert all(f"mod{n // 20}" in got and f"file{n}" in got for n in range(400))
    assert len(got) < 0.5 * len(text)


def test_lines_of_a_diff_that_begin_with_signs_stay_and_still_apply(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    git("init", "-q")
    (tmp_path / "a.c").write_text("int i;\n++i;\n-- note\nend\n")
    (tmp_path / "package-lock.json").write_text("".join(f'"v{n}": 1\n' for n in range(300)))
    git("add", ".")
    git("commit", "-qm", "one")
    (tmp_path / "a.c").write_text("int i;\n---i;\nend\n")
    (tmp_path / "package-lock.json").write_text("".join(f'"v{n}": 2\n' for n in range(300)))
    text = git("diff")
    git("checkout", "-q", ".")
    got = shown(text, "git diff")
    assert "\n-++i;\n" in got and "\n--- note\n" in got and "\n+---i;\n" in got
    assert "package-lock.json +300 -300" in got
    (tmp_path / "shown.diff").write_text(without_markers(got))
    git("apply", "shown.diff")
    assert (tmp_path / "a.c").read_text() == "int i;\n---i;\nend\n"


def test_large_outputs_of_an_extraction_are_projected_all_the_same() -> None:
    text = "".join(f"2026-01-01 10:00:{n % 60:02} INFO request {n} was served in 5ms\n" for n in range(4000))
    assert shown(text[:9000], "cat a.log | grep INFO") == text[:9000]
    assert len(shown(text, "cat a.log | grep INFO")) < 2000


def test_small_answers_and_small_tables_pass() -> None:
    table = "NAME     READY   STATUS    RESTARTS\n" + "".join(
        f"pod-{n:<4} 1/1     Running   {n * 7 % 5}\n" for n in range(25)
    )
    assert shown(table, "kubectl get pods") == table
    links = "total 8\n" + "".join(f"lrwxrwxrwx 1 root root 9 Nov 30 10:00 l{n} -> t{n}\n" for n in range(30))
    assert shown(links, "ls -l") == links


@pytest.mark.parametrize(
    "text",
    [
        "QUJD" * 5000,
        "data:image/png;base64," + "iVBORw0KGgo9aA1B" * 2000 + "\n",
        "".join("MIIC9jCCAd6gAwIBAgIRAJ7x2Qe3Zk0yT1pXo5b8dXQwDQYJKoZIhvcNAQELBQAw\n" for _ in range(200)),
    ],
)
def test_walls_of_encoded_bytes_go(text: str) -> None:
    assert len(shown(text, "cat blob.txt")) < 1200


def test_one_change_of_many_playbook_tasks_is_shown() -> None:
    tasks = [f"TASK [step {n}] ****************************\nok: [web-1]\nok: [web-2]\n\n" for n in range(60)]
    tasks[33] = "TASK [step 33] ****************************\nchanged: [web-1]\nok: [web-2]\n\n"
    text = (
        "PLAY [all] *********\n\n"
        + "".join(tasks)
        + "PLAY RECAP *********\nweb-1 : ok=60 changed=1 failed=0\n"
    )
    got = shown(text, "ansible-playbook x.yml")
    assert "changed: [web-1]" in got and "TASK [step 33]" in got and "ok=60 changed=1" in got
    assert len(got) < 0.3 * len(text)


def test_of_a_page_code_and_headings_stay_and_scripts_and_menus_go() -> None:
    menu = "".join(f"* [Entry {n}](https://x.example/{n})\n" for n in range(60))
    text = f"# Guide\n\n{menu}\n## Install\n\n```sh\npip install x\n```\n"
    got = shown(text, tool="WebFetch")
    assert "## Install" in got and "pip install x" in got and len(got) < 0.4 * len(text)
    page = (
        "<html><head>\n<script>\n"
        + "var tracking = 1;\n" * 300
        + "</script>\n</head><body>\n<h1>Title</h1>\n<p>Text of the page</p>\n</body></html>\n"
    )
    assert (
        "<h1>Title</h1>" in shown(page, "curl https://x.example")
        and len(shown(page, "curl https://x.example")) < 600
    )


def test_resources_of_a_plan_that_are_alike_go_and_the_replaced_one_stays() -> None:
    text = "".join(
        f'  # m.thing[{n}] will be created\n  + resource "thing" "t" {{\n      + name = "t{n}"\n      + size = {9000 if n == 33 else 100}\n    }}\n\n'
        for n in range(80)
    )
    text += '  # m.db must be replaced\n-/+ resource "db" "d" {\n      ~ v = 1 -> 2 # forces replacement\n    }\n\nPlan: 81 to add, 0 to change, 1 to destroy.\n'
    got = shown(text, "terraform plan")
    assert all(
        needed in got for needed in ("= 9000", "m.thing[33]", "# forces replacement", "Plan: 81 to add")
    )
    assert len(got) < 0.3 * len(text)


def test_a_text_without_repetition_stays_up_to_the_budget() -> None:
    words = [name for name in dir(subprocess) + dir(json) + dir(str) + dir(Path) if name.isalpha()]
    text = "".join(f"{' '.join(words[n : n + 3 + n % 5])}.\n" for n in range(len(words) - 8))
    assert text.count("\n") > 100
    assert shown(text, "describe web") == text


def test_of_a_flood_of_trouble_the_first_three_are_shown_with_the_count() -> None:
    text = "".join(f"ERROR cannot reach shard {n} of cluster blue\n" for n in range(100, 160))
    got = shown(text, "./sync", exit_code=None)
    assert all(f"shard {n} " in got for n in (100, 101, 102))
    assert "57× ERROR cannot reach shard * of cluster blue" in got and "102" in got


def test_a_card_of_facts_is_no_flood() -> None:
    text = "".join(f"{name}: {name[::-1]} {len(name)}\n" for name in dir(str) + dir(subprocess))
    assert shown(text, "describe thing") == text
