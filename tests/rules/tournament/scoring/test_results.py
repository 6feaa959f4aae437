"""Who won, given how the game ended."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.rules import messages
from muster.rules.tournament.games import Tally
from muster.rules.tournament.scoring.profiles import Profile, current, regulations
from muster.rules.tournament.scoring.results import Report, decide, problems, verdict
from muster.rules.violations import Refused
from tests.rules.tournament.scoring.playing import numbers, refused, report

REGULATIONS, CURRENT = regulations(), current()


def winner(slip, profile=REGULATIONS):
    return decide(profile, slip).winner


@pytest.mark.rule(613, 621)
def test_whoever_defeats_every_unit_wins_and_scores_800_whatever_the_list_was_worth():
    result = decide(REGULATIONS, report("tabled", (0, 9), (612, 700), loser="bo"))
    assert result.winner == "ann"
    assert result.tallies == numbers((0, 9), (800, 700))


@pytest.mark.rule(621)
def test_in_an_event_with_another_limit_a_tabled_opponent_counts_for_the_limit():
    assert decide(regulations(600), report("tabled", winners=("bo",))).tallies[1].score == 600


@pytest.mark.rule(614)
@pytest.mark.parametrize(
    ("victory", "blue", "wins"), [((3, 1), "bo", "ann"), ((1, 3), "ann", "bo"), ((2, 2), "bo", "bo")]
)
def test_mutual_destruction_goes_to_victory_tokens_then_to_blue(victory, blue, wins):
    result = decide(REGULATIONS, report("mutual", victory, (500, 700), blue=blue))
    assert result.winner == wins
    assert [tally.score for tally in result.tallies] == [800, 800]


@pytest.mark.rule(615)
@pytest.mark.parametrize(
    ("victory", "score", "wins", "by"),
    [
        ((3, 2), (0, 700), "ann", "victory"),
        ((2, 2), (399, 400), "bo", "score"),
        ((2, 2), (400, 400), "bo", "blue"),
    ],
)
def test_after_six_rounds_victory_tokens_then_score_then_blue(victory, score, wins, by):
    slip = report("rounds", victory, score, blue="bo")
    assert winner(slip) == wins
    assert verdict(REGULATIONS, slip).by == by


@pytest.mark.rule(618)
@given(
    st.tuples(*[st.integers(0, 3)] * 2), st.tuples(*[st.integers(0, 3)] * 2), st.sampled_from(["ann", "bo"])
)
def test_time_is_decided_as_six_rounds_are(victory, score, blue):
    on_time, on_rounds = (report(how, victory, score, blue=blue) for how in ("time", "rounds"))
    assert verdict(REGULATIONS, on_time) == verdict(REGULATIONS, on_rounds)


@pytest.mark.rule(618, 622)
def test_sal_and_elaine_go_to_time():
    slip = report("time", (1, 3), players=("sal", "elaine"))
    assert winner(slip) == "elaine"


@pytest.mark.rule(619, 621)
@pytest.mark.parametrize(
    "fields", [{"loser": "ann"}, {"winners": ("bo",)}, {"loser": "ann", "winners": ("bo",)}]
)
def test_whoever_concedes_loses_all_units_and_the_game_whatever_the_numbers(fields):
    result = decide(REGULATIONS, report("concession", (9, 0), (700, 100), **fields))
    assert result.winner == "bo"
    assert [tally.score for tally in result.tallies] == [700, 800]


@pytest.mark.rule(620, 628)
def test_a_concession_agreed_before_a_judge_keeps_the_scores_as_they_stand():
    result = decide(REGULATIONS, report("concession", (1, 2), (345, 233), loser="ann", agreed=True))
    assert result.agreed and result.winner == "bo"
    assert [tally.score for tally in result.tallies] == [345, 233]


@pytest.mark.rule(628)
@pytest.mark.parametrize(("profile", "how"), [(REGULATIONS, "tabled"), (CURRENT, "concession")])
def test_only_a_concession_under_the_regulations_can_be_agreed(profile, how):
    assert refused(profile, report(how, loser="bo", agreed=True)) == ["result.not_agreeable"]


@pytest.mark.rule(620)
def test_the_score_is_what_was_entered_to_the_point():
    assert decide(REGULATIONS, report("rounds", (2, 1), (437, 791))).tallies == numbers((2, 1), (437, 791))


@pytest.mark.rule(622)
@pytest.mark.parametrize("how", ["rounds", "time", "mutual", "tabled"])
def test_victory_tokens_of_both_players_must_be_reported(how):
    slip = Report(players=("ann", "bo"), how=how, winners=("ann",), blue="ann")
    assert refused(REGULATIONS, slip) == ["result.tokens_needed"]


@pytest.mark.rule(613)
def test_both_players_cannot_have_won():
    assert refused(REGULATIONS, report("tabled", winners=("ann", "bo"))) == ["result.two_winners"]
    assert refused(REGULATIONS, report("rounds", (2, 1), winners=("ann", "bo"))) == ["result.two_winners"]


@pytest.mark.rule(615)
def test_a_stated_winner_may_not_contradict_the_numbers():
    slip = report("rounds", (2, 2), (100, 300), winners=("ann",))
    (problem,) = problems(REGULATIONS, slip)
    assert (
        messages.explain(problem)
        == "The report names the wrong winner: the other player wins by a higher score."
    )
    assert refused(REGULATIONS, report("rounds", (2, 1), loser="ann")) == ["result.contradicted"]
    assert refused(REGULATIONS, report("rounds", (2, 1), winners=("ann",), loser="bo")) == []


@pytest.mark.parametrize("how", ["tabled", "concession", "no-show", "game-loss"])
def test_where_numbers_do_not_decide_somebody_must_be_named_and_not_as_both(how):
    assert refused(REGULATIONS, report(how)) == ["result.who_won"]
    assert refused(REGULATIONS, report(how, winners=("bo",), loser="bo")) == ["result.won_and_lost"]


@pytest.mark.rule(614, 615)
@pytest.mark.parametrize("how", ["mutual", "rounds", "time"])
def test_an_even_game_needs_to_know_who_was_blue(how):
    assert refused(REGULATIONS, report(how, (2, 2), (5, 5))) == ["result.blue_needed"]


@pytest.mark.parametrize("field", ["victory", "score"])
@pytest.mark.parametrize("number", [-1, 10**9])
def test_numbers_below_nothing_or_absurd_are_refused(field, number):
    tallies = (Tally(**{field: number}), Tally())
    slip = Report(players=("ann", "bo"), how="rounds", tallies=tallies, blue="ann")
    assert refused(REGULATIONS, slip) == ["result.number"]


def test_everything_that_is_wrong_is_told_at_once():
    slip = report("rounds", (-1, 2), (3, -4), blue="cass", winners=("dee",))
    assert refused(REGULATIONS, slip) == ["result.wrong_player"] * 2 + ["result.number"] * 2


@pytest.mark.parametrize("players", [("ann", "ann"), ("ann", ""), ("", "")])
def test_a_game_has_two_different_players(players):
    assert refused(REGULATIONS, report("rounds", (2, 1), players=players)) == ["result.not_two_players"]


def test_a_megabyte_of_a_name_is_cut_in_the_answer():
    slip = report("rounds", (2, 1), blue="x" * 1_000_000)
    (problem,) = problems(REGULATIONS, slip)
    assert len(messages.explain(problem)) < 200


def test_both_lose_and_nobody_may_be_named():
    assert winner(Report(players=("ann", "bo"), how="double-loss")) == ""
    assert refused(REGULATIONS, report("double-loss", winners=("ann",))) == ["result.both_lose"]
    assert refused(REGULATIONS, report("double-loss", loser="ann")) == ["result.both_lose"]
    assert refused(REGULATIONS, report("no-show", (1, 0), loser="ann")) == ["result.no_numbers"]


# The current rules ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("victory", "score", "armies", "wins", "by"),
    [
        ((3, 2), (0, 900), None, "ann", "victory"),
        ((2, 2), (399, 400), None, "bo", "score"),
        ((2, 2), (400, 400), (990, 1000), "bo", "army"),
        ((2, 2), (400, 400), (1000, 1000), "", "draw"),
    ],
)
def test_current_rules_go_to_points_defeated_then_the_bigger_army_then_a_draw(
    victory, score, armies, wins, by
):
    slip = report("time", victory, score, armies=armies, blue="ann")
    assert winner(slip, CURRENT) == wins
    assert verdict(CURRENT, slip).by == by


def test_an_even_game_asks_for_both_armies_and_a_draw_has_no_winner():
    assert refused(CURRENT, report("time", (2, 2), (4, 4))) == ["result.armies_needed"]
    even = report("time", (2, 2), (4, 4), armies=(9, 9), winners=("ann",))
    assert refused(CURRENT, even) == ["result.no_winner"]


def test_a_draw_in_the_bracket_goes_to_the_priority_roll():
    even = {"armies": (9, 9), "stage": "elimination"}
    assert refused(CURRENT, report("time", (2, 2), (4, 4), **even)) == ["result.priority_needed"]
    slip = report("time", (2, 2), (4, 4), priority="bo", **even)
    assert winner(slip, CURRENT) == "bo" and verdict(CURRENT, slip).by == "priority"
    assert refused(CURRENT, report("time", (2, 2), (4, 4), priority="bo", winners=("ann",), **even)) == [
        "result.contradicted"
    ]


@pytest.mark.parametrize(("had", "has"), [(350, 900), (900, 900), (955, 955)])
def test_a_concession_gives_900_points_defeated_or_what_there_is(had, has):
    result = decide(CURRENT, report("concession", (1, 1), (had, 40), loser="bo"))
    assert [tally.score for tally in result.tallies] == [has, 40]


def test_current_rules_count_what_was_really_defeated_when_tabled_and_a_walkover_as_a_bye():
    assert decide(CURRENT, report("tabled", (1, 1), (985, 40), loser="bo")).tallies[0].score == 985
    assert decide(CURRENT, report("no-show", loser="bo")).tallies[0].score == 900


def test_a_profile_of_ones_own_decides_by_its_own_list():
    swords = Profile(ties=("score",), mutual_ties=("score",))
    assert winner(report("rounds", (9, 0), (1, 2)), swords) == "bo"
    assert winner(report("rounds", (9, 0), (2, 2)), swords) == ""


@given(
    st.sampled_from([REGULATIONS, CURRENT]),
    st.builds(
        Report,
        players=st.just(("ann", "bo")),
        how=st.sampled_from(
            ["tabled", "mutual", "rounds", "time", "concession", "no-show", "game-loss", "double-loss"]
        ),
        tallies=st.none()
        | st.tuples(*[st.builds(Tally, victory=st.integers(-1, 3), score=st.integers(-1, 3))] * 2),
        blue=st.sampled_from(["", "ann", "bo", "cass"]),
        winners=st.lists(st.sampled_from(["ann", "bo", "cass"]), max_size=2).map(tuple),
        loser=st.sampled_from(["", "ann", "bo"]),
        agreed=st.booleans(),
        armies=st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)),
        priority=st.sampled_from(["", "ann", "bo"]),
        stage=st.sampled_from(["swiss", "elimination"]),
    ),
)
def test_any_report_is_a_result_or_a_refusal_in_sentences(profile, slip):
    try:
        result = decide(profile, slip)
    except Refused as no:
        assert all(messages.explain(violation) for violation in no.violations)
        assert no.violations == problems(profile, slip)
    else:
        assert problems(profile, slip) == ()
        assert result.winner in ("", *slip.players)
        assert not slip.winners or slip.winners[0] == result.winner
        assert result.winner or slip.how == "double-loss" or profile.draws
