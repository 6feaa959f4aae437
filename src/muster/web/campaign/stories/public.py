"""A Register and its chronicle for everybody with the link, to be read; the owner switches it on and off."""

from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods

from muster.app.campaign.stories import Picture
from muster.rules.campaign.library.parts import Arc, Asset
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import Refused
from muster.store.accounts import names_of
from muster.web import identity
from muster.web.campaign.registers.pages import RegisterPage, UnitSummary, head_of, sheet_of
from muster.web.campaign.requests import id_of, registers_of, stories_of, stream_of
from muster.web.campaign.stories.chronicle import StoryPage, story_parts
from muster.web.dice.dice import qr_code
from muster.web.environment import url
from muster.web.page import draw
from muster.web.requests import actor


class SharePage(RegisterPage, frozen=True, kw_only=True):
    """The link and its QR, or the button that makes one."""

    template: ClassVar[str] = "campaign/stories/share.html"
    link: str
    qr: str


class PublicPage(StoryPage, frozen=True, kw_only=True):
    """What readers see: the Register as it stands and its chronicle."""

    template: ClassVar[str] = "campaign/stories/public.html"
    paragon: UnitSummary | None
    cards: list[UnitSummary]
    arc: Arc | None
    assets: list[Asset]
    by: str


@identity.private
@require_http_methods(["GET", "POST"])
def share(request: HttpRequest, register: str) -> HttpResponse:
    """Switch the public page on or off; its link and QR."""
    who, stream = actor(request), stream_of(register)
    token = stories_of(request).link(who, stream)
    if request.method == "POST":
        wanted = request.POST.get("shared", "")
        if wanted not in ("on", "off"):
            raise Refused(problem("register.no_such_act", (), given=shorten(wanted)))
        stories_of(request).share(who, stream, wanted == "on")
        if wanted == "off" and token:
            messages.success(request, "The link no longer works.")
        return redirect("tour-share", register)
    now = registers_of(request).own(who, stream).state
    link = request.build_absolute_uri(url("tour-public", token=token)) if token else ""
    page = SharePage(**head_of(register, now), link=link, qr=qr_code(link) if link else "")
    return draw(request, page)


@identity.private
@require_GET
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The Register and its chronicle behind a link."""
    story = stories_of(request).shared(token)

    def where(picture: Picture) -> str:
        return url("tour-public-picture", token=token, picture=picture.id)

    photos = {one.dossier: where(one) for one in story.portraits.values()}
    page = PublicPage(
        **head_of(id_of(story.stream), story.register),
        **sheet_of(story.register, story.books, photos),
        **story_parts(story, request.GET, where),
        by=names_of({story.register.by})[story.register.by],
    )
    response = draw(request, page)
    response["X-Robots-Tag"] = "noindex"
    return response
