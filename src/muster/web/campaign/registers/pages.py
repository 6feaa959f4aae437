"""What the pages of Registers have in common: a Register with its dossiers as cards."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from markupsafe import Markup
from msgspec import field

from muster.rules.campaign.battle.missions import mission_standing
from muster.rules.campaign.battle.turning_points import MAY_FROM
from muster.rules.campaign.library import charts
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Arc, Asset, OncePer
from muster.rules.campaign.register.commendations import use_limits
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import paragon_warning, refill_problem
from muster.rules.campaign.register.register import Register, problem
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards import catalogue
from muster.store.campaign.stories import DatabaseStories
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.requests import new_key, registers_of, stream_of
from muster.web.campaign.sentences.sentences import sentence_of_act
from muster.web.cards.rows import address
from muster.web.environment import url
from muster.web.page import Page
from muster.web.requests import actor
from muster.web.site.errors import Reason, reasons_of


class RegisterPage(Page, frozen=True, kw_only=True):
    """A page about one Register. `key` makes a form sent twice act once."""

    id: str
    register: Register
    key: str = field(default_factory=new_key)


class UnitSummary(NamedTuple):
    """A dossier as its card shows it; `limits` is how often some commendations may be used. Without a photo
    where the reader may not see it."""

    dossier: Dossier
    rank: str
    initials: str
    next: str
    href: str
    limits: Mapping[str, OncePer]
    photo: str = ""


class Sheet(NamedTuple):
    """What a Register holds: the Paragon, the other dossiers, the arc and the assets."""

    paragon: UnitSummary | None
    cards: list[UnitSummary]
    arc: Arc | None
    assets: list[Asset]


def sheet_of(register: Register, books: Library, photos: Mapping[str, str] | None = None) -> Sheet:
    """What a Register holds; photos by dossier."""
    cards = {dossier.id: card_of(dossier, photos or {}, books) for dossier in register.dossiers}
    paragon = cards.pop(register.paragon.id) if register.paragon else None
    arc = books.arcs.get(register.arc.id) if register.arc else None
    assets = [books.assets[asset] for asset in register.assets if asset in books.assets]
    return Sheet(paragon, list(cards.values()), arc, assets)


def card_of(dossier: Dossier, photos: Mapping[str, str], books: Library) -> UnitSummary:
    """What the card of a dossier says besides the dossier; how far the next veteran rank is."""
    unit = catalogue().units.get(dossier.unit)
    words = [word for word in dossier.name.split() if word[:1].isalnum() and word.lower() != "the"]
    initials = "".join(word[0] for word in words[:2]).upper() or "?"
    href, photo = address(unit) if unit else "", photos.get(dossier.id, "")
    at, rank = (
        charts.next_rank_at(dossier.experience, dossier.maximum),
        charts.veteran_rank(dossier.experience),
    )
    far = f"{at - dossier.experience} more for veteran {rank + 1}" if at else "At the top of its rank"
    often = use_limits(dossier_facts(dossier, catalogue()), books)
    return UnitSummary(dossier, RANK_NAMES[dossier.rank], initials, far, href, often, photo)


class TakingBack(NamedTuple):
    """One's own latest act here in a sentence, and what an undo took; empty where there is none."""

    undoes: str
    did: Markup
    redoes: str


def taking_back(request: HttpRequest, register: str) -> TakingBack:
    """What the reader may take back or bring back."""
    registers, me, stream = registers_of(request), actor(request), stream_of(register)
    undoes = registers.undoable(me, stream) or ""
    did = sentence_of_act(registers.log(me, stream), undoes, registers.logs.library) if undoes else Markup()
    return TakingBack(undoes, did, registers.redoable(me, stream))


def photos_of(register: str) -> dict[str, str]:
    """Where the owner sees the portraits of its units, by dossier."""
    shown = (picture for picture in DatabaseStories().pictures(stream_of(register)) if picture.dossier)
    return {picture.dossier: url("tour-picture", register=register, picture=picture.id) for picture in shown}


def warnings_of(now: Register) -> tuple[Reason, ...]:
    """What stands out though nobody is stopped by it."""
    found = [paragon_warning(now, catalogue())]
    if now.status == "founded":
        found.append(refill_problem(now, catalogue()))
        if now.over_potential:
            found.append(problem("register.over_potential", (), 24, over=-now.potential_left))
    return reasons_of(text for text in found if text is not None)


COUNTS = ("No", "One", "Two", "Three")


def climax(now: Register, books: Library) -> str:
    """How far the turning point is, in a sentence."""
    arc = books.arcs.get(now.arc.id) if now.arc else None
    point = books.turning_points.get(arc.turning_point) if arc else None
    if point is None or now.arc is None:
        return ""
    match mission_standing(now.arc.complete_agendas):
        case "must":
            return f"All agendas are complete: the next battle is the turning point, {point.name}."
        case "may":
            return f"The turning point may be played: {point.name}."
    left = COUNTS[MAY_FROM - now.arc.complete_agendas]
    opens = "more complete agenda opens" if now.arc.complete_agendas else "complete agendas open"
    return f"{left} {opens} the turning point, {point.name}."
