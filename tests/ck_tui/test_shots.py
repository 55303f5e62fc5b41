"""Pictures of the workbench on the bundled sample."""

from pathlib import Path

from ck_tui.shots import FONTS, main


def test_a_picture_shows_the_slice_of_the_sample_and_is_the_same_again(tmp_path: Path) -> None:
    main(str(tmp_path / "one"), ("workbench",))
    main(str(tmp_path / "two"), ("workbench",))
    one, two = ((tmp_path / name / "workbench.svg").read_text("utf-8") for name in ("one", "two"))
    assert "Cart.checkout" in one and "pinned" in one
    assert one == two
    picture = tmp_path / "one" / "workbench.png"
    # Without a font the picture would be an empty frame of some 9 KB.
    assert not (FONTS / "DejaVuSansMono.ttf").exists() or not picture.exists() or picture.stat().st_size > 100_000
