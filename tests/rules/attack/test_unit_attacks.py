"""Cards as a question about odds: dice, keywords that count, and those that are said not to."""

import pytest

from muster.rules.armies.sheets.playsheet import unit_sheet
from muster.rules.attack.after import after_effects
from muster.rules.attack.from_cards import AtTheTable, choices_at, plain_band, unit_attack, weapon_choices
from muster.rules.attack.keywords import keyword_classes
from muster.rules.attack.targets import attack_at_band
from muster.rules.attack.weapons import Used
from muster.rules.cards import catalogue
from muster.rules.dice.questions import check_question, in_effect
from tests.rules.attack.pairs import asked, side


def unit(name):
    return next(card for card in catalogue().data.units if card.full_name == name)


def attack(attacker, target, *upgrades, weapon=None):
    armed = side(attacker, *upgrades)
    pool = tuple(
        Used(choice.use, count)
        for choice in weapon_choices(armed.line)
        if (count := choice.default if weapon is None else int(choice.use.weapon.name == weapon))
    )
    return unit_attack(armed, side(target), pool)


def test_an_added_miniature_joins_the_ranged_attack_with_its_own_weapon():
    asked = attack("Stormtroopers", "Rebel Troopers", "DLT-19 Stormtrooper")
    assert asked.question.attack.pool == (2, 0, 4)
    assert (asked.question.attack.impact, asked.question.attack.surge) == (1, "hit")
    assert asked.question.defence.left == 4


def test_what_the_target_is_immune_to_is_told_and_named():
    asked = attack("Darth Vader, Dark Lord of the Sith", "Luke Skywalker, Hero of the Rebellion")
    assert asked.question.attack.pool == (6, 0, 0)
    assert (asked.question.attack.pierce, asked.question.defence.immune_pierce) == (3, True)
    assert "Immune: Pierce" in asked.counted
    assert "Relentless" in asked.not_counted


def test_keywords_against_ranged_attacks_do_nothing_in_melee():
    shot = attack("Stormtroopers", "Darth Vader, Dark Lord of the Sith")
    hacked = attack("Stormtroopers", "Darth Vader, Dark Lord of the Sith", weapon="Bludgeon")
    assert in_effect(shot.question).defence.deflect and "Deflect" in shot.counted
    assert not in_effect(hacked.question).defence.deflect and "Deflect" in hacked.not_counted


@pytest.mark.parametrize("target", sorted(card.full_name for card in catalogue().data.units))
def test_every_unit_can_be_shot_at(target):
    """Each keyword that works on who is shot at is named exactly once, counted or not."""
    asked = attack("Stormtroopers", target)
    assert not set(asked.counted) & set(asked.not_counted)
    assert check_question(asked.question) == ()
    named = " ".join((*asked.counted, *asked.not_counted))
    for use in unit(target).keywords:
        row = keyword_classes()[use.id]
        if row.treatment != "none" and row.touches != "after" and row.side in ("defender", "either"):
            assert row.name.split(":")[0] in named


def test_upgrades_of_the_target_count():
    """A captain gives Outmaneuver and is one miniature more."""
    stormtroopers, clones = side("Stormtroopers"), "Clone Trooper Infantry"
    pool = tuple(Used(each.use, each.default) for each in choices_at(stormtroopers, side(clones), 3))
    plain, led = (
        unit_attack(stormtroopers, side(clones, *cards), pool).question.defence
        for cards in ((), ("Clone Captain",))
    )
    assert (led.agile, plain.agile) == (True, False)
    assert led.left == plain.left + 1


def test_the_weapons_of_a_range_are_those_that_do_most_there():
    """Snowtroopers have a rifle for range 3, a bludgeon in melee, and nothing at range 4."""
    troopers, target = side("Snowtroopers"), side("Rebel Troopers")
    used_at = {
        band: {each.use.weapon.name: each.default for each in choices_at(troopers, target, band)}
        for band in (0, 3, 4)
    }
    assert used_at[0] == {"Bludgeon": 4, "E-11 Blaster Rifle": 0}
    assert used_at[3] == {"Bludgeon": 0, "E-11 Blaster Rifle": 4}
    assert set(used_at[4].values()) == {0}
    assert plain_band(troopers.line) == 3


def test_answers_about_the_table_are_counted_where_they_are_asked():
    pool = tuple(Used(each.use, 4) for each in weapon_choices(side("Stormtroopers").line)[1:])
    told = {"cover": "heavy", "nonsense": "yes"}

    def answers(asked):
        return {each.key: told[each.key] for each in asked if each.key in told}

    covered = unit_attack(side("Stormtroopers"), side("Rebel Troopers"), pool, AtTheTable(answers))
    assert covered.question.defence.cover == "heavy" and "cover" in {each.key for each in covered.asked}
    tank = unit_attack(side("Stormtroopers"), side("AT-ST"), pool, AtTheTable(answers))
    assert tank.question.defence.cover == "none" and "cover" not in {each.key for each in tank.asked}


@pytest.mark.parametrize(
    ("card", "dice", "impact"), [("Barrage Generator", (1, 2, 4), 1), ("Overcharged Generator", (1, 3, 2), 2)]
)
def test_a_generator_adds_its_dice_once(card, dice, impact):
    """E-Web: 1 red, 2 black, 2 white, Impact 1; a generator adds its dice if told, or chosen as a weapon."""
    team = side("E-Web Heavy Blaster Team", card)
    generator = team.line.loadout.upgrades[0]
    uses = {use.weapon.name: use for use in unit_sheet(team.line).weapons}
    pool = (Used(uses["E-Web Heavy Blaster"], 1),)
    told = {"band": 3, "yes": frozenset({generator.id})}
    assert asked(team, pool=pool, band=3).question.attack.pool == (1, 2, 2)
    for attack in (
        asked(team, pool=pool, **told).question.attack,
        asked(team, pool=(*pool, Used(uses[card], 1)), **told).question.attack,
    ):
        assert (attack.pool, attack.impact) == (dice, impact)


@pytest.mark.parametrize(
    ("name", "band", "field", "expected"),
    [("oo", 3, "impact", 1), ("DSD1 Dwarf Spider Droid", 0, "blast", False)],
)
def test_what_a_unit_card_lists_of_its_weapons_counts_once_and_with_them_alone(name, band, field, expected):
    """Twin Laser Cannons of the LAAT/le have Impact 1; the Wicked Kick of a DSD1 no Blast."""
    attack = attack_at_band(side(name), side("Rebel Troopers"), band).question.attack
    assert getattr(attack, field) == expected


def test_a_stun_baton_is_suppressive_and_the_rifle_beside_it_is_not():
    """Stormtrooper Riot Squad: the unit card lists Suppressive, the Stun Baton has it."""
    squad, troopers = side("Stormtrooper Riot Squad"), side("Wookiee Warriors, Freedom Fighters")
    for band, keywords in ((0, ["suppressive"]), (3, [])):
        pool = attack_at_band(squad, troopers, band).pool
        assert [each.keyword for each in after_effects(squad, troopers, pool)] == keywords
