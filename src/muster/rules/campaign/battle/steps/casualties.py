"""Step 4: casualty checks, and the charts of setbacks and defining traits (rules 153 to 161, 198 to 220).

A check is rolled, rerolled where something allows or demands it, and settled; what it leaves to roll on a
chart is owed until it is rolled.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import Check, Owed
from muster.rules.campaign.battle.steps.side import SideContext, Turn, check_dice, not_now, trait_active
from muster.rules.campaign.library import charts
from muster.rules.campaign.library.parts import Setback, Trait
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import refill_problem
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.dice.faces import SIDES, Die, Face, Roll
from muster.rules.violations import Refused, Violation, refuse_if, require

WAR_WEARY: Final = "war-weary"
RESILIENT: Final = "resilient"
DEDICATED: Final = "dedicated-to-the-cause"
TUNNEL_VISION: Final = "tunnel-vision"
MEDEVAC: Final = "medevac"
REROLLS: Final = {RESILIENT: 1, DEDICATED: 2}
BLACK: Final = Die.ATTACK_BLACK


def open_agenda(seat: SideContext) -> bool:
    """Whether an agenda could have been progressed in this battle (R3)."""
    arc, side = seat.register.arc, seat.side
    if arc is None or seat.battle.owns_turning_point(seat.key):
        return False
    before = [agenda.marked - (side.marked or 0) * (agenda.id == side.agenda) for agenda in arc.agendas]
    return any(marked < agenda.needed for marked, agenda in zip(before, arc.agendas, strict=True))


def tunnel_vision_check(seat: SideContext) -> bool:
    """Rule 219 and R3: the active agenda did not progress, although one was open."""
    return trait_active(seat, TUNNEL_VISION) and open_agenda(seat) and not seat.side.marked


def checks_due(seat: SideContext) -> tuple[str, ...]:
    """The units that have still to make a casualty check, in the order they were fielded.

    Defeated units of the Register (rule 153, R13); the Paragon also by Tunnel Vision, but once (R2).
    Medevac cancels every check of the unit it is used on (R1).
    """
    side, paragon = seat.side, seat.register.paragon
    wanted = [key for key in side.own_units if key in side.record.defeated]
    if paragon is not None and paragon.id not in wanted and tunnel_vision_check(seat):
        wanted.append(paragon.id)
    settled = {key for key, check in side.checks.items() if check.outcome} | {side.medevac}
    return tuple(key for key in wanted if key not in settled and seat.register.find(key))


def _must_check(seat: SideContext, dossier_id: str) -> Dossier:
    refuse_if(not_now(seat, 4), refill_problem(seat.register, seat.cards))
    dossier = seat.register.dossier(dossier_id)
    if dossier_id not in checks_due(seat):
        raise Refused(problem("sequence.no_check", (dossier_id,), 153, unit=dossier.called))
    return dossier


def _must_have_rolled(seat: SideContext, dossier_id: str) -> tuple[Dossier, Check]:
    dossier, check = _must_check(seat, dossier_id), seat.side.checks.get(dossier_id)
    return dossier, require(check, problem("sequence.roll_first", (dossier_id,), 154, unit=dossier.called))


def decide_medevac(seat: SideContext, dossier_id: str) -> Turn:
    """Rule 267 and R1: a defeated unit makes no casualty check; the asset must have been chosen at muster."""
    dossier = _must_check(seat, dossier_id)
    side = seat.side
    refuse_if(
        problem_if(MEDEVAC not in side.assets, "sequence.no_medevac", (), 267),
        problem_if(side.medevac, "sequence.medevac_used", (side.medevac,), 267),
        problem_if(
            dossier_id not in side.record.defeated,
            "sequence.not_defeated",
            (dossier_id,),
            "R1",
            unit=dossier.called,
        ),
        problem_if(dossier_id in side.checks, "sequence.rolled_already", (dossier_id,), unit=dossier.called),
    )
    return Turn((battle_events.MedevacUsed(seat.key, dossier_id),))


def check_dice_of(dossier: Dossier, added: bool = False) -> tuple[Die, ...]:
    """Rule 154: one black die, and one for each setback after the first; War Weary may add one (R5)."""
    return (BLACK,) * charts.casualty_dice(dossier.setback_count, int(added))


def decide_check(seat: SideContext, dossier_id: str, roll: Roll, *, added: bool = False) -> Turn:
    """Roll a casualty check (rule 154). Whether War Weary adds a die is decided before rolling (R5)."""
    dossier = _must_check(seat, dossier_id)
    refuse_if(
        problem_if(
            dossier_id in seat.side.checks, "sequence.rolled_already", (dossier_id,), unit=dossier.called
        ),
        problem_if(
            added and not dossier.has_setback(WAR_WEARY),
            "sequence.not_weary",
            (dossier_id,),
            "R5",
            unit=dossier.called,
        ),
    )
    check_dice(roll, check_dice_of(dossier, added))
    return Turn((battle_events.CasualtyRolled(seat.key, dossier_id, roll, added),))


def forced_places(dossier: Dossier, check: Check) -> tuple[int, ...]:
    """War Weary: without the added die every Blank is rerolled once (R5)."""
    if not dossier.has_setback(WAR_WEARY) or check.added or WAR_WEARY in check.rerolled:
        return ()
    return tuple(place for place, face in enumerate(check.faces) if face is Face.BLANK)


def rerolls_open(seat: SideContext, dossier: Dossier) -> dict[str, int]:
    """How many dice may still be rerolled, and by what: with two or more dice only (rules 226, 252; R6)."""
    check = seat.side.checks.get(dossier.id)
    if check is None or len(check.faces) < 2 or check.outcome or forced_places(dossier, check):
        return {}
    held = [name for name in REROLLS if dossier.has_commendation(name)]
    if not seat.battle.switches.resilient_and_dedicated and any(name in check.rerolled for name in REROLLS):
        return {}
    return {name: REROLLS[name] for name in held if name not in check.rerolled}


def decide_reroll(seat: SideContext, dossier_id: str, by: str, places: Sequence[int], roll: Roll) -> Turn:
    """Reroll dice of a check: those War Weary forces, or those a commendation allows, each once."""
    dossier, check = _must_have_rolled(seat, dossier_id)
    chosen = tuple(sorted(set(places)))
    refuse_if(_reroll_problem(seat, dossier, check, by, chosen))
    check_dice(roll, (BLACK,) * len(chosen))
    return Turn((battle_events.CasualtyRerolled(seat.key, dossier_id, by, chosen, roll),))


def _reroll_problem(
    seat: SideContext, dossier: Dossier, check: Check, by: str, places: tuple[int, ...]
) -> Violation | None:
    forced = forced_places(dossier, check)
    if by == WAR_WEARY and forced:
        wrong = places != forced
        return problem("sequence.reroll_blanks", (dossier.id,), "R5", count=len(forced)) if wrong else None
    most = rerolls_open(seat, dossier).get(by, 0)
    there = all(0 <= place < len(check.faces) for place in places)
    if not most:
        return problem("sequence.no_reroll", (dossier.id,), "R5, R6", unit=dossier.called)
    if not there or not 0 < len(places) <= most:
        return problem("sequence.reroll_count", (dossier.id,), max=most)
    return None


def decide_settle(seat: SideContext, dossier_id: str) -> Turn:
    """Read the check in its fixed order and carry it out (rules 155 to 160) (157: traits)."""
    dossier, check = _must_have_rolled(seat, dossier_id)
    if forced := forced_places(dossier, check):
        raise Refused(problem("sequence.reroll_blanks", (dossier_id,), "R5", count=len(forced)))
    outcome = charts.read_casualty(check.faces, dossier.paragon)
    ledger = seat.ledger()
    if dossier_id in seat.side.spared and outcome in (charts.Outcome.CASUALTY, charts.Outcome.DEFINING_TRAIT):
        experience, setbacks = seat.side.spared[dossier_id]
        ledger.experience(dossier_id, experience, "spared")
        event = battle_events.CasualtySettled(seat.key, dossier_id, "spared", setbacks, cause="spared")
        return Turn((event,), tuple(ledger.events))
    experience, setbacks = charts.GAINS[outcome]
    ledger.experience(dossier_id, experience, "casualty-check")
    if outcome is charts.Outcome.CASUALTY:
        ledger.say(register_events.UnitRemoved(dossier_id, "casualty", seat.battle.id))
    trait = outcome is charts.Outcome.DEFINING_TRAIT
    return Turn(
        (battle_events.CasualtySettled(seat.key, dossier_id, outcome.value, setbacks, trait),),
        tuple(ledger.events),
    )


def _owed_setback(seat: SideContext, dossier_id: str) -> Owed:
    refuse_if(not_now(seat, 1, 2, 4), refill_problem(seat.register, seat.cards))
    dossier = seat.register.dossier(dossier_id)
    return require(
        next((owed for owed in seat.side.owed if owed.dossier == dossier_id), None),
        problem("sequence.no_chart", (dossier_id,), 198, unit=dossier.called),
    )


def decide_setback(seat: SideContext, dossier_id: str, roll: Roll) -> Turn:
    """A die on the setback chart (rules 198 to 211). What the unit cannot gain is rolled again (199)."""
    owed = _owed_setback(seat, dossier_id)
    check_dice(roll, (BLACK,))
    dossier, face = seat.register.dossier(dossier_id), roll.faces[0]
    setback = seat.library.setbacks[charts.setback_for(face, seat.arc.setback)]
    held = [setback.id for setback in dossier.setbacks]
    number = seat.side.chart_rolls.get(dossier_id, 0) + 1  # counted for the unit alone: undo keeps its faces
    second = charts.becomes_casualty(setback, held)
    rolled = battle_events.SetbackRolled(seat.key, dossier_id, number, roll)
    # R8: the substitute of Daring Defense cannot end in the very casualty it averts.
    if not charts.can_gain(setback, held) or (second and owed.cause == "spared"):
        return Turn((rolled,))
    if second and not dossier.paragon:
        # Rule 43: a second one makes the unit a casualty; a Paragon keeps one and gains a trait (R7).
        gone = register_events.UnitRemoved(dossier.id, "casualty", seat.battle.id, words=setback.id)
        return Turn((replace(rolled, setback=setback.id, fell=True),), (gone,))
    ledger = seat.ledger()
    ledger.experience(dossier_id, charts.chart_experience(face), setback.id)
    if not second:
        gained = (dossier_id, setback.id, setback.name, owed.cause, seat.battle.id)
        ledger.say(register_events.SetbackGained(*gained))
    return Turn((replace(rolled, setback=setback.id, trait=second),), tuple(ledger.events))


def decide_trait(seat: SideContext, dossier_id: str, roll: Roll) -> Turn:
    """A die on the chart of defining traits (rules 213 to 220): a new one takes the place of the old."""
    refuse_if(not_now(seat, 1, 2, 4), refill_problem(seat.register, seat.cards))
    dossier = seat.register.dossier(dossier_id)
    if dossier_id not in seat.side.traits_owed:
        raise Refused(problem("sequence.no_trait", (dossier_id,), 213, unit=dossier.called))
    check_dice(roll, (BLACK,))
    face = roll.faces[0]
    trait = seat.library.traits[charts.trait_for(face, seat.arc.trait)]
    ledger = seat.ledger()
    ledger.experience(dossier_id, charts.chart_experience(face), trait.id)
    ledger.say(register_events.TraitGained(dossier_id, trait.id, trait.name, seat.battle.id, trait.games))
    return Turn((battle_events.TraitRolled(seat.key, dossier_id, roll, trait.id),), tuple(ledger.events))


class ChartRow(NamedTuple):
    """A row of a chart for one unit: the face, what it brings, and what else the row comes to."""

    face: Face
    part: Setback | Trait
    note: str = ""


def setback_chart(seat: SideContext, dossier_id: str) -> list[ChartRow]:
    """The setback chart as it reads for this unit (rules 43, 199 to 211; R7, R8): what it cannot gain is
    rolled again, a second of some is a casualty."""
    dossier, owed = seat.register.dossier(dossier_id), _owed_setback(seat, dossier_id)
    held = [setback.id for setback in dossier.setbacks]
    lost = "a defining trait instead" if dossier.paragon else "it is lost for good"
    second = "rolled again" if owed.cause == "spared" else lost
    rows = []
    for face in dict.fromkeys(SIDES[BLACK]):
        setback = seat.library.setbacks[charts.setback_for(face, seat.arc.setback)]
        note = "" if charts.can_gain(setback, held) else "It has this one: rolled again"
        note = f"Its second: {second}" if charts.becomes_casualty(setback, held) else note
        rows.append(ChartRow(face, setback, note or _gain(face)))
    return rows


def trait_chart(seat: SideContext) -> list[ChartRow]:
    """The chart of defining traits (rules 215 to 220)."""
    faces = dict.fromkeys(SIDES[BLACK])
    traits = seat.library.traits
    return [ChartRow(face, traits[charts.trait_for(face, seat.arc.trait)], _gain(face)) for face in faces]


def _gain(face: Face) -> str:
    gained = charts.chart_experience(face)
    return f"With {gained} experience" if gained else ""


def setbacks_owed(seat: SideContext) -> tuple[Owed, ...]:
    """The rolls on the setback chart still owed; a unit that has left since owes nothing."""
    return tuple(owed for owed in seat.side.owed if seat.register.find(owed.dossier))


def chart_problems(seat: SideContext) -> list[Violation]:
    """Chart rolls that are still owed: no step ends before them."""
    names = {dossier.id: dossier.called for dossier in seat.register.dossiers}
    found = [
        problem("sequence.setback_owed", (owed.dossier,), 198, unit=names[owed.dossier])
        for owed in setbacks_owed(seat)
    ]
    return found + [
        problem("sequence.trait_owed", (dossier_id,), 213, unit=names.get(dossier_id, dossier_id))
        for dossier_id in seat.side.traits_owed
    ]
