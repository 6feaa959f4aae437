"""Every act of the house is a command with a form and a task of the API, and `can` says what acting would.

A form counts that some page looks up, and so does a page that builds the command; likewise an `act` of the
API, or an address there.
"""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
from django.db import transaction

import muster.web
from muster.app.accounts.guest_work import BringAlong
from muster.app.acting import Act, Command, Handlers
from muster.app.tournament.commands import Tick
from muster.rules.violations import Refused, Violation
from muster.web.forms import Form
from tests.web.access_world import ROLES, World
from tests.web.command_table import Asked, commands_of

pytestmark = pytest.mark.django_db
EXCEPT: dict[type[Command], str] = {
    Tick: "nobody asks for it: the first look after time is up finds out",
    BringAlong: "the browser proves which guest it was; a program with a token never was one",
}
PAGES_ONLY = {
    "muster.app.admin.commands": "admins need a second step, which no token takes; people send reports"
}
"""Modules whose commands have forms, but no task of the API."""
API = "muster.web.api"


@cache
def modules() -> tuple[ModuleType, ...]:
    found = pkgutil.walk_packages(muster.web.__path__, "muster.web.")
    return tuple(
        importlib.import_module(module.name) for module in found if not module.name.endswith("__main__")
    )


def parsed(module: ModuleType) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(Path(module.__file__ or "").read_text()))


def leaves(kind: type[Command] = Command) -> Iterator[type[Command]]:
    """The commands that something can be asked with."""
    for child in kind.__subclasses__():
        if not child.__module__.startswith("muster."):
            continue
        if child.__subclasses__():
            yield from leaves(child)
        else:
            yield child


def named(module: ModuleType, node: ast.expr) -> Any:
    """What a name or a dotted name means in a module."""
    match node:
        case ast.Name(id=name):
            return getattr(module, name, None)
        case ast.Attribute(value=value, attr=name):
            return getattr(named(module, value), name, None)
    return None


def built_in(module: ModuleType) -> Iterator[type[Command]]:
    """The commands that the functions of a module make."""
    for node in parsed(module):
        if isinstance(node, ast.Call):
            made = named(module, node.func)
            if isinstance(made, type) and issubclass(made, Command):
                yield made


def looked_up_in(module: ModuleType) -> Iterator[dict[Any, Any]]:
    """The tables of a module, its own or others', that its code reads: a table alone leads nowhere."""
    for node in parsed(module):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            table = named(module, node)
            if isinstance(table, dict):
                yield table


def taken_in(module: ModuleType) -> Iterator[type[Command]]:
    """The commands that the addresses of a module take as JSON: `@router.takes(path, COMMANDS, …)`."""
    for node in parsed(module):
        match node:
            case ast.Call(func=ast.Attribute(attr="takes"), args=[_, taken, *_]):
                kinds = named(module, taken)
                yield from get_args(kinds) or (kinds,)


@cache
def with_a_form() -> frozenset[type[Command]]:
    pages = [module for module in modules() if not module.__name__.startswith(API)]
    tables = [table for page in pages for table in looked_up_in(page)]
    forms = {form.command for table in tables for form in table.values() if isinstance(form, Form)}
    return frozenset(forms.union(*map(built_in, pages)))


@cache
def with_a_task() -> frozenset[type[Command]]:
    resources = [module for module in modules() if module.__name__.startswith(API)]
    return frozenset({kind for module in resources for kind in (*taken_in(module), *built_in(module))})


def test_every_command_has_a_form_and_a_task_of_the_api():
    modules()
    every = set(leaves())
    assert len(every) > 150 and every >= EXCEPT.keys() and len(EXCEPT) <= 10
    assert {command.__name__ for command in every - with_a_form() - EXCEPT.keys()} == set(), "no form"
    for_programs = {command for command in every if command.__module__ not in PAGES_ONLY}
    assert {command.__name__ for command in for_programs - with_a_task() - EXCEPT.keys()} == set(), (
        "no task of the API"
    )
    assert {command.__module__ for command in every - with_a_task()} >= PAGES_ONLY.keys()
    needless = {
        command.__name__ for command in EXCEPT if command in with_a_form() and command in with_a_task()
    }
    assert needless == set(), "no exception any more"


# Asking is not doing ---------------------------------------------------------------------------------------


def acting(handlers: Handlers[Any], desk: Any, act: Act, command: Command) -> tuple[Violation, ...]:
    """What a command is refused for when it is done."""
    try:
        handlers.handle(desk, act, command)
    except Refused as refusal:
        return refusal.violations
    return ()


def answers(world: World, row: Asked, act: Act) -> tuple[Violation, ...]:
    with transaction.atomic():
        found = row.can(act)
        transaction.set_rollback(True)
    return found


def test_what_can_says_is_what_acting_is_refused_for(monkeypatch):
    """Each command once, by somebody who may and by somebody who may not."""
    world = World()
    rows = [(name, row, row.roles[:1] or ROLES[3:4]) for name, row in commands_of(world)]
    asked = [(name, row, world.act(role)) for name, row, roles in rows for role in (*roles, "other")]
    verdicts = [answers(world, row, act) for _, row, act in asked]
    monkeypatch.setattr(Handlers, "can", acting)
    for (name, row, act), before in zip(asked, verdicts, strict=True):
        assert answers(world, row, act) == before, name
