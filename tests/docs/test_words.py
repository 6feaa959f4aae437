"""Pages, messages and prompts use one word for each thing, the word of players, and none that it replaced."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import muster

HOUSE = Path(muster.__file__).parent
INSTEAD = {
    "undo": r"take (it|this|that|all of it) back|tak(e|es|en) back|took back",
    "archive": r"put(s)? away",
    "import": r"br(ing|ought) (it |one )?along",
    "cancel": r"call(ed|s)? (it |this \w+ )?off",
    "submit": r"hand(ed|s)? (it |them )?in\b(?! the)",
    "check": r"look(ed|s)? (it |them )?over",
    "admit": r"let in",
    "record": r"wr(ite|ote|itten) (it |that )?down",
    "continue": r"(cannot|can’t|you|may) go on\b|goes on by itself",
    "someone, anyone, everyone": r"somebody|anybody|everybody|whoever",
    "isn’t a": r"(this|that|which|it|”) is no (?!longer|more|one|such)[a-z]",
    "no longer": r"any more\b(?! than)",
    "at least": r"at the least",
    "this many": r"\bso many",
    "again": r"anew|afresh",
    "%": r"per cent",
    "wounds on average": r"mean wounds",
}
"""What is written, and how it was said before."""


def seen(template: str) -> str:
    """What people read of a template: no comments, no tags, no code but its strings."""
    text = re.sub(r"\{#.*?#\}|<script.*?</script>", " ", template, flags=re.S)
    code = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.S)
    text = code.sub(lambda found: " ".join(re.findall(r'"([^"]* [^"]*)"', found[0])), text)
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def texts() -> Iterator[tuple[str, str]]:
    for page in sorted((HOUSE / "web/templates").rglob("*.html")):
        yield str(page.relative_to(HOUSE)), seen(page.read_text())
    for name in ("messages.json", "games/prompts.json", "help.json"):
        yield name, json.dumps(json.loads((HOUSE / "data" / name).read_text()), ensure_ascii=False)


@pytest.mark.parametrize("word", INSTEAD)
def test_each_thing_has_one_word(word: str) -> None:
    old = re.compile(rf"\b(?:{INSTEAD[word]})", re.IGNORECASE)
    said = [(name, found[0]) for name, text in texts() for found in old.finditer(text)]
    assert not said, f"write “{word}”"


def test_what_is_hidden_from_readers_is_not_read() -> None:
    assert (
        seen('{# put away #}<a href="/put away">Go{{ "n to it" }}</a>{% if x %}.{% endif %}') == "Gon to it ."
    )
