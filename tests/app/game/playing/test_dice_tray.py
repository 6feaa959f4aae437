"""The dice tray of a game: dice beside the open prompt, sealed and undone like all others."""

from random import Random

import pytest

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.dice.faces import Die, Face
from muster.rules.game.log.events import Rolled, SeedSealed
from muster.rules.game.replaying.game_file import game_file, prove, read_game_file
from muster.rules.game.table import SEATS, view
from muster.rules.violations import Refused
from tests.app.game_seats import act, play, two_at_a_game, two_at_an_operation

POOL = (Die.ATTACK_RED, Die.ATTACK_BLACK, Die.ATTACK_WHITE)


@pytest.fixture
def desk() -> GameDesk:
    return two_at_a_game()


def roll(desk: GameDesk, who: str = "ann", dice: tuple[Die, ...] = POOL, *faces: str) -> Rolled:
    HANDLERS.handle(desk, act(who), commands.RollTray(dice=dice, faces=faces))
    return next(one.event for one in reversed(desk.log) if isinstance(one.event, Rolled))


def undo(desk: GameDesk, void: bool = False) -> None:
    HANDLERS.handle(desk, act("ann"), commands.AskBack(batch=desk.log[-1].batch))
    HANDLERS.handle(desk, act("bob"), commands.AnswerPlea(grant=True, void=void))


def refusal(desk: GameDesk, command: commands.RollTray, who: str = "ann") -> list[str]:
    before, doing = len(desk.log), act(who)
    with pytest.raises(Refused) as refused:
        HANDLERS.handle(desk, doing, command)
    assert len(desk.log) == before
    assert refused.value.violations == HANDLERS.can(desk, doing, command)
    return [one.code for one in refused.value.violations]


def test_a_roll_is_public_sealed_and_leaves_the_open_prompt_alone(desk: GameDesk) -> None:
    play(desk, Random(3), until="r1.card")
    before = [view(desk.game, seat) for seat in (*SEATS, "watch")]
    rolled = roll(desk)
    assert (rolled.step, rolled.purpose, rolled.seat) == ("tray.one.1", "attack", "one")
    assert rolled.roll.dice == POOL and rolled.roll.commitment
    assert isinstance(desk.log[-1].event, SeedSealed)
    assert [view(desk.game, seat) for seat in (*SEATS, "watch")] == before
    assert rolled in [one.event for one in read_game_file(game_file(desk.log, "watch")).log]
    assert roll(desk, "bob", (Die.DEFENCE_WHITE,)).step == "tray.two.1"
    assert roll(desk).step == "tray.one.2"


def test_an_undone_roll_falls_the_same_again_unless_it_is_freed(desk: GameDesk) -> None:
    first = roll(desk, "ann", POOL * 8)
    with pytest.raises(Refused, match=r"game\.ask_back"):
        HANDLERS.handle(desk, act("ann"), commands.TakeBack(batch=desk.log[-1].batch))
    undo(desk)
    assert roll(desk, "bob", POOL * 8).roll != first.roll, "the faces stay with the seat that rolled them"
    assert roll(desk, "ann", POOL * 8) == first
    undo(desk, void=True)
    again = roll(desk, "ann", POOL * 8)
    assert again.step == first.step and again.roll != first.roll


def test_closing_proves_the_rolls_of_the_tray(desk: GameDesk) -> None:
    roll(desk)
    play(desk, Random(3))
    HANDLERS.handle(desk, act("bob"), commands.CloseGame())
    checked = prove(read_game_file(game_file(desk.log, "watch")))
    tray = [one.event for one in desk.log if isinstance(one.event, Rolled)]
    assert tray[0].step == "tray.one.1" and checked.proven >= len(tray)
    assert not checked.wrong and not checked.open
    assert refusal(desk, commands.RollTray(dice=POOL)) == ["game.closed_already"]


def test_own_dice_are_typed_in(desk: GameDesk) -> None:
    own = two_at_a_game(dice="own")
    rolled = roll(own, "ann", POOL, "critical", "hit", "blank")
    assert rolled.roll.faces == (Face.CRITICAL, Face.HIT, Face.BLANK) and rolled.roll.origin == "typed"
    few = commands.RollTray(dice=POOL, faces=("hit",))
    assert refusal(own, few) == ["dice.face_count"]
    assert refusal(own, commands.RollTray(dice=POOL[:1], faces=("block",))) == ["dice.impossible_face"]
    assert refusal(desk, few) == ["game.app_dice"]


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ((), "game.tray_number"),
        ((Die.ATTACK_RED,) * 25, "game.tray_number"),
        ((Die.ATTACK_RED, Die.DEFENCE_RED), "game.tray_mixed"),
    ],
)
def test_what_is_no_pool_is_refused(desk: GameDesk, dice: tuple[Die, ...], code: str) -> None:
    assert refusal(desk, commands.RollTray(dice=dice)) == [code]


def test_only_seats_of_a_game_that_runs_have_a_tray(desk: GameDesk) -> None:
    assert refusal(desk, commands.RollTray(dice=POOL), "eve") == ["game.not_seated"]
    assert refusal(desk, commands.RollTray(dice=POOL, seat="two")) == ["game.not_seated"]
    assert refusal(two_at_an_operation(), commands.RollTray(dice=POOL)) == ["game.tray_squads"]
    lobby = GameDesk(desk.store, "6" * 32)
    HANDLERS.handle(lobby, act("ann"), commands.OpenGame(player="Ann"))
    assert refusal(lobby, commands.RollTray(dice=POOL)) == ["game.tray_early"]
