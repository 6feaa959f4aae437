"""The odds page: the same numbers as the engine, every state an address, bad input answered."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from muster.rules.cards import catalogue
from muster.rules.dice.links import from_link, to_query
from muster.rules.dice.odds import odds
from muster.rules.dice.questions import Attack, Defence, Guardian, Question


@pytest.fixture
def client():
    return Client(headers={"host": "localhost"})


def test_the_page_starts_with_a_question_and_its_exact_answer(client):
    page = client.get("/odds").content.decode()
    assert "1.00" in page
    assert "wounds on average" in page


def test_a_link_asks_again_what_was_shared(client):
    first = Question(Attack(red=3, aims=1), Defence(die="white", cover="heavy", wounds=2))
    second = Question(Attack(black=4), Defence(die="red", cover="light"))
    page = client.get(f"/odds?{to_query(first, second)}").content.decode()
    assert f"{float(odds(first.attack, first.defence).mean):.2f}" in page
    assert "7/8" in page
    assert "to defeat the unit" in page


def test_the_form_answers_like_the_link_and_names_its_address(client):
    fields = {
        "a-at-black": "4",
        "a-at-surge": "none",
        "a-df-die": "red",
        "a-df-surge": "false",
        "a-df-cover": "heavy",
    }
    response = client.get("/odds", fields, headers={"hx-request": "true"})
    assert "3/4" in response.content.decode()
    assert response["HX-Replace-Url"] == "/odds?a=black-4.vs-red.cover-heavy"
    assert client.get(response["HX-Replace-Url"]).status_code == 200


def test_armour_that_cancels_every_hit_survives_the_form(client):
    fields = {"a-at-black": "4", "a-df-armour": "all"}
    response = client.get("/odds", fields, headers={"hx-request": "true"})
    assert "armour-all" in response["HX-Replace-Url"]


@pytest.mark.parametrize(
    "query",
    [
        {"a": "black-10000.vs-red"},
        {"a": "nonsense"},
        {"a": "x" * 100_000},
        {"a-at-black": "ten"},
        {"a-at-black": "-4"},
        {"a-at-black": "4", "a-df-cover": "thick"},
        {"a-at-black": "4", "a-df-nonsense": "1"},
        {"a-at-black": "0"},
        {"a": "black-4.vs-red", "b": "red-99.vs-red"},
    ],
)
def test_a_question_without_sense_gets_a_sentence(client, query):
    response = client.get("/odds", query)
    assert response.status_code == 422
    assert "reason-what" in response.content.decode()


STORMTROOPERS = {"unit": "Stormtroopers", "target": "Rebel Troopers"}


def test_two_units_by_name_are_the_question(client):
    """Four E-11 throw a white die each and surge to Hit; Rebel Troopers have four miniatures of 1 wound."""
    page = client.get("/odds", STORMTROOPERS).content.decode()
    assert "a=white-4.surge-hit.precise-1.vs-white.blocksurge.left-4&amp;unit=" in page
    assert "points per wound" in page
    assert "to defeat the unit" in page
    assert "Keywords counted: Precise 1." in page


def test_upgrades_of_the_unit_join_the_attack(client):
    page = client.get("/odds", STORMTROOPERS).content.decode()
    upgrade = re.search(r'<option value="(\w\w)">DLT-19 Stormtrooper</option>', page)
    assert upgrade
    armed = client.get("/odds", {**STORMTROOPERS, "up": ["", upgrade[1]]}).content.decode()
    assert "a=red-2.white-4.surge-hit" in armed
    assert "Impact 1" in armed
    assert f'<option value="{upgrade[1]}" selected>' in armed


def test_changes_by_hand_keep_the_units_and_their_points(client):
    fields = {"a-at-white": "4", "a-at-aims": "1", "unit": "Stormtroopers", "target": "Rebel Troopers"}
    part = client.get("/odds", fields, headers={"hx-request": "true"})
    assert "aim-1" in part["HX-Replace-Url"] and "unit=" in part["HX-Replace-Url"]
    assert "points per wound" in part.content.decode()


def test_a_unit_nobody_knows_is_refused_with_the_closest_names(client):
    response = client.get("/odds", {"unit": "Rebel", "target": "Stormtroopers"})
    assert response.status_code == 422
    assert "No unit is called “Rebel”." in response.content.decode()
    assert "Closest names:" in response.content.decode()
    assert client.get("/odds", {"unit": "stormtroopers", "target": "x" * 5000}).status_code == 422


def test_the_inputs_come_before_the_chart_and_the_chart_before_a_comparison(client):
    page = client.get("/odds").content.decode()
    assert page.index('id="odds-unit"') < page.index('id="a-at-red"') < page.index('id="odds-answer"')
    both = client.get("/odds?a=black-4.vs-red&b=red-2.vs-red").content.decode()
    assert both.index('id="odds-answer"') < both.index('id="odds-unit"') < both.index('id="b-at-red"')


def test_two_attackers_and_the_upgrades_of_the_target_are_chosen_by_unit(client):
    """Snowtroopers beside Stormtroopers; a captain makes the Clones one more and gives them Outmaneuver."""
    captain = next(card for card in catalogue().data.upgrades if card.name == "Clone Captain")
    asked = {"unit": "Stormtroopers", "second-unit": "Snowtroopers", "target": "Clone Trooper Infantry"}
    plain = re.sub(r"\s+", " ", client.get("/odds", asked).content.decode())
    assert plain.count("points per wound") == 2 and "Snowtroopers. Keywords counted" in plain
    led = client.get("/odds", {**asked, "target-up": captain.id}).content.decode()
    links = re.findall(r'value="(http[^"]+)"', led)
    assert any("agile" in link and f"target-up={captain.id}" in link for link in links)
    assert all("agile" not in link for link in re.findall(r'value="(http[^"]+)"', plain))


def test_nothing_of_a_question_is_lost_in_the_form(client):
    """What a link says stands in the fields of the form, and the form asks the same again."""
    link = (
        "red-2.black-1.surge-hit.kind-melee.ion-1.primitive.duelist.makashi.jarkai-1.fatigue-1.sniper"
        ".immune_deflect.vs-white.left-4.in_sight-2.immune_pierce.immune_melee_pierce.immune_blast.block.parrying"
        ".soresu.shien.djem_so.extra_white-1.unconcerned.guardian-2-red-surge.guardian-1-white"
    )
    page = client.get(f"/odds?a={link}").content.decode()
    form = page[page.index('class="odds-form"') : page.index('class="row row-wrap odds-acts"')]
    fields = dict(re.findall(r'<input[^>]*name="(a-[^"]+)"[^>]*value="([^"]*)" checked', form))
    fields |= {
        name: value
        for tag in re.findall(r"<input[^>]*>", form)
        if "radio" not in tag and "checkbox" not in tag
        for name, value in re.findall(r'name="(a-[^"]+)"[^>]*value="([^"]*)"', tag)
    }
    fields |= dict(re.findall(r'name="(a-[^"]+)" value="(true)" checked', form))
    again = client.get("/odds", fields, headers={"hx-request": "true"})
    assert from_link(again["HX-Replace-Url"].partition("a=")[2]) == from_link(link)


def test_a_letter_that_is_wrong_in_a_unit_is_forgiven(client):
    page = client.get("/odds?unit=Snowtropers&target=Darth Vadr, Dark Lord of the Sith").content.decode()
    assert 'value="Snowtroopers"' in page and 'value="Darth Vader, Dark Lord of the Sith"' in page


@pytest.mark.parametrize("target", ["Hondo Ohnaka", "The Bad Batch, Clone Force 99 (Republic)"])
def test_a_target_without_a_number_of_its_own_is_answered(client, target):
    """One card says X for its luck, and all miniatures of the other come by upgrades."""
    answer = client.get("/odds", {"unit": "B1 Battle Droids", "target": target})
    assert answer.status_code == 200


PAIR = {"unit": "Stormtroopers", "target": "Rebel Troopers"}


def shared(page):
    """The question of the page's own link, and the rest of its address."""
    link = html.unescape(re.search(r'id="odds-link" readonly value="([^"]+)"', page)[1])
    query = parse_qs(urlsplit(link).query)
    return from_link(query["a"][0]), query


