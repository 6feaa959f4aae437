"""The battle book: one's own army against another, what every unit does to every other, page and paper."""

from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET, require_safe
from msgspec.structs import replace

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import Army, army_name
from muster.rules.attack.book import Situation
from muster.rules.attack.facts import BANDS
from muster.rules.attack.telling import ASSUMED, band_in_words, situation_in_words
from muster.rules.attack.told_book import ToldBook, ToldCell, ToldDirection
from muster.rules.attack.typical import typical_armies
from muster.rules.dice.questions import Cover
from muster.rules.messages import explain
from muster.rules.violations import Refused
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.armies.address import Open
from muster.web.armies.compare import code_in
from muster.web.armies.requests import load_own_army
from muster.web.dice.book_weighing import Order, weighed_book
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.print.armies.book import book_pdf
from muster.web.print.armies.sheets import paper_named
from muster.web.requests import actor
from muster.web.site.errors import status_of

COVERS: Final[tuple[Cover, ...]] = ("none", "light", "heavy")
BEST: Final = "best"


class ToldAttack(NamedTuple):
    """An attack in a list: who or whom, wounds, chance to defeat, range; `href` shows all of it."""

    name: str
    wounds: str
    defeat: str
    at: str
    href: str


class UnitAttacks(NamedTuple):
    """A unit with its best targets, or with those it has to fear."""

    name: str
    attacks: tuple[ToldAttack, ...]


class TableCell(NamedTuple):
    """A cell of the table; empty where no weapon reaches."""

    wounds: str = ""
    defeat: str = ""
    shade: int = 0
    href: str = ""
    label: str = ""


class TableRow(NamedTuple):
    """A unit of mine against all of theirs."""

    name: str
    cells: tuple[TableCell, ...]


class PairLine(NamedTuple):
    """One range of the pair that was tapped; `odds` leads to the steps of the attack."""

    at: str
    weapons: str
    wounds: str
    defeat: str
    odds: str


class Pair(NamedTuple):
    """The pair that was tapped: all its ranges."""

    attacker: str
    target: str
    lines: tuple[PairLine, ...]


class BookPage(Page, frozen=True, kw_only=True):
    """The book of two armies."""

    template: ClassVar = "armies/book.html"
    faction: str
    names: tuple[str, str]
    back: str
    against: str
    situation: Situation
    situation_words: str
    assumed: str
    turned: bool
    best_targets: tuple[UnitAttacks, ...]
    worst_fears: tuple[UnitAttacks, ...]
    tabs: tuple[tuple[str, str, bool], ...]
    sides: tuple[tuple[str, str, bool], ...]
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    pair: Pair | None
    paper: str
    change: str


class PickBookPage(Page, frozen=True, kw_only=True):
    """The choice of the army to read the book against."""

    template: ClassVar = "armies/book_pick.html"
    faction: str
    name: str
    back: str
    action: str
    typical: tuple[tuple[str, str], ...]
    mine: tuple[tuple[str, str], ...]
    missing: str = ""
    why: tuple[str, ...] = ()


class Wanted(NamedTuple):
    """What the address asks for."""

    saved: SavedArmy
    key: str
    theirs: Army
    situation: Situation

    def address(self, **more: str) -> str:
        """The page of this book, with something about it changed."""
        query = {"against": self.key, "cover": self.situation.cover, "aims": str(self.situation.aims),
                "dodges": str(self.situation.dodges)}  # fmt: skip
        return f"{url('army-book', self.saved.id)}?{urlencode(query | more)}"


@identity.private
@require_GET
def page(request: HttpRequest, army_id: object) -> HttpResponse:
    """The book, or the choice of the other army."""
    saved, query = load_own_army(request, army_id), request.GET
    key = code_in(query.get("against", ""))
    if not key:
        return render_response(request, pick_page(saved, actor(request)))
    try:
        wanted = wanted_by(saved, key, query, actor(request))
    except Refused as refusal:
        again, why = pick_page(saved, actor(request)), tuple(map(explain, refusal.violations))
        return render_response(request, replace(again, missing=key, why=why), status_of(refusal.violations))
    return render_response(request, book_page(wanted, weigh_book(wanted), query))


@identity.private
@require_safe
def paper(request: HttpRequest, army_id: object) -> HttpResponse:
    """The book as PDF, a page for each direction."""
    key = code_in(request.GET.get("against", ""))
    wanted = wanted_by(load_own_army(request, army_id), key, request.GET, actor(request))
    names = army_name(wanted.saved.army), army_name(wanted.theirs)
    made = book_pdf(weigh_book(wanted), names, wanted.situation, paper_named(request.GET.get("paper", "a4")))
    shown = content_disposition_header(as_attachment=False, filename="battle-book.pdf")
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": shown})


def wanted_by(saved: SavedArmy, key: str, query: QueryDict, reader: str) -> Wanted:
    """The other army as far as the reader may read it, and the situation; words nobody knows are the plain
    ones."""
    typical = typical_armies().get(key)
    theirs = typical or saving.army_at_address(DatabaseArmies(), reader, key).army
    return Wanted(saved, key, theirs, situation_in(query))


