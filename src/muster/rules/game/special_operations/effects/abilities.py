"""Abilities of units that act by themselves at a moment: one small function each. Their numbers are the
card's."""

from muster.rules.game.hooks import Moment, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import Marked, OrdersGiven
from muster.rules.game.operation_steps import Kind, Sheet
from muster.rules.game.special_operations.actions import dashers, grant, may_repeat
from muster.rules.game.special_operations.deciding import Decision, asks, decides, may_pick, means
from muster.rules.game.special_operations.effects.helping import (
    as_measured,
    bout,
    known,
    looked_at,
    number,
    own,
    picked,
    shaken,
)
from muster.rules.game.special_operations.events import Moved
from muster.rules.game.special_operations.moving import free_dash, free_move
from muster.rules.game.special_operations.panic import calm, give, mend
from muster.rules.game.special_operations.units import (
    ability,
    did,
    enemies,
    friends,
    is_vehicle,
    squad,
    stands,
)
from muster.rules.game.table import Table

NOTHING = Outcome()


def _mine(moment: Moment) -> bool:
    return moment.carrier == moment.unit


# After moving and attacking --------------------------------------------------------------------------------


def _after_move(table: Table, moment: Moment, id: str, token: str) -> Outcome:
    if not _mine(moment) or moment.by != "move":
        return NOTHING
    return Outcome(give(table, moment.carrier, token, number(table, moment, id), id))


@effect("acted", "agile")
def _agile(table: Table, moment: Moment) -> Outcome:
    return _after_move(table, moment, "agile", "dodge")


@effect("acted", "tactical")
def _tactical(table: Table, moment: Moment) -> Outcome:
    return _after_move(table, moment, "tactical", "aim")


def _free_attack(table: Table, moment: Moment, kind: Kind) -> Outcome:
    """It uses up the attack, and is none after withdrawing."""
    unit = table.units[moment.carrier]
    blocked = any(did(table, unit.id, one) for one in ("withdraw", "standby", "detonator"))
    if not _mine(moment) or moment.by != "move" or blocked or not may_repeat(table, unit, "attack"):
        return NOTHING
    sheet = Sheet(
        id=f"{moment.place}.{kind}", seat=unit.seat, unit=unit.id, kind=kind, optional=True, why="free"
    )
    return Outcome(then=(sheet,))


@effect("acted", "charge")
def _charge(table: Table, moment: Moment) -> Outcome:
    return _free_attack(table, moment, "melee")


@effect("acted", "steady")
@means("elite-troopers")
def _steady(table: Table, moment: Moment) -> Outcome:
    return _free_attack(table, moment, "any")


@effect("attacked", "arc-training")
def _arc_training(table: Table, moment: Moment) -> Outcome:
    return (
        Outcome(give(table, moment.carrier, "dodge", number(table, moment, "arc-training")))
        if _mine(moment)
        else NOTHING
    )


@effect("attacked", "fire-and-displace")
def _displaces(table: Table, moment: Moment) -> Outcome:
    ranged = _mine(moment) and table.mark("bout.ranged")
    return Outcome(then=grant(table, moment.carrier, ("dash",), moment.place)) if ranged else NOTHING


@effect("attacked", "mandalorian-training")
def _trained(table: Table, moment: Moment) -> Outcome:
    """After the last pool of an attack."""
    if not _mine(moment) or table.mark("bout.goes-on"):
        return NOTHING
    seat, near = table.units[moment.carrier].seat, friends(table, moment.carrier)
    return Outcome(then=may_pick("mandalorian-training", seat, near, moment.place, unit=moment.carrier))


picked("mandalorian-training", lambda table, one: give(table, one, "aim"))


@effect("attacked", "nimble")
def _nimble(table: Table, moment: Moment) -> Outcome:
    dodged = moment.carrier == moment.by and table.mark("bout.parried")
    return (
        Outcome(give(table, moment.carrier, "dodge", number(table, moment, "nimble"))) if dodged else NOTHING
    )


@effect("acted", "valor")
def _valor(table: Table, moment: Moment) -> Outcome:
    return _calms(table, moment, "valor") if moment.by == "attack" else NOTHING


def _calms(table: Table, moment: Moment, id: str) -> Outcome:
    """A friendly unit near it may lose a Suppression; nobody is near who stays in the Network (G36)."""
    if not _mine(moment) or not stands(table.units[moment.carrier]):
        return NOTHING
    seat = table.units[moment.carrier].seat
    return Outcome(then=may_pick(id, seat, shaken(table, seat), moment.place, unit=moment.carrier))


