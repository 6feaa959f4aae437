"""Abilities of units that act by themselves at a moment: one small function each. Their numbers are the
card's."""

from collections.abc import Callable
from functools import partial

from muster.rules.game.engine.continuations import Answered, Choice, Nothing, Payload, choice
from muster.rules.game.hooks import Moment, carrier_acts, effect, together
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import OrdersGiven
from muster.rules.game.measuring import NEAR, Door, Within, near
from muster.rules.game.special_operations.actions import dashers, grant, may_repeat
from muster.rules.game.special_operations.deciding import ask, may_pick, means
from muster.rules.game.special_operations.distances import inches, within
from muster.rules.game.special_operations.effects.helping import (
    adds_bonus,
    as_measured,
    carrier_of,
    each_gains,
    gives_tokens,
    is_own,
    known_bonus,
    lets_pick,
    measured,
    number,
    shaken_units,
)
from muster.rules.game.special_operations.events import Moved
from muster.rules.game.special_operations.marks import (
    CONCENTRATED,
    DID,
    GOES_ON,
    MORE_CRITICAL,
    MORE_SUPPRESSIVE,
    PARRIED,
    RANGED,
    STRAFED,
)
from muster.rules.game.special_operations.moving import free_dash, free_move
from muster.rules.game.special_operations.panic import calm, give, mend
from muster.rules.game.special_operations.units import ability, enemies, friends, is_vehicle
from muster.rules.game.steps.operations import Kind, Sheet
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import Table
from muster.rules.log import Event

NOTHING = Outcome()


# After moving and attacking --------------------------------------------------------------------------------


def _moved(table: Table, moment: Moment) -> bool:
    return carrier_acts(table, moment) and moment.by == "move"


gives_tokens("acted", "agile", "dodge", _moved, "agile")
gives_tokens("acted", "tactical", "aim", _moved, "tactical")
gives_tokens("attacked", "arc-training", "dodge", carrier_acts)


gives_tokens(
    "attacked", "nimble", "dodge", lambda table, moment: moment.carrier == moment.by and PARRIED.count(table)
)


def _free_attack(table: Table, moment: Moment, kind: Kind) -> Outcome:
    """It uses up the attack, and is none after withdrawing."""
    unit = table.units[moment.carrier]
    blocked = any(DID.count(table, unit.id, action) for action in ("withdraw", "standby", "detonator"))
    if (
        not carrier_acts(table, moment)
        or moment.by != "move"
        or blocked
        or not may_repeat(table, unit, "attack")
    ):
        return NOTHING
    sheet = Sheet(seat=unit.seat, unit=unit.id, kind=kind, optional=True, why="free")
    return Outcome(then=(sheet,))


effect("acted", "charge")(lambda table, moment: _free_attack(table, moment, "melee"))


@effect("acted", "steady")
@means("elite-troopers")
def _steady(table: Table, moment: Moment) -> Outcome:
    return _free_attack(table, moment, "any")


@effect("attacked", "fire-and-displace")
def _displaces(table: Table, moment: Moment) -> Outcome:
    ranged = carrier_acts(table, moment) and RANGED.count(table)
    return Outcome(then=grant(table, moment.carrier, ("dash",))) if ranged else NOTHING


@lets_pick("attacked", "mandalorian-training", each_gains("aim"), NEAR, of=carrier_of)
def _trained(table: Table, moment: Moment) -> tuple[str, ...]:
    """After the last pool of an attack."""
    near = within(table, "mandalorian-training", moment.carrier, friends(table, moment.carrier))
    return near if carrier_acts(table, moment) and not GOES_ON.count(table) else ()


def _shaken_near(table: Table, moment: Moment, card: str) -> tuple[str, ...]:
    """A friendly unit near it may lose a Suppression; nobody is near who stays in the Network (G36)."""
    if not carrier_acts(table, moment) or not table.units[moment.carrier].stands:
        return ()
    return within(table, card, moment.carrier, shaken_units(table, table.units[moment.carrier].seat))


@lets_pick("acted", "valor", partial(calm, number=1, why="valor"), NEAR, of=carrier_of)
def _valor(table: Table, moment: Moment) -> tuple[str, ...]:
    return _shaken_near(table, moment, "valor") if moment.by == "attack" else ()


