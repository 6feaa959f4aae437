"""Aid requests: what each costs, how often it may be made, whom it may help.

Combat Potential and the ban on unique upgrades (rule 197) belong to the Register; they are not checked here.
Source: rules 167, 168 and 176 to 197; rulings A32, A33, A38.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from muster.rules.campaign.library.charts import HIGHEST_RANK
from muster.rules.campaign.library.parts import Aid, Asset
from muster.rules.campaign.register.assets import check_request as check_asset
from muster.rules.campaign.register.unit_facts import UnitFacts
from muster.rules.cards.vocabulary import Slot
from muster.rules.violations import Violation

REINFORCING: Final[tuple[Slot, ...]] = ("heavy-weapon", "personnel")
"""The slots that Reinforcements fill and Supplies and Provisions do not (rules 188, 194)."""


RECRUITING: Final = "active-recruiting"
ASSET: Final = "request-strategic-asset"
MEDICAL: Final = "request-medical-supplies"
REINFORCEMENTS: Final = "request-reinforcements"
TRAINING: Final = "special-training"
SUPPLIES: Final = "supplies-and-provisions"
REASSIGN: Final = "reassign-unit"
FOR_A_UNIT: Final = (MEDICAL, REINFORCEMENTS, TRAINING, SUPPLIES, REASSIGN)
WITH_AN_UPGRADE: Final = (REINFORCEMENTS, SUPPLIES)


class AidSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """Where the Register stands in this sequence: SP left, requests made, assets held and requested.

    `leaving` are used assets, told only where the campaign lets them be bought again at once (R15).
    """

    supply: int
    made: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    requested: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()


class AidRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One request: which, for which unit, which asset, and the slot of the upgrade to be added."""

    aid: Aid
    unit: UnitFacts | None = None
    asset: Asset | None = None
    slot: Slot | None = None


class Treatment(msgspec.Struct, frozen=True, kw_only=True):
    """What Medical Supplies do: setbacks removed at once, then so many red defence dice (rules 181, 182)."""

    removed: int
    dice: int


def price(request: AidRequest) -> int:
    """SP for a request: flat, 1 for each veteran rank of the unit but at least 1, or the asset's own
    (rules 178, 180, 184, 187)."""
    if request.aid.cost == "veteran-rank":
        return max(1, request.unit.veteran_rank if request.unit else 0)
    if request.aid.cost == "asset":
        return request.asset.cost if request.asset else 0
    return request.aid.sp


def check_aid(request: AidRequest, so_far: AidSoFar) -> tuple[Violation, ...]:
    """All reasons why the request cannot be made now; none if it can (rules 167, 168, 177 to 196)."""
    return (
        *_missing_details(request, so_far),
        *_for_unit(request),
        *_for_slot(request),
        *_price_problems(request, so_far),
    )


def notices(request: AidRequest) -> tuple[Violation, ...]:
    """What is worth saying about an allowed request: Reinforcements for a slot that only a commendation gave
    (ruling A38)."""
    unit = request.unit
    if request.aid.id != REINFORCEMENTS or unit is None or _has_slot(unit.card_slots):
        return ()
    return (_violation("aid.gained_slot", request),) if _has_slot(unit.slots) else ()


def treatment(unit: UnitFacts) -> Treatment:
    """Medical Supplies remove one setback, then a die is rolled for each that is left (rules 181, 182)."""
    held = len(unit.setbacks)
    return Treatment(removed=min(1, held), dice=max(0, held - 1))


def trained_rank(unit: UnitFacts) -> int:
    """The maximum veteran rank after Special Training: one more, 5 at most (rules 83, 192)."""
    return min(HIGHEST_RANK, unit.maximum_rank + 1)


def _missing_details(request: AidRequest, so_far: AidSoFar) -> Iterator[Violation]:
    """What a request still has to say. One of each type in a sequence, also after building, unless the type
    allows more (ruling A32)."""
    id, unit = request.aid.id, request.unit
    if not request.aid.repeatable and id in so_far.made:
        yield _violation("aid.once", AidRequest(aid=request.aid))
    if id in FOR_A_UNIT and unit is None:
        yield _violation("aid.which_unit", request)
    if unit is not None and unit.guest:
        yield _violation("aid.guest", request)
    if id in WITH_AN_UPGRADE and request.slot is None:
        yield _violation("aid.which_upgrade", request)
    if request.aid.cost == "asset" and request.asset is None:
        yield _violation("aid.which_asset", request)


def _for_unit(request: AidRequest) -> Iterator[Violation]:
    id, unit = request.aid.id, request.unit
    if unit is None:
        return
    if id == MEDICAL and not unit.setbacks:
        yield _violation("aid.no_setback", request)
    if id == REINFORCEMENTS and not (_has_slot(unit.card_slots) or _has_slot(unit.slots)):
        yield _violation("aid.no_slot", request)
    if id == REASSIGN and unit.paragon:
        yield _violation("aid.paragon_stays", request)
    if id == TRAINING and unit.maximum_rank >= HIGHEST_RANK:
        yield _violation("aid.highest_rank", request, most=HIGHEST_RANK)
    elif id == TRAINING and unit.veteran_rank < unit.maximum_rank:
        yield _violation("aid.below_maximum", request, have=unit.veteran_rank, need=unit.maximum_rank)


def _for_slot(request: AidRequest) -> Iterator[Violation]:
    """Reinforcements fill two kinds of slot, Supplies and Provisions the others (rules 188, 194)."""
    reinforces = request.slot in REINFORCING
    if request.slot and request.aid.id == REINFORCEMENTS and not reinforces:
        yield _violation("aid.reinforcing_slot", request)
    if request.aid.id == SUPPLIES and reinforces:
        yield _violation("aid.provisioning_slot", request)


def _price_problems(request: AidRequest, so_far: AidSoFar) -> Iterator[Violation]:
    if request.asset is not None:
        yield from check_asset(request.asset, so_far.held, so_far.requested, so_far.leaving)
    if price(request) > so_far.supply:
        yield _violation("aid.supply", request, need=price(request), have=so_far.supply)


def _has_slot(slots: tuple[Slot, ...]) -> bool:
    return any(slot in REINFORCING for slot in slots)


def _violation(code: str, request: AidRequest, **params: int | str) -> Violation:
    about = tuple(part.id for part in (request.aid, request.unit, request.asset) if part is not None)
    named = {"aid": request.aid.name, **params}
    return Violation(code=code, source="Tours of Duty: aid requests", about=about, params=named)
