"""What the page says of advice: what it gains, and where it is not proved best."""

import pytest
from django.http import QueryDict

from muster.rules.game.attacks.rolling import advice_for
from muster.rules.game.attacks.volley import Volley, volley_in
from muster.rules.game.table import view
from muster.web.game.play.attacks.forms import pool_in
from muster.web.game.play.prompts import attack_sheet, attack_tokens
from muster.web.game.play.prompts.attack_account import volley_bout
from tests.rules.game.attack_table import AttackTable


def reroll_prompt(lost: int = 0) -> attack_tokens.Prompt:
    """Three Criticals and a Blank of four E-11 with an Aim, against Rebel Troopers."""
    table = AttackTable(("ay", "ay"), ("ah", "ah")).change("one.1", tokens={"aim": 1})
    table.change("two.1", lost=lost).begin().at("two.1", range="3")
    table.roll({"ay/E-11 Blaster Rifle": 4}).dice("ccc-")
    return attack_tokens.reroll(view(table.game, "one"), table.step)


def test_a_reroll_that_gains_little_is_not_chosen_and_its_gain_is_told() -> None:
    """26/27 wounds as the dice lie, 1/108 more with a reroll; with 4 wounds left 2 and 1/4 more."""
    prompt = reroll_prompt(lost=3)
    assert prompt.lede == "0.96 wounds on average. The best reroll gains 0.01: keep."
    assert prompt.bout and prompt.bout.again == ()
    assert prompt.bout.keep and prompt.button == "Spend it, reroll none"
    prompt = reroll_prompt()
    assert prompt.lede == "2.25 wounds on average, 2.00 if you keep all."
    assert prompt.bout and prompt.bout.again == (3,)
    assert not prompt.bout.keep and prompt.button == "Reroll 1 die"


def test_an_aim_that_rolls_no_die_again_is_proposed_where_it_gains() -> None:
    """Thrawn is a Duelist: an Aim spent in melee is Pierce 1. Four Criticals against a red die that blocks
    half of them: 2 wounds, with Pierce 15/16 more."""
    table = (
        AttackTable(("Ff",), ("ay",)).change("one.1", tokens={"aim": 1}).begin().at("two.1", range="melee")
    )
    table.roll().dice("cccc")
    prompt = attack_tokens.reroll(view(table.game, "one"), table.step)
    assert prompt.lede == "2.94 wounds on average, 2.00 if you keep all."
    assert prompt.bout and not prompt.bout.keep and prompt.button == "Spend it, reroll none"


def test_what_may_be_declined_says_what_either_way_comes_to() -> None:
    """A Critical and a Hit against red dice without surges: half of each, or a sure wound; a Hit less is half
    a wound less."""
    table = AttackTable(("al+eg", "ah"), ("ay", "ay")).begin().at("two.1", range="4")
    table.roll({"eg/DH-447 Sniper Rifle": 1}).dice("ch-")
    options = attack_tokens.choose(view(table.game, "one"), table.step).options
    even = "1.00 wounds on average"
    assert [(one.name, one.note) for one in options] == [("Keep the dice", even), ("1 sure wound", even)]
    table = AttackTable(("ay", "ay"), ("ay", "ay")).change("one.1", effects=("battle-fatigue",))
    table.begin().at("two.1", range="3").roll({"ay/E-11 Blaster Rifle": 4}).dice("hh--")
    options = attack_tokens.choose(view(table.game, "two"), table.step).options
    told = [("Remove 1 Hit", "0.50 wounds on average"), ("Remove none", even)]
    assert [(one.name, one.note) for one in options] == told


def test_the_account_says_what_dodges_left() -> None:
    """Two Hits and a Critical; the defender sees three results, one Dodge leaves a Hit and the Critical."""
    table = AttackTable(("ay",), ("ay",)).change("two.1", tokens={"dodge": 1}).begin().at("two.1", range="3")
    table.roll({"ay/E-11 Blaster Rifle": 4}).dice("chh-")
    assert dodge_line(table, "defend") == "1 Critical, 2 Hits"
    table.defend(dodges=1).dice("--")
    assert dodge_line(table, "end") == "1 Critical, 1 Hit"


def dodge_line(table: AttackTable, stage: str) -> str:
    bout = volley_bout(table.table, volley_in(table.step), stage)
    return next(line.sum for line in bout.lines if line.title == "Dodge")


@pytest.mark.parametrize(("play", "words"), [("near", "Near best"), ("policy", "this token alone")])
def test_advice_that_is_not_proved_best_says_so(
    play: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def advise(volley: Volley) -> object:
        return advice_for(volley)._replace(play=play)  # type: ignore[arg-type]

    monkeypatch.setattr(attack_tokens, "advice_for", advise)
    assert words in reroll_prompt().lede


def test_a_standby_is_weighed_as_far_as_it_reaches() -> None:
    """Clone Trooper Infantry shoots to range 3, a Standby answers out to 2."""
    table = AttackTable(("ay", "ay"), ("fz", "fz")).change("two.1", tokens={"standby": 1})
    table.begin("two.1", "standby")
    (target,) = attack_sheet.declare(view(table.game, "two"), table.step).options
    assert target.note.endswith("best at range 2")


@pytest.mark.parametrize(("band", "told"), [("2", ""), ("3", "1 Aim")])
def test_the_sheet_says_that_long_shot_takes_an_aim(band: str, told: str) -> None:
    """Luke's Blaster reaches range 2."""
    table = AttackTable(("ad", "ah"), ("ay", "ay")).change("one.1", tokens={"aim": 1}).begin()
    table.at("two.1", range=band)
    prompt = attack_sheet.declare(view(table.game, "one"), table.step)
    row = next(row for row in prompt.rows if row.field == "range")
    assert (told in row.note) and bool(row.note) == bool(told)


def test_own_dice_of_several_colours_are_typed_by_what_is_not_blank() -> None:
    """Red ones first, as the pool lies, however the fields come."""
    form = QueryDict(
        "pool.attack-white=4&pool.attack-white.hit=1&pool.attack-red=2&pool.attack-red.critical=1"
        "&pool.attack-black=1&pool.attack-black.surge=1"
    )
    assert pool_in(form) == ("critical", "blank", "surge", "hit", "blank", "blank", "blank")
