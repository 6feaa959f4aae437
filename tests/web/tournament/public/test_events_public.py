"""The public pages of an event: who may look, what they see, and what nobody sees."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from muster.app.shared_logs import StreamLog
from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.log import Decider
from muster.rules.tournament.running.evolving import TOURNAMENT
from muster.rules.tournament.running.tournament import EventRound
from muster.web.api.resources.tournaments import EventStream
from muster.web.page import render_page as draw_text
from muster.web.tournament.live import EventLive, audience_at
from muster.web.tournament.public import snapshot
from muster.web.tournament.public.snapshot import public_snapshots
from muster.web.tournament.requests import tournament_queries
from tests.web.event_hall_fixtures import Hall, kept_hall

pytestmark = pytest.mark.django_db

RECON = TournamentPlan(kind="recon", profile="current", structure="custom", rounds=3, points=600)


@pytest.fixture
def hall(db):
    """Four players in a basic event, nothing announced."""
    return kept_hall(Hall)


PAGES = ("", "?show=standings", "?show=about", "/part", "/screen", "/player/p1", "/live/event")


# Looking ---------------------------------------------------------------------------------------------------


def test_everybody_sees_round_clock_and_pairings_without_signing_in(hall):
    hall.begin().pair()
    hall.start(minutes_ago=30)
    text = hall.text()
    assert "Autumn Cup" in text and "Round 1 of 2, time left" in text
    assert re.search(r"1(19|20):\d\d", text)
    assert "0 of 2 tables done" in text
    for name in ("Ann Marrok", "Bob Marrok", "Cas Marrok", "Dot Marrok"):
        assert name in text


def test_the_page_and_the_list_say_alike_what_an_event_is_doing(hall):
    def said() -> list[bool]:
        pages = (hall.text(where="?show=about"), hall.clients["olga"].get("/events").content.decode())
        return [
            words in page for words in ("Players sign up", "About to begin", "Being played") for page in pages
        ]

    assert said() == [True, True, False, False, False, False]
    hall.begin()
    assert said() == [False, False, True, True, False, False]
    hall.pair()
    assert said() == [False, False, False, False, True, True]


def test_pairings_are_found_by_name_and_by_table(hall):
    game = hall.begin().pair().game_of(hall.players[0])
    by_name = hall.text(where="?q=ann")
    assert "Ann Marrok" in by_name and by_name.count("Marrok") == 2
    assert "Ann Marrok" in hall.text(where=f"?q={game.table}")
    assert "No one by that name" in hall.text(where="?q=nobody")
    assert "No one by that name" in hall.text(where=f"?q={'x' * 100_000}")
    assert "No one by that name" in hall.text(where="?q=%C2%B2")


def test_a_result_appears_with_its_tokens_once_it_stands(hall):
    current = hall.begin().pair()
    hall.enter(current.drawn.round.games[0])
    row = hall.html().split('data-table="1"')[1].split("</ol>")[0]
    assert "data-won" in row and '<span class="num">8</span>' in row and '<span class="num">5</span>' in row


def test_what_one_player_told_is_seen_by_nobody_else_before_it_stands(hall):
    hall.begin().meet()
    hall.report("ann", 7, 2)
    for page in ("", "/part", "/player/p1", "/screen", "/live/event"):
        assert '<span class="num">7</span>' not in hall.html(where=page), page
    assert "told the result" not in hall.html("zoe")
    assert "has reported the result" in hall.html("bob", "/live/me")


@pytest.mark.rule(585)
def test_what_players_may_use_is_marked_on_the_page():
    hall = Hall(TournamentPlan(allowed=("notes",)))
    text = hall.text(where="?show=about")
    assert "The score" in text and "The official rules" in text and "The clock" in text
    assert "Notes, this event" in text and "Odds, this event" not in text


def test_a_recon_event_offers_no_clock_to_its_players():
    with_clock = re.search(r"players may use(.*?)rules-here", Hall(RECON).html(where="?show=about"), re.S)
    assert with_clock and "The clock" not in with_clock[1] and "The score" in with_clock[1]


def test_announcements_and_rulings_are_shown_and_found(hall):
    hall.begin()
    hall.desk.do(hall.act(), hall.stream, commands.Tell(words="Lunch at noon"))
    for card in ("Darth Vader", "Boba Fett", "AT-ST", "Leia"):
        hall.desk.do(hall.act(), hall.stream, commands.Rule(card=card, words=f"How {card} reads"))
    assert "Lunch at noon" in hall.text() and "Lunch at noon" in hall.text(where="/screen")
    assert "How Boba Fett reads" in hall.text(where="?show=about")
    found = hall.text(where="/part?show=about&q=vader")
    assert "How Darth Vader reads" in found and "Boba" not in found


def test_names_of_minors_are_short_for_spectators():
    hall = Hall(TournamentPlan(short_names=True)).begin()
    hall.pair()
    for page in ("", "/screen", "/player/p1", "/live/event", "/part"):
        assert "Marrok" not in hall.html(where=page), page
    assert "Ann M." in hall.text()
    assert "Marrok" not in hall.html("ann", "/me")
    assert "Ann Marrok" in hall.html("jude", "/judge/player/p1")


def test_an_event_that_is_not_public_exists_for_its_people_alone():
    hall = Hall(TournamentPlan(public=False)).begin()
    hall.pair()
    for page in (*PAGES, "/me", "/judge"):
        assert hall.get("zoe", page).status_code == 404, page
        assert hall.get("nobody", page).status_code == 404, page
    assert "Ann Marrok" in hall.text("ann")
    assert audience_at("event", hall.account("zoe"), hall.stream, tournament_queries()) is None
    assert audience_at("event", hall.account("ann"), hall.stream, tournament_queries()) == "public"


def test_past_events_stay_readable(hall):
    hall.begin().play_swiss()
    hall.desk.do(hall.act(), hall.stream, commands.End())
    text = hall.text()
    assert "Final standings" in text and "wins the event" in text
    assert "Round 1" in hall.text(where="/player/p1")
    assert "played to the last round" in hall.text(where="/player/p1")


# Figures ---------------------------------------------------------------------------------------------------


def test_every_figure_leads_to_the_games_it_comes_from(hall):
    hall.begin().play_swiss()
    html = hall.html(where="?show=standings")
    links = set(re.findall(r"/player/(p\d+)\?why=([a-z-]+)#why", html))
    assert len(links) == 4 * 5
    for player, figure in links:
        text = hall.text(where=f"/player/{player}?why={figure}")
        assert "=" in text and "rule 6" in text, (player, figure)


def test_an_explained_figure_adds_up(hall):
    hall.begin().play_swiss()
    line = public_snapshots.now(hall.stream).standings[0]
    text = hall.text(where=f"/player/{line.player}?why=average-mov")
    assert f"= {line.figures['average-mov']}" in text
    assert line.figures["average-mov"].percent() in text


def test_why_somebody_met_whom_they_met():
    hall = Hall(TournamentPlan(structure="custom", rounds=3), players=6).begin()
    hall.play()
    hall.play()
    show = public_snapshots.now(hall.stream)
    points = {}
    for game in hall.now.rounds[0].drawn.round.games:
        points |= {game.players[0]: 1, game.players[1]: 0}
    said = {}
    for game in hall.now.rounds[1].drawn.round.games:
        for player in game.players:
            text = hall.text(where=f"/player/{player}?why=pairing&round=2")
            said[player] = "paired down" in text, "both have" in text
            assert show.name(player) in text
    for game in hall.now.rounds[1].drawn.round.games:
        first, two = sorted(game.players, key=points.get)
        expected = (True, False) if points[first] != points[two] else (False, True)
        assert said[two] == expected
    assert "rule 595" in hall.text(where="/player/p1?why=pairing&round=1")


def test_the_pairing_of_an_earlier_round_is_explained_after_somebody_left():
    hall = Hall(TournamentPlan(structure="custom", rounds=3), players=6).begin()
    hall.play()
    current = hall.pair()
    game = current.drawn.round.games[0]
    hall.desk.do(hall.act(), hall.stream, commands.Drop(player=game.players[0]))
    text = hall.text(where=f"/player/{game.players[1]}?why=pairing&round=2")
    assert "nothing to explain" not in text and "rule 59" in text


def test_who_is_not_in_the_event_has_no_page(hall):
    assert hall.get(where="/player/p99").status_code == 404
    assert hall.get(where="/player/p1?why=nonsense").status_code == 200
    assert hall.get(where="/player/p1?why=pairing&round=99").status_code == 200


# The bracket -----------------------------------------------------------------------------------------------


def test_the_bracket_is_drawn_with_seeds_results_and_the_rounds_to_come():
    hall = Hall(TournamentPlan(structure="custom", rounds=1, cut=4), players=8).begin().play_swiss()
    hall.desk.do(hall.act(), hall.stream, commands.MakeCut())
    current = hall.pair()
    hall.enter(current.drawn.round.games[0])
    html = hall.html(where="?show=bracket")
    assert html.count('class="bp-box"') == 3 and html.count('class="bp-line"') == 1
    assert "Semi-finals" in html and "Final" in html and "Winner of game 2" in html
    assert html.count('class="bp-row" data-won') == 1 and html.count("data-now") == 1
    assert sorted(re.findall(r'class="bp-seed"[^>]*>(\d)<', html)) == ["1", "2", "3", "4"]
    assert "style=" not in html
    assert "bp-box" in "".join(hall.html(where=f"/screen?at={at}") for at in range(4))


# The big screen --------------------------------------------------------------------------------------------


def test_the_screen_goes_through_its_pages_without_a_script():
    hall = Hall(players=16, structure="custom", rounds=2).begin()
    hall.play()
    hall.desk.do(hall.act(), hall.stream, commands.Tell(words="Round 2 soon"))
    first, seen, address = hall.html(where="/screen"), set(), "/screen"
    for _ in range(6):
        html = hall.html(where=address)
        seen.add(re.search(r'class="hall-round">([^<]+)', html)[1])
        address = hall.get(where=address)["Refresh"].partition(hall.event)[2]
    assert seen == {"Standings", "Announcement"}
    assert "Refresh" not in hall.get(where="/screen?hold=1")
    assert "<nav" not in first
    hall.pair()
    assert 'class="hall-list"' in hall.html(where="/screen?at=0") and "Tables 1 to 8 of 8" in hall.text(
        where="/screen"
    )


def test_the_address_on_the_screen_is_short_enough_to_type_and_asks_players_for_their_code():
    hall = Hall(players=4).begin()
    hall.play()
    text = hall.text(where="/screen")
    address = re.search(r"Your table on your phone: \S+(/j/\w{13})\b", text)
    assert address and hall.event not in text
    assert hall.clients["nobody"].get(address[1]).url == f"/event/{hall.event}/join"
    page = hall.text(where="/join")
    assert page.index("Connect this phone") < page.index("Pairings and standings") < page.index("Sign me up")


# Nothing secret --------------------------------------------------------------------------------------------


def told_everywhere(hall: Hall, who: str) -> dict[str, tuple[str, str]]:
    """Everything a visitor can reach, without what changes by itself: tickets, tokens, form keys."""
    found = {}
    for page in (*PAGES, "/me", "/me/part", "/live/me"):
        response = hall.get(who, page)
        html = re.sub(r'ticket=[^"]+|value="[^"]{20,}"', "", response.content.decode())
        found[page] = html, response.headers.get("ETag", "")
    return found


FOLDED = StreamLog.state


def with_length(patch: pytest.MonkeyPatch, minutes: int) -> None:
    """Events with another sealed length, as if the dice had fallen otherwise."""

    def state(log: StreamLog, decider: Decider[Any]) -> Any:
        now = FOLDED(log, decider)
        if decider is not TOURNAMENT:
            return now
        current = now.rounds[-1]
        assert current.timing is not None
        clock = replace(current.timing.clock, minutes=minutes)
        changed: EventRound = replace(current, timing=replace(current.timing, clock=clock))
        return replace(now, rounds=(*now.rounds[:-1], changed))

    patch.setattr(StreamLog, "state", state)
    public_snapshots.forget()


@pytest.mark.rule(467)
@pytest.mark.rule(469)
def test_nothing_a_player_or_spectator_reaches_depends_on_a_secret_length(monkeypatch):
    hall = Hall(RECON).begin()
    hall.meet()
    hall.start(minutes_ago=10)
    for who in ("nobody", "ann"):
        with_length(monkeypatch, 91)
        first = told_everywhere(hall, who)
        with_length(monkeypatch, 400)
        other = told_everywhere(hall, who)
        assert first == other
        assert "data-ends" not in str(first) and "time left" not in str(first)
        assert "Playing until time is called" in first[""][0]


def test_live_frames_of_a_secret_round_depend_on_no_length(monkeypatch):
    hall = Hall(RECON).begin()
    hall.meet()
    hall.start(minutes_ago=10)
    pages = [(EventLive(), name) for name in ("public", f"player:{hall.players[0]}", "officials")]
    judge, *others = (
        (EventStream(), EventStream().audience(hall.stream, account))
        for account in (hall.account("jude"), hall.account("ann"), "")
    )
    can_tell = []
    for kind, audience in (*pages, judge, *others):
        with_length(monkeypatch, 91)
        first = kind.render(hall.stream, audience)
        with_length(monkeypatch, 400)
        if kind.render(hall.stream, audience) != first:
            can_tell.append((kind, audience))
    assert can_tell == [judge], "only a leader of the event knows the length (rule 467)"


@pytest.mark.rule(470)
def test_whoever_looks_when_time_is_up_finds_it_called():
    hall = Hall(RECON).begin()
    hall.meet()
    hall.start(minutes_ago=96)
    text = hall.text()
    assert "Time is called" in text and "Finish this game round" in text
    timing = hall.round.timing
    assert timing is not None and timing.clock.called is not None
    assert "Finish this game round" in hall.text("ann", "/me")


# From memory -----------------------------------------------------------------------------------------------


def test_a_page_is_made_once_for_a_version(hall, monkeypatch):
    hall.begin().play()
    first = hall.html(where="/part?show=standings")
    monkeypatch.setattr(snapshot, "standings_now", lambda *_: pytest.fail("added up again"))
    monkeypatch.setattr(snapshot, draw_text.__name__, lambda *_: pytest.fail("made again"))
    assert hall.html("zoe", "/part?show=standings") == first


def test_a_result_of_the_open_round_adds_nothing_up_again(hall, monkeypatch):
    hall.begin().play()
    hall.pair()
    before = public_snapshots.now(hall.stream).standings
    with monkeypatch.context() as patch:
        patch.setattr(snapshot, "standings_now", lambda *_: pytest.fail("added up again"))
        hall.enter(hall.round.drawn.round.games[0])
        assert public_snapshots.now(hall.stream).standings is before
    hall.enter(hall.round.drawn.round.games[1])
    hall.desk.do(hall.act(), hall.stream, commands.CloseRound())
    assert public_snapshots.now(hall.stream).standings != before


def test_a_page_says_when_nothing_changed_and_for_whom(hall):
    hall.begin().pair()
    etag = hall.get()["ETag"]
    assert "public" in etag and "private" in hall.get()["Cache-Control"]
    assert hall.get(**{"If-None-Match": etag}).status_code == 304
    assert hall.get("ann")["ETag"] != etag and "player" in hall.get("ann")["ETag"]
    hall.enter(hall.round.drawn.round.games[0])
    assert hall.get(**{"If-None-Match": etag}).status_code == 200


def test_a_call_for_a_judge_is_no_reason_to_fetch_a_public_page(hall):
    hall.begin().meet()
    frame = EventLive().render(hall.stream, "public")
    etag = hall.get(where="/part")["ETag"]
    hall.desk.do(hall.act("ann"), hall.stream, commands.CallJudge(words="Cover"))
    after = EventLive().render(hall.stream, "public")
    assert after[0] > frame[0] and after[1] == frame[1]
    assert hall.get(where="/part", **{"If-None-Match": etag}).status_code == 304
    hall.enter(hall.round.drawn.round.games[0])
    assert EventLive().render(hall.stream, "public")[1] != after[1]


def test_an_erased_name_leaves_the_pages(hall):
    hall.begin().pair()
    assert "Cas Marrok" in hall.text()
    hall.desk.do(hall.act(), hall.stream, commands.Erase(player=hall.players[2]))
    public_snapshots.now(hall.stream).names_read -= snapshot.FRESH_SECONDS
    assert "Cas Marrok" not in hall.text() and "Cas Marrok" not in hall.text(where="/screen")


def test_each_place_to_watch_from_has_its_own_audience(hall):
    hall.begin().meet()
    live = EventLive()
    ann, zoe, jude = (hall.account(who) for who in ("ann", "zoe", "jude"))
    assert live.audience(hall.stream, "event/") == "public"
    assert live.audience(hall.stream, f"event/{ann}") == "public"
    assert live.audience(hall.stream, f"me/{ann}") == f"player:{hall.players[0]}"
    assert live.audience(hall.stream, f"me/{zoe}") is None
    assert live.audience(hall.stream, f"judge/{jude}") == "officials"
    assert live.audience(hall.stream, f"judge/{ann}") is None
    assert live.audience("tournament:" + "0" * 32, f"event/{ann}") is None


def test_a_frame_says_that_something_changed(hall):
    hall.begin().meet()
    live = EventLive()
    before, frame = live.render(hall.stream, f"player:{hall.players[1]}")
    hall.report("ann", 4, 1)
    after, report = live.render(hall.stream, f"player:{hall.players[1]}")
    assert after > before
    screen = re.compile(r'data-screen="([^"]+)"')
    assert screen.search(frame)[1] != screen.search(report)[1]
    other = hall.players[2]
    assert "has reported the result" not in live.render(hall.stream, f"player:{other}")[1]


def test_a_part_in_another_language_is_made_for_itself(hall, monkeypatch):
    hall.begin().pair()
    hall.html()
    made = []
    monkeypatch.setattr(snapshot, draw_text.__name__, lambda *page: made.append(page) or draw_text(*page))
    hall.html()
    assert not made
    monkeypatch.setattr(snapshot, "language", lambda: "de")
    hall.html()
    assert made
