"""The search on the page and in the API: everything in one place, one's own for oneself alone."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from muster.rules import reference
from muster.store.accounts import Account
from tests.web.account_fixtures import markup, signed_in
from tests.web.army_fixtures import HEADERS, Builder

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(headers=HEADERS)


def links(page: str) -> list[str]:
    """The addresses of what was found, in the order of the page."""
    return re.findall(r'class="way-in" href="([^"]+)"', page)


def found(client: Client, words: str) -> list[str]:
    return links(markup(client.get("/search", {"q": words})))


def test_pierce_gives_the_keyword_and_panic_the_rule_with_its_badge(client: Client) -> None:
    assert found(client, "Pierce")[0] == "/keywords/pierce"
    page = markup(client.get("/search?q=panic"))
    assert links(page)[0] == "/rules/core/panic"
    assert '<span class="chip">Core, 1 May 2026, page 23</span>' in page
    assert '<span class="chip">Special Operations, playtest</span>' in page, "other modes follow"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("can I shoot after I got pinned?", "/rules/core/suppressed"),
        ("poisend at the end of activation", "/rules/core/token-poison"),
        ("how many points in recon", "/rules/446"),
    ],
)
def test_a_question_is_answered_by_one_of_the_first_three(client: Client, question: str, answer: str) -> None:
    assert answer in found(client, question)[:3]
    hits = client.get("/api/v1/search", {"q": question, "limit": 3}).json()["items"]
    assert answer in [hit["address"] for hit in hits]


def test_the_best_answers_stand_over_the_others_where_they_are_of_several_kinds(client: Client) -> None:
    page = markup(client.get("/search", {"q": "what does ion do to droids"}))
    assert re.findall(r'id="found-(\w+)"', page)[0] == "best"
    assert len(links(page)) == len(set(links(page))), "nothing stands twice"
    assert "Best answers" not in markup(client.get("/search?q=pierce"))


def test_a_typo_is_forgiven_and_said(client: Client) -> None:
    page = markup(client.get("/search?q=peirce"))
    assert links(page)[0] == "/keywords/pierce"
    assert "Nothing is spelled “peirce”" in page


def test_the_page_names_the_documents_with_the_core_rulebook(client: Client) -> None:
    for address in ("/search", "/search?q=panic", "/search?q=zzzzzz"):
        page = markup(client.get(address))
        assert all(document.badge in page for document in reference.documents())
        assert "<li>Core rulebook, 1 May 2026</li>" in page


def test_every_kind_leads_to_its_page(client: Client) -> None:
    for words in ("pierce", "panic", "vader", "rule 312", "ruling A21", "droid commandos", "odds", "terrain"):
        for address in found(client, words):
            assert client.get(address.partition("#")[0]).status_code == 200, address


def test_a_tool_is_found_by_its_name(client: Client) -> None:
    assert "/odds" in found(client, "odds")
    assert "/dice" in found(client, "dice")


def test_ones_own_army_comes_first_and_nobody_else_finds_it(client: Client) -> None:
    Builder(client, name="Pierce Patrol")
    builder = Builder(client, name="Night Watch")
    assert found(client, "night watch")[0] == builder.address
    assert "/armies/" in found(client, "night wach")[0]
    assert builder.address not in found(Client(headers=HEADERS), "night watch")
    assert found(client, "pierce")[0] == "/keywords/pierce"  # the exact name before one that begins so


def test_ones_own_register_campaign_and_event_are_found(client: Client) -> None:
    made = client.post("/tours/new", {"faction": "rebels", "key": "a"})["Location"]
    assert made in found(client, "rebels")
    client.post("/tours/clubs/new", {"name": "Thursday Club", "key": "b"})
    assert found(client, "thursdy club")[0].startswith("/tours/club/")
    desk = client.post("/events/new", {"name": "Hoth Open", "key": "c", "players": "8"})["Location"]
    assert found(client, "hoth open")[0] == desk.removesuffix("/desk")
    strange = Client(headers=HEADERS)
    assert not {made, desk.removesuffix("/desk")} & {*found(strange, "rebels"), *found(strange, "hoth open")}


def test_with_htmx_only_the_results_come(client: Client) -> None:
    part = markup(client.get("/search?q=panic", headers={**HEADERS, "HX-Request": "true"}))
    assert part.lstrip().startswith('<div id="found"')


def test_what_people_type_is_text(client: Client) -> None:
    assert "<b>" not in markup(client.get("/search", {"q": "<b>zzzz"}))
    assert client.get("/search", {"q": "x" * 5000}).status_code == 200
    assert (
        client.get(
            "/search", {"q": "\x00\ud800".encode("utf-16", "surrogatepass").decode("latin-1")}
        ).status_code
        == 200
    )


def test_a_page_asks_the_database_the_same_however_much_somebody_has(client: Client) -> None:
    def asked() -> int:
        client.get("/search?q=watch")
        with CaptureQueriesContext(connection) as queries:
            client.get("/search?q=watch")
        return len(queries)

    Builder(client, name="Watch 0")
    once = asked()
    for number in range(1, 5):
        Builder(client, name=f"Watch {number}")
    assert asked() == once <= 10


def test_an_upgrade_says_what_it_does(client: Client) -> None:
    """It is told beside the card and not searched: the words of a question find rules."""
    effect = "Exhaust as a free action: it has Tactical 1 for its next Move action in this activation."
    assert effect in unescape(client.get("/search", {"q": "offensive push"}).content.decode())
    (card, *_) = client.get("/api/v1/search", {"q": "offensive push"}).json()["items"]
    assert (card["title"], card["does"]) == ("Offensive Push", effect)
    (unit, *_) = client.get("/api/v1/search", {"q": "darth vader", "kind": "card"}).json()["items"]
    assert unit["does"] == ""
    by_text = client.get("/api/v1/search", {"q": "its next Move action in this activation"}).json()["items"]
    assert "Offensive Push" not in [hit["title"] for hit in by_text]


def test_the_api_finds_the_same(client: Client) -> None:
    hits = client.get("/api/v1/search", {"q": "peirce", "limit": 2}).json()
    assert hits["items"][0]["address"] == "/keywords/pierce"
    assert hits["items"][0]["near"] is True
    assert hits["next"]
    only = client.get("/api/v1/search", {"q": "panic", "kind": "ruling"}).json()
    assert {item["kind"] for item in only["items"]} == {"ruling"}
    assert client.get("/api/v1/search").json()["items"] == []


def test_the_api_finds_ones_own_with_an_account() -> None:
    mine = signed_in(Account.objects.create_user("ann", "a long enough secret"))
    builder = Builder(mine, name="Night Watch")
    assert mine.get("/api/v1/search?q=night").json()["items"][0]["address"] == builder.address
    kinds = {item["kind"] for item in Client(headers=HEADERS).get("/api/v1/search?q=night").json()["items"]}
    assert "army" not in kinds
