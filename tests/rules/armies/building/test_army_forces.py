"""Every battle force: an army can be built for it with the picker alone, and each of its rules bites."""

import pytest

from muster.rules.armies.army import require_sizes
from muster.rules.armies.building.edits import add_unit, equip, new_army, set_force
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.report import worsened_problems
from muster.rules.cards.vocabulary import RANKS
from tests.rules.armies.army_building import CARDS, army, check, problems, the

FORCES = [(force.id, table) for force in CARDS.data.battle_forces for table in force.rank_tables]
CHOICES = {"cc": ("Veterans", "Feats of Valor")}
MISSING = ("army.rank_min", "army.unit_min", "army.unit_type", "army.own_faction")


def settled(built, key):
    """The army with what the new line still has to equip, the first upgrade that fits."""
    for _ in range(6):
        before = check(built).violations
        if not any(key in each.about for each in before):
            return built
        better = next(
            (
                better
                for option in Picker(built, CARDS).upgrades(key)
                if option.may_add
                and worsened_problems(check(better := equip(built, key, option.card)).violations, before)
            ),
            None,
        )
        if better is None:
            return built
        built = better
    return built


def filled(built):
    """Add units that the picker offers until no rank and no force asks for more."""
    for _ in range(30):
        open_now = [each for each in check(built).violations if each.code in MISSING]
        if not open_now:
            return built
        before = check(built).violations
        wanted = {each.params["of"] for each in open_now} & set(RANKS) or set(RANKS)
        for option in Picker(built, CARDS).units():
            if not option.may_add or option.place not in wanted:
                continue
            key = f"u{len(built.units) + 1}"
            candidate = settled(add_unit(built, CARDS, option.card), key)
            after = check(candidate).violations
            if worsened_problems(after, before) and not worsened_problems(before, after):
                built = candidate
                break
        else:
            return built
    return built


@pytest.mark.parametrize(("force", "format_id"), FORCES)
def test_an_army_of_every_force_can_be_built_by_picking(force, format_id):
    card = CARDS.battle_forces[force]
    empty = set_force(new_army(card.faction, CARDS, format_id), CARDS, force, CHOICES.get(force, ()))
    built = filled(empty)
    assert problems(built) == [], check(built).violations
    assert require_sizes(built) == built


@pytest.mark.parametrize("faction", ["rebels", "empire", "republic", "separatists"])
@pytest.mark.parametrize("format_id", ["standard", "recon", "legacy-800", "skirmish-500", "grand-army"])
def test_an_army_of_every_faction_can_be_built_by_picking(faction, format_id):
    assert problems(filled(new_army(faction, CARDS, format_id))) == []


def test_units_off_the_roster():
    assert "army.not_on_roster" in problems(army("empire", "at", "az*3", "bf", "hg", battle_force="bf"))


def test_blizzard_force_ignores_the_probe_droids_detachment():
    three = army("empire", "at", "az*3", "bf", "Fa*3", battle_force="bf")
    assert problems(three) == []
    assert problems(army("empire", "at", "az*3", "bf", "Fa*4", battle_force="bf")) == ["army.rank_max"]


def test_bright_tree_village_needs_two_units_of_its_own():
    ewoks = ("ve", "vk*3")
    found = the(army("rebels", *ewoks, battle_force="btv"), "army.own_faction")
    assert found.params["count"] == 0 and found.params["min"] == 2
    assert problems(army("rebels", *ewoks, "ah*2", battle_force="btv")) == []
    assert problems(army("rebels", *ewoks, "ah*3", battle_force="btv")) == ["army.unit_max"]


def test_bright_tree_village_counts_its_mercenaries_as_own():
    built = army("rebels", "ve", "wd", "vk*4", "ah*2", "vu*3", battle_force="btv")
    assert problems(built) == []
    assert not any(unit.hired for unit in check(built).units)


def test_units_that_count_as_corps():
    droids = army("separatists", "nr", "gx", "xd*2", battle_force="exd")
    assert problems(droids) == [] and check(droids).ranks[2].units == 3
    commandos = army("separatists", "Ef", "la*3", battle_force="rf")
    assert problems(commandos) == []
    assert problems(army("separatists", "Ef", "la*4", battle_force="rf")) == ["army.rank_max"]
    assert check(droids).units[2].rank == "corps" and CARDS.units["xd"].rank == "special-forces"


