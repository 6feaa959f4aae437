"""What one seat knows in Special Operations reaches nobody else: not by the table, not by the log."""

from typing import Any

import pytest

from muster.rules.game.game import evolve
from muster.rules.game.log.events import CardLaid, CardsRevealed, HandKept, SeatSecret, StackSaved, badge
from muster.rules.game.replaying.arena import Played, Setting, play
from muster.rules.game.special_operations.events import (
    CodesDealt,
    CovertOpened,
    LoadoutsPicked,
    LoadoutsRevealed,
    TokenMeant,
    TokenSeen,
)
from muster.rules.game.table import SEATS, Game, Secret, view
from muster.rules.log.views import Viewer

MODE = "special-operations"
COVERT = {"squads": ("arc-troopers", "imperial-special-forces")}


def stops(played: Played) -> list[Game]:
    """The game wherever somebody had to decide."""
    game, found = Game(), []
    for event in played.log:
        game = evolve(game, event)
        if isinstance(event, StackSaved):
            found.append(game)
    return found


@pytest.mark.rule(303, 326, 357)
@pytest.mark.parametrize("kind", [LoadoutsPicked, TokenMeant, CodesDealt, TokenSeen, CardLaid, HandKept])
def test_secrets_are_events_of_a_seat(kind: Any) -> None:
    assert issubclass(kind, SeatSecret)


@pytest.mark.rule(356, 357)
@pytest.mark.parametrize("seed", range(2))
def test_what_the_codes_are_is_on_nobodys_table(seed: int) -> None:
    """Watchers have no secrets; Blue knows of a token what it saw or holds; the table never says."""
    played = play(MODE, "the-codes", f"secrets{seed}")
    for game in stops(played):
        assert view(game, "watch").own is None and "decoy" not in repr(game.table)
        blue = game.table.seat_of("blue")
        known = game.secrets.get(blue, Secret()).codes
        assert all(game.table.units[one].seat == blue for one in known if one in game.table.units)


@pytest.mark.rule(325, 326)
@pytest.mark.parametrize("seed", range(3))
def test_covert_tokens_tell_nothing_until_they_are_opened(seed: int) -> None:
    """Until then a watcher's log names no covert unit beside its token."""
    played = play(MODE, "shifting-priorities-operation", f"covert{seed}", setting=Setting(**COVERT))
    watcher = Viewer()
    meant = {event.token: event.unit for event in played.log if isinstance(event, TokenMeant)}
    shown = [event for event in played.log if watcher.may_see(event)]
    opened = {token for event in shown if isinstance(event, CovertOpened) for token in event.tokens}
    assert not any(isinstance(event, SeatSecret) for event in shown)
    assert opened == (set(meant) if played.game.table.round > 1 else opened)
    for seat in SEATS:
        own = Viewer(frozenset({badge(seat)}))
        seen = [event for event in played.log if own.may_see(event)]
        assert all(event.seat == seat for event in seen if isinstance(event, SeatSecret))


@pytest.mark.rule(303)
def test_the_first_to_choose_leaves_no_public_trace() -> None:
    """Between a secret choice and the reveal nothing public is written about it."""
    played = play(MODE, "the-codes", "traces")
    log = list(played.log)
    for secret, reveal in ((LoadoutsPicked, LoadoutsRevealed), (CardLaid, CardsRevealed)):
        first = next(number for number, event in enumerate(log) if isinstance(event, secret))
        shown = next(
            number for number, event in enumerate(log) if number > first and isinstance(event, reveal)
        )
        assert [type(event) for event in log[first:shown]] == [secret, secret]
