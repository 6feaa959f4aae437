"""Cases that builders get wrong, by their number: upgrades and battle forces."""

import pytest

from muster.rules.armies.building.edits import equip, set_force, unequip
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.lineup.frame import facts
from muster.rules.armies.lineup.slots import slots_to_bring
from muster.rules.cards.equipping import meets_restriction
from tests.rules.armies.army_building import CARDS, army, check, problems, the, with_core


def seats(built, key):
    """Where each upgrade of a line sits: upgrade → source of the slot."""
    unit = next(unit for unit in check(built).units if unit.key == key)
    return {use.upgrade: use.source for use in unit.loadout.fitting.uses if use.upgrade}


@pytest.mark.rule(416)
def test_edge_37_wrong_slots_and_too_many():
    wrong = army("empire", "at:df,da,dn,li", "ay*3")
    found = [each for each in check(wrong).violations if each.code == "army.slots"]
    assert {each.params["slot"] for each in found} == {"Training", "Gear", "Comms"}
    assert sum(each.params["by"] for each in found) == 4
    four = the(army("empire", "at:dt,du,dv,hx", "ay*3"), "army.slots")
    assert (four.params["slots"], four.params["by"]) == (3, 1)


@pytest.mark.rule(418)
def test_edge_37_no_card_twice_and_no_name_twice():
    thrice = the(army("empire", "at:dv,dv,dv", "ay*3"), "army.twice")
    assert thrice.params["count"] == 3 and thrice.source == "Army Building, rule 418"
    same_name = army("republic", "Cz:Dc,Df,Di,Dj", "fz*3")
    assert problems(same_name) == ["army.twice"]


def test_edge_38_one_leader_across_slots():
    assert problems(army("empire", "au", "ay*2", "ay:me,ew")) == ["army.leader"]
    assert problems(army("empire", "au", "ay*2", "ay:me,ex")) == []
    captain_and_hask = the(army("empire", "au", "ay*2", "ay:jn,me"), "army.leader")
    assert captain_and_hask.about == ("u3", "jn", "me")


def test_edge_40_granted_slots():
    assert problems(army("rebels", "ab", "ah*2", "ah:eq,dn")) == []
    assert problems(army("rebels", "ab", "ah*2", "ah:er,dn")) == ["army.slots"]
    assert problems(army("rebels", "ab", "ah*2", "ah:jo,df")) == []
    rex = army("republic", "ns", "fz*2", "fz:Ep,nq,df,dh")
    assert problems(rex) == []
    assert seats(rex, "u3")["nq"] == "Ep"
    assert problems(army("republic", "Cz:Db,Df,nq", "fz*3")) == []
    assert problems(army("republic", "Da:Dc,Df,dt,du", "fz*3", "ns")) == []


def test_edge_40_chains_of_granted_slots():
    droid = army("separatists", "Do:Dq,Ec,Ds,Dt,Du,Dv,Dw", "gx*3")
    assert problems(droid) == []
    assert sorted(seats(droid, "u1").values()).count("Ec") == 1
    assert problems(army("separatists", "Do:Dq,Eb,Ds,Dt,Du,Dv,Dw", "gx*3")) == ["army.slots"]


def test_edge_40_removing_a_granter_drops_only_what_sat_in_its_slots():
    rex = army("republic", "ns", "fz*2", "fz:Ep,nq,df,dh,da")
    bare = unequip(rex, CARDS, "u3", "Ep")
    assert bare.entry("u3").upgrades == ("df", "da")
    assert problems(bare) == []
    databanks = army("separatists", "Do:Dq,Ec,Ds,Dt,Du,Dv,Dw", "gx*3")
    assert unequip(databanks, CARDS, "u1", "Ec").entry("u1").upgrades == ("Dq", "Ds", "Dt", "Du", "Dv")


def test_edge_40_swapping_granters_mints_no_slots():
    knight = army("republic", "ns", "Da:Dc,Df,dt,du", "fz*3")
    swapped = equip(unequip(knight, CARDS, "u2", "Dc"), "u2", "Dd")
    assert swapped.entry("u2").upgrades == ("Df", "dt", "Dd")
    assert problems(swapped) == []
    assert problems(equip(swapped, "u2", "du")) == ["army.slots"]
    assert problems(equip(equip(swapped, "u2", "df"), "u2", "dh")) == []


def test_edge_40_a_card_cannot_sit_in_the_slot_it_grants():
    # Agent Kallus takes a heavy weapon slot and grants one: without any slot he cannot begin.
    assert "army.slots" in problems(with_core("empire", "Fa:Eo"))
    assert problems(army("empire", "au", "ay*2", "ay:Eo,ej")) == []


