"""How each step ends, and steps 8 to 10: edit, reputation, the next arc (rules 169 to 175; R14 to R18)."""

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle import missions
from muster.rules.campaign.battle.battle import LAST_STEP
from muster.rules.campaign.battle.steps.aid import warden_due
from muster.rules.campaign.battle.steps.casualties import chart_problems, checks_due
from muster.rules.campaign.battle.steps.commendations import award_problems
from muster.rules.campaign.battle.steps.rewards import drawn_mission, part_due
from muster.rules.campaign.battle.steps.side import STEPS, SideContext, Turn, not_now
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.assets import assets_used_up
from muster.rules.campaign.register.editing import arc_choice_event
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.recruiting import Recruit, decide_recruit, refill_due, refill_problem
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.log import Event
from muster.rules.violations import Violation, refuse_if


def decide_sequence_recruit(seat: SideContext, wanted: Recruit) -> Turn:
    """Step 8: add units (rule 169). A corps below the minimum is filled up at once, in any step (R21)."""
    refill = refill_due(seat.register, seat.cards) and seat.cards.unit(wanted.unit).rank == "corps"
    if not refill:
        refuse_if(not_now(seat, 8), refill_problem(seat.register, seat.cards))
    else:
        refuse_if(not_now(seat, *STEPS))
    why = "refill" if refill else "edited"
    return Turn((), (decide_recruit(seat.register, wanted, seat.cards, seat.battle.switches, why=why),))


def arc_outcome(seat: SideContext) -> str | None:
    """How this battle ended the side's arc: won, lost, or by a switch drawn; None where it goes on.

    A lost turning point ends the arc, too (ambiguity 48), also a conceded one (R16); a draw leaves it open
    (R17).
    """
    if not seat.battle.owns_turning_point(seat.key):
        return None
    result = seat.battle.result(seat.key)
    return result if missions.arc_ends(result, drawn_mission(seat)) else None


def decide_next_arc(seat: SideContext, arc_id: str) -> Turn:
    """Step 10: the same arc or another (rules 32, 173)."""
    runs = seat.register.arc is not None and not seat.register.arc.ended
    name = seat.register.arc.name if seat.register.arc else ""
    refuse_if(not_now(seat, 10), problem_if(runs, "register.arc_runs", (), 173, arc=name))
    return Turn((), (arc_choice_event(arc_id, seat.library),))


def blockers(seat: SideContext) -> list[Violation]:
    """What must be done before the current step can end."""
    found = [*_of_the_step(seat), *chart_problems(seat)]
    refill = refill_problem(seat.register, seat.cards)
    return [*found, refill] if refill else found


def _of_the_step(seat: SideContext) -> list[Violation]:  # noqa: PLR0911 - one line a step
    side, register = seat.side, seat.register
    match side.step:
        case 1 if side.marked is None:
            return [problem("sequence.agenda_first", (seat.key,), 147)]
        case 1 | 2 if part := part_due(seat):
            return [problem("sequence.reward_first", (part,), part=part)]
        case 3 if not side.supplied:
            return [problem("sequence.supply_first", (seat.key,), 150)]
        case 4:
            names = {dossier.id: dossier.called for dossier in register.dossiers}
            return [problem("sequence.check_first", (key,), 153, unit=names[key]) for key in checks_due(seat)]
        case 5 if not side.experienced:
            return [problem("sequence.experience_first", (seat.key,), 162)]
        case 6:
            return award_problems(seat)
        case 7 if warden_due(seat):
            return [problem("sequence.warden_first", (seat.key,))]
        case 10 if register.arc is not None and register.arc.ended:
            return [problem("sequence.arc_first", (seat.key,), 173)]
        case _:
            return []


def decide_finish(seat: SideContext) -> Turn:
    """End the current step and do what belongs to its end."""
    refuse_if(not_now(seat, *STEPS))
    refuse_if(*blockers(seat))
    ledger, step = seat.ledger(), seat.side.step
    if step == 8:
        # Rules 137, 259, 272 and R14: chosen is used; Contingency Plan stays when nothing was switched.
        for asset in assets_used_up(seat.side.assets, seat.side.switched, seat.library):
            ledger.say(register_events.AssetRemoved(asset, "used", seat.battle.id))
    if step == 9:
        _gain_reputation(seat, ledger)
    event: list[Event] = [battle_events.StepFinished(seat.key, step)]
    if step == LAST_STEP:
        _close_battle(seat, ledger)
        if seat.opponent.done:
            event.append(battle_events.SeedsOpened(seat.battle.seeds))
    return Turn(tuple(event), tuple(ledger.events))


def _gain_reputation(seat: SideContext, ledger: Ledger) -> None:
    """Rules 170 to 172: +1 at the end of an arc, +1 more and 3 SP when all three agendas are complete."""
    outcome, arc = arc_outcome(seat), seat.register.arc
    if outcome is None or arc is None:
        return
    battle = seat.battle.id
    ledger.say(register_events.ArcEnded(arc.id, seat.battle.result(seat.key), arc.complete_agendas, battle))
    end = missions.arc_end(arc.complete_agendas)
    ledger.say(register_events.ReputationChanged(end.reputation, "arc-ended", battle))
    ledger.supply(end.supply, "all-agendas")


def _close_battle(seat: SideContext, ledger: Ledger) -> None:
    """After step 10: traits of earlier battles last one game less (rules 46, 221; R18)."""
    for dossier in seat.register.dossiers:
        if dossier.trait is not None and dossier.trait.gained_in != seat.battle.id:
            ledger.say(register_events.TraitAged(dossier.id, dossier.trait.games_left - 1, seat.battle.id))
    ledger.say(
        register_events.BattleClosed(seat.battle.id, seat.battle.result(seat.key), seat.side.own_units)
    )
