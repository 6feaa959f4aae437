"""Step 7 and the requests after building: aid for supply points (rules 124, 167, 168, 176 to 197)."""

from collections.abc import Sequence
from typing import Final

import msgspec

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.steps.side import (
    SideContext,
    Turn,
    check_dice,
    not_now,
    trait_active,
)
from muster.rules.campaign.library import charts
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import Aid
from muster.rules.campaign.register import aid as calculator
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.assets import assets_used_up
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.editing import minimum_problems, not_editable
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.recruiting import (
    owned_upgrade,
    potential_problem,
    price,
    refill_problem,
    upgrade_problems,
)
from muster.rules.campaign.register.register import Register, problem, problem_if
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards.catalogue import Catalogue
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless, require

WARDEN: Final = "selfless-warden"
WARDEN_DICE: Final = (Die.DEFENCE_WHITE,) * 3
MEDICAL: Final = "request-medical-supplies"


class AidRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked for: the kind, and as it needs them a unit, an asset, an upgrade, setbacks to remove.

    The first of `setbacks` goes for certain; the dice of Medical Supplies take the others in this order.
    """

    aid: str
    dossier: str = ""
    asset: str = ""
    upgrade: str = ""
    setbacks: tuple[str, ...] = ()


class Desk(msgspec.Struct, frozen=True):
    """Where a request is made: the Register, the books, and what was asked for in this sequence before."""

    register: Register
    cards: Catalogue
    library: Library
    made: tuple[tuple[str, str], ...] = ()
    used_assets: tuple[str, ...] = ()


def known_aid(library: Library, aid_id: str) -> Aid:
    """The kind of request; refused when there is none such."""
    known = ", ".join(library.aid)
    unknown = problem("sequence.no_aid", (aid_id[:60],), 167, given=aid_id[:60], known=known)
    return require(library.aid.get(aid_id), unknown)


def _calculator_request(desk: Desk, request: AidRequest) -> calculator.AidRequest:
    """The request as the library's calculator reads it."""
    dossier = desk.register.dossier(request.dossier) if request.dossier else None
    asset = desk.library.assets.get(request.asset)
    named = request.asset[:60]
    refuse_unless(asset or not named, problem("register.no_asset", (named,), 184, asset=named))
    return calculator.AidRequest(
        aid=known_aid(desk.library, request.aid),
        unit=None if dossier is None else dossier_facts(dossier, desk.cards),
        asset=asset,
        slot=desk.cards.upgrade(request.upgrade).slot if request.upgrade else None,
    )


def cost_of(desk: Desk, request: AidRequest) -> int:
    """What the request costs (rules 178 to 195)."""
    return calculator.price(_calculator_request(desk, request))


def medical_dice(desk: Desk, request: AidRequest) -> tuple[Die, ...]:
    """Rule 182: one red defence die for each setback the unit still has after the first is gone."""
    if request.aid != MEDICAL:
        return ()
    facts = dossier_facts(desk.register.dossier(request.dossier), desk.cards)
    return (Die.DEFENCE_RED,) * calculator.treatment(facts).dice


def request_problems(desk: Desk, request: AidRequest) -> list[Violation]:
    """All reasons why this request cannot be made now."""
    so_far = calculator.AidSoFar(
        supply=desk.register.supply,
        made=tuple(aid for aid, _ in desk.made),
        held=desk.register.assets,
        requested=tuple(asset for _, asset in desk.made if asset),
        leaving=desk.used_assets,
    )
    calculated = _calculator_request(desk, request)
    found = list(calculator.check_aid(calculated, so_far))
    if calculated.aid.id in calculator.WITH_AN_UPGRADE and calculated.unit is not None and request.upgrade:
        found += _upgrade_problems(desk, request)
    if calculated.aid.id == MEDICAL and request.dossier:
        found += _setback_problems(desk.register.dossier(request.dossier), request)
    return found


def _setback_problems(dossier: Dossier, request: AidRequest) -> list[Violation]:
    """Rule 181: who has several setbacks chooses the one that goes for certain, among those it has."""
    held = {setback.id for setback in dossier.setbacks}
    found = [
        problem("register.no_setback", (setback[:60],), 181, setback=setback[:60])
        for setback in request.setbacks
        if setback not in held
    ]
    if len(held) > 1 and not request.setbacks:
        found.append(problem("aid.which_setback", (dossier.id,), 181, unit=dossier.called))
    return found


def _upgrade_problems(desk: Desk, request: AidRequest) -> list[Violation]:
    """Rule 197: a unit that may equip it, not of the banned unique kinds, within the Combat Potential."""
    dossier = desk.register.dossier(request.dossier)
    upgrade, unit = desk.cards.upgrade(request.upgrade), desk.cards.unit(dossier.unit)
    cost = potential_problem(desk.register, price(upgrade, desk.register, desk.cards))
    found = [*upgrade_problems(unit, dossier, upgrade, desk.register, desk.cards)]
    return [*found, cost] if cost else found


