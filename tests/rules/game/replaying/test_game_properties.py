"""What holds in every game whatever is said: prefixes fold, what is offered is allowed, undo and redo give
the same state and faces, secrets stay with their seat."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from muster.app.game.playing.chance import GameChance
from muster.rules.game.answers import AnyInput, BeginAttack, LeaveAttack
from muster.rules.game.attacks.declaring import attack_open
from muster.rules.game.game import changes, evolve, handle, legal, open_step, problems, sample
from muster.rules.game.log.attacked import AttackResolved
from muster.rules.game.log.events import Drawn, Rolled
from muster.rules.game.log.evolve import GAME
from muster.rules.game.replaying.arena import Played, Setting, missions, next_input, one_of, play
from muster.rules.game.steps import Turn
from muster.rules.game.steps.step import Choose
from muster.rules.game.table import SEATS, SIDES, Game, Table, View, view
from muster.rules.log import KINDS, Event, Recorded, Redone, Undone, fold
from muster.rules.tournament.chance import Draw

ALL = [(mode, mission) for mode in ("recon", "standard", "turning-point") for mission in missions(mode)]
AT = datetime(2026, 11, 16, tzinfo=UTC)
Seeded = tuple[tuple[str, str], int, str]
OPERATIONS = [("special-operations", mission) for mission in missions("special-operations")]
core = st.tuples(st.sampled_from(ALL), st.integers(0, 10**6), st.sampled_from(["full", "score"]))
operations = st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 10**6), st.just("full"))
games = st.sampled_from([*[core] * 4, operations]).flatmap(lambda one: one)
few = settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])


def played(game: Seeded) -> Played:
    (mode, mission), seed, level = game
    return play(mode, mission, str(seed), level)


def recorded(acts: Sequence[Sequence[Event]]) -> list[Recorded]:
    """The acts as a stream holds them."""
    rows = [(f"act{number}", event) for number, act in enumerate(acts) for event in act]
    return [entry(version, batch, event) for version, (batch, event) in enumerate(rows, start=1)]


def entry(version: int, batch: str, event: Event) -> Recorded:
    return Recorded("game:1", version, batch, *KINDS.tag(event), "a", AT, event)


def more(log: list[Recorded], event: Event) -> list[Recorded]:
    return [*log, entry(len(log) + 1, f"more{len(log)}", event)]


def folded(log: list[Recorded]) -> Game:
    return fold(GAME.initial(), evolve, log)


@few
@given(games)
def test_every_prefix_folds_to_a_game_that_can_be_shown_and_kept(game: Seeded) -> None:
    """Points are the sum of what was scored, and never less than none; nobody's hand lies on the table."""
    state = GAME.initial()
    for act in played(game).acts:
        for event in act:
            state = evolve(state, event)
        table = state.table
        assert all(score.points > 0 for score in table.scores)
        assert all(
            table.points(side) == sum(s.points for s in table.scores if s.side == side) for side in SIDES
        )
        assert view(state, "watch").own is None and view(state, "both").own is None
        pools_hold(table)
        for audience in (*SEATS, "watch"):
            assert list(legal(view(state, audience))) == [] or audience in SEATS
    kept = msgspec.json.decode(msgspec.json.encode(state), type=Game)
    assert kept == state, "a snapshot is the state"


def pools_hold(table: Table) -> None:
    """In a turn each unit without an order has its token in the pool, but for who waits (G5)."""
    if not table.todo or not isinstance(table.todo[-1], Turn):
        return
    for seat in SEATS:
        waiting = Counter(unit.rank for unit in table.army(seat) if not unit.order and not unit.waits)
        assert not waiting - Counter(table.chairs[seat].pool)


@few
@given(games)
def test_what_is_offered_is_allowed_and_nobody_else_is_asked(game: Seeded) -> None:
    whole = played(game)
    for length in range(5, len(whole.acts), 17):
        state = folded(recorded(whole.acts[:length]))
        for seat in SEATS:
            seen = view(state, seat)
            offered = list(legal(seen))
            assert bool(offered) == (open_step(seen) is not None)
            for said in (*offered[:20], *list(changes(seen))[:20]):
                assert problems(seen, said) == (), said


@few
@given(games, st.floats(0, 1))
def test_undone_and_redone_is_the_same_state(game: Seeded, where: float) -> None:
    whole = played(game)
    last = max(6, int(where * (len(whole.acts) - 1)))
    log = recorded(whole.acts[: last + 1])
    before, after = folded(recorded(whole.acts[:last])), folded(log)
    undone = more(log, Undone(batch=f"act{last}"))
    assert folded(undone) == before
    assert folded(more(undone, Redone(batch=f"act{last}"))) == after


@few
@given(games, st.floats(0, 1))
def test_said_again_after_an_undo_it_shows_the_same_faces(game: Seeded, where: float) -> None:
    """Chance that would fall otherwise now keeps what a step taken back has shown."""
    whole, draw = played(game), Draw(str(game[1]), "again")
    last = max(6, int(where * (len(whole.acts) - 1)))
    acts = list(whole.acts[:last])
    state = folded(recorded(acts))
    if state.table.ended:
        return
    seat, said = next_input(state, draw)
    fresh = GameChance(recorded(acts), lambda number: bytes([draw.below(256) for _ in range(number)]))
    act = handle(state, seat, said, fresh)
    log = more(recorded([*acts, act]), Undone(batch=f"act{len(acts)}"))
    again = handle(folded(log), seat, said, GameChance(log, bytes))
    shown = [one for one in act if isinstance(one, Rolled | Drawn)]
    assert shown == [one for one in again if isinstance(one, Rolled | Drawn)]
    assert folded(recorded([*acts, act])) == folded(recorded([*acts, again]))


# Attacks ---------------------------------------------------------------------------------------------------


def attacker(seen: View, draw: Draw) -> AnyInput:
    """Attacks wherever a unit may, half of the time, and leaves none it has begun."""
    begun = [said for said in changes(seen) if isinstance(said, BeginAttack)]
    if begun and draw.below(2):
        return one_of(begun, draw)
    if isinstance(open_step(seen), Choose):
        return sample(seen, draw.below)
    every = list(legal(seen))
    return one_of([said for said in every if not isinstance(said, LeaveAttack)] or every, draw)


@pytest.mark.parametrize("seed", range(3))
def test_every_stage_of_an_attack_is_undone_and_redone_and_shows_the_same_faces(seed: int) -> None:
    """Every fifth act of all attacks of a game: taken back, brought back, or said again."""
    setting = Setting(players=dict.fromkeys(SEATS, attacker))
    whole = play("recon", missions("recon")[seed], str(seed), setting=setting)
    states = [GAME.initial()]
    for act in whole.acts:
        states.append(evolve(states[-1], *act))
    inside = [place for place, state in enumerate(states[:-1]) if attack_open(state.table)]
    assert sum(isinstance(event, AttackResolved) for event in whole.log) >= 10
    first = len(whole.acts) - len(whole.said)
    for place in inside[seed::5]:
        log = recorded(whole.acts[: place + 1])
        undone = more(log, Undone(batch=f"act{place}"))
        assert folded(undone) == states[place]
        assert folded(more(undone, Redone(batch=f"act{place}"))) == states[place + 1]
        again = handle(states[place], *whole.said[place - first], GameChance(undone, bytes))
        assert [one for one in again if isinstance(one, Rolled)] == [
            one for one in whole.acts[place] if isinstance(one, Rolled)
        ]
