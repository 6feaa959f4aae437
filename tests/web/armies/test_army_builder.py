"""The builder: every act, every state an address, nothing lost by stale pages, double taps or nonsense."""

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.commands import Edited
from muster.rules.armies.army import MAX_ENTRIES, require_sizes
from muster.rules.armies.history import change
from muster.rules.cards import catalogue
from muster.store.armies import DatabaseArmies
from tests.web.account_fixtures import markup, text_of
from tests.web.army_fixtures import HEADERS, Builder, verdict
from tests.web.kept_world import kept

pytestmark = pytest.mark.django_db


def card(name: str, title: str | None = None) -> str:
    return catalogue().by_name(name, title)[0].id


VADER = card("Darth Vader", "Dark Lord of the Sith")
STORMTROOPERS, SNOWTROOPERS = card("Stormtroopers"), card("Snowtroopers")
PUSH, CHOKE, HEAVY = card("Force Push"), card("Force Choke"), card("DLT-19 Stormtrooper")
STATES = (
    "?add=corps",
    "?add=corps&show=all",
    "?unit=u1",
    "?equip=u1&slot=gear",
    "?hand=1",
    "?deck=objective",
)
STATES += ("?add=corps&sort=dice-2", "?add=corps&sort=-points&q=storm")
STATES += ("?reasons=1", "?settings=1", "?notes=1", "?more=1", "?odds=u1", "?add=corps&q=storm", "?join=u1")


@pytest.fixture
def builder() -> Builder:
    return kept(Builder)


def units(builder: Builder) -> list[tuple[str, int]]:
    return [(entry.unit, entry.count) for entry in builder.army.units]


def test_a_new_army_opens_the_picker_for_commanders(builder: Builder) -> None:
    page = builder.html("?add=commander")
    assert "Add commander" in page and "Darth Vader" in page
    assert verdict(page).endswith("to fix")


def test_adding_counting_and_removing(builder: Builder) -> None:
    builder.has(f"add {VADER}", f"add {STORMTROOPERS}", "count u2 3")
    assert units(builder) == [(VADER, 1), (STORMTROOPERS, 3)]
    builder.has("count u2 0")
    assert units(builder) == [(VADER, 1)]
    builder.has("remove u1")
    assert units(builder) == []


def test_a_line_is_duplicated_with_all_that_is_on_it(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}", f"equip u1 {HEAVY}", "duplicate u1")
    assert [entry.upgrades for entry in builder.army.units] == [(HEAVY,), (HEAVY,)]


def test_lines_move_within_their_rank(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}", f"add {VADER}", f"add {SNOWTROOPERS}", "before u3 u1")
    assert [entry.key for entry in builder.army.units] == ["u3", "u1", "u2"]
    page = builder.html("?unit=u1")
    assert 'value="before u1 u3"' in page and 'value="after u1' not in page


def test_upgrades_go_on_off_and_are_swapped_in_one_step(builder: Builder) -> None:
    builder.has(f"add {VADER}", f"equip u1 {PUSH}", f"swap u1 {PUSH} {CHOKE}")
    assert builder.army.units[0].upgrades == (CHOKE,)
    builder.has(f"unequip u1 {CHOKE}")
    assert builder.army.units[0].upgrades == ()
    builder.has("count u1 2")
    before = builder.version
    builder.do("undo")
    assert builder.army.units[0].count == 1 and builder.version == before + 1
    builder.do("redo")
    assert builder.army.units[0].count == 2


def test_the_hand_takes_standing_orders_along(builder: Builder) -> None:
    builder.has("hand-in bl")
    assert builder.army.command_hand == ("bl", "aa")
    builder.has("hand-out bl")
    assert builder.army.command_hand == ("aa",)
    assert builder.do("hand-out bl").status_code == 422


def test_the_battle_deck_by_category(builder: Builder) -> None:
    builder.has("deck-in objective Ag", "deck-in objective Ah", "deck-out objective Ag")
    assert builder.army.battle_deck.objective == ("Ah",)


def test_names_of_battle_cards_are_typed_where_the_format_says_so() -> None:
    builder = Builder(format="legacy-800")
    assert "one a line" in builder.html("?deck=deployment")
    builder.do("deck-typed deployment", cards="Major Offensive\r\n\r\n  Danger Close ")
    assert builder.army.battle_deck.deployment == ("Major Offensive", "Danger Close")


