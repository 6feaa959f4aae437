"""A player's phone: my table, telling and confirming a result, a judge, my standing, leaving."""

import re

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.running.audiences import viewpoint
from tests.web.event_hall_fixtures import Hall, kept_hall

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("events-hall")]


def met() -> Hall:
    """Ann and Bob sit at one table of round 1."""
    hall = kept_hall(Hall).begin()
    hall.meet()
    return hall


@pytest.fixture
def hall(db):
    return kept_hall(met)


def told(hall: Hall):
    """What is known of Ann's game."""
    current = hall.round
    game = current.game_of(hall.players[0])
    return current.results.get(game.table)


# My table --------------------------------------------------------------------------------------------------


def test_my_table_my_opponent_and_the_clock_come_first(hall):
    hall.start(minutes_ago=50)
    text = hall.text("ann", "/me")
    table = hall.round.game_of(hall.players[0]).table
    assert f"Table {table}" in text and "Ann Marrok , you" in text and "Bob Marrok" in text
    assert re.search(r"Round 1 of 2, time left (99|100):\d\d", text)
    assert "Report the result" in text and "Call a judge" in text


def test_who_has_no_place_goes_where_one_is_claimed(hall):
    for who in ("zoe", "nobody"):
        response = hall.get(who, "/me")
        assert response.status_code == 302 and response["Location"].endswith("/join")


def test_before_round_one_a_phone_says_what_comes(db):
    hall = Hall(players=2)
    assert "You are checked in" in hall.text("ann", "/me")
    hall.desk.do(hall.act(), hall.stream, commands.CheckIn(players=[hall.players[0]], present=False))
    assert "they check you in" in hall.text("ann", "/me")


def test_a_round_without_me_says_why_and_what_comes_next(db):
    """Ruling T12: who comes after the pairing has lost the round and is in the next pairing."""
    hall = Hall(players=6)
    away = hall.players[:2]
    hall.desk.do(hall.act(), hall.stream, commands.CheckIn(players=list(away), present=False))
    hall.begin()
    games = hall.pair().drawn.round.games
    assert "You are not checked in" in hall.text("ann", "/me")
    hall.desk.do(hall.act(), hall.stream, commands.CheckIn(players=[away[0]]))
    assert "counts as a loss. You are in the next pairing." in hall.text("ann", "/me")
    for game in games:
        hall.enter(game)
    hall.desk.do(hall.act(), hall.stream, commands.CloseRound())
    hall.do("ann", "/me/act/leave", round=1)
    hall.pair()
    assert "You play no further rounds." in hall.text("ann", "/me")
    assert "The last round is played without you. If that is wrong, tell the desk." in hall.text("bob", "/me")


def test_no_pairing_is_promised_once_the_event_is_over(db):
    hall = Hall(players=4).begin().play_swiss()
    assert "The next pairing appears here." in hall.text("ann", "/me")
    hall.desk.do(hall.act(), hall.stream, commands.End())
    text = hall.text("ann", "/me")
    assert "The event is over." in text and "The next pairing" not in text and "Your last game" in text


def test_extra_time_of_my_table_is_shown_and_counted(hall):
    hall.start(minutes_ago=50)
    table = hall.round.game_of(hall.players[0]).table
    hall.desk.do(hall.act(), hall.stream, commands.Extend(minutes=10, table=table))
    text = hall.text("ann", "/me")
    assert "10 more minutes" in text and re.search(r"time left 1(09|10):\d\d", text)
    assert re.search(r"time left (99|100):\d\d", hall.text("ann"))


@pytest.mark.rule(589)
@pytest.mark.rule(616)
def test_when_time_is_called_the_phone_says_what_to_do_now(hall):
    hall.start(minutes_ago=50)
    hall.desk.do(hall.act(), hall.stream, commands.CallTime())
    text = hall.text("ann", "/me")
    assert "In the Command Phase Stop: the game ends at once." in text
    assert "In the Activation Phase or in the End Phase Finish this game round" in text


# Telling a result ------------------------------------------------------------------------------------------


def test_a_result_is_told_one_decision_at_a_time(hall):
    ann, bob = hall.players[:2]
    how = hall.html("ann", "/me/report")
    assert "How did it end?" in how and "?how=concession" in how
    who = hall.html("ann", "/me/report?how=tabled")
    seat = hall.round.game_of(bob).players.index(bob) + 1
    assert "Who still has units?" in who and f"?how=tabled&amp;winner={seat}" in who
    numbers = hall.html("ann", f"/me/report?how=tabled&who={bob}")
    assert 'name="victory1"' in numbers and 'name="score2"' in numbers and "<form" in numbers
    check = hall.text("ann", f"/me/report?how=tabled&who={bob}&victory-0=2&victory-1=2&numbers=1")
    assert "Bob Marrok wins" in check and "Report result" in check
    assert told(hall) is None and ann


