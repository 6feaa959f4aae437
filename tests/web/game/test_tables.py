"""Tools for a table: terrain, the guided setup on two phones, what a tournament asks for."""

import re

import pytest
from django.test import Client

from muster.app.tournament import commands
from tests.web.account_fixtures import text_of
from tests.web.event_table_fixtures import Cup

pytestmark = pytest.mark.django_db
GOOD = {"size": "3x6", "medium": 4, "large": 2, "area": 3, "difficult": 1, "scatter": 10, "density": 30}
COVER = {"light": "on", "heavy": "on"}


def test_the_index_leads_to_every_tool(client):
    page = client.get("/tables").content.decode()
    for address in re.findall(r'class="way-in" href="([^"]+)"', page):
        answer = client.get(address)
        assert answer.status_code == 200, address
        answer.close()
    assert 'href="/tables/terrain"' in page and 'href="/tables/setup"' in page


# Terrain ---------------------------------------------------------------------------------------------------


def test_the_first_look_is_an_example_within_every_guideline(client):
    for size in ("", "?size=3x3"):
        page = text_of(client.get(f"/tables/terrain{size}"))
        assert "Everything is within the guidelines" in page and "0 things to look at" in page


@pytest.mark.rule(650, 653, 656)
def test_each_departure_is_said(client):
    page = text_of(
        client.get("/tables/terrain", {**GOOD, **COVER, "medium": 1, "scatter": 20, "density": 60})
    )
    assert (
        "3 things to look at" in page
        and "covers 60% of the table" in page
        and "too few" in page
        and "too many" in page
    )
    assert "0 things" in text_of(client.get("/tables/terrain", {**GOOD, **COVER}))


@pytest.mark.rule(651)
def test_cover_that_is_not_there_is_missed(client):
    page = text_of(client.get("/tables/terrain", {**GOOD, "light": "on"}))
    assert "no heavy cover" in page and "no light cover" not in page


def test_an_unknown_density_is_no_problem(client):
    assert "0 things" in text_of(client.get("/tables/terrain", {**GOOD, **COVER, "density": ""}))


@pytest.mark.parametrize("count", ["-1", "many", "9" * 5000, "201", "1.5"])
def test_numbers_no_table_can_have_are_refused(client, count):
    answer = client.get("/tables/terrain", {**GOOD, **COVER, "medium": count})
    assert answer.status_code == 422 and "No table has that many" in text_of(answer)


def test_a_changed_count_brings_the_part_alone(client):
    answer = client.get("/tables/terrain", GOOD, headers={"HX-Request": "true"})
    assert b"<html" not in answer.content and b'id="terrain"' in answer.content


@pytest.mark.rule(526)
def test_a_player_is_told_what_to_bring(client):
    page = text_of(client.get("/tables/regulations"))
    wanted = "army, order tokens, command hand, dice, movement tools, range ruler"
    assert f"You play Your {wanted}" in page
    assert (
        "526 A player brings army, order tokens, command hand, dice, movement tools and range ruler." in page
    )


def test_every_rule_note_of_the_regulations_page_is_there(client):
    page = client.get("/tables/regulations").content.decode()
    assert {"499", "543", "583", "664"} <= set(re.findall(r'href="/rules/(\d+)"', page))


# Setup without an event ------------------------------------------------------------------------------------


class Phone:
    """A phone at a table: presses the buttons of the page as it now is."""

    def __init__(self, address: str, client: Client | None = None) -> None:
        self.client, self.address = client or Client(), address

    @property
    def page(self) -> str:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, text_of(answer)
        return str(answer.content.decode())

    @property
    def asked(self) -> str:
        """What is asked now."""
        found = re.search(r'id="now-h">([^<]*)<', self.page)
        assert found
        return found[1]

    def press(self, does: str, **fields: str):
        page = self.page
        seen = re.search(r'name="seen" value="(\d+)"', page)
        batch = re.search(r'name="batch" value="([^"]*)"', page)
        form = {"do": does, "seen": seen[1] if seen else "", "batch": batch[1] if batch else "", **fields}
        return self.client.post(self.address, form)

    def do(self, *acts: str) -> "Phone":
        for act in acts:
            answer = self.press(act)
            assert answer.status_code == 302, (act, text_of(answer))
        return self


def sit_down(**fields: str) -> Phone:
    form = {"name1": "Ann", "name2": "Bo", "points1": "780", "points2": "800", "fixed": "on", **fields}
    answer = Client().post("/tables/setup", form)
    assert answer.status_code == 302, text_of(answer)
    return Phone(answer["Location"])


def test_two_phones_set_a_game_up_without_an_account():
    ann = sit_down()
    bo = Phone(ann.address)
    assert ann.asked == bo.asked == "Agree on the terrain"
    ann.do("terrain")
    assert bo.asked == "Ann picks a colour"
    bo.do("colour:red")
    assert ann.asked == "Bo picks a long edge"
    ann.do("edge:first", "rows", "out:objective", "pass", "out:objective", "out:condition")
    assert bo.asked == "Set up the objective" and "Third card" in bo.page
    ann.do("done", "done", "done")
    assert bo.asked == "Deploy your units"
    bo.do("done", "done", "begin")
    assert ann.asked == "Round 1. Play."


@pytest.mark.rule(572)
def test_with_equal_points_the_draw_stays_what_it_was():
    ann = sit_down(points1="800")
    ann.do("terrain")
    assert ann.asked == "Draw who chooses"
    ann.do("draw")
    drawn = ann.asked
    for _ in range(3):
        ann.do("undo", "draw")
        assert ann.asked == drawn


