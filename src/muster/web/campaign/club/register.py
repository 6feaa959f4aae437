"""Another's Register, for the members of its campaign: to be read, not to be touched."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import problem
from muster.rules.cards import catalogue
from muster.rules.log import live
from muster.rules.violations import Refused
from muster.web import identity
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.club.club import about, card_of, clubs, seen_by
from muster.web.campaign.library import site_books
from muster.web.campaign.registers.my_registers import stream_of
from muster.web.campaign.registers.register import outlook, to_next
from muster.web.campaign.stories.sentences import tell_all
from muster.web.cards.rows import address

LATELY = 30


class Sheet(NamedTuple):
    """A dossier as its card shows it; photos are their owner's to show."""

    dossier: Dossier
    rank: str
    initials: str
    next: str
    href: str
    photo: str = ""


@identity.private
@require_GET
def page(request: HttpRequest, club: str, register: str) -> HttpResponse:
    """The Register as its opponents may know it: everything on it is open to the club."""
    seen, stream = seen_by(request, club), stream_of(register)
    if stream not in seen.club.registers:
        raise Refused(problem("register.unknown"))
    now = clubs().register(seen.me, stream).state
    told = list(reversed(tell_all(live(clubs().tours.store.read(stream)))))
    part = told if request.GET.get("all") else told[:LATELY]
    context = about(seen, "club") | {
        "id": register,
        "register": now,
        "card": card_of(seen, stream, seen.club.registers[stream], now),
        "paragon": sheet_of(now.paragon) if now.paragon else None,
        "dossiers": [sheet_of(one) for one in now.dossiers if not one.paragon],
        "library": site_books(),
        "told": part,
        "more": len(told) - len(part),
    }
    return render(request, "campaign/club/register.html", context | outlook(now))


def sheet_of(dossier: Dossier) -> Sheet:
    """What the card of a dossier says besides the dossier."""
    unit = catalogue().units.get(dossier.unit)
    initials = "".join(word[0] for word in dossier.name.split()[:2] if word[:1].isalnum()).upper() or "?"
    return Sheet(dossier, RANK_NAMES[dossier.rank], initials, to_next(dossier), address(unit) if unit else "")
