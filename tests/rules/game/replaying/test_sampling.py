"""What may be answered is complete, and a sampler draws from it fairly: on small tables every run of draws is
walked, and what comes out is held against every answer one could think of that is not refused."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from muster.rules.game import answers, kernel
from muster.rules.game import game as engine
from muster.rules.game.log.events import ForceBrought
from muster.rules.game.phases.ending import holders
from muster.rules.game.phases.places import near_tokens, tokens_asked
from muster.rules.game.replaying.arena import HAND, Player, Setting, anything, fair, missions, play
from muster.rules.game.scoring.score_only import counts_offered, marks_offered
from muster.rules.game.special_operations.actions import ACTIONS
from muster.rules.game.steps import AnyStep
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, View
from muster.rules.tournament.chance import Draw
from tests.rules.game.drawing import TooManyError, every_run

TIMES = 2
"""Each kind of step is looked at so often in a game."""


def subsets(things: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(things, size) for size in range(len(things) + 1))


def thinkable(seen: View, step: AnyStep) -> Iterator[answers.AnyInput]:
    """Every answer of the right kinds that one could think of, right or wrong."""
    table = seen.table
    units, own = (
        tuple(table.units),
        tuple(id for id, unit in table.units.items() if unit.seat == seen.audience),
    )
    tokens, held = tuple(table.markers), seen.own.hand if seen.own else ()
    kinds = kernel.RULES[type(step)].takes(step)
    for kind in (answers.Picked,) if isinstance(step, Choose) else kinds:
        match kind:
            case answers.Done | answers.DrawToken | answers.PassTurn:
                yield kind(prompt=step.id)
            case answers.Activate:
                yield from (kind(prompt=step.id, unit=unit) for unit in units)
            case answers.ChangeCard | answers.HasPriority | answers.TakeEdge:
                (name, words) = next(item for item in get_type_hints(kind).items() if item[0] != "prompt")
                yield from (kind(prompt=step.id, **{name: word}) for word in get_args(words))
            case answers.Lay:
                yield from (kind(prompt=step.id, card=card) for card in (*HAND, *held, "zz"))
            case answers.Units:
                yield from (kind(prompt=step.id, units=some) for some in subsets(own))
            case answers.Picked if isinstance(step, Choose) and len(step.options) <= 7:
                said = step.options or ("yes", "no")
                yield from (kind(prompt=step.id, options=some) for some in subsets((*said, "other")))
            case answers.Places:
                near = product(subsets(own), repeat=len(tokens_asked(table, step)))
                every = (dict(zip(tokens_asked(table, step), some, strict=True)) for some in near)
                yield from (kind(prompt=step.id, places=places) for places in every)
            case answers.RoundTold:
                yield from rounds(seen, step)
            case answers.Take:
                names = (*ACTIONS, "", "unable", *table.chairs[step.seat].assets)
                yield from (
                    kind(prompt=step.id, action=name, on=on)
                    for name, on in product(names, ("", *units, *tokens))
                )
            case _:
                return


def rounds(seen: View, step: AnyStep) -> Iterator[answers.RoundTold]:
    """Every holder of every token, every set of marks, all numbers up to one too many."""
    table = seen.table
    tokens, groups = near_tokens(table), counts_offered(table)
    names = [name for group in groups for name in group.names]
    most = max((group.most for group in groups), default=0)
    every = product(
        product(holders(table), repeat=len(tokens)),
        subsets(marks_offered(table)),
        product(range(most + 2), repeat=len(names)),
    )
    for holds, marks, counts in every:
        yield answers.RoundTold(
            prompt=step.id, holds=dict(zip(tokens, holds, strict=True)), marks=marks,
            counts=dict(zip(names, counts, strict=True)),
        )  # fmt: skip


def plain(said: answers.AnyInput) -> object:
    """An answer as a set of facts: the order in which things are named says nothing."""
    match said:
        case answers.Units():
            return type(said), frozenset(said.units)
        case answers.Picked():
            return type(said), frozenset(said.options)
        case answers.Places():
            return type(said), tuple(sorted((at, frozenset(near)) for at, near in said.places.items()))
        case answers.RoundTold():
            holds, counts = (tuple(sorted(one.items())) for one in (said.holds, said.counts))
            return type(said), holds, frozenset(said.marks), counts
    return said


def small(force: ForceBrought) -> ForceBrought:
    """Three units a side."""
    return replace(force, units=force.units[:3])


class Watcher:
    """A player who says anything and, for each kind of step, has looked at what may be said."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seen: Counter[str] = Counter()
        self.walked: Counter[str] = Counter()

    def __call__(self, seen: View, draw: Draw) -> answers.AnyInput:
        step = kernel.open_step(seen)
        assert step is not None
        name = type(step).__name__
        if self.seen[name] < TIMES and self.walked[name] < TIMES:
            self.seen[name] += 1
            self.look(seen, step, name)
        return self.player(seen, draw)

    def look(self, seen: View, step: AnyStep, name: str) -> None:
        try:
            drawn = every_run(lambda draw: plain(kernel.sample(seen, draw)))
        except TooManyError:
            return
        assert len(set(drawn.values())) == 1, f"{name}: each answer as likely as any other"
        assert not any(kernel.problems(seen, said) for said in kernel.legal(seen)), name
        if not (domain := list(thinkable(seen, step))):
            listed = {plain(said) for said in kernel.legal(seen)}
            assert listed == set(drawn) or (name == "Fight" and listed < set(drawn)), name
            return  # what may be said in a Fight is held against everything in test_operations_sampling
        right = {plain(said) for said in domain if not kernel.problems(seen, said)}
        assert set(drawn) == right, f"{name}: all that is not refused, and nothing else"
        self.walked[name] += 1


