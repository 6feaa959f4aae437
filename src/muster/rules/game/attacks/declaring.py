"""A unit attacks: begun beside whatever is open, then declared on one sheet (core rulebook, pages 30 to 32).

A change begins it, so that free attacks and Standby need no step of their own; the open prompt waits below.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from muster.rules.armies.sheets.playsheet import unit_sheet
from muster.rules.attack import counting
from muster.rules.attack.weapons import both_sides, takes_an_aim
from muster.rules.dice.questions import Question, check_question, in_effect
from muster.rules.dice.standard.weighing import worth_of
from muster.rules.game.answers import AnyInput, BeginAttack, Declare, LeaveAttack
from muster.rules.game.attacks.following import lost_standby
from muster.rules.game.attacks.lending import pay
from muster.rules.game.attacks.sheet import Sheet, enemies, pools_in, sheet_of
from muster.rules.game.attacks.volley import Volley, as_known, kept_question
from muster.rules.game.combatants import is_known, minis_left, side_of, weapon_key
from muster.rules.game.kernel import Chance, Outcome, change_rule, named_seat, problem, step_rule
from muster.rules.game.log.attacked import AttackBegun, CardTurned, FactsTold, PoolFormed
from muster.rules.game.marks import OVERRUN
from muster.rules.game.phases.acting import ATTACK, attack_taken, counts_actions, why_not
from muster.rules.game.phases.changing import own_units
from muster.rules.game.scoring.contesting import panicked
from muster.rules.game.steps import LayCard, TellPlaces, TellRound
from muster.rules.game.steps.attacks import AttackStep, DeclareAttack, ResolveAttack
from muster.rules.game.steps.step import Choose, Roll
from muster.rules.game.table import Game, Seat, Table, Unit, View, other
from muster.rules.log import Event
from muster.rules.violations import Violation

NOT_BESIDE: Final = (LayCard, TellPlaces, TellRound)
"""Steps that both answer: nothing is begun beside them."""
LONGEST: Final = 60
Why: TypeAlias = Literal["action", "free", "standby", "overrun"]
COST: Final = {"action": 1, "free": 0}
"""What an attack costs of a unit's actions, where they are counted."""
OURS: Final = "attack-"
"""How the names of an attack's choices and dice begin."""


# Begun -----------------------------------------------------------------------------------------------------


def why_no_attack_now(table: Table, unit: Unit) -> str:
    """The code of why a unit cannot begin an attack now, or nothing."""
    if attack_open(table):
        return "game.attack_open"
    if table.phase not in ("command", "activation", "end") or isinstance(_open(table), NOT_BESIDE):
        return "game.attack_not_now"
    if not unit.deployed or unit.waits or not minis_left(unit):
        return "game.attack_off_table"
    if unit.id == table.acting and panicked(table, unit):
        return "game.attack_panicked"
    if not any(enemy.stands and is_known(enemy) for enemy in table.army(other(unit.seat))):
        return "game.attack_nobody"
    return "" if is_known(unit) else "game.attack_unknown"


def attack_open(table: Table) -> bool:
    """Whether an attack is on its way."""
    return any(
        isinstance(step, AttackStep) or (isinstance(step, Choose | Roll) and step.what.startswith(OURS))
        for step in table.todo
    )


def _open(table: Table) -> object:
    return table.todo[-1] if table.todo else None


def _begin_options(seen: View) -> Iterator[AnyInput]:
    for unit in own_units(seen):
        if not why_no_attack_now(seen.table, unit):
            yield from (BeginAttack(unit=unit.id, why=why) for why in reasons(seen.table, unit))


def reasons(table: Table, unit: Unit) -> Iterator[Why]:
    """Why a unit may attack now: by an action or another effect, as an overrun in its activation, or by its
    Standby while an enemy acts. Where actions are counted a free attack is offered by its name."""
    if not why_not(table, unit, ATTACK):
        yield "action"
    if counts_actions(table) and unit.id == table.acting and not why_not(table, unit, ATTACK, 0):
        yield "free"
    if unit.id == table.acting and OVERRUN.count(table, unit.id) < overruns(table, unit):
        yield "overrun"
    acting = table.units.get(table.acting)
    if unit.has("standby") and acting and acting.seat != unit.seat:
        yield "standby"


def overruns(table: Table, unit: Unit) -> int:
    """How many overruns a unit has in an activation: the X of Overrun X."""
    uses = (use for weapon in unit_sheet(side_of(table, unit).line).weapons for use in weapon.weapon.keywords)
    return max((counting.number(use) for use in uses if use.id == "overrun"), default=0)


