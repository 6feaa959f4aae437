"""Every template against the struct it draws: a name the struct lacks is found here, not by a visitor."""

import ast
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

import pytest
from django.utils.safestring import SafeString
from jinja2 import StrictUndefined, meta, nodes
from markupsafe import Markup, escape

import muster.web
from muster.web import templating
from muster.web.page import Page
from tests.web.template_trees import FOLDER, environment, named, parsed
from tests.web.template_types import value
from tests.web.template_walk import Walk, fields, given

# What Django's own context processors and its Jinja2 backend add to every page.
ADDED = {"request", "csrf_input", "csrf_token", "messages", "DEFAULT_MESSAGE_LEVELS"}


@cache
def pages() -> tuple[type[Page], ...]:
    """Every page struct with a template, its own or the one above it."""
    for module in walk_packages(muster.web.__path__, "muster.web."):
        import_module(module.name)
    return tuple(kind for kind in _kinds(Page) if hasattr(kind, "template"))


def _kinds(kind: type[Page]) -> Iterator[type[Page]]:
    for child in kind.__subclasses__():
        yield child
        yield from _kinds(child)


@cache
def every_template() -> tuple[str, ...]:
    return tuple(sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.html")))


@cache
def drawn_with(template: str) -> set[str]:
    """The templates that see the same names: the one it extends and those it includes."""
    found = parsed(template).find_all((nodes.Extends, nodes.Include))
    return set().union(*(named(node.template) for node in found))


@cache
def taken_from(template: str) -> tuple[tuple[str, str, bool], ...]:
    """The macros a template takes from others: from where, which, and whether they see its page."""
    found = []
    for node in parsed(template).find_all(nodes.FromImport):
        names = (name[0] if isinstance(name, tuple) else name for name in node.names)
        found += [(node.template.value, name, node.with_context) for name in names]
    aliases = (node for name in (template, *above(template)) for node in parsed(name).find_all(nodes.Import))
    for node in aliases:
        for part in parsed(template).find_all(nodes.Getattr):
            if isinstance(part.node, nodes.Name) and part.node.name == node.target:
                found.append((node.template.value, part.attr, node.with_context))
    return tuple(dict.fromkeys(found))


@cache
def needed_by_macro(template: str, name: str) -> frozenset[str]:
    """The names that a macro uses and its template does not give, with those of the macros it calls."""
    macros = {macro.name: macro for macro in parsed(template).find_all(nodes.Macro)}
    called, queue = {name}, [name]
    found = _needed_by(*(node for node in parsed(template).body if not isinstance(node, nodes.Macro)))
    while queue:
        used = _needed_by(macros[queue.pop()])
        queue += (used & macros.keys()) - called
        called |= used & macros.keys()
        found = found | used
    return frozenset(found - macros.keys() - _at_the_top(template))


@cache
def _needed_by(*statements: nodes.Node) -> set[str]:
    """What statements need besides what they bind themselves."""
    tree = nodes.Template([*statements], lineno=1).set_environment(environment())
    return needed(tree) - {name for node in statements for name in _bound_by(node)}


@cache
def _at_the_top(template: str) -> set[str]:
    """What a template sets or imports outside its macros."""
    stated = (node for node in parsed(template).body if not isinstance(node, nodes.Macro))
    return {name for node in stated for name in _bound_by(node)}


@cache
def bound_in(template: str) -> set[str]:
    """Names that a template itself gives to what it includes: of its loops, its `set` and its macros."""
    return {name for node in parsed(template).body for name in _bound_by(node)}


def _bound_by(node: nodes.Node) -> Iterator[str]:
    for part in (node, *node.find_all(nodes.Node)):
        if isinstance(part, nodes.Name) and part.ctx in ("store", "param"):
            yield part.name
        elif isinstance(part, nodes.FromImport):
            yield from (name[1] if isinstance(name, tuple) else name for name in part.names)
        elif isinstance(part, nodes.Macro):
            yield part.name
        elif isinstance(part, nodes.Import):
            yield part.target


@cache
def above(template: str) -> tuple[str, ...]:
    """The templates it extends: what they set is there for its blocks."""
    extended = (name for node in parsed(template).find_all(nodes.Extends) for name in named(node.template))
    return tuple(name for parent in extended for name in (parent, *above(parent)))


def unknown(template: str, known: set[str], seen: frozenset[str] = frozenset()) -> dict[str, set[str]]:
    """The names a template and those drawn with it use without anybody giving them, by template."""
    known = known.union(bound_in(template), *map(bound_in, above(template)))
    missing = needed(parsed(template)) - known
    found = {template: missing} if missing else {}
    for other in drawn_with(template) - seen:
        found |= unknown(other, known, seen | {template})
    for other, macro, with_page in taken_from(template):
        if lacking := needed_by_macro(other, macro) - (known if with_page else environment().globals.keys()):
            found |= {f"{other} {macro}": lacking}
    return found


@cache
def needed(tree: nodes.Template) -> set[str]:
    """The names that must be given; one that is asked for with `is defined` need not."""
    asked = {test.node.name for test in tree.find_all(nodes.Test) if test.name == "defined"}
    return meta.find_undeclared_variables(tree) - asked


def templates_of(kind: type[Page]) -> set[str]:
    return {name for name in (kind.template, kind.fragment) if name}


def test_an_unknown_name_is_an_error():
    assert environment().undefined is StrictUndefined


def test_every_name_in_a_template_is_given_by_its_page():
    given = environment().globals.keys() | ADDED
    found = {
        (kind.__name__, template): missing
        for kind in pages()
        for template in templates_of(kind)
        if (missing := unknown(template, {*given, *fields(kind)}))
    }
    assert found == {}


def test_every_attribute_in_a_template_is_one_of_its_type():
    walk = Walk()
    for kind in pages():
        for template in templates_of(kind):
            walk.draw(template, given() | fields(kind))
    assert walk.wrong == set()


def test_every_template_is_drawn_by_a_page():
    reached: set[str] = set()
    queue = {template for kind in pages() for template in templates_of(kind)}
    while queue:
        template = queue.pop()
        reached.add(template)
        queue |= drawn_with(template) | {other for other, _, _ in taken_from(template)}
        queue -= reached
    assert set(every_template()) - reached == set()


@pytest.mark.parametrize(
    ("source", "lacking"),
    [
        ("{{ name }}", {"name"}),
        ("{% for one in rows %}{{ one }}{% endfor %}", {"rows"}),
        ("{{ url('start') }}{% if oob is defined and oob %}!{% endif %}", set()),
    ],
)
def test_the_check_finds_what_is_missing(source, lacking):
    assert needed(environment().parse(source)) - environment().globals.keys() == lacking


class Row(NamedTuple):
    name: str
    inner: tuple["Row", ...] = ()

    @property
    def best(self) -> "Row":
        return self.inner[0]


@pytest.mark.parametrize(
    "source",
    [
        "{{ row.NAME }}",
        "{{ row.best.NAME }}",
        "{{ row.inner[0].NAME }}",
        "{% if row %}{{ (row or rows[0]).NAME }}{% endif %}",
        "{% for one in rows %}{% for each in one.inner %}{{ each.NAME }}{% endfor %}{% endfor %}",
        "{% for key, one in by_key.items() %}{{ key }}{{ one.NAME }}{% endfor %}",
        "{% for one in by_key.values() if one.NAME %}{{ one }}{% endfor %}",
        "{% for one in rows | sort(attribute='NAME') %}{{ one }}{% endfor %}",
        "{{ rows | selectattr('NAME') | list }}",
        "{% set one = rows | first %}{{ one.NAME }}",
        "{% macro line(one) %}{{ one.NAME }}{% endmacro %}{{ line(row) }}",
        "{% with one = row %}{{ one.NAME }}{% endwith %}",
        "{{ maybe.NAME if maybe else '' }}",
    ],
)
def test_the_check_finds_an_attribute_that_is_wrong(source):
    given = {"row": Row, "rows": tuple[Row, ...], "by_key": dict[str, Row], "maybe": Row | None}
    assert wrong_in(source.replace("NAME", "name"), given) == set()
    assert len(wrong_in(source.replace("NAME", "nmae"), given)) == 1


@pytest.mark.parametrize("hint", [Any, dict[str, str], Row | Any])
def test_of_an_unknown_type_nothing_is_said(hint):
    assert wrong_in("{{ row.nmae }}", {"row": hint}) == set()


def wrong_in(source: str, hints: dict[str, Any]) -> set[str]:
    walk = Walk(parse=lambda _: environment().parse(source))
    walk.draw("a.html", {name: value(hint) for name, hint in hints.items()})
    return walk.wrong


def test_no_line_of_a_template_is_longer_than_120_letters() -> None:
    lines = {name: (FOLDER / name).read_text("utf-8").split("\n") for name in every_template()}
    long = [
        f"{name}:{at}" for name, text in lines.items() for at, line in enumerate(text, 1) if len(line) > 120
    ]
    assert long == []


def test_no_word_that_is_shown_or_read_out_is_broken_in_its_attribute() -> None:
    """A browser drops the break: two words become one."""
    broken = re.compile(r'\b(?:placeholder|aria-label|title|alt)="[^"{}]*\n')
    assert [name for name in every_template() if broken.search((FOLDER / name).read_text("utf-8"))] == []


def test_no_page_is_filled_from_a_dict():
    """What a page is made of has types: its fields, one by one, or a struct that it holds."""
    names = {kind.__name__ for kind in pages()}
    filled = [
        f"{path.name}:{call.lineno}"
        for path in Path(muster.web.__file__).parent.rglob("*.py")
        if "**" in (text := path.read_text())
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names
        and any(argument.arg is None for argument in call.keywords)
    ]  # fmt: skip
    assert filled == []


class Safe:
    """Says itself how it looks in HTML."""

    def __html__(self) -> str:
        return "<b>safe</b>"


@pytest.mark.parametrize(
    "value",
    [
        "<&\"'>",
        "plain",
        "",
        Markup("<i>"),
        SafeString("<i>"),
        Safe(),
        7,
        1.5,
        None,
        ["<"],
        Decimal("1.50"),
        b"<",
    ],
)
def test_what_a_template_puts_out_is_escaped_as_ever(value: object) -> None:
    template = templating.environment(autoescape=True).from_string(
        "{% macro same(one) %}{{ one }}{% endmacro %}"
        "{{ value }}|{{ same(value) }}|{{ [value, value] | join }}"
    )
    assert template.render(value=value) == f"{escape(value)}|{escape(value)}|{escape(value) * 2}"