GAMES = [
    ("recon", "close-the-pocket+recon-mission", "full"),
    ("recon", "close-the-pocket+bring-them-to-heel", "score"),
    ("standard", "payload+supply-run", "full"),
    ("turning-point", "seize-your-destiny", "full"),
    ("turning-point", "the-hammer-falls", "score"),
    ("special-operations", "shifting-priorities-operation", "full"),
]


ROUND = {"LayCard", "GiveOrders", "Turn", "TellPlaces", "Choose"}
WALKED = {
    ("recon", "full"): {"Confirm", "ChooseEdge", "PickUnit", *ROUND},
    ("recon", "score"): {"TellRound"},
    ("standard", "full"): {"ChangeMission", "PickUnit", *ROUND},
    ("turning-point", "full"): ROUND,
    ("turning-point", "score"): {"TellRound"},
    ("special-operations", "full"): {"DeployUnit", "OrderUnits", "Acting", "LayCard"},
}


@pytest.mark.parametrize("player", [anything, fair])
@pytest.mark.parametrize(("mode", "mission", "level"), GAMES)
def test_the_sampler_draws_all_that_may_be_answered_equally_often(
    mode: str, mission: str, level: str, player: Player
) -> None:
    watcher = Watcher(player)
    mission = mission if mission in missions(mode) else missions(mode)[0]
    setting = Setting(bring=small, players=dict.fromkeys(SEATS, watcher))
    play(mode, mission, f"{mission}{player.__name__}", level, setting)
    assert watcher.walked.keys() >= WALKED[mode, level], "these are small enough to be held against all"


def test_a_player_is_a_function_of_what_a_seat_sees() -> None:
    """Two players of one's own play a game, and each is asked for its own seat alone."""
    asked: set[tuple[str, str]] = set()

    def first(name: str) -> Player:
        def answer(seen: View, _draw: Draw) -> answers.AnyInput:
            asked.add((name, seen.audience))
            return next(iter(engine.legal(seen)))

        return answer

    players = {seat: first(seat) for seat in SEATS}
    game = play("recon", "close-the-pocket+surface-scan", "1", "full", Setting(players=players)).game
    assert game.table.ended is not None
    assert asked == {("one", "one"), ("two", "two")}
