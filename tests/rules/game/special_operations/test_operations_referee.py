"""Whole games of Special Operations judged again by a referee who has read the document and only watches:
places told, dice, wounds and who holds what."""

from collections import Counter

import pytest

from muster.rules.game.log.events import (
    Activated,
    ColoursSet,
    Defeated,
    GameEnded,
    MissionSet,
    PhaseBegun,
    PlacesTold,
    Rolled,
    Scored,
    UnitChanged,
)
from muster.rules.game.replaying.arena import Played, Setting, play
from muster.rules.game.special_operations.events import (
    CodesDealt,
    CodesHeld,
    LoadoutsRevealed,
    Returned,
    UnitJoined,
)
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.table import Table

SHIFTING, SHIELDS, CODES, VEHICLE = (
    "shifting-priorities-operation", "bring-down-the-shields", "the-codes", "disabled-vehicle",
)  # fmt: skip
PRIORITY = {"critical": "objective-right", "surge": "objective-left", "hit": "objective-centre"}


def played(edition: str, mission: str, seed: int) -> Played:
    return play("special-operations", mission, f"golden{seed}", setting=Setting(edition=edition))


def counts_two(table: Table, unit: str) -> bool:
    one = table.units[unit]
    return one.rank == "support" or (
        one.rank == "corps" and "cross-training" in table.chairs[one.seat].assets
    )


@pytest.mark.rule(331, 333, 335)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4])
def test_shifting_priorities(edition: str, seed: int) -> None:
    """Seven points and ahead at once; else more after round 4; level a fifth round; level again a tie."""
    game = played(edition, SHIFTING, seed)
    table, points, face, last = game.game.table, Counter[str](), "", 0
    gone: set[str] = set()
    verdict: tuple[str | None, int] = (None, 0)
    for event in game.log:
        match event:
            case PhaseBegun(phase="command"):
                last, face = event.round, ""
            case Rolled(purpose="priority-objective"):
                assert last >= 2
                face = event.roll.faces[0]
            case Defeated():
                gone.add(event.unit)
            case Returned():
                gone.discard(event.unit)
            case PlacesTold():
                for token, units in event.places.items():
                    here = [one for one in units if one not in gone]
                    strength = Counter[str]()
                    for one in here:
                        strength[table.side_of(table.units[one].seat)] += 1 + counts_two(table, one)
                    if strength["blue"] != strength["red"]:
                        side = max(strength, key=lambda one: strength[one])
                        points[side] += 1 + (PRIORITY.get(face) == token)
                ahead = max(points, key=lambda one: points[one]) if points["blue"] != points["red"] else None
                if ahead and (points[ahead] >= 7 or last >= 4):
                    verdict = ahead, last
                    break
                verdict = None, last
    ended = table.ended
    if ended and ended.ground == "certain":
        assert ended.winner == (max(points, key=lambda one: points[one]) if points else None)
        return
    assert ended and (ended.winner, table.round) == verdict
    assert points == +Counter({side: table.points(side) for side in ("blue", "red")})


@pytest.mark.rule(341, 347, 348)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_bring_down_the_shields(edition: str, seed: int) -> None:
    """Red has three points and the game is over in that act, or four rounds were played."""
    game = played(edition, SHIELDS, seed)
    points = [event for event in game.log if isinstance(event, Scored)]
    ended = game.game.table.ended
    assert ended
    winner = ended.winner
    assert all(one.score.side == "red" and one.score.points == 1 for one in points)
    assert len(points) == 3 if winner == "red" else (len(points) < 3 and game.game.table.round == 4)
    if winner == "red":
        assert game.log.index(points[2]) == game.log.index(GameEnded(ended=ended)) - 1


@pytest.mark.rule(355, 363, 364)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_the_codes(edition: str, seed: int) -> None:
    """The bearer of the Codes stood at a Transmitter that no Support unit of Blue's touched."""
    game = played(edition, CODES, seed)
    table = game.game.table
    red = table.seat_of("red")
    assert table.ended
    if table.ended.winner == "blue":
        assert table.round == 4
        return
    known = [event for event in game.log if isinstance(event, CodesDealt) and event.seat == red][-1].codes
    bearer = next(one for one, face in known.items() if face == "codes")
    places = [event for event in game.log if isinstance(event, PlacesTold)][-1].places
    open_ones = [
        units for units in places.values()
        if not any(counts_two(table, one) and table.units[one].seat != red for one in units)
    ]  # fmt: skip
    assert any(bearer in units for units in open_ones)
    assert any(isinstance(event, CodesHeld) for event in game.log)


@pytest.mark.rule(367, 370, 376)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [0, 1, 4])
def test_disabled_vehicle(edition: str, seed: int) -> None:
    """Fifteen wounds on the hull end the game at once; else Blue has held out four rounds."""
    game = played(edition, VEHICLE, seed)
    hull = next(event.unit.id for event in game.log if isinstance(event, UnitJoined) and event.why == VEHICLE)
    lost = 0
    for event in game.log:
        if isinstance(event, UnitChanged) and event.unit == hull and event.what == "wound":
            lost += event.by
            assert 0 <= lost <= 15
    ended = game.game.table.ended
    assert ended and (lost == 15) == (ended.winner == "red")
    assert ended.winner == "red" or game.game.table.round == 4
    assert any(isinstance(event, Activated) and event.unit == hull for event in game.log), "it activates"


@pytest.mark.rule(288, 295, 303)
def test_the_order_of_setup() -> None:
    """Colours, mission, loadouts, then the first round."""
    log = played("playtest", SHIFTING, 0).log
    kinds = [ColoursSet, MissionSet, LoadoutsRevealed, PlacesTold]
    places = [next(n for n, event in enumerate(log) if isinstance(event, kind)) for kind in kinds]
    assert places == sorted(places)