@effect("attacked", "strafe")
def _strafes(table: Table, moment: Moment) -> Outcome:
    """The second attack, on another enemy unit at 4 inches of the first."""
    if not carrier_acts(table, moment) or DID.count(table, moment.unit, STRAFED) != 1:
        return NOTHING
    others = [id for id in enemies(table, moment.unit) if id != moment.by]
    second = near(table, moment.by, others, inches(table, "strafe", moment.unit))
    sheet = Sheet(seat=table.units[moment.unit].seat, unit=moment.unit,
                  targets=second, optional=True, why="strafe")  # fmt: skip
    return Outcome((DID.add(table, moment.unit, STRAFED),), (sheet,) if second else ())


# In an attack ----------------------------------------------------------------------------------------------


def _from_ambush(table: Table, moment: Moment) -> bool:
    return carrier_acts(table, moment) and table.units[moment.by].order == "facedown"


adds_bonus("ambush", MORE_SUPPRESSIVE, _from_ambush, partial(number, id="ambush"))
adds_bonus("concentrated-fire", CONCENTRATED, carrier_acts, partial(number, id="concentrated-fire"))


def _directs(table: Table, moment: Moment) -> bool:
    """While it has a faceup order, others at 12 inches have Critical 1."""
    carrier = table.units[moment.carrier]
    helps = (
        is_own(table, moment, moment.unit) and not carrier_acts(table, moment) and carrier.order == "faceup"
    )
    return helps and carrier.deployed


@effect("declared", "directive")
def _directive(table: Table, moment: Moment) -> Outcome:
    helps = _directs(table, moment)
    return known_bonus(table, "directive", moment.unit, moment.carrier, MORE_CRITICAL) if helps else NOTHING


@effect("rolled", "directive")
def _is_directed(table: Table, moment: Moment) -> Outcome:
    """Somebody looks once there is a Surge to turn."""
    open_ = moment.surges and not measured(table, "directive", moment.unit, moment.carrier)
    if not open_ or not _directs(table, moment):
        return NOTHING
    seat = table.units[moment.carrier].seat
    return Outcome(then=(ask(use_directive, seat, unit=moment.unit, by=moment.carrier),))


def _told_to_be_near(table: Table, step: Choose) -> Within:
    return Within((step.unit,), (step.by,), inches(table, "directive", step.by))


@choice("directive", door=Door("F", "distance", question=_told_to_be_near))
def use_directive(answer: Answered[Nothing]) -> Outcome:
    return as_measured(answer, answer.step.by, MORE_CRITICAL, int(answer.yes))


# When somebody panics --------------------------------------------------------------------------------------


@effect("shaken-out", "unrelenting-advance")
def _advances(table: Table, moment: Moment) -> Outcome:
    caused = moment.by == moment.carrier and not is_own(table, moment, moment.unit)
    speed = number(table, moment, "unrelenting-advance")
    return free_move(table, moment.carrier, speed, "unrelenting-advance") if caused else NOTHING


# Start of an activation, of the phase, of the Command Phase ------------------------------------------------


gives_tokens(
    "activations",
    "reliable",
    "surge",
    lambda table, moment: not table.units[moment.carrier].waits,
    "reliable",
)


@effect("activations", "independent")
@means("advanced-ai", "mobility-calibration", "offensive-calibration")
def _independent(table: Table, moment: Moment) -> Outcome:
    """Without an order it gains its token."""
    unit = table.units[moment.carrier]
    found = ability(table, unit, "independent")
    if found is None or unit.order or unit.waits:
        return NOTHING
    return Outcome.of(event for token in found.of for event in give(table, unit.id, token, found.value))


lets_pick("unit-start", "inspire", partial(calm, number=1, why="inspire"), NEAR, of=carrier_of)(
    partial(_shaken_near, card="inspire")
)


@effect("unit-start", "for-the-republic")
def _for_the_republic(table: Table, moment: Moment) -> Outcome:
    """It and one friendly unit at 6 inches may each Dash; in the Network it does neither (G36)."""
    if not carrier_acts(table, moment) or not table.units[moment.carrier].stands:
        return NOTHING
    seat, able = table.units[moment.carrier].seat, dashers(table, friends(table, moment.carrier))
    others = within(table, "for-the-republic", moment.carrier, able)
    other = may_pick(use_for_the_republic, seat, others, unit=moment.carrier)
    leads = [free_move(table, id, 1, "for-the-republic") for id in dashers(table, (moment.carrier,))]
    return together((*leads, Outcome(then=other)))


@choice("for-the-republic", door=NEAR)
def use_for_the_republic(answer: Answered[Nothing]) -> Outcome:
    return free_dash(answer.table, answer.first, "for-the-republic") if answer.first else NOTHING