def test_recon_has_nothing_to_choose_for_the_deck() -> None:
    page = Builder(format="recon").html("?deck=objective")
    assert "always uses its own nine cards" in page and "deck-in" not in page


def test_settings_change_format_force_choices_name_notes_and_date(builder: Builder) -> None:
    builder.do("name", name="  Snow   Patrol ")
    builder.do("force", force="bf")
    builder.do("format", format="recon", limit="650", **{"corps-min": "1", "corps-max": "5"})
    builder.do("notes", notes="Hold\r\nthe gate")
    builder.do("points-date", day="2024-12-06")
    army = builder.army
    assert (army.name, army.battle_force, army.format, army.limit) == ("Snow Patrol", "bf", "recon", 650)
    assert army.ranks is not None and army.ranks.limits["corps"] == (1, 5)
    assert (army.notes, army.points_date.isoformat()) == ("Hold\nthe gate", "2024-12-06")
    builder.do("format", format="recon", limit="600")
    assert builder.army.limit is None and builder.army.ranks is None


def test_choices_of_a_battle_force() -> None:
    builder = Builder(faction="mandalorians", force="cc")
    builder.do("force", force="cc", choices=["Veterans", "Guns for Hire"])
    assert builder.army.choices == ("Veterans", "Guns for Hire")
    assert re.search(r'value="Veterans" checked', builder.html("?settings=1"))


@pytest.mark.parametrize("state", STATES)
def test_every_state_has_an_address_for_pages_and_for_taps(builder: Builder, state: str) -> None:
    builder.has(f"add {VADER}")
    page, part = builder.get(state), builder.get(state, **{"HX-Request": "true"})
    assert page.status_code == part.status_code == 200
    assert "<html" in page.content.decode() and "<html" not in part.content.decode()
    assert part.content.decode().lstrip().startswith('<div id="builder"')
    assert page["Cache-Control"] == "no-store"


def test_the_way_back_gets_the_whole_page(builder: Builder) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in builder.get("?add=corps", **headers).content.decode()


@pytest.mark.parametrize(
    "state",
    ["?unit=u9", "?add=wombat", "?equip=u9&slot=gear", "?equip=u1&slot=x", "?deck=x", "?join=", "?q=x"],
)
def test_an_address_of_something_gone_opens_the_army(builder: Builder, state: str) -> None:
    page = builder.html(state)
    assert 'id="drawer"' not in page and "data-open" not in page


def test_a_tap_answers_with_the_builder_and_its_address(builder: Builder) -> None:
    response = builder.tap(f"add {VADER}", at="add=commander")
    assert response.content.decode().lstrip().startswith('<div id="builder"')
    assert response["HX-Replace-Url"] == f"{builder.address}?add=commander"
    equipped = builder.tap(f"equip u1 {PUSH}", at="equip=u1&slot=force")
    assert equipped["HX-Replace-Url"] == f"{builder.address}?unit=u1"


def test_removal_offers_the_way_back(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}")
    page = builder.tap("remove u1").content.decode()
    assert "Stormtroopers removed." in page and 'value="undo">Undo' in page
    builder.has("undo")
    response = builder.do("remove u1")
    assert response["Location"].endswith("?done=1")
    assert "Stormtroopers removed." in builder.html("?done=1")


def test_a_stale_page_loses_nothing_and_shows_the_new_state(builder: Builder) -> None:
    seen = builder.version
    builder.has(f"add {VADER}")
    form = {"do": f"add {STORMTROOPERS}", "seen": seen, "key": "old page"}
    response = builder.client.post(f"{builder.address}/act", form)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Changed in another tab or by someone else" in page and "Darth Vader" in page
    assert units(builder) == [(VADER, 1)]


def test_why_a_tap_did_nothing_is_said_in_the_sheet_it_was_made_in(builder: Builder) -> None:
    """On a phone the sheet covers everything else."""
    seen = builder.version
    builder.has(f"add {VADER}")
    form = {"do": f"add {STORMTROOPERS}", "seen": seen, "key": "old page", "at": "add=corps"}
    page = builder.client.post(f"{builder.address}/act", form).content.decode()
    assert page.count("Changed in another tab or by someone else") == 1
    assert page.index('id="drawer"') < page.index("Changed in another tab or by someone else")


