"""Theme files."""

from pathlib import Path

import pytest
from textual.color import Color

from ck_tui.inks import REQUIRED
from ck_tui.themes import ThemeError, load_palettes, parse_palette

PALETTES = load_palettes()[0]
GOOD = 'name = "mine"\ndark = true\n[colours]\n' + "".join(f'{name} = "#112233"\n' for name in REQUIRED)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2)."""

    def luminance(colour: str) -> float:
        parts = [part / 255 for part in Color.parse(colour).rgb]
        red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_four_themes_are_bundled() -> None:
    assert set(PALETTES) == {"ck-dark", "ck-light", "ck-high-contrast", "ck-colour-blind-safe"}


@pytest.mark.parametrize("name", sorted(PALETTES))
def test_words_can_be_read_on_every_ground(name: str) -> None:
    colours = PALETTES[name].colours
    least = 7.0 if name == "ck-high-contrast" else 4.5
    for ground in ("background", "cursor", "cursor_idle"):
        for ink in ("text", "strong", "slice", "pin", "attention", "focus"):
            assert contrast(colours[ink], colours[ground]) >= (least if ground == "background" else 3.9), (ink, ground)
        assert contrast(colours["dim"], colours[ground]) >= 3.0, ground


def seen_without(kind: str, colour: str) -> tuple[float, float, float]:
    """A colour as people without red (protan), green (deutan) or blue (tritan) cones see it (linear RGB; Viénot, Brettel)."""
    red, green, blue = ((part / 255) ** 2.2 for part in Color.parse(colour).rgb)
    rows = {
        "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    }[kind]
    return tuple(a * red + b * green + c * blue for a, b, c in rows)  # type: ignore[return-value]


@pytest.mark.parametrize("kind", ["protan", "deutan", "tritan"])
def test_the_colour_blind_safe_theme_keeps_its_three_accents_apart(kind: str) -> None:
    colours = PALETTES["ck-colour-blind-safe"].colours
    accents = [seen_without(kind, colours[name]) for name in ("slice", "pin", "attention")]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        distance = sum((a - b) ** 2 for a, b in zip(accents[first], accents[second], strict=True)) ** 0.5
        assert distance > 0.2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = ", "not TOML"),
        (GOOD.replace("mine", "My Theme"), "name"),
        (GOOD + 'extra = "#000000"\n', "no such colour"),
        (GOOD.replace('text = "#112233"', 'text = "red"'), "#1a2b3c"),
        (GOOD.replace('text = "#112233"\n', ""), "colours.text is missing"),
        ("size = 3\n" + GOOD, "unknown entry 'size'"),
        (GOOD.replace("dark = true", 'dark = "yes"'), "true or false"),
    ],
)
def test_a_broken_file_says_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(ThemeError, match=words.replace("#", "\\#")):
        parse_palette(text, "mine.toml")


def test_a_users_theme_is_added_and_a_broken_one_only_told(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    (tmp_path / "broken.toml").write_bytes(b"\xff\xfe")
    palettes, problems = load_palettes(tmp_path)
    assert "mine" in palettes
    assert len(problems) == 1 and "broken.toml" in problems[0]
