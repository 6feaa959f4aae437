"""The card pages: what they find, what they show, what they refuse, and when they need not be sent again."""

import re
from datetime import date
from fractions import Fraction
from html import unescape
from itertools import pairwise

import pytest
from django.http import QueryDict
from django.test import Client

from muster.rules.cards import catalogue
from muster.rules.cards.values import Change, Restriction
from muster.rules.cards.vocabulary import FACTIONS, KINDS
from muster.web.cards import cards, freshness, keywords, words
from muster.web.cards import chart as card_chart
from muster.web.cards import query as card_query
from muster.web.cards.building import figure_facts
from muster.web.cards.query import CardQuery
from muster.web.cards.rows import row
from muster.web.cards.sheet import sheet
from tests.web.account_fixtures import markup

STORMTROOPERS = "unit/stormtroopers"
VADER = "unit/darth-vader-dark-lord-of-the-sith"


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def page(client: Client, address: str, status: int = 200, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == status, address
    return markup(response)


def cards_in(text: str) -> list[str]:
    """The slugs of the result rows, in order."""
    return re.findall(r'class="unit-card" href="/cards/([^"?]+)', text)


def found(query: CardQuery) -> set[str]:
    return {card.slug for card in card_query.find_cards(query)[0]}


class TestTheList:
    def test_shows_sixty_cards_at_most_and_counts_all(self, client: Client) -> None:
        text = page(client, "/cards")
        assert len(cards_in(text)) == 60
        assert f"{len(catalogue().slugs)} cards, points of 19 June 2026" in text

    def test_pages_never_overlap_and_reach_every_card(self, client: Client) -> None:
        total = len(catalogue().slugs)
        seen = [
            slug
            for number in range(1, total // 60 + 2)
            for slug in cards_in(page(client, f"/cards?page={number}"))
        ]
        assert sorted(seen) == sorted(catalogue().slugs)

    def test_units_come_first_when_nothing_is_asked(self, client: Client) -> None:
        assert all(slug.startswith("unit/") for slug in cards_in(page(client, "/cards")))

    def test_search_words(self, client: Client) -> None:
        assert STORMTROOPERS in cards_in(page(client, "/cards?q=stormtroopers"))

    def test_several_values_of_a_filter_are_alternatives(self) -> None:
        corps, heavy = found(CardQuery(rank=("corps",))), found(CardQuery(rank=("heavy",)))
        assert corps and heavy and not corps & heavy
        assert found(CardQuery(rank=("corps", "heavy"))) == corps | heavy

    def test_different_filters_must_all_be_met(self) -> None:
        both = found(CardQuery(faction=("empire",), rank=("corps",)))
        assert both == found(CardQuery(faction=("empire",))) & found(CardQuery(rank=("corps",)))

    @pytest.mark.parametrize("faction", FACTIONS)
    def test_a_faction_finds_its_own_units_and_those_it_may_hire(self, faction: str) -> None:
        units = found(CardQuery(faction=(faction,), kind=("unit",)))
        own = {unit.slug for unit in catalogue().data.units if unit.faction == faction}
        hired = {unit.slug for unit in catalogue().data.units if faction in unit.hirable_by}
        assert own | hired <= units

    def test_kind_slot_type_keyword_unique_released(self) -> None:
        slugs = catalogue().slugs
        assert {slugs[s].kind for s in found(CardQuery(kind=("command", "battle")))} == {"command", "battle"}
        assert all(slugs[s].slot == "gear" for s in found(CardQuery(kind=("upgrade",), slot="gear")))
        assert STORMTROOPERS in found(CardQuery(type="trooper"))
        assert VADER in found(CardQuery(keyword="deflect")) and STORMTROOPERS not in found(
            CardQuery(keyword="deflect")
        )
        assert all(slugs[s].limit == 1 for s in found(CardQuery(unique=True)))
        assert all(slugs[s].release.status == "released" for s in found(CardQuery(released=True)))

    def test_fits_lists_what_the_unit_may_equip(self, client: Client) -> None:
        unit = catalogue().slugs[STORMTROOPERS]
        gear = {upgrade.slug for upgrade in catalogue().upgrades_for(unit)["gear"]}
        assert found(CardQuery(kind=("upgrade",), slot="gear", fits=STORMTROOPERS)) == gear
        assert "Fits Stormtroopers" in page(client, f"/cards?fits={STORMTROOPERS}")

    def test_as_of_shows_the_points_of_that_day(self, client: Client) -> None:
        text = page(client, "/cards?q=stormtroopers&kind=unit&as_of=2024-01-01")
        assert "points of 1 January 2024" in text
        assert row(catalogue().slugs[STORMTROOPERS], date(2024, 1, 1)).points == 44
        assert row(catalogue().slugs[STORMTROOPERS]).points == 42
        assert f"/cards/{STORMTROOPERS}?as_of=2024-01-01" in text

    def test_the_chosen_card_stands_beside_the_list(self, client: Client) -> None:
        text = page(client, f"/cards?q=troopers&card={STORMTROOPERS}")
        assert 'aria-current="true"' in text and "E-11 Blaster Rifle" in text

    def test_filters_in_use_are_open_and_ticked(self, client: Client) -> None:
        text = page(client, "/cards?faction=rebels&slot=gear&unique=1")
        assert '<details class="more-filters" open>' in text
        assert 'value="rebels" checked' in text and 'value="gear" selected' in text
        assert '<details class="more-filters">' in page(client, "/cards?faction=rebels")

    def test_every_state_has_an_address_that_reads_back(self) -> None:
        query = CardQuery(
            q="a b",
            faction=("empire", "rebels"),
            rank=("corps",),
            kind=("unit",),
            slot="gear",
            type="trooper",
            keyword="deflect",
            gives="arsenal",
            unique=True,
            released=True,
            as_of=date(2024, 1, 1),
            sort="-dice-2",
            fits=STORMTROOPERS,
            card=VADER,
            page=3,
        )
        assert card_query.read_query(QueryDict(query.address.partition("?")[2])) == query
        assert CardQuery().address == "/cards"


class TestSorting:
    def test_the_list_is_in_the_order_of_the_figure_and_shows_it(self, client: Client) -> None:
        text = page(client, "/cards?faction=empire&rank=corps&sort=points-per-wound")
        slugs = cards_in(text)
        costs = [
            Fraction(catalogue().slugs[slug].points, catalogue().slugs[slug].wounds * minis)
            for slug in slugs
            if (minis := catalogue().slugs[slug].miniatures)
        ]
        assert STORMTROOPERS in slugs and len(costs) == len(slugs) > 5 and costs == sorted(costs)
        assert "10.5 points per wound" in text and "Points per wound, fewest first" in text
        assert "over the wounds of all its minis" in text

    def test_dice_say_what_is_counted(self, client: Client) -> None:
        text = page(client, "/cards?q=stormtroopers&kind=unit&sort=dice-2")
        assert "9.5 dice per 100 points" in text and "Dice of the whole unit at range 2" in text
        assert 'value="dice-2" selected' in text and '<details class="more-filters" open>' in text

    def test_cards_without_the_figure_come_last_and_say_so(self, client: Client) -> None:
        text = page(client, "/cards?q=vader&kind=unit&sort=dice-2")
        assert cards_in(text)[-1] == VADER and "no dice per 100 points" in text

    def test_points_go_by_the_day(self) -> None:
        old = CardQuery(kind=("unit",), sort="points", as_of=date(2020, 1, 1))
        slugs = [card.slug for card in card_query.find_cards(old)[0]]
        assert slugs.index("unit/rebel-troopers") < slugs.index(STORMTROOPERS)  # 40 and 44
        assert slugs.index(STORMTROOPERS) < slugs.index("unit/snowtroopers")  # 44 and 48

    def test_pages_of_a_sorted_list_never_overlap(self, client: Client) -> None:
        total = len(catalogue().units)
        pages = range(1, total // 60 + 2)
        seen = [s for n in pages for s in cards_in(page(client, f"/cards?kind=unit&sort=speed&page={n}"))]
        assert sorted(seen) == sorted(unit.slug for unit in catalogue().data.units)

    def test_the_address_of_the_next_page_keeps_the_order(self, client: Client) -> None:
        assert 'href="/cards?kind=unit&amp;sort=speed&amp;page=2"' in page(
            client, "/cards?kind=unit&sort=speed"
        )

    def test_an_order_that_nobody_knows_is_refused(self, client: Client) -> None:
        assert "beauty" in page(client, "/cards?sort=beauty", 400)


class TestWhatAnEffectGives:
    def test_only_cards_that_give_it_are_found(self, client: Client) -> None:
        slugs = cards_in(page(client, "/cards?gives=arsenal"))
        assert {"upgrade/general-weiss", "command/fear-surprise-intimidation"} <= set(slugs)
        assert not any(slug.startswith("unit/") for slug in slugs)

    def test_it_is_offered_with_what_is_given_and_nothing_else(self, client: Client) -> None:
        select = page(client, "/cards").split('name="gives"')[1].split("</select>")[0]
        assert 'value="arsenal"' in select and 'value="weak-point"' not in select

    def test_without_a_card_the_way_out_leads_past_it(self, client: Client) -> None:
        assert "giving anything" in page(client, "/cards?gives=arsenal&slot=grenades")


class TestFindingNothing:
    def test_says_what_was_asked_and_which_filter_to_leave_out(self, client: Client) -> None:
        text = page(client, "/cards?q=stormtroopers&faction=rebels&rank=heavy")
        assert "No card matches “stormtroopers” with these filters" in text
        assert "no filters" in text

    def test_guesses_what_was_meant(self, client: Client) -> None:
        text = page(client, "/cards?q=stormtropers&faction=rebels&rank=heavy")
        assert f'href="/cards/{STORMTROOPERS}"' in text

    def test_a_typing_error_alone_still_finds_the_card(self, client: Client) -> None:
        text = page(client, "/cards?q=stormtropers")
        assert STORMTROOPERS in cards_in(text) and "with a similar name" in text


class TestParts:
    def test_htmx_gets_only_the_results(self, client: Client) -> None:
        text = page(client, "/cards?q=vader", hx_request="true", hx_target="results")
        assert "<html" not in text and VADER in cards_in(text) and 'id="found"' in text

    def test_show_more_sends_rows_and_the_next_button(self, client: Client) -> None:
        text = page(client, "/cards?page=2", hx_request="true", hx_target="more")
        assert len(cards_in(text)) == 60 and "page=3" in text and 'id="found"' not in text

    def test_the_address_bar_gets_the_short_address(self, client: Client) -> None:
        response = client.get("/cards?q=vader&slot=&type=&as_of=", headers={"hx-request": "true"})
        assert response["HX-Push-Url"] == "/cards?q=vader"

    def test_typing_on_replaces_the_step_before(self, client: Client) -> None:
        headers = {
            "hx-request": "true",
            "hx-trigger-name": "q",
            "hx-current-url": "http://localhost/cards?q=va",
        }
        assert client.get("/cards?q=vader", headers=headers)["HX-Replace-Url"] == "/cards?q=vader"

    def test_going_back_gets_the_whole_page(self, client: Client) -> None:
        headers = {"hx_request": "true", "hx_history_restore_request": "true"}
        assert "<html" in page(client, "/cards?q=vader", **headers)


class TestCardPages:
    def test_every_card_has_a_page_with_its_name_and_its_known_defects(self, client: Client) -> None:
        for slug, card in catalogue().slugs.items():
            text = unescape(page(client, f"/cards/{slug}"))
            assert f"<title>{card.full_name} · Muster</title>" in text
            assert all(mark.note in text for mark in card.marks), slug

    def test_a_unit_shows_profile_weapons_keywords_and_slots(self) -> None:
        shown = sheet(catalogue().slugs[STORMTROOPERS])
        assert [(s.name, s.value) for s in shown.stats[:4]] == [
            ("Minis", "4"),
            ("Wounds", "1"),
            ("Courage", "1"),
            ("Speed", "2"),
        ]
        assert {weapon.name for weapon in shown.weapons} == {"E-11 Blaster Rifle", "Bludgeon"}
        assert [note.label for note in shown.keywords] == ["Precise 1"] and shown.keywords[0].meaning
        assert {chip.slot for chip in shown.slots} >= set(catalogue().slugs[STORMTROOPERS].slots)

    def test_the_number_on_a_slot_is_the_number_of_cards_behind_it(self) -> None:
        for chip in sheet(catalogue().slugs[STORMTROOPERS]).slots:
            query = card_query.read_query(QueryDict(chip.address.partition("?")[2]))
            assert len(card_query.find_cards(query)[0]) == chip.fits

    def test_an_upgrade_groups_its_bearers_by_faction(self) -> None:
        upgrade = catalogue().slugs["upgrade/offensive-push"]
        groups = sheet(upgrade).equippers
        assert sum(len(group.rows) for group in groups) == len(catalogue().equippers(upgrade))
        assert all(line.faction == group.flag for group in groups for line in group.rows)
        assert ("Equipped by", "any unit with a training slot", "") in sheet(upgrade).building

    def test_a_command_card_leads_to_the_units_that_open_it_and_back(self) -> None:
        vader = catalogue().slugs[VADER]
        for command in catalogue().command_cards(vader):
            assert VADER in {line.card.slug for line in sheet(command).bearers}

    def test_a_battle_force_shows_its_roster_with_limits(self) -> None:
        force = catalogue().slugs["battle-force/blizzard-force"]
        shown = sheet(force)
        corps = next(group for group in shown.roster if group.name == "Corps")
        assert corps.note == "Standard 3–6, Recon 2–4"
        assert {line.card.slug for line in corps.rows} == {
            catalogue().units[u].slug for u in force.roster["corps"]
        }

    def test_keywords_open_without_a_script(self, client: Client) -> None:
        text = page(client, f"/cards/{VADER}")
        assert '<details class="keyword"><summary>Deflect' in text
        assert catalogue().keywords["deflect"].meaning.replace("'", "&#39;") in text

    def test_unpriced_is_not_free(self, client: Client) -> None:
        unpriced = next(card for card in catalogue().data.units if card.points is None)
        text = page(client, f"/cards/{unpriced.slug}")
        assert "unpriced" in text and "Its points are not known" in text

    def test_what_we_do_not_know_is_said(self, client: Client) -> None:
        unknown = next(card for card in catalogue().data.upgrades if "use" in card.unknown)
        text = page(client, f"/cards/{unknown.slug}")
        assert "Not known: exhaust or expend mark" in text and "Tell us</a> if you have the card." in text
        assert f">{unknown.id}<" not in text, "an id says nothing to people"

    @pytest.mark.parametrize("slug", ["unit/hondo-ohnaka", "unit/anakin-skywalker", "command/revenge"])
    def test_a_short_not_known_leads_to_why_and_how_to_help(self, client: Client, slug: str) -> None:
        card = next(
            card for card in catalogue().cards.values() if card.unknown and card.slug.startswith(slug)
        )
        text = page(client, f"/cards/{card.slug}")
        why = text.partition('id="not-known"')[2].partition("</div>")[0]
        assert "No source we have read says it." in why and "Tell us</a> if you have the card." in why
        assert not re.search(r"<dd>\s*not known", text, re.I), "no reason beside it"
        assert all(words.fact(field) in why for field in card.unknown)
        assert not re.search("[a-z]_[a-z]", why), "the name of a field says nothing to people"

    def test_points_of_another_day(self, client: Client) -> None:
        text = page(client, f"/cards/{STORMTROOPERS}?as_of=2024-01-01")
        assert "Points of 1 January 2024" in text and '<span class="num figure">44' in text


class TestTheChart:
    def test_says_in_words_what_it_draws(self) -> None:
        drawn = card_chart.chart(catalogue().slugs[STORMTROOPERS], catalogue().edition)
        assert drawn is not None and drawn.text == "44 points until 19 July 2024, then 42."

    def test_stays_inside_and_ends_at_todays_points(self) -> None:
        for card in (*catalogue().data.units, *catalogue().data.upgrades):
            if (drawn := card_chart.chart(card, catalogue().edition, date(2018, 1, 1))) is None:
                continue
            assert drawn.text.endswith(f"then {card.points}."), card.slug
            path = drawn.path + drawn.unsure
            assert all(0 <= float(n) <= 300 for n in re.findall(r"[\d.]+", path)), card.slug
            dates = sorted(label.x for label in drawn.dates if label.anchor == "middle")
            assert all(b - a >= card_chart.DATE_ROOM for a, b in pairwise(dates)), card.slug

    def test_nothing_changed_nothing_drawn(self) -> None:
        still = catalogue().slugs["upgrade/call-to-arms"]
        assert card_chart.chart(still, catalogue().edition) is None

    def test_shows_what_is_certain_and_what_is_not(self, client: Client) -> None:
        """Iden Versio cost 100 on every day seen until April 2025; before February 2024 nothing is known."""
        text = page(client, "/cards/unit/iden-versio-inferno-squad-leader")
        assert (
            "100 points (not certain) until 20 February 2024, then 100 until 6 April 2025, "
            "then 100 (not certain) until 15 April 2025, then 115."
        ) in text
        assert 'class="series a unsure"' in text and "Dashed where what it cost is not certain." in text
        assert "Before this day: 100 points; upgrade bar Training, Training, Gear, Armament" in text

    def test_nothing_is_dashed_where_all_is_known(self, client: Client) -> None:
        assert "unsure" not in page(client, f"/cards/{STORMTROOPERS}")


class TestWords:
    def test_restrictions(self) -> None:
        assert words.restriction(Restriction()) == "any unit"
        assert (
            words.restriction(Restriction(factions=("empire",), unit_types=("trooper",))) == "Empire Trooper"
        )
        assert (
            words.restriction(Restriction(unless=Restriction(ranks=("heavy",)))) == "any unit, but not Heavy"
        )

    def test_dated_changes(self) -> None:
        change = Change(date=date(2024, 7, 19), kinds=("keywords", "stats"), official=True)
        assert words.change_words(change) == "Keywords and profile changed (official errata)"

    def test_periods(self) -> None:
        assert words.period("2026-Q4") == "fourth quarter of 2026"
        assert words.period("2026-08") == "August 2026"


class TestKeywords:
    def test_all_are_listed_and_explained(self, client: Client) -> None:
        text = page(client, "/keywords")
        assert f"{len(catalogue().keywords)} keywords" in text
        assert text.count("<dt>") == len(catalogue().keywords)

    def test_search_by_name_puts_the_name_first(self, client: Client) -> None:
        text = page(client, "/keywords?q=precise", hx_request="true")
        assert "<html" not in text
        assert re.findall(r"/keywords/([a-z-]+)", text)[0] == "precise"

    def test_every_keyword_has_a_page_with_its_cards(self, client: Client) -> None:
        for keyword in catalogue().keywords:
            text = page(client, f"/keywords/{keyword}")
            for kind in KINDS:
                carriers = [card for card in catalogue().with_keyword(keyword) if card.kind == kind]
                linked = sum(f'href="/cards/{card.slug}"' in text for card in carriers)
                assert linked == min(len(carriers), keywords.SHOWN), keyword

    def test_unknown_keyword(self, client: Client) -> None:
        assert "/keywords/precise" in page(client, "/keywords/precice", 404)


class TestFreshness:
    @pytest.mark.parametrize(
        "address", ["/cards?q=vader", f"/cards/{VADER}", "/keywords", "/keywords/precise"]
    )
    def test_a_copy_that_is_still_good_is_not_sent_again(self, client: Client, address: str) -> None:
        first = client.get(address)
        again = client.get(address, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304 and not again.content
        assert {"Cookie", "HX-Request"} <= {part.strip() for part in first["Vary"].split(",")}

    def test_a_copy_in_another_language_is_not_good(self, client: Client, monkeypatch) -> None:
        first = client.get("/keywords")
        monkeypatch.setattr(freshness, "language", lambda: "de")
        assert client.get("/keywords", headers={"if-none-match": first["ETag"]}).status_code == 200

    def test_the_theme_the_query_and_htmx_make_another_page(self, client: Client) -> None:
        plain = client.get("/cards")["ETag"]
        others = {
            client.get("/cards?q=a")["ETag"],
            client.get("/cards", headers={"hx-request": "true"})["ETag"],
        }
        client.cookies["theme"] = "dark"
        others.add(client.get("/cards")["ETag"])
        assert plain not in others and len(others) == 3

    def test_a_waiting_message_is_never_swallowed(self, client: Client) -> None:
        tag = client.get("/cards")["ETag"]
        client.cookies["messages"] = "anything"
        assert client.get("/cards", headers={"if-none-match": tag}).status_code == 200


class TestBadInput:
    def test_unknown_card_suggests_the_nearest(self, client: Client) -> None:
        text = page(client, "/cards/unit/darth-vadre-dark-lord-of-the-sith", 404)
        assert f'href="/cards/{VADER}"' in text

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("as_of=2024-13-45", "“2024-13-45” isn’t a date."),
            ("faction=hutts", "There is no faction “hutts” to filter by."),
            ("card=unit/nobody", "There is no card “unit/nobody” to filter by."),
            ("q=" + "x" * 1_000_000, "The search has 1,000,000 letters; at most 100 are read."),
            ("slot=" + "y" * 1_000_000, "(1000000 characters)"),
        ],
    )
    def test_nonsense_is_refused_with_a_sentence(self, client: Client, query: str, sentence: str) -> None:
        assert sentence in page(client, f"/cards?{query}", 400)

    def test_ten_thousand_filters(self, client: Client) -> None:
        page(client, "/cards?" + "&".join(f"faction=f{n}" for n in range(10_000)), 400)

    def test_wrong_date_on_a_card(self, client: Client) -> None:
        assert "isn’t a date" in page(client, f"/cards/{VADER}?as_of=yesterday", 400)

    def test_a_page_number_out_of_reach_shows_the_nearest_page(self, client: Client) -> None:
        last = len(catalogue().slugs) // 60 + 1
        assert (
            cards_in(page(client, "/cards?page=99999")) == cards_in(page(client, f"/cards?page={last}")) != []
        )
        assert len(cards_in(page(client, "/cards?page=-1"))) == 60

    @pytest.mark.parametrize("q", ["<script>", "'\"", "\x00", "%", "🙂", "…" * 40])
    def test_odd_signs_are_words_like_any_other(self, client: Client, q: str) -> None:
        response = client.get("/cards", {"q": q})
        assert response.status_code == 200 and b"<script>alert" not in response.content

    def test_posting_is_not_possible(self, client: Client) -> None:
        assert client.post("/cards").status_code == 405


def test_a_unit_on_a_small_base_says_that_the_template_shows_what_it_sees():
    units = {unit.name: unit for unit in catalogue().units.values() if unit.base_mm}
    facts = {name: dict(figure_facts(units[name])) for name in ("Stormtroopers", "AT-ST")}
    assert facts["Stormtroopers"]["Line of sight"] == "by the silhouette template"
    assert "Line of sight" not in facts["AT-ST"]


class TestWhatIsDoneOnce:
    """Cards do not change while a process lives: work is counted, not time."""

    def test_every_page_of_a_list_and_every_card_beside_it_is_one_search(self, client: Client) -> None:
        card_query.search_cards.cache_clear()
        for more in ("", "&page=2", f"&card={VADER}", "&as_of=2025-01-01"):
            page(client, f"/cards?faction=empire{more}")
        assert card_query.search_cards.cache_info().misses == 1

    def test_filters_are_drawn_once_for_the_choices_made(self, client: Client) -> None:
        cards.render_filters.cache_clear()
        for more in ("", "&q=vader", "&page=2", f"&card={VADER}", f"&fits={VADER}"):
            page(client, f"/cards?rank=corps{more}")
        assert cards.render_filters.cache_info().misses == 1

    @pytest.mark.parametrize(
        ("chosen", "mark"),
        [
            ("faction=empire", 'value="empire" checked'),
            ("rank=corps", 'value="corps" checked'),
            ("kind=upgrade", 'value="upgrade" checked'),
            ("slot=force", 'value="force" selected'),
            ("type=trooper", 'value="trooper" selected'),
            ("keyword=charge", 'value="charge" selected'),
            ("unique=1", 'name="unique" value="1" checked'),
            ("released=1", 'name="released" value="1" checked'),
            ("as_of=2025-01-01", 'name="as_of" value="2025-01-01"'),
        ],
    )
    def test_and_no_choice_is_left_over_from_another_page(
        self, client: Client, chosen: str, mark: str
    ) -> None:
        assert mark in " ".join(page(client, f"/cards?{chosen}").split())
        assert mark not in " ".join(page(client, "/cards").split())
