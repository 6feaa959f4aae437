"""Cases that builders get wrong, by their number: unique cards, ranks, mercenaries and factions."""

import pytest
from msgspec.structs import replace

from muster.rules.armies.building.edits import new_army
from muster.rules.cards.values import RankLimit, RankTable
from tests.rules.armies.army_building import CARDS, TODAY, army, check, problems, rank, the, with_core


def test_edge_01_a_unique_name_counts_across_card_types():
    luke = army("rebels", "ad", "ah*2", "ah:Im")
    assert problems(luke) == ["army.unique"]
    found = the(luke, "army.unique")
    assert found.params["name"] == "Luke Skywalker" and found.params["count"] == 2
    assert set(found.about) == {"u1", "u3", "ad", "Im"}
    assert problems(army("rebels", "ab", "ah*2", "ah:Im")) == []


def test_edge_01_every_name_shared_by_a_unit_and_an_upgrade_clashes():
    units = {unit.bullet_name: unit for unit in CARDS.data.units if unit.unique}
    shared = [card for card in CARDS.data.upgrades if card.unique and card.bullet_name in units]
    assert len({card.bullet_name for card in shared}) >= 25
    for card in shared:
        unit = units[card.bullet_name]
        built = army(unit.faction if unit.faction != "mercenary" else "empire", unit.id, f"ay:{card.id}")
        assert "army.unique" in problems(built), card.full_name


def test_edge_02_a_unique_name_counts_across_versions():
    assert "army.unique" in problems(with_core("rebels", "ad", "fm"))


def test_edge_02_the_same_unique_unit_twice_on_one_line():
    assert the(army("rebels", "ad*2", "ah*3"), "army.unique").params["count"] == 2


def test_edge_04_unique_by_title_not_by_name():
    inferno = "my:mf,me"
    assert problems(with_core("empire", inferno, "mx*2")) == []
    assert "army.unique" in problems(with_core("empire", "my*2:mf,me"))
    assert problems(with_core("republic", "xp:xl", "xj*2:xl")) == []
    assert "army.unique" in problems(with_core("republic", "xp*2:xl"))


def test_edge_05_limited_cards_count_by_name_over_different_cards():
    two = with_core("republic", "Da:Dc,Df,Di", "Da:De,Dg,Dj")
    assert problems(two) == []
    three = with_core("republic", "Da:Dc,Df,Di", "Da:De,Dg,Dj", "Cz:Dd,Dh,Dk")
    found = the(three, "army.limited")
    assert found.params["max"] == 2 and found.params["count"] == 3


def test_edge_05_a_free_copy_counts_with_the_bought_ones():
    clan = {"battle_force": "cc", "choices": ("Tools of the Trade", "Veterans")}
    lines = ("Hu:Kz,Ku,{}", "Hv:Ky,Kt,{}", "Hq", "Hr")
    two = army("mandalorians", lines[0].format("Kj"), lines[1].format("Le"), *lines[2:], **clan)
    assert problems(two) == []
    three = army("mandalorians", lines[0].format("Kj"), lines[1].format("Le"), "Hq", "Hr:Kj", **clan)
    assert the(three, "army.limited").params["count"] == 3


def test_edge_07_the_darksaber_is_one_card_whoever_bears_it():
    names = {CARDS.upgrades[card].bullet_name for card in ("eb", "rq", "uj", "Ko", "Kp", "Kq")}
    assert names == {"The Darksaber"}
    clans = army("mandalorians", "Hw:Ko", "Jp:Kq", "Hx", "Jq", "Hr*2:Jy", battle_force="mc")
    assert "army.unique" in problems(clans)


def test_edge_08_c_3po_however_it_is_spelled():
    built = army("rebels", "vv", "jg+ji", "ah*3")
    assert "army.unique" in problems(built)
    assert "army.unique" not in problems(army("rebels", "ab", "jg+ji", "ah*3"))


def test_edge_10_improvised_orders_is_unique_and_listed_by_every_force():
    assert "army.unique" in problems(army("rebels", "ab:cw", "ac:cw", "ah*3"))
    assert all("cw" in force.unique_upgrades for force in CARDS.data.battle_forces)
    blizzard = army("empire", "at:cw", "az*3", "bf", battle_force="bf")
    assert problems(blizzard) == []
    unlisted = army("empire", "at:Bn", "az*3", "bf", battle_force="bf")
    assert problems(unlisted) == ["army.force_unique"]


