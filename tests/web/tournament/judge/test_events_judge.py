"""The judges' page: the queue, more time, penalties, histories, components, rulings, duty."""

import re

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from tests.web.event_hall_fixtures import Hall, kept_hall

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("events-hall")]


def met() -> Hall:
    """Ann and Bob sit at one table."""
    hall = kept_hall(Hall).begin()
    hall.meet()
    return hall


@pytest.fixture
def hall(db):
    """The same, and the clock runs."""
    hall = kept_hall(met)
    hall.start(minutes_ago=10)
    return hall


def table_of(hall: Hall, place: int = 0) -> int:
    return hall.round.game_of(hall.players[place]).table


@pytest.mark.rule(518)
def test_calls_wait_in_a_queue_until_one_takes_them(hall):
    hall.do("ann", "/me/act/judge", words="Line of sight")
    text = hall.text("jude", "/judge")
    assert f"Table {table_of(hall)}" in text and "Line of sight" in text and "1 call waits" in text
    hall.do("jude", "/judge/act/claim", call=1)
    assert "0 calls wait" in hall.text("jude", "/judge")
    response = hall.do("olga", "/judge/act/claim", 422, call=1)
    assert "reason-what" in response.content.decode()
    hall.do("jude", "/judge/act/close", call=1, words="Visible")
    assert hall.now.calls[1].outcome == "Visible"


def test_a_call_of_somebody_without_a_phone_is_written_down(hall):
    hall.do("jude", "/judge/act/call", player=hall.players[2], words="Terrain")
    assert "Terrain" in hall.text("jude", "/judge")


@pytest.mark.rule(552)
def test_a_table_gets_more_time(hall):
    hall.do("jude", "/judge/act/extend", table=table_of(hall), minutes=7)
    assert "7 more minutes" in hall.text("ann", "/me")
    hall.do("jude", "/judge/act/extend", 422, table="", minutes=7)
    hall.do("jude", "/judge/act/extend", 422, table=99, minutes=7)
    hall.do("jude", "/judge/act/extend", 422, table=table_of(hall), minutes=10_000)
    assert len(hall.round.timing.clock.extensions) == 1


def test_penalties_are_for_judges_only(hall):
    ann = hall.players[0]
    hall.do("jude", "/judge/act/penalty", player=ann, kind="warning", words="Slow play", back=ann)
    assert "Slow play" in hall.text("jude", f"/judge/player/{ann}")
    for who in ("ann", "bob", "zoe", "nobody"):
        assert hall.get(who, f"/judge/player/{ann}").status_code == 403, who
        assert hall.get(who, "/judge").status_code == 403, who
    for page in ("", "?show=about", f"/player/{ann}", "/me", "/me/part", "/live/me"):
        assert "Slow play" not in hall.html("ann", page), page


def test_three_warnings_are_noted_under_the_current_rules():
    hall = Hall(TournamentPlan(profile="current", structure="custom", rounds=2)).begin()
    ann = hall.players[0]
    for number in range(3):
        assert "3 warnings" not in hall.text("jude", f"/judge/player/{ann}")
        hall.do("jude", "/judge/act/penalty", player=ann, kind="warning", words=f"No {number}")
    assert re.search(r"3 warnings|[Tt]hree warnings", hall.text("jude", f"/judge/player/{ann}"))


def test_a_penalty_is_taken_back_by_the_head_judge_alone(hall):
    ann = hall.players[0]
    hall.do("jude", "/judge/act/penalty", player=ann, kind="caution", words="Loud")
    hall.do("jude", "/judge/act/pardon", 403, penalty=1, words="Sorry", back=ann)
    hall.do("olga", "/judge/act/pardon", penalty=1, words="Mistaken", back=ann)
    assert "withdrawn: Mistaken" in hall.text("jude", f"/judge/player/{ann}")


@pytest.mark.rule(521)
def test_disqualifying_is_for_organiser_and_head_judge(hall):
    ann = hall.players[0]
    hall.do(
        "jude", "/judge/act/penalty", 403, player=ann, kind="disqualification", words="Cheating", back=ann
    )
    hall.do("olga", "/judge/act/penalty", player=ann, kind="disqualification", words="Cheating")
    assert hall.now.entries[ann].status == "disqualified"
    hall.do("olga", "/judge/act/penalty", 422, player=ann, kind="tickling", words="x")


