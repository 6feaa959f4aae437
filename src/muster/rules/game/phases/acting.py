"""The actions of a unit in its activation, counted where players want that (core: Making actions, page 24).

Each action once in an activation, but for Move; free ones come on top and use up the action of their name.
What was taken stands in the same marks as the actions of missions and cards. Where nothing is counted, only
Recover is offered, and costs nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from muster.rules.game.answers import CountActions
from muster.rules.game.combatants import is_known, side_of
from muster.rules.game.hooks import unit_action
from muster.rules.game.kernel import Outcome, automatic, change_rule, problem
from muster.rules.game.log.activating import ActionTaken, SwitchSet
from muster.rules.game.log.attacked import CardTurned
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.marks import ALLOWED, SPENT, TAKEN
from muster.rules.game.modes import mode_of
from muster.rules.game.phases.activation import COUNTED, actions
from muster.rules.game.scoring.contesting import acts, panicked
from muster.rules.game.steps import BeginActions
from muster.rules.game.table import Game, Seat, Table, Unit, View
from muster.rules.log import Event
from muster.rules.violations import Violation

ATTACK: Final = "attack"
MOVE: Final = "move"
STANDBY: Final = "standby"
RECOVER: Final = "recover"
CARD: Final = "card-action"
CORE: Final = (MOVE, ATTACK, "aim", "dodge", STANDBY, RECOVER, CARD)
"""The actions of the core rules, in the order in which they are shown."""
COSTS: Final = {
    **dict.fromkeys(CORE, 1),
    "data-recovery": 1, "align-relay": 1, "remove-scrambler": 1, "survey-scanner": 2,
    "search-treasure": 1, "search-valuables": 1, "loot": 1,
}  # fmt: skip
"""What costs actions; everything else that a unit may do is free or no action."""
CLAIMS_BY_ACTION: Final = ("supply-run", "failed-negotiations")
"""Secondaries whose assets are claimed by a card action; those of others by a free one (their cards)."""
ALIASES: Final = {"enter": MOVE}
"""Who enters the table does so by its first Move (core: Undeployed units, page 12)."""
MANY: Final = 20
EXCLUDES: Final = {ATTACK: STANDBY, STANDBY: ATTACK}
"""Who takes a Standby does not attack in that activation (core: Standby, page 37)."""


def counts_actions(table: Table) -> bool:
    """Whether actions are counted in this game."""
    return table.switches.get(COUNTED, False) and table.level == "full" and not mode_of(table).fought


def cost_of(table: Table, action: str) -> int:
    """How many actions something costs a unit."""
    if action == "claim":
        return int(table.mission.secondary in CLAIMS_BY_ACTION)
    return COSTS.get(action, 0)


def actions_allowed(table: Table, unit: Unit) -> int:
    """How many actions it has in this activation: as when it began to act, none while it is Panicked."""
    if panicked(table, unit):
        return 0
    return ALLOWED.count(table, unit.id) or actions(table, unit)


def actions_left(table: Table, unit: Unit) -> int:
    """How many of them it has not used."""
    return max(0, actions_allowed(table, unit) - SPENT.count(table, unit.id))


def taken(table: Table, unit: Unit) -> tuple[str, ...]:
    """The actions that it has taken in this activation, free ones too."""
    return tuple(action for (action, id), count in TAKEN.found(table) if id == unit.id for _ in range(count))


def why_not(table: Table, unit: Unit, action: str, cost: int | None = None) -> str:
    """The code of why a unit that acts cannot take an action, or nothing; free at a cost of 0. Nothing stands
    in the way where actions are not counted."""
    if not counts_actions(table) or unit.id != table.acting:
        return ""
    action = ALIASES.get(action, action)
    if action in CORE and action != CARD and TAKEN.count(table, action, unit.id) >= _most(unit, action):
        return "game.two_moves" if action == MOVE else "game.action_taken"
    excluded = EXCLUDES.get(action)
    if excluded and TAKEN.count(table, excluded, unit.id):
        return "game.attack_and_standby"
    price = cost_of(table, action) if cost is None else cost
    return "game.no_actions_left" if price > actions_left(table, unit) else ""


def _most(unit: Unit, action: str) -> int:
    """How often in an activation: any other action once, a Move any number of times, twice with Juyo Mastery,
    once with Plodding (core: Making actions, page 24; the keywords)."""
    if action != MOVE or "plodding" in unit.keywords:
        return 1
    return 2 if "juyo-mastery" in unit.keywords else MANY


def act_taken(table: Table, unit: Unit, action: str, cost: int | None = None) -> tuple[Event, ...]:
    """An action was taken: what it costs, and the Standby that a unit which acts loses (core: Standby, page
    37); an attack takes that away itself. Nothing where actions are not counted, or in another's
    activation."""
    if not counts_actions(table) or unit.id != table.acting:
        return ()
    action = ALIASES.get(action, action)
    price = cost_of(table, action) if cost is None else cost
    if not price and action not in CORE:
        return ()
    spent = (SPENT.add(table, unit.id, by=price),) if price else ()
    often = (TAKEN.add(table, action, unit.id),) if action in (MOVE, ATTACK, CARD) else ()
    lost = lost_standby(unit, "acted") if action not in (STANDBY, ATTACK) else ()
    return ActionTaken(unit=unit.id, action=action, cost=price), *spent, *often, *lost


def lost_standby(unit: Unit, why: str) -> Iterator[Event]:
    """Who acts loses its Standby (core: Standby, page 37)."""
    if number := unit.tokens.get(STANDBY, 0):
        yield UnitChanged(unit=unit.id, what=STANDBY, by=-number, why=why)


def attack_taken(table: Table, unit: Unit, why: str) -> tuple[Event, ...]:
    """An attack by an action, or by a free one, which uses up the Attack too (core: Free actions, page 24).
    An overrun and a Standby are neither."""
    return act_taken(table, unit, ATTACK, int(why == "action")) if why in ("action", "free") else ()


@automatic(BeginActions)
def _begin_actions(game: Game, step: BeginActions) -> Outcome:
    """A unit that begins to act Suppressed has an action less, whatever befalls it later (core: Losing
    actions, page 23). One that acts twice in a round begins anew."""
    table, unit = game.table, game.table.units[step.unit]
    allowed = actions(table, unit) if unit.here and counts_actions(table) else 0
    before = (TAKEN.change_to(table, 0, action, unit.id) for action in dict.fromkeys(taken(table, unit)))
    again = (*SPENT.change_to(table, 0, unit.id), *(event for old in before for event in old))
    return Outcome((*ALLOWED.change_to(table, allowed, unit.id), *again))


# What a unit may do ----------------------------------------------------------------------------------------


def _able(action: str) -> Callable[[Table, Unit], Iterable[str]]:
    """Where actions are counted each is a tap. A Standby is for Troopers, Ground Vehicles and who has Hover
    (core: Standby, page 37)."""

    def able(table: Table, unit: Unit) -> Iterable[str]:
        fits = action != STANDBY or unit.is_type("trooper") or unit.is_type("ground-vehicle")
        able = fits or "hover" in unit.keywords
        return ("",) if able and counts_actions(table) and acts(table, unit) else ()

    return able


def _gains(token: str) -> Callable[[Table, Unit, str], Outcome]:
    """One of them; of Standby a unit has one at most (core: Standby, page 37)."""

    def settle(_table: Table, unit: Unit, _marker: str) -> Outcome:
        full = token == STANDBY and unit.has(STANDBY)
        return Outcome(() if full else (UnitChanged(unit=unit.id, what=token, by=1, why="action"),))

    return settle


def _recovers(table: Table, unit: Unit) -> Iterable[str]:
    """It has Suppression, an exhausted card, or shields that Recharge turns on; where actions are counted
    anyway."""
    return ("",) if acts(table, unit) and (counts_actions(table) or any(_recovered(table, unit))) else ()


def _recovered(table: Table, unit: Unit) -> Iterator[Event]:
    """All its Suppression goes, its exhausted cards are ready again, those expended stay so, and Recharge X
    turns X shields on (core: Recover, page 24; rules 427 and 431)."""
    if unit.suppression:
        yield UnitChanged(unit=unit.id, what="suppression", by=-unit.suppression, why=RECOVER)
    for card, state in (unit.cards or {}).items():
        if state == "exhausted":
            yield CardTurned(unit=unit.id, card=card, state="")
    off = unit.tokens.get("shield-off", 0)
    charge = min(off, side_of(table, unit).value("recharge")) if off and is_known(unit) else 0
    if charge:
        yield UnitChanged(unit=unit.id, what="shield-off", by=-charge, why="recharge")


unit_action(MOVE, able=_able(MOVE))(lambda _table, _unit, _marker: Outcome())
unit_action(CARD, able=_able(CARD))(lambda _table, _unit, _marker: Outcome())
for _token in ("aim", "dodge", STANDBY):
    unit_action(_token, able=_able(_token), once=True)(_gains(_token))
unit_action(RECOVER, able=_recovers, once=True)(
    lambda table, unit, _marker: Outcome(tuple(_recovered(table, unit)))
)


# The switch ------------------------------------------------------------------------------------------------


def _switch_wrong(seen: View, said: CountActions) -> Iterator[Violation]:
    """Special Operations count theirs themselves, and with the score only there are no units."""
    if mode_of(seen.table).fought or seen.table.level == "score":
        yield problem("game.no_actions_kept")
    elif counts_actions(seen.table) == said.on:
        yield problem("game.actions_as_said")


@change_rule(CountActions, _switch_wrong)
def _switch_counting(_game: Game, _seat: Seat, said: CountActions) -> Outcome:
    return Outcome((SwitchSet(name=COUNTED, on=said.on),))
