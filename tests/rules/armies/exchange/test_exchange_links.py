"""Share links: forms in use and older ones, hand edits, ids in the wrong case, stacks of ten and more."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muster.rules.armies.army import Army, ArmyCounterpart, ArmyUnit, with_keys
from muster.rules.armies.exchange import read_any, write
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused
from tests.rules.armies.exchange.random_armies import CAT, armies

SAMPLE = (
    "https://legionhq2.com/list/rebels/1000:1adpqrfjbda,1jg0+1ji,2gv00000,1gv000ib0,1ahiz0ro0,3if00,1xy0yg000,"
    "2vu000vp,3aofe0,cq,bl,ck,bk,cd,bj,Ag,Ah,Ai,Aa,Ab,Ac,yu,yv,Eu"
)


def link(tail: str, faction: str = "rebels") -> str:
    return f"https://legionhq2.com/list/{faction}/{tail}"


def army_of(*entries: ArmyUnit, **fields) -> Army:
    return Army(**{"faction": "empire", "points_date": CAT.edition, "units": with_keys(entries), **fields})


def refusal(text) -> str:
    with pytest.raises(Refused) as caught:
        read_any(text, CAT)
    return caught.value.violations[0].code


def test_the_sample_link_is_read_to_the_last_card():
    found = read_any(SAMPLE, CAT)
    army = found.army
    assert (found.format, found.notes) == ("link", ())
    assert (army.faction, army.format, army.limit, army.battle_force) == ("rebels", "standard", None, None)
    assert [(entry.unit, entry.count) for entry in army.units[:4]] == [
        ("ad", 1),
        ("jg", 1),
        ("gv", 2),
        ("gv", 1),
    ]
    assert army.units[0].upgrades == ("pq", "rf", "jb", "da")
    assert army.units[1].counterpart == ArmyCounterpart(card="ji")
    assert army.command_hand == ("cq", "bl", "ck", "bk", "cd", "bj", "aa")
    assert army.battle_deck.of("advantage") == ("yu", "yv", "Eu")
    lineup = Lineup(army, CAT)
    assert (lineup.points, lineup.activations) == (920, 15)
    assert write(army, "link", CAT).lost == ()


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.removeprefix("https://"),
        SAMPLE.replace("https://", "http://www."),
        f"  {SAMPLE}/ \n",
        SAMPLE.replace(":1ad", "%3A1ad").replace(",", "%2C").replace("+", "%2B"),
        SAMPLE.removeprefix("https://legionhq2.com/list/"),
        SAMPLE.replace("legionhq2.com", "legionhq.thefifthtrooper.com"),
        SAMPLE.encode("utf-16"),
        SAMPLE.encode(),
        SAMPLE.replace("+", " "),
    ],
)
def test_a_link_is_read_however_it_was_copied(text):
    assert read_any(text, CAT).army == read_any(SAMPLE, CAT).army


@pytest.mark.parametrize(
    ("line", "segment"),
    [
        ("ay Bo", "1ay0000Bo"),  # no Training slot: behind the bar, as a card that brings its own
        ("hg Bo", "1hg00Bo00"),  # a printed one is filled first
        ("ay jn Bo", "1ay0jn00Bo"),  # and so is one that another card grants
    ],
)
def test_a_card_that_may_bring_its_slot_stands_where_other_builders_look_for_it(line, segment):
    unit, *upgrades = line.split()
    army = army_of(ArmyUnit(unit="at"), ArmyUnit(unit=unit, upgrades=tuple(upgrades)))
    made = write(army, "link", CAT)
    assert made.text.endswith(segment), made.text
    assert read_any(made.text, CAT).army.units[1].upgrades == tuple(upgrades)


def test_links_without_points_force_or_any_colon():
    with_all = read_any(link("1000:sc:1ri", "mercenary"), CAT)
    assert with_all.army.battle_force == "sc"
    no_points = read_any(link("bf:1at0000", "empire"), CAT)
    assert (no_points.army.battle_force, no_points.army.format) == ("bf", "standard")
    plain = read_any(link("1at0000,1ay00", "empire"), CAT)
    assert [entry.unit for entry in plain.army.units] == ["at", "ay"]
    assert [note.code for note in plain.notes] == ["import.assumed_format"]
    assert plain.unresolved == ()


@pytest.mark.parametrize(
    ("points", "form", "limit"),
    [(600, "recon", None), (800, "escalation-800", None), (1600, "grand-army", None), (650, "standard", 650)],
)
def test_the_points_of_a_link_choose_the_format(points, form, limit):
    army = read_any(link(f"{points}:1ad0000"), CAT).army
    assert (army.format, army.limit) == (form, limit)
    assert write(army, "link", CAT).lost == ()


@pytest.mark.parametrize(("faction", "force"), [("mercenary", "sc"), ("mandalorians", "mc")])
def test_factions_that_need_a_battle_force_get_their_default_and_say_so(faction, force):
    found = read_any(link("1000:cq", faction), CAT)
    assert found.army.battle_force == force
    assert "import.assumed_force" in {note.code for note in found.notes}


@pytest.mark.parametrize("count", [9, 10, 18, 19, 99])
def test_a_stack_of_ten_or_more_does_not_break_the_link(count):
    army = army_of(ArmyUnit(unit="ay", count=count, upgrades=("ej",)))
    exported = write(army, "link", CAT)
    assert exported.lost == ()
    counts = [int(segment[0]) for segment in exported.text.split(":")[-1].split(",")]
    assert sum(counts) == count
    assert all(segment[1:3] == "ay" for segment in exported.text.split(":")[-1].split(","))
    assert read_any(exported.text, CAT).army.units == army.units


def test_a_link_that_was_broken_by_a_stack_of_ten_is_read_as_meant():
    army = read_any(link("1000:12ay00", "empire"), CAT).army
    assert [(entry.unit, entry.count) for entry in army.units] == [("ay", 12)]


def test_slots_stand_in_the_order_of_the_bar_then_granted_and_a_real_slot_is_filled_first():
    captain = army_of(ArmyUnit(unit="ay", upgrades=("Bo", "jn")))
    segment = write(captain, "link", CAT).text.split(":")[-1]
    bar = CAT.units["ay"].slots
    personnel = bar.index("personnel")
    assert segment == "1ay" + "0" * personnel + "jn" + "0" * (len(bar) - personnel - 1) + "Bo"


def test_a_counterpart_keeps_its_own_upgrades():
    army = army_of(ArmyUnit(unit="kg", counterpart=ArmyCounterpart(card="lw", upgrades=("dn",))))
    exported = write(army, "link", CAT)
    assert exported.text.endswith("+1lwdn")
    assert exported.lost == ()


def test_old_links_wrote_counterparts_as_segments_of_their_own():
    found = read_any(link("1ji,1jg0"), CAT)
    assert [(entry.unit, entry.counterpart) for entry in found.army.units] == [
        ("jg", ArmyCounterpart(card="ji"))
    ]
    lonely = read_any(link("1ji,1ad0000"), CAT)
    assert [note.code for note in lonely.unresolved] == ["import.orphan"]


def test_an_id_in_the_wrong_case_is_named_with_its_other_case():
    found = read_any(link("1000:1AD0000,2gv00000"), CAT)
    (note,) = found.unresolved
    assert note.code == "import.wrong_case"
    assert note.params["where"] == "segment 1"
    assert note.params["piece"] == "1AD0000"
    assert "Luke Skywalker, Hero of the Rebellion (ad)" in remedy(note)
    assert [entry.unit for entry in found.army.units] == ["AD", "gv"]


def test_an_id_that_is_another_card_in_other_case_is_named_too():
    found = read_any(link("1000:1ad0000,ag"), CAT)
    (note,) = found.unresolved
    assert note.code == "import.wrong_kind"
    assert "Sabine Wren" in explain(note)
    assert note.about == ("Ag",)


LOUD = ("import.wrong_case", "import.unknown_id", "import.wrong_kind", "import.orphan", "import.withdrawn")


@given(army=armies(), data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_changing_the_case_of_an_id_is_never_silent_unless_it_is_another_such_card(army, data):
    text = write(army, "link", CAT).text
    head, colon, tail = text.rpartition(":")
    letters = [place for place, sign in enumerate(tail) if sign.isalpha()]
    if not letters:
        return
    place = data.draw(st.sampled_from(letters))
    swapped = tail[:place] + tail[place].swapcase() + tail[place + 1 :]
    try:
        found = read_any(head + colon + swapped, CAT)
    except Refused as refused:
        assert refused.violations[1].code in LOUD
        return
    ids = {card for entry in found.army.units for card in (entry.unit, *entry.upgrades)}
    noted = {note.params.get("id") or note.params["piece"] for note in found.unresolved}
    assert ids <= CAT.cards.keys() | noted


def test_damaged_segments_are_named_and_everything_else_is_kept():
    found = read_any(link("1000:1ad0000,2?!,0ay00,x,1gv00000,qq,1gvpq9,,1ad+1zz"), CAT)
    assert [entry.unit for entry in found.army.units] == ["ad", "gv", "gv", "ad"]
    pieces = {note.params["piece"] for note in found.unresolved}
    assert {"2?!", "0ay00", "x", "qq", "1gvpq9", "1ad+1zz"} <= pieces
    assert all(note.params["where"].startswith("segment") for note in found.unresolved)


def test_a_battle_force_that_does_not_exist_is_named():
    found = read_any(link("1000:BF:1at0000", "empire"), CAT)
    (note,) = found.unresolved
    assert (note.code, note.params["piece"], note.about) == ("import.unknown_force", "BF", ("bf",))


def test_text_around_a_link_is_named_as_not_read():
    found = read_any(f"My list for Saturday: {SAMPLE} see you", CAT)
    assert found.army == read_any(SAMPLE, CAT).army
    assert [note.params["piece"] for note in found.unresolved] == ["My list for Saturday: see you"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("https://legion-hq.com/list/5f3c2b1a9d8e7f6a5b4c3d2e", "import.stored_link"),
        ("http://legionhq2.com/list/5f3c2b1a9d8e7f6a5b4c3d2e", "import.stored_link"),
        ("https://tabletopadmiral.com/listbuilder/Empire/5-_1a_2,3_-_-", "import.admiral_link"),
        ("https://longshanks.org/admin/players/pop_info.php?player=1&event=2&tab=list", "import.stored_link"),
        ("https://legionhq2.com/list/wizards/1000:1ad0000", "import.other_link"),
        ("https://example.org/list/", "import.other_link"),
        ("https://legionhq2.com/list/rebels/1000:!,!!", "import.nothing"),
    ],
)
def test_links_that_need_the_network_are_recognised_and_explained(text, code):
    assert refusal(text) == code


def test_ten_thousand_units_keep_what_an_army_holds_and_name_the_rest():
    segments = ",".join(f"1{unit.id}" for unit in (*CAT.data.units, *CAT.data.units) * 28)
    found = read_any(link(f"1000:{segments}"), CAT)
    assert len(found.army.units) == 200
    (note,) = found.unresolved
    assert note.code == "import.too_many"
    assert note.params["count"] == len(CAT.data.units) * 56 - 200


def test_what_a_link_cannot_carry_is_listed_only_where_there_is_such_a_thing():
    full = army_of(ArmyUnit(unit="at"), name="Vader", notes="Bring tape", choices=("Veterans",))
    assert {v.code for v in write(full, "link", CAT).lost} == {
        "export.name",
        "export.notes",
        "export.choices",
    }
    assert write(army_of(ArmyUnit(unit="at")), "link", CAT).lost == ()
    named = army_of(ArmyUnit(unit="Emperor Palpatine"), ArmyUnit(unit="at"))
    (lost,) = write(named, "link", CAT).lost
    assert (lost.code, lost.about) == ("export.unit", ("Emperor Palpatine",))


def test_lines_that_become_one_stack_are_listed():
    army = army_of(ArmyUnit(unit="ay"), ArmyUnit(unit="ay", count=2))
    (lost,) = write(army, "link", CAT).lost
    assert (lost.code, lost.params["lines"], lost.params["reads"]) == ("export.stacks", 2, 1)
    assert (
        msgspec.structs.replace(army.units[0], count=3)
        in read_any(write(army, "link", CAT).text, CAT).army.units
    )


def test_a_tail_behind_the_link_costs_no_card():
    found = read_any(f"{SAMPLE}?utm_source=chat#top", CAT)
    assert found.army == read_any(SAMPLE, CAT).army
    assert found.notes == ()
