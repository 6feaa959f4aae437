"""What changed so far, step by step: the log of the battle and of the Register told in short sentences."""

from collections.abc import Sequence

from muster.app.campaign_battles import Place
from muster.app.streams import EventStore
from muster.rules.campaign import events as e
from muster.rules.campaign import sequence_events as s
from muster.rules.campaign.battle import BOTH
from muster.rules.campaign.sequence_seat import Seat
from muster.rules.log import Event, Recorded, live
from muster.web.pages.tour_step_table import names_of

OUTCOMES = {
    "casualty": "lost for good",
    "defining-trait": "lives, with a defining trait to roll",
    "hard-lesson": "2 experience and a setback to roll",
    "setback": "a setback to roll",
    "unharmed": "1 experience, unharmed",
    "spared": "spared",
}
WHY = {
    "took-part": "took part",
    "contesting": "contested or held",
    "most-feared-rival": "Most Feared Rival",
    "casualty-check": "casualty check",
    "spared": "spared",
}


def told_by_step(store: EventStore, place: Place, seat: Seat) -> dict[int, list[str]]:
    """The sentences of each step. Before the steps stands 0: muster, agenda, result."""
    battle = live(store.read(place.battle))
    register = live(store.read(seat.side.register)) if seat.side.register else []
    own = _since(register, place.battle)
    acts: dict[str, list[Recorded]] = {}
    for entry in sorted([*battle, *own], key=lambda entry: entry.at):
        acts.setdefault(entry.batch, []).append(entry)
    return _by_step(list(acts.values()), place, Teller(seat))


def _since(log: Sequence[Recorded], battle: str) -> list[Recorded]:
    """The Register's entries from joining this battle to its end."""
    start = next((n for n, one in enumerate(log) if one.event == e.BattleJoined(battle)), len(log))
    ends = (
        n for n, one in enumerate(log) if isinstance(one.event, e.BattleClosed) and one.event.battle == battle
    )
    return list(log[start : next(ends, len(log)) + 1])


def _by_step(acts: list[list[Recorded]], place: Place, teller: "Teller") -> dict[int, list[str]]:
    told: dict[int, list[str]] = {}
    step = 0
    for act in acts:
        told.setdefault(step, []).extend(teller.tell_act([entry.event for entry in act], place.side))
        for entry in act:
            if isinstance(entry.event, s.BattleRecorded):
                step = 1
            if isinstance(entry.event, s.StepFinished) and entry.event.side == place.side:
                step = teller.seat.battle.next_step(place.side, entry.event.step)
    return told