@pytest.mark.rule(574, 584)
def test_the_app_shuffles_typed_decks_and_shows_nine_cards():
    ann = sit_down().do("terrain", "colour:blue", "edge:second")
    decks = {f"deck-{kind}": "\n".join(f"{kind}-{n}" for n in range(4))
             for kind in ("objective", "deployment", "condition")}  # fmt: skip
    assert ann.press("shuffle", **decks).status_code == 302
    shown = set(re.findall(r"(?:objective|deployment|condition)-\d", ann.page))
    assert len(shown) == 9


def test_a_small_deck_is_refused_and_nothing_changes():
    ann = sit_down().do("terrain", "colour:blue", "edge:second")
    answer = ann.press("shuffle", **{"deck-objective": "one\ntwo"})
    assert answer.status_code == 422 and "needs at least 3 different cards" in text_of(answer)
    assert "Lay out" in ann.asked


def test_a_page_that_is_behind_is_told():
    ann = sit_down()
    answer = ann.press("terrain", seen="0")
    assert answer.status_code == 409 and ann.asked == "Agree on the terrain"


@pytest.mark.parametrize(
    "does", ["", "nothing", "out:objective", "out:", "colour:green", "chooser:x", "x" * 100_000]
)
def test_what_is_not_asked_for_is_refused_on_the_page(does):
    ann = sit_down()
    assert ann.press(does).status_code == 422
    assert ann.asked == "Agree on the terrain"


def test_the_other_phone_hears_only_of_what_happened():
    ann = sit_down()
    seen = re.search(r"/body\?seen=(\d+)", ann.page)
    assert seen
    quiet = ann.client.get(f"{ann.address}/body?seen={seen[1]}")
    assert quiet.status_code == 204
    ann.do("terrain")
    news = ann.client.get(f"{ann.address}/body?seen={seen[1]}")
    assert news.status_code == 200 and "picks a colour" in text_of(news) and b"<html" not in news.content


def test_nonsense_at_the_start_is_refused_and_kept_in_the_form():
    for fields in ({"points1": "lots"}, {"points1": "10001"}, {"name1": " "}, {"name2": "x" * 1000}):
        form = {"name1": "Ann", "name2": "Bo", "points1": "780", "points2": "800", **fields}
        answer = Client().post("/tables/setup", form)
        assert answer.status_code == 422 and "Nothing was changed" in text_of(answer)
    assert Client().get(f"/tables/setup/{'0' * 32}").status_code == 404


# Setup at an event -----------------------------------------------------------------------------------------


@pytest.fixture
def cup() -> Cup:
    return Cup(profile="regulations", points=800)


def test_the_table_of_an_event_is_shared_by_its_two_players(cup):
    cup.announce()
    game = cup.pair()
    ann, bo = (Phone(cup.at("/setup"), cup.phones[name]) for name in ("ann", "bo"))
    assert "What do the armies cost?" in ann.page
    points = {"ann": "790", "bo": "800"}
    order = [next(name for name, key in cup.seats.items() if key == player) for player in game.players]
    sent = {f"points{n}": points[name] for n, name in enumerate(order, 1)}
    assert cup.phones["ann"].post(cup.at("/setup"), sent).status_code == 302
    ann.do("terrain")
    assert bo.asked == "Ann Lee picks a colour"
    bo.do(
        "colour:blue",
        "edge:first",
        "rows",
        "pass",
        "pass",
        "pass",
        "pass",
        "done",
        "done",
        "done",
        "done",
        "done",
    )
    assert ann.asked == "Wait for the start"
    blue = game.players.index(cup.seats["ann"]) + 1
    told = cup.phones["bo"].get(cup.at("/me/report?how=rounds")).content.decode()
    assert f'name="blue" value="{blue}" checked' in told, "the report takes Blue from the setup"
    cup.my.do(cup.act(), cup.stream, commands.StartClock())
    assert ann.asked == "Round 1. Play."


def test_others_do_not_reach_the_table_and_a_judge_only_looks(cup):
    assert cup.phones["ann"].get(cup.at("/setup")).status_code == 404
    cup.announce()
    game = cup.pair()
    cup.phones["ann"].post(cup.at("/setup"), {"points1": "1", "points2": "2"})
    assert cup.phones["eve"].get(cup.at("/setup")).status_code == 403
    assert cup.phones["eve"].get(cup.at(f"/setup?table={game.table}")).status_code == 403
    assert Client().post(cup.at("/setup"), {"do": "terrain"}).status_code == 403
    judge = cup.phones["olga"].get(cup.at(f"/setup?table={game.table}"))
    assert judge.status_code == 200 and "Agree on the terrain" in text_of(judge)
    assert 'name="do"' not in judge.content.decode()
    sent = cup.phones["olga"].post(cup.at(f"/setup?table={game.table}"), {"do": "terrain", "seen": "1"})
    assert sent.status_code == 403
    assert "Agree on the terrain" in text_of(cup.phones["bo"].get(cup.at("/setup")))


def test_a_player_cannot_look_at_another_table(cup):
    cup.announce()
    game = cup.pair()
    other = 3 - game.table
    page = text_of(cup.phones["ann"].get(cup.at(f"/setup?table={other}")))
    assert "Ann Lee" in page and "Cy Roe" not in page
