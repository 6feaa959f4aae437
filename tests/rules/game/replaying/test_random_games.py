"""Players who do anything legal end every mission, and what must always hold does."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from muster.rules.campaign.library.library import library
from muster.rules.game.effects.agenda_actions import DEVICE
from muster.rules.game.game import evolve, legal, open_step
from muster.rules.game.log.events import ForceBrought, Scored, StackSaved
from muster.rules.game.log.evolve import GAME
from muster.rules.game.missions import deck
from muster.rules.game.replaying.arena import HAND, Played, Setting, missions, play
from muster.rules.game.table import SEATS, Game, Table, view
from muster.rules.tournament.chance import Draw

SEEDS = range(3)
OBJECTIVES, SECONDARIES, ADVANTAGES = (
    deck("standard", kind) for kind in ("objective", "secondary", "advantage")
)


def standard(seed: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Ten standard games, other pairs of cards for each seed, each seat with the next advantage."""
    for place, objective in enumerate(OBJECTIVES):
        game = seed * len(OBJECTIVES) + place
        secondary = SECONDARIES[(place + seed) % len(SECONDARIES)]
        own = tuple(ADVANTAGES[(2 * game + more) % len(ADVANTAGES)] for more in (0, 1))
        yield f"{objective}+{secondary}", own


GAMES: tuple[tuple[str, str, int, tuple[str, ...]], ...] = tuple(
    game
    for seed in SEEDS
    for game in (
        *(("recon", mission, seed, ()) for mission in missions("recon")),
        *(("standard", mission, seed, advantages) for mission, advantages in standard(seed)),
        *(("turning-point", mission, seed, ()) for mission in missions("turning-point")),
    )
)
"""Every pair of Recon, three games of every card of the standard decks, every Turning Point."""
CARRIED = (
    "battle-fatigue", "battle-shaken", "flat-footed", "compromised", "scrambled", "behind-schedule",
    "losing-faith", "self-serving", "unsure", "conspicuous", "weight-of-responsibility", "embittered",
    "on-the-back-foot", "disillusioned", "greedy", "disgraced", "hunted", "insecure", "faulty-equipment",
    "special-munitions", "well-stocked", "one-in-a-million", "sterner-stuff", "implacable", "unity",
    "legendary", )  # fmt: skip
ASSETS = ("orbital-bombardment", "combat-drop", "contingency-plan")
PARAGON_CARDS = ("the-best-of-us", "enemy-down", "objective-complete", "standing-orders-paragon")


@pytest.mark.parametrize("level", ["full", "score"])
@pytest.mark.parametrize(("mode", "mission", "seed", "advantages"), GAMES)
def test_random_games_end(
    level: str, mode: str, mission: str, seed: int, advantages: tuple[str, ...]
) -> None:
    def deals(force: ForceBrought) -> ForceBrought:
        card = advantages[SEATS.index(force.seat)] if advantages else ""
        return replace(force, deck=replace(force.deck, advantage=(card,))) if card else force

    played = play(mode, mission, f"{mission}{seed}", level, Setting(bring=deals))
    objective, _, secondary = mission.partition("+")
    cards = played.game.table.mission
    assert (cards.objective, cards.secondary) == (objective, secondary)
    if advantages:
        assert {cards.blue_advantage, cards.red_advantage} == set(advantages)
    check(played)


def test_every_card_of_the_standard_decks_is_in_three_games_with_other_cards() -> None:
    played = [(mission, advantages) for mode, mission, _, advantages in GAMES if mode == "standard"]
    assert len(dict(played)) == len(played) == len(SEEDS) * len(OBJECTIVES), "no pair twice"
    times = Counter(card for mission, own in played for card in (*mission.split("+"), *own))
    assert times.keys() == {*OBJECTIVES, *SECONDARIES, *ADVANTAGES} and min(times.values()) >= len(SEEDS)


@pytest.mark.parametrize("mission", missions("turning-point"))
@pytest.mark.parametrize(
    ("dice", "cards", "level"), [("app", "app", "full"), ("own", "table", "full"), ("app", "app", "score")]
)
def test_random_games_of_armies_with_a_past_end(mission: str, dice: str, cards: str, level: str) -> None:
    """Every setback, trait, commendation, asset, agenda and Paragon card is somewhere in the armies."""
    seed = f"{mission}{dice}{cards}{level}"
    draw = Draw(seed, "past")

    def veterans(force: ForceBrought) -> ForceBrought:
        units = tuple(
            replace(one, effects=tuple(draw.shuffle(CARRIED)[:4]), dossier=f"d{one.id}")
            for one in force.units
        )
        units = (replace(units[0], paragon=True, keywords=("direct", "coordinate")), *units[1:])
        open_ones = tuple(draw.shuffle(sorted(library().agendas))[:3])
        return replace(force, units=units, assets=ASSETS, agenda=open_ones[0], agendas=open_ones)

    setting = Setting(bring=veterans, hand=(*HAND[:2], *PARAGON_CARDS), dice=dice, cards=cards)
    check(play("turning-point", mission, seed, level, setting))


