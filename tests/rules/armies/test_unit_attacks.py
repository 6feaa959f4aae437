"""Cards as a question about odds: dice, keywords that count, and those that are said not to."""

import pytest

from muster.rules.armies.sheets.attacks import line_of, unit_attack, weapon_choices
from muster.rules.cards import catalogue
from muster.rules.dice.questions import check_question


def unit(name):
    return next(card for card in catalogue().data.units if card.full_name == name)


def attack(attacker, target, *upgrades, weapon=None):
    cards = [next(card for card in catalogue().data.upgrades if card.name == name) for name in upgrades]
    line = line_of(unit(attacker), cards, catalogue())
    pool = [
        (choice.use, choice.default if weapon is None else int(choice.use.weapon.name == weapon))
        for choice in weapon_choices(line)
    ]
    return unit_attack(line, pool, unit(target), catalogue())


def test_an_added_miniature_joins_the_ranged_attack_with_its_own_weapon():
    asked = attack("Stormtroopers", "Rebel Troopers", "DLT-19 Stormtrooper")
    assert asked.question.attack.pool == (2, 0, 4)
    assert (asked.question.attack.impact, asked.question.attack.surge) == (1, "hit")
    assert (asked.question.defence.wounds, asked.question.defence.minis) == (1, 4)


def test_what_the_target_is_immune_to_is_left_out_and_named():
    asked = attack("Darth Vader, Dark Lord of the Sith", "Luke Skywalker, Hero of the Rebellion")
    assert asked.question.attack.pool == (6, 0, 0)
    assert asked.question.attack.pierce == 0
    assert "Immune: Pierce" in asked.counted
    assert "Charge" in asked.not_counted


def test_keywords_against_ranged_attacks_do_nothing_in_melee():
    shot = attack("Stormtroopers", "Darth Vader, Dark Lord of the Sith")
    hacked = attack("Stormtroopers", "Darth Vader, Dark Lord of the Sith", weapon="Bludgeon")
    assert shot.question.defence.deflect and "Deflect" in shot.counted
    assert not hacked.question.defence.deflect and "Deflect" in hacked.not_counted


@pytest.mark.parametrize("target", sorted(card.full_name for card in catalogue().data.units))
def test_every_unit_can_be_shot_at(target):
    """Each keyword on the target's card is named exactly once, counted or not."""
    asked = attack("Stormtroopers", target)
    assert not set(asked.counted) & set(asked.not_counted)
    assert check_question(asked.question) == ()
    named = len({*asked.counted, *asked.not_counted})
    assert named >= len({use.id for use in unit(target).keywords})
