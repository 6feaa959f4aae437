"""Steps 3 and 5: supply points and experience (rules 149 to 152, 162 to 165; R13, R16, R19)."""

from typing import Final

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import Battle, other
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.side import (
    SideContext,
    Turn,
    check_dice,
    has_active_trait,
    not_now,
    trait_active,
)
from muster.rules.campaign.library import charts
from muster.rules.campaign.register.events import ExperienceGained
from muster.rules.campaign.register.ledger import Ledger
from muster.rules.campaign.register.register import problem, problem_if
from muster.rules.dice.faces import Die, Roll
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation, refuse_if, refuse_unless

CAPTIOUS: Final = "captious-command"
TOOK_PART: Final = 1
CONTESTED: Final = 1
RIVAL_EXPERIENCE: Final = 3
SUPPLY_DICE: Final = (Die.DEFENCE_RED,)


def decide_supply(seat: SideContext, roll: Roll) -> Turn:
    """Step 3: 2 SP for playing, and what the red defence die gives (rules 149 to 152)."""
    refuse_if(
        not_now(seat, 3),
        problem_if(seat.side.supplied, "sequence.done_already", (seat.key,), what="the supply roll"),
    )
    check_dice(roll, SUPPLY_DICE)
    won = seat.battle.result(seat.key) == "won"
    gained = charts.SUPPLY_FOR_PLAYING + charts.supply_from(roll.faces[0], won)
    ledger = seat.ledger()
    ledger.supply(gained, "battle")
    return Turn((battle_events.SupplyRolled(seat.key, roll, gained),), tuple(ledger.events))


def rivals(battle: Battle, chooser: SideKey) -> tuple[str, ...]:
    """The enemy units a side may name: on a Register, fielded, and no casualty (rule 164; R13, R19)."""
    enemy = battle.side(other(chooser))
    return tuple(key for key in enemy.own_units if key not in enemy.casualties)


def may_name(seat: SideContext) -> Violation | None:  # noqa: PLR0911 - one line a reason
    """Why this side cannot name a rival now; nothing where it can.

    The enemy's casualties must be known. A conceder still names one, but nobody names the conceder's unit,
    since step 5 is skipped for its Register (R16). Captious Command forbids it (rule 215).
    """
    enemy = other(seat.key)
    side, theirs = seat.side, seat.opponent
    if seat.battle.status != "recorded":
        return problem("sequence.no_record", (seat.battle.id,))
    if not theirs.register or seat.battle.skips(enemy, 5):
        return problem("sequence.no_rival", (enemy,), 164)
    if seat.enemy is not None and has_active_trait(seat.enemy, CAPTIOUS, seat.battle.id):
        return problem("sequence.captious", (enemy,), 215)
    if side.rival is not None or side.sealed_rival is not None:
        return problem("sequence.done_already", (seat.key,), what="naming a rival")
    if theirs.step <= 4:
        return problem("sequence.casualties_first", (enemy,), 164)
    if theirs.experienced:
        return problem("sequence.rival_late", (enemy,), 164)
    return None


def owes_rival(seat: SideContext) -> bool:
    """Whether the opponent stands in step 5 and waits for this side to name a rival, or none (rule 164)."""
    return may_name(seat) is None and bool(rivals(seat.battle, seat.key))


def decide_rival(seat: SideContext, dossier_id: str, *, passed: bool = False) -> Turn:
    """Rule 164: each player names one enemy unit the Most Feared Rival, as long as one is left to name.

    An empty name is for where none is left, and for a side that is `passed` since it does not answer.
    Sealed by both and opened together where the campaign says so.
    """
    refuse_if(may_name(seat))
    open_to = rivals(seat.battle, seat.key)
    refuse_unless(dossier_id or passed or not open_to, problem("sequence.name_a_rival", (seat.key,), 164))
    if dossier_id and dossier_id not in open_to:
        raise Refused(problem("sequence.not_a_rival", (dossier_id[:60],), "rule 164; R13, R19"))
    if not seat.battle.switches.sealed_rivals:
        return Turn((battle_events.RivalNamed(seat.key, dossier_id),))
    sealed: list[Event] = [battle_events.RivalSealed(seat.key, dossier_id)]
    theirs = seat.opponent.sealed_rival
    if theirs is not None:
        sealed += [
            battle_events.RivalNamed(seat.key, dossier_id),
            battle_events.RivalNamed(other(seat.key), theirs),
        ]
    elif not _will_name(seat):
        sealed.append(battle_events.RivalNamed(seat.key, dossier_id))
    return Turn(tuple(sealed))


def _will_name(seat: SideContext) -> bool:
    """Whether the opponent has a rival to name, too."""
    if not seat.side.register or seat.battle.skips(seat.key, 5):
        return False
    return seat.opponent.rival is None and not has_active_trait(seat.register, CAPTIOUS, seat.battle.id)


def awaits_rival(seat: SideContext) -> bool:
    """Whether the opponent has still to name one of this side's units."""
    return (
        seat.opponent.rival is None
        and not trait_active(seat, CAPTIOUS)
        and bool(rivals(seat.battle, other(seat.key)))
    )


def experience_of(seat: SideContext) -> dict[str, int]:
    """What each unit still on the Register is awarded in step 5: nothing at its maximum (rules 81, 162 to
    165)."""
    gained = {key: 0 for key in seat.side.own_units if seat.register.find(key)}
    for event in _award_experience(seat).events:
        if isinstance(event, ExperienceGained):
            gained[event.dossier] += event.amount
    return gained


def _award_experience(seat: SideContext) -> Ledger:
    side, ledger = seat.side, seat.ledger()
    for key in side.own_units:
        ledger.experience(key, TOOK_PART, "took-part")
    for key in side.own_units:
        if key in side.record.contesting:
            ledger.experience(key, CONTESTED, "contesting")
    if (named := seat.opponent.rival) and not trait_active(seat, CAPTIOUS):
        ledger.experience(named, RIVAL_EXPERIENCE, "most-feared-rival")
    return ledger


def decide_experience(seat: SideContext) -> Turn:
    """Step 5: 1 for taking part, 1 for contesting or holding an objective, 3 for the rival (162 to 165).

    Only units still on the Register; guests track none (R13).
    """
    side = seat.side
    refuse_if(
        not_now(seat, 5),
        problem_if(side.experienced, "sequence.done_already", (seat.key,), what="step 5"),
        problem_if(awaits_rival(seat), "sequence.rival_awaited", (seat.key,), 164),
    )
    return Turn((battle_events.ExperienceAwarded(seat.key),), tuple(_award_experience(seat).events))
