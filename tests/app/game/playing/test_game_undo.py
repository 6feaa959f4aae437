"""Taking back: freely what showed nothing, by grant what did, never across a reveal, without a trace."""

from random import Random

import pytest

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.game.playing.taking_back import activation, undoable_act
from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.app.streams import Write
from muster.rules.armies.army import from_json
from muster.rules.game.answers import Activate, Concede, Lay, Suppress, Tokens, Units, Wound
from muster.rules.game.game import legal, open_step
from muster.rules.game.log.agreed import AskedBack
from muster.rules.game.log.events import SeatKept, SeatTaken, badge
from muster.rules.game.table import SEATS, Seat, view
from muster.rules.log import to_json
from muster.rules.log.views import Viewer, visible_log
from muster.rules.violations import Refused
from tests.app.game_seats import PLAYERS, RECON, act, play, two_at_a_game


@pytest.fixture
def desk() -> GameDesk:
    """The first command cards are about to be laid."""
    desk = two_at_a_game()
    play(desk, Random(3), until="r1.card")
    return desk


def do(desk: GameDesk, who: str, command: commands.Command) -> str:
    doing = act(who)
    HANDLERS.handle(desk, doing, command)
    return doing.batch


def say(desk: GameDesk, who: str, said: object) -> str:
    return do(desk, who, commands.Speak(said=said))


def lay(desk: GameDesk, who: str, card: str = "bl") -> str:
    return say(desk, who, Lay(prompt=desk.game.table.todo[-1].id, card=card))


def seen_by(desk: GameDesk, seat: Seat | None) -> list[bytes]:
    return [to_json(one) for one in visible_log(desk.log, Viewer(frozenset({badge(seat)} if seat else ())))]


def test_a_secret_choice_is_changed_without_a_trace(desk: GameDesk) -> None:
    before = {who: (seen_by(desk, who), view(desk.game, who or "watch")) for who in ("two", None)}
    laid = lay(desk, "ann")
    do(desk, "ann", commands.TakeBack(batch=laid))
    after = {who: (seen_by(desk, who), view(desk.game, who or "watch")) for who in ("two", None)}
    assert before == after
    again = lay(desk, "ann", "bk")
    say(desk, "bob", Wound(unit="two.1"))
    assert undoable_act(desk.acts, "ann", "one") == again, "whatever others did meanwhile"
    do(desk, "ann", commands.TakeBack(batch=again))
    assert desk.game.secrets["one"].laid == "" and desk.game.table.units["two.1"].lost == 1


def test_taking_an_act_back_leaves_the_others_secret_choice_alone(desk: GameDesk) -> None:
    wounded = say(desk, "ann", Wound(unit="one.1"))
    lay(desk, "bob", "aa")
    do(desk, "ann", commands.TakeBack(batch=wounded))
    assert desk.game.table.units["one.1"].lost == 0
    assert desk.game.secrets["two"].laid == "aa"


def test_nothing_crosses_a_reveal(desk: GameDesk) -> None:
    laid = lay(desk, "ann")
    lay(desk, "bob", "aa")
    for command in (commands.AskBack(batch=laid), commands.AskBack(batch=desk.log[-1].batch)):
        with pytest.raises(Refused, match=r"game\.behind_reveal"):
            do(desk, "bob", command)


def test_a_plea_from_before_a_reveal_is_not_granted_after_it(desk: GameDesk) -> None:
    wounded = say(desk, "ann", Wound(unit="one.1"))
    do(desk, "ann", commands.AskBack(batch=wounded))
    lay(desk, "ann")
    lay(desk, "bob", "aa")
    assert desk.game.table.plea is None, "the reveal ends it"
    with pytest.raises(Refused, match=r"game\.no_plea"):
        do(desk, "bob", commands.AnswerPlea(grant=True))
    assert desk.game.table.units["one.1"].lost == 1


def test_an_old_log_that_kept_its_plea_across_a_reveal_grants_nothing(desk: GameDesk) -> None:
    wounded = say(desk, "ann", Wound(unit="one.1"))
    lay(desk, "ann")
    lay(desk, "bob", "aa")
    late = Write(desk.stream, len(desk.log), (AskedBack(seat="one", batch=wounded),))
    desk.store.append([late], actor="ann", at=act("ann").at, batch="late")
    with pytest.raises(Refused, match=r"game\.behind_reveal"):
        do(desk, "bob", commands.AnswerPlea(grant=True))
    do(desk, "bob", commands.AnswerPlea(grant=False))
    assert desk.game.table.plea is None


@pytest.mark.parametrize("rallies", [False, True])
def test_an_activation_is_reset_freely_while_nothing_was_shown(desk: GameDesk, rallies: bool) -> None:
    lay(desk, "ann")
    lay(desk, "bob", "aa")
    for unit in desk.game.table.units.values():
        if rallies and unit.courage:
            say(desk, PLAYERS[unit.seat], Suppress(unit=unit.id))
    for _ in range(80):
        if desk.game.table.acting:
            break
        seat = next(one for one in SEATS if list(legal(view(desk.game, one))))
        options = list(legal(view(desk.game, seat)))
        orders = [one for one in options if isinstance(one, Units) and one.units]
        turns = [one for one in options if isinstance(one, Activate)]
        say(desk, PLAYERS[seat], (turns or orders or options)[0])
    unit = desk.game.table.units[desk.game.table.acting]
    who, other = PLAYERS[unit.seat], PLAYERS["two" if unit.seat == "one" else "one"]
    with pytest.raises(Refused, match=r"game\.no_activation"):
        do(desk, other, commands.ResetActivation())
    say(desk, who, Tokens(unit=unit.id, token="aim"))
    say(desk, who, Wound(unit=unit.id))
    begun, free = activation(desk.acts, who, unit.seat, unit.id)
    assert free is not rallies, "the dice were seen by all"
    if rallies:
        with pytest.raises(Refused, match=r"game\.ask_back"):
            do(desk, who, commands.ResetActivation())
        do(desk, who, commands.AskBack(batch=begun))
        do(desk, other, commands.AnswerPlea(grant=True))
    else:
        do(desk, who, commands.ResetActivation())
    now = desk.game.table.units[unit.id]
    assert (desk.game.table.acting, now.lost, now.has("aim")) == ("", 0, False)


