"""Players who do anything legal end every mission, and what must always hold does."""

from random import Random

import pytest
from msgspec.structs import replace

from muster.rules.game.events import ForceBrought, GameOpened, Scored, Went
from muster.rules.game.evolve import GAME
from muster.rules.game.game import evolve
from muster.rules.game.table import SEATS, Game, Table
from tests.rules.game.game_table import HAND, BySeed, Played, play_on

TURNING_POINTS = (
    "wipe-them-out", "the-big-one", "the-hammer-falls", "caught-in-the-act", "running-out-of-time",
    "seize-your-destiny", "golden-opportunity",
)  # fmt: skip
CARRIED = (
    "battle-fatigue", "battle-shaken", "flat-footed", "compromised", "scrambled", "behind-schedule",
    "losing-faith", "self-serving", "unsure", "conspicuous", "weight-of-responsibility", "embittered",
    "on-the-back-foot", "disillusioned", "greedy", "disgraced", "hunted", "insecure", "faulty-equipment",
    "special-munitions", "well-stocked", "one-in-a-million", "sterner-stuff", "implacable", "unity",
    "legendary", )  # fmt: skip
ASSETS = ("orbital-bombardment", "combat-drop", "contingency-plan")
PARAGON_CARDS = ("the-best-of-us", "enemy-down", "objective-complete", "standing-orders-paragon")


@pytest.mark.parametrize("level", ["full", "score"])
@pytest.mark.parametrize("seed", range(6))
def test_random_recon_games_end(level: str, seed: int) -> None:
    random = Random(seed)
    played = Played(GameOpened(mode="recon", level=level), BySeed(random))
    play_on(played, random)
    check(played)


@pytest.mark.parametrize("level", ["full", "score"])
@pytest.mark.parametrize("mission", TURNING_POINTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_turning_points_end(level: str, mission: str, seed: int) -> None:
    random = Random(f"{mission}{seed}")
    opened = GameOpened(mode="turning-point", level=level, mission=mission, owner=random.choice(SEATS))
    played = Played(opened, BySeed(random))
    play_on(played, random)
    check(played)


@pytest.mark.parametrize("mission", TURNING_POINTS)
@pytest.mark.parametrize(
    ("dice", "cards", "level"), [("app", "app", "full"), ("own", "table", "full"), ("app", "app", "score")]
)
def test_random_games_of_armies_with_a_past_end(mission: str, dice: str, cards: str, level: str) -> None:
    """Every setback, trait, commendation, asset and Paragon card is somewhere in the armies."""
    random = Random(f"{mission}{dice}{cards}{level}")

    def veterans(force: ForceBrought) -> ForceBrought:
        units = tuple(
            replace(one, effects=tuple(random.choices(CARRIED, k=4)), dossier=f"d{one.id}")
            for one in force.units
        )
        units = (replace(units[0], paragon=True), *units[1:])
        return replace(force, units=units, assets=ASSETS, agenda="a", agendas=("a", "b", "c"))

    opened = GameOpened(mode="turning-point", mission=mission, dice=dice, cards=cards, level=level)
    hand = (*HAND[:2], *PARAGON_CARDS)
    played = Played(opened, BySeed(random), bring=veterans, hand=hand)
    play_on(played, random)
    check(played)


def check(played: Played) -> None:
    """The end is known, points are the sum of what was scored, the log folds to the state, and after every
    act no token of a mission is lost."""
    table = played.game.table
    assert table.ended is not None and 1 <= table.round <= 5
    total = sum(event.score.points for event in played.log if isinstance(event, Scored))
    assert total == table.points("blue") + table.points("red")
    folded = GAME.initial()
    for event in played.log:
        folded = evolve(folded, event)
        if isinstance(event, Went):
            conserved(folded.table)
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
            table.mark(f"{one.id}.{green}") <= 1 for one in markers for green in ("aim", "dodge", "surge")
        )
    counts = {"wipe-them-out": 6, "the-big-one": 8, "the-hammer-falls": 8, "golden-opportunity": 5}
    if mission in counts:
        assert len(markers) <= counts[mission]
    assert all(table.mark(f"pool.{green}") <= 1 for green in ("aim", "dodge", "surge"))
