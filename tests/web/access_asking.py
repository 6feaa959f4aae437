"""Asks the site as every role, and says where the answer is not the one of the table."""

import html
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any
from unittest import mock

from django.db import transaction
from django.test import Client, override_settings
from django.test.client import ClientHandler

from tests.web.access_world import World
from tests.web.command_table import NOT_YOURS, Asked, commands_of, readings_of
from tests.web.live_table import LINES, Line, holds, stay_with
from tests.web.route_rows import FIGURES, Access
from tests.web.route_table import ROUTES
from tests.web.row_table import rows_of

Row = Access | Asked | Line
Answered = Callable[[Any, str], None]


def rows(world: World) -> Iterator[tuple[str, Row]]:
    """Every line of the tables by its name."""
    for accesses in ROUTES.values():
        for access in accesses:
            beside = f"{access.given or ''} {access.bearer} {access.shows} {access.how}".strip()
            yield f"{access.method} {access.address} {beside}".strip(), access
    yield from commands_of(world)
    yield from readings_of(world)
    yield from rows_of(world)
    for line in LINES:
        yield f"/live {line.stream} as {line.audience} {line.place} {line.whose}".strip(), line


def wrong(world: World, row: Row, look: Answered = lambda *_: None) -> Iterator[str]:
    """What the roles are told otherwise than the table says. Nothing that is done stays."""
    if isinstance(row, Access):
        token = FIGURES if row.how == "figures have a token" else ""
        with mock.patch("muster.web.print.sheet", lambda _: b"%PDF"), override_settings(METRICS_TOKEN=token):
            yield from _wrong_answers(world, row, look)
    elif isinstance(row, Asked):
        yield from _wrong_permits(world, row)
    else:
        stay = stay_with(world, row)
        for role in world.clients:
            expected = "may not" if role in row.roles else "may"
            if holds(world, role, row) != (role in row.roles):
                yield f"{role} {expected} watch"
            if (role in stay) != (role in row.roles):
                yield f"{role} {expected} stay"


def _wrong_answers(world: World, row: Access, look: Answered) -> Iterator[str]:
    for role, status in row.statuses.items():
        with transaction.atomic():
            answer = ask(world, role, row)
            shown = bool(row.shows) and row.shows in html.unescape(answer.content.decode())
            look(answer, row.address)
            answer.close()
            transaction.set_rollback(True)
        if answer.status_code != status:
            yield f"{role} gets {answer.status_code}, not {status}"
        elif shown != (role in row.to):
            yield f"{role} {'reads' if shown else 'does not read'} {row.shows}"


@cache
def site(*, strict: bool) -> ClientHandler:
    """The way through the site that all of these browsers share; making one takes as long as a request."""
    handler = ClientHandler(enforce_csrf_checks=strict)
    handler.load_middleware()
    return handler


def ask(world: World, role: str, row: Access) -> Any:
    """What a role gets, with a browser as fresh as it was."""
    headers = {"Authorization": f"Bearer {world.fill(row.bearer)}"} if row.bearer else {}
    headers |= {"X-Forwarded-For": "192.0.2.1"} if row.how == "by a proxy" else {}
    client = Client(raise_request_exception=False, headers=headers)
    client.handler = site(strict=row.how == "without form token")
    client.cookies = deepcopy(world.clients[role].cookies)
    address, send = world.fill(row.address), getattr(client, row.method.lower())
    if row.method in ("GET", "HEAD", "TRACE"):
        return send(address)
    given = world.fill(json.dumps(row.given))
    if address.startswith("/api/"):
        return send(address, given, content_type="application/json")
    return send(address, json.loads(given))


def _wrong_permits(world: World, row: Asked) -> Iterator[str]:
    for role in world.clients:
        with transaction.atomic():
            problems = row.can(world.act(role))
            transaction.set_rollback(True)
        refused = bool(problems) and problems[0].code in NOT_YOURS
        if refused == (role in row.roles):
            yield f"{role} is {'refused' if refused else 'not refused'}"
