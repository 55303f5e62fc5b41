"""Outputs of many look-alikes with one odd thing planted: what must be shown of each."""

import json
import random
from collections.abc import Callable
from typing import NamedTuple


class Planted(NamedTuple):
    """An output, the command that prints it, and texts that a reader must find in what is shown."""

    text: str
    command: str
    needed: tuple[str, ...]


def log_of_one_shape(rng: random.Random, count: int) -> Planted:
    lines = [
        f"2026-05-01 10:{n // 60 % 60:02}:{n % 60:02} INFO app.web served /items/{rng.randint(1, 99)} in {rng.randint(10, 20)}ms"
        for n in range(count)
    ]
    at = rng.randrange(5, count - 5)
    lines[at] = lines[at].rpartition(" in ")[0] + " in 900ms"
    return Planted("\n".join(lines) + "\n", "journalctl -u web", (lines[at], lines[0]))


def log_with_a_rare_value(rng: random.Random, count: int) -> Planted:
    lines = [
        f"{n:06} worker-{rng.randint(1, 4)} finished job with result={rng.choice(('cached', 'built'))} attempt=1"
        for n in range(count)
    ]
    at = rng.randrange(5, count - 5)
    lines[at] = f"{at:06} worker-2 finished job with result=quarantine attempt=1"
    return Planted("\n".join(lines) + "\n", "./run", (lines[at],))


def log_with_a_one_off_line(rng: random.Random, count: int) -> Planted:
    shapes = (
        "GET /a/{} 200 ok for client {}",
        "cache filled with {} entries of shard {}",
        "sent mail {} to queue {}",
    )
    lines = [
        f"May  1 11:00:{n % 60:02} host app: "
        + rng.choice(shapes).format(rng.randint(1, 9999), rng.randint(1, 9))
        for n in range(count)
    ]
    at = rng.randrange(5, count - 5)
    lines[at] = "May  1 11:00:07 host app: replica promoted by hand, old primary kept read-only"
    return Planted("\n".join(lines) + "\n", "cat app.log", (lines[at],))


def log_with_a_silence(rng: random.Random, count: int) -> Planted:
    at = rng.randrange(20, count - 20)
    seconds = [n * 2 + (4000 if n >= at else 0) for n in range(count)]
    lines = [
        f"2026-05-01T{s // 3600:02}:{s // 60 % 60:02}:{s % 60:02}Z beat of node {n % 3} is fine"
        for n, s in enumerate(seconds)
    ]
    return Planted("\n".join(lines) + "\n", "cat beat.log", (lines[at - 1], lines[at]))


def _jobs(rng: random.Random, count: int) -> tuple[list[dict[str, object]], int]:
    rows: list[dict[str, object]] = [
        {"id": n, "name": f"job-{n}", "state": "done", "ms": rng.randint(90, 140), "tags": ["a", "b"]}
        for n in range(count)
    ]
    return rows, rng.randrange(3, count - 3)


def pretty_json_with_a_rare_key(rng: random.Random, count: int) -> Planted:
    rows, at = _jobs(rng, count)
    rows[at]["cause"] = "ENOSPC on /var"
    text = "fetching page 1\n" + json.dumps({"items": rows, "next": None}, indent=2) + "\ndone in 3s\n"
    return Planted(
        text, "./jobs all", ('"cause": "ENOSPC on /var"', f'"id": {at},', "done in 3s", '"next": null')
    )


def pretty_json_with_an_outlier(rng: random.Random, count: int) -> Planted:
    rows, at = _jobs(rng, count)
    rows[at]["ms"] = 90_000
    return Planted(json.dumps(rows, indent=4) + "\n", "curl -s localhost/jobs", ('"ms": 90000',))


def map_of_records_with_another_type(rng: random.Random, count: int) -> Planted:
    rows, at = _jobs(rng, count)
    rows[at]["ms"] = "never"
    return Planted(
        json.dumps({f"key{n}": row for n, row in enumerate(rows)}, indent=1), "x", ('"ms": "never"',)
    )


def one_line_json(rng: random.Random, count: int) -> Planted:
    rows, at = _jobs(rng, count)
    rows[at]["state"] = "lost"
    return Planted(
        json.dumps({"total": count, "items": rows, "cursor": "xyz9"}) + "\n",
        "x",
        ('"state": "lost"', f'"total": {count}', '"cursor": "xyz9"'),
    )


def lines_of_json(rng: random.Random, count: int) -> Planted:
    rows, at = _jobs(rng, count)
    rows[at]["state"] = "lost"
    return Planted("\n".join(map(json.dumps, rows)) + "\n", "kubectl logs x", (json.dumps(rows[at]),))


