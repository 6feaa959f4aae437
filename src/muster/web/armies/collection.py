"""My collection: how many of each card I own, so that the builder can say when an army needs more."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST
from uuid_utils import uuid4

from muster.app.armies import collection
from muster.rules.armies.building.collection import MOST_OWNED
from muster.rules.cards import Card, catalogue
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.vocabulary import FACTIONS, RANKS, SLOTS
from muster.rules.violations import require
from muster.store.collection import DatabaseCollection
from muster.web import identity
from muster.web.cards.words import FACTION_NAMES, sentence, words
from muster.web.forms import whole_number
from muster.web.page import Page, render_response, wants_part
from muster.web.requests import sent_before

KINDS = ("unit", "upgrade")


class CollectionGroup(NamedTuple):
    """Cards of one rank or slot."""

    icon: str
    name: str
    cards: tuple[Card, ...]


class Total(Page, frozen=True, kw_only=True):
    """How many cards are counted."""

    template: ClassVar = "armies/collection/total.html"
    total: int


class CollectionPage(Total, frozen=True, kw_only=True):
    """One faction's cards of one kind, with how many of each are owned."""

    template: ClassVar = "armies/collection/page.html"
    owned: dict[str, int]
    faction: str
    factions: tuple[tuple[str, str], ...]
    kind: str
    groups: tuple[CollectionGroup, ...]
    products: tuple[str, ...]
    key: str
    most: int = MOST_OWNED


@require_GET
@identity.private
def page(request: HttpRequest) -> HttpResponse:
    """One faction at a time, units or upgrades, with steppers; products count everything in them at once."""
    account = identity.current(request)
    owned = DatabaseCollection().cards_of(str(account.pk)) if account else {}
    faction = one_of(FACTIONS, request.GET.get("faction", ""))
    kind = one_of(KINDS, request.GET.get("kind", ""))
    sold = catalogue().data.products
    page = CollectionPage(
        owned=owned,
        total=sum(owned.values()),
        faction=faction,
        factions=tuple((each, FACTION_NAMES[each]) for each in FACTIONS),
        kind=kind,
        groups=tuple(_units(faction) if kind == "unit" else _upgrades(faction)),
        products=tuple(p.name for p in sold if p.units and p.faction in (None, faction)),
        key=str(uuid4()),
    )
    return render_response(request, page)


def one_of(known: Sequence[str], wanted: str) -> str:
    """What is asked for; nonsense is the first."""
    return wanted if wanted in known else known[0]


@require_POST
def count(request: HttpRequest) -> HttpResponse:
    """Set the count of one card (a stepper) or of all on the page (the button without scripts)."""
    typed = {name[5:]: request.POST.get(name, "") for name in request.POST if name.startswith("card-")}
    counts = {card: _number(text) for card, text in typed.items()}
    with identity.acting_account(request) as account:
        collection.count_cards(DatabaseCollection(), str(account.pk), counts, catalogue())
    if wants_part(request):
        return render_response(
            request, Total(total=sum(DatabaseCollection().cards_of(str(account.pk)).values()))
        )
    return redirect(identity.next_page(request, "collection"))


@require_POST
def product(request: HttpRequest) -> HttpResponse:
    """Count one more of everything in a product; the same form sent twice counts it once."""
    name = request.POST.get("name", "")
    with identity.acting_account(request) as account, transaction.atomic():
        if not sent_before(request, account):
            collection.add_product(DatabaseCollection(), str(account.pk), name, catalogue())
    return redirect(identity.next_page(request, "collection"))


def _units(faction: str) -> Iterator[CollectionGroup]:
    """The units an army of the faction may field, by rank."""
    units = [unit for unit in catalogue().data.units if faction in (unit.faction, *unit.army_factions)]
    for rank in RANKS:
        yield _group(f"rank-{rank}", rank, (unit for unit in units if unit.rank == rank))


def _upgrades(faction: str) -> Iterator[CollectionGroup]:
    """The upgrades it may use, by slot."""
    upgrades = [card for card in catalogue().data.upgrades if faction in catalogue().armies_for(card)]
    for slot in SLOTS:
        yield _group(f"up-{slot}", slot, (card for card in upgrades if card.slot == slot))


def _group(icon: str, word: str, cards: Iterable[Card]) -> CollectionGroup:
    by_name = sorted(cards, key=lambda card: card.full_name)
    return CollectionGroup(icon, sentence(words(word)), tuple(by_name))


def _number(text: str) -> int:
    return require(
        whole_number(text or "0"),
        collection.problem("collection.count", given=shorten(text, 20), max=MOST_OWNED),
    )
