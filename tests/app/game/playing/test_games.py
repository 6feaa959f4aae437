"""A game through its use cases: two people, one log, secrets on the server."""

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from muster.app.game.playing import commands, handing_over
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.game.playing.taking_back import undoable_act
from muster.app.memory_store import MemoryStore
from muster.app.request_store import RequestStore
from muster.rules.game.answers import Lay
from muster.rules.game.log.events import CardLaid, CardsRevealed
from muster.rules.game.table import SEATS, Ended, view
from muster.rules.log import undone_acts
from muster.rules.violations import Refused
from tests.app.game_seats import act, play, two_at_a_game


@pytest.fixture
def desk() -> GameDesk:
    return two_at_a_game()


def test_a_game_is_played_to_its_end_and_its_seeds_open(desk: GameDesk) -> None:
    play(desk, Random(3))
    assert desk.game.table.ended is not None
    HANDLERS.handle(desk, act("bob"), commands.CloseGame())
    assert desk.game.table.closed


@pytest.mark.rule(613, 614)
@pytest.mark.parametrize(("gone", "how", "winners"), [(("two",), "tabled", ("ann",)), (SEATS, "mutual", ())])
def test_both_without_units_are_reported_as_mutual_destruction(
    desk: GameDesk, gone: tuple[str, ...], how: str, winners: tuple[str, ...]
) -> None:
    """The event then decides by the numbers; a tabled opponent would be worth all of them (T6)."""
    play(desk, Random(3), until="r1.card")
    units = {
        id: replace(one, gone="defeated" if one.seat in gone else "")
        for id, one in desk.game.table.units.items()
    }
    ended = Ended(winner=desk.game.table.side_of("one"), ground="tabled")
    game = replace(desk.game, table=replace(desk.game.table, units=units, ended=ended))
    origin = SimpleNamespace(round=2, key={"one": "ann", "two": "bob"}.get)
    slip = handing_over._report(game, cast("Any", origin)).slip
    assert (slip.how, slip.winners) == (how, winners)


def test_a_laid_card_is_nobodys_business_until_both_have_laid(desk: GameDesk) -> None:
    play(desk, Random(3), until="r1.card")
    before = view(desk.game, "two"), view(desk.game, "watch")
    HANDLERS.handle(desk, act("ann"), commands.Speak(said=Lay(prompt="r1.card", card="bl")))
    assert isinstance(desk.log[-1].event, CardLaid)
    after = view(desk.game, "two"), view(desk.game, "watch")
    assert [one.table for one in before] == [one.table for one in after]
    assert after[0].locked == after[1].locked == set() and view(desk.game, "one").locked == {"one"}
    with pytest.raises(Refused, match=r"game\.not_seated"):
        HANDLERS.handle(desk, act("eve"), commands.Speak(said=Lay(prompt="r1.card", card="bl")))
    HANDLERS.handle(desk, act("bob"), commands.Speak(said=Lay(prompt="r1.card", card="aa")))
    assert any(isinstance(entry.event, CardsRevealed) for entry in desk.log)
    with pytest.raises(Refused, match=r"game\.not_now"):
        HANDLERS.handle(desk, act("ann"), commands.Speak(said=Lay(prompt="r1.card", card="bk")))


def test_what_showed_dice_comes_back_only_when_the_other_grants_it(desk: GameDesk) -> None:
    play(desk, Random(3), until="setup.edge")
    rolled = desk.log[-1].batch
    assert undoable_act(desk.acts, "ann", "one") is None
    with pytest.raises(Refused, match=r"game\.ask_back"):
        HANDLERS.handle(desk, act("ann"), commands.TakeBack(batch=rolled))
    HANDLERS.handle(desk, act("ann"), commands.AskBack(batch=rolled))
    with pytest.raises(Refused, match=r"game\.own_plea"):
        HANDLERS.handle(desk, act("ann"), commands.AnswerPlea(grant=True))
    blue = desk.game.table.blue
    HANDLERS.handle(desk, act("bob"), commands.AnswerPlea(grant=True))
    assert rolled in undone_acts(desk.log) and desk.game.table.blue is None
    play(desk, Random(3), until="setup.edge")
    assert desk.game.table.blue == blue, "the same faces again"


def test_a_tap_sent_twice_at_once_has_the_answer_of_the_first(monkeypatch):
    """The first one is done after the second one asked for its answer, and before it is decided."""
    desk = GameDesk(RequestStore(MemoryStore()), "7" * 32, entropy=Random(7).randbytes)
    first = HANDLERS.handle(desk, act("ann", "k1"), commands.OpenGame(player="Ann"))
    asked, answered = [], desk.store.earlier_answer

    def not_yet(actor, key):
        asked.append(key)
        return answered(actor, key) if len(asked) > 1 else None

    monkeypatch.setattr(desk.store, "earlier_answer", not_yet)
    again = HANDLERS.handle(desk, act("ann", "k1"), commands.OpenGame(player="Ann"))
    assert again.repeated and again.versions == first.versions
    with pytest.raises(Refused):
        HANDLERS.handle(desk, act("ann", "k2"), commands.OpenGame(player="Ann"))