def test_edge_41_the_probe_droid_grants_a_slot_only_on_corps():
    assert problems(army("empire", "au", "ay*2", "ay:Ih,ej")) == []
    assert problems(with_core("empire", "bd:Ih,gm")) == ["army.slots"]
    assert problems(with_core("empire", "bd:Ih")) == []


def test_edge_43_a_keyword_from_an_upgrade_enables_another():
    assert problems(army("rebels", "Bz:Cq,Bq", "ah*3")) == []
    without = unequip(army("rebels", "Bz:Cq,Bq", "ah*3"), CARDS, "u1", "Cq")
    assert "army.restriction" in problems(without)
    assert problems(army("rebels", "Bz:Cp,Bq", "ah*3")) == ["army.restriction"]
    # Jedi Training sits in the one Training slot: Dug In is allowed by its keyword, and has no place.
    assert problems(army("republic", "Da:Dc,Df,Dj,Bq", "ns", "fz*3")) == ["army.slots"]


def test_edge_43_dug_in_brings_its_own_slot():
    veterans = army("rebels", "ab", "gv*2:Bq", "gv")
    assert problems(veterans) == []
    assert seats(veterans, "u2") == {"Bq": "printed"}
    assert problems(army("rebels", "ab", "gv*2:jb,Bq", "gv")) == ["army.slots"]
    assert problems(with_core("rebels", "an:Bq")) == []
    assert "army.restriction" in problems(army("rebels", "ab", "ah*2", "ah:Bq"))


def test_a_card_brings_its_slot_only_where_the_unit_has_none_of_that_kind():
    """ "Even if they do not have such a slot": with one, printed or granted, filled or not, it takes that."""
    stormtroopers = army("empire", "at", "ay:Bo", "ay*2")
    assert problems(stormtroopers) == [] and seats(stormtroopers, "u2") == {"Bo": "Bo"}
    shoretroopers = army("empire", "at", "hg:Bo", "ay*2")
    assert problems(shoretroopers) == [] and seats(shoretroopers, "u2") == {"Bo": "printed"}
    training = next(
        card.id for card in CARDS.data.upgrades if card.slot == "training" and card.restriction is None
    )
    assert problems(army("empire", "at", f"hg:Bo,{training}", "ay*2")) == ["army.slots"]
    assert problems(army("empire", "at", f"ay:Bo,{training}", "ay*2")) == ["army.slots"]


@pytest.mark.parametrize("card", sorted(card.id for card in facts(CARDS).own_slotted))
def test_every_card_that_brings_its_slot_is_offered_where_the_unit_has_none(card):
    upgrade = CARDS.upgrades[card]
    lacking = [unit for unit in CARDS.equippers(upgrade) if upgrade.slot not in unit.slots]
    assert lacking, "somebody lacks the slot that the card brings"
    for unit in lacking:
        faction = (*unit.army_factions, unit.faction)[0]
        bare = check(army(faction, unit.id)).units[0].loadout
        if not meets_restriction(bare.bearer, upgrade.own_slot.when):
            continue  # with a keyword that another upgrade grants
        assert upgrade.slot in slots_to_bring(bare.fitting, facts(CARDS).own_slotted), unit.name
        built = army(faction, f"{unit.id}:{card}")
        assert seats(built, "u1") == {card: card} and "army.slots" not in problems(built), unit.name


def test_a_card_takes_the_slot_that_another_card_grants_and_brings_none():
    """Stormtroopers have no Training slot; their Captain grants one."""
    other = next(
        card.id for card in CARDS.data.upgrades if card.slot == "training" and card.restriction is None
    )
    granted = army("empire", "at", "ay:jn,Bo", "ay*2")
    assert problems(granted) == [] and seats(granted, "u2")["Bo"] == "jn"
    assert problems(army("empire", "at", "ay:Bo,jn", "ay*2")) == [], "whatever the order"
    assert problems(army("empire", "at", f"ay:jn,Bo,{other}", "ay*2")) == ["army.slots"]


def test_edge_44_unit_types_are_a_hierarchy():
    assert problems(with_core("separatists", "ie:Ly")) == []  # a heavy droid trooper is a droid trooper
    assert problems(with_core("separatists", "Aw:Ly")) == []
    assert problems(army("republic", "ns", "fz*2", "fz:Bm")) == []  # a clone trooper is a trooper
    assert problems(with_core("rebels", "aj:Bm,Lu")) == []  # a Wookiee trooper is a trooper
    assert problems(with_core("rebels", "ao:Bm")) == ["army.restriction", "army.slots"]
    assert problems(with_core("separatists", "qk:qn,Ly")) == ["army.restriction"]