@pytest.mark.rule(507)
def test_a_card_ruling_is_the_head_judges_and_shown_to_all(hall):
    hall.do("jude", "/judge/act/ruling", 403, card="Darth Vader", words="So it reads")
    hall.do("olga", "/judge/act/ruling", card="Darth Vader", words="So it reads")
    assert "So it reads" in hall.text(where="?show=about")
    assert "So it reads" in hall.text("jude", "/judge?ruling=vader")
    assert "So it reads" not in hall.text("jude", "/judge?ruling=leia")
    refused = hall.do("olga", "/judge/act/ruling", 422, card="darth vader", words="Otherwise")
    assert "So it reads" in refused.content.decode()


@pytest.mark.rule(541)
@pytest.mark.rule(554)
def test_component_matters_are_written_down(hall):
    hall.do("jude", "/judge/act/component", matter="sharing", what="one set of dice at every table")
    hall.do(
        "jude",
        "/judge/act/component",
        matter="proxy",
        what="Leia Organa",
        player=hall.players[0],
        on="2026-09-05",
    )
    text = hall.text("jude", "/judge")
    assert "one set of dice at every table" in text
    assert "Leia Organa" in text and "5 September 2026" in text and "Jude Kane" in text
    hall.do("jude", "/judge/act/component", 422, matter="melted", what="x")
    hall.do("jude", "/judge/act/component", 422, matter="missing", what="")


@pytest.mark.rule(553)
def test_something_missing_goes_from_extension_to_concession_to_removal(hall):
    ann = hall.players[0]
    page = hall.text("jude", f"/judge/player/{ann}")
    assert "A short extension" in page and "the game is conceded" in page and "the player is removed" in page
    hall.do("jude", "/judge/act/extend", table=table_of(hall), minutes=10, back=ann)
    hall.do("jude", "/judge/act/concede", player=ann, back=ann)
    report = hall.round.results[table_of(hall)]
    assert report.settled and report.result.how == "concession" and report.result.winner == hall.players[1]
    hall.do("jude", "/judge/act/remove", 403, player=ann, back=ann)
    hall.do("olga", "/judge/act/remove", player=ann, back=ann)
    assert hall.now.entries[ann].status == "dropped" and hall.now.entries[ann].why == "components"


@pytest.mark.rule(509)
def test_a_judge_off_duty_is_a_spectator(hall):
    hall.do("ann", "/me/act/judge", words="Cover")
    hall.do("jude", "/judge/act/duty", on=0)
    assert "You are off duty" in hall.text("jude", "/judge") and "Cover" not in hall.text("jude", "/judge")
    hall.do("jude", "/judge/act/claim", 403, call=1)
    assert hall.get("jude", f"/judge/player/{hall.players[0]}").status_code == 403
    hall.do("jude", "/judge/act/duty", on=1)
    hall.do("jude", "/judge/act/claim", call=1)


@pytest.mark.rule(514)
def test_another_leader_rules_on_the_games_a_leader_plays():
    hall = Hall().begin()
    hall.desk.do(hall.act(), hall.stream, commands.Link(player=hall.players[2], account=hall.account("jude")))
    hall.pair()
    mine = hall.players[2]
    table = hall.round.game_of(mine).table
    opponent = hall.round.game_of(mine).opponent(mine)
    hall.desk.do(hall.act(), hall.stream, commands.CallFor(player=opponent, words="Cover"))
    assert "You play this game. Olga Brandt can rule on it." in hall.text("jude", "/judge")
    assert "You play this game" not in hall.text("olga", "/judge")
    hall.do("jude", "/judge/act/claim", 422, call=1)
    hall.do("olga", "/judge/act/claim", call=1)
    hall.desk.do(hall.act(), hall.stream, commands.Penalise(player=mine, kind="caution", words="Late again"))
    assert "Late again" not in hall.text("jude", f"/judge/player/{mine}") and table
    assert "Late again" in hall.text("olga", f"/judge/player/{mine}")


def test_players_are_found_for_their_history(hall):
    assert f"/judge/player/{hall.players[2]}" in hall.html("jude", "/judge?q=cas")
    assert "No one by that name" in hall.text("jude", "/judge?q=nobody")


@pytest.mark.rule(514)
def test_a_judge_drops_the_opponent_of_an_organiser_who_plays(hall):
    hall.desk.do(hall.act(), hall.stream, commands.Link(player=hall.players[2], account=hall.account("olga")))
    opponent = hall.round.game_of(hall.players[2]).opponent(hall.players[2])
    stranger = next(key for key in hall.players if key not in (opponent, hall.players[2]))
    sentence = "The organiser can’t rule on this game"
    assert sentence not in hall.text("jude", f"/judge/player/{stranger}")
    assert sentence in hall.text("jude", f"/judge/player/{opponent}")
    hall.do("jude", "/judge/act/drop", player=opponent, why="unable", back=opponent)
    assert hall.now.entries[opponent].status == "dropped"
