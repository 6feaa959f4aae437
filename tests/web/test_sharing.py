"""Handing things on: what is copied and shared is there, and no secret reaches the share sheet."""

import re
from pathlib import Path

import muster.web

TEMPLATES = Path(muster.web.__file__).parent / "templates"
COPIED = re.compile(r'{{ copy\("([\w-]+)", "[^"]+"([^}]*)\) }}')


def test_a_copy_button_names_a_field_of_its_own_page():
    found = 0
    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text("utf-8")
        fields = set(re.findall(r'<(?:input|textarea)\b[^>]*?\bid="([\w-]+)"', text))
        for name, _ in COPIED.findall(text):
            assert name in fields, f"{file.name} copies {name}, which is no field there"
            found += 1
    assert found >= 9


def test_a_secret_is_copied_and_never_shared():
    text = (TEMPLATES / "accounts" / "tokens.html").read_text("utf-8")
    assert [options for name, options in COPIED.findall(text) if name == "secret"] == [", share=false"]


def test_nothing_is_copied_but_by_the_one_button():
    by_hand = [file for file in TEMPLATES.rglob("*.html") if "data-copy=" in file.read_text("utf-8")]
    assert [file.name for file in by_hand] == ["ui.html"]
