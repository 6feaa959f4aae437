"""Asking the catalogue: by id, slug, name, search and date; and how cards belong together."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from muster.rules.cards import Filters, catalogue
from muster.rules.cards.catalogue import Catalogue, read_data_file
from muster.rules.cards.naming import plain
from muster.rules.cards.pricing import points_on
from muster.rules.cards.values import PointChange
from muster.rules.cards.vocabulary import UNIT_TYPES, display_word, is_a, type_line
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused

CARDS = catalogue()
EVERYTHING = CARDS.data.everything


def names(cards):
    return [card.full_name for card in cards]


def found(query="", **filters):
    return [hit.card for hit in CARDS.search(query, Filters(**filters))]


def test_the_catalogue_is_loaded_once():
    assert catalogue() is catalogue()


def test_ids_are_case_sensitive():
    assert CARDS.card("ab").name == "Leia Organa"
    assert CARDS.card("Ab").name != "Leia Organa"


@pytest.mark.parametrize("card", EVERYTHING, ids=lambda card: card.slug)
def test_every_card_is_found_by_slug_name_and_search(card):
    assert CARDS.by_slug(card.slug) is card
    assert card in CARDS.by_name(card.name, card.title)
    assert card in CARDS.by_name(card.full_name)
    hits = CARDS.search(card.full_name)
    assert hits[0].match == "exact"
    assert card in [hit.card for hit in hits]


def test_an_unknown_id_suggests_the_same_in_other_case():
    with pytest.raises(Refused) as refused:
        CARDS.unit("AT")
    (violation,) = refused.value.violations
    assert violation.code == "card.unknown"
    assert "at" in violation.about
    assert "AT" in explain(violation)
    assert "at" in remedy(violation)


@pytest.mark.parametrize("ask", ["card", "unit", "upgrade", "command", "battle_force", "by_slug", "by_name"])
@pytest.mark.parametrize("wanted", ["", "no such thing at all", "x" * 1_000_000, "{about}", "\x00"])
def test_what_does_not_exist_is_refused_in_a_short_sentence(ask, wanted):
    with pytest.raises(Refused) as refused:
        getattr(CARDS, ask)(wanted)
    assert len(explain(refused.value.violations[0])) < 200


def test_names_forgive_case_accents_and_quotes():
    assert CARDS.by_name("DARTH VADER") == CARDS.by_name("Darth  Vader")
    assert CARDS.by_name("vader’s might") == CARDS.by_name("Vader's Might")
    assert CARDS.by_name("Padmé Amidala") == CARDS.by_name("padme amidala")


def test_an_ambiguous_name_lists_all_and_a_title_decides():
    lukes = CARDS.by_name("Luke Skywalker")
    assert {card.id for card in lukes} == {"ad", "fm", "Fb", "Im"}
    assert [card.id for card in CARDS.by_name("Luke Skywalker", "Jedi Knight")] == ["fm"]


def test_former_and_tabletop_names_are_known():
    assert [card.name for card in CARDS.by_name("Phase I Clone Troopers")] == ["Clone Trooper Infantry"]
    assert [card.id for card in CARDS.by_name("The Darksaber (Din)")] == ["Kp"]


def test_search_puts_the_best_first():
    assert [hit.card.id for hit in CARDS.search("vader")][:2] == ["at", "fn"]
    assert CARDS.search("boba fett")[0].match == "exact"
    assert CARDS.search("luke")[0].match == "prefix"
    assert CARDS.search("vadr")[0].match == "near"
    assert CARDS.search("deflect")[-1].match == "keyword"


def test_an_empty_search_finds_everything():
    kinds = ("units", "upgrades", "commands", "battle_cards", "counterparts", "battle_forces")
    assert len(found()) == sum(len(json.loads(read_data_file(kind))) for kind in kinds)


def test_filters():
    assert all(card.rank == "corps" for card in found(rank="corps"))
    assert all(card.slot == "gear" for card in found(kind="upgrade", slot="gear"))
    assert {card.unit_type for card in found(kind="unit", unit_type="droid-trooper")} == {
        "droid-trooper",
        "heavy-droid-trooper",
    }
    assert len(found(kind="unit", release="unreleased")) == 12
    assert len(found(kind="unit", unique=True)) == 80
    assert CARDS.unit("at") in found(keyword="deflect")
    assert CARDS.unit("at") not in found(faction="rebels")
    assert CARDS.unit("qz") in found(faction="rebels")  # Pykes are for hire
    assert CARDS.upgrade("cw") in found(faction="rebels")  # open to all
    assert CARDS.upgrade("Cd") not in found(faction="rebels")  # for Imperial officers


@given(st.text(max_size=300))
def test_no_query_breaks_the_search(query):
    for hit in CARDS.search(query):
        assert hit.card.slug in CARDS.slugs


@given(st.sampled_from(EVERYTHING), st.data())
def test_any_word_of_a_name_finds_the_card(card, data):
    word = data.draw(st.sampled_from(plain(card.name).split()))
    assert card in found(word)


@given(st.text(max_size=60))
def test_plain_names_stay_plain(text):
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize(
    ("day", "points"),
    [
        ("2018-03-22", 200),
        ("2019-09-11", 200),
        ("2019-09-12", 190),
        ("2020-12-01", 175),
        ("2021-10-27", 190),
        ("2024-07-18", 190),
        ("2024-07-19", 170),
        ("2030-01-01", 170),
    ],
)
def test_vader_over_the_years(day, points):
    price = CARDS.points_on(CARDS.unit("at"), date.fromisoformat(day))
    assert (price.points, price.certain) == (points, True)


def test_a_broken_chain_is_told_as_uncertain():
    rockets = CARDS.upgrade("Kg")
    assert CARDS.points_on(rockets, date(2021, 1, 1)).certain
    doubtful = CARDS.points_on(rockets, date(2024, 1, 1))
    assert (doubtful.points, doubtful.certain) == (5, False)
    today = CARDS.points_on(rockets, CARDS.edition)
    assert (today.points, today.certain) == (10, True)


def test_unpriced_stays_unpriced_on_every_date():
    assert CARDS.points_on(CARDS.unit("Hb"), date(2020, 1, 1)).points is None
    assert CARDS.points_on(CARDS.unit("Hb")).points is None


def test_a_command_card_has_no_points():
    assert CARDS.points_on(CARDS.command("aa")).points is None


@given(
    st.lists(
        st.tuples(st.dates(), st.integers(0, 300)), min_size=1, max_size=8, unique_by=lambda step: step[0]
    )
)
def test_a_joined_history_is_certain_on_every_day(steps):
    steps = sorted(steps)
    befores = [0, *(after for _, after in steps)]
    history = tuple(
        PointChange(date=day, before=before, after=after)
        for (day, after), before in zip(steps, befores, strict=False)
    )
    card = replace(CARDS.unit("at"), points=steps[-1][1], points_history=history)
    for day, after in steps:
        price = points_on(card, day)
        assert (price.points, price.certain) == (after, True)


def test_edition_is_the_newest_change():
    assert CARDS.edition == date(2026, 6, 19)
    assert list(CARDS.change_dates) == sorted(set(CARDS.change_dates))
    assert date(2019, 9, 12) in CARDS.change_dates


def test_unit_types_form_a_hierarchy():
    assert type_line("heavy-droid-trooper") == ("heavy-droid-trooper", "droid-trooper", "trooper")
    assert is_a("ground-vehicle", "vehicle")
    assert not is_a("trooper", "clone-trooper")
    assert not is_a("ground-vehicle", "trooper")
    assert all(type_line(kind)[-1] in ("trooper", "vehicle") for kind in UNIT_TYPES)
    assert display_word("children-of-the-watch") == "Children of the Watch"


def test_what_vader_may_equip():
    outfit = CARDS.upgrades_for(CARDS.unit("at"))
    assert set(outfit) == {"command", "force"}
    assert "Anger" in names(outfit["force"])
    assert "Hope" not in names(outfit["force"])


def test_equipping_is_the_same_from_both_sides():
    for unit in CARDS.units.values():
        for upgrades in CARDS.upgrades_for(unit).values():
            assert all(unit in CARDS.equippers(upgrade) for upgrade in upgrades)


@pytest.mark.parametrize(
    ("upgrade", "unit", "allowed"),
    [
        ("Bm", "ie", False),  # Mission Objective is for troopers; droidekas have no such slot
        ("mz", "mx", True),  # the T-21 is for Imperial Special Forces
        ("mz", "my", False),  # but not for Inferno Squad
        ("tp", "tj", True),  # "Nanny" suits IG-11, in a Rebel army
        ("dx", "ad", False),  # Anger is not for a Rebel army
        ("Ho", "Hr", True),  # a Warriors unit may join the Children of the Watch
        ("Ho", "ah", False),
        ("em", "bb", True),  # snipers need the strike team
        ("em", "ba", False),
        ("Bq", "Ca", True),  # a doctrine may grant Prepared Position, which opens Dug In
    ],
)
def test_who_may_equip_what(upgrade, unit, allowed):
    assert (CARDS.unit(unit) in CARDS.equippers(CARDS.upgrade(upgrade))) is allowed


def test_an_upgrade_may_bring_its_own_slot():
    b1 = CARDS.by_name("B1 Battle Droids")[0]
    assert "gear" not in b1.slots
    assert "Electrobinoculars" in names(CARDS.upgrades_for(b1)["gear"])


def test_command_cards_of_a_unit():
    vader = names(CARDS.command_cards(CARDS.unit("at")))
    assert "Implacable" in vader
    assert "I am a Jedi" in names(CARDS.command_cards(CARDS.unit("fm")))
    assert "I am a Jedi" not in names(CARDS.command_cards(CARDS.unit("ad")))
    assert "The Hand Thing" in names(CARDS.command_cards(CARDS.counterparts["tn"]))


def test_both_of_two_units_are_two_needs():
    assert [need.names for need in CARDS.command("Fy").needs] == [("Han Solo",), ("Luke Skywalker",)]


def test_battle_forces_versions_keywords_and_products():
    vader = CARDS.unit("at")
    assert names(CARDS.battle_forces_of(vader)) == ["Blizzard Force", "Stormtrooper Battalion"]
    assert CARDS.battle_forces_of(CARDS.battle_force("bf")) == ()
    assert [card.id for card in CARDS.versions(vader)] == ["fn"]
    assert {card.id for card in CARDS.versions(CARDS.unit("vv"))} == {"ji", "jj"}
    assert vader in CARDS.with_keyword("deflect")
    assert vader in CARDS.with_keyword("pierce")
    assert CARDS.products_of(vader)


def test_relations_of_a_fresh_catalogue_agree():
    assert Catalogue(CARDS.data).upgrades_for(CARDS.unit("at")) == CARDS.upgrades_for(CARDS.unit("at"))
