"""How large an output is decides too: small answers come whole, and what cannot fit names what went."""

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan
from kernel.tokens import estimate


def shown(text: str, command: str, exit_code: int | None = 0) -> str:
    return algebra.render(plan(ToolOutput(text, "Bash", command, exit_code=exit_code)), text, 412)


def hunk(name: str, lines: int) -> str:
    head = f"diff --git a/{name} b/{name}\nindex 1..2 100644\n--- a/{name}\n+++ b/{name}\n@@ -1,2 +1,{lines + 2} @@\n"
    added = "".join(f"+    {name[:1]}{n} = compute_{name[:1]}({n * 7}, limit={n})\n" for n in range(lines))
    return f"{head} first\n{added} last\n"


def test_a_few_look_alikes_are_the_answer() -> None:
    for line in (
        "{n}\tFix cache of part {n}\tuser{n}:topic-{n}\tOPEN\n",
        "08:00:{n} lease of shard {n} taken by worker 3\n",
    ):
        text = "".join(line.format(n=n) for n in range(10, 40))
        assert shown(text, "./list") == text


def test_a_page_of_help_comes_whole() -> None:
    text = "".join(f"  --option-{n} VALUE   sets the limit of cache number {n}\n" for n in range(90))
    assert shown(text, "tool --help") == text
    assert shown(text, "tool run") != text


def test_of_a_diff_that_does_not_fit_the_longest_hunks_go_by_name() -> None:
    text = hunk("alpha.py", 900) + hunk("beta.py", 3) + hunk("core.py", 800)
    got = shown(text, "git diff")
    assert "+    b2 = compute_b(14, limit=2)" in got
    assert "alpha.py +900 -0" in got
    assert "compute_a(" not in got
    assert estimate(got) < 11_000


def test_a_diff_that_fits_is_shown_with_every_line() -> None:
    text = hunk("alpha.py", 90) + hunk("beta.py", 60)
    assert shown(text, "git diff") == text


def test_every_file_of_a_search_is_named_also_under_headings() -> None:
    blocks = [
        f"src/mod{f}.ts\n" + "".join(f"{n}:  logger.info('step {n}', ctx)\n" for n in range(1, 10))
        for f in range(30)
    ]
    got = shown("\n".join(blocks), "rg --heading -n logger src")
    assert [f for f in range(30) if f"src/mod{f}.ts" not in got] == []


def test_hosts_without_a_change_go_from_a_task_with_one() -> None:
    hosts = [f"web{n}" for n in range(20)]
    stars = "*" * 40
    tasks = [
        f"TASK [setup : step {t}] {stars}\n"
        + "".join(f"{'changed' if (t, host) == (4, 'web11') else 'ok'}: [{host}]\n" for host in hosts)
        for t in range(8)
    ]
    recap = f"PLAY RECAP {stars}\n" + "".join(f"{host}  : ok=8  changed=0  failed=0\n" for host in hosts)
    got = shown(f"PLAY [web] {stars}\n\n" + "\n".join(tasks) + "\n" + recap, "ansible-playbook site.yml")
    assert f"TASK [setup : step 4] {stars}\n" in got and "changed: [web11]" in got
    assert "ok: [web3]" not in got and got.endswith(recap)


def test_subjects_of_commits_are_told_whole() -> None:
    subjects = [f"feat(shop): carry the rate of country {n} through the checkout, the cart and the invoice without rounding" for n in range(60)]
    text = "\n".join(f"commit {n:040x}\nAuthor: Ann <a@x>\nDate:   Mon Nov 30 10:00:00 2026 +0000\n\n    {subject}\n" for n, subject in enumerate(subjects))
    got = shown(text, "git log")
    assert [subject for subject in subjects if subject not in got] == []
    assert len(got) < 0.7 * len(text)


def test_states_of_build_steps_are_counted() -> None:
    text = "".join(f"> Task :part{n}:jar {'FROM-CACHE' if n % 3 else 'UP-TO-DATE'}\n" for n in range(90))
    got = shown(text, "./gradlew jar")
    assert "59 FROM-CACHE, 29 UP-TO-DATE" in got


def test_a_count_of_steps_goes_whatever_its_words_are() -> None:
    for line in ("step {n}\n", "ok {n}\n", "[{n}/500] done\n", "x={n}\n", "{n}: tick\n", "a{n} b{n}\n"):
        text = "".join(line.format(n=n) for n in range(500)) + "error: disk full\n"
        for exit_code in (0, 1, None):
            got = shown(text, "make run", exit_code)
            assert got.endswith("\nerror: disk full\n") and len(got) < 0.1 * len(text)


def test_numbered_names_are_no_count() -> None:
    text = "".join(f"u{n * 7919 % 1000}\n" for n in range(90))
    assert shown(text, "./users --active", 1) == text


def test_lines_that_differ_in_paths_are_look_alikes() -> None:
    words = [name for name in dir(str) + dir(bytearray) if name.isalpha()]
    text = "".join(f"#11 {n / 10:.3f} TSFILE: /app/dist/{one}/{two}.js\n" for n, (one, two) in enumerate(zip(words, words[::-1], strict=True)))
    text += "#11 6.812 src/cart.ts(31,9): error TS2322: Type 'string' is not assignable to type 'number'.\n"
    got = shown(text, "docker build --progress=plain .", 1)
    assert "src/cart.ts(31,9): error TS2322" in got
    assert len(got) < 0.4 * len(text)