def _begin_wrong(seen: View, said: BeginAttack) -> Iterator[Violation]:
    """One's own unit, on the table and not Panicked in its activation; one attack at a time."""
    unit = next((unit for unit in own_units(seen) if unit.id == said.unit), None)
    if unit is None:
        yield problem("game.not_your_unit", [said.unit[:40]])
    elif (code := why_no_attack_now(seen.table, unit)) or (
        said.why in COST and (code := why_not(seen.table, unit, ATTACK, COST[said.why]))
    ):
        yield problem(code, [unit.id])
    elif said.why not in (*reasons(seen.table, unit), "free"):
        yield problem("game.attack_no_reason", [unit.id])


@change_rule(BeginAttack, _begin_wrong, _begin_options)
def _begun(_game: Game, seat: Seat, said: BeginAttack) -> Outcome:
    step = DeclareAttack(seat=seat, unit=said.unit, why=said.why)
    return Outcome((AttackBegun(unit=said.unit, why=said.why),), (step,))


# Declared --------------------------------------------------------------------------------------------------


def _options(seen: View, step: DeclareAttack) -> Iterator[AnyInput]:
    """The units that may be attacked; against one of them the best pool; or no attack."""
    table = seen.table
    if not step.target:
        able = [enemy.unit.id for enemy in enemies(table, step) if not enemy.why_not]
        yield from (Declare(prompt=step.id, target=target) for target in able)
    elif (sheet := sheet_of(table, step)).pool:
        again = {fact: sheet.told[fact] for fact in step.denied if fact in sheet.told}
        yield Declare(prompt=step.id, target=step.target, facts=again, then="roll")
    yield LeaveAttack(prompt=step.id)


def _answered_by_the_table(table: Table, step: DeclareAttack) -> Declare | LeaveAttack | None:
    """Nobody declares with a unit that fell meanwhile, nor against one that did."""
    unit = table.units[step.unit]
    able = minis_left(unit) and unit.stands and [enemy for enemy in enemies(table, step) if not enemy.why_not]
    if not able:
        return LeaveAttack(prompt=step.id)
    gone = step.target and all(enemy.unit.id != step.target for enemy in able)
    return Declare(prompt=step.id) if gone else None


def _wrong(seen: View, step: DeclareAttack, said: Declare | LeaveAttack) -> Iterator[Violation]:
    if isinstance(said, LeaveAttack):
        return
    table = seen.table
    known = {enemy.unit.id: enemy for enemy in enemies(table, step)}
    if said.target not in known:
        if said.target or said.then != "look":
            yield problem("game.attack_no_target", [said.target[:40]])
    elif known[said.target].why_not:
        yield problem("game.attack_not_that", [said.target], why=known[said.target].why_not)
    else:
        yield from _sheet_wrong(table, _against(step, said.target), said)


def _against(step: DeclareAttack, target: str) -> DeclareAttack:
    """The step with this target: facts of another are no facts of this one."""
    if target == step.target:
        return step
    return msgspec.structs.replace(step, target=target, facts={}, weapons={})


def _sheet_wrong(table: Table, step: DeclareAttack, said: Declare) -> Iterator[Violation]:
    """Facts that this pair does not ask, or with words there are not; weapons it has not, or too many."""
    before = sheet_of(table, step)
    asked = {one.key: one.choices for one in before.asked}
    wrong = [key for key, told in said.facts.items() if key in asked and told not in asked[key]]
    yield from (problem("game.attack_no_answer", [key[:LONGEST]]) for key in wrong)
    if wrong:
        return
    sheet = sheet_of(table, step, said.facts, said.weapons or None)
    now = {one.key for one in sheet.asked} | asked.keys()
    yield from (problem("game.attack_no_fact", [key[:LONGEST]]) for key in said.facts if key not in now)
    yield from _weapons_wrong(sheet, said)
    if said.then != "look":
        denied = (fact for fact in step.denied if fact not in said.facts and fact in sheet.told)
        yield from (problem("game.attack_denied", [fact]) for fact in denied)
    surges = table.units[step.unit].tokens.get("surge", 0)
    if said.surges is not None and not 0 <= said.surges <= surges:
        yield problem("game.how_many", least=0, most=surges)


def _weapons_wrong(sheet: Sheet, said: Declare) -> Iterator[Violation]:
    most = {weapon_key(one.use): one.most for one in sheet.weapons}
    for name, number in said.weapons.items():
        if name not in most:
            if number:
                yield problem("game.attack_no_weapon", [name[:LONGEST]])
        elif not 0 <= number <= most[name]:
            yield problem("game.attack_too_many", [name], most=most[name])
    yield from (problem("game.attack_no_weapon", [name]) for name in both_sides(sheet.attacker, sheet.pool))
    if sum(used.minis for used in sheet.pool) > sheet.room:
        yield problem("game.attack_too_many", most=sheet.room)
    if said.then == "look":
        return
    if not sheet.pool:
        yield problem("game.attack_no_dice")
    else:
        yield from check_question(sheet.key_for().question)


