"""Rules profiles as data."""

import msgspec
import pytest

from muster.rules import messages
from muster.rules.tournament.scoring.profiles import (
    PointRules,
    Profile,
    current,
    profile_problems,
    regulations,
)
from muster.rules.tournament.scoring.ratios import Ratio, ratio, sum_of


@pytest.mark.rule(623, 638)
def test_the_regulations_in_numbers():
    rules = regulations()
    assert (rules.points.win, rules.points.loss, rules.points.bye) == (1, 0, 1)
    assert rules.tiebreakers == ("average-mov", "extended-mov", "sos", "extended-sos")
    assert not rules.draws and rules.limit == 800


def test_the_current_rules_in_numbers():
    rules = current()
    assert msgspec.structs.asdict(rules.points) == {"win": 3, "draw": 1, "loss": 0, "bye": 3}
    assert rules.tiebreakers == ("sos", "points-defeated", "victory-tokens")
    assert rules.draws and (rules.bye_score, rules.conceded_score) == (900, 900)


@pytest.mark.parametrize("profile", [regulations(), regulations(600), current(), current(600), Profile()])
def test_ready_made_profiles_are_in_order_and_survive_a_file(profile):
    assert profile_problems(profile) == ()
    assert msgspec.json.decode(msgspec.json.encode(profile), type=Profile) == profile


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        (Profile(points=PointRules(win=-1)), "profile.points"),
        (Profile(points=PointRules(win=10**9)), "profile.points"),
        (Profile(points=PointRules(win=1, draw=2)), "profile.points_order"),
        (Profile(points=PointRules(win=0)), "profile.points_order"),
        (Profile(limit=-800), "profile.score"),
        (Profile(bye_score=10**9), "profile.score"),
        (Profile(tiebreakers=("sos", "wins", "sos")), "profile.named_twice"),
        (Profile(ties=("blue", "score")), "profile.after_blue"),
        (Profile(name="x" * 1_000_000), "profile.long_name"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_in_a_sentence(profile, code):
    found = profile_problems(profile)
    assert code in [violation.code for violation in found]
    assert all(len(messages.explain(violation)) < 200 for violation in found)


def test_an_unknown_tiebreaker_or_setting_in_a_file_is_refused():
    for raw in (b'{"tiebreakers": ["luck"]}', b'{"golden_goal": true}', b'{"points": {"win": 1.5}}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(raw, type=Profile)


@pytest.mark.parametrize(
    ("value", "text", "percent", "decimal"),
    [
        (ratio(2, 3), "2/3", "66.7%", "0.667"),
        (ratio(4, 8), "1/2", "50.0%", "0.500"),
        (ratio(6, 3), "2", "200.0%", "2.000"),
        (ratio(0, 7), "0", "0.0%", "0.000"),
        (ratio(1, 2000), "1/2000", "0.1%", "0.001"),
        (ratio(5, 0), "0", "0.0%", "0.000"),
    ],
)
def test_a_ratio_is_exact_and_rounded_only_to_be_read(value, text, percent, decimal):
    assert (str(value), value.percent(), value.decimal()) == (text, percent, decimal)
    assert ratio(199, 200).percent(0) == "100%"


def test_ratios_add_up_exactly():
    assert sum_of([ratio(1, 3), ratio(1, 6), ratio(1, 2)]) == Ratio(1)
    assert sum_of([]) == Ratio(0)
