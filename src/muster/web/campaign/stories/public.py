"""A Register and its chronicle for everybody with the link, to be read; the owner switches it on and off."""

from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from muster.app.campaign.stories import Picture
from muster.rules.campaign.register.register import problem
from muster.rules.cards.catalogue import shorten
from muster.rules.violations import refuse_unless
from muster.store.accounts import names_of
from muster.web.campaign.registers.pages import RegisterPage, Sheet, sheet_of
from muster.web.campaign.requests import id_of, methods_only, own_register, stories_of, stream_of
from muster.web.campaign.stories.chronicle import Tale, tale_of
from muster.web.environment import url
from muster.web.page import render_response
from muster.web.qr import qr_code
from muster.web.requests import actor


class SharePage(RegisterPage, frozen=True, kw_only=True):
    """The link and its QR, or the button that makes one."""

    template: ClassVar[str] = "campaign/stories/share.html"
    link: str
    qr: str


class PublicPage(RegisterPage, frozen=True, kw_only=True):
    """What readers see: the Register as it stands and its chronicle; `address` is the page's own."""

    template: ClassVar[str] = "campaign/stories/public.html"
    sheet: Sheet
    tale: Tale
    by: str
    address: str


@methods_only("GET", "POST")
def share(request: HttpRequest, register: str) -> HttpResponse:
    """Switch the public page on or off; its link and QR."""
    who, stream = actor(request), stream_of(register)
    token = stories_of(request).link(who, stream)
    if request.method == "POST":
        wanted = request.POST.get("shared", "")
        known = wanted in ("on", "off")
        refuse_unless(known, problem("register.no_such_act", (), given=shorten(wanted)))
        stories_of(request).share(who, stream, wanted == "on")
        if wanted == "off" and token:
            messages.success(request, "The link no longer works.")
        return redirect("tour-share", register)
    now = own_register(request, register)
    link = request.build_absolute_uri(url("tour-public", token=token)) if token else ""
    page = SharePage(id=register, register=now, link=link, qr=qr_code(link) if link else "")
    return render_response(request, page)


@methods_only("GET")
def page(request: HttpRequest, token: str) -> HttpResponse:
    """The Register and its chronicle behind a link."""
    story = stories_of(request).story_behind(token)

    def where(picture: Picture) -> str:
        return url("tour-public-picture", token=token, picture=picture.id)

    def steps(battle: str) -> str:
        return url("tour-public-story", token=token, battle=battle)

    photos = {portrait.dossier: where(portrait) for portrait in story.portraits.values()}
    page = PublicPage(
        id=id_of(story.stream),
        register=story.register,
        sheet=sheet_of(story.register, story.books, photos),
        tale=tale_of(story, request.GET, where, steps),
        by=names_of({story.register.by})[story.register.by],
        address=url("tour-public", token=token),
    )
    return render_response(request, page)
