"""Bad input in a game: refused with the reason, nothing half-done, and no refusal tells a secret."""

from random import Random

import pytest

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.game.answers import Activate, Defeat, Dice, Done, Lay, Tokens, Units, Wound
from muster.rules.game.game import legal, open_step
from muster.rules.game.table import SEATS, view
from muster.rules.violations import Refused
from tests.app.game_seats import PLAYERS, act, play, two_at_a_game


def refused(desk: GameDesk, who: str, said: object, seat: str | None = None) -> list[str]:
    """The reasons; the log is as long as it was, and asking what stands in the way says the same."""
    command, before = commands.Speak(said=said, seat=seat), len(desk.log)
    asked = HANDLERS.can(desk, act(who), command)
    with pytest.raises(Refused) as refusal:
        HANDLERS.handle(desk, act(who), command)
    assert len(desk.log) == before
    assert refusal.value.violations == asked
    return [violation.code for violation in asked]


@pytest.fixture(scope="module")
def rolling() -> GameDesk:
    desk = two_at_a_game(dice="own")
    play(desk, Random(3), until="setup.colour")
    return desk


@pytest.mark.parametrize("faces", [("nonsense",), ("critical",), ("block", "block"), ("",), ("block",) * 40])
def test_faces_that_cannot_be(rolling: GameDesk, faces: tuple[str, ...]) -> None:
    assert refused(rolling, "ann", Dice(prompt="setup.colour", faces=faces))


@pytest.fixture(scope="module")
def laying() -> GameDesk:
    desk = two_at_a_game()
    play(desk, Random(3), until="r1.card")
    return desk


@pytest.mark.parametrize(
    ("who", "seat", "said", "code"),
    [
        ("eve", None, Lay(prompt="r1.card", card="bl"), "game.not_seated"),
        ("ann", "two", Lay(prompt="r1.card", card="bl"), "game.not_seated"),
        ("ann", None, Done(prompt="r1.card"), "game.other_answer"),
        ("ann", None, Dice(prompt="setup.colour"), "game.not_now"),
        ("ann", None, Done(prompt="x" * 500), "game.not_now"),
        ("ann", None, Wound(unit="two.1"), "game.not_your_unit"),
        ("ann", None, Wound(unit="one.1", number=0), "game.how_many"),
        ("ann", None, Tokens(unit="one.1", token="aim", number=-1), "game.not_so_many"),
        ("ann", None, Defeat(unit="nobody"), "game.not_your_unit"),
    ],
)
def test_what_cannot_be_said(laying: GameDesk, who: str, seat: str | None, said: object, code: str) -> None:
    assert code in refused(laying, who, said, seat)


def test_a_card_that_is_not_held_is_refused_alike_whatever_the_other_holds(laying: GameDesk) -> None:
    assert refused(laying, "ann", Lay(prompt="r1.card", card="Jb")) == refused(
        laying, "ann", Lay(prompt="r1.card", card="no card at all")
    )


def test_a_defeated_unit_takes_no_order_and_is_not_activated() -> None:
    desk = two_at_a_game(cards="table")
    play(desk, Random(3), until="orders.one")
    HANDLERS.handle(desk, act("ann"), commands.Speak(said=Defeat(unit="one.2")))
    prompt = desk.game.table.todo[-1].id
    assert refused(desk, "ann", Units(prompt=prompt, units=("one.2",))) == ["game.not_among"]
    HANDLERS.handle(desk, act("ann"), commands.Speak(said=Units(prompt=prompt, units=("one.1", "one.3"))))
    play(desk, Random(3), until=".turn1")
    while not any(isinstance(one, Activate) for one in legal(view(desk.game, "one"))):
        seat = next(one for one in SEATS if open_step(view(desk.game, one)))
        options = list(legal(view(desk.game, seat)))
        HANDLERS.handle(desk, act(PLAYERS[seat]), commands.Speak(said=options[0]))
    HANDLERS.handle(desk, act("ann"), commands.Speak(said=Defeat(unit="one.3")))
    prompt = desk.game.table.todo[-1].id
    assert refused(desk, "ann", Activate(prompt=prompt, unit="one.3")) == ["game.no_order"]


def test_a_game_that_is_over_hears_nothing_more() -> None:
    desk = two_at_a_game()
    play(desk, Random(5))
    assert refused(desk, "ann", Wound(unit="one.1")) == ["game.over"]
    HANDLERS.handle(desk, act("bob"), commands.CloseGame())
    with pytest.raises(Refused, match=r"game\.closed_already"):
        HANDLERS.handle(desk, act("ann"), commands.CloseGame())
