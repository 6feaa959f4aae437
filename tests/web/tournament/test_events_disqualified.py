"""One word for the disqualified on every page and sheet, and no place."""

import re
from uuid import UUID

import pytest

from muster.app.tournament import commands
from muster.app.tournament.tournaments import TournamentPlan
from muster.web.print.tournament.standings import standing_sheet
from muster.web.tournament.requests import tournament_queries
from tests.web.event_hall_fixtures import Hall

pytestmark = pytest.mark.django_db


def standing(hall: Hall) -> list[str]:
    return [line.player for line in tournament_queries().standings(hall.account("olga"), hall.stream)]


@pytest.mark.rule(594)
def test_who_is_disqualified_has_no_place_and_one_word_on_every_page():
    hall = Hall(TournamentPlan(structure="custom", rounds=2, cut=2), players=6).begin().play_swiss()
    best, second, third, fourth, *_ = standing(hall)
    hall.desk.do(hall.act(), hall.stream, commands.Drop(player=second))
    hall.desk.do(
        hall.act(), hall.stream, commands.Penalise(player=best, kind="disqualification", words="Cheated")
    )
    assert standing(hall)[-1] == best
    rows = re.findall(r"<tr.*?</tr>", hall.html(where="?show=standings"), re.S)[1:]
    assert [re.search(r'class="place">(.*?)<', row)[1] for row in rows] == ["1", "2", "3", "4", "5", "–"]
    assert "<small>disqualified</small>" in rows[-1] and f"/player/{best}" in rows[-1]
    marked = [row for row in rows if "data-cut" in row]
    assert len(marked) == 1 and f"/player/{fourth}" in marked[0]  # third and fourth play the final
    assert "<small>dropped</small>" in next(row for row in rows if f"/player/{second}" in row)
    own = hall.text(where=f"/player/{best}")
    assert "not ranked" in own and ", disqualified" in own and "No place" in own and "Why place" not in own
    assert "2 of 5 after round 2" in hall.text(where=f"/player/{third}")
    assert ", dropped" in hall.text(where=f"/player/{second}")
    screen = hall.text(where="/screen")
    assert re.search(r"– \S+ Marrok Disqualified\. ", screen)
    assert ", disqualified" in hall.text("olga", "/desk")


@pytest.mark.rule(594)
def test_the_sheet_and_the_api_say_the_same():
    hall = Hall(TournamentPlan(structure="custom", rounds=2), players=4).begin().play_swiss()
    best = standing(hall)[0]
    hall.desk.do(
        hall.act(), hall.stream, commands.Penalise(player=best, kind="disqualification", words="Cheated")
    )
    seen = tournament_queries()
    sheet = standing_sheet(
        seen.look(hall.account("olga"), hall.stream), seen.standings(hall.account("olga"), hall.stream), "a4"
    )
    assert [(line.rank, line.left) for line in sheet.lines][-2:] == [(3, ""), (0, "disqualified")]
    lines = hall.clients["olga"].get(f"/api/v1/tournaments/{UUID(hall.event)}/standings").json()
    assert [line["rank"] for line in lines] == [1, 2, 3, 0]
    assert lines[-1]["player"] == best and lines[-1]["disqualified"]


@pytest.mark.rule(594)
def test_a_player_who_is_disqualified_reads_it_on_their_phone():
    hall = Hall(TournamentPlan(structure="custom", rounds=2), players=4).begin().play_swiss()
    ann = hall.players[0]
    hall.desk.do(
        hall.act(), hall.stream, commands.Penalise(player=ann, kind="disqualification", words="Cheated")
    )
    mine = hall.text("ann", "/me")
    assert "You are disqualified and have no place." in mine and "My standing" not in mine