def test_the_numbers_say_who_wins_before_anything_is_told(hall):
    game = hall.round.game_of(hall.players[0])
    first = "Ann" if game.players[0] == hall.players[0] else "Bob"
    text = hall.text("ann", "/me/report?how=time&victory-0=5&victory-1=3&numbers=1")
    assert f"{first} Marrok wins by more VP" in text


def test_an_even_game_asks_for_the_blue_player(hall):
    text = hall.text("ann", "/me/report?how=time&victory-0=3&victory-1=3&numbers=1")
    assert "the blue player wins" in text and "Who was the blue player?" in text
    blue = hall.players[1]
    text = hall.text("ann", f"/me/report?how=time&victory-0=3&victory-1=3&numbers=1&blue={blue}")
    assert "Bob Marrok wins by being the blue player" in text


@pytest.mark.rule(603)
def test_one_tells_and_the_other_confirms(hall):
    hall.report("ann", 7, 4)
    assert not told(hall).settled
    assert "Waiting for Bob Marrok to confirm" in hall.text("ann", "/me")
    assert "Ann Marrok says" in hall.text("bob", "/me")
    hall.do("bob", "/me/act/confirm", round=1)
    assert told(hall).settled and told(hall).result.winner == hall.players[0]
    for who in ("ann", "bob"):
        assert "The result counts" in hall.text(who, "/me")
    assert '<span class="num">7</span>' in hall.html()


def test_both_telling_the_same_confirm_each_other(hall):
    hall.report("ann", 7, 4)
    hall.report("bob", 7, 4)
    assert told(hall).settled


def test_two_different_results_are_for_an_official(hall):
    hall.report("ann", 7, 4)
    hall.report("bob", 4, 7)
    assert told(hall).disputed is not None and not told(hall).settled
    assert "An official decides" in hall.text("ann", "/me")
    assert "differ" in hall.text("jude", "/judge")


def test_a_player_may_say_what_is_wrong(hall):
    hall.report("ann", 7, 4)
    hall.do("bob", "/me/act/dispute", round=1, words="It was 7 to 5")
    assert told(hall).disputed == "It was 7 to 5"
    assert "It was 7 to 5" in hall.text("ann", "/me")


def test_nobody_confirms_their_own_word(hall):
    hall.report("ann", 7, 4)
    assert "reason-what" in hall.do("ann", "/me/act/confirm", 422, round=1).content.decode()
    assert not told(hall).settled


def test_a_result_sent_twice_is_told_once(hall):
    hall.report("ann", 7, 4, key="same")
    before = hall.desk.load(hall.stream).version
    hall.report("ann", 7, 4, key="same")
    assert hall.desk.load(hall.stream).version == before


@pytest.mark.parametrize(
    "form",
    [
        {"how": "teleported"},
        {"how": "rounds", "victory-0": "many"},
        {"how": "rounds", "victory-0": "-1"},
        {"how": "rounds", "victory-0": "99999999999"},
        {"how": "rounds", "victory-0": "5000", "victory-1": "1"},
        {"how": "rounds", "victory-0": "2", "victory-1": "2"},
        {"how": "no-show", "who": "p1"},
        {"how": "tabled", "who": "p99"},
        {"how": "concession"},
        {"how": "rounds", "victory-0": "1" * 1_000_000},
    ],
)
def test_a_result_that_cannot_be_is_refused_in_words(hall, form):
    response = hall.do("ann", "/me/report", 422, numbers="1", **form)
    assert "reason-what" in response.content.decode()
    assert told(hall) is None


def test_a_report_that_waited_is_not_told_of_another_round(hall):
    assert 'name="round" value="1"' in hall.html(
        "ann", "/me/report?how=rounds&victory1=7&victory2=4&numbers=1"
    )
    late = {"how": "rounds", "victory1": "7", "victory2": "4", "numbers": "1", "round": "2"}
    assert "round 2" in hall.do("ann", "/me/report", 422, **late).content.decode().lower()
    assert told(hall) is None
    hall.do("ann", "/me/report", **late | {"round": "1"})
    assert told(hall) is not None


