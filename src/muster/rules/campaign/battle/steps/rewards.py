"""Steps 1 and 2: agendas progress, agendas and turning points pay (rules 58 to 73, 147, 148; R11, R17)."""

from collections.abc import Iterable, Sequence

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle import missions
from muster.rules.campaign.battle.agendas import progress, reward_effects
from muster.rules.campaign.battle.answers import Answer, check_draws, settle
from muster.rules.campaign.battle.missions import DrawnMission
from muster.rules.campaign.battle.offers import BattleRecord, Offer, offer
from muster.rules.campaign.battle.steps.side import (
    SideContext,
    Turn,
    agenda_record,
    check_dice,
    mission_record,
    not_now,
)
from muster.rules.campaign.library.rewards import Reward
from muster.rules.campaign.register import effects as register_effects
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.effects import Effect
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.recruiting import Recruit, unit_added
from muster.rules.campaign.register.register import problem
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Die, Roll
from muster.rules.log import Event
from muster.rules.violations import Refused, refuse_if, require

ENEMY_DOWN = 2
STEP_OF = {"agenda": 1, "mission": 2}


def decide_agenda(seat: SideContext) -> Turn:
    """Step 1: mark the agenda in play as often as it progressed (rules 69 to 73, 147; R11).

    The gains that two Paragon cards gave in play are written down here as well.
    """
    refuse_if(not_now(seat, 1))
    if seat.side.marked is not None:
        raise Refused(problem("sequence.done_already", (seat.key,), what="the agenda"))
    ledger = seat.ledger()
    _card_gains(seat, ledger)
    agenda = seat.agenda()
    if agenda is None:
        return Turn((battle_events.AgendaResolved(seat.key, "", 0, 0),), tuple(ledger.events))
    came = progress(agenda, agenda_record(seat))
    if came.marked:
        ledger.say(register_events.AgendaProgressed(agenda.id, came.marked, seat.battle.id))
    resolved = battle_events.AgendaResolved(seat.key, agenda.id, came.times, came.marked)
    return Turn((resolved,), tuple(ledger.events))


def _card_gains(seat: SideContext, ledger: Ledger) -> None:
    for dossier in seat.side.record.enemy_down:
        ledger.experience(dossier, ENEMY_DOWN, "enemy-down")
    for dossier in seat.side.record.objective_complete:
        ledger.experience(dossier, 1, "objective-complete")
        ledger.supply(1, "objective-complete")


def part_due(seat: SideContext) -> str:
    """The reward this side has still to take in its current step: the agenda's, the mission's, or none."""
    side = seat.side
    part = "agenda" if side.step == 1 and side.marked else "mission" if side.step == 2 else ""
    return "" if part in side.taken else part


def drawn_mission(seat: SideContext) -> DrawnMission:
    """How this campaign reads a drawn turning point (R17)."""
    return "open" if seat.battle.switches.drawn_turning_point_stays_open else "lost"


def reward_of(seat: SideContext, part: str) -> tuple[Reward, BattleRecord, int]:
    """A reward, what it needs to know, and the boxes marked."""
    agenda = seat.agenda() if part == "agenda" else None
    if agenda is not None:
        return agenda.reward, agenda_record(seat), seat.side.marked or 0
    mission = seat.mission()
    record, owner = mission_record(seat), seat.battle.owns_turning_point(seat.key)
    return missions.reward_of(mission, record, owner, drawn_mission(seat)), record, 1


def offer_of(seat: SideContext, part: str) -> Offer:
    """What a reward offers now: what comes by itself, what may be chosen, what to roll or draw first."""
    return offer(*reward_of(seat, part))


def reward_dice(seat: SideContext, part: str) -> tuple[Die, ...]:
    """The dice that must be rolled for the reward; refused where there is none to take."""
    _require_due(seat, part)
    asked = offer_of(seat, part).asked
    return (asked.die,) * asked.dice if asked and asked.die else ()


def decide_draw(seat: SideContext, part: str, orders: Sequence[Rank] = (), roll: Roll | None = None) -> Turn:
    """Roll the dice or draw the order tokens that a reward asks for."""
    _require_due(seat, part)
    reward, record, marked = reward_of(seat, part)
    asked = require(offer(reward, record, marked).asked, problem("sequence.no_draw", (part,)))
    if asked.die is not None:
        missing = problem("sequence.dice", (), wanted=asked.dice, die=asked.die.value, given=0)
        roll = require(roll, missing)
        check_dice(roll, (asked.die,) * asked.dice)
        return Turn((battle_events.RewardDrawn(seat.key, part, roll=roll),))
    checked_record = BattleRecord(
        result=record.result, count=record.count, roster=record.roster, drawn=tuple(orders)
    )
    refuse_if(*check_draws(reward, checked_record, marked))
    return Turn((battle_events.RewardDrawn(seat.key, part, tuple(orders)),))