def test_edge_11_a_detachment_leaves_the_maximum_and_needs_its_own_unit():
    legal = army("rebels", "ab", "gv*3", "ah", "if*3")
    assert problems(legal) == []
    corps = rank(legal, "corps")
    assert (corps.units, corps.counts_to_max, corps.counts_to_min) == (7, 4, 7)
    assert corps.exempt == (("u4", "detachment"),)
    found = the(army("rebels", "ab", "gv*2", "ah", "if*3"), "army.detachment")
    assert (found.params["count"], found.params["parents"], found.params["by"]) == (3, 2, 1)


def test_edge_13_name_and_rank_detachments_compete():
    assert problems(with_core("empire", "ba", "bb:em", "Fa")) == ["army.detachment"]
    assert problems(with_core("empire", "ba*2", "bb:em", "Fa")) == []
    # The probe droid must leave the Scout Troopers to the Strike Team and go with the Death Troopers.
    assert problems(with_core("empire", "Fa", "ba", "bb:em", "bd")) == []


def test_edge_14_a_parent_of_the_same_name_has_no_detachment_itself():
    assert problems(with_core("rebels", "al*2:eg")) == ["army.detachment"]
    assert problems(with_core("rebels", "ak", "al:eg")) == []
    clan = {"battle_force": "cotw"}
    assert "army.detachment" in problems(army("mandalorians", "Hy", "Hq*2:Ka", "Hs:Ka,Ja", **clan))
    assert problems(army("mandalorians", "Hy", "Hr*2:Ka", "Hs:Ka,Ja", **clan)) == []


def test_edge_16_entourage_excuses_one_unit_for_each_source():
    assert problems(army("empire", "av", "ay*3", "bd*4")) == []
    assert problems(army("empire", "av", "ay*3", "bd*5")) == ["army.rank_max"]
    assert problems(army("empire", "av", "ay*3", "mx*4")) == ["army.rank_max"]
    assert problems(army("empire", "au", "ay*3", "bd*4")) == ["army.rank_max"]
    row = rank(army("empire", "av", "ay*3", "bd*4"), "special-forces")
    assert (row.units, row.counts_to_max, row.exempt) == (4, 3, (("u3", "entourage"),))


def test_edge_17_entourage_onto_a_commander_or_an_operative():
    assert problems(army("empire", "Fg", "at", "au", "ay*3")) == []
    assert problems(army("empire", "Fg", "fn", "nm", "wl", "ay*3", limit=2000)) == []
    assert problems(army("empire", "Fg", "au", "Cb:Ce", "ay*3")) == ["army.rank_max"]


def test_edge_19_associate_needs_the_named_unit():
    assert problems(army("republic", "Bc", "na", "fy", "fz*3")) == []
    assert problems(army("republic", "Bc", "ue", "fy", "fz*3")) == ["army.rank_max"]
    row = rank(army("republic", "Bc", "na", "fy", "fz*3"), "commander")
    assert row.exempt == (("u1", "associate"),)


def test_edge_20_field_commander_waives_the_commander():
    assert problems(army("rebels", "kf:kh", "ah*3")) == []
    for pilot, tank in (("fl", "bg"), ("or", "bh")):
        assert problems(army("empire", f"{tank}:{pilot}", "ay*3")) == []
    assert problems(army("empire", "bg", "ay*3")) == ["army.rank_min"]


@pytest.mark.parametrize(
    ("force", "faction", "lines"),
    [
        ("bf", "empire", ("bg:fl", "az*3", "bf")),
        ("ebd", "rebels", ("ap:fk", "gv*3", "an")),
        ("si", "separatists", ("gc:iq", "gx*4")),
    ],
)
def test_edge_20_some_forces_forbid_it(force, faction, lines):
    assert "army.rank_min" in problems(army(faction, *lines, battle_force=force))


def test_edge_20_a_command_card_that_mentions_it_does_not_grant_it():
    assert "army.rank_min" in problems(army("republic", "fz*3", command_hand=("nx",)))


