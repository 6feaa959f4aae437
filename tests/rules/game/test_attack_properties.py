"""What holds of every attack: played between random units of the cards with app dice, and of wounds on
miniatures however they fall."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.rules.attack.targets import best_attack
from muster.rules.cards.catalogue import catalogue
from muster.rules.game import game as engine
from muster.rules.game.answers import BeginAttack
from muster.rules.game.attacks.declaring import attack_open
from muster.rules.game.combatants import minis_left, side_of
from muster.rules.game.log.attacked import AttackResolved, PoolFormed
from muster.rules.game.log.events import StackSaved
from muster.rules.game.minis import Losses, Mini, heal, left_of, lost_wounds, suffer
from muster.rules.game.replaying import arena
from muster.rules.game.table import SEATS, Game, Table, view
from tests.rules.game.attack_table import AttackTable

ATTACKS = 60
TOKENS = ("aim", "dodge", "surge", "observation", "standby")


def random_table(random: Random) -> AttackTable:
    """Two units of any cards a side, with tokens, Suppression and wounds."""
    cards = sorted(card.id for card in catalogue().data.units if card.weapons and card.miniatures)
    table = AttackTable(*([random.choice(cards), random.choice(cards)] for _ in SEATS), dice="app")
    for id, unit in table.table.units.items():
        tokens = {token: number for token in TOKENS if (number := random.choice((0, 0, 1, 2)))}
        table.change(id, tokens=tokens, suppression=random.choice((0, 0, 1)) if unit.courage else 0)
    return table


def holds(table: Table) -> None:
    """No token below none; no more wounds than there are; miniatures have just the wounds of their unit."""
    for unit in table.units.values():
        assert all(number > 0 for number in unit.tokens.values()) and unit.suppression >= 0
        assert 0 <= unit.lost <= unit.wounds and minis_left(unit) >= 0
        if unit.minis:
            assert lost_wounds(unit.minis, unit.losses or Losses()) == unit.lost
            assert minis_left(unit) > 0 or unit.lost == unit.wounds


@pytest.mark.parametrize("seed", range(ATTACKS))
def test_a_random_attack_keeps_its_bounds_and_its_log_folds(seed: int) -> None:
    random = Random(seed)
    table, chance = random_table(random), arena.Seeded(str(seed))
    begun = BeginAttack(unit="one.1")
    if table.codes("one", begun):
        pytest.skip("this unit cannot attack now")
    start, log = table.game, list(engine.handle(table.game, "one", begun, chance))
    game = arena.after_act(start, log)
    for _ in range(60):
        holds(game.table)
        if not attack_open(game.table):
            break
        seat = next(seat for seat in SEATS if engine.open_step(view(game, seat)))
        options = list(engine.legal(view(game, seat)))
        events = engine.handle(game, seat, random.choice(options[:-1] or options), chance)
        log += events
        game = arena.after_act(game, events)
    assert not attack_open(game.table)
    assert folded(start, log) == game
    for end in (event for event in log if isinstance(event, AttackResolved)):
        target = start.table.units[end.on]
        assert 0 <= end.wounds <= target.wounds - target.lost
        assert end.wounds <= sum(len(event.dice) for event in log if isinstance(event, PoolFormed)) + 1


def folded(start: Game, log: list[object]) -> Game:
    """Every prefix folds; what was said last is where the game stands."""
    game = start
    for event in log:
        game = engine.evolve(game, event)  # type: ignore[arg-type]
        if isinstance(event, StackSaved):
            holds(game.table)
    return game


def test_two_hundred_played_attacks_come_near_what_was_foretold() -> None:
    """Stormtroopers with an Aim at Rebel Troopers with a Dodge, both taking what is proposed: the mean of the
    played wounds is within four standard errors of the foretold one."""
    table = AttackTable(("ay+ej", "ay"), ("ah", "ah"), dice="app")
    table.change("one.1", tokens={"aim": 1}).change("two.1", tokens={"dodge": 1})
    attacker, target = (side_of(table.table, table.unit(id)) for id in ("one.1", "two.1"))
    found = best_attack(attacker, target)
    assert found is not None
    odds, number = found.odds, 200
    wounds = [played_wounds(table.game, str(seed), found.band) for seed in range(number)]
    assert set(wounds) <= {n for n, weight in enumerate(odds.weights) if weight}
    square = sum(n * n * chance for n, chance in enumerate(odds.distribution))
    error = float((square - odds.mean**2) / number) ** 0.5
    assert abs(sum(wounds) / number - float(odds.mean)) <= 4 * error


def played_wounds(game: Game, seed: str, band: int) -> int:
    table, chance = AttackTable.__new__(AttackTable), arena.Seeded(seed)
    table.game, table.log, table.chance = game, [], chance
    table.begin().at("two.1", range=str(band)).roll()
    table.take_what_is_proposed()
    return next(event.wounds for event in table.log if isinstance(event, AttackResolved))


# Wounds on miniatures --------------------------------------------------------------------------------------

MINIS = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 4)), min_size=1, max_size=3
).map(lambda found: tuple(Mini(f"card-{place}", *pair) for place, pair in enumerate(found)))  # fmt: skip


@settings(max_examples=200)
@given(MINIS, st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3)), max_size=8))
def test_wounds_fall_on_miniatures_one_after_the_other(
    minis: tuple[Mini, ...], hits: list[tuple[int, int]]
) -> None:
    """The sum is what was suffered; one mini at most is wounded; the leader falls last."""
    losses, total = Losses(), sum(mini.count * mini.wounds for mini in minis)
    for number, place in hits:
        before = lost_wounds(minis, losses)
        losses = suffer(minis, losses, number, f"card-{place}")
        assert lost_wounds(minis, losses) == min(total, before + number)
        left = left_of(minis, losses)
        assert all(0 <= left[mini.card] <= mini.count for mini in minis)
        assert left[minis[0].card] or not any(left.values()), "the leader falls last"
        assert bool(losses.hurt) == bool(losses.wounded)


@settings(max_examples=100)
@given(MINIS, st.integers(0, 20), st.integers(0, 20))
def test_what_is_healed_was_suffered(minis: tuple[Mini, ...], wounds: int, healed: int) -> None:
    losses = suffer(minis, Losses(), wounds)
    before = lost_wounds(minis, losses)
    after = heal(minis, losses, healed)
    assert lost_wounds(minis, after) == max(0, before - healed)
