"""Changes of unit rows, at any time in a round: wounds, Suppression, tokens, defeats, claims, concession.

Attacks of these modes are fought on the table; their result is tapped in. A gain of Suppression has one door.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from muster.rules.game.answers import Act, AnyInput, Claim, Concede, Defeat, Suppress, Tokens, Wound
from muster.rules.game.hooks import CARDS, UNIT_ACTIONS, at, in_force, mission_rules, together, unit_action
from muster.rules.game.kernel import Outcome, automatic, change_rule, problem
from muster.rules.game.log.events import Defeated, Deployed, GameEnded, MarkerChanged, UnitChanged
from muster.rules.game.log.evolve import evolve
from muster.rules.game.marks import STEADY, TAKEN
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.acting import act_taken, why_not
from muster.rules.game.phases.activation import may_enter
from muster.rules.game.phases.ending import tabled_result
from muster.rules.game.scoring.contesting import acts, panicked
from muster.rules.game.steps import CheckPanic, Fall, Gain, Shaken
from muster.rules.game.table import GREEN, Ended, Game, Seat, Table, Unit, View, against
from muster.rules.game.tokens import KINDS, room_for
from muster.rules.log import Event
from muster.rules.violations import Violation

MOST: Final = 20
"""More tokens than any unit gains in one tap."""


def own_units(seen: View) -> Iterator[Unit]:
    """The units whose rows this seat may change: its own, while they take part and a round is on. In Special
    Operations everything that changes them is known. A side left alone may say that its own units fell in
    the same act (G47)."""
    table = seen.table
    kept = table.level == "full" and not mode_of(table).fought
    if kept and (table.phase in ("command", "activation", "end") or left_alone(table)):
        yield from (unit for unit in table.units.values() if unit.seat == seen.audience and unit.here)


def left_alone(table: Table) -> bool:
    """Whether the game ended because only one side has units left."""
    return table.ended is not None and table.ended.ground == "tabled" and not table.closed


def _unit_wrong(seen: View, change: Wound | Suppress | Tokens | Defeat | Claim | Act) -> Iterator[Violation]:
    if change.unit not in {unit.id for unit in own_units(seen)}:
        yield problem("game.not_your_unit", [change.unit[:40]])


def _count_wrong(seen: View, change: Wound | Suppress | Tokens) -> Iterator[Violation]:
    wrong = list(_unit_wrong(seen, change))
    yield from wrong
    if not 0 < abs(change.number) <= MOST:
        yield problem("game.how_many", least=1, most=MOST)
    elif not wrong and change.number < 0 and _have(seen.table.units[change.unit], change) < -change.number:
        yield problem("game.not_so_many", [change.unit[:40]])
    elif not wrong and isinstance(change, Tokens):
        yield from _too_many(seen.table, change)


def _too_many(table: Table, change: Tokens) -> Iterator[Violation]:
    """A kind of token that is not for this unit, or more than it may have."""
    unit, kind = table.units[change.unit], KINDS[change.token]
    if change.number > room_for(table, unit, change.token):
        most = kind.most(table, unit) if kind.fits(table, unit) else 0
        yield problem(
            "game.token_most" if most else "game.token_not_for", [unit.id], token=kind.name, most=most
        )


def _have(unit: Unit, change: Wound | Suppress | Tokens) -> int:
    if isinstance(change, Tokens):
        return unit.tokens.get(change.token, 0)
    return unit.lost if isinstance(change, Wound) else unit.suppression


def with_drops(game: Game, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What follows at once: assets of the defeated and the panicked are dropped, and a side without
    undefeated units has lost."""
    game = evolve(game, *events)
    dropped = tuple(
        MarkerChanged(marker=replace(marker, holder=""), why="dropped")
        for marker in game.table.lying()
        if marker.holder and _drops(game.table, game.table.units[marker.holder])
    )
    ended = tabled_result(game.table)
    over = (GameEnded(ended=ended),) if ended and ended != game.table.ended else ()
    return (*events, *dropped, *over)


def _drops(table: Table, unit: Unit) -> bool:
    return not unit.here or panicked(table, unit)


def _wound_options(seen: View) -> Iterator[AnyInput]:
    return (Wound(unit=unit.id) for unit in own_units(seen))


@change_rule(Wound, _count_wrong, _wound_options)
def _change_wounds(game: Game, _seat: Seat, change: Wound) -> Outcome:
    """Wounds go to the unit; with as many as its miniatures have together it is defeated."""
    return apply_wounds(game, change.unit, change.number, change.by)


def apply_wounds(game: Game, id: str, number: int, by: str = "", why: str = "") -> Outcome:
    """The one door for wounds: what may still save a unit that lost its last is asked first."""
    unit = game.table.units[id]
    number = min(number, unit.wounds - unit.lost)
    changed = UnitChanged(unit=id, what="wound", by=number, why=why)
    if unit.lost + number < unit.wounds:
        return Outcome((changed,))
    saved = None if why else _may_be_saved(game, changed, by)
    if saved:
        return saved
    fall = defeat_unit(evolve(game, changed), id, by, why=why)
    return fall._replace(events=(changed, *fall.events))