def test_edge_46_equip_names_a_card_a_slot_or_several():
    assert problems(with_core("rebels", "kf")) == ["army.equip"]
    assert problems(with_core("rebels", "kf:kh")) == []
    assert problems(with_core("republic", "xj")) == ["army.equip"]
    assert problems(army("rebels", "Bz", "ah*3")) == ["army.equip"]
    general = check(army("republic", "Cz", "fz*3")).violations
    assert {each.params["wanted"] for each in general if each.code == "army.equip"} == {
        "1 Doctrine upgrade",
        "1 Armament upgrade",
    }
    batch = [each for each in check(with_core("republic", "xi:xr")).violations if each.code == "army.equip"]
    assert {each.params["wanted"] for each in batch} == {
        "Wrecker",
        "Echo, Clone Force 99",
        "Tech",
        "Crosshair",
    }


def test_edge_46_a_counterpart_can_be_mandatory_too():
    assert problems(army("empire", "kg", "ay*3")) == ["army.counterpart_missing"]
    iden = army("empire", "kg+lw", "ay*3")
    assert problems(iden) == [] and check(iden).points == 115 + 3 * 42
    jammed = army("empire", "kg+lw:dn", "ay*3")
    assert problems(jammed) == []
    assert [use.upgrade for use in check(jammed).units[0].loadout.counterpart_fitting.uses] == ["dn"]
    assert problems(army("empire", "kg+lw:dn,sf", "ay*3")) == ["army.slots"]
    assert problems(army("empire", "au+lw", "ay*3")) == ["army.counterpart"]


def test_edge_46_heavy_weapon_team_and_flexible_response():
    assert problems(with_core("rebels", "ak", "al")) == ["army.heavy_weapon_team"]
    blizzard = {"battle_force": "bf"}
    assert problems(army("empire", "at", "az*2", "sr:ej,ek", "bf", **blizzard)) == []
    short = the(army("empire", "at", "az*2", "sr:ej", "bf", **blizzard), "army.flexible_response")
    assert short.params["by"] == 1


def test_edge_47_programmed():
    assert problems(with_core("separatists", "qk")) == ["army.programmed"]
    assert problems(with_core("separatists", "qk:qn")) == []
    assert problems(with_core("empire", "tj")) == ["army.programmed"]
    assert problems(with_core("empire", "tj:tp")) == ["army.upgrade_faction"]
    assert problems(with_core("empire", "tj:ub")) == []


@pytest.mark.rule(419)
def test_an_upgrade_with_counterpart_brings_what_the_unit_card_does_not():
    assert problems(with_core("rebels", "tj:tp+tn")) == []
    bounty = the(with_core("rebels", "tj:ub+tn"), "army.counterpart_bringer")
    assert bounty.about == ("u3", "tn", "tp") and bounty.params["upgrade"] == '"Nanny" Programming'
    grogu = Picker(with_core("rebels", "tj:ub"), CARDS).counterparts("u3")[0]
    assert [reason.code for reason in grogu.reasons] == ["army.counterpart_bringer"]
    assert Picker(with_core("rebels", "tj:tp"), CARDS).counterparts("u3")[0].may_add


@pytest.mark.rule(419)
def test_edge_49_snipers_need_the_strike_team():
    for unit, team, sniper, core in (
        ("ak", "al", "eg", "rebels"),
        ("ba", "bb", "em", "empire"),
        ("la", "lb", "ld", "separatists"),
        ("kz", "ky", "lf", "republic"),
    ):
        assert problems(with_core(core, unit, f"{team}:{sniper}")) == []
        assert problems(with_core(core, f"{unit}:{sniper}")) == ["army.restriction"]
    assert problems(with_core("rebels", "ak:ef")) == []  # saboteurs do not
    assert problems(with_core("empire", "mx:mz")) == []
    assert "army.restriction" in problems(with_core("empire", "my:mf,me,mz"))


def test_edge_50_affiliation_follows_the_clan_card():
    watch = army("mandalorians", "Hz", "Hr:Ka,Hp", "Hr:Ka", "tk", battle_force="mc")
    assert problems(watch) == []
    kryze = army("mandalorians", "Hz", "Hr:Jy,Hp", "Hr:Ka", "Hw", battle_force="mc")
    assert "army.restriction" in problems(kryze)
    none = army("mandalorians", "Hz", "Hr:Hp", "Hr:Ka", "Hu:Ka,Ku,Kz", battle_force="mc")
    assert "army.restriction" in problems(none)


def test_edge_52_double_sided_upgrades_count_once():
    assert CARDS.upgrades["Eq"].double_sided
    report = check(army("rebels", "ab", "ah*2", "ah:Eq"))
    assert report.units[2].points == 40 + 25