def csv_with_a_rare_category(rng: random.Random, count: int) -> Planted:
    lines = [f"2026-01-{n % 28 + 1:02},{rng.choice('ABC')},{rng.uniform(-1, 1):.3f},OK" for n in range(count)]
    at = rng.randrange(5, count - 5)
    lines[at] = f"2026-01-09,B,{rng.uniform(-1, 1):.3f},HALTED"
    return Planted(
        "day,symbol,signal,reason\n" + "\n".join(lines) + "\n",
        "cat out.csv",
        (lines[at], "day,symbol,signal,reason"),
    )


def aligned_table(rng: random.Random, count: int) -> Planted:
    lines = [
        f"pod-{rng.getrandbits(30):08x}-{n:<6} 1/1     Running   0          {rng.randint(1, 9)}d"
        for n in range(count * 3)
    ]
    at = rng.randrange(5, len(lines) - 5)
    lines[at] = lines[at].replace("Running  ", "Evicted  ")
    return Planted(
        "NAME                   READY   STATUS    RESTARTS   AGE\n" + "\n".join(lines) + "\n",
        "kubectl get pods",
        (lines[at],),
    )


def numbers(rng: random.Random, count: int) -> Planted:
    lines = [str(rng.randint(10, 20)) for _ in range(count * 4)]
    lines[rng.randrange(5, len(lines) - 5)] = "912"
    return Planted("\n".join(lines) + "\n", "./latencies", ("912",))


def yaml_list(rng: random.Random, count: int) -> Planted:
    at = rng.randrange(3, count - 3)
    items = [
        f"- name: svc{n}\n  port: {8000 + n}\n  kind: {'Legacy' if n == at else 'Web'}\n"
        for n in range(count)
    ]
    return Planted(
        "services:\n" + "".join(items), "./render", (f"- name: svc{at}\n  port: {8000 + at}\n  kind: Legacy",)
    )


def commits(rng: random.Random, count: int) -> Planted:
    at = rng.randrange(5, count - 5)
    texts = []
    for n in range(count):
        author = "Odd One <o@x>" if n == at else rng.choice(("Ann <a@x>", "Ben <b@x>"))
        texts.append(
            f"commit {rng.getrandbits(160):040x}\nAuthor: {author}\nDate:   Mon Nov 30 10:00:00 2026 +0000\n\n    chore: step {n}\n\n a/f{n}.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n"
        )
    return Planted(
        "\n".join(texts), "git log --stat", ("Odd One <o@x>", f"chore: step {at}", "chore: step 0")
    )


def long_listing(rng: random.Random, count: int) -> Planted:
    lines = [
        f"-rw-r--r-- 1 root root {rng.randint(1000, 2000):7} Nov 30 10:00 file{n}.txt"
        for n in range(count * 2)
    ]
    at = rng.randrange(8, len(lines) - 8)
    lines[at] = lines[at].replace("-rw-r--r--", "-rwsrwxrwx")
    return Planted("total 812\n" + "\n".join(lines) + "\n", "ls -l", (lines[at],))


def paths_behind_a_word(rng: random.Random, count: int) -> Planted:
    usual, odd = rng.choice((("", "deleting "), ("200 ", "503 "), ("200 https://", "404 https://")))
    lines = [f"{usual}shop.example/pages/{n}.html" for n in range(count)]
    at = rng.randrange(8, count - 8)
    lines[at] = f"{odd}shop.example/pages/{at}.html"
    return Planted("\n".join(lines) + "\n", "sh probe.sh", (lines[at],))


def long_line(rng: random.Random, count: int) -> Planted:
    filler = " ".join(f"opt_{n}: {{:value, {n * 37}}}," for n in range(count * 4))
    cut = rng.randrange(500, len(filler) - 500)
    return Planted(
        f"State: {filler[:cut]} ERROR: lease 77 expired {filler[cut:]} end-mark\n",
        "x",
        ("ERROR: lease 77 expired", "State: opt_0", "end-mark"),
    )


def word(rng: random.Random) -> str:
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(4, 9)))


def build_tasks(rng: random.Random, count: int) -> Planted:
    lines = [f"> Task :{word(rng)}:compileJava UP-TO-DATE" for _ in range(count)]
    at, run = rng.sample(range(8, count - 8), 2)
    lines[at] = lines[at].replace("UP-TO-DATE", rng.choice(("FROM-CACHE", "NO-SOURCE")))
    lines[run] = lines[run].removesuffix(" UP-TO-DATE")
    return Planted("\n".join(lines) + "\n\nBUILD SUCCESSFUL in 3s\n", "./gradlew build", (lines[at], lines[run]))


