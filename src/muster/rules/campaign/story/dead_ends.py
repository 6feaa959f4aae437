"""A Register that can muster no army any more and cannot pay for the corps it lacks, and the ways out.

Rule 109 fills up the corps at once where the Combat Potential allows it; where it does not, the Register is
only flagged (ambiguity 41). With fewer corps than the smallest format asks for no battle can be fought, and
without a battle no aid can be requested: step 7 is the last chance.
"""

from typing import Final

import msgspec

from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.parts import Aid
from muster.rules.campaign.register.aid import REASSIGN, RECRUITING, AidSoFar, check_aid
from muster.rules.campaign.register.aid import AidRequest as Told
from muster.rules.campaign.register.recruiting import cheapest_corps, refill_due
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards.catalogue import Catalogue
from muster.rules.violations import Violation

SMALLEST: Final = "recon"


class WayOut(msgspec.Struct, frozen=True, kw_only=True):
    """An aid request that makes room: what it costs, the Combat Potential it gives, why it cannot be made."""

    aid: str
    name: str
    cost: int
    gives: int
    enough: bool
    dossier: str = ""
    why_not: tuple[Violation, ...] = ()


class DeadEnd(msgspec.Struct, frozen=True, kw_only=True):
    """What is missing: corps there and needed, the potential left, the points that all missing corps cost.

    `ways` are the requests that would help, those that cost no unit first; in step 8 they come too late.
    """

    have: int
    need: int
    left: int
    cost: int
    ways: tuple[WayOut, ...] = ()

    @property
    def short(self) -> int:
        """How many points are missing."""
        return max(0, self.cost - self.left)


def mustering_corps(register: Register, cards: Catalogue) -> int:
    """The corps that fill an army's minimum: mercenaries do not (R23)."""
    units = (cards.units.get(dossier.unit) for dossier in register.dossiers if dossier.rank == "corps")
    return sum(1 for unit in units if unit is None or not unit.mercenary)


def dead_end(seat: SideContext) -> DeadEnd | None:
    """Whether the Register is left without the corps that the smallest muster needs and cannot pay for them.

    Nothing to warn of as long as rule 109 still makes the player add a corps.
    """
    register, cards = seat.register, seat.cards
    need = cards.formats[SMALLEST].ranks.limits["corps"].min
    have = mustering_corps(register, cards)
    cheapest = cheapest_corps(register, cards, mercenaries=False)
    if have >= need or cheapest is None or refill_due(register, cards) or cheapest <= register.potential_left:
        return None
    cost = cheapest * (need - have)
    return DeadEnd(
        have=have,
        need=need,
        left=max(0, register.potential_left),
        cost=cost,
        ways=tuple(_ways_out(seat, cost)),
    )


def _ways_out(seat: SideContext, cost: int) -> list[WayOut]:
    """More potential by Active Recruiting, or a unit that is no corps reassigned for the points it frees."""
    wanted = cost - seat.register.potential_left
    recruiting, reassign = seat.library.aid[RECRUITING], seat.library.aid[REASSIGN]
    found = [_way_out(seat, recruiting, recruiting.potential, wanted)]
    spare = [dossier for dossier in seat.register.dossiers if not dossier.paragon and dossier.rank != "corps"]
    found += [_way_out(seat, reassign, dossier.points_spent, wanted, dossier.id) for dossier in spare]
    return sorted(found, key=lambda way: (bool(way.why_not), not way.enough, bool(way.dossier), way.gives))


def _way_out(seat: SideContext, aid: Aid, gives: int, wanted: int, dossier: str = "") -> WayOut:
    unit = dossier_facts(seat.register.dossier(dossier), seat.cards) if dossier else None
    made = tuple(request.aid for request in seat.side.requests)
    why = check_aid(Told(aid=aid, unit=unit), AidSoFar(supply=seat.register.supply, made=made))
    return WayOut(
        aid=aid.id,
        name=aid.name,
        cost=aid.sp,
        gives=gives,
        enough=gives >= wanted,
        dossier=dossier,
        why_not=why,
    )
