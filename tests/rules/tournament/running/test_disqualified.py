"""Who is disqualified stands last and has no place: in the standings, the final ranking and the file."""

import pytest

from muster.app.tournament import commands
from muster.app.tournament.export import export_tournament
from muster.app.tournament.spreadsheets import as_csv
from muster.app.tournament.tournaments import TournamentPlan
from muster.rules.tournament.file import final_places, table
from muster.rules.tournament.proving import problems
from muster.rules.tournament.scoring.standings import last_to_go_on
from tests.rules.tournament.hall import CUP, ORGANISER, Hall


def disqualify(hall: Hall, player: str) -> None:
    hall.event.do(hall.act(), CUP, commands.Penalise(player=player, kind="disqualification", words="cheated"))


def cut_to(cut: int, players: int = 8) -> Hall:
    return Hall(TournamentPlan(structure="custom", rounds=3, cut=cut)).begin(players).play_swiss()


@pytest.mark.rule(594)
def test_the_best_who_is_disqualified_stands_last_without_a_place():
    hall = cut_to(0)
    best, *others = hall.standing()
    disqualify(hall, best)
    lines = hall.watching.standings(ORGANISER, CUP)
    assert [line.player for line in lines] == [*others, best]
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5, 6, 7, 0]
    assert lines[0].below_by == "" and lines[-1].departure == "disqualified"
    hall.event.do(hall.act(), CUP, commands.End())
    assert hall.now.ranking == tuple(others)


@pytest.mark.rule(594)
def test_the_file_ranks_nobody_who_is_disqualified_and_draws_its_rounds_again():
    hall = cut_to(0)
    best = hall.standing()[0]
    disqualify(hall, best)
    hall.event.do(hall.act(), CUP, commands.End())
    file = export_tournament(hall.watching, ORGANISER, CUP)
    assert table(file) == hall.watching.standings(ORGANISER, CUP)
    assert final_places(file) == hall.now.ranking and best not in final_places(file)
    assert not list(problems(file)) and not any(draw.field for draw in file.draws)


@pytest.mark.rule(594)
def test_the_table_of_standings_has_no_rank_for_them():
    hall = cut_to(0)
    disqualify(hall, hall.standing()[0])
    head, *_, last = as_csv(hall.watching, ORGANISER, CUP, "standings").decode("utf-8-sig").splitlines()
    row = dict(zip(head.split(","), last.split(","), strict=True))
    assert (row["Rank"], row["Disqualified"]) == ("", "yes")


@pytest.mark.rule(605, 606)
def test_the_line_of_the_cut_is_under_the_last_who_goes_on():
    hall = cut_to(4)
    order = hall.standing()

    def last() -> str:
        return last_to_go_on(hall.watching.standings(ORGANISER, CUP), 4, hall.now.cut)

    assert last() == order[3]
    hall.event.do(hall.act(), CUP, commands.Drop(player=order[1]))
    assert last() == order[4]
    disqualify(hall, order[0])
    assert last() == order[5]
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    assert last() == hall.now.cut[-1] == order[5]
    assert last_to_go_on(hall.watching.standings(ORGANISER, CUP), 0) == ""
