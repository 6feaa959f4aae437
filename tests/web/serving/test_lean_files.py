"""Style sheets and scripts as phones get them: shorter, and the same."""

import re
from pathlib import Path

import pytest

import muster
from muster.web.serving.lean_files import COMMENT, STRING, shorten_file, shorten_script, shorten_styles

STATIC = Path(muster.__file__).parent / "web" / "static" / "muster"
STYLES, SCRIPTS = sorted(STATIC.rglob("*.css")), sorted(STATIC.rglob("*.js"))


def tokens(text: str) -> str:
    """A style sheet without anything that may be left out, and a mark for every space that may not."""
    return re.sub(r"\s+", " ", COMMENT.sub("", text)).replace(" ", "")


@pytest.mark.parametrize("sheet", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_says_the_same(sheet):
    text = sheet.read_text("utf-8")
    short = shorten_styles(text)
    assert tokens(short) == tokens(text) and len(short) < len(text)
    assert STRING.findall(short) == STRING.findall(COMMENT.sub("", text)), "strings stay as they are"
    assert not any("/*" in string for string in STRING.findall(text))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_the_same(script):
    lines = script.read_text("utf-8").split("\n")
    assert all(line.count("`") % 2 == 0 for line in lines), (
        "text over several lines would lose its indentation"
    )
    said = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
    assert shorten_script("\n".join(lines)).split("\n") == said


def test_spaces_that_mean_something_stay():
    styles = """
    /* Why. */
    .a .b > .c,
    .d
      .e { margin: 0 calc(1px + 2px); content: "a ; { b"; }
    @media (width >= 40rem) and (hover) { a { color: red } }
    """
    assert shorten_styles(styles) == (
        '.a .b > .c,.d .e{margin: 0 calc(1px + 2px);content: "a ; { b";}'
        "@media (width >= 40rem) and (hover){a{color: red}}"
    )
    assert shorten_script("a = 1\n  // why\n\n  b()\n") == "a = 1\nb()"


def test_other_files_stay_as_they_are():
    assert shorten_file("/static/i.svg", b"<svg>  </svg>") == b"<svg>  </svg>"
