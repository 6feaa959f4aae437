"""A game is stepped through act by act: sentences, the table after each, and no secret before its time."""

from random import Random

import pytest
from django.template.loader import render_to_string

from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.game.answers import Concede
from muster.rules.game.log.events import Scored
from muster.rules.game.steps.operations import Acting
from muster.rules.game.table import SEATS
from muster.web.game.play import replay
from muster.web.game.play.replay import ReplayPage, replay_page
from muster.web.page import context_of
from tests.app.game_seats import act, moves, two_at_a_game, two_at_an_operation

LAST = 99_999


@pytest.fixture(scope="module")
def recon() -> GameDesk:
    desk = two_at_a_game(level="score")
    for _ in moves(desk, Random(3)):
        pass
    HANDLERS.handle(desk, act("ann"), commands.CloseGame())
    return desk


def part(page: ReplayPage) -> str:
    """What a step swaps in."""
    return render_to_string(page.fragment, context_of(page))


def test_every_act_has_its_sentence_and_the_table_as_it_stood(recon: GameDesk) -> None:
    """Victory points after each act are those scored until then."""
    count = replay_page(recon, "watch", 1).count
    points, shown = 0, []
    for number in range(1, count + 1):
        page = replay_page(recon, "watch", number)
        assert page.number == number and page.texts
        shown.append(sum(page.table.points(side) for side in ("blue", "red")))
    for done in recon.acts:
        points += sum(event.score.points for event in done.events if isinstance(event, Scored))
    assert shown == sorted(shown) and shown[0] == 0 and shown[-1] == points
    assert page.table == recon.game.table


def test_the_ends_are_first_and_last(recon: GameDesk) -> None:
    first, last = replay_page(recon, "watch", 0), replay_page(recon, "watch", LAST)
    assert (first.number, last.number) == (1, last.count)
    assert 'rel="next"' in part(first) and 'rel="prev"' not in part(first)
    assert 'rel="first"' in part(last) and 'rel="last"' not in part(last)
    assert f"?step={last.count - 1}" in part(last) and "The game was closed" in part(last)


def test_a_step_folds_each_event_once(recon: GameDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    folded = []
    evolve = replay.evolve
    monkeypatch.setattr(replay, "evolve", lambda game, event: folded.append(event) or evolve(game, event))
    replay_page(recon, "watch", LAST)
    assert len(folded) == sum(len(done.events) for done in recon.acts)


def test_secrets_are_their_seats_until_the_game_is_closed() -> None:
    desk = two_at_an_operation(mission="the-codes")
    for _ in moves(desk, Random(5)):
        if isinstance(desk.game.table.todo[-1], Acting):
            break
    red = desk.game.table.seat_of("red")
    held = next(
        n for n in range(1, LAST) if "Tokens are with" in " ".join(replay_page(desk, "watch", n).texts)
    )
    for audience in (*SEATS, "watch", "both"):
        assert ("holds the Codes" in part(replay_page(desk, audience, held))) is (audience == red)
    HANDLERS.handle(desk, act("ann"), commands.Speak(seat="one", said=Concede()))
    assert "holds the Codes" not in part(replay_page(desk, "watch", held)), "over, and not closed yet"
    HANDLERS.handle(desk, act("ann"), commands.CloseGame())
    for audience in (*SEATS, "watch"):
        assert "holds the Codes" in part(replay_page(desk, audience, held))
    hands = {card for secret in desk.game.secrets.values() for card in secret.hand} - {"special-forces"}
    assert hands and not any(card in part(replay_page(desk, "watch", LAST)) for card in hands)