picked("valor", lambda table, one: calm(table, one, 1, "valor"))
picked("inspire", lambda table, one: calm(table, one, 1, "inspire"))


@effect("attacked", "strafe")
def _strafes(table: Table, moment: Moment) -> Outcome:
    """The second attack, on another enemy unit at 4 inches of the first."""
    if not _mine(moment) or did(table, moment.unit, "strafing") != 1:
        return NOTHING
    others = tuple(one for one in enemies(table, moment.unit) if one != moment.by)
    sheet = Sheet(id=f"{moment.place}.strafe", seat=table.units[moment.unit].seat, unit=moment.unit,
                  targets=others, optional=True, why="strafe")  # fmt: skip
    return Outcome((Marked(name=f"did.{moment.unit}.strafing"),), (sheet,) if others else ())


# In an attack ----------------------------------------------------------------------------------------------


@effect("declared", "ambush")
def _ambush(table: Table, moment: Moment) -> Outcome:
    caught = _mine(moment) and table.units[moment.by].order == "facedown"
    return bout("suppressive", number(table, moment, "ambush")) if caught else NOTHING


@effect("declared", "concentrated-fire")
def _concentrated(table: Table, moment: Moment) -> Outcome:
    """More Suppression for each Critical of a ranged attack."""
    return bout("concentrated", number(table, moment, "concentrated-fire")) if _mine(moment) else NOTHING


def _directs(table: Table, moment: Moment) -> bool:
    """While it has a faceup order, others at 12 inches have Critical 1."""
    carrier = table.units[moment.carrier]
    helps = own(table, moment, moment.unit) and not _mine(moment) and carrier.order == "faceup"
    return helps and carrier.deployed


@effect("declared", "directive")
def _directive(table: Table, moment: Moment) -> Outcome:
    told = _directs(table, moment)
    return known(table, "directive", moment.unit, moment.carrier, "critical") if told else NOTHING


@effect("rolled", "directive")
def _is_directed(table: Table, moment: Moment) -> Outcome:
    """Somebody looks once there is a Surge to turn."""
    open_ = moment.surges and not looked_at(table, "directive", moment.unit, moment.carrier)
    if not open_ or not _directs(table, moment):
        return NOTHING
    seat = table.units[moment.carrier].seat
    return Outcome(then=(asks("directive", seat, moment.place, unit=moment.unit, by=moment.carrier),))


@decides("directive")
def _directed(choice: Decision) -> Outcome:
    return as_measured(choice, choice.step.by, "critical", int(choice.yes))


# When somebody panics --------------------------------------------------------------------------------------


@effect("shaken-out", "unrelenting-advance")
def _advances(table: Table, moment: Moment) -> Outcome:
    caused = moment.by == moment.carrier and not own(table, moment, moment.unit)
    speed = number(table, moment, "unrelenting-advance")
    return free_move(table, moment.carrier, speed, "unrelenting-advance", moment.place) if caused else NOTHING


# Start of an activation, of the phase, of the Command Phase ------------------------------------------------


@effect("activations", "reliable")
def _reliable(table: Table, moment: Moment) -> Outcome:
    if table.units[moment.carrier].waits:
        return NOTHING
    return Outcome(give(table, moment.carrier, "surge", number(table, moment, "reliable"), "reliable"))


@effect("activations", "independent")
@means("advanced-ai", "mobility-calibration", "offensive-calibration")
def _independent(table: Table, moment: Moment) -> Outcome:
    """Without an order it gains its token."""
    unit = table.units[moment.carrier]
    found = ability(table, unit, "independent")
    if found is None or unit.order or unit.waits:
        return NOTHING
    return Outcome(tuple(event for token in found.of for event in give(table, unit.id, token, found.value)))


@effect("unit-start", "inspire")
def _inspire(table: Table, moment: Moment) -> Outcome:
    return _calms(table, moment, "inspire")


@effect("unit-start", "for-the-republic")
def _for_the_republic(table: Table, moment: Moment) -> Outcome:
    """It and one friendly unit at 6 inches may each Dash; in the Network it does neither (G36)."""
    if not _mine(moment) or not stands(table.units[moment.carrier]):
        return NOTHING
    seat, near = table.units[moment.carrier].seat, dashers(table, friends(table, moment.carrier))
    other = may_pick("for-the-republic", seat, near, moment.place, unit=moment.carrier)
    able = dashers(table, (moment.carrier,))
    leads = [free_move(table, one, 1, "for-the-republic", moment.place) for one in able]
    return together((*leads, Outcome(then=other)))


