"""A page has one style sheet of its own at most, beside those that all pages share."""

import re
from pathlib import Path

from tests.web.template_trees import FOLDER

LINKED = re.compile(r'static\("(muster/[^"]*\.css)"\)')
PARENT = re.compile(r'{% extends "([^"]+)" %}')


def sheets_of(name: str, folder: Path = FOLDER) -> list[str]:
    """The style sheets a page links: its own, and its parents' where it keeps them."""
    text = (folder / name).read_text("utf-8")
    own = LINKED.findall(text) if name != "base.html" else []
    parent = PARENT.search(text)
    keeps = "{% block meta %}" not in text or "super()" in text
    return own + (sheets_of(parent[1], folder) if parent and keeps else [])


def test_a_page_has_at_most_one_style_sheet_of_its_own() -> None:
    pages = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.html"))
    assert {name: found for name in pages if len(found := sheets_of(name)) > 1} == {}


def test_a_second_style_sheet_is_found_where_one_is_the_parents(tmp_path: Path) -> None:
    link = '<link href="{{ static("muster/%s.css") }}">'
    (tmp_path / "base.html").write_text(link % "shared")
    (tmp_path / "above.html").write_text('{% extends "base.html" %}{% block meta %}' + link % "a")
    (tmp_path / "below.html").write_text(
        '{% extends "above.html" %}{% block meta %}{{ super() }}' + link % "b"
    )
    assert sheets_of("below.html", tmp_path) == ["muster/b.css", "muster/a.css"]
