"""Why? The page, the part that opens in place, the ways to both, the API."""

import html
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from muster.rules.cards import catalogue
from muster.rules.game.steps.operations import Sheet
from muster.rules.why.grounds import grounds
from muster.web.game.play.pages import part_for
from muster.web.game.play.prompts.asking import PARTS
from muster.web.game.play.prompts.prompt import MAKERS
from muster.web.page import render_page
from muster.web.rules.why import source_line
from tests.rules.game.operations import Bench, table, the, with_unit
from tests.web.form_filler import Shown
from tests.web.game_phones import Phone, prompt, sat
from tests.web.kept_world import kept

VADER = "unit/darth-vader-dark-lord-of-the-sith"


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def page(client: Client, address: str, status: int = 200, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


def ways(shown: str) -> list[str]:
    return [html.unescape(href) for href in re.findall(r'href="(/why\?[^"]+)"', shown)]


def test_a_card_a_keyword_a_refusal_and_a_pair_have_a_page_with_sources(client: Client) -> None:
    card = page(client, f"/why?card={VADER}")
    assert f'href="/cards/{VADER}"' in card and 'href="/keywords/deflect"' in card
    assert 'href="/rules/core/commander-courage"' in card and "Core, 1 May 2026, page" in card
    assert 'href="/rules/323"' in page(client, "/why?keyword=pierce")
    refusal = page(client, "/why?refusal=army.points&rule=446")
    assert 'href="/rules/446"' in refusal and 'href="/rulings/A2"' in refusal
    pair = page(client, f"/why?card={VADER}&target=AT-RT")
    assert pair.index("Where the two meet") < pair.index('href="/keywords/armor"')
    step = page(client, "/why?step=rally&mode=special-operations&rule=307")
    assert "In this mode:" in step and 'href="/rules/core/rally"' in step


def test_the_page_without_a_question_is_a_form_and_what_is_not_known_is_said(client: Client) -> None:
    assert 'name="target"' in page(client, "/why")
    unknown = page(client, "/why?card=zzzz%20qqqq%3Cscript%3E")
    assert "reason-what" in unknown and "<script>" not in unknown.replace("<script src", "")
    page(client, "/why?refusal=nothing", 404)
    page(client, "/why?step=nothing", 404)
    page(client, "/why?refusal=log.stale", 404)


def test_where_it_was_asked_only_the_part_opens(client: Client) -> None:
    part = page(client, "/why?keyword=pierce", **{"HX-Request": "true"})
    assert (
        part.lstrip().startswith('<details class="why-here" open hx-boost="false" data-own>')
        and "<html" not in part
    )
    assert 'href="/why?keyword=pierce"' in part


@pytest.mark.parametrize("path", [f"/cards/{VADER}", "/cards/upgrade/force-push", "/keywords/pierce"])
def test_cards_and_keywords_lead_to_it(client: Client, path: str) -> None:
    found = ways(page(client, path))
    assert found and all("/why" in way and page(client, way) for way in found)


def test_a_card_of_special_operations_leads_to_it(client: Client) -> None:
    (way,) = ways(page(client, "/squads/unit/magnaguard?edition=v1.1"))
    assert way == "/why?card=v1.1/unit/magnaguard"
    assert 'href="/squads/unit/magnaguard?edition=v1.1"' in page(client, way)


def test_the_odds_of_two_units_lead_to_what_is_on_file_about_them(client: Client) -> None:
    stormtroopers, target = (catalogue().by_name(name)[0].id for name in ("Stormtroopers", "AT-RT"))
    odds = page(client, f"/odds?unit={stormtroopers}&target={target}")
    assert f"/why?card={stormtroopers}&target={target}" in ways(odds)
    assert ways(page(client, "/odds")) == []


def test_what_an_effect_rests_on_stands_on_its_card(client: Client) -> None:
    assert 'href="/rules/core/free-action"' in page(client, "/cards/upgrade/force-push")


def test_a_refusal_by_a_rule_leads_to_it_and_one_by_the_program_does_not() -> None:
    ruled = {"code": "army.slots", "source": "Army Building, rule 416"}
    assert 'href="/why?refusal=army.slots&amp;rule=416"' in source_line(ruled)
    assert "Why?" not in source_line({"code": "log.stale", "source": "log"})
    reason = {"message": "No.", "fix": "", "code": "game.no_pass", "source": "game"}
    assert ways(render_to_string("game/play/refused.html", {"refused": [reason]})) == [
        "/why?refusal=game.no_pass"
    ]


@pytest.mark.django_db
def test_every_seat_finds_the_rules_of_the_step_it_is_asked(client: Client) -> None:
    ann, bob = kept(sat)
    first = ann.page()
    assert "/why?step=confirm-table&mode=recon&rule=442&rule=454&rule=465" in ways(first)
    ann.do("say", **prompt(first))
    for phone in (ann, bob):
        (way,) = {way for way in ways(phone.page()) if "step=" in way}
        assert "step=confirm-terrain" in way and page(client, way)
    watcher = Phone()
    watcher.game = ann.game
    assert not ways(watcher.page()), "who is asked nothing has no question to ask about"


def test_an_attack_leads_to_what_is_on_file_about_both_units(client: Client) -> None:
    before = table()
    officer = the(before, "imperial-officer", "two")
    declared = Bench(before).run(Sheet(id="bout", seat="one", unit="one.2"))
    shown = render_page(part_for(Shown(declared.game), "one"))  # type: ignore[arg-type]
    by, on = (f"playtest%2Funit%2F{before.units[unit].card}" for unit in ("one.2", officer))
    assert f"/why?card={by}&target={on}" in ways(shown), "whom it may attack"
    assert 'href="/rules/core/attack-1"' in shown, "a step without numbered rules names its core rules"
    assert "attacks Imperial Officer" in page(client, f"/why?card={by}&target={on}")
    tokens = with_unit(before, officer, tokens={"dodge": 1})
    fought = Bench(tokens, attack=["hit"] * 4, defence=["blank"] * 4).attack("one.2", officer)
    theirs = ways(render_page(part_for(Shown(fought.game), "two")))  # type: ignore[arg-type]
    assert [way for way in theirs if "target=" in way] == [f"/why?card={by}&target={on}"]
    assert any("step=fight-" in way for way in theirs)


def test_every_step_that_is_asked_has_something_on_file() -> None:
    assert PARTS, "they fill the makers"
    own = {re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower() for kind in MAKERS}
    assert own - {"choose", "roll", "confirm", "fight"} <= set(grounds().steps)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        (f"card={VADER}", 200),
        (f"card={VADER}&target=AT-RT", 200),
        ("step=rally&mode=recon&rule=1&rule=2", 200),
        ("refusal=army.points", 200),
        ("", 422),
        ("keyword=nothing", 404),
        ("rule=x", 422),
        ("card=" + "x" * 81, 422),
    ],
)
def test_the_api_answers_the_same(client: Client, query: str, status: int) -> None:
    answer = client.get(f"/api/v1/why?{query}")
    assert answer.status_code == status
    if status == 200:
        found = answer.json()
        assert found["title"] and all(
            reason["source"] for part in found["parts"] for reason in part["reasons"]
        )
    else:
        assert answer.json()["violations"]
