"""Results on the screens of a hall: a row is pushed to every page, and no page is fetched for it."""

import re

import pytest

from muster.app.tournament import commands
from muster.app.tournament.reading import Reading
from muster.store.tournaments import DatabaseRoster
from muster.web.page import render_page as draw_text
from muster.web.serving import channels
from muster.web.tournament.live import EventLive
from muster.web.tournament.player import me
from muster.web.tournament.public.snapshot import public_snapshots
from tests.web.event_hall_fixtures import Hall, kept_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(db):
    """Four players in a basic event, nothing announced."""
    return kept_hall(Hall)


def drawn_since(hall, before):
    return EventLive().draw(hall.stream, "public", before and before.rests_on)


def test_a_result_reaches_the_page_as_its_row_alone(hall):
    hall.begin().pair()
    page, before = hall.html(), drawn_since(hall, None)
    assert not before.rows, "who opens the page has its rows"
    game = hall.round.drawn.round.games[1]
    hall.enter(game)
    after = drawn_since(hall, before)
    screens, *rows = after.rows.strip().split("\n")
    assert screens.split() == re.findall(r'data-screen="([^"]+)"', before.html + after.html)
    assert re.findall(r'data-latest data-table="(\d+)"', after.rows) == [str(game.table)]
    row = "\n".join(rows).strip()
    assert row in hall.html(where="/part") and row not in page
    assert hall.get(where="/part")["Muster-Screen"] == screens.split()[1]


def test_a_frame_with_a_result_is_below_two_thousand_bytes():
    hall = Hall(players=16)
    hall.begin().play()
    hall.pair()
    hall.start()
    hall.desk.do(hall.act(), hall.stream, commands.Tell(words="Lunch is at half past twelve."))
    before = drawn_since(hall, None)
    hall.enter(hall.round.drawn.round.games[0])
    after = drawn_since(hall, before)
    assert after.rows and len(channels.fragment_event(after.name, after.html + after.rows)) < 2000


def test_a_row_is_what_all_that_changed_since_has_become(hall):
    hall.begin().pair()
    before = drawn_since(hall, None)
    for game in hall.round.drawn.round.games:
        hall.enter(game)
    after = drawn_since(hall, before)
    assert after.rows.count("data-latest") == len(hall.round.drawn.round.games)


@pytest.mark.parametrize(
    "act",
    [
        commands.Tell(words="Lunch"),
        commands.Rule(card="Tauntaun Riders", words="May turn."),
        commands.StartClock(),
        commands.CloseRound(),
    ],
)
def test_more_than_a_result_makes_the_page_fetch_its_part(hall, act):
    hall.begin().pair()
    first, last = hall.round.drawn.round.games
    hall.enter(first)
    before = drawn_since(hall, None)
    hall.enter(last)
    assert drawn_since(hall, before).rows
    hall.desk.do(hall.act(), hall.stream, act)
    after = drawn_since(hall, before)
    assert not after.rows and after.rests_on.screen != before.rests_on.screen


def test_a_result_of_the_bracket_makes_the_page_fetch_its_picture():
    hall = Hall(structure="custom", rounds=2, cut=4, players=8)
    hall.begin().play_swiss()
    hall.desk.do(hall.act(), hall.stream, commands.MakeCut())
    before = hall.pair() and drawn_since(hall, None)
    hall.enter(hall.round.drawn.round.games[0])
    after = drawn_since(hall, before)
    assert not after.rows and after.rests_on.screen != before.rests_on.screen


def test_a_hall_is_asked_at_once_who_may_still_watch(hall, django_assert_max_num_queries):
    hall.begin().meet()
    people = [hall.account(who) for who in ("olga", "jude", "ann", "bob", "zoe")]
    watching = [f"{place}/{person}" for place in ("event", "me", "judge") for person in ("", *people)]
    live_events = EventLive()
    with django_assert_max_num_queries(1):
        found = live_events.audiences(hall.stream, watching)
    assert found == {account: live_events.audience(hall.stream, account) for account in watching}
    assert len(set(found.values())) == 5, "the public, officials, two players, and nobody"


def test_a_result_reads_no_names_again(hall, monkeypatch):
    hall.begin().pair()
    games = hall.round.drawn.round.games
    hall.enter(games[0])
    before = drawn_since(hall, None)
    hall.enter(games[1])
    with monkeypatch.context() as patch:
        patch.setattr(DatabaseRoster, "people", lambda *_: pytest.fail("read again"))
        assert drawn_since(hall, before).rows
    hall.desk.do(hall.act(), hall.stream, commands.CloseRound())
    hall.desk.do(hall.act(), hall.stream, commands.Enter(names=("Late Lou",)))
    assert "Late Lou" in public_snapshots.now(hall.stream).names.values(), "somebody new is named at once"


def test_the_desk_reads_the_names_once_for_an_act(hall, monkeypatch):
    hall.begin().pair()
    game, read = hall.round.drawn.round.games[0], []
    people = DatabaseRoster.people
    monkeypatch.setattr(
        DatabaseRoster, "people", lambda self, event: read.append(event) or people(self, event)
    )
    form = {"victory1": 8, "victory2": 5, "how": "rounds", "table": game.table, "round": 1}
    hall.do("olga", "/desk/results", 302, **form)
    assert hall.round.results[game.table].settled and len(read) == 1


def test_a_phone_hears_nothing_of_the_results_of_other_tables(hall, monkeypatch):
    """A hall has a channel for every player: what changes nothing for one of them is not drawn for them."""
    hall.begin().meet()
    mine, other = f"player:{hall.players[0]}", hall.round.drawn.round.games
    first = EventLive().draw(hall.stream, mine, None)
    assert first[:2] == EventLive().render(hall.stream, mine)
    game = next(game for game in other if hall.players[0] not in game.players)
    hall.enter(game)
    with monkeypatch.context() as patch:
        patch.setattr(me, draw_text.__name__, lambda *_: pytest.fail("drawn again"))
        assert EventLive().draw(hall.stream, mine, first.rests_on) == first
    hall.report("bob", 2, 6)
    frame = EventLive().draw(hall.stream, mine, first.rests_on)
    assert "has reported the result" in frame.html and frame.name > first.name
    hall.desk.do(hall.act(), hall.stream, commands.Tell(words="Lunch"))
    assert "Lunch" in EventLive().draw(hall.stream, mine, frame.rests_on).html
    hall.start()
    started = EventLive().draw(hall.stream, mine, frame.rests_on)
    assert "data-ends" in started.html


def test_an_act_between_two_looks_at_the_log_leaves_no_older_event_behind(hall, monkeypatch):
    looked = Reading.mark

    def somebody_is_faster(self, tournament):
        monkeypatch.setattr(Reading, "mark", looked)
        hall.desk.do(hall.act(), hall.stream, commands.Tell(words="Lunch"))
        return looked(self, tournament)

    monkeypatch.setattr(Reading, "mark", somebody_is_faster)
    public_snapshots.now(hall.stream)
    assert public_snapshots.now(hall.stream).version == hall.desk.load(hall.stream).version