def _carry_out(desk: Desk, request: AidRequest, ledger: Ledger, roll: Roll | None) -> None:
    aid = known_aid(desk.library, request.aid)
    match request.aid:
        case "request-strategic-asset":
            ledger.say(register_events.AssetAdded(request.asset, desk.library.assets[request.asset].name))
        case "request-medical-supplies":
            _heal(desk.register.dossier(request.dossier), request, ledger, roll)
        case "special-training":
            facts = dossier_facts(desk.register.dossier(request.dossier), desk.cards)
            ledger.say(register_events.MaximumRaised(request.dossier, calculator.trained_rank(facts)))
        case "request-reinforcements" | "supplies-and-provisions":
            upgrade = owned_upgrade(desk.cards.upgrade(request.upgrade), desk.register, desk.cards)
            ledger.say(register_events.UpgradeAdded(request.dossier, upgrade, aid.id))
        case "reassign-unit":
            ledger.say(register_events.UnitRemoved(request.dossier, "reassigned", ledger.battle))
        case _:
            pass
    if aid.potential:
        ledger.say(register_events.PotentialChanged(aid.potential, aid.id, ledger.battle))


def treatment_order(dossier: Dossier, asked: Sequence[str]) -> list[str]:
    """The order in which setbacks go: as asked for where there are several kinds, else as they stand."""
    held = [setback.id for setback in dossier.setbacks for _ in range(setback.count)]
    order: list[str] = []
    for setback in (*asked, *held):
        if order.count(setback) < held.count(setback):
            order.append(setback)
    return order


def _heal(dossier: Dossier, request: AidRequest, ledger: Ledger, roll: Roll | None) -> None:
    """Rules 181 and 182: one setback for certain, one more for each Block."""
    order = treatment_order(dossier, request.setbacks)
    more = charts.removable(order[1:], roll.faces if roll else ())
    ledger.remove_setbacks(dossier.id, order[: 1 + more], request.aid)


def make_request(desk: Desk, request: AidRequest, roll: Roll | None, battle: str = "") -> Ledger:
    """Make and pay for a request, or refuse it with every reason. The dice must be those the request asks
    for."""
    refuse_if(refill_problem(desk.register, desk.cards), *request_problems(desk, request))
    dice = medical_dice(desk, request)
    if dice and roll is None:
        raise Refused(problem("sequence.dice", (), wanted=len(dice), die=dice[0].value, given=0))
    if roll is not None:
        check_dice(roll, dice)
    aid, cost = desk.library.aid[request.aid], cost_of(desk, request)
    ledger = Ledger(desk.register, battle)
    ledger.say(register_events.AidRequested(aid.id, aid.name, cost, request.dossier, battle))
    ledger.supply(-cost, aid.id)
    _carry_out(desk, request, ledger, roll)
    return ledger


def decide_starting_aid(
    register: Register, request: AidRequest, cards: Catalogue, library: Library
) -> tuple[Event, ...]:
    """Rule 124: after building the starting Register, once for each kind (ambiguity 32)."""
    late = problem("sequence.aid_late", (), 124) if register.status == "founded" else None
    refuse_if(not_editable(register), late, *minimum_problems(register))
    made = tuple((aid, "") for aid in register.requested)
    assets = tuple(("request-strategic-asset", asset) for asset in register.assets)
    return tuple(make_request(Desk(register, cards, library, (*made, *assets)), request, None).events)


def desk_of(seat: SideContext) -> Desk:
    """The desk of this side in step 7."""
    made = tuple((request.aid, request.asset) for request in seat.side.requests)
    again = seat.battle.switches.used_assets_may_be_bought_again
    used = assets_used_up(seat.side.assets, seat.side.switched, seat.library) if again else ()
    return Desk(seat.register, seat.cards, seat.library, made, used)


def warden_due(seat: SideContext) -> bool:
    """Selfless Warden: three white defence dice before the first request."""
    return trait_active(seat, WARDEN) and not seat.side.wardened


def decide_warden(seat: SideContext, roll: Roll) -> Turn:
    """Selfless Warden: lose 1 SP for each Block or Surge."""
    refuse_if(not_now(seat, 7))
    if not warden_due(seat):
        raise Refused(problem("sequence.no_warden", (seat.key,)))
    check_dice(roll, WARDEN_DICE)
    ledger = seat.ledger()
    ledger.supply(-roll.count(Face.BLOCK, Face.SURGE), WARDEN)
    return Turn(
        (battle_events.WardenRolled(seat.key, roll, seat.register.supply - ledger.register.supply),),
        tuple(ledger.events),
    )


def decide_aid(seat: SideContext, request: AidRequest, roll: Roll | None = None) -> Turn:
    """Step 7: an aid request (rules 167, 168, 176 to 197)."""
    refuse_if(not_now(seat, 7), problem_if(warden_due(seat), "sequence.warden_first", (seat.key,)))
    ledger = make_request(desk_of(seat), request, roll, seat.battle.id)
    same = (
        earlier.aid == request.aid and earlier.dossier == request.dossier for earlier in seat.side.requests
    )
    number = sum(same) + 1  # counted for the unit alone: another request in between frees no faces
    event = battle_events.AidMade(seat.key, request.aid, number, request.asset, request.dossier, roll)
    return Turn((event,), tuple(ledger.events))
