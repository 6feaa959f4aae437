"""Tables where a game is set up, step by step: sit down, do what is asked for, begin.

A table belongs to all who know its id. Those of events are set up on their pages.
"""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import Field

from muster.app.game.commands import HANDLERS, SitDown
from muster.app.game.setup import look_free
from muster.rules.tournament.table_setup.setup import Prompt, Setup, current_prompt
from muster.rules.tournament.table_setup.setup_events import STREAM
from muster.store.accounts import new_id
from muster.web.api.answers import URL, address_of, answer_created, reply
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, read_command, union_of
from muster.web.api.components import Struct
from muster.web.game.setup import table_of
from muster.web.requests import store_for

router = ActsRouter(tags=["Tables"])
ACTS: Any = union_of(HANDLERS, SitDown)


class TableOut(Schema):
    """A table while a game is set up."""

    id: UUID
    url: str = Field(description=URL)
    version: int = Field(description="Name it as `seen` in the next step")
    names: list[str]
    setup: Annotated[dict[str, Any], Struct(Setup)] = Field(description="How far the two have come")
    prompt: Annotated[dict[str, Any], Struct(Prompt)] = Field(
        description="What is to be done now, by whom, and the choices there are"
    )
    latest: str = Field(description="The act that `undo-step` undoes")


@router.takes("", SitDown, {201: TableOut}, "api-tables", "Sit down at a new table", auth=ACCOUNT)
def open_table(request: HttpRequest) -> HttpResponse:
    """Two players begin to set a game up."""
    table, command = new_id(), read_command(request.body, SitDown)
    HANDLERS.handle(table_of(request, table.hex), act_of(request), command)
    return answer_created(_table_json(request, table))


@router.get("{uuid:table}", response=TableOut, url_name="api-table", summary="A table")
def get_table(request: HttpRequest, table: UUID) -> HttpResponse:
    """As everyone with its id sees it."""
    return reply(_table_json(request, table))


@router.takes(
    "{uuid:table}/acts", ACTS, TableOut, "api-table-acts", "Do a step", auth=ACCOUNT, acts="TableAct"
)
def act_at_table(request: HttpRequest, table: UUID, dry_run: bool = False) -> HttpResponse:
    """A step, a draw by the app, or the latest step taken back. With `dry_run` nothing is done: the answer
    says what is in the way."""
    command = read_command(request.body, ACTS)
    look_free(store_for(request), STREAM + table.hex)
    here = table_of(request, table.hex)
    if dry_run:
        return dry_run_answer(HANDLERS.can(here, act_of(request), command))
    HANDLERS.handle(here, act_of(request), command)
    return reply(_table_json(request, table))


def _table_json(request: HttpRequest, table: UUID) -> dict[str, Any]:
    view = look_free(store_for(request), STREAM + table.hex)
    return {
        "id": str(table),
        "url": address_of("tables", table),
        "version": view.version,
        "names": view.opened.names,
        "setup": msgspec.to_builtins(view.setup),
        "prompt": msgspec.to_builtins(current_prompt(view.setup)),
        "latest": view.latest,
    }