def test_the_same_seed_plays_the_same_game() -> None:
    mission = "bunker-assault+recon-mission"
    one, same, other = (play("recon", mission, seed) for seed in ("a", "a", "b"))
    assert one == same and one.log != other.log


WITHOUT_CHOICE = {
    "Confirm": "something is done on the table",
    "Deploy": "a unit is placed on the table",
    "UnitActs": "a unit moves and attacks on the table",
    "GiveOrders": "a keyword gives an order beyond the card",
    "EndAttack": "what came of an attack is read",
    "LayCard": "which card is the last of a hand only its player knows until it is revealed",
}
"""What is asked though there is one answer, and why."""


def offers_a_choice(game: Game) -> None:
    """With app dice each question has two answers or more, but for those that are named with their reason."""
    for seat in SEATS:
        seen = view(game, seat)
        step = open_step(seen)
        if step and game.table.dice == "app" and type(step).__name__ not in WITHOUT_CHOICE:
            assert len(list(islice(legal(seen), 2))) == 2, step


def check(played: Played) -> None:
    """The end is known, points are the sum of what was scored, the log folds to the state, after every act no
    token of a mission is lost, and nobody is asked without a choice."""
    table = played.game.table
    assert table.ended is not None and 1 <= table.round <= 5
    total = sum(event.score.points for event in played.log if isinstance(event, Scored))
    assert total == table.points("blue") + table.points("red")
    folded = GAME.initial()
    for event in played.log:
        folded = evolve(folded, event)
        if isinstance(event, StackSaved):
            conserved(folded.table)
            offers_a_choice(folded)
    conserved(table)
    assert folded == played.game
    assert GAME.initial() == Game()


def conserved(table: Table) -> None:
    """Tokens of a mission move and leave; they never multiply, and nobody holds what is gone."""
    markers = table.markers.values()
    mission = table.mission.objective
    assert all(unit.suppression >= 0 and 0 <= unit.lost <= unit.wounds for unit in table.units.values())
    assert not any(one.gone and one.holder for one in markers)
    if mission == "running-out-of-time" and table.level == "full":
        carried = sum(unit.tokens.get("treasure", 0) for unit in table.units.values())
        assert sum(one.amount for one in markers) + carried == 13
        assert all(one.amount >= 0 for one in markers)
    if mission == "caught-in-the-act":
        bombs = [one for one in markers if one.name == "Bomb"]
        holders = [one.holder for one in bombs if one.holder]
        assert len(bombs) <= 6 and len(holders) == len(set(holders)), "one Bomb each"
        assert all(
            table.marks.get(f"{one.id}.{green}", 0) <= 1
            for one in markers
            for green in ("aim", "dodge", "surge")
        )
    counts = {"wipe-them-out": 6, "the-big-one": 8, "the-hammer-falls": 8, "golden-opportunity": 5}
    if mission in counts:
        assert sum(one.name != DEVICE for one in markers) <= counts[mission]
    assert all(table.marks.get(f"pool.{green}", 0) <= 1 for green in ("aim", "dodge", "surge"))
    cards_keep_their_limits(table)


MOST_TOKENS = {
    "Scanner": 4, "Base": 2, "Base Bomb": 2, "Supply Cache": 4, "Data Core": 5, "Comms Relay": 5,
    "Prisoner": 2, "Exchange": 1, "Comms Scrambler": 2, "Bunker": 4, "Comms Tower": 4, "Bomb Cart": 3,
    "Holorecorder": 2,
}  # fmt: skip
MOST_UNITS = {"intel": 2, "vanguard": 3, "marked": 4}
"""Units of one side that may carry such a token."""


def cards_keep_their_limits(table: Table) -> None:
    """No card makes more tokens than it has; one Scanner, Bomb and Cache a unit; no box is ticked twice."""
    names = Counter(one.name for one in table.markers.values())
    assert all(names[name] <= most for name, most in MOST_TOKENS.items())
    for name in ("Scanner", "Base Bomb", "Supply Cache"):
        holders = [one.holder for one in table.markers.values() if one.name == name and one.holder]
        assert len(holders) == len(set(holders))
    for token, most in MOST_UNITS.items():
        for seat in SEATS:
            assert sum(unit.has(token) for unit in table.army(seat)) <= most
    boxes = [name for name in table.marks if name.startswith(("heel.", "sweep.", "scan."))]
    assert all(table.marks[name] == 1 for name in boxes)