def _may_be_saved(game: Game, last: UnitChanged, by: str, near: bool = False) -> Outcome | None:
    """What is asked before a unit with its last wounds falls to an attack, where anything may save it (rule
    249)."""
    id = last.unit
    saves = at(evolve(game, last).table, "falling", id, by, near=near)
    if not saves.then:
        return None
    fall = Fall(unit=id, by=by, near=near)
    return Outcome((last, *saves.events), (*saves.then, fall))


def defeat_unit(game: Game, id: str, by: str = "", near: bool = False, why: str = "") -> Outcome:
    """A unit is defeated, by an attack or by the wounds of a card (`why`), and the cards say to it what they
    say."""
    defeat = Defeated(unit=id, by=by, near=near)
    says = at(evolve(game, defeat).table, "defeated", id, by, near=near, card=why)
    return Outcome(with_drops(game, (defeat, *says.events)), says.then)


@automatic(Fall)
def _settle_fall(game: Game, step: Fall) -> Outcome:
    """Nothing saved it, unless it stands with a wound left."""
    unit = game.table.units[step.unit]
    if not unit.here or unit.lost < unit.wounds:
        return Outcome()
    return defeat_unit(game, unit.id, step.by, step.near)


@automatic(Gain)
def _settle_gain(game: Game, step: Gain) -> Outcome:
    """Units gain Suppression, or suffer wounds, by a card: each in one gain, those without Courage none."""
    outcomes = []
    for id in step.units:
        unit = game.table.units[id]
        if not unit.here or (step.what == "suppression" and unit.courage is None):
            continue
        door = apply_suppression if step.what == "suppression" else apply_wounds
        outcomes.append(door(game, id, step.number, why=step.why))
        game = evolve(game, *outcomes[-1].events)
    return together(outcomes)


def _suppress_options(seen: View) -> Iterator[AnyInput]:
    return (Suppress(unit=unit.id) for unit in own_units(seen) if unit.courage is not None)


def _suppress_wrong(seen: View, change: Suppress) -> Iterator[Violation]:
    """A unit without Courage gains no Suppression (core: Suppression)."""
    yield from _count_wrong(seen, change)
    unit = seen.table.units.get(change.unit)
    if unit and unit.courage is None and change.number > 0:
        yield problem("game.no_courage", [unit.id])


def apply_suppression(game: Game, id: str, number: int, why: str = "") -> Outcome:
    """The one door for Suppression. Where it matters at once whether the unit is Panicked now, somebody looks
    for what steadies it before it drops anything and cards have their say (core: Panic; rule 492)."""
    change = UnitChanged(unit=id, what="suppression", by=number, why=why)
    if number <= 0:
        return Outcome((change,))
    table = evolve(game, change).table
    unit = table.units[id]
    shaken = Shaken(unit=id)
    if _matters(table, unit) and (panicked(table, unit) or STEADY.count(table, id)):
        return Outcome((change,), (CheckPanic(seat=unit.seat, unit=id), shaken))
    return Outcome((change,), (shaken,))


def _matters(table: Table, unit: Unit) -> bool:
    """It holds an asset, stands at a token that is scored next, or a card has to know."""
    holds = any(marker.holder == unit.id for marker in table.lying())
    stands = table.phase == "end" and any(unit.id in units for units in table.places.values())
    return holds or stands or any(CARDS[card.name].needs_panic for card in in_force(table))


@automatic(Shaken)
def _settle_shaken(game: Game, step: Shaken) -> Outcome:
    """The Panicked drop what they hold; then cards say to the gain what they say (rule 492)."""
    events = with_drops(game, ())
    game = evolve(game, *events)
    says = at(game.table, "suppressed", step.unit) if game.table.ended is None else Outcome()
    return Outcome((*events, *says.events), says.then)


@change_rule(Suppress, _suppress_wrong, _suppress_options)
def _change_suppression(game: Game, _seat: Seat, change: Suppress) -> Outcome:
    return apply_suppression(game, change.unit, change.number)


def _token_options(seen: View) -> Iterator[AnyInput]:
    return (Tokens(unit=unit.id, token=GREEN[0]) for unit in own_units(seen))


@change_rule(Tokens, _count_wrong, _token_options)
def _change_tokens(_game: Game, _seat: Seat, change: Tokens) -> Outcome:
    return Outcome((UnitChanged(unit=change.unit, what=change.token, by=change.number),))


def _defeat_options(seen: View) -> Iterator[AnyInput]:
    return (Defeat(unit=unit.id) for unit in own_units(seen))


@change_rule(Defeat, _unit_wrong, _defeat_options, late=True)
def _defeat(game: Game, _seat: Seat, change: Defeat) -> Outcome:
    """A unit is defeated at once, whatever wounds it had left, unless something may still save it. After the
    end nobody is asked any more: both sides may have lost their last units in one act (G47)."""
    unit = game.table.units[change.unit]
    if game.table.ended is not None:
        return defeat_unit(game, change.unit, change.by, change.near)
    last = UnitChanged(unit=unit.id, what="wound", by=unit.wounds - unit.lost)
    saved = _may_be_saved(game, last, change.by, change.near)
    return saved or defeat_unit(game, change.unit, change.by, change.near)