def test_the_same_form_sent_twice_acts_once(builder: Builder) -> None:
    form = {"do": f"add {VADER}", "seen": builder.version, "key": "one page"}
    for _ in range(2):
        assert builder.client.post(f"{builder.address}/act", form).status_code == 302
    assert units(builder) == [(VADER, 1)]


def test_two_buttons_of_one_page_are_two_acts(builder: Builder) -> None:
    form = {"seen": builder.version, "key": "one page"}
    builder.client.post(f"{builder.address}/act", {**form, "do": f"add {VADER}"})
    response = builder.client.post(f"{builder.address}/act", {**form, "do": f"add {STORMTROOPERS}"})
    assert response.status_code == 409, "not taken for a repeat, and not lost in silence"


@pytest.mark.parametrize(
    ("act", "fields", "status", "sentence"),
    [
        ("", {}, 422, "The builder can’t do"),
        ("fly away", {}, 422, "The builder can’t do"),
        ("add", {}, 422, "The builder can’t do"),
        ("add zz", {}, 404, "zz"),
        (f"add {VADER.upper()}", {}, 404, VADER),
        (f"add {PUSH}", {}, 404, PUSH),
        ("remove u7", {}, 422, "no longer in the army"),
        ("count u1 10000", {}, 422, "At units[0].count"),
        ("count u1 -1", {}, 422, "a whole number"),
        ("count u1 many", {}, 422, "a whole number"),
        ("equip u1 zz", {}, 404, "zz"),
        (f"unequip u1 {PUSH}", {}, 422, "no longer has that upgrade"),
        ("join u1 zz", {}, 422, "The builder can’t do"),
        ("hand-in zz", {}, 404, "zz"),
        ("deck-in nowhere Ag", {}, 422, "The builder can’t do"),
        ("deck-in objective zz", {}, 422, "The builder can’t do"),
        ("format", {"format": "chess"}, 422, "There is no format chess"),
        ("format", {"format": "standard", "limit": "lots"}, 422, "a whole number"),
        ("format", {"format": "standard", "corps-min": "9", "corps-max": "1"}, 422, "no range"),
        ("force", {"force": "zz"}, 404, "zz"),
        ("points-date", {"day": "yesterday"}, 422, "isn’t a date"),
        ("name", {"name": "x" * 1000}, 422, "At name"),
        ("notes", {"notes": "x" * 20_000}, 422, "At notes"),
        ("redo", {}, 422, "nothing of yours to redo"),
    ],
)
def test_nonsense_is_named_and_changes_nothing(
    builder: Builder, act: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    builder.has(f"add {VADER}")
    before = builder.army
    response = builder.do(act, **fields)
    assert response.status_code == status
    assert sentence in text_of(response).replace("&#34;", '"')
    assert 'id="builder"' in response.content.decode(), "the army is still on the screen"
    assert builder.army == before


def test_a_whole_megabyte_is_refused(builder: Builder) -> None:
    assert builder.do("notes", notes="x" * 1_100_000).status_code == 400
    assert builder.army.notes == ""


def test_an_army_has_an_end(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}")
    full = builder.army
    store = DatabaseArmies()
    lines = tuple(full.units[0] for _ in range(MAX_ENTRIES))
    keyed = tuple(replace(line, key=f"u{number}") for number, line in enumerate(lines, 1))
    saved = store.get(builder.id)
    assert saved is not None
    act = Act(saved.owner, saved.changed, "many")
    many = Edited(require_sizes(replace(saved.army, units=keyed)), change("named"))
    saving.apply_edit(store, act, builder.id, saved.version, lambda _: many)
    response = builder.do(f"add {SNOWTROOPERS}")
    assert response.status_code == 422 and "At units" in text_of(response)
    assert len(builder.army.units) == MAX_ENTRIES


def test_other_people_find_nothing(builder: Builder) -> None:
    stranger = Client(headers=HEADERS)
    other = Builder()
    for client in (stranger, other.client):
        assert client.get(builder.address).status_code == 404
        assert client.post(f"{builder.address}/act", {"do": f"add {VADER}", "seen": 1}).status_code == 404
        assert client.get(builder.address.upper().replace("/ARMIES", "/armies")).status_code == 404
    assert builder.army.units == ()


def test_reasons_are_numbered_explained_and_can_be_mended(builder: Builder) -> None:
    builder.has(f"add {VADER}", "count u1 2")
    page = builder.html("?reasons=1")
    text = " ".join(re.sub("<[^>]*>", " ", page).split())
    assert "2 × Darth Vader; it is unique" in text
    assert "Corps: 0 of at least 3" in text and "core rulebook, rank requirements" in text
    assert 'value="count u1 1"' in page and "?add=corps" in page and "?hand=1" in page
    assert 'href="/why?refusal=army.unique"' in page and 'href="/why?refusal=army.rank_min"' in page
    number = re.search(r'class="badge" href="[^"]*#reason-(\d+)"', page)
    assert number and f'id="reason-{number[1]}"' in page


def test_the_picker_says_what_may_be_added_and_why_not_the_rest(builder: Builder) -> None:
    builder.has(f"add {VADER}")
    may, every = builder.html("?add=operative"), builder.html("?add=operative&show=all")
    assert "Darth Vader" not in re.sub(r'<ol class="roll".*?</ol>', "", may, flags=re.S)
    assert "it is unique" in every and "anyway" in every
    assert 'href="/why?refusal=army.unique"' in every and 'href="/why?refusal' not in may
    found = builder.html("?add=corps&q=snowtroopers")
    assert found.count('class="pick"') == 1


def test_a_card_in_its_slot_can_be_taken_off_or_exchanged(builder: Builder) -> None:
    builder.has(f"add {VADER}", f"equip u1 {PUSH}")
    page = builder.html(f"?equip=u1&slot=force&out={PUSH}")
    assert f'value="unequip u1 {PUSH}"' in page and f'value="swap u1 {PUSH} {CHOKE}"' in page
    assert f'value="swap u1 {PUSH} {PUSH}"' not in page


def test_odds_of_a_unit_against_another_open_the_odds_page(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}")
    assert "Stormtroopers attacks" in builder.html("?odds=u1")
    weapon = re.findall(
        r'name="weapon-(\d)" type="number" min="0" max="4" value="4"', builder.html("?odds=u1")
    )
    assert len(weapon) == 1
    response = builder.get(f"/odds?key=u1&weapon-{weapon[0]}=4&target={VADER}")
    assert response.status_code == 302 and f"weapon-{weapon[0]}=4" in response["Location"]
    odds = builder.client.get(response["Location"])
    assert odds.status_code == 200 and "a=white-4.surge-hit" in odds.content.decode()
    assert "vs-red" in odds.content.decode() and "left-8" in odds.content.decode()
    assert builder.get("/odds?key=u1&weapon-0=1&target=zz").status_code == 404
    assert builder.get(f"/odds?key=u1&weapon-0=x&target={VADER}").status_code == 422


def test_a_counterpart_joins_and_leaves() -> None:
    builder = Builder(faction="republic")
    unit = next(u for u in catalogue().data.units if u.counterpart and u.faction == "republic")
    builder.has(f"add {unit.id}")
    if builder.army.units[0].counterpart is None:
        builder.has(f"join u1 {unit.counterpart}")
    assert builder.army.units[0].counterpart is not None
    builder.has("leave u1")
    assert builder.army.units[0].counterpart is None


def test_a_card_that_brings_its_slot_has_a_place_to_be_equipped(builder: Builder) -> None:
    """Imperial March on Stormtroopers, who have no Training slot."""
    builder.has(f"add {STORMTROOPERS}")
    assert "slot=training" in builder.html("?unit=u1")
    assert "Imperial March" in builder.html("?equip=u1&slot=training")
    builder.has("equip u1 Bo")
    assert builder.army.units[0].upgrades == ("Bo",)


def test_there_is_no_second_of_something_unique_and_the_page_says_why(builder: Builder) -> None:
    builder.has(f"add {VADER}", f"add {STORMTROOPERS}")
    page = builder.html("?unit=u1")
    assert "Darth Vader is unique: one in an army (core rulebook, unique and limited cards)." in page
    for act in ("count u1 2", "duplicate u1"):
        assert re.search(rf'value="{act}"[^>]* disabled', page), act
    page = builder.html("?unit=u2")
    assert "is unique" not in page and not re.search(r'value="(count u2 2|duplicate u2)"[^>]* disabled', page)


def test_the_same_unit_again_is_one_more_on_an_equal_line(builder: Builder) -> None:
    builder.has(f"add {STORMTROOPERS}", f"add {STORMTROOPERS}")
    assert units(builder) == [(STORMTROOPERS, 2)]
    builder.has(f"equip u1 {HEAVY}", f"add {STORMTROOPERS}")
    assert units(builder) == [(STORMTROOPERS, 2), (STORMTROOPERS, 1)]


def test_a_full_hand_is_called_complete(builder: Builder) -> None:
    builder.has(f"add {VADER}")
    assert "is complete" not in builder.html("?hand=1") and ", complete" not in builder.html()
    builder.has(*(f"hand-in {card}" for card in ("bl", "ca", "bk", "cb", "bj", "cc")))
    page = builder.html("?hand=1")
    assert "The command hand is complete." in page and "of 7, complete" in page
    assert "Nothing more may be added" not in page


def test_commanders_and_operatives_have_a_cap_together_that_is_shown() -> None:
    collective = Builder(faction="mercenary", force="sc")
    assert "Commanders and operatives together: 0 of at most 4." in collective.html()
    assert "operatives together" not in Builder().html()


def test_a_full_rank_offers_the_next_and_every_rank_is_in_reach(builder: Builder) -> None:
    builder.has("add at", "add au")
    page = builder.html("?add=commander")
    assert "Commander is full." in page
    assert re.search(r'href="[^"]*\?add=operative">\s*Next: operative</a>', page)
    ranks = re.search(r'aria-label="Rank to add to">(.*?)</nav>', page)
    assert ranks and ranks[1].count("?add=") == 6
    assert "full." not in builder.html("?add=operative")
    # Where the two are full together, neither is offered.
    remnant = Builder(force="ir").has("add ui", "add Cb")
    page = remnant.html("?add=commander")
    assert re.search(r'href="[^"]*\?add=corps">\s*Next: corps</a>', page)


def test_the_total_is_said_when_it_changes(builder: Builder) -> None:
    page = builder.html()
    assert '<p class="vh" id="said" role="status"></p>' in page, "outside what a tap swaps"
    assert page.index('id="said"') < page.index('id="builder"')
    answer = markup(builder.tap(f"add {STORMTROOPERS}"))
    points = catalogue().units[STORMTROOPERS].points
    assert f'data-said="{points} of 1,000 points"' in answer and 'id="said"' not in answer


def test_the_picker_sorts_units_by_a_figure_and_keeps_the_order_after_an_act(builder: Builder) -> None:
    plain = builder.html("?add=corps")
    assert "?add=corps&amp;sort=points" in plain and 'name="sort"' not in plain
    text = builder.html("?add=corps&sort=points-per-wound")
    costs = [float(cost) for cost in re.findall(r">([0-9.]+) points per wound", text)]
    assert 10.5 in costs and costs == sorted(costs)  # Stormtroopers: 42 points, four minis of 1 wound
    assert 'value="points-per-wound" selected' in text and "over the wounds of all its minis" in text
    assert 'type="hidden" name="sort" value="points-per-wound"' in text  # the search keeps it
    after = builder.do("add ay", at="add=corps&sort=points-per-wound")["Location"]
    assert "sort=points-per-wound" in after
    assert "sort=" not in builder.html("?add=corps&sort=beauty").replace("&amp;sort=points", "")


def test_a_card_of_the_picker_folds_out_into_what_it_does(builder: Builder) -> None:
    builder.has(f"add {VADER}", f"equip u1 {PUSH}")
    picker = builder.html("?equip=u1&slot=force")
    assert f'<details data-does="{CHOKE}"><summary>Effect</summary></details>' in picker
    assert "cards/does.js" in picker
    line = text_of(builder.client.get(f"/cards/effect/{CHOKE}", headers=HEADERS))
    assert line.strip().startswith("Exhaust as a free action: an enemy Trooper unit of your choice")
    assert f'<details data-does="{PUSH}"><summary>Force Push</summary>' in builder.html("?unit=u1")
    assert f'data-does="{PUSH}"' not in builder.html()


def test_a_command_card_folds_out_in_the_hand_and_among_those_offered(builder: Builder) -> None:
    builder.has(f"add {VADER}", "hand-in bm")
    page = builder.html("?hand=1")
    held = page[page.index('aria-label="In the hand"') : page.index('id="picks"')]
    assert '<details data-does="bm"><summary>Effect</summary>' in held
    assert '<details data-does="bw"><summary>Darth Vader' in page
