"""`muster roll`."""

import json

import pytest
from click.testing import CliRunner

from muster.cli import main
from muster.cli.roll import print_roll
from muster.rules.dice.evidence import verify
from muster.rules.dice.faces import Die, Face, Roll


def muster(*words):
    return CliRunner().invoke(main, list(words))


def test_a_roll_can_be_checked_from_its_json():
    told = json.loads(muster("roll", "red:3", "black:2", "defence-red:1", "--json").output)
    assert [shown["die"] for shown in told["dice"]] == [
        *["attack-red"] * 3,
        *["attack-black"] * 2,
        "defence-red",
    ]
    assert [shown["face"] for shown in told["dice"]] == told["faces"]
    assert sum(told["totals"].values()) == 6
    roll = Roll(
        dice=tuple(Die(shown["die"]) for shown in told["dice"]),
        faces=tuple(map(Face, told["faces"])),
        origin="app",
        commitment=told["commitment"],
    )
    assert verify(roll, told["evidence"])


def test_a_roll_is_shown_by_kind_of_die():
    result = muster("roll", "red:2", "white")
    assert result.exit_code == 0
    assert "attack-red" in result.output
    assert "attack-white" in result.output
    assert "attack-black" not in result.output
    assert "sha256:" in result.output


def test_faces_are_counted_in_words_for_one_and_for_many(capsys):
    dice = (Die.ATTACK_RED,) * 3
    print_roll(Roll(dice=dice, faces=(Face.HIT, Face.HIT, Face.CRITICAL), origin="app"), "00")
    assert "1 critical, 2 hits" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["red:10000"], "10000 dice are too many"),
        (["red:21", "black:20"], "41 dice are too many"),
        (["red:" + "9" * 50], "dice are too many"),
        (["red:" + "9" * 100_000], "doesn’t name dice"),
        (["red:0"], "at least one die"),
        (["purple:2"], "no die called “purple”"),
        (["red:-1"], "doesn’t name dice"),
        (["red:٣"], "doesn’t name dice"),
        (["red:2:3"], "doesn’t name dice"),
        (["x" * 1_000_000], "doesn’t name dice"),
        ([""], "doesn’t name dice"),
    ],
)
def test_nonsense_is_a_sentence_and_exit_2(words, said):
    result = muster("roll", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr) < 400
    assert "violations" in json.loads(muster("roll", *words, "--json").output)


def test_dice_must_be_named():
    assert muster("roll").exit_code == 2
