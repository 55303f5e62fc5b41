"""Traces of every language: which frames, of whom, in which lines, whatever stands before or between them."""

import pytest
from trace_samples import SAMPLES, Sample

from kernel.reading.block_readers import read_blocks
from kernel.reading.blocks import TRACE, Block
from kernel.reading.margins import unmargined
from kernel.reading.vocabulary import shapes_of


def traces(text: str, tool: str) -> list[Block]:
    lines = text.split("\n")
    found = read_blocks(unmargined(lines), "\n".join(shapes_of(lines)))
    return [block for block in found if block.kind == TRACE and block.tool == tool]


def frames(blocks: list[Block], library: bool) -> list[tuple[str, int | None]]:
    return [
        (frame.frame.path, frame.frame.line)
        for block in blocks
        for frame in block.frames
        if frame.frame.library is library
    ]


NAMED = [pytest.param(sample, id=f"{sample.tool}-{number}") for number, sample in enumerate(SAMPLES)]


@pytest.mark.parametrize("sample", NAMED)
def test_frames_are_read_with_their_owner(sample: Sample) -> None:
    blocks = traces(sample.text, sample.tool)
    assert frames(blocks, False) == list(sample.own)
    assert frames(blocks, True) == list(sample.library)
    assert all(block.raises_first is sample.first for block in blocks)


@pytest.mark.parametrize("sample", NAMED)
def test_what_was_raised_is_vital(sample: Sample) -> None:
    lines = sample.text.split("\n")
    vital = "\n".join(
        line
        for block in traces(sample.text, sample.tool)
        for start, end in block.vital
        for line in lines[start:end]
    )
    assert sample.title in vital


@pytest.mark.parametrize("sample", NAMED)
def test_a_frame_knows_its_lines(sample: Sample) -> None:
    lines = sample.text.split("\n")
    for block in traces(sample.text, sample.tool):
        for printed in block.frames:
            assert block.start <= printed.start < printed.end <= block.end
            shown = "\n".join(lines[printed.start : printed.end])
            assert printed.frame.path in shown
            assert printed.frame.line is None or str(printed.frame.line) in shown


@pytest.mark.parametrize("sample", NAMED)
@pytest.mark.parametrize(
    "margin",
    [
        "2026-11-03T10:00:00.123Z ",
        "#14 3.402 ",
        "api-1  | ",
        "[rank3]: ",
        "[1,0]<stderr>:",
        "3: ",
        "(Worker_TP1 pid=812) ",
        "web:test: ",
        "10:00:01 web.1  | ",
    ],
)
def test_frames_are_read_behind_margins(sample: Sample, margin: str) -> None:
    text = "".join(f"{margin}{line}\n" for line in sample.text.splitlines())
    blocks = traces(text, sample.tool)
    assert frames(blocks, False) == list(sample.own)


@pytest.mark.parametrize("sample", NAMED)
def test_frames_are_read_where_two_ranks_write_line_by_line(sample: Sample) -> None:
    lines = sample.text.splitlines()
    text = "".join(f"[rank0]: {line}\n[rank1]: {line}\n" for line in lines)
    blocks = traces(text, sample.tool)
    assert sorted(frames(blocks, False), key=str) == sorted([*sample.own, *sample.own], key=str)
    for block in blocks:
        assert all(end - start == 1 for start, end in block.parts)


@pytest.mark.parametrize("sample", NAMED)
def test_frames_are_read_between_other_lines(sample: Sample) -> None:
    text = f"listening on 8080\nGET / 200\n\n{sample.text}\nGET /favicon.ico 404\ndone\n"
    assert frames(traces(text, sample.tool), False) == list(sample.own)


def test_every_trace_of_a_mixed_text_is_read() -> None:
    text = "\n".join(sample.text for sample in SAMPLES)
    for tool in {sample.tool for sample in SAMPLES}:
        expected = [frame for sample in SAMPLES if sample.tool == tool for frame in sample.own]
        assert frames(traces(text, tool), False) == expected


GOROUTINES = (
    "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/home/dev/m/main.go:3 +0x1\n\n"
    + "\n".join(
        f"goroutine {n} [chan receive]:\nmain.worker(0xc0000{n:04x})\n\t/home/dev/m/work.go:9 +0x2\ncreated by main.start in goroutine 1\n\t/home/dev/m/work.go:4 +0x3\n"
        for n in range(5, 25)
    )
)


def test_goroutines_that_stand_at_the_same_place_share_a_key() -> None:
    blocks = traces(GOROUTINES, "go")
    keys = [block.key for block in blocks if block.title.startswith("goroutine") and block.key]
    assert len(keys) == 20 and len(set(keys)) == 1


def test_threads_that_stand_at_the_same_place_share_a_key_and_the_blocked_one_does_not() -> None:
    idle = "".join(
        f'"pool-1-thread-{n}" #{n} prio=5 os_prio=0 tid=0x{n:x} nid=0x{n:x} waiting on condition\n'
        "   java.lang.Thread.State: WAITING (parking)\n"
        "\tat jdk.internal.misc.Unsafe.park(Native Method)\n"
        "\tat java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1062)\n\n"
        for n in range(30, 50)
    )
    blocked = (
        '"writer" #9 prio=5 tid=0x9 nid=0x9 waiting for monitor entry\n'
        "   java.lang.Thread.State: BLOCKED (on object monitor)\n"
        "\tat shop.Store.put(Store.java:77)\n\t- waiting to lock <0x0000> (a shop.Store)\n\n"
    )
    blocks = traces(idle + blocked + idle, "java")
    assert len({block.key for block in blocks}) == 2
    assert [block.title for block in blocks if block.failing] == ["thread writer"]


def test_methods_of_go_keep_their_names_whatever_they_are_given() -> None:
    text = (
        "goroutine 7 [running]:\n"
        "example.com/shop/v5.(*Cart).Total(0xc000126000, {0x7a3f20, 0xc00012c0e0}, 0xc000130000)\n\t/src/shop/cart.go:44 +0x2a7\n"
        "example.com/shop/v5.(*Cart).Walk.func1({0x7a3f20, 0x1})\n\t/src/shop/cart.go:50 +0x1\n"
        "main.run({0x1, 0x2})\n\t/src/main.go:9 +0x1\n"
        "main.Map[...](0xc000, {0x1, 0x2})\n\t/src/main.go:19 +0x1\n"
        "created by example.com/shop.(*Pool).Start in goroutine 1\n\t/src/shop/pool.go:3 +0x1\n"
    )
    (block,) = traces(text, "go")
    assert [f.frame.function for f in block.frames] == ["v5.(*Cart).Total", "v5.(*Cart).Walk.func1", "main.run", "main.Map[...]", "shop.(*Pool).Start"]
