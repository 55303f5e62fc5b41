"""Traces of system calls: what failed for good is shown, what was only searched for is counted."""

import random

import pytest

from kernel.model.event import ToolOutput
from kernel.projection import algebra
from kernel.projection.engine import plan

USUAL = (
    'openat(AT_FDCWD, "/usr/lib/part{n}.so", O_RDONLY|O_CLOEXEC) = 3',
    'read(3, "\\177ELF\\2\\1\\1\\3"..., 832) = 832',
    "mmap(NULL, {n}48, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f04{n}",
    "close(3)                                = 0",
    'newfstatat(3, "", {{st_mode=S_IFREG|0644, st_size={n}, ...}}, AT_EMPTY_PATH) = 0',
    'openat(AT_FDCWD, "/opt/lib/part{n}.so", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)',
)
ODD = (
    'openat(AT_FDCWD, "/etc/shop/rates.conf", O_RDONLY) = -1 ENOENT (No such file or directory)',
    'openat(AT_FDCWD, "/srv/shop/secret.db", O_RDWR) = -1 EACCES (Permission denied)',
    'connect(4, {sa_family=AF_INET, sin_port=htons(5432), sin_addr=inet_addr("10.0.0.9")}, 16) = -1 ECONNREFUSED (Connection refused)',
    "--- SIGSEGV {si_signo=SIGSEGV, si_code=SEGV_MAPERR, si_addr=0x10} ---",
    'execve("/usr/bin/shop-worker", ["shop-worker", "--once"], 0x7ffe48a383d8 /* 35 vars */) = 0',
    "kill(812, SIGKILL)                      = 0",
)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("before", ["", "[pid  4112] ", "4112  10:00:01.123456 "])
def test_of_many_calls_the_odd_one_is_shown(odd: str, before: str) -> None:
    rng = random.Random(len(odd))
    lines = [before + rng.choice(USUAL).format(n=rng.randint(100, 400)) for _ in range(900)]
    lines[rng.randrange(100, 800)] = before + odd
    lines += [before + 'write(2, "cannot start\\n", 13) = 13', before + "exit_group(1) = ?", "+++ exited with 1 +++"]
    text = "\n".join(lines) + "\n"
    made = plan(ToolOutput(text, "Bash", "strace -f ./shop", exit_code=1))
    got = algebra.render(made, text, 412)
    assert algebra.unfold(made, text) == text
    assert before + odd in got.splitlines()
    assert "cannot start" in got and "+++ exited with 1 +++" in got
    assert len(got) < 0.15 * len(text)
