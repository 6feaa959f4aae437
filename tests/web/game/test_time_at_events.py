"""Time is called at a table of an event: by an official alone, by both, or by one once the event's clock ran
out."""

import msgspec
import pytest

from muster.app.tournament import commands
from tests.app.game_seats import RECON
from tests.web.account_fixtures import markup
from tests.web.api_caller import Caller, caller_of
from tests.web.api_play import play_until
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db


def at_the_table(cup: Cup, until: str) -> tuple[dict[str, Caller], str]:
    """Everybody of the event, and the game of Ann's and Bo's table in a phase."""
    order = cup.pair().players
    people = {name: caller_of(cup.people[name]) for name in ("ann", "bo", "eve", "olga")}
    ann, bo = people["ann"], people["bo"]
    seats = {"one": ann, "two": bo} if order[0] == "p1" else {"one": bo, "two": ann}
    asked = {"act": "play-table", "tournament": cup.stream}
    game = f"/games/{ann.post('/games', asked, 201)['id']}"
    bo.post("/games", asked, 201)
    for seat, who in seats.items():
        who.do(game, "bring-army", seat=seat, army=msgspec.json.decode(RECON))
    ann.do(game, "begin-game")
    play_until(seats, game, until)
    return people, game


def current() -> Cup:
    return Cup(kind="recon", profile="current", points=600).announce()


def test_an_official_calls_time_alone_and_who_watches_does_not() -> None:
    cup = current()
    people, game = at_the_table(cup, "activation")
    people["eve"].do(game, "call-last-round", 403)
    page = markup(cup.phones["olga"].get(f"/game/{game.rpartition('/')[2].replace('-', '')}"))
    assert 'value="time"' in page and "Call time" in page
    assert people["olga"].do(game, "call-last-round")["table"]["last"] == 1
    assert "game.time_already" in str(people["ann"].do(game, "call-last-round", 422))


def test_one_player_alone_calls_it_only_once_the_events_clock_has_run_out() -> None:
    cup = current()
    people, game = at_the_table(cup, "activation")
    assert people["ann"].do(game, "call-last-round")["table"]["last"] == 0
    people["ann"].do(game, "call-last-round")  # withdrawn

    cup.my.do(cup.act(), cup.stream, commands.StartClock())
    assert people["bo"].do(game, "call-last-round")["table"]["last"] == 0, "the clock runs"
    people["bo"].do(game, "call-last-round")
    cup.my.do(cup.act(), cup.stream, commands.CallTime())
    assert people["bo"].do(game, "call-last-round")["table"]["last"] == 1


@pytest.mark.rule(616)
def test_the_regulations_stop_a_game_in_the_command_phase_at_once() -> None:
    """Called in the Command Phase, the game is counted as it stands; the slip says time."""
    cup = Cup(profile="regulations").announce()
    people, game = at_the_table(cup, "command")
    table = people["olga"].do(game, "call-last-round")["table"]
    assert table["ended"] and table["ended"]["ground"] == "time"
    assert people["ann"].get(f"{game}/handover")["act"]["slip"]["how"] == "time"