@decides("for-the-republic")
def _dashes(choice: Decision) -> Outcome:
    return free_dash(choice.table, choice.one, "for-the-republic", choice.step.id) if choice.one else NOTHING


@effect("ordered", "command-node")
def _command_node(table: Table, moment: Moment) -> Outcome:
    """An order for a Corps unit at 6 inches; who is in the Network is at no distance (G36)."""
    if not stands(table.units[moment.carrier]):
        return NOTHING
    seat = table.units[moment.carrier].seat
    able = [
        one for one in squad(table, seat) if table.units[one].rank == "corps" and not table.units[one].order
    ]
    place = f"{moment.place}.{moment.carrier}"
    return Outcome(then=may_pick("command-node", seat, able, place, unit=moment.carrier))


@decides("command-node")
def _node_ordered(choice: Decision) -> Outcome:
    free = choice.one and not choice.table.units[choice.one].order
    return Outcome((OrdersGiven(seat=choice.seat, units=choice.picked),) if free else ())


@effect("ordered", "chain-of-command")
def _chain(table: Table, moment: Moment) -> Outcome:
    """When it is ordered, Stormtroopers at 8 inches stand by; nobody is near the Network (G36)."""
    unit = table.units[moment.carrier]
    found = ability(table, unit, "chain-of-command")
    if found is None or unit.order != "faceup" or not stands(unit):
        return NOTHING
    able = [one for one in friends(table, unit.id) if table.units[one].card in found.units]
    return Outcome(
        then=may_pick("chain-of-command", unit.seat, able, moment.place, most=found.value, unit=unit.id)
    )


picked("chain-of-command", lambda table, one: give(table, one, "standby"))


@effect("arrived", "scout")
def _scouts(table: Table, moment: Moment) -> Outcome:
    """A speed-1 move after every deployment, never into contact (G34)."""
    moved = Moved(unit=moment.carrier, speed=number(table, moment, "scout"), why="scout")
    return Outcome((moved,)) if _mine(moment) else NOTHING


# The vehicle -----------------------------------------------------------------------------------------------


def _crew(table: Table, moment: Moment) -> tuple[str, ...]:
    return friends(table, moment.carrier) if _mine(moment) else ()


@effect("unit-start", "combined-arms")
def _combined_arms(table: Table, moment: Moment) -> Outcome:
    seat = table.units[moment.carrier].seat
    return Outcome(then=may_pick("combined-arms", seat, _crew(table, moment), moment.place))


picked("combined-arms", lambda table, one: give(table, one, "standby"))


@effect("unit-start", "supply-cache")
def _supply_cache(table: Table, moment: Moment) -> Outcome:
    seat = table.units[moment.carrier].seat
    return Outcome(then=may_pick("supply-cache", seat, _crew(table, moment), moment.place))


picked("supply-cache", lambda table, one: (*give(table, one, "aim"), *give(table, one, "dodge")))


def _shared_out(table: Table, moment: Moment, id: str, left: int) -> Outcome:
    """So many in all, one after the other, to anybody who needs it."""
    seat = table.units[moment.carrier].seat
    needy = [
        one
        for one in friends(table, moment.carrier)
        if (table.units[one].lost if id == "field-triage" else table.units[one].suppression)
        and not is_vehicle(table.units[one])
    ]
    place, about = f"{moment.place}.{left}", (str(left), moment.carrier)
    return Outcome(then=may_pick(id, seat, needy if left and _mine(moment) else (), place, about=about))


@effect("unit-start", "field-triage")
def _triage(table: Table, moment: Moment) -> Outcome:
    return _shared_out(table, moment, "field-triage", number(table, moment, "field-triage"))


@effect("unit-start", "rally-point")
def _rally_point(table: Table, moment: Moment) -> Outcome:
    return _shared_out(table, moment, "rally-point", number(table, moment, "rally-point"))


def _shared(choice: Decision) -> Outcome:
    if not choice.one:
        return NOTHING
    table, (left, hull) = choice.table, choice.step.about
    mended = mend(table, choice.one, 1) if choice.step.what == "field-triage" else calm(table, choice.one, 1)
    moment = Moment(unit=hull, carrier=hull, place=choice.step.id)
    return Outcome(mended, _shared_out(table, moment, choice.step.what, int(left) - 1).then)


decides("field-triage")(_shared)
decides("rally-point")(_shared)