def csv_with_an_identifier_twice(rng: random.Random, count: int) -> Planted:
    ids = rng.sample(range(10_000, 99_999), count)
    at = rng.randrange(8, count - 8)
    ids[at] = ids[at // 2]
    rows = [f"u-{ids[n]},{word(rng)},{rng.randint(10, 99)},somewhere in the middle" for n in range(count)]
    return Planted("id,name,amount,place\n" + "\n".join(rows) + "\n", "cat users.csv", (rows[at], rows[at // 2]))


def numbered_steps(rng: random.Random, count: int) -> Planted:
    numbers = list(range(count))
    at = rng.randrange(8, count - 8)
    kind = rng.choice(("swapped", "missing", "twice"))
    if kind == "swapped":
        numbers[at], numbers[at + 1] = numbers[at + 1], numbers[at]
    elif kind == "missing":
        numbers[at:] = [number + 40 for number in numbers[at:]]
    else:
        numbers[at] = numbers[at - 1]
    lines = [f"applied migration {number} to the main database of the shop" for number in numbers]
    return Planted("\n".join(lines) + "\n", "./migrate", (lines[at],))


def lines_that_take_turns(rng: random.Random, count: int) -> Planted:
    first, second = rng.choice((("opened handle h{}", "closed handle h{}"), ("acquired lock {} of table users", "released lock {}")))
    at = rng.randrange(8, count - 8)
    kind = rng.choice(("missing", "other"))
    lines = []
    for n in range(count):
        lines.append(first.format(n))
        if n != at:
            lines.append(second.format(n))
        elif kind == "other":
            lines.append(second.format(n - 5))
    return Planted("\n".join(lines) + "\n", "./run", (first.format(at) + "\n",))


def folder_sizes(rng: random.Random, count: int) -> Planted:
    lines = [f"{rng.randint(10, 90)}K\t./src/shop/{word(rng)}" for _ in range(count * 2)]
    at = rng.randrange(8, count - 8)
    lines[at] = f"{rng.randint(2, 9)}.1G\t./src/shop/{word(rng)}"
    return Planted("\n".join(lines) + "\n", "du -h src", (lines[at],))


def mounted_disks(rng: random.Random, count: int) -> Planted:
    rows = [
        f"/dev/disk/by-id/{word(rng)[:3]}  {rng.randint(100_000, 200_000)}  {rng.randint(30_000, 40_000)} {rng.randint(60_000, 90_000)}  {rng.randint(30, 40)}% /mnt/{word(rng)}"
        for _ in range(count + 220)
    ]
    at = rng.randrange(8, count - 8)
    rows[at] = f"/dev/disk/by-id/full  150000  149000 1000  99% /mnt/{word(rng)}"
    head = "Filesystem     1K-blocks     Used Available Use% Mounted on\n"
    return Planted(head + "\n".join(rows) + "\n", "df", (rows[at],))


def numbers_of_several_kinds(rng: random.Random, count: int) -> Planted:
    lines = []
    for n in range(count):
        lines += [f"  1) (integer) {n}", f"  2) (integer) {1_700_000_000 + n}", f"  3) (integer) {rng.randint(10_000, 12_000)}"]
    at = rng.randrange(5, count - 5)
    lines[3 * at + 2] = "  3) (integer) 8123441"
    return Planted("\n".join(lines) + "\n", "redis-cli slowlog get", (lines[3 * at + 2],))


def checked_sums(rng: random.Random, count: int) -> Planted:
    lines = [f"release/{word(rng)}.tar.gz: OK" for _ in range(count)]
    at = rng.randrange(8, count - 8)
    lines[at] = lines[at].replace("OK", "FAILED")
    told = "sha256sum: WARNING: 1 computed checksum did NOT match"
    return Planted("\n".join([*lines, told]) + "\n", "sha256sum -c SUMS", (lines[at], told))


def value_that_changes_for_good(rng: random.Random, count: int) -> Planted:
    at = rng.randrange(20, count - 20)
    lines = [f"{n:06} INFO raft heartbeat from leader=node-{'b' if n >= at else 'a'} lag={rng.randint(0, 2)}" for n in range(count)]
    return Planted("\n".join(lines) + "\n", "journalctl -u raft", (lines[at],))


def number_written_as_a_text(rng: random.Random, count: int) -> Planted:
    records = [{"id": f"u{n}", "limits": {"rps": rng.choice((50, 100))}, "on": True} for n in range(count)]
    at = rng.randrange(8, count - 8)
    records[at]["limits"] = {"rps": "100"}
    return Planted(json.dumps(records, indent=2) + "\n", "curl -s https://x.example/users", (f'"u{at}"', '"rps": "100"'))


ALL: tuple[Callable[[random.Random, int], Planted], ...] = (
    log_of_one_shape, log_with_a_rare_value, log_with_a_one_off_line, log_with_a_silence, pretty_json_with_a_rare_key,
    pretty_json_with_an_outlier, map_of_records_with_another_type, one_line_json, lines_of_json, csv_with_a_rare_category,
    aligned_table, numbers, yaml_list, commits, long_listing, paths_behind_a_word, long_line, build_tasks,
    csv_with_an_identifier_twice, numbered_steps, lines_that_take_turns, folder_sizes, mounted_disks,
    numbers_of_several_kinds, checked_sums, value_that_changes_for_good,
    number_written_as_a_text,
)  # fmt: skip