@pytest.mark.rule(419)
def test_restrictions_look_at_the_rank_a_unit_counts_as_when_building():
    remnant = {"battle_force": "ir"}
    assert problems(army("empire", "ui", "ay", "hg", "bd:Bo", **remnant)) == []
    assert "army.restriction" in problems(army("empire", "au", "ay*3", "bd:Bo"))
    droids = army("separatists", "nr", "gx", "xd", "xd:En", battle_force="exd")
    assert problems(droids) == []
    assert {CARDS.units["bd"], CARDS.units["ay"]} <= set(CARDS.equippers(CARDS.upgrades["Bo"]))
    # The place that Maul's Darksaber gives him changes nothing about his printed rank.
    maul = check(army("mercenary", "rc:rq", "rb*2", battle_force="sc")).units[0]
    assert maul.rank == "commander" and maul.loadout.bearer.ranks == {"operative"}


def test_forces_whose_units_count_as_corps_for_battle_cards():
    forces = {force.id for force in CARDS.data.battle_forces if force.corps_for_battle_cards}
    assert forces == {"exd", "rf", "wd"}


@pytest.mark.rule(409)
def test_the_ohnaka_gang_chooses_its_side():
    gang = CARDS.battle_forces["og"]
    assert gang.sides == ("light", "dark") and CARDS.battle_forces["sc"].sides == ("dark",)
    # No unit of it has a Force slot, so no two of its cards can disagree about the side.
    assert not any("force" in CARDS.units[unit].slots for unit in gang.units)


def test_a_waived_unit_restriction_does_not_list_a_unique_upgrade():
    remnant = {"battle_force": "ir"}
    assert problems(army("empire", "ui", "ay", "hg", "bd:gl", **remnant)) == ["army.force_unique"]
    assert problems(army("empire", "ui", "ay", "hg", "bd:gm", **remnant)) == []


def test_wookiee_defenders_need_wookiees():
    assert problems(army("republic", "ph", "pm*2", "fz", battle_force="wd")) == []
    assert problems(army("republic", "ol", "pm*2", "fz", battle_force="wd")) == ["army.unit_type"]


def test_the_ohnaka_gang():
    force = {"battle_force": "og"}
    assert problems(army("mercenary", "Bj", "Fd*3", "Fe*3", **force)) == []
    assert problems(army("mercenary", "Bj", "Fd*3", "Fe*4", **force)) == ["army.one_per_unit"]
    assert problems(army("mercenary", "Bj:cw", "Fd*3", "Fe*2", **force)) == []
    assert "army.rank_max" in problems(army("mercenary", "Bj", "qy", "Fd*3", "Fe*2", **force))


def test_clans_field_their_own():
    watch = {"battle_force": "cotw"}
    assert problems(army("mandalorians", "Hy", "Hr*2:Ka", **watch)) == []
    bare = the(army("mandalorians", "Hy", "Hr:Ka", "Hr", **watch), "army.affiliation")
    assert bare.about == ("u3", "Hr") and bare.params["cards"] == "Children of the Watch"
    assert problems(army("mandalorians", "Hu:Kc,Ku,Kz", "Hr*2:Ka", **watch)) == []
    foreign = problems(army("mandalorians", "Hy", "Hr:Ka", "Hr:Jy", **watch))
    assert foreign == ["army.affiliation", "army.force_forbids"]


def test_a_new_line_of_a_clan_comes_with_its_clan_card():
    watch = set_force(new_army("mandalorians", CARDS), CARDS, "cotw")
    assert add_unit(watch, CARDS, "Hr").units[0].upgrades == ("Ka",)
    assert add_unit(watch, CARDS, "Hu").units[0].upgrades == ("Kc",)
    assert add_unit(watch, CARDS, "Hy").units[0].upgrades == ()


def test_stormtrooper_battalion_allows_a_unique_upgrade_it_lists_and_no_other():
    battalion = ("at", "xz*2", "ay*2")
    assert problems(army("empire", *battalion, battle_force="sb")) == []
    assert problems(army("empire", "at", "xz*2", "ay", "ay:Eo", battle_force="sb")) == []
    assert problems(army("empire", "at", "xz*2", "ay", "ay:me", battle_force="sb")) == ["army.force_unique"]
