"""Two cards side by side: what the page shows, how the second is chosen, what is refused."""

import re

import pytest
from django.test import Client

from muster.rules.cards import catalogue
from muster.rules.cards.vocabulary import KINDS
from muster.web.cards.chart import pair_chart
from muster.web.cards.compare import address
from tests.web.account_fixtures import markup


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def page(client: Client, where: str, status: int = 200) -> str:
    response = client.get(where)
    assert response.status_code == status, where
    return markup(response)


def line(text: str, name: str) -> tuple[str, bool]:
    """The words of a line, and whether it says that the two differ."""
    row = next(row for row in text.split("<tr ") if re.search(rf">{name}[<,]", row))
    words = " ".join(re.sub(r"<[^>]+>", " ", row.partition("</tr>")[0]).split())
    return words, "data-differs" in row and "differs" in words and "≠" in words


def test_units_with_what_differs_said_and_signed(client: Client) -> None:
    text = page(client, "/cards/compare?a=ay&b=ah")
    words, differs = line(text, "Points")
    assert words.endswith("42 40") and differs
    words, differs = line(text, "Speed")
    assert words.endswith("Speed 2 2") and not differs
    assert "9.5 dice per 100 points" in line(text, "Range 2")[0]
    assert "each mini with its strongest weapon that reaches" in text
    assert "E-11 Blaster Rifle" in text and "A-200 Blaster Rifle" in text


def test_keywords_of_both_and_of_one(client: Client) -> None:
    text = page(client, "/cards/compare?a=at&b=fn")
    shared, _, rest = text.partition("Only Darth Vader, Dark Lord of the Sith")
    ours, _, theirs = rest.partition("Only Darth Vader, The Emperor")
    assert "/keywords/deflect" in shared and "/keywords/compel" not in shared
    assert "/keywords/compel" in ours and "/keywords/jedi-hunter" not in ours
    assert "/keywords/jedi-hunter" in theirs.partition("</section>")[0]


def test_upgrades_and_command_cards_with_what_they_do(client: Client) -> None:
    text = page(client, "/cards/compare?a=fl&b=ej")
    assert "What they do" in text and "Keywords they give" in text
    assert line(text, "Slot")[0].endswith("Pilot Heavy Weapon")
    command = {card.slug: card.id for card in catalogue().data.commands}
    text = page(client, f"/cards/compare?a={command['command/vaders-might']}&b={command['command/push']}")
    assert "Keywords they give" not in text  # neither gives any
    assert line(text, "Pips")[0].endswith("1 2") and "Who may take it" in text


def test_points_over_time_on_one_scale(client: Client) -> None:
    text = page(client, "/cards/compare?a=ay&b=az")  # 44 then 42; 48, 44, 42
    assert 'class="series a"' in text and 'class="series b"' in text
    assert (
        "Stormtroopers: 44 points" in text and "Solid line: Stormtroopers. Dashed line: Snowtroopers." in text
    )
    cards = catalogue().units
    assert pair_chart(cards["ah"], cards["gv"], catalogue().edition) is None  # neither ever changed
    drawn = pair_chart(cards["ay"], cards["ah"], catalogue().edition)
    assert drawn is not None and "Rebel Troopers: 40 points, no change on record." in drawn.text
    assert drawn.series[0].dot[1] < drawn.series[1].dot[1]  # 42 stands above 40


def test_points_of_a_day(client: Client) -> None:
    assert line(page(client, "/cards/compare?a=ay&b=az&as_of=2020-01-01"), "Points")[0].endswith("44 48")


def test_every_card_leads_to_the_comparison(client: Client) -> None:
    assert 'href="/cards/compare?a=ay"' in page(client, "/cards/unit/stormtroopers")
    assert 'href="/cards/compare?a=ay"' in page(client, "/cards?q=troopers&card=unit/stormtroopers")
    force = page(client, "/cards/battle-force/blizzard-force")
    assert 'href="/cards/compare?a=battle-force/blizzard-force"' in force


def test_the_second_card_is_chosen_by_search(client: Client) -> None:
    text = page(client, "/cards/compare?a=at")
    assert 'href="/cards/compare?a=at&amp;b=fn"' in text  # the other of this name
    found = page(client, "/cards/compare?a=at&q=luke")
    luke = catalogue().slugs["unit/luke-skywalker-jedi-knight"].id
    assert f'href="/cards/compare?a=at&amp;b={luke}"' in found and "/cards/compare?a=at&amp;b=fn" not in found
    assert 'type="hidden" name="a" value="at"' in found
    assert "No units match" in page(client, "/cards/compare?a=at&q=zzzzzzzz")


def test_either_card_can_be_changed_and_the_two_swapped(client: Client) -> None:
    text = page(client, "/cards/compare?a=ay&b=ah")
    for where in ("?b=ah", "?a=ay", "?a=ah&amp;b=ay"):
        assert f'href="/cards/compare{where}"' in text
    assert 'href="/cards/compare?a=az&amp;b=ah"' in page(client, "/cards/compare?b=ah&q=snowtroopers")
    assert "Search for the first card" in page(client, "/cards/compare")
    assert 'href="/cards/compare?a=ay&amp;b=ay"' not in page(client, "/cards/compare?q=stormtroopers")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_card_can_be_compared(client: Client, kind: str) -> None:
    first, other = [card for card in catalogue().data.everything if card.kind == kind][:2]
    text = page(client, address(first, other))
    assert first.name in text.replace("&#39;", "'") and 'class="versus"' in text
    mixed = page(client, address(first, catalogue().cards["ay"]))
    assert '<span class="vh">none</span>' in mixed or kind == "unit"


def test_what_no_card_has_is_said_and_a_wrong_day_refused(client: Client) -> None:
    assert "No such card" in page(client, "/cards/compare?a=ay&b=nobody", 404)
    page(client, "/cards/compare?a=ay&b=ah&as_of=yesterday", 400)
    page(client, f"/cards/compare?a=ay&q={'x' * 500}")