def test_a_seat_is_retaken_by_its_code_and_keeps_its_acts(desk: GameDesk) -> None:
    fresh = GameDesk(desk.store, "8" * 32)
    do(fresh, "cy", commands.OpenGame(player="Cy"))
    code = fresh.code
    with pytest.raises(Refused, match=r"game\.wrong_code"):
        do(fresh, "eve", commands.RetakeSeat(seat="one", code="AAAAAAAA"))
    do(fresh, "cy-again", commands.RetakeSeat(seat="one", code=code.lower()))
    assert fresh.seats_of("cy-again") == ("one",) and fresh.seats_of("cy") == ()
    with pytest.raises(Refused, match=r"game\.wrong_code"):
        do(fresh, "eve", commands.RetakeSeat(seat="two", code=""))


@pytest.mark.parametrize("seat", SEATS)
def test_one_phone_for_both_is_retaken_with_both_its_seats(seat: Seat) -> None:
    desk = GameDesk(RequestStore(MemoryStore()), "6" * 32)
    do(desk, "cy", commands.OpenGame(player="Cy", both=True))
    do(desk, "new-phone", commands.RetakeSeat(seat=seat, code=desk.code))
    assert desk.seats_of("new-phone") == SEATS and desk.seats_of("cy") == ()


def test_one_phone_for_both_undoes_and_asks_while_both_are_asked() -> None:
    """Only an answer needs to say whose it is: what the page of both offers is taken from it."""
    desk = GameDesk(RequestStore(MemoryStore()), "6" * 32, entropy=Random(5).randbytes)
    do(desk, "cy", commands.OpenGame(player="Cy", both=True))
    for seat in SEATS:
        do(desk, "cy", commands.BringArmy(seat=seat, army=from_json(RECON)))
    do(desk, "cy", commands.BeginGame())
    while desk.game.table.todo[-1].id != "r1.card":
        seat = next(one for one in SEATS if open_step(view(desk.game, one)))
        last = do(desk, "cy", commands.Speak(seat=seat, said=next(iter(legal(view(desk.game, seat))))))
    do(desk, "cy", commands.AskBack(batch=last))
    do(desk, "cy", commands.AnswerPlea(grant=False))
    do(desk, "cy", commands.LetWatch(watched=False))
    assert not desk.game.table.plea and not desk.game.table.watched
    laid = do(desk, "cy", commands.Speak(seat="one", said=Lay(prompt="r1.card", card="bl")))
    do(desk, "cy", commands.TakeBack(batch=laid))
    assert desk.game.secrets["one"].laid == ""
    with pytest.raises(Refused, match=r"game\.which_seat"):
        lay(desk, "cy")


def test_a_shared_phone_of_an_old_log_is_retaken_with_its_one_code() -> None:
    desk = GameDesk(RequestStore(MemoryStore()), "6" * 32)
    do(desk, "cy", commands.OpenGame(player="Cy"))
    code, second = desk.code, (SeatTaken(seat="two", name="Di"), SeatKept(seat="two", player="cy"))
    desk.store.append([Write(desk.stream, len(desk.log), second)], actor="cy", at=act("cy").at, batch="old")
    do(desk, "new-phone", commands.RetakeSeat(seat="two", code=code))
    assert desk.seats_of("new-phone") == SEATS


def test_a_code_brings_nobody_to_the_others_seat() -> None:
    fresh = GameDesk(RequestStore(MemoryStore()), "6" * 32)
    do(fresh, "cy", commands.OpenGame(player="Cy"))
    code = fresh.code
    do(fresh, "di", commands.TakeSeat(seat="two", player="Di"))
    with pytest.raises(Refused, match=r"game\.wrong_code"):
        do(fresh, "eve", commands.RetakeSeat(seat="two", code=code))
    do(fresh, "cy-again", commands.RetakeSeat(seat="one", code=code))
    assert fresh.seats_of("di") == ("two",)


def test_nothing_is_taken_back_once_the_game_is_closed(desk: GameDesk) -> None:
    """Its seeds are open and its result is kept with the armies: neither the closing nor a card that nobody
    has seen."""
    laid = lay(desk, "ann")
    say(desk, "bob", Concede())
    closed = do(desk, "bob", commands.CloseGame())
    for who, batch in (("bob", closed), ("ann", laid)):
        with pytest.raises(Refused, match=r"game\.ask_back"):
            do(desk, who, commands.TakeBack(batch=batch))
    assert desk.game.table.closed and not any(undoable_act(desk.acts, PLAYERS[one], one) for one in SEATS)
