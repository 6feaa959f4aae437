"""What a decision does to a Register, written down event by event.

A ledger is made for one decision and thrown away: it folds each event at once, so that the next line sees
what the one before did (an award that reaches the maximum rank stops the next one).
"""

from collections.abc import Iterable

from muster.rules.campaign.library import charts
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.register import Register, evolve
from muster.rules.log import Event


class Ledger:
    """A Register and the events of one decision so far. `battle` is noted with each of them."""

    def __init__(self, register: Register, battle: str = "") -> None:
        self.register = register
        self.battle = battle
        self.events: list[Event] = []

    def say(self, *events: Event) -> None:
        """Write down events and let them take effect."""
        for event in events:
            self.events.append(event)
            self.register = evolve(self.register, event)

    def experience(self, dossier_id: str, amount: int, why: str) -> None:
        """Experience, as far as the maximum rank lets it; nothing for a unit that is not there.

        Rules 79 to 83; the award that reaches the maximum is given whole, then no more (ambiguity 27).
        """
        dossier = self.register.find(dossier_id)
        if dossier is None or dossier.veteran_rank >= dossier.maximum:
            return
        after = charts.experience_after(dossier.experience, amount, dossier.maximum)
        if after == dossier.experience:
            return
        rank = min(dossier.maximum, charts.veteran_rank(after))
        new = max(0, rank - dossier.veteran_rank)
        gained = after - dossier.experience
        self.say(register_events.ExperienceGained(dossier_id, gained, rank, new, why, self.battle))

    def supply(self, amount: int, why: str) -> None:
        """Supply points won or lost; nothing is taken that is not there."""
        change = max(amount, -self.register.supply)
        if change:
            self.say(register_events.SupplyChanged(change, why, self.battle))

    def remove_setbacks(self, dossier_id: str, setbacks: Iterable[str], why: str) -> None:
        """Take away setbacks, each once for every time it is named and held."""
        for setback in setbacks:
            dossier = self.register.find(dossier_id)
            if dossier is not None and dossier.has_setback(setback):
                self.say(register_events.SetbackRemoved(dossier_id, setback, 1, why, self.battle))