def test_edge_22_the_combined_cap_counts_with_the_exceptions():
    collective = army("mercenary", "ra", "qy", "kx", "ax", "rb*2", battle_force="sc")
    assert problems(collective) == []
    five = army("mercenary", "ra", "qy", "kx", "ax", "rc", "rb*2", battle_force="sc", limit=2000)
    assert the(five, "army.rank_combined").params == {"count": 5, "max": 4, "by": 1, "of": "leading"}
    legion = ("fz", "kz", "ic")
    with_anakin = army("republic", "Bc", "na", "fy", *legion, battle_force="5t")
    assert problems(with_anakin) == []
    assert check(with_anakin).commanders_and_operatives == 2
    without = army("republic", "Bc", "ns", "fy", *legion, battle_force="5t")
    assert problems(without) == ["army.rank_combined", "army.rank_max"]


def test_edge_23_maul_with_his_darksaber_fills_a_commanders_place():
    armed = army("mercenary", "rc:rq", "rb*2", battle_force="sc")
    assert problems(armed) == []
    assert rank(armed, "commander").units == 1 and rank(armed, "operative").units == 0
    assert problems(army("mercenary", "rc", "rb*2", battle_force="sc")) == ["army.rank_min"]
    # Restrictions still see an operative: Strike Team Leader asks for one.
    trained = army("mercenary", "rc:rq,Bl", "rb*2", battle_force="sc")
    assert "army.restriction" not in problems(trained)


@pytest.mark.rule(447, 448, 449)
def test_edge_25_recon_limits():
    recon = army("rebels", "ab", "ah*2", format="recon")
    assert problems(recon) == []
    assert "army.rank_max" in problems(army("rebels", "ab", "Bz:Cp", "ah*2", format="recon"))
    assert the(army("rebels", "ah*2", format="recon"), "army.rank_min").source == "Recon, rule 447"
    assert "army.rank_max" in problems(army("rebels", "ab", "ae", "nl", "ah*2", format="recon", limit=900))
    assert the(army("rebels", "ab", "ah", format="recon"), "army.rank_min").source == "Recon, rule 449"
    assert the(army("rebels", "ab", "ah*5", format="recon"), "army.rank_max").source == "Recon, rule 449"


@pytest.mark.rule(450, 451, 452)
def test_edge_25_recon_special_forces_support_and_heavy():
    for unit, most, number in (("ak", 2, 450), ("ao", 2, 451), ("aq", 1, 452)):
        legal = army("rebels", "ab", "ah*2", f"{unit}*{most}", format="recon", limit=2000)
        assert problems(legal) == []
        over = army("rebels", "ab", "ah*2", f"{unit}*{most + 1}", format="recon", limit=2000)
        found = the(over, "army.rank_max")
        assert found.source == f"Recon, rule {number}" and found.params["max"] == most


def test_edge_25_each_force_has_its_own_tables_and_a_fallback_is_a_note():
    saxon = army("mandalorians", "Jp", "Hr*2:Kb", battle_force="cs", format="recon")
    assert problems(saxon) == [] and rank(saxon, "heavy").max == 0
    blizzard = army("empire", "at", "az*3", "bf", battle_force="bf", format="legacy-800")
    assert problems(blizzard) == []
    assert the(blizzard, "army.fallback_ranks").params["used"] == "Standard"
    assert rank(blizzard, "support").min == 1
    skirmish = replace(blizzard, format="skirmish-500")
    assert the(skirmish, "army.fallback_ranks").params["used"] == "Recon"
    assert "army.fallback_ranks" not in {note.code for note in check(replace(blizzard, format="recon")).notes}


def test_edge_26_a_cap_has_no_ranks_of_its_own():
    house = with_core("rebels", "ac", limit=650)
    assert problems(house) == []
    report = check(house)
    assert report.limit == 650 and [row.max for row in report.ranks] == [2, 2, 6, 3, 3, 2]
    assert {"army.custom_limit"} <= {note.code for note in report.notes}
    assert problems(with_core("rebels", "ac", limit=290)) == ["army.points"]


def test_edge_26_any_rank_table():
    table = RankTable(limits={"corps": RankLimit(1, 1), "heavy": RankLimit(1, 1)})
    tiny = replace(army("rebels", "ab", "ah", "aq"), limit=300, ranks=table)
    assert problems(tiny) == []
    assert problems(replace(tiny, ranks=None)) == ["army.rank_min"]
    assert [(row.min, row.max) for row in check(tiny).ranks][:3] == [(1, 2), (0, 2), (1, 1)]