def test_only_my_own_game_can_be_told(hall):
    assert hall.clients["zoe"].post(f"/event/{hall.event}/me/report", {"how": "rounds"}).status_code == 302
    assert told(hall) is None
    hall.do("zoe", "/me/act/confirm", 403, round=1)


# Judge, standing, leaving ----------------------------------------------------------------------------------


def test_a_judge_is_called_comes_and_is_done(hall):
    hall.do("ann", "/me/act/judge", words="Line of sight")
    assert "You have called" in hall.text("ann", "/me")
    hall.do("ann", "/me/act/judge", 422, words="again")
    hall.do("jude", "/judge/act/claim", call=1)
    assert "Jude Kane is on the way" in hall.text("ann", "/me")
    hall.do("jude", "/judge/act/close", call=1, words="Visible")
    assert "Visible" in hall.text("ann", "/me") and "Call a judge" in hall.text("ann", "/me")
    assert "Line of sight" not in hall.text("bob", "/me") and "Line of sight" not in hall.text()


@pytest.mark.rule(512)
def test_a_player_asks_the_head_judge_to_review(hall):
    hall.do("ann", "/me/act/judge", words="Cover")
    hall.do("jude", "/judge/act/claim", call=1)
    hall.do("jude", "/judge/act/close", call=1, words="No cover")
    hall.do("ann", "/me/act/review", call=1)
    assert "the head judge looks at the ruling" in hall.text("ann", "/me")
    hall.do("jude", "/judge/act/claim", 403, call=1)
    hall.do("olga", "/judge/act/claim", call=1)


def test_players_who_found_the_answer_call_it_off(hall):
    hall.do("ann", "/me/act/judge", words="Cover")
    hall.do("ann", "/me/act/never-mind", call=1)
    assert hall.now.calls[1].closed
    assert "Ask the head judge" not in hall.text("ann", "/me")


def test_my_standing_says_why(db):
    hall = Hall().begin()
    hall.play()
    text = hall.text("ann", "/me")
    assert "My standing" in text and "of 4 after round 1" in text and "Average margin of victory" in text
    assert f"/player/{hall.players[0]}?why=sos#why" in hall.html("ann", "/me")


def test_a_player_drops_out_and_the_opponent_has_the_win(hall):
    hall.do("ann", "/me/act/leave")
    assert hall.now.entries[hall.players[0]].status == "dropped"
    assert told(hall).result.winner == hall.players[1]
    assert "You have dropped out" in hall.text("ann", "/me")
    hall.do("ann", "/me/act/leave", 422)


def test_before_round_one_a_place_is_given_up(db):
    hall = Hall(TournamentPlan(capacity=2), players=3)
    hall.do("ann", "/me/act/leave")
    assert hall.now.entries[hall.players[0]].status == "withdrawn"
    assert hall.now.entries[hall.players[2]].status == "entered"
    assert hall.get("ann", "/me").status_code == 302


def test_a_phone_claims_its_place_with_the_code_on_the_slip(hall):
    code = hall.desk.roster.people(hall.stream)[hall.players[2]].code
    hall.do("zoe", "/join", do="claim", code=code.lower())
    assert viewpoint(hall.now, hall.account("zoe")).player == hall.players[2]
    assert "Cas Marrok , you" in hall.text("zoe", "/me")


def test_the_bye_is_told(db):
    hall = Hall(players=5).begin()
    hall.pair()
    [bye] = hall.round.drawn.round.byes
    hall.desk.do(hall.act(), hall.stream, commands.Link(player=bye.player, account=hall.account("zoe")))
    mine = hall.text("zoe", "/me")
    assert "You have the bye" in mine and "Report the result" not in mine
    assert "A win without a game" in hall.text()


def test_pages_of_a_player_are_kept_nowhere(hall):
    for page in ("/me", "/me/part", "/me/report", "/live/me"):
        assert hall.get("ann", page)["Cache-Control"] == "no-store", page


@pytest.mark.rule(464)
def test_a_recon_event_shows_no_setup_of_another_game():
    hall = Hall(TournamentPlan(kind="recon", profile="current", structure="custom", rounds=3, points=600))
    hall.begin().pair()
    assert "Game setup" not in hall.text("ann", "/me")
    for who, where in (("ann", "/setup"), ("ann", "/setup/body"), ("jude", "/setup?table=1")):
        assert "this event plays Recon" in hall.text(who, where, 404)


def test_a_standard_event_keeps_its_setup(hall):
    assert "Game setup" in hall.text("ann", "/me") and hall.get("ann", "/setup").status_code == 200