def test_edge_53_unreleased_cards_without_points_are_unpriced_not_free():
    for unit in ("Hb", "Hc", "Hj", "Hk", "Hm", "Id"):
        assert CARDS.units[unit].points is None
    found = the(with_core("republic", "Hj"), "army.unpriced")
    assert "Anakin Skywalker" in found.params["card"]
    assert "army.unpriced" in problems(with_core("separatists", "nr:Ic"))


def test_edge_53_an_unreleased_card_with_points_is_a_note():
    built = with_core("republic", "Gw")
    assert problems(built) == []
    assert the(built, "army.unreleased").params["expected"] == "2026-08"


def test_edge_55_limits_on_several_units_together():
    force = {"battle_force": "bf"}
    assert problems(army("empire", "at", "az*2", "ay*2", "bf", **force)) == []
    found = the(army("empire", "at", "az*2", "ay*2", "sr:ej,ek", "bf", **force), "army.unit_max")
    assert (found.params["count"], found.params["max"]) == (3, 2)


def test_edge_55_imperial_remnant_one_of_each_corps_first():
    force = {"battle_force": "ir"}
    assert problems(army("empire", "ui", "ay", "hg", "ba", **force)) == []
    assert problems(army("empire", "ui", "ay*2", "hg", "ba", **force)) == ["army.corps_first"]
    assert problems(army("empire", "ui", "ay*2", "hg", "ba", "bd", **force)) == []
    assert "army.unit_min" in problems(army("empire", "ui", "hg", "ba", "bd", **force))
    assert "army.unit_max" in problems(army("empire", "ui", "ay*3", "hg", "ba", "bd", **force))


def test_edge_56_waived_restrictions_on_troopers_that_are_no_droids():
    force = {"battle_force": "ir"}
    for weapon in ("ej", "ek", "iy", "fu", "gm", "en", "ja"):
        assert problems(army("empire", "ui", "ay", "hg", f"ba:{weapon}", **force)) == []
    assert problems(army("empire", "ui", "ay", "hg", "ba", "tm:ej", **force)) == ["army.restriction"]
    assert problems(army("empire", "au", "ay*3", "ba:ej")) == ["army.restriction"]


def test_edge_58_switching_the_force_off_takes_its_extras():
    blizzard = army("empire", "at", "az*2", "sr:ej,ek", "bf", battle_force="bf", command_hand=("sv",))
    assert problems(blizzard) == []
    plain = set_force(blizzard, CARDS, None)
    assert problems(plain) == ["army.special_issue"]
    assert {each.code for each in check(plain).violations} >= {"hand.force"}
    gang = army("mercenary", "Bj:cw", "Fd*3", "Fe*2", battle_force="og")
    assert problems(gang) == []
    assert "army.slots" in problems(set_force(gang, CARDS, "sc"))


def test_edge_58_choices_are_checked_again():
    lines = ("Hu:Kz,Ku,Le", "Hq", "Hr", "sm")
    clan = army("mandalorians", *lines, battle_force="cc", choices=("Tools of the Trade", "Guns for Hire"))
    assert problems(clan) == []
    assert set_force(clan, CARDS, "mc").choices == ()
    other = set_force(clan, CARDS, "mc")
    assert {"army.needs_choice", "army.not_on_roster"} <= set(problems(other))


def test_edge_59_mandalorian_clans_follow_their_leaders():
    mixed = army("mandalorians", "Hw", "Jj", "Hr:Jy", "Hr:Jz", battle_force="mc")
    assert problems(mixed) == []
    lost = the(army("mandalorians", "Hw", "Jj", "Hr:Jy", "Hr:Ka", battle_force="mc"), "army.no_leader")
    assert lost.about == ("u4", "Hr")


def test_edge_59_custom_clan_makes_two_choices():
    lines = ("Hu:Kz,Ku", "Hq", "Hr")
    clan = {"battle_force": "cc"}
    assert problems(army("mandalorians", *lines, choices=("Veterans", "Feats of Valor"), **clan)) == []
    for wrong in (
        (),
        ("Veterans",),
        ("Veterans", "Veterans"),
        ("Veterans", "Feats of Valor", "Guns for Hire"),
    ):
        assert problems(army("mandalorians", *lines, choices=wrong, **clan)) == ["army.choices"]
    unknown = problems(army("mandalorians", *lines, choices=("Veterans", "Cake"), **clan))
    assert unknown == ["army.choices", "army.unknown_choice"]


def test_edge_59_guns_for_hire_adds_at_most_one():
    clan = {"battle_force": "cc", "choices": ("Veterans", "Guns for Hire"), "limit": 2000}
    assert problems(army("mandalorians", "Hu:Kz,Ku", "Hq", "Hr", "bh", **clan)) == []
    two = army("mandalorians", "Hu:Kz,Ku", "Hq", "Hr", "bh", "sm", **clan)
    assert problems(two) == ["army.choice_units", "army.rank_max"]
