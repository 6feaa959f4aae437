"""What a card does: on its page, in the API and in the terminal; or why we cannot say, and how to help."""

import json
import re

import pytest
from click.testing import CliRunner
from django.test import Client

from muster.cli import main
from tests.web.account_fixtures import markup


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def part(client: Client, slug: str) -> str:
    """The part of a card's page that says what the card does."""
    text = markup(client.get(f"/cards/{slug}"))
    found = re.search(r">What it does</h2>(.*?)</section>", text, re.DOTALL)
    assert found, slug
    return found[1]


def test_a_card_says_what_it_does_and_its_keywords_are_links(client: Client) -> None:
    shown = part(client, "command/a-machine-made-for-killing")
    link = '<a href="/keywords/demoralize">Demoralize 3</a>'
    assert f"takes an Aim token and has {link} and " in shown
    assert "Tell us" not in shown


def test_an_unsure_effect_says_so(client: Client) -> None:
    assert "Not certain: its effect changed on 2026-04-21" in part(client, "upgrade/insatiable-curiosity")


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("upgrade/annul", "Not known yet: the card is not released."),
        ("upgrade/jetpack-rockets", "Not known: the card changed after the pictures we have read."),
        ("upgrade/expanded-databanks", "Not known: we have seen no picture of this card."),
    ],
)
def test_a_card_without_effect_says_why_and_how_to_help(client: Client, slug: str, reason: str) -> None:
    assert reason in part(client, slug)
    assert '<a href="/about#contact">Tell us</a> if you have the card.' in part(client, slug)


def test_a_card_that_brings_a_weapon_alone_asks_for_nothing(client: Client) -> None:
    shown = part(client, "upgrade/dc-15-clone-trooper")
    assert "It brings its weapon and nothing else." in shown
    assert "Tell us" not in shown


def test_a_unit_has_no_such_part(client: Client) -> None:
    assert "What it does" not in markup(client.get("/cards/unit/stormtroopers"))


def test_a_command_card_shows_the_weapon_it_brings(client: Client) -> None:
    text = markup(client.get("/cards/command/log-traps"))
    assert 'class="name">Log Trap</span>' in text
    result = CliRunner().invoke(main, ["card", "vx"])
    assert re.search(r"Log Trap +1–4 +2 red, 3 black +Impact 4", result.output)


def test_the_api_tells_the_effect_or_the_reason(client: Client) -> None:
    known = client.get("/api/v1/cards/tw").json()["effect"]
    assert known["text"].startswith("The ordered droid takes an Aim token and has Demoralize 3")
    assert known["keywords"] == [
        {"id": "demoralize", "text": "Demoralize 3"},
        {"id": "steady", "text": "Steady"},
    ]
    assert known["gives"] == [{"id": "demoralize", "value": 3}, {"id": "steady"}]
    unknown = client.get("/api/v1/cards/Kg").json()
    assert unknown["effect"] is None
    assert unknown["no_effect"]["reason"] == "changed"
    assert "effect" not in client.get("/api/v1/cards/at").json()


def test_the_terminal_tells_the_effect_or_the_reason() -> None:
    def told(card_id: str) -> str:
        return " ".join(re.sub(r"[│╭╮╰╯]", " ", CliRunner().invoke(main, ["card", card_id]).output).split())

    assert "Effect Gives Scout 1." in told("da")
    assert "Not certain Its effect changed on 2026-04-21" in told("vs")
    assert "Effect Not known: the card changed after the pictures we have read." in told("Kg")
    as_json = json.loads(CliRunner().invoke(main, ["card", "da", "--json"]).output)
    assert as_json["effect"]["text"] == "Gives Scout 1."
