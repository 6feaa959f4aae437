"""`muster odds`."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.rules.dice.links import from_link
from muster.rules.dice.odds import answer


def muster(*words):
    return CliRunner().invoke(main, list(words))


def asked(*words):
    result = muster("odds", *words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.output)


@pytest.mark.parametrize(("cover", "mean"), [([], "1"), (["light"], "7/8"), (["heavy"], "3/4")])
def test_the_known_values(cover, mean):
    cover = ["--cover", *cover] if cover else []
    assert asked("--attack", "black:4", "--defence", "red", *cover)["mean"] == mean


def test_json_is_exact_and_complete():
    told = asked("--attack", "black:4", "--defence", "red", "--wounds", "1", "--minis", "2")
    chances = [Fraction(text) for text in told["distribution"]]
    assert sum(chances) == 1
    assert told["at_least"][0] == "1"
    assert Fraction(told["at_least"][2]) == sum(chances[2:]) == Fraction(told["defeat"])
    first = {"name": "roll", "criticals": "1/2", "hits": "3/2", "blocks": "0", "beside": "0"}
    assert told["steps"][0] == first


def test_every_option_reaches_the_question():
    told = asked(
        *[
            "--attack",
            "red:1,black:2",
            "--attack",
            "white:1",
            "--surge",
            "hit",
            "--aim",
            "2",
            "--precise",
            "1",
        ],
        *["--critical", "1", "--pierce", "1", "--impact", "2", "--sharpshooter", "1", "--suppressed"],
        *["--defence", "white", "--defence-surge", "--cover", "heavy", "--dodge", "1", "--armour", "all"],
        *["--mode", "special-operations", "--wounds", "2", "--minis", "3"],
    )
    assert told["link"] == (
        "red-1.black-2.white-1.surge-hit.critical-1.aim-2.precise-1.impact-2.pierce-1.sharpshooter-1.suppressed"
        ".vs-white.blocksurge.cover-heavy.dodge-1.armour-all.mode-special-operations.wounds-2.minis-3"
    )
    odds = answer(from_link(told["link"]))
    assert told["mean"] == str(odds.mean)
    more = asked(
        *["--attack", "red:3", "--kind", "melee", "--ion", "1", "--primitive", "--duelist", "--makashi"],
        *[
            "--jarkai",
            "1",
            "--fatigue",
            "1",
            "--sniper",
            "--immune-deflect",
            "--defence",
            "red",
            "--left",
            "3",
        ],
        *["--in-sight", "2", "--immune-pierce", "--immune-melee-pierce", "--immune-blast", "--block"],
        *["--defence-duelist", "--soresu", "--shien", "--djem-so", "--extra-white", "1", "--unconcerned"],
        *["--guardian", "2-red-surge", "--guardian", "1-white-surges2"],
    )
    assert more["link"] == (
        "red-3.kind-melee.ion-1.primitive.duelist.makashi.jarkai-1.fatigue-1.sniper.immune_deflect"
        ".vs-red.left-3.in_sight-2.immune_pierce.immune_melee_pierce.immune_blast.block.parrying.soresu.shien"
        ".djem_so.extra_white-1.unconcerned.guardian-2-red-surge.guardian-1-white-surges2"
    )
    assert more["mean"] == str(answer(from_link(more["link"])).mean)
    assert told["removed"] == odds.removed


def test_people_see_a_chart_and_where_it_comes_from():
    result = muster(
        "odds", "--attack", "red:3", "--aim", "1", "--defence", "red", "--cover", "light", "--wounds", "2"
    )
    assert result.exit_code == 0
    for word in ("█", "at least", "wounds on average", "defeats the unit (2 wounds)", "aim 1", "after cover"):
        assert word in result.output


def test_numbers_stand_under_each_other_from_the_right():
    lines = muster("odds", "--attack", "black:4", "--defence", "red").output.splitlines()
    certain = next(line for line in lines if "100.0%" in line)
    others = [line for line in lines if line.rstrip().endswith("%")]
    assert len(others) > 2 and {line.rindex("%") for line in others} == {certain.rindex("%")}


def test_people_are_told_which_die_was_lost():
    words = ["--attack", "red:3", "--defence", "red", "--mode", "special-operations", "--suppressed"]
    assert "loses a red die" in muster("odds", *words).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--attack", "black:25"], "black is 25; it may be from 0 to 24"),
        (["--attack", "black:" + "9" * 40], "black is 999"),
        (["--attack", "black:10000"], "black is 10000"),
        (["--attack", "red:20,black:20"], "40 attack dice are too many"),
        (["--attack", "black:0"], "no dice"),
        (["--attack", "green:1"], "no die called “green”"),
        (["--attack", "defence-red:1"], "defence-red isn’t an attack die"),
        (["--attack", "x" * 1_000_000], "doesn’t name dice"),
        (["--attack", "black:4", "--aim", "-1"], "aims is -1"),
        (["--attack", "black:4", "--aim", "9" * 30], "aims is 999"),
        (["--attack", "black:4", "--armour", "some"], "not a valid integer"),
        (["--attack", "black:4", "--wounds", "0"], "wounds is 0"),
        (["--attack", "black:4", "--cover", "thick"], "thick"),
        ([], "--attack"),
    ],
)
def test_nonsense_is_a_sentence_and_exit_2(words, said):
    result = muster("odds", *words, "--defence", "red")
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr) < 600


def test_a_pool_too_large_for_best_play_says_so():
    pool = [word for colour in ("red", "black", "white") for word in ("--attack", f"{colour}:5")]
    large = muster("odds", *pool, "--aim", "3", "--defence", "red").output
    assert "too large for best play" in " ".join(large.split())
    assert "best play" not in muster("odds", "--attack", "red:2", "--aim", "1", "--defence", "red").output