class Teller:
    """Names for the ids in events."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.names = names_of(seat.register)

    def tell_act(self, said: Sequence[Event], own: str) -> list[str]:
        """One act: its events in order, then what each unit gained in it in one line."""
        gains: dict[str, list[e.ExperienceGained]] = {}
        for one in said:
            if isinstance(one, e.ExperienceGained) and one.amount and one.why != "casualty-check":
                gains.setdefault(one.dossier, []).append(one)
        told = [words for one in said if (words := self.tell(one, own))]
        return [*told, *(self._gained(unit, several) for unit, several in gains.items())]

    def _gained(self, unit: str, several: Sequence[e.ExperienceGained]) -> str:
        why = ", ".join(WHY[one.why] for one in several if one.why in WHY)
        total = sum(one.amount for one in several)
        return f"{self._unit(unit)}: {total:+} experience{f' ({why})' if why else ''}"

    def tell(self, said: Event, own: str) -> str:
        """One event in a sentence; empty where it needs none."""
        if isinstance(said, s.RivalNamed):
            return self._rival(said, own)
        if getattr(said, "side", own) != own:
            return ""
        return self._battle(said) or self._register(said)

    def _unit(self, dossier: str) -> str:
        return self.names.get(dossier, dossier)

    def _battle(self, said: Event) -> str:  # noqa: PLR0911, PLR0912 - one line a kind
        match said:
            case s.ArmyMustered():
                return f"{len(said.fielded)} units took the field, {said.points} of {said.limit} points"
            case s.AgendaChosen() | s.AgendaSwitched():
                return f"Agenda in play: {said.name}" if said.agenda else "No agenda in play"
            case s.BattleRecorded():
                return self._result()
            case s.AgendaResolved() if said.agenda:
                boxes = "1 box" if said.marked == 1 else f"{said.marked} boxes"
                agenda = self.seat.library.agendas.get(said.agenda)
                return f"{agenda.name if agenda else 'The agenda'}: {boxes} marked"
            case s.AgendaResolved():
                return "No agenda was in play"
            case s.RewardDrawn():
                drawn = [*said.orders, *(said.roll.faces if said.roll else ())]
                return "Drawn: " + ", ".join(str(one).capitalize() for one in drawn)
            case s.SupplyRolled():
                return f"{said.roll.faces[0].value.capitalize()} on the red die: {said.gained} supply"
            case s.MedevacUsed():
                return f"Medevac for {self._unit(said.dossier)}: no check"
            case s.CasualtySettled():
                return f"{self._unit(said.dossier)}: {OUTCOMES.get(said.outcome, said.outcome)}"
            case s.SetbackRolled() if not said.setback:
                return f"{self._unit(said.dossier)} cannot gain that setback and rolls again"
            case s.SetbackRolled() if said.fell:
                return f"{self._unit(said.dossier)} is lost for good: a second time the same setback"
            case s.WardenRolled():
                return f"Selfless Warden: {said.lost} supply lost"
            case _:
                return ""

    def _rival(self, said: s.RivalNamed, own: str) -> str:
        """The opponent names one of one's own units; what one names oneself is the opponent's affair."""
        if said.side == own:
            return "You named your Most Feared Rival" if said.dossier else ""
        return f"Most Feared Rival: {self._unit(said.dossier)}" if said.dossier else "No rival was named"

    def _result(self) -> str:
        battle, key = self.seat.battle, self.seat.key
        result = {"won": "Victory", "lost": "Defeat", "drawn": "A draw"}[battle.result(key)]
        if battle.conceded == BOTH:
            return f"{result}, ended early by agreement"
        if battle.conceded:
            return "You conceded" if battle.conceded == key else "Your opponent conceded"
        return result

    def _register(self, said: Event) -> str:  # noqa: PLR0911, PLR0912 - one line a kind
        match said:
            case e.AgendaProgressed() | e.SupplyChanged(why="battle"):
                return ""
            case e.SupplyChanged():
                return f"{said.amount:+} supply"
            case e.PotentialChanged():
                return f"{said.amount:+} Combat Potential"
            case e.ReputationChanged():
                return f"{said.amount:+} reputation"
            case e.SetbackGained():
                return f"{self._unit(said.dossier)}: {said.name}"
            case e.SetbackRemoved():
                return f"{self._unit(said.dossier)}: {said.count} setback fewer"
            case e.TraitGained():
                return f"{self._unit(said.dossier)}: {said.name}"
            case e.CommendationAwarded():
                return f"{self._unit(said.dossier)} was awarded {said.name}"
            case e.ParagonCardUnlocked():
                return f"{self._unit(said.dossier)} unlocked {said.name}"
            case e.KeywordGained():
                return f"{self._unit(said.dossier)} gained {said.name}"
            case e.UnitNamed():
                return f"{said.name} has a name"
            case e.UnitAdded():
                return f"{self._unit(said.dossier)} joined the Register"
            case e.UnitRemoved(why="reassigned"):
                return f"{self._unit(said.dossier)} was reassigned"
            case e.UpgradeAdded():
                return f"{self._unit(said.dossier)} received {said.upgrade.name}"
            case e.MaximumRaised():
                return f"{self._unit(said.dossier)} may reach veteran rank {said.maximum}"
            case e.AidRequested():
                return f"{said.name}, {said.cost} SP" if said.cost else said.name
            case e.AssetAdded():
                return f"{said.name} is on the Register"
            case e.AssetRemoved():
                return f"{self.seat.library.assets[said.asset].name} was used up"
            case e.ArcEnded():
                return "The story arc came to its end"
            case e.ArcChosen():
                return f"Next story arc: {said.name}"
            case _:
                return ""