def page_of(client, **told):
    return client.get("/odds", {**PAIR, **told}).content.decode()


def test_the_situation_of_two_units_is_asked_and_counted(client):
    """Cover, range and tokens; what is not asked of this pair counts nothing."""
    question, kept = shared(page_of(client, **{"fact-cover": "heavy", "token-aims": "2", "token-dodges": "1",
                                               "fact-yes": "wheel-mode", "fact-higher": "yes"}))  # fmt: skip
    assert (question.attack.aims, question.defence.dodge, question.defence.cover) == (2, 1, "heavy")
    assert kept["fact-cover"] == ["heavy"] and kept["token-aims"] == ["2"] and "fact-yes" not in kept
    tank = page_of(client, target="AT-ST", **{"fact-cover": "heavy", "fact-yes": "target_arc"})
    question, kept = shared(tank)
    assert question.defence.cover == "none" and question.attack.impact == 1
    assert kept["fact-yes"] == ["target_arc"] and "Cover from terrain" not in tank


def test_a_range_brings_the_weapons_that_reach(client):
    melee, _ = shared(page_of(client, **{"fact-range": "melee"}))
    assert (melee.attack.kind, melee.attack.pool) == ("melee", (0, 0, 4))
    answer = client.get("/odds", {**PAIR, "fact-range": "5"})
    assert answer.status_code == 422
    assert "no weapon can be used on this target at this range" in answer.content.decode()