def decide_reward(seat: SideContext, part: str, answers: Sequence[Answer] = ()) -> Turn:
    """Take a reward with these choices; refused with every reason where one is not allowed."""
    _require_due(seat, part)
    reward, record, marked = reward_of(seat, part)
    taking = reward_effects if part == "agenda" else settle
    given = taking(offer(reward, record, marked), record, answers)
    ledger = seat.ledger()
    why = seat.side.agenda or "" if part == "agenda" else seat.battle.turning_point
    extra = apply_effects(seat, ledger, given, why)
    chosen = tuple(
        battle_events.Chosen(answer.choice, answer.option, answer.unit, answer.setback) for answer in answers
    )
    return Turn((battle_events.RewardTaken(seat.key, part, chosen), *extra), tuple(ledger.events))


def _require_due(seat: SideContext, part: str) -> None:
    refuse_if(not_now(seat, STEP_OF.get(part, 1)))
    if part != part_due(seat):
        raise Refused(problem("sequence.no_reward", (part[:40],), part=part[:40]))


def apply_effects(
    seat: SideContext, ledger: Ledger, effects: Iterable[Effect], why: str
) -> tuple[Event, ...]:
    """Apply effects to the Register. What has to be rolled later is returned as events of the battle."""
    owed: list[Event] = []
    for effect in effects:
        match effect:
            case register_effects.GainSetback():
                owed.append(battle_events.SetbackOwed(seat.key, effect.unit, why))
            case register_effects.SpareFromCasualty():
                owed.append(
                    battle_events.UnitSpared(seat.key, effect.unit, effect.experience, effect.setbacks)
                )
            case register_effects.RecruitUnit():
                # It joins whatever its faction; the potential may be exceeded (ambiguity 56).
                unit = Recruit(unit=effect.card)
                ledger.say(unit_added(ledger.register, unit, seat.cards, why=why, joined=True))
            case _:
                _apply_to_register(seat, ledger, effect, why)
    return tuple(owed)


def _apply_to_register(seat: SideContext, ledger: Ledger, effect: Effect, why: str) -> None:
    battle = seat.battle.id
    match effect:
        case register_effects.GainSupply():
            ledger.supply(effect.amount, why)
        case register_effects.RaisePotential():
            ledger.say(register_events.PotentialChanged(effect.amount, why, battle))
        case register_effects.GainExperience():
            ledger.experience(effect.unit, effect.amount, why)
        case register_effects.RemoveSetbacks():
            ledger.remove_setbacks(effect.unit, effect.setbacks, why)
        case register_effects.GainTrait():
            trait = seat.library.traits[effect.trait]
            ledger.say(register_events.TraitGained(effect.unit, trait.id, trait.name, battle, trait.games))
        case register_effects.AwardCommendation():
            ledger.say(register_events.CommendationDue(effect.unit, 1, 0, why))
        case register_effects.GainKeyword() | register_effects.LoseKeyword():
            _gain_keyword(seat, ledger, effect, why)
        case _:
            return  # done by hand at the table


def _gain_keyword(
    seat: SideContext,
    ledger: Ledger,
    effect: register_effects.GainKeyword | register_effects.LoseKeyword,
    why: str,
) -> None:
    dossier = ledger.register.find(effect.unit)
    has = dossier is not None and any(held.id == effect.keyword for held in dossier.keywords)
    if isinstance(effect, register_effects.LoseKeyword):
        if has:
            ledger.say(register_events.KeywordLost(effect.unit, effect.keyword, why, seat.battle.id))
        return
    if has:
        return
    name = keyword_name(seat, effect.keyword, effect.value)
    ledger.say(register_events.KeywordGained(effect.unit, effect.keyword, name, why, seat.battle.id))
    if effect.keyword == "lauded":  # room for a second high commendation (ambiguity 55)
        ledger.say(register_events.CommendationDue(effect.unit, 0, 1, why))


def keyword_name(seat: SideContext, keyword: str, value: int | str | None) -> str:
    """A keyword as people read it: with its value where it has one."""
    own, core = seat.library.keywords.get(keyword), seat.cards.keywords.get(keyword)
    name = own.name if own else core.name if core else keyword
    return name if value is None else f"{name} {value}"