@step_rule(DeclareAttack, who=named_seat, options=_options, wrong=_wrong, known=_answered_by_the_table)
def _declared(
    game: Game, step: DeclareAttack, seat: Seat, said: Declare | LeaveAttack, _chance: Chance
) -> Outcome:
    """The sheet as it is told now, or the pool, and its dice fall."""
    if isinstance(said, LeaveAttack):
        return Outcome(then=tuple(ResolveAttack(known=as_known(pool)) for pool in pools_in(step)))
    if not said.target:
        return Outcome(then=(DeclareAttack(seat=seat, unit=step.unit, why=step.why, pools=step.pools),))
    step = _against(step, said.target)
    sheet = sheet_of(game.table, step, said.facts, said.weapons or None)
    if said.then != "look":
        return _formed(game.table, step, sheet, said)
    told = {key: fact for key, fact in said.facts.items() if key in sheet.told}
    weapons = {weapon_key(used.use): used.minis for used in sheet.pool} if said.weapons else {}
    facts = {**sheet.told, **told}
    denied = tuple(fact for fact in step.denied if fact not in told)
    shown = DeclareAttack(
        seat=seat, unit=step.unit, why=step.why, target=step.target, facts=facts, weapons=weapons,
        denied=denied, pools=step.pools,
    )  # fmt: skip
    return Outcome(_told(seat, step, told), (shown,))


def _told(seat: Seat, step: DeclareAttack, facts: dict[str, str]) -> tuple[Event, ...]:
    return (FactsTold(seat=seat, by=step.unit, on=step.target, facts=facts),)


def _formed(table: Table, step: DeclareAttack, sheet: Sheet, said: Declare) -> Outcome:
    """The pool is formed: who attacks loses its Standby; cards whose weapons are used turn (rules 426, 427).
    Pools are declared before any dice fall, then resolved in their order."""
    volley = volley_of(step, sheet, said.surges)
    formed = PoolFormed(
        by=step.unit, on=step.target, weapons={weapon_key(used.use): used.minis for used in sheet.pool},
        range=sheet.facts.band, dice=volley.dice, why=step.why,
    )  # fmt: skip
    standby = lost_standby(table.units[step.unit])
    overrun = (OVERRUN.add(table, step.unit),) if step.why == "overrun" else ()
    taken = () if step.pools else attack_taken(table, table.units[step.unit], step.why)
    told = (*_told(step.seat, step, sheet.told), *pay(table, volley, "aim", volley.far_aims))
    events = (*told, formed, *taken, *_turned(step, sheet), *standby, *overrun)
    if said.then == "another":
        pools = (*step.pools, msgspec.json.encode(volley).decode())
        return Outcome(events, (DeclareAttack(seat=step.seat, unit=step.unit, why=step.why, pools=pools),))
    every = (*pools_in(step), volley)
    return Outcome(events, tuple(ResolveAttack(known=as_known(pool)) for pool in every))


def volley_of(step: DeclareAttack, sheet: Sheet, surges: int | None = None) -> Volley:
    """The attack of a sheet, with so many Surges at most."""
    question = sheet.key_for().question
    if surges is not None:
        fewer = msgspec.structs.replace(question.attack, surges=min(surges, question.attack.surges))
        question = Question(fewer, question.defence)
    return Volley(
        attacker=step.unit, target=step.target, why=step.why,
        weapons=tuple(f"{used.minis} {weapon_key(used.use)}" for used in sheet.pool),
        facts=tuple(f"{key}={fact}" for key, fact in sheet.told.items()),
        question=kept_question(question), makashi=_gives_up_pierce(question),
        far_aims=int(takes_an_aim(sheet.pool, sheet.facts)),
    )  # fmt: skip


def _turned(step: DeclareAttack, sheet: Sheet) -> Iterator[Event]:
    spent = {used.use.card: used.use.spent for used in sheet.pool if used.use.spent}
    for card, how in spent.items():
        yield CardTurned(unit=step.unit, card=card, state="expended" if how == "expend" else "exhausted")


def _gives_up_pierce(question: Question) -> bool:
    """Whether Makashi Mastery does more by giving up 1 Pierce: decided with the weapons."""
    asked = in_effect(question)
    if not (asked.attack.makashi and asked.attack.pierce):
        return False
    return worth_of(asked, makashi=True) > worth_of(asked, makashi=False)
