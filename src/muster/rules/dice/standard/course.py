"""How an attack goes on from dice that lie, both sides playing their best: what it is worth, and what comes
of it with which chance.

Going back, a state is worth what follows from it: with dice the sum over all ways they fall, with a choice
the best of its options. Going forward, weights flow through the same steps along the choices made. All
numbers are whole: every roll of a step weighs the same in all, however many of its dice are rolled.
"""

from collections.abc import Iterator
from functools import cached_property
from math import prod

from muster.rules.dice.rolling import EIGHT
from muster.rules.dice.standard.lying import Sides, State, Weighted
from muster.rules.dice.standard.saving import Outcome, Saving
from muster.rules.dice.standard.sequence import Choice, Roll, stages_of


class Course:
    """One attack from where its dice lie."""

    def __init__(self, sides: Sides, rerolled: int = 0) -> None:
        """`rerolled` dice are rolled again at most: what a state is worth must leave room for their ways."""
        self.sides = sides
        self.stages = stages_of(sides)
        self.saving = Saving(sides)
        self.scale = prod(stage.scale for stage in self.stages if isinstance(stage, Roll)) * self.saving.scale
        self._rerolled = rerolled
        self._known: list[dict[State, int]] = [{} for _ in range(len(self.stages) + 1)]

    @cached_property
    def bits(self) -> int:
        """Room below the wounds for what decides between equals."""
        ways: int = self.scale * EIGHT ** (self.sides.dice + self._rerolled)
        return (ways * (1 + sum(guardian.takes for guardian in self.sides.defence.guardians))).bit_length()

    @cached_property
    def mask(self) -> int:
        """What lies below the wounds."""
        return (1 << self.bits) - 1

    def for_attacker(self, worth: int) -> int:
        """What the attacker plays for: wounds on the target and on its guardians together; of equals those on
        the target."""
        if not self.sides.defence.guardians:
            return worth
        wounds = worth >> self.bits
        return (wounds + (worth & self.mask) << self.bits) + wounds

    def worth(self, state: State, place: int = 0) -> int:
        """What follows from a state before the step in this place."""
        known = self._known[place]
        found = known.get(state)
        if found is None:
            found = known[state] = self._worth(state, place)
        return found

    def _worth(self, state: State, place: int) -> int:
        if place == len(self.stages):
            return self.saving.worth(state, self.bits)
        stage = self.stages[place]
        if isinstance(stage, Roll):
            return sum(ways * self.worth(fallen, place + 1) for fallen, ways in stage.after(state))
        return self.worth(self.choose(stage, state, place), place + 1)

    def choose(self, stage: Choice, state: State, place: int) -> State:
        """The option to take: the best, of equals the first; without a real choice simply the first."""
        if not stage.chosen:
            return next(stage.after(state))
        options = list(dict.fromkeys(stage.after(state)))
        if len(options) == 1:
            return options[0]
        if stage.who == "attacker":
            return max(options, key=lambda option: self.for_attacker(self.worth(option, place + 1)))
        return min(options, key=lambda option: self.worth(option, place + 1))

    def play(self, states: Weighted, first: int = 0) -> Iterator[tuple[str, Weighted]]:
        """The weights of all states after each step, from the step in this place on."""
        for place, stage in enumerate(self.stages[first:], start=first):
            after: Weighted = {}
            if isinstance(stage, Roll):
                for state, weight in states.items():
                    for fallen, ways in stage.after(state):
                        after[fallen] = after.get(fallen, 0) + weight * ways
            else:
                for state, weight in states.items():
                    option = self.choose(stage, state, place)
                    after[option] = after.get(option, 0) + weight
            states = after
            yield stage.name, states

    def outcomes(self, states: Weighted) -> dict[Outcome, int]:
        """What all of them come to once defence dice are rolled."""
        merged: dict[tuple[int, object], tuple[State, int]] = {}
        for (criticals, hits, beside), weight in states.items():
            key = criticals + hits, beside
            state, sum_of = merged.get(key, ((criticals, hits, beside), 0))
            merged[key] = state, sum_of + weight
        table: dict[Outcome, int] = {}
        for (criticals, hits, beside), weight in merged.values():
            for outcome, ways in self.saving.outcomes(criticals + hits, beside):
                table[outcome] = table.get(outcome, 0) + weight * ways
        return table