def test_edge_28_allies_of_convenience_is_one_more_in_all():
    hired = ("qz*3", "aw", "ax")
    assert problems(with_core("empire", "qz*2", "aw")) == []
    assert problems(with_core("empire", "qz*3")) == ["army.mercenaries"]
    assert problems(army("empire", "au:rf", "ay*3", "qz*3")) == []
    found = the(army("empire", "au:rf", "ay*3", *hired), "army.mercenaries")
    assert found.params["extra"] == 1 and found.params["by"] == 1
    assert problems(army("empire", "au:rf", "Cb:Ce,rf", "ay*3", *hired)) == ["army.mercenaries"]


@pytest.mark.parametrize("source", ["nl", "ab:rf"])
def test_edge_28_allies_may_come_from_a_unit_or_an_upgrade(source):
    assert problems(army("rebels", source, "ah*3", "qz*3")) == []
    assert problems(army("rebels", "ab", "ah*3", "qz*3")) == ["army.mercenaries"]


def test_edge_28_allies_may_come_from_a_pilot():
    assert problems(with_core("rebels", "Fe:so", "sq*2")) == []
    assert problems(with_core("rebels", "Fe", "sq*2")) == ["army.mercenaries"]


def test_edge_28_mercenaries_never_fill_a_minimum():
    assert problems(army("empire", "ra", "ay*3")) == ["army.rank_min"]
    found = the(army("empire", "au", "ay*2", "qz"), "army.rank_min")
    assert found.params["count"] == 2 and found.params["rank"] == "Corps"


def test_edge_29_allies_never_lift_the_rank_maximum():
    assert problems(army("empire", "au:rf", "ay*4", "qz*2")) == []
    assert problems(army("empire", "au:rf", "ay*6", "qz")) == ["army.rank_max"]


def test_edge_31_a_mercenary_nobody_may_hire_needs_a_force():
    for unit in ("rc", "sm", "rd"):
        assert problems(with_core("empire", unit)) == ["army.not_hirable"]
    assert problems(with_core("rebels", "aw")) == ["army.not_hirable"]


def test_edge_32_upgrades_locked_to_the_armys_faction():
    assert problems(with_core("rebels", "tj:tp")) == []
    assert problems(with_core("empire", "tj:tp")) == ["army.upgrade_faction"]
    assert problems(with_core("empire", "tj:ub")) == []
    squad = "xr,xs,xq,xt"
    assert problems(with_core("republic", f"xi:{squad},xu")) == []
    assert "army.upgrade_faction" in problems(with_core("rebels", f"xv:{squad},xu"))


def test_edge_32_a_crew_changes_the_affiliation():
    suns = with_core("empire", "Fe:Fj")
    assert problems(suns) == []
    assert check(suns).units[2].loadout.bearer.affiliations == {"black-sun"}
    assert problems(with_core("rebels", "Fe:Fj")) == ["army.upgrade_faction"]
    # With Black Sun aboard the tank is no raider any more, so no raider pilot may drive it.
    assert "army.restriction" in problems(with_core("empire", "Fe:Fj,Fn"))
    assert problems(with_core("empire", "Fe:Fn")) == []
    collective = army("mercenary", "ra", "rb*2", "Fe:Fj", battle_force="sc")
    assert problems(collective) == []


def test_edge_34_the_army_decides_light_or_dark():
    assert problems(with_core("rebels", "fm:dx")) == ["army.side"]
    assert problems(with_core("empire", "fn:dx")) == []
    assert problems(army("mercenary", "rc:rq,dx", "rb*2", battle_force="sc")) == []
    assert "army.side" in problems(army("mercenary", "rc:rq,ij", "rb*2", battle_force="sc"))


def test_edge_34_mandalorians_have_no_side():
    frame_sides = {force.force_side for force in CARDS.data.battle_forces if force.faction == "mandalorians"}
    assert frame_sides == {None}
    for card in ("dx", "ij"):
        assert "army.side" in problems(army("mandalorians", f"Hy:{card}", "Hr*2:Ka", battle_force="cotw"))


def test_edge_35_mercenaries_and_mandalorians_always_need_a_force():
    assert problems(army("mercenary", "ra", "rb*3")) == ["army.needs_force"]
    assert problems(army("mandalorians", "Hy", "Jq", "Hq*3:Ka")) == ["army.needs_force"]
    assert new_army("mercenary", CARDS).battle_force == "sc"
    assert new_army("mandalorians", CARDS).battle_force == "mc"
    assert new_army("rebels", CARDS).battle_force is None
    assert new_army("rebels", CARDS).points_date == TODAY
