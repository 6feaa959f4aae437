"""The pages of squads: what they show, find, print and refuse."""

from html import unescape

import pytest
from django.test import Client

from muster.rules.game.special_operations.squads.cards import EDITIONS, EditionId
from muster.rules.game.special_operations.squads.finding import entries
from muster.web.cards.squad_sheets import address, squad_sheet
from muster.web.print.squads.sheets import (
    SQUAD_PAPERS,
    TABLE_PAPERS,
    loadout_sheet,
    reference_sheet,
    transmitter_sheet,
)
from muster.web.print.squads.sheets import squad_sheet as paper_sheet
from tests.web.account_fixtures import markup


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return unescape(markup(response))


class TestPages:
    def test_the_playtest_is_the_default_and_the_other_edition_one_tap_away(self, client: Client) -> None:
        text = page(client, "/squads")
        assert "8 squads" in text and "Bright Tree Allies" not in text
        later = page(client, "/squads?edition=v1.1")
        assert "10 squads" in later and "Mandalorian Super Commandos" in later
        assert 'href="/squads?edition=v1.1"' in text and 'href="/squads"' in later

    @pytest.mark.parametrize("edition", EDITIONS)
    def test_every_card_has_a_page_with_its_name(self, client: Client, edition: EditionId) -> None:
        for entry in entries(edition).values():
            assert entry.card.name in page(client, address(edition, entry.kind, entry.card.id))

    @pytest.mark.rule(289)
    def test_a_squad_shows_units_loadouts_and_hand(self, client: Client) -> None:
        text = page(client, "/squads/invasion-force")
        for words in (
            "B2 Super Battle Droid",
            "Special Forces",
            "Networked Calculations",
            "Orbital Ship Command",
        ):
            assert words in text
        assert "5 Droid Troopers" in text and "AI: Attack" in text
        sheet = squad_sheet("playtest", entries("playtest")["squad", "invasion-force"].squads[0])
        assert (sheet.miniatures, len(sheet.loadouts), len(sheet.hand)) == (10, 3, 6)
        assert [unit.row.name for unit in sheet.reserves] == ["Immobilized Vehicle"]

    def test_a_unit_says_where_its_values_come_from(self, client: Client) -> None:
        text = page(client, "/squads/unit/clone-medic")
        assert "001 Special Operations (playtest)" in text and "v1.1 (19.07.2024)" in text
        assert "Action. Remove 2 wounds" in text

    def test_a_unit_that_is_more_than_a_trooper_says_so(self, client: Client) -> None:
        """Droids are never Suppressed, clones share tokens, and cards name both."""
        text = page(client, "/squads/infantry")
        assert "Support, droid trooper" in text and "Corps, trooper" not in text
        assert "Commander, clone trooper" in page(client, "/squads/unit/arc-captain")

    def test_a_card_that_only_one_edition_has_leads_to_the_other_list(self, client: Client) -> None:
        text = page(client, "/squads/unit/mandalorian-captain?edition=v1.1")
        assert 'href="/squads"' in text and '/squads/unit/mandalorian-captain"' not in text
        page(client, "/squads/unit/mandalorian-captain", 404)

    def test_the_card_list_and_its_bar_lead_here(self, client: Client) -> None:
        assert 'href="/squads"' in page(client, "/cards")

    @pytest.mark.rule(322, 365, 383)
    def test_the_missions_have_maps_that_say_they_are_ours(self, client: Client) -> None:
        text = page(client, "/squads/missions")
        assert "These layouts are ours" in text and text.count('class="mission-map"') == 4
        for words in ("The Codes!", "Ambush point: 3″ from the left, 3″ from Red’s edge", "Nothing changes."):
            assert words in text
        assert "Transmit the Codes!" in page(client, "/squads/missions?edition=v1.1")


class TestSearch:
    @pytest.mark.parametrize(
        ("words", "name"),
        [
            ("medic", "Clone Trooper, Medic"),
            ("dug in", "Dug In"),
            ("last stand", "Last Stand"),
            ("oppresion", "Oppression"),
            ("danger sense", "Rebel Pathfinder"),
        ],
    )  # fmt: skip
    def test_finds_by_name_by_words_and_by_likeness(self, client: Client, words: str, name: str) -> None:
        assert name in page(client, f"/squads?q={words}")

    def test_htmx_gets_the_results_alone(self, client: Client) -> None:
        text = unescape(markup(client.get("/squads?q=astromech", headers={"HX-Request": "true"})))
        assert "<html" not in text and "R5 Astromech" in text and "R4 Astromech Droid" in text

    def test_nothing_found_says_where_else_to_look(self, client: Client) -> None:
        assert "search all other cards" in page(client, "/squads?q=zzzzzz")

    @pytest.mark.parametrize("query", ["edition=v9", "q=" + "a" * 101])
    def test_nonsense_is_refused(self, client: Client, query: str) -> None:
        page(client, f"/squads?{query}", 400)