@effect("ordered", "command-node")
def _command_node(table: Table, moment: Moment) -> Outcome:
    """An order for a Corps unit at 6 inches; who is in the Network is at no distance (G36)."""
    if not table.units[moment.carrier].stands:
        return NOTHING
    seat = table.units[moment.carrier].seat
    corps = (unit for unit in table.army(seat) if unit.deployed and unit.rank == "corps")
    able = within(table, "command-node", moment.carrier, (unit.id for unit in corps if not unit.order))
    return Outcome(then=may_pick(use_command_node, seat, able, unit=moment.carrier))


@choice("command-node", door=NEAR)
def use_command_node(answer: Answered[Nothing]) -> Outcome:
    free = answer.first and not answer.table.units[answer.first].order
    return Outcome((OrdersGiven(seat=answer.seat, units=answer.chosen),) if free else ())


@lets_pick(
    "ordered", "chain-of-command", each_gains("standby"), NEAR,
    most=partial(number, id="chain-of-command"), of=carrier_of,
)  # fmt: skip
def _chain(table: Table, moment: Moment) -> tuple[str, ...]:
    """When it is ordered, Stormtroopers at 8 inches stand by; nobody is near the Network (G36)."""
    unit = table.units[moment.carrier]
    found = ability(table, unit, "chain-of-command")
    if found is None or unit.order != "faceup" or not unit.stands:
        return ()
    troopers = [id for id in friends(table, unit.id) if table.units[id].card in found.units]
    return within(table, "chain-of-command", unit.id, troopers)


@effect("arrived", "scout")
def _scouts(table: Table, moment: Moment) -> Outcome:
    """A speed-1 move after every deployment, never into contact (G34)."""
    moved = Moved(unit=moment.carrier, speed=number(table, moment, "scout"), why="scout")
    return Outcome((moved,)) if carrier_acts(table, moment) else NOTHING


# The vehicle -----------------------------------------------------------------------------------------------


def _crew(table: Table, moment: Moment, card: str) -> tuple[str, ...]:
    """A unit near the vehicle is named when that activates."""
    near = within(table, card, moment.carrier, friends(table, moment.carrier))
    return near if carrier_acts(table, moment) else ()


def _resupplied(table: Table, id: str) -> tuple[Event, ...]:
    return (*give(table, id, "aim"), *give(table, id, "dodge"))


for _card, _gain in (("combined-arms", each_gains("standby")), ("supply-cache", _resupplied)):
    lets_pick("unit-start", _card, _gain, NEAR)(partial(_crew, card=_card))


class Share(Payload, frozen=True):
    """How much is left to share out, and the vehicle that does."""

    left: int
    hull: str


def _share_out(table: Table, hull: str, follow: Choice[Share], left: int) -> Outcome:
    """So many in all, one after the other, to anybody who needs it."""
    crew = (table.units[id] for id in friends(table, hull) if left)
    needs = (unit for unit in crew if (unit.lost if follow is use_field_triage else unit.suppression))
    needy = within(table, follow.name, hull, (unit.id for unit in needs if not is_vehicle(unit)))
    seat, known = table.units[hull].seat, Share(left, hull)
    return Outcome(then=may_pick(follow, seat, needy, known=known))


@effect("unit-start", "field-triage")
def _triage(table: Table, moment: Moment) -> Outcome:
    left = number(table, moment, "field-triage") if carrier_acts(table, moment) else 0
    return _share_out(table, moment.carrier, use_field_triage, left)


@effect("unit-start", "rally-point")
def _rally_point(table: Table, moment: Moment) -> Outcome:
    left = number(table, moment, "rally-point") if carrier_acts(table, moment) else 0
    return _share_out(table, moment.carrier, use_rally_point, left)


@choice("field-triage", Share, door=NEAR)
def use_field_triage(answer: Answered[Share]) -> Outcome:
    """A wound less, and the next."""
    return _go_on_sharing(answer, use_field_triage, mend) if answer.first else NOTHING


@choice("rally-point", Share, door=NEAR)
def use_rally_point(answer: Answered[Share]) -> Outcome:
    """A Suppression less, and the next."""
    return _go_on_sharing(answer, use_rally_point, calm) if answer.first else NOTHING


def _go_on_sharing(
    answer: Answered[Share], follow: Choice[Share], door: Callable[[Table, str, int], tuple[Event, ...]]
) -> Outcome:
    known = answer.known
    more = _share_out(answer.table, known.hull, follow, known.left - 1)
    return Outcome(door(answer.table, answer.first, 1), more.then)
