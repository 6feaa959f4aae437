"""What changed so far, step by step: the log of the battle and of the Register told in short sentences."""

from collections.abc import Iterable, Sequence

from muster.app.campaign.battle.context import BattleTable
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import BOTH
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.parts import Setback, Trait
from muster.rules.campaign.register import events
from muster.rules.log import Event, Recorded
from muster.web.campaign.sentences.sentences import tell
from muster.web.campaign.sentences.wording import Scene, in_short
from muster.web.environment import plural

CASUALTIES, AWARDS = 4, 5
OF_STEP_5 = ("took-part", "contesting", "most-feared-rival")
OUTCOMES = {
    "casualty": "lost for good",
    "defining-trait": "lives, with a defining trait to roll",
    "hard-lesson": "2 experience and a setback to roll",
    "setback": "a setback to roll",
    "unharmed": "1 experience, unharmed",
    "spared": "spared",
}


def sentences_by_step(table: BattleTable, context: SideContext) -> dict[int, list[str]]:
    """The sentences of each step. Before the steps stands 0: muster, agenda, result."""
    battle, register = context.battle.id, context.side.register
    own = entries_of(table.logs.effective(register), battle) if register else []
    return told_by_step(acts_of([*table.logs.effective(battle), *own]).values(), Teller(context))


def acts_of(entries: Iterable[Recorded]) -> dict[str, list[Event]]:
    """The events of several logs by the acts that wrote them, in the order of time."""
    acts: dict[str, list[Event]] = {}
    for entry in sorted(entries, key=lambda entry: entry.at):
        acts.setdefault(entry.batch, []).append(entry.event)
    return acts


def entries_of(log: Sequence[Recorded], battle: str) -> list[Recorded]:
    """The Register's entries from joining this battle to its end. Looked for from the end: the battle that
    is being played is the last one."""
    found: list[Recorded] = []
    for entry in reversed(log):
        event = entry.event
        if isinstance(event, events.BattleClosed) and event.battle == battle:
            found.clear()
        found.append(entry)
        if isinstance(event, events.BattleJoined) and event.battle == battle:
            return found[::-1]
    return []


def told_by_step(acts: Iterable[Sequence[Event]], teller: "Teller") -> dict[int, list[str]]:
    """What each act did, by the step it belongs to."""
    lines: dict[int, list[str]] = {}
    step = 0
    for act in acts:
        parts: dict[int, list[Event]] = {}
        for event in act:
            parts.setdefault(_step_of(event, step), []).append(event)
        for at, part in parts.items():
            lines.setdefault(at, []).extend(teller.tell_act(part))
        for event in act:
            if isinstance(event, battle_events.BattleRecorded):
                step = 1
            if isinstance(event, battle_events.StepFinished) and event.side == teller.own:
                step = teller.context.battle.next_step(teller.own, event.step)
    return lines


def _step_of(event: Event, step: int) -> int:
    """The step an event belongs to: an act that leaves nothing to decide runs on through later ones."""
    match event:
        case battle_events.RivalNamed() if step == CASUALTIES:
            return AWARDS
        case events.ExperienceGained() if event.why in OF_STEP_5:
            return max(step, AWARDS)
        case events.CommendationAwarded() | events.AwardWaived() if step in (CASUALTIES, AWARDS):
            return AWARDS + 1
        case _:
            return step