def situation_in(query: QueryDict) -> Situation:
    """The situation an address names."""
    return Situation(
        cover=next((cover for cover in COVERS if cover == query.get("cover")), "none"),
        aims=1 if query.get("aims") == "1" else 0,
        dodges=1 if query.get("dodges") == "1" else 0,
    )


def weigh_book(wanted: Wanted) -> ToldBook:
    """The book itself."""
    return weighed_book(Order(wanted.saved.army, wanted.theirs, wanted.situation))


def pick_page(saved: SavedArmy, reader: str) -> PickBookPage:
    """Typical armies, those of the reader, and any by its link."""

    def against(key: str) -> str:
        return f"{url('army-book', saved.id)}?{urlencode({'against': key})}"

    return PickBookPage(
        faction=saved.army.faction,
        name=army_name(saved.army),
        back=Open().at(saved.id),
        action=url("army-book", saved.id),
        typical=tuple((army_name(army), against(key)) for key, army in typical_armies().items()),
        mine=tuple(
            (army_name(each.army), against(each.id))
            for each in DatabaseArmies().armies_of(reader)
            if each.id != saved.id
        ),
    )


def book_page(wanted: Wanted, book: ToldBook, query: QueryDict) -> BookPage:
    """The page: best targets and fears, the table at one range, the pair that was tapped."""
    turned = query.get("side") == "theirs"
    shown = book.theirs if turned else book.ours
    band = next((band for band in BANDS if str(band) == query.get("band")), None)
    kept = {"side": "theirs"} if turned else {}
    at = {"band": BEST if band is None else str(band)}
    names = army_name(wanted.saved.army), army_name(wanted.theirs)
    bands = ((BEST, "Best"), *((str(band), band_in_words(band).capitalize()) for band in BANDS))
    return BookPage(
        faction=wanted.saved.army.faction,
        names=names,
        back=Open().at(wanted.saved.id),
        against=wanted.key,
        situation=wanted.situation,
        situation_words=situation_in_words(wanted.situation),
        assumed=ASSUMED,
        turned=turned,
        best_targets=tuple(
            UnitAttacks(name, attacks(book.ours, places, wanted, mine=True))
            for name, places in zip(book.ours.attackers, book.ours.best_targets, strict=True)
        ),
        worst_fears=tuple(
            UnitAttacks(name, attacks(book.theirs, places, wanted, mine=False))
            for name, places in zip(book.theirs.targets, book.theirs.worst_fears, strict=True)
        ),
        tabs=tuple(
            (label, wanted.address(band=word, **kept) + "#table", word == at["band"]) for word, label in bands
        ),
        sides=(
            (f"{names[0]} attacks", wanted.address(**at) + "#table", not turned),
            (f"{names[1]} attacks", wanted.address(side="theirs", **at) + "#table", turned),
        ),
        columns=shown.targets,
        rows=table_rows(shown, band, wanted, kept | at),
        pair=tapped_pair(shown, query.get("cell", "")),
        paper=wanted.address().replace("/book?", "/book.pdf?"),
        change=url("army-book", wanted.saved.id),
    )


def attacks(
    direction: ToldDirection, places: tuple[int, ...], wanted: Wanted, *, mine: bool
) -> tuple[ToldAttack, ...]:
    """Attacks of a list in words: on whom, or by whom."""
    cells = (direction.cells[place] for place in places)
    side = {} if mine else {"side": "theirs"}
    return tuple(
        ToldAttack(
            direction.targets[cell.target] if mine else direction.attackers[cell.attacker],
            cell.wounds,
            cell.defeat,
            band_in_words(cell.band),
            wanted.address(cell=f"{cell.attacker}-{cell.target}", **side) + "#pair",
        )
        for cell in cells
    )


def table_rows(
    direction: ToldDirection, band: int | None, wanted: Wanted, kept: dict[str, str]
) -> tuple[TableRow, ...]:
    """One row a unit."""

    def cell(attacker: int, target: int) -> TableCell:
        found = direction.at(attacker, target, band)
        if found is None:
            return TableCell()
        href = wanted.address(cell=f"{attacker}-{target}", **kept) + "#pair"
        label = f"{direction.attackers[attacker]} against {direction.targets[target]}"
        return TableCell(found.wounds, found.defeat, found.shade, href, label)

    return tuple(
        TableRow(name, tuple(cell(place, target) for target in range(len(direction.targets))))
        for place, name in enumerate(direction.attackers)
    )


def tapped_pair(direction: ToldDirection, text: str) -> Pair | None:
    """The pair that the address names, at all ranges; none where it names no pair."""
    attacker, _, target = text.partition("-")
    if not (attacker.isdecimal() and target.isdecimal()):
        return None
    found = [cell for cell in direction.cells if (str(cell.attacker), str(cell.target)) == (attacker, target)]
    if not found:
        return None
    first = found[0]
    return Pair(
        direction.attackers[first.attacker], direction.targets[first.target], tuple(map(pair_line, found))
    )


def pair_line(cell: ToldCell) -> PairLine:
    """One range of a pair."""
    at = band_in_words(cell.band).capitalize()
    return PairLine(
        at, cell.weapons, cell.wounds, cell.defeat, f"{url('odds')}?{urlencode({'a': cell.link})}"
    )