def test_numbers_of_weapons_hold_for_the_unit_and_range_they_were_told_for(client):
    page = page_of(client, **{"fact-range": "3"})
    told_for = re.search(r'name="weapons-of" value="([^"]+)"', page)[1]
    two = {"weapons-of": told_for, "weapon-0": "0", "weapon-1": "2"}
    assert shared(page_of(client, **{"fact-range": "3"}, **two))[0].attack.white == 2
    assert shared(page_of(client, **{"fact-range": "melee"}, **two))[0].attack.pool == (0, 0, 4)
    assert shared(page_of(client, **{"weapon-1": "3"}))[0].attack.white == 3


def test_a_counterpart_joins_either_side(client):
    din = {"unit": "Stormtroopers", "target": "Din Djarin, The Mandalorian"}
    alone, _ = shared(client.get("/odds", din).content.decode())
    page = client.get("/odds", {**din, "target-counterpart": "1"}).content.decode()
    together, kept = shared(page)
    assert together.defence.left == alone.defence.left + 1 and kept["target-counterpart"] == ["1"]
    assert "With Grogu" in page


@pytest.mark.parametrize(
    "told",
    [
        {"fact-range": "9"},
        {"fact-cover": "thick"},
        {"token-aims": "-1"},
        {"token-aims": "x" * 200},
        {"fact-yes": ["a" * 100] * 30},
        {"fact-\0": "yes"},
        {"weapon-1": "1e9"},
    ],
)
def test_a_situation_without_sense_is_as_if_it_were_not_told(client, told):
    assert shared(page_of(client, **told))[0] == shared(page_of(client))[0]


def test_units_change_the_whole_page_but_dice_only_the_answer(client):
    part = {"hx-request": "true"}
    whole = client.get("/odds", PAIR, headers={**part, "hx-target": "odds-page"})
    assert 'id="a-at-red"' in whole.content.decode() and whole.content.decode().count('id="odds-means"') == 1
    assert "unit=" in whole["HX-Replace-Url"]
    answer = client.get("/odds", {"a-at-black": "4"}, headers={**part, "hx-target": "odds-answer"})
    assert 'id="a-at-red"' not in answer.content.decode()


def test_a_pool_too_large_for_best_play_says_so(client):
    large = client.get("/odds?a=red-5.black-5.white-5.aim-3.vs-red").content.decode()
    assert "how many more is not known" in large and "Both sides play their best" not in large
    assert "Both sides play their best." in client.get("/odds?a=red-2.aim-1.vs-red").content.decode()


def test_a_guardian_is_chosen_by_unit(client):
    """Chewbacca takes up to three Hits with his white die; he guards no tank."""
    question, kept = shared(page_of(client, guardian="Chewbacca, Walking Carpet"))
    assert question.defence.guardians == (Guardian(takes=3, die="white"),) and kept["guardian"]
    tank = page_of(client, target="AT-RT", guardian="Chewbacca, Walking Carpet")
    assert "Chewbacca, Walking Carpet can’t guard AT-RT" in tank
    assert shared(tank)[0].defence.guardians == ()


def test_only_the_first_attack_leaves_the_second_unit_behind(client):
    page = page_of(client, **{"second-unit": "Snowtroopers"})
    before = page[: page.index("Only the first attack")]
    once = html.unescape(re.findall(r'href="(/odds[^"]+)"', before)[-1])
    assert "unit=" in once and "second-unit" not in once
    assert client.get(once).content.decode().count("points per wound") == 1


def test_the_browser_knows_how_guardians_are_typed(client):
    page = client.get("/odds?a=black-4.vs-red").content.decode()
    [pattern] = set(re.findall(r'name="a-df-guardians"[^>]* pattern="([^"]+)"', page))
    for typed in ("", "2-red-surge", "1-white 6-red-deflect-surges2", " 3-white 3-white 3-white "):
        assert re.fullmatch(pattern, typed), typed
        answer = client.get("/odds", {"a-at-black": "4", "a-df-die": "red", "a-df-guardians": typed})
        assert answer.status_code == 200, typed
    for typed in ("名 7", "O'Neill; --", "7-red", "2-blue", "2-red-", "1-red 1-red 1-red 1-red"):
        assert not re.fullmatch(pattern, typed), typed
