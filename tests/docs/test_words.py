"""Pages, messages, prompts and pages to read use one word for each thing, the word of players, and none that
it replaced."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import muster

HOUSE = Path(muster.__file__).parent
ROOT = Path(__file__).resolve().parents[2]
INSTEAD = {
    "undo": r"t(?:ake|akes|aken|aking|ook) (?:(?!to)\w+ ){0,4}back\b",
    "archive": r"put(s|ting)? (?:\w+ ){0,2}away",
    "import": r"br(ing|ings|inging|ought) (?:\w+ ){0,3}along",
    "cancel": r"call(ed|s|ing)? (?:\w+ ){0,3}off\b",
    "submit": r"hand(ed|s|ing)? (?:it |them |one |a list |lists )?in\b(?! (?:the|a|your|hand)\b)",
    "check": r"look(ed|s|ing)? (?:it |them |the list )?over\b",
    "admit": r"let(s|ting)? (?:\w+ ){0,2}in\b(?! (?:the|one))",
    "record": r"wr(ite|ites|ote|itten|iting) (?:(?!these)\w+ ){0,3}down",
    "continue": r"(?:cannot|can’t|you|may) go on\b|go(?:es|ne) on (?:by itself|since|as it is)|go on with",
    "someone, anyone, everyone": r"somebody|anybody|everybody|whoever|whomever",
    "isn’t a": r"(?:this|that|which|it|”|\}) is no (?!longer|more|one|such|\w+ (?:left|yet))[a-z]",
    "no longer": r"any more\b(?! than)",
    "at least": r"at the least",
    "this many": r"so many",
    "again": r"anew|afresh",
    "still has to": r"ha(?:s|ve) still to",
    "%": r"per cent|(?<=[\d}]) %(?= |$|<|\.)",
    "units": r"\w+\(s\)",
    "wounds on average": r"mean wounds",
    "stops working": r"leads? nowhere",
    "what happened, why, and what helps": r"that does not work|makes no sense",
    "(optional)": r"if you like",
    "rules for this step": r"the rules here",
    "the opponent": r"the other side (?:conceded|has no unit|is the winner)",
    "nothing in its place": r"please|oops|simply",
}
"""What is written, and how it was said before."""

DOCS = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")


def seen(template: str) -> str:
    """What people read of a template: no comments, no tags, no code but its strings."""
    text = re.sub(r"\{#.*?#\}|<script.*?</script>", " ", template, flags=re.S)
    code = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.S)
    text = code.sub(lambda found: " ".join(re.findall(r'"([^"]* [^"]*)"', found[0])), text)
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def said(module: str) -> str:
    """The strings of a module that people may read: not its documentation, but the help of its commands."""
    nodes = tuple(ast.walk(ast.parse(module)))
    hidden = {
        id(line.value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and not is_command(node)
        for line in node.body
        if isinstance(line, ast.Expr)
    }
    parts = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
    hidden |= {id(part) for part in parts}
    return "\n".join(filter(None, (words(node) for node in nodes if id(node) not in hidden)))


def is_command(node: ast.AST) -> bool:
    """Whether a function's documentation is what `--help` prints."""
    named = [ast.unparse(each) for each in getattr(node, "decorator_list", ())]
    return any(re.search(r"\.(command|group)\b", each) for each in named)


def words(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)) if " " in text:
            return text
        case ast.JoinedStr():
            return "".join(
                str(getattr(part, "value", "")) if isinstance(part, ast.Constant) else "{}"
                for part in node.values
            )
    return ""


def told(data: object, key: str = "") -> Iterator[str]:
    """The words of a data file that are ours: not the names of cards, which are printed on them."""
    if isinstance(data, str) and key not in ("id", "name", "slug"):
        yield data
    elif isinstance(data, dict):
        for inner, value in data.items():
            yield from told(value, inner)
    elif isinstance(data, list):
        for value in data:
            yield from told(value, key)


@cache
def texts() -> tuple[tuple[str, str], ...]:
    return tuple((str(path), text) for path, text in read())


def read() -> Iterator[tuple[Path, str]]:
    for page in sorted((HOUSE / "web/templates").rglob("*.html")):
        yield page.relative_to(HOUSE), seen(page.read_text())
    for room in ("web", "cli", "app", "rules"):
        for module in sorted((HOUSE / room).rglob("*.py")):
            yield module.relative_to(HOUSE), said(module.read_text())
    for module in sorted((ROOT / "lab").rglob("*.py")):
        yield module.relative_to(ROOT), said(module.read_text())
    for file in sorted((HOUSE / "data").rglob("*.json")):
        if file.name != "search_words.json":  # what people type, not what they read
            yield file.relative_to(HOUSE), "\n".join(told(json.loads(file.read_text())))
    for kind in ("js", "typ"):
        for file in sorted((HOUSE / "web").rglob(f"*.{kind}")):
            if "vendor" not in file.parts and ".min." not in file.name:
                strings = re.findall(
                    r"\"([^\"\n]* [^\"\n]*)\"|`([^`]* [^`]*)`|\[([^\[\]]* [^\[\]]*)\]", file.read_text()
                )
                yield file.relative_to(HOUSE), "\n".join(map("".join, strings))
    for file in (
        *(ROOT / name for name in DOCS),
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / "lab").rglob("*.md")),
    ):
        yield file.relative_to(ROOT), file.read_text()


@pytest.mark.parametrize("word", INSTEAD)
def test_each_thing_has_one_word(word: str) -> None:
    old = re.compile(rf"(?<!\w)(?:{INSTEAD[word]})(?!\w)", re.IGNORECASE)
    found = [f"{name}: {hit[0]}" for name, text in texts() for hit in old.finditer(text)]
    assert not found, f"write “{word}”"


def test_pages_messages_and_prompts_have_the_apostrophe_of_print() -> None:
    ours = ("web/templates/", "data/messages.json", "data/games/", "data/campaign/")
    typed = re.compile(r"\w+'(?:s|t|re|ll|ve|d)\b")
    found = [
        f"{name}: {hit[0]}" for name, text in texts() if name.startswith(ours) for hit in typed.finditer(text)
    ]
    assert not found


def test_what_is_hidden_from_readers_is_not_read() -> None:
    page = '{# put away #}<a href="/put away">Go{{ "n to it" }}</a>{% if x %}.{% endif %}'
    assert seen(page).startswith("Gon to it")
    module = (
        '''"""Not read."""\nWHY = f"{x} is read"\n@click.command()\ndef a():\n    """Help is read."""\n'''
    )
    assert said(module) == "{} is read\nHelp is read."