CLAIM: Final = "claim"


def _may_take(table: Table, unit: Unit, what: str) -> bool:
    """Whether a unit may take an action: it acts, and has not taken it in this activation."""
    return acts(table, unit) and not TAKEN.count(table, what, unit.id) and not why_not(table, unit, what)


def claimable(table: Table, unit: Unit) -> Iterator[str]:
    """The assets nobody holds that this unit may claim, by a free action: the card of the asset says who may.
    That it contests the asset the table shows."""
    if not _may_take(table, unit, CLAIM):
        return
    claims = {name: may for card in mission_rules(table) for name, may in card.claimable.items()}
    yield from (
        marker.id
        for marker in table.lying()
        if marker.kind == "asset" and not marker.holder
        if marker.name in claims and claims[marker.name](table, unit, marker)
    )


def _claim_options(seen: View) -> Iterator[AnyInput]:
    return (Claim(unit=unit.id, marker=id) for unit in own_units(seen) for id in claimable(seen.table, unit))


CLAIM_RULES: Final = {"surface-scan": 490, "recon-mission": 497}


def _claim_wrong(seen: View, change: Claim) -> Iterator[Violation]:
    """A unit that acts, on the table and not Panicked, once an activation (G12); else whatever the asset's
    card says against it (rules 490, 497)."""
    wrong = list(_unit_wrong(seen, change))
    yield from wrong
    if not wrong and change.marker not in claimable(seen.table, seen.table.units[change.unit]):
        card = seen.table.mission.secondary
        yield problem("game.no_claim", [change.marker[:40]], rule=CLAIM_RULES.get(card, card))


@change_rule(Claim, _claim_wrong, _claim_options)
def _claim(game: Game, _seat: Seat, change: Claim) -> Outcome:
    table = game.table
    marker = replace(table.markers[change.marker], holder=change.unit)
    cost = act_taken(table, table.units[change.unit], CLAIM)
    return Outcome((*cost, MarkerChanged(marker=marker, why="claimed"), TAKEN.add(table, CLAIM, change.unit)))


# Actions ---------------------------------------------------------------------------------------------------


def unit_actions_of(table: Table, unit: Unit) -> Iterator[tuple[str, str]]:
    """What a unit may do now, each with a token where it needs one."""
    return ((name, marker) for name in UNIT_ACTIONS for marker in _able(table, unit, name))


def _able(table: Table, unit: Unit, name: str) -> tuple[str, ...]:
    known = UNIT_ACTIONS[name]
    if why_not(table, unit, name) or (known.once and not _may_take(table, unit, name)):
        return ()
    return tuple(known.able(table, unit))


def _act_options(seen: View) -> Iterator[AnyInput]:
    return (
        Act(unit=unit.id, what=name, marker=marker)
        for unit in own_units(seen)
        for name, marker in unit_actions_of(seen.table, unit)
    )


def _act_wrong(seen: View, change: Act) -> Iterator[Violation]:
    """What no card lets this unit do now, or not there, or not once more; of counted actions why not."""
    wrong = list(_unit_wrong(seen, change))
    yield from wrong
    able = _able(seen.table, seen.table.units[change.unit], change.what) if _known(seen, change) else ()
    if not wrong and change.marker not in able:
        why = why_not(seen.table, seen.table.units[change.unit], change.what)
        yield (
            problem(why, [change.unit])
            if why
            else problem("game.no_deed", [*filter(None, (change.what[:40], change.marker[:40]))])
        )


def _known(seen: View, change: Act) -> bool:
    return change.what in UNIT_ACTIONS and change.unit in seen.table.units


@change_rule(Act, _act_wrong, _act_options)
def _take_action(game: Game, _seat: Seat, change: Act) -> Outcome:
    table, known = game.table, UNIT_ACTIONS[change.what]
    outcome = known.settle(table, table.units[change.unit], change.marker)
    once = (TAKEN.add(table, change.what, change.unit),) if known.once else ()
    cost = act_taken(table, table.units[change.unit], change.what)
    return outcome._replace(events=with_drops(game, (*cost, *outcome.events, *once)))


def _enters(table: Table, unit: Unit) -> tuple[str, ...]:
    return ("",) if table.acting == unit.id and may_enter(table, unit) else ()


# A unit has entered by its first move, and acts on the table from now on.
unit_action("enter", able=_enters)(lambda _table, unit, _marker: Outcome((Deployed(unit=unit.id),)))


def _concede_wrong(seen: View, _answer: Concede) -> Iterator[Violation]:
    if seen.table.blue is None:
        yield problem("game.no_colours")


@change_rule(Concede, _concede_wrong)
def _concede(game: Game, seat: Seat, _answer: Concede) -> Outcome:
    """The other side wins."""
    winner = against(game.table.side_of(seat))
    return Outcome((GameEnded(ended=Ended(winner=winner, ground="conceded")),))