class TestPaper:
    def test_every_sheet_is_a_pdf(self, client: Client) -> None:
        squad = [f"/squads/rebel-troopers/print/{sheet}.pdf?paper=letter" for sheet in SQUAD_PAPERS]
        for sheet in (*squad, *(f"/squads/print/{sheet}.pdf?edition=v1.1" for sheet in TABLE_PAPERS)):
            response = client.get(sheet)
            assert response.status_code == 200 and response.content.startswith(b"%PDF-")
            assert response["Content-Disposition"].startswith("inline")

    def test_a_sheet_we_do_not_have(self, client: Client) -> None:
        page(client, "/squads/rebel-troopers/print/nothing.pdf", 404)
        page(client, "/squads/nobody/print/squad.pdf", 404)
        page(client, "/squads/print/nothing.pdf", 404)

    @pytest.mark.rule(301)
    def test_the_squad_sheet_has_boxes_for_each_numbered_unit(self) -> None:
        squad = entries("playtest")["squad", "invasion-force"].squads[0]
        sheet = paper_sheet("playtest", squad, "a4")
        droids = next(unit for unit in sheet.units if unit.name == "B1 Battle Droid")
        assert (droids.copies, droids.wounds, droids.rank) == (5, 4, "Corps, Droid Trooper")
        assert [card.orders for card in sheet.hand][2] == "5 Droid Troopers"
        named = [line.name for line in sheet.reminders]
        assert named == sorted(set(named)) and "Suppressive X" in named
        assert [name for name in named if name.startswith("AI")] == [
            "AI: Attack",
            "AI: Attack or Move",
            "AI: Dash",
        ]

    @pytest.mark.parametrize(
        ("squad", "said"),
        [
            ("droid-commandos", {"Independent: Aim 1", "Independent: Dodge 1", "Bound"}),
            ("infantry", {"Steady"}),
            ("bright-tree-allies", {"Covert Deploy", "Disengage"}),
            ("mandalorian-super-commandos", {"Charge", "Ignore Cover"}),
        ],
    )
    def test_the_squad_sheet_says_what_loadouts_and_command_cards_give(
        self, squad: str, said: set[str]
    ) -> None:
        one = entries("v1.1")["squad", squad].squads[0]
        assert said <= {line.name for line in paper_sheet("v1.1", one, "a4").reminders}

    def test_swaps_are_on_the_squad_sheet_with_their_loadout(self) -> None:
        squad = entries("v1.1")["squad", "droid-commandos"].squads[0]
        noted = {unit.name: unit.note for unit in paper_sheet("v1.1", squad, "a4").units if unit.note}
        assert noted == {
            "BX-Series Sniper Droid": "With Sniper Droid",
            "IG-100 MagnaGuard, Electrowhip": "With Electrowhip MagnaGuard",
        }

    def test_loadout_cards_have_two_sides_with_their_weapons(self) -> None:
        squad = entries("v1.1")["squad", "mandalorian-super-commandos"].squads[0]
        (grenades, flamers), *_ = loadout_sheet("v1.1", squad, "a4").loadouts
        assert grenades.weapon is not None and flamers.weapon is not None
        assert (grenades.weapon.reach, grenades.weapon.black) == ("6″", 2)
        assert (flamers.weapon.reach, flamers.weapon.keywords) == ("Melee to 6″", ("Ignore Cover",))

    @pytest.mark.rule(340)
    def test_the_transmitter_card_has_its_eight_slots(self) -> None:
        slots = transmitter_sheet("playtest", "a4").slots
        assert slots == ("critical", "critical", "surge", "surge", "hit", "hit", "hit", "hit")

    def test_the_quick_reference_follows_the_edition(self) -> None:
        told = {
            edition: {
                line.note: line.words
                for chapter in reference_sheet(edition, "a4").chapters
                for line in chapter.lines
            }
            for edition in EDITIONS
        }
        assert "any colour" in told["playtest"]["309"] and "1 red die fewer" in told["v1.1"]["309"]
        assert "climbing" not in told["playtest"]["305"] and "without climbing" in told["v1.1"]["305"]

    @pytest.mark.rule(365)
    def test_the_quick_reference_has_the_vehicle_with_what_each_faction_adds(self) -> None:
        chapters = {chapter.title: chapter for chapter in reference_sheet("v1.1", "a4").chapters}
        lines = [f"{line.name} {line.words}".strip() for line in chapters["Immobilized Vehicle"].lines]
        assert lines[:3] == [
            "Heavy, Vehicle 15 wounds, no Courage, no defence dice.",
            "10″ · 2 red, 2 black · Critical 2 · Fixed: Sides or Rear",
            "18″ · 6 red · Critical 3 · Fixed: Front",
        ]
        own = [line.split(":")[0] for line in lines if ":" in line.split(" ")[0]]
        assert own == ["Rebels", "Republic", "Separatists", "Empire", "Mercenary"]


class TestApi:
    def test_finds_by_words_and_kind_in_an_edition(self, client: Client) -> None:
        asked = {"q": "astromech", "kind": "unit", "edition": "v1.1"}
        found = client.get("/api/v1/squads", asked).json()["items"]
        assert [(one["id"], one["in_squads"]) for one in found] == [
            ("astromech", ["rebel-troopers"]),
            ("astromech-droid", ["clone-troopers"]),
        ]

    def test_every_card_is_listed_once(self, client: Client) -> None:
        items = client.get("/api/v1/squads", {"limit": 200}).json()["items"]
        assert len(items) == len({(item["kind"], item["id"]) for item in items}) == len(entries("playtest"))

    def test_one_card_with_words_and_sources(self, client: Client) -> None:
        medic = client.get("/api/v1/squads/unit/clone-medic").json()
        assert (medic["rank"], medic["wounds"], medic["courage"]) == ("special-forces", 6, 1)
        assert medic["sources"]["rank"].startswith("001 ") and medic["words"][0]["name"] == "Heal"
        later = client.get("/api/v1/squads/unit/clone-medic", {"edition": "v1.1"}).json()
        assert later["rank"] == "support" and "sources" not in later

    def test_a_squad_lists_its_hand(self, client: Client) -> None:
        infantry = client.get("/api/v1/squads/squad/infantry").json()
        assert len(infantry["hand"]) == 6 and infantry["rules"] == [396, 395, 394]
        card = client.get("/api/v1/squads/command/hero-of-the-rebellion").json()
        assert card["orders_in_words"] == "1 Commander or 1 Operative"
