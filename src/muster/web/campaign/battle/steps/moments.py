"""The moments of the ten steps: a fate with its dice, a setback, a rank, a commendation, supply.

A moment is a state of the page. It is read out of the act that brought it; nothing is written for it, and
nobody waits for anybody to have seen it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from muster.app.campaign.battle.context import BattleContext
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import Battle
from muster.rules.campaign.battle.casualty_odds import casualty_odds
from muster.rules.campaign.battle.events import SideKey
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.charts import Outcome
from muster.rules.campaign.library.parts import Setback, Trait
from muster.rules.campaign.register import events
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import Register
from muster.rules.dice.faces import Die, Face
from muster.rules.log import Event, Recorded
from muster.web.campaign.battle.steps.odds import check_of, exact, percent

SUPPLY, CASUALTIES, EXPERIENCE, COMMENDATIONS = 3, 4, 5, 6
FELL: Final = "Lost for good"
FATES: Final = {
    "casualty": (FELL, "It leaves the Register; the memorial keeps its name.", "danger"),
    "defining-trait": (
        "A defining trait",
        "The Paragon lives, and carries it from now on.",
        "danger",
    ),
    "hard-lesson": ("A hard lesson", "2 experience and a setback.", "setback"),
    "setback": ("A setback", "It lives, and carries a setback from now on.", "setback"),
    "unharmed": ("Unharmed", "1 experience.", "xp"),
    "spared": ("Spared", "It lives, by the reward of this battle.", "xp"),
}


class Moment(NamedTuple):
    """One thing that happened, to be seen. `line` is who the unit is, `chance` how likely it was; `step` is
    the step it belongs to."""

    step: int
    icon: str
    tone: str
    headline: str
    words: str = ""
    unit: str = ""
    line: str = ""
    die: Die = Die.ATTACK_BLACK
    faces: tuple[Face, ...] = ()
    chance: str = ""


class Act(NamedTuple):
    """What one act wrote, and the Register as it was before it."""

    battle: Sequence[Event]
    register: Sequence[Event]
    before: Register


def moments_of(desk: BattleContext, context: SideContext, batch: str) -> list[Moment]:
    """The moments that an act of this side brought, in the order in which they happened."""
    act = _act_of(desk, context, batch)
    return moments_in(context, act) if act else []


def moments_in(context: SideContext, act: Act) -> list[Moment]:
    """The moments of one act."""
    return [*_rolled_moments(context, act), *_gained_moments(context, act)]


def without_fates(found: list[Moment]) -> list[Moment]:
    """Those that stand on top of the next screen where the fates have had a page of their own."""
    return [moment for moment in found if moment.step != CASUALTIES]


def brought_fate(desk: BattleContext, context: SideContext, batch: str) -> bool:
    """Whether an act rolled a casualty check and settled it: that moment has a page of its own. A check
    that could be rerolled has lain on the table before it was settled."""
    own = [event for event in _events(desk.effective, batch) if getattr(event, "side", "") == context.key]
    rolled = {event.dossier for event in own if isinstance(event, battle_events.CasualtyRolled)}
    return any(
        isinstance(event, battle_events.CasualtySettled) and event.dossier in rolled for event in own
    ) or any(isinstance(event, battle_events.SetbackRolled) and event.fell for event in own)


def _events(log: Sequence[Recorded], batch: str) -> list[Event]:
    return [entry.event for entry in log if batch and entry.batch == batch]


def _act_of(desk: BattleContext, context: SideContext, batch: str) -> Act | None:
    own = [event for event in _events(desk.effective, batch) if getattr(event, "side", "") == context.key]
    if not own:
        return None
    stream, logs = context.side.register, desk.table.logs
    if not stream:
        return Act(own, (), context.register)
    written = [entry for entry in logs.effective(stream) if entry.batch == batch]
    before = logs.register(stream, written[0].version - 1).state if written else context.register
    return Act(own, [entry.event for entry in written], before)


# What was rolled -------------------------------------------------------------------------------------------


def _rolled_moments(context: SideContext, act: Act) -> Iterator[Moment]:
    for event in act.battle:
        match event:
            case battle_events.SupplyRolled():
                yield _supply(event)
            case battle_events.CasualtySettled():
                yield _fate(context, event, act.before.find(event.dossier))
            case battle_events.MedevacUsed():
                name = context.names.get(event.dossier, "")
                yield Moment(CASUALTIES, "medevac", "xp", "Brought home", "Medevac: no check.", name)
            case battle_events.SetbackRolled() if event.setback:
                part = context.library.setbacks.get(event.setback)
                yield _from_chart(context, event, part, FELL if event.fell else "", "setback")
            case battle_events.TraitRolled():
                yield _from_chart(context, event, context.library.traits.get(event.trait), "", "trait")


def _supply(event: battle_events.SupplyRolled) -> Moment:
    """What the battle brought in supply (rules 149 to 152)."""
    faces, headline = event.roll.faces, f"+{event.gained} supply"
    words = f"{faces[0].value.capitalize()} on the red die."
    return Moment(SUPPLY, "supply", "xp", headline, words, die=Die.DEFENCE_RED, faces=faces)


def _fate(context: SideContext, event: battle_events.CasualtySettled, before: Dossier | None) -> Moment:
    """What a casualty check came to (rules 154 to 160), with its dice as they lie, and its chance."""
    headline, words, tone = FATES[event.outcome]
    check = context.side.checks.get(event.dossier)
    return Moment(
        CASUALTIES,
        "fallen" if event.outcome == "casualty" else "ui-check",
        tone,
        headline,
        words,
        context.names.get(event.dossier, ""),
        f"{before.unit_name}, veteran {before.veteran_rank}" if before else "",
        faces=check.faces if check else (),
        chance=_chance(context, event, before, added=bool(check and check.added)),
    )


def _chance(
    context: SideContext, event: battle_events.CasualtySettled, before: Dossier | None, *, added: bool
) -> str:
    """How likely this outcome was before the dice fell; nothing for a unit that a reward spared."""
    if before is None or event.outcome == "spared":
        return ""
    odds = casualty_odds(check_of(before, context.battle.switches, added))
    chance = odds.of(Outcome(event.outcome))
    return f"The chance of it was {percent(chance)}% ({exact(chance)})."


def _from_chart(
    context: SideContext,
    event: battle_events.SetbackRolled | battle_events.TraitRolled,
    part: Setback | Trait | None,
    fell: str,
    icon: str,
) -> Moment:
    """A die on one of the two charts (rules 198 to 220)."""
    name, words = (part.name, part.words) if part else ("", "")
    return Moment(
        CASUALTIES,
        "fallen" if fell else icon,
        "danger" if fell else "setback",
        fell or name,
        f"A second time: {name}." if fell else words,
        context.names.get(event.dossier, ""),
        faces=event.roll.faces,
    )


# What was gained -------------------------------------------------------------------------------------------


def _gained_moments(context: SideContext, act: Act) -> Iterator[Moment]:
    names = context.names
    for event in act.register:
        match event:
            case events.ExperienceGained() if event.new_ranks:
                words = "Most Feared Rival" if event.why == "most-feared-rival" else ""
                rank = f"Veteran {event.veteran_rank}"
                yield Moment(EXPERIENCE, "reputation", "xp", rank, words, names.get(event.dossier, ""))
            case events.CommendationAwarded():
                part = context.library.commendations.get(event.commendation)
                words, unit = part.words if part else "", names.get(event.dossier, "")
                yield Moment(COMMENDATIONS, "commendation", "xp", event.name, words, unit)
            case events.ParagonCardUnlocked():
                unit = names.get(event.dossier, "")
                yield Moment(COMMENDATIONS, "up-command", "xp", event.name, "A card for the Paragon.", unit)


# On the other phone ----------------------------------------------------------------------------------------


class FatesAcross(NamedTuple):
    """The fates that a side's latest check brought, as everybody at the battle sees them. `mark` tells them
    from those before."""

    mark: str
    moments: list[Moment]


def latest_fates(desk: BattleContext, side: SideKey) -> FatesAcross | None:
    """What a side's latest act with a casualty check came to; nothing once its experience is awarded."""
    battle, log = desk.battle, desk.effective
    if battle.status != "recorded" or _is_past(battle, side):
        return None
    settled = [
        (entry, entry.event)
        for entry in log
        if isinstance(entry.event, battle_events.CasualtySettled) and entry.event.side == side
    ]
    if not settled:
        return None
    last, context = settled[-1][0], desk.context_of(side)
    found = [_fate(context, event, None) for entry, event in settled if entry.batch == last.batch]
    return FatesAcross(str(last.version), found)


def _is_past(battle: Battle, side: SideKey) -> bool:
    """Whether a side is done with its fates: its experience is awarded."""
    return battle.side(side).experienced or battle.side(side).done
