"""Two army lists side by side, and the choice of the second."""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from msgspec.structs import replace

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import army_name
from muster.rules.cards import catalogue
from muster.rules.comparing.lines import Part
from muster.rules.comparing.lists import ListComparison, UnitChange, compare_lists
from muster.rules.messages import explain
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies.address import Open
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.requests import actor
from muster.web.site.errors import status_of

SHORT = 60  # letters of a code, an id or a link that are looked up at most


class ListSide(NamedTuple):
    """One of the two lists; `change` leads to the choice of another in its place."""

    name: str
    href: str
    change: str


class ChangeRow(NamedTuple):
    """What became of some units, in words; points are those of all of them."""

    name: str
    number: int
    before: int | None
    after: int | None
    lost: tuple[str, ...]
    gained: tuple[str, ...]


class CardChange(NamedTuple):
    """The cards of a hand or a deck that changed, by name."""

    name: str
    both: int
    lost: tuple[str, ...]
    gained: tuple[str, ...]


class CompareArmiesPage(Page, frozen=True, kw_only=True):
    """Two lists side by side. `hidden` says that the hand and deck of one stay with its owner."""

    template: ClassVar = "armies/compare.html"
    sides: tuple[ListSide, ListSide]
    parts: tuple[Part, ...]
    removed: tuple[ChangeRow, ...]
    added: tuple[ChangeRow, ...]
    changed: tuple[ChangeRow, ...]
    same: int
    cards: tuple[CardChange, ...]
    hidden: bool
    swapped: str


class PickArmyPage(Page, frozen=True, kw_only=True):
    """The choice of the list to compare with; `place` is where the known one stands. `missing` is what was
    typed for the other and names no army that the reader may read, `why` says so."""

    template: ClassVar = "armies/compare_pick.html"
    name: str
    known: str
    place: str
    back: str
    origin: tuple[str, str] | None
    mine: tuple[tuple[str, str], ...]
    missing: str = ""
    why: tuple[str, ...] = ()


@identity.private
@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Two lists, or the choice of the one that is missing; each is read as its own page lets the reader."""
    reader = actor(request)
    given = {place: code_in(request.GET.get(place, "")) for place in ("a", "b")}
    known, refused = look_up_list(reader, given)
    if refused:
        typed, refusal = next(iter(refused.items()))
        again = choice(reader, {place: given[place] for place in known}, known)
        why = tuple(map(explain, refusal.violations))
        return render_response(
            request, replace(again, missing=given[typed], why=why), status_of(refusal.violations)
        )
    if len(known) < 2:
        return render_response(request, choice(reader, given, known))
    return render_response(request, comparison_page(reader, given, known))


def look_up_list(reader: str, given: dict[str, str]) -> tuple[dict[str, SavedArmy], dict[str, Refused]]:
    """The lists that are named, and why some of them cannot be read."""
    known: dict[str, SavedArmy] = {}
    refused: dict[str, Refused] = {}
    for place, wanted in given.items():
        try:
            known |= {place: saving.army_at_address(DatabaseArmies(), reader, wanted)} if wanted else {}
        except Refused as refusal:
            refused[place] = refusal
    return known, refused


def code_in(text: str) -> str:
    """The code or id that somebody typed, or the one in a link that they pasted."""
    path = urlsplit(text.strip()).path if "://" in text else text.strip()
    return path.rstrip("/").rpartition("/")[2][:SHORT]


def address(a: str = "", b: str = "") -> str:
    """The page of two lists, or of one and the choice of the other."""
    return f"{url('army-compare')}?{urlencode({place: word for place, word in (('a', a), ('b', b)) if word})}"


def comparison_page(reader: str, given: dict[str, str], known: dict[str, SavedArmy]) -> CompareArmiesPage:
    """Two lists that the reader may read."""
    first, other = known["a"], known["b"]
    a, b = given["a"], given["b"]
    found = compare_lists(first.army, other.army, catalogue())
    hidden = any(saved.owner != reader and saved.hand_hidden for saved in (first, other))
    return CompareArmiesPage(
        sides=(
            ListSide(army_title(first, a), page_of(first, reader), address(b=b)),
            ListSide(army_title(other, b), page_of(other, reader), address(a=a)),
        ),
        parts=found.parts,
        removed=rows(found.removed),
        added=rows(found.added),
        changed=rows(found.changed),
        same=found.same,
        cards=() if hidden else card_changes(found),
        hidden=hidden,
        swapped=address(b, a),
    )


def army_title(saved: SavedArmy, wanted: str) -> str:
    """The name of an army, with the version where an older one is meant."""
    name = army_name(saved.army)
    return f"{name}, version {saved.version}" if "." in wanted else name


def page_of(saved: SavedArmy, reader: str) -> str:
    """Where an army is read: one's own in the builder, another on its reader's page."""
    return Open().at(saved.id) if saved.owner == reader else url("army-shared", saved.code)


def rows(changes: Iterable[UnitChange]) -> tuple[ChangeRow, ...]:
    """The changes with names."""
    return tuple(
        ChangeRow(
            name=catalogue().name_of(change.unit),
            number=change.number,
            before=None if change.before is None else change.before * change.number,
            after=None if change.after is None else change.after * change.number,
            lost=names(change.lost),
            gained=names(change.gained),
        )
        for change in changes
    )


def card_changes(found: ListComparison) -> tuple[CardChange, ...]:
    """What changed in the hand and the deck, where either list has one."""
    parts = {"Command hand": found.hand, "Battle deck": found.deck}
    return tuple(
        CardChange(name, len(cards.both), names(cards.only_a), names(cards.only_b))
        for name, cards in parts.items()
        if any(cards)
    )


def names(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards by name; what no card has stands as it was written."""
    return tuple(map(catalogue().name_of, cards))


def choice(reader: str, given: dict[str, str], known: dict[str, SavedArmy]) -> PickArmyPage:
    """What a list may be compared with: the one it was copied from, those of the reader, one by its link."""
    place, saved = next(iter(known.items()), ("a", None))
    wanted = given.get(place, "")

    def beside(other: str) -> str:
        if saved is None:
            return address(other)
        return address(wanted, other) if place == "a" else address(other, wanted)

    mine = DatabaseArmies().armies_of(reader) if reader else []
    copied = saving.origin_of(DatabaseArmies(), saved) if saved and saved.owner == reader else None
    return PickArmyPage(
        name=army_title(saved, wanted) if saved else "",
        known=wanted,
        place=place,
        back=page_of(saved, reader) if saved else url("armies"),
        origin=(army_name(copied.army), beside(copied.code)) if copied else None,
        mine=tuple(
            (army_name(each.army), beside(each.id)) for each in mine if not saved or each.id != saved.id
        ),
    )