class Teller:
    """Tells one side's log in sentences, with names for the ids in events."""

    def __init__(self, context: SideContext) -> None:
        self.context = context
        self.own = context.key
        self.names = context.names
        self.scene = Scene(context.register, own=context.library, units=self.names)

    def tell_act(self, act: Sequence[Event]) -> list[str]:
        """One act: its events in order, then what each unit gained in it in one line."""
        gains: dict[str, list[events.ExperienceGained]] = {}
        for event in act:
            if isinstance(event, events.ExperienceGained) and event.amount and event.why != "casualty-check":
                gains.setdefault(event.dossier, []).append(event)
        lines = [words for event in act if (words := self.tell(event))]
        return [*lines, *(self._experience_words(unit, several) for unit, several in gains.items())]

    def _experience_words(self, unit: str, several: Sequence[events.ExperienceGained]) -> str:
        why = ", ".join(short for gain in several if (short := in_short(gain.why)))
        total = sum(gain.amount for gain in several)
        return f"{self._unit(unit)}: {total:+} experience{f' ({why})' if why else ''}"

    def tell(self, event: Event) -> str:
        """One event in a sentence; empty where it needs none."""
        if isinstance(event, battle_events.RivalNamed):
            return self._rival(event)
        if getattr(event, "side", self.own) != self.own:
            return ""
        return self._battle(event) or tell(event, self.scene).short

    def _unit(self, dossier: str) -> str:
        return self.names.get(dossier, dossier)

    def _battle(self, event: Event) -> str:  # noqa: PLR0911, PLR0912 - one line a kind
        match event:
            case battle_events.ArmyMustered():
                cost = f"{event.points:,} of {plural(event.limit, 'point')}"
                return f"{plural(len(event.fielded), 'unit')} took the field, {cost}"
            case battle_events.AgendaChosen() | battle_events.AgendaSwitched():
                return f"Agenda in play: {event.name}" if event.agenda else "No agenda in play"
            case battle_events.CombatDropped():
                return f"Combat Drop: {self._unit(event.unit)} infiltrated"
            case battle_events.BattleRecorded():
                return self._result()
            case battle_events.AgendaResolved() if event.agenda:
                boxes = "1 box" if event.marked == 1 else f"{event.marked} boxes"
                agenda = self.context.library.agendas.get(event.agenda)
                return f"{agenda.name if agenda else 'The agenda'}: {boxes} marked"
            case battle_events.AgendaResolved():
                return "No agenda was in play"
            case battle_events.RewardDrawn():
                drawn = [*event.orders, *(event.roll.faces if event.roll else ())]
                return "Drawn: " + ", ".join(str(face).capitalize() for face in drawn)
            case battle_events.SupplyRolled():
                return f"{event.roll.faces[0].value.capitalize()} on the red die: {event.gained} supply"
            case battle_events.MedevacUsed():
                return f"Medevac for {self._unit(event.dossier)}: no check"
            case battle_events.CasualtySettled():
                return f"{self._unit(event.dossier)}: {OUTCOMES.get(event.outcome, event.outcome)}"
            case battle_events.SetbackRolled() if not event.setback:
                return f"{self._unit(event.dossier)} cannot gain that setback and rolls again"
            case battle_events.SetbackRolled() if event.fell:
                return f"{self._unit(event.dossier)} is lost for good: a second time the same setback"
            case battle_events.SetbackRolled() if event.setback in self.context.library.setbacks:
                return self._does(self.context.library.setbacks[event.setback])
            case battle_events.TraitRolled() if event.trait in self.context.library.traits:
                return self._does(self.context.library.traits[event.trait])
            case battle_events.WardenRolled():
                return f"Selfless Warden: {event.lost} supply lost"
            case _:
                return ""

    @staticmethod
    def _does(part: Setback | Trait) -> str:
        """What was rolled does this."""
        return f"{part.name}: {part.words.rstrip('.')}"

    def _rival(self, event: battle_events.RivalNamed) -> str:
        """The opponent names one of one's own units; what one names oneself is the opponent's affair."""
        if event.side == self.own:
            return "You named your Most Feared Rival" if event.dossier else ""
        if not event.dossier:
            return "No rival was named"
        return f"{self._unit(event.dossier)} is their Most Feared Rival"

    def _result(self) -> str:
        battle, key = self.context.battle, self.context.key
        result = {"won": "Victory", "lost": "Defeat", "drawn": "A draw"}[battle.result(key)]
        if battle.conceded == BOTH:
            return f"{result}, ended early by agreement"
        if battle.conceded:
            return "You conceded" if battle.conceded == key else "Your opponent conceded"
        return result
