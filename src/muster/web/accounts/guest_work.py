"""Signing in where somebody was a guest: what the guest made comes along, if its owner says so."""

from typing import ClassVar, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from muster.app.accounts.guest_work import HANDLERS, BringAlong, GuestContext, GuestWork
from muster.store.accounts import Account
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.guest_work import DatabaseGuests
from muster.web import identity
from muster.web.campaign.requests import logs_of
from muster.web.environment import plural, url
from muster.web.page import Page, render_response
from muster.web.requests import act_of

GUEST: Final = "guest"
"""Where the session keeps which guest this device was: whoever signs in elsewhere cannot name one."""
WORDS: Final = {
    "armies": ("army", "armies"),
    "cards": ("card in your collection", "cards in your collection"),
    "registers": ("Register", "Registers"),
    "campaigns": ("campaign", "campaigns"),
    "events": ("event", "events"),
}


class GuestWorkPage(Page, frozen=True, kw_only=True):
    """What there is to bring along; `games` stay behind."""

    template: ClassVar = "accounts/guest_work.html"
    made: tuple[str, ...]
    games: int
    next: str


def next_address(request: HttpRequest, guest: Account, then: str) -> str:
    """Where the way leads after signing in: by the offer, where the guest made anything."""
    if not desk_of(request, str(guest.pk)).count_work(str(guest.pk)).any:
        return then
    request.session[GUEST] = str(guest.pk)
    return f"{url('guest-work')}?{urlencode({'next': then})}"


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
@identity.members_only
def page(request: HttpRequest) -> HttpResponse:
    """The offer, and its two answers."""
    guest = str(request.session.get(GUEST, ""))
    desk, then = desk_of(request, guest), identity.next_page(request)
    if request.method == "POST" and request.POST.get("do") == "bring":
        with transaction.atomic():
            HANDLERS.handle(desk, act_of(request), BringAlong(guest=guest))
        messages.success(request, "Imported. It’s all in your account now.")
    elif request.method != "POST" and guest and (made := desk.count_work(guest)).any:
        return render_response(request, GuestWorkPage(made=words_of(made), games=made.games, next=then))
    request.session.pop(GUEST, None)
    return redirect(then)


def desk_of(request: HttpRequest, guest: str) -> GuestContext:
    """The desk of the guest this device was."""
    return GuestContext(logs_of(request), DatabaseRoles(), DatabaseGuests(), guest)


def words_of(made: GuestWork) -> tuple[str, ...]:
    """How much of each kind."""
    counted = ((getattr(made, kind), *words) for kind, words in WORDS.items())
    return tuple(plural(count, single, many) for count, single, many in counted if count)
