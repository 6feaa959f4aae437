"""Looking ahead: how far agendas and the turning point are, and what supply points may buy.

Nothing is decided here; the numbers are exact. Source: rules 30, 140 to 152, 167 to 172 and 176 to 197.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from muster.rules.campaign.battle.missions import ArcEnd, Standing, arc_end
from muster.rules.campaign.battle.turning_points import MAY_FROM, turning_point_standing
from muster.rules.campaign.library.charts import SUPPLY_FOR_PLAYING, supply_from
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register import aid as requests
from muster.rules.campaign.register.aid import AidSoFar
from muster.rules.campaign.register.register import AgendaTrack, Register, StoryArc
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import SIDES, Die
from muster.rules.violations import Violation

MOST_BATTLES: Final = 12
PLENTY: Final = 10_000


# The story arc --------------------------------------------------------------------------------------------


class ArcOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """Where the arc stands.

    `boxes` and `battles` are the fewest until a turning point may (2) or must (3) be played; `ends` is what
    its end gives with the agendas complete now, `ends_full` with all three.
    """

    standing: Standing
    completed: int
    boxes: Mapping[int, int]
    battles: Mapping[int, int]
    ends: ArcEnd
    ends_full: ArcEnd


def arc_outlook(register: Register) -> ArcOutlook | None:
    """How far the turning point is; none between two arcs (rules 30, 140, 141, 171, 172)."""
    arc = register.arc
    if arc is None or arc.ended:
        return None
    wanted = (MAY_FROM, len(arc.agendas))
    return ArcOutlook(
        standing=turning_point_standing(register),
        completed=arc.complete_agendas,
        boxes={count: sum(boxes_left(agenda) for agenda in nearest(arc, count)) for count in wanted},
        battles={count: len(nearest(arc, count)) for count in wanted},
        ends=arc_end(arc.complete_agendas),
        ends_full=arc_end(len(arc.agendas)),
    )


def boxes_left(agenda: AgendaTrack) -> int:
    """The boxes still to be marked (rules 12, 69)."""
    return max(0, agenda.needed - agenda.marked)


def nearest(arc: StoryArc, complete: int) -> list[AgendaTrack]:
    """The agendas that are finished with the fewest boxes, until so many are complete.

    A battle has one agenda of each player in play, so each of them needs a battle at least (rule 144).
    """
    unfinished = sorted((agenda for agenda in arc.agendas if not agenda.complete), key=boxes_left)
    return unfinished[: max(0, complete - arc.complete_agendas)]


# Supply points --------------------------------------------------------------------------------------------


def supply_chance(won: bool) -> Fraction:
    """The chance that the red defence die brings its 1 SP (rules 150 to 152)."""
    sides = SIDES[Die.DEFENCE_RED]
    return Fraction(sum(supply_from(face, won) for face in sides), len(sides))


def expected_supply(battles: int, won: int) -> Fraction:
    """The mean SP of the next battles: 2 for each and the mean of each die (rules 149 to 152)."""
    lost = battles - won
    return SUPPLY_FOR_PLAYING * battles + supply_chance(True) * won + supply_chance(False) * lost


def supply_odds(battles: int, won: int) -> dict[int, Fraction]:
    """The exact chance of every sum of SP that the next battles may bring."""
    odds = {0: Fraction(1)}
    for number in range(min(battles, MOST_BATTLES)):
        odds = _one_more(odds, supply_chance(number < won))
    return odds


def _one_more(odds: Mapping[int, Fraction], chance: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for total, share in odds.items():
        low = total + SUPPLY_FOR_PLAYING
        found[low] = found.get(low, Fraction(0)) + share * (1 - chance)
        found[low + 1] = found.get(low + 1, Fraction(0)) + share * chance
    return found


def chance_of(odds: Mapping[int, Fraction], at_least: int) -> Fraction:
    """The chance that the battles bring at least so many SP."""
    return sum((share for total, share in odds.items() if total >= at_least), Fraction(0))


# Aid requests ---------------------------------------------------------------------------------------------


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """An aid request that could be made, with its price now and every reason against it but the price;
    `notices` are worth saying though it is allowed."""

    aid: str
    name: str
    cost: int
    dossier: str = ""
    asset: str = ""
    problems: tuple[Violation, ...] = ()
    notices: tuple[Violation, ...] = ()

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return f"{self.aid}.{self.dossier or self.asset}".rstrip(".")


def wishes(register: Register, cards: Catalogue, books: Library) -> tuple[Wish, ...]:
    """Everything that supply points could buy for this Register, at today's prices (rules 176 to 197)."""
    return tuple(_wishes(register, cards, books))


def _wishes(register: Register, cards: Catalogue, books: Library) -> Iterator[Wish]:
    recruiting = books.aid[requests.RECRUITING]
    yield _wish(register, requests.AidRequest(aid=recruiting), recruiting.name)
    for asset in books.assets.values():
        yield _wish(register, requests.AidRequest(aid=books.aid[requests.ASSET], asset=asset), asset.name)
    for dossier in register.dossiers:
        facts = dossier_facts(dossier, cards)
        for aid in (books.aid[aid_id] for aid_id in requests.FOR_A_UNIT):
            yield _wish(register, requests.AidRequest(aid=aid, unit=facts), aid.name, dossier.id)


def _wish(register: Register, request: requests.AidRequest, name: str, dossier: str = "") -> Wish:
    found = requests.check_aid(request, AidSoFar(supply=PLENTY, held=register.assets))
    return Wish(
        aid=request.aid.id,
        name=name,
        cost=requests.price(request),
        dossier=dossier,
        asset=request.asset.id if request.asset else "",
        # Which upgrade it will be is decided when the request is made.
        problems=tuple(violation for violation in found if violation.code != "aid.which_upgrade"),
        notices=requests.notices(request),
    )


class Bill(msgspec.Struct, frozen=True):
    """What a choice of requests costs, and what stands against making all of them in one sequence."""

    cost: int
    problems: tuple[Violation, ...]


def bill(picked: Sequence[Wish], books: Library) -> Bill:
    """The total, and the requests that one sequence allows only once (rules 168, 177)."""
    twice = []
    for number, wish in enumerate(picked):
        made = tuple(wish.aid for wish in picked[:number])
        so_far = AidSoFar(supply=PLENTY, made=made)
        found = requests.check_aid(requests.AidRequest(aid=books.aid[wish.aid]), so_far)
        twice += [violation for violation in found if violation.code == "aid.once"]
    own = (violation for wish in picked for violation in wish.problems)
    return Bill(sum(wish.cost for wish in picked), (*own, *twice))
