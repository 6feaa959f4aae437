"""An event as a file: `muster tournament check` accepts it and draws the same rounds again."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.app.tournament import commands
from muster.app.tournament.export import export_tournament
from muster.app.tournament.tournaments import TournamentPlan
from muster.cli.tournament import command
from muster.rules.tournament.file import TournamentFile, final_places, read_file, table, write_file
from muster.rules.tournament.games import Tally
from muster.rules.tournament.proving import problems
from muster.rules.tournament.scoring.results import Slip
from tests.rules.tournament.hall import CUP, ORGANISER, Hall, refused, won


def file_of(hall: Hall, person: str = ORGANISER) -> TournamentFile:
    return export_tournament(hall.watching, person, CUP)


def check(file: TournamentFile, folder: Path) -> None:
    """As anybody would: save it, ask the command."""
    held = folder / "event.json"
    held.write_bytes(write_file(file))
    done = CliRunner().invoke(command, ["check", str(held)])
    assert done.exit_code == 0, done.output
    assert read_file(held.read_bytes()) == file


def codes(file: TournamentFile) -> set[str]:
    return {one.code for one in problems(file)}


def test_a_whole_event_with_a_cut_is_drawn_again_from_its_file(tmp_path):
    hall = Hall(TournamentPlan(structure="advanced")).begin(13).play_swiss()
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    hall.play()
    hall.event.do(hall.act(), CUP, commands.End())
    file = file_of(hall)
    check(file, tmp_path)
    assert file.structure.kind == "advanced" and len(file.rounds) == 4
    assert [one.round for one in file.draws] == [1, 2, 3]  # a bracket follows from the cut, without a seed
    assert table(file) == hall.watching.standings(ORGANISER, CUP)
    assert final_places(file) == hall.now.ranking
    assert not any(one.field for one in file.draws)


def test_clubs_kept_apart_are_in_the_file_and_the_round_is_drawn_again_from_them(tmp_path):
    hall = Hall(TournamentPlan(structure="custom", rounds=3, avoid_clubs=True))
    names, clubs = tuple(f"Player {n}" for n in range(1, 9)), ("North",) * 3 + ("north", "South", "South")
    hall.event.do(hall.act(), CUP, commands.Enter(names=names, clubs=clubs, present=True))
    hall.event.do(hall.act(), CUP, commands.Announce())
    first = hall.play().drawn.round
    north = {"p1", "p2", "p3", "p4"}
    assert not any(
        north.issuperset(game.players) or set(game.players) == {"p5", "p6"} for game in first.games
    )
    file = file_of(hall)
    check(file, tmp_path)
    assert [one.club for one in file.players] == [*clubs, "", ""]
    with refused("tournament.club_late"):
        hall.event.do(hall.act(), CUP, commands.SetClub(player="p1", club="South"))


def test_the_standings_of_the_moment_go_along_where_a_result_was_corrected_later(tmp_path):
    hall = Hall(TournamentPlan(structure="custom", rounds=4)).begin(8)
    first = hall.play()
    hall.play()
    game = first.drawn.round.games[0]
    hall.event.do(
        hall.act(), CUP, commands.Correct(number=1, table=game.table, slip=won(game, 1), why="slip misread")
    )
    hall.play()
    file = file_of(hall)
    check(file, tmp_path)
    assert [bool(one.field) for one in file.draws] == [False, True, False]
    assert table(file) == hall.watching.standings(ORGANISER, CUP)
    bare = replace(file, draws=tuple(replace(one, field=()) for one in file.draws))
    assert codes(bare), "without the field the corrected result tells another story"


def test_somebody_who_left_and_came_back_does_not_spoil_earlier_rounds(tmp_path):
    hall = Hall(TournamentPlan(structure="custom", rounds=5)).begin(9)
    hall.play()
    hall.event.do(hall.act(), CUP, commands.Drop(player="p3"))
    hall.play()
    hall.play()
    hall.event.do(hall.act(), CUP, commands.Rejoin(player="p3"))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Late"], present=True))
    hall.play()
    file = file_of(hall)
    check(file, tmp_path)
    assert table(file) == hall.watching.standings(ORGANISER, CUP)


def test_pairs_changed_by_hand_have_no_seed_and_are_told_while_a_change_of_table_is_fine(tmp_path):
    hall = Hall(TournamentPlan(structure="custom", rounds=3)).begin(8)
    hall.event.do(hall.act(), CUP, commands.Draft())
    hall.event.do(hall.act(), CUP, commands.Seat(table=1, to=3))
    hall.event.do(hall.act(), CUP, commands.Publish(draft=hall.now.draft.number))
    assert [one.round for one in file_of(hall).draws] == [1]
    check(file_of(hall), tmp_path)
    for game in hall.round.drawn.round.games:
        hall.enter_result(game)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.event.do(hall.act(), CUP, commands.Draft())
    won_first = {game.result.winner for game in hall.now.rounds[0].played.games}
    pairs = [game.players for game in hall.now.draft.drawn.round.games]
    one = next(pair[0] for pair in pairs if won_first.issuperset(pair))
    two = next(pair[0] for pair in pairs if won_first.isdisjoint(pair))
    hall.event.do(hall.act(), CUP, commands.Swap(one=one, other=two))
    hall.event.do(hall.act(), CUP, commands.Publish(draft=hall.now.draft.number))
    assert [one.round for one in file_of(hall).draws] == [1]
    assert codes(file_of(hall)) and "tournament_file.other_draw" not in codes(file_of(hall))


def test_elimination_only_and_the_current_rules_go_along_too(tmp_path):
    for plan in (
        TournamentPlan(structure="custom", rounds=0),
        TournamentPlan(profile="current", structure="current", points=1000),
    ):
        hall = Hall(plan).begin(11)
        hall.play()
        hall.play()
        check(file_of(hall), tmp_path)


def test_before_round_one_it_holds_whoever_entered(tmp_path):
    hall = Hall()
    hall.enter(5, present=False)
    file = file_of(hall)
    assert [one.key for one in file.players] == ["p1", "p2", "p3", "p4", "p5"] and file.rounds == ()
    check(file, tmp_path)
    hall.event.do(hall.act(), CUP, commands.CheckIn(players=["p1", "p2", "p3", "p4"]))
    hall.event.do(hall.act(), CUP, commands.Announce())
    assert len(file_of(hall).players) == 4 == len(file_of(hall).order)


def test_names_are_those_the_asker_may_read_and_what_is_only_told_is_not_there():
    hall = Hall(TournamentPlan(short_names=True))
    hall.event.do(hall.act(), CUP, commands.Enter(names=["Ann Lee", "Bo Dahl"], present=True))
    hall.enter(2)
    hall.event.do(hall.act(), CUP, commands.Announce())
    game = hall.pair().drawn.round.games[0]
    hall.sit(game.players[0], "ann")
    hall.event.do(hall.act("ann"), CUP, commands.Report(number=1, slip=won(game)))
    assert [one.name for one in file_of(hall, "").players][:2] == ["Ann L.", "Bo D."]
    assert [one.name for one in file_of(hall).players][:2] == ["Ann Lee", "Bo Dahl"]
    for person in ("", "ann", ORGANISER):
        assert all(game.result is None for one in file_of(hall, person).rounds for game in one.games)


def test_nothing_of_a_recon_round_s_length_is_in_the_file():
    hall = Hall(TournamentPlan(kind="recon", profile="current", structure="current", points=600)).begin(6)
    hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    timing = hall.round.timing
    assert timing is not None and timing.secret
    for person in (ORGANISER, ""):
        held = write_file(file_of(hall, person)).decode()
        assert "minutes" not in held and "clock" not in held and timing.evidence not in held
    assert set(json.loads(held)) == set(TournamentFile.__struct_fields__) - {"avoid_clubs"}  # where it is set


def test_a_file_of_another_order_or_field_is_told():
    hall = Hall().begin(4)
    hall.play()
    file = file_of(hall)
    assert codes(replace(file, order=(*file.order, "p9", "p1"))) == {"tournament_file.order"}
    [drawn] = file.draws
    field = tuple((key, 0) for key in file.keys)
    short = replace(file, draws=(replace(drawn, field=(("p9", 0), *field[1:])),))
    assert codes(short) == {"tournament_file.field"}


@given(seed=st.integers(0, 10_000), players=st.integers(4, 14), recon=st.booleans())
@settings(max_examples=25, deadline=None)
def test_whatever_happened_the_file_is_accepted(seed, players, recon):
    """Random events: clubs, drops, returns, late arrivals, corrections, all ways a game ends."""
    chance = Random(seed)
    plan = TournamentPlan(
        structure="custom", rounds=4, cut=4 if players > 7 else 0, avoid_clubs=seed % 2 == 0
    )
    hall = Hall(replace(plan, kind="recon", profile="current") if recon else plan, seed=seed).begin(players)
    for player in hall.now.active[: players // 2 + 1]:
        hall.event.do(
            hall.act(), CUP, commands.SetClub(player=player, club=chance.choice(("North", "South")))
        )
    gone: list[str] = []
    for number in range(1, 5):
        hall.pair()
        _some_flight(hall, chance, gone)
        for game in hall.round.drawn.round.games:
            _some_result(hall, number, game, chance)
        hall.event.do(hall.act(), CUP, commands.CloseRound())
        _some_trouble(hall, number, chance, gone)
    if plan.cut:
        hall.event.do(hall.act(), CUP, commands.MakeCut())
        hall.play()
    assert list(problems(file_of(hall))) == []
    assert table(file_of(hall)) == hall.watching.standings(ORGANISER, CUP)


def _some_result(hall: Hall, number: int, game, chance: Random) -> None:
    if game.table in hall.round.results:
        return
    loser = chance.choice(game.players)
    slip = chance.choice(
        [
            won(game, chance.randrange(2), (chance.randint(2, 9), chance.randint(0, 2))),
            won(game, 1),
            Slip(how="concession", loser=loser, blue=game.players[0]),
            Slip(how="game-loss", loser=loser),
            Slip(how="double-loss"),
            Slip(how="time", tallies=(Tally(), Tally()), blue=game.players[1], armies=(800, 790)),
        ]
    )
    hall.event.do(hall.act(), CUP, commands.EnterResult(number=number, table=game.table, slip=slip))


def _some_flight(hall: Hall, chance: Random, gone: list[str]) -> None:
    """Somebody runs away in the middle of a round, or is thrown out; a round is paired again."""
    if chance.random() < 0.2:
        hall.event.do(hall.act(), CUP, commands.Recall())
        hall.pair()
    if chance.random() < 0.3 and len(hall.now.active) > 4:
        gone.append(chance.choice(hall.now.active))
        hall.event.do(hall.act(), CUP, commands.Drop(player=gone[-1], why="unable"))
    if chance.random() < 0.1 and len(hall.now.active) > 4:
        out = chance.choice(hall.now.active)
        hall.event.do(
            hall.act(), CUP, commands.Penalise(player=out, kind="disqualification", words="threw dice")
        )


def _some_trouble(hall: Hall, number: int, chance: Random, gone: list[str]) -> None:
    """Somebody leaves, comes back or comes late; a result is corrected."""
    if chance.random() < 0.5 and len(hall.now.active) > 4:
        gone.append(chance.choice(hall.now.active))
        hall.event.do(hall.act(), CUP, commands.Drop(player=gone[-1]))
    if number < 4 and gone and chance.random() < 0.5:
        hall.event.do(hall.act(), CUP, commands.Rejoin(player=gone.pop()))
    if number < 4 and chance.random() < 0.3:
        hall.enter(1)
    for earlier in hall.now.rounds[-2:]:
        game = chance.choice(earlier.played.games)
        if chance.random() < 0.5:
            score = 100 * number + chance.randint(0, 99)  # never what an earlier correction said
            other = won(game, chance.randrange(2), (7, chance.randint(0, 5)), score=score)
            hall.event.do(
                hall.act(), CUP, commands.Correct(number=earlier.number, table=game.table, slip=other)
            )


@pytest.mark.parametrize("person", ["", "stranger"])
def test_a_private_event_has_no_file_for_others(person):
    hall = Hall(TournamentPlan(public=False)).begin(4)
    with pytest.raises(Exception, match="unknown"):
        file_of(hall, person)


@pytest.mark.rule(605, 612)
def test_a_bracket_with_drops_and_a_correction_since_is_accepted_and_its_cut_goes_along(tmp_path):
    hall = Hall(TournamentPlan(structure="custom", rounds=3, cut=4)).begin(9).play_swiss()
    last = hall.now.rounds[-1]
    hall.event.do(hall.act(), CUP, commands.MakeCut())
    semis = hall.pair()
    hall.event.do(hall.act(), CUP, commands.StartClock())
    check(file_of(hall), tmp_path)
    hall.event.do(hall.act(), CUP, commands.Drop(player=semis.drawn.round.games[0].players[1]))
    hall.enter_result(hall.round.drawn.round.games[0])
    check(file_of(hall), tmp_path)
    for game in last.drawn.round.games:
        hall.event.do(hall.act(), CUP, commands.Correct(number=3, table=game.table, slip=won(game, 1)))
    file = file_of(hall)
    [cut] = [one for one in file.draws if one.round == 4]
    assert [player for player, _ in cut.field] == list(hall.now.cut)
    check(file, tmp_path)
    hall.event.do(hall.act(), CUP, commands.CloseRound())
    hall.event.do(hall.act(), CUP, commands.Drop(player=hall.now.cut[0]))
    assert codes(file_of(hall)) == set()
