"""Webhooks of an event or a campaign, for whoever runs it."""

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import Field

from muster.app.webhooks import HANDLERS, Form, HookContext, problem
from muster.rules.violations import refuse_unless
from muster.web.api.answers import reply, shape
from muster.web.api.auth import ACCOUNT
from muster.web.api.commands import ActsRouter, act_of, dry_run_answer, me, read_command, union_of
from muster.web.webhooks.pages import place_of

router = ActsRouter(tags=["Webhooks"], auth=ACCOUNT)
ACTS: Any = union_of(HANDLERS)


class Kind(StrEnum):
    """What has webhooks."""

    EVENT = "event"
    CAMPAIGN = "campaign"


class HookOut(Schema):
    """A webhook. Its address is a key to the chat: only the host is shown."""

    id: int
    host: str
    topics: list[str]
    form: Form = Field(description="chat, or json: signed, for a program")
    failures: int = Field(description="How often in a row it could not be told")


class HooksOut(Schema):
    """The webhooks of an event or a campaign."""

    topics: list[str] = Field(description="What they can be told about")
    hooks: list[HookOut]
    secret: str = Field(description="Of the webhook just added as JSON, to check signatures; shown once")


@router.get("{kind}/{uuid:id}", response=HooksOut, url_name="api-webhooks", summary="Webhooks")
def list_webhooks(request: HttpRequest, kind: Kind, id: UUID) -> HttpResponse:
    """Whom an event or a campaign tells, and about what."""
    return reply(_hooks_json(_desk(request, kind, id)))


@router.takes(
    "{kind}/{uuid:id}/acts", ACTS, HooksOut, "api-webhook-acts", "Add or remove a webhook", acts="WebhookAct"
)
def act_on_webhooks(request: HttpRequest, kind: Kind, id: UUID, dry_run: bool = False) -> HttpResponse:
    """Add an address that is sent news, or remove one. With `dry_run` nothing is done: the answer says
    what is in the way."""
    desk, command = _desk(request, kind, id), read_command(request.body, ACTS)
    if dry_run:
        return dry_run_answer(HANDLERS.can(desk, act_of(request), command))
    HANDLERS.handle(desk, act_of(request), command)
    return reply(_hooks_json(desk))


def _desk(request: HttpRequest, kind: Kind, id: UUID) -> HookContext:
    desk = place_of(request, kind.value, id.hex).desk
    refuse_unless(desk.runs(me(request)), problem("webhooks.not_yours"))
    return desk


def _hooks_json(desk: HookContext) -> dict[str, Any]:
    there = [shape(HookOut, hook) for hook in desk.shelf.of(desk.stream)]
    return {"topics": desk.topics, "hooks": there, "secret": desk.secret}
