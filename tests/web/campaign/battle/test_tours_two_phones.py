"""A battle of two players on their own phones: opening, one record for both, steps, rivals, dice, the end."""

import html
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import engines
from django.test import Client

from muster.app.campaign import commands
from muster.app.campaign.battle.battles import Battles
from muster.app.streams import Write
from muster.rules.campaign.battle.battle import Side
from muster.rules.campaign.battle.events import HandKept
from muster.rules.campaign.library.library import library
from muster.rules.campaign.library.story_rules import agenda_rules
from muster.rules.cards import catalogue
from muster.store.campaign.opponents import DatabaseOpponents, OpponentName
from muster.store.log.database import DatabaseStore
from muster.web import live
from tests.rules.campaign.at_the_table import DOCTRINE
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.site_desks import site_clubs
from tests.web.tour_phone import Phone, founded, key_of
from tests.web.two_phones import Table, deed, recorded_table, send

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("tours-battles")]


@pytest.fixture
def table() -> Table:
    return kept(Table)


def battle_of(table: Table):
    return Battles(DatabaseStore()).battle(stream_of(table)).state


def stream_of(table: Table) -> str:
    return "battle:" + table.ada.at.removeprefix("/battle/")


# Opening -------------------------------------------------------------------------------------------------


def test_the_opponent_is_chosen_and_finds_the_battle(table):
    page = text_of(table.ada.client.get(f"/tours/register/{table.ada.stream[9:]}/battle"))
    assert "The Free Hands" in page and "Bo Tarn" in page
    table.open(blue="they")
    found = battle_of(table)
    assert (found.blue.register, found.red.register) == (table.bo.stream, table.ada.stream)
    for address in ("/tours", f"/tours/register/{table.bo.stream[9:]}"):
        page = table.bo.client.get(address)
        assert (
            "against Death Squadron waits" in text_of(page)
            and f'href="{table.ada.at}"' in page.content.decode()
        )
    assert "Muster for 800 points" in table.bo.look()


def test_a_register_of_another_campaign_is_no_opponent(table):
    stranger = founded(person("Dot"))
    address = f"/tours/register/{table.ada.stream[9:]}/battle"
    form = {"points": "600", "opponent": stranger[9:], "key": "1"}
    assert table.ada.client.post(address, form).status_code == 404
    assert table.ada.client.post(address, form | {"opponent": "x" * 5000}).status_code == 404


def test_a_turning_point_that_is_not_due_is_refused_on_the_page(table):
    address = f"/tours/register/{table.ada.stream[9:]}/battle"
    form = {"points": "600", "opponent": table.bo.stream[9:], "turning_point": "1", "key": "1"}
    sent = table.ada.client.post(address, form)
    assert sent.status_code == 422 and "needs 2 complete agendas" in text_of(sent)


def test_the_name_of_an_opponent_without_a_register_can_be_erased(table):
    table.ada.open(name="  Grandmother   Odile ")
    assert "against Grandmother Odile" in table.ada.muster().look()
    stream = "battle:" + table.ada.at.removeprefix("/battle/")
    assert DatabaseOpponents().name(stream) == "Grandmother Odile"
    assert all(b"Odile" not in str(entry.event).encode() for entry in DatabaseStore().read(stream))
    table.ada.send("opponent", name="")
    assert DatabaseOpponents().name(stream) == ""
    table.ada.send("opponent", 422, name="x" * 1000)
    table.ada.send("opponent", name="Odile")
    table.people["ada"].delete()
    assert not OpponentName.objects.exists()


# Who may -------------------------------------------------------------------------------------------------


def test_strangers_find_nothing():
    table = kept(recorded_table)
    for visitor in (Client(), signed_in(person("Eve"))):
        assert visitor.get(table.ada.at).status_code == 404
        assert visitor.get(f"{table.ada.at}/live").status_code == 404
        for what in (
            "resolve-agenda",
            "confirm-for",
            "free-dice",
            "call-off",
            "pass-rival",
            "undo",
            "record",
        ):
            assert visitor.post(f"{table.ada.at}/{what}", {"side": "red"}).status_code == 404
    assert not battle_of(table).has_begun


def test_nobody_acts_for_the_other_side():
    table = kept(recorded_table)
    for address in (f"{table.ada.at}_red", f"{table.ada.at}_blue_x", f"{table.ada.at}_"[:-1] + "_green"):
        assert table.ada.client.get(address).status_code == 404
        assert table.ada.client.post(f"{address}/resolve-agenda").status_code == 404
    table.ada.send("confirm-for", 403, side="red")
    table.ada.send("their-rival", 422, dossier="d1")
    table.ada.send("pass-rival", 422, side="red")


def test_members_of_the_campaign_read_its_battles_without_secrets(table):
    eve = person("Eve", name="Eve Sol")
    table.recorded(**{"fate-d2": "defeated"})
    assert signed_in(eve).get(table.ada.at).status_code == 404
    site_clubs().do(deed(eve), table.club, commands.Join(invitation=1))
    client = signed_in(eve)
    page = client.get(table.ada.at)
    assert page.status_code == 200 and "A battle of your campaign" in text_of(page)
    assert "Stormtroopers 1" in text_of(page) and "<form" not in page.content.decode().split("<main")[1]
    assert client.get(f"{table.ada.at}/live").status_code == 200
    assert live.KINDS["battle"].audience(stream_of(table), str(eve.pk)) == "arbitrator"
    asked = ("resolve-agenda", "record", "call-off", "confirm-for", "free-dice", "pass-rival", "undo")
    sent = {what: client.post(f"{table.ada.at}/{what}", {"side": "red", "key": "k"}) for what in asked}
    others = {"free-dice": 422, "pass-rival": 422, "undo": 404}
    assert {what: answer.status_code for what, answer in sent.items()} == dict.fromkeys(asked, 403) | others
    assert not battle_of(table).has_begun and battle_of(table).status == "recorded"
    assert table.ada.at in client.get(f"/tours/club/{table.club.removeprefix('campaign:')}").content.decode()


def test_the_arbitrator_sees_where_both_are_and_no_secret():
    table = kept(recorded_table)
    page = text_of(table.arbitrator.get(table.ada.at))
    assert "You are the arbitrator" in page and "Death Squadron against The Free Hands" in page
    assert "step 1 of 10" in page and "Stormtroopers" not in page
    assert table.arbitrator.post(f"{table.ada.at}/resolve-agenda").status_code == 403
    assert table.arbitrator.post(f"{table.ada.at}/undo", {"batch": "x"}).status_code == 404
    table.finished()
    table.ada.do("confirm")
    assert send(table.arbitrator, table.ada.at, "confirm-for", side="red").status_code == 302
    assert battle_of(table).is_confirmed and "has confirmed" in table.bo.look()


def test_the_arbitrator_calls_off_and_passes_a_rival(table):
    table.open()
    assert send(table.arbitrator, table.ada.at, "call-off").status_code == 302
    assert "was not played" in table.bo.look()
    table.recorded()
    table.to_step(table.ada, 5)
    assert "Waiting for Bo Tarn to name a rival" in table.ada.look()
    assert send(table.arbitrator, table.ada.at, "pass-rival", side="red").status_code == 302
    assert "Award the experience" in table.ada.look()


# The record ----------------------------------------------------------------------------------------------


def test_blue_chooses_first_and_red_waits(table):
    table.open()
    table.bo.muster()
    assert "Blue chooses first" in table.bo.look()
    table.ada.muster()
    table.ada.do("agenda", agenda="")
    assert "Tap the agenda" in table.bo.look()


def test_who_is_ready_first_waits_for_the_other_army(table):
    table.open()
    table.ada.muster()
    table.ada.do("agenda", agenda="")
    assert "Bo Tarn is mustering" in table.ada.look()
    refused = table.ada.send("record", 422, result="won")
    assert "The army of The Free Hands isn’t mustered yet" in refused


def test_one_phone_writes_both_sides_and_the_other_disputes_until_it_is_right():
    table = kept(recorded_table, "fate-d2=defeated", "their-fate-d3=contesting", "their-vp=4")
    assert (
        battle_of(table).red.record.contesting == ("d3",) and battle_of(table).red.record.victory_points == 4
    )
    page = table.bo.look()
    assert "You lost. Is that right?" in page and "Stormtroopers 1" in page and "Confirm" in page
    table.bo.do("dispute", words="My Snowtroopers fell, too")
    assert "My Snowtroopers fell, too" in table.ada.look()
    form = table.ada.client.get(table.ada.at + "?rewrite=1").content.decode()
    assert re.search(r'name="their-fate-d3" value="contesting" checked', form)
    assert re.search(r'name="fate-d2" value="defeated" checked', form)
    again = {
        "fate-d2": "defeated",
        "their-fate-d3": "contesting",
        "their-fate-d4": "defeated",
        "rewrite": re.search(r'name="rewrite" value="(\d+)"', form)[1],
    }
    table.ada.send("record", result="won", **again)
    assert battle_of(table).red.record.defeated == ("d4",) and not battle_of(table).red.dispute
    table.bo.send("dispute", 422, words="  ")
    assert "Step 1 of 10" in table.bo.look("?begin=1")
    table.bo.send("resolve-agenda")
    refused = table.ada.send("record", 422, result="lost", rewrite="1")
    assert "its record can’t change" in refused


def test_a_record_refused_speaks_of_units_by_name(table):
    table.open().muster().agendas()
    refused = table.ada.send(
        "record", 422, result="won", **{"their-fate-d2": "defeated", "their-fate-d77": "defeated"}
    )
    assert "wasn’t in this army" in refused
    assert (
        'name="their-fate-d2" value="defeated" checked'
        in table.ada.client.post(
            f"{table.ada.at}/record", {"result": "?", "their-fate-d2": "defeated", "key": "k"}
        ).content.decode()
    )


def test_of_two_records_sent_at_once_the_second_is_refused_and_shown_the_first(table):
    table.open().muster().agendas()
    waiting = key_of(table.bo.client.get(table.bo.at))
    table.ada.do("record", result="won", **{"their-fate-d3": "defeated"})
    sent = table.bo.client.post(f"{table.bo.at}/record", {"key": waiting, "result": "won"})
    shown = text_of(sent)
    assert sent.status_code == 422 and "Someone else recorded how this battle ended first" in shown
    assert "You lost. Is that right?" in shown and battle_of(table).winner == "blue"
    rewritten = table.bo.client.get(table.bo.at + "?rewrite=1").content.decode()
    version = re.search(r'name="rewrite" value="(\d+)"', rewritten)[1]
    table.bo.send("record", result="won", rewrite=version)
    assert battle_of(table).winner == "red"
    assert "first" in table.ada.send("record", 422, result="won", rewrite=version)
    assert battle_of(table).winner == "red"


def test_that_is_right_is_said_once_and_remembered():
    table = kept(recorded_table)
    assert "Is that right?" in table.bo.look()
    version = re.search(r'name="record" value="(\d+)"', table.bo.client.get(table.bo.at).content.decode())[1]
    table.bo.send("accept", 422, record="1")
    for _ in range(2):
        table.bo.send("accept", record=version)
    table.ada.send("resolve-agenda")  # the strip tells Bo's phone to fetch its screen again, without a query
    assert "Step 1 of 10" in table.bo.look() and "Is that right?" not in table.bo.look()


def test_a_record_written_again_is_looked_over_again():
    table = kept(recorded_table)
    found = re.search(r'name="record" value="(\d+)"', table.bo.client.get(table.bo.at).content.decode())[1]
    table.bo.send("accept", record=found)
    table.ada.send("record", result="lost", rewrite=found)
    assert "You won. Is that right?" in table.bo.look()


# Steps ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "agenda", [agenda.id for agenda in library().agendas.values() if not agenda.again.count]
)
def test_an_agenda_without_a_second_number_says_what_its_second_box_takes(agenda):
    rules = agenda_rules(library().agendas[agenda], library().questions)
    template = engines["jinja2"].env.get_template("campaign/battle/task_resolve_agenda.html")
    alone = Path(template.filename).read_text().partition("\n")[2]  # without the frame that it extends
    shown = (
        engines["jinja2"]
        .from_string(alone)
        .render({"part": rules, "side": Side(), "here": "", "key": "", "csrf_input": ""})
    )
    words = dict(rules.rows)["1 more"]
    assert words in html.unescape(shown) and " 0 " not in words and "more at 0" not in shown


def test_each_side_walks_its_own_steps_and_both_confirm():
    table = kept(recorded_table, "fate-d2=defeated")
    table.finished()
    found = battle_of(table)
    assert found.done and not found.is_confirmed
    assert "The Free Hands is done with all ten steps" in table.ada.look()
    table.ada.do("confirm")
    assert (
        "You have confirmed" in table.ada.look()
        and "Undo the last step" in table.ada.client.get(table.ada.at).content.decode()
    )
    table.bo.do("confirm")
    assert "It can no longer be undone" in table.ada.look()
    assert table.ada.register.open_battle == "" and len(table.bo.register.battles) == 1


def test_a_repeated_post_in_step_four_loses_and_doubles_nothing():
    table = kept(recorded_table, "fate-d2=defeated")
    table.to_step(table.ada, 4)
    key = key_of(table.ada.client.get(table.ada.at))
    form = {"key": key, "dossier": "d2", "way": "app"}
    for _ in range(3):
        assert table.ada.client.post(f"{table.ada.at}/roll-check", form).status_code == 302
    rolled = [e for e in DatabaseStore().read(stream_of(table)) if e.kind == "battle.casualty_rolled"]
    assert len(rolled) == 1 and "Accept the result" in table.ada.look()


def test_sealed_rivals_open_together_and_nothing_leaks_before():
    table = Table(sealed=True)
    table.recorded(**{"fate-d4": "defeated"})
    table.to_step(table.ada, 5)
    table.to_step(table.bo, 5)
    assert "Neither choice is shown" in table.ada.look()
    table.ada.do("name-rival", dossier="d3")
    for page in (table.bo.look(), table.bo.client.get(f"{table.bo.at}/live").content.decode()):
        assert "their rival is sealed" in page
    render, here = live.KINDS["battle"].render, stream_of(table)
    strips = [render(here, audience)[1].replace(table.ada.at, "") for audience in ("red", "arbitrator")]
    assert all("sealed" in strip and "Stormtroopers" not in strip and "d3" not in strip for strip in strips)
    assert "Waiting for Bo Tarn to name a rival" in table.ada.look() and "Sealed" in table.ada.look()
    before = live.KINDS["battle"].render(stream_of(table), "blue")[1]
    table.bo.do("name-rival", dossier="d4")
    after = live.KINDS["battle"].render(stream_of(table), "blue")[1]
    screens = [re.search('data-screen="([^"]*)"', frame)[1] for frame in (before, after)]
    assert screens[0] != screens[1]  # the waiting screen goes on by itself
    table.ada.do("award-experience")
    assert table.ada.register.dossier("d4").experience >= 4


def test_everybody_watches_as_what_they_are(table):
    table.open()
    kind, stream = live.KINDS["battle"], stream_of(table)
    seats = {name: kind.audience(stream, str(person.pk)) for name, person in table.people.items()}
    assert seats == {"ada": "blue", "bo": "red"}
    assert kind.audience(stream, str(table.cass.pk)) == "arbitrator"
    assert kind.audience(stream, "") is None and kind.audience(stream, str(person("Eve").pk)) is None


def test_who_is_done_still_names_the_rival_the_other_waits_for():
    table = kept(recorded_table)
    table.to_step(table.ada, 5)
    assert "They wait for your Most Feared Rival" in table.bo.look()
    assert "Who did you fear most?" in table.bo.look("?rival=1")


# Undo and dice -------------------------------------------------------------------------------------------


def test_what_falls_is_shown_before_it_falls():
    table = kept(recorded_table, "fate-d2=defeated")
    table.to_step(table.ada, 5)
    table.to_step(table.bo, 5)
    table.bo.do("name-rival", dossier="d3")
    batch = table.ada.undoable
    asked = table.ada.client.post(f"{table.ada.at}/undo", {"batch": batch})
    assert asked.status_code == 200 and "Bo Tarn’s Most Feared Rival" in text_of(asked)
    assert battle_of(table).red.rival == "d3"
    for _ in range(2):
        assert table.ada.client.post(f"{table.ada.at}/undo", {"batch": batch, "sure": "1"}).status_code == 302
    assert battle_of(table).red.rival is None and battle_of(table).blue.step == 4


def test_every_roll_stands_on_the_page_of_evidence():
    table = kept(recorded_table)
    table.to_step(table.ada, 3)
    table.ada.send("roll-supply", way="app")
    assert "Evidence of every roll" in table.ada.look()
    for phone in (table.ada, table.bo):
        shown = phone.look("/evidence")
        assert "Supply die" in shown and "sha256:" in shown and "Seed" not in shown
    assert table.arbitrator.get(f"{table.ada.at}/evidence").status_code == 200
    table.finished()
    proven = table.bo.look("/evidence")
    assert "Checked: the seed gives this result" in proven and "does not give" not in proven
    assert Client().get(f"{table.ada.at}/evidence").status_code == 404


def test_undone_dice_stay_until_the_other_side_frees_them():
    table = kept(recorded_table, "fate-d2=defeated")
    table.to_step(table.ada, 4)
    table.ada.do("roll-check", dossier="d2", way="own", **{"face-0": "surge"})
    table.ada.do("undo", batch=table.ada.undoable)
    assert "The dice stay: Surge" in table.ada.look() and "Ada Marrok undid" in table.bo.look()
    page = table.bo.client.get(table.bo.at).content.decode()
    form = dict(re.findall(r'name="(side|batch|step)" value="([^"]+)"', page[page.index("free-dice") :]))
    refused = table.ada.send("free-dice", 422, **form)
    assert "Rolled dice stay as they are" in refused
    table.bo.do("free-dice", **form)
    assert "no longer counts" in table.ada.look() and "no longer counts" in table.bo.look()
    table.ada.do("roll-check", dossier="d2", way="own", **{"face-0": "blank"})


def test_a_record_others_built_on_is_not_undone():
    table = kept(recorded_table)
    batch = table.ada.undoable
    table.bo.send("resolve-agenda")
    assert 'name="batch"' not in table.ada.client.get(table.ada.at).content.decode()
    table.ada.send("undo", 422, batch=batch)
    assert battle_of(table).status == "recorded"


# One person, two sides -----------------------------------------------------------------------------------


def test_who_has_both_sides_says_at_which_they_sit(table):
    second = founded(table.people["ada"])
    clubs = site_clubs()
    clubs.do(deed(table.people["ada"]), table.club, commands.Enter(register=second))
    phone: Phone = table.ada
    phone.open(opponent=second.removeprefix("register:"))
    assert "You have both sides here" in phone.look()
    sent = phone.client.get(phone.at + "?side=red")
    assert sent.status_code == 302 and sent["Location"] == f"{phone.at}_red"
    assert f'action="{phone.at}_red/muster"' in phone.client.get(sent["Location"]).content.decode()
    units = {"unit": ["d1", "d2", "d3", "d4"], "up": [f"d1|{DOCTRINE}"], "plan": "1", "key": "1"}
    assert phone.client.post(f"{phone.at}_red/muster", units).status_code == 302
    found = Battles(DatabaseStore()).battle("battle:" + phone.at.removeprefix("/battle/")).state
    assert found.red.mustered and not found.blue.mustered


def test_the_waiting_side_goes_on_without_a_rival_after_three_days(monkeypatch):
    table = kept(recorded_table)
    table.to_step(table.ada, 5)
    assert "names no rival" not in table.ada.look()
    monkeypatch.setattr("muster.app.campaign.battle.context.PATIENCE", datetime.now(UTC) - datetime.now(UTC))
    table.ada.shown.clear()
    assert "The Free Hands names no rival: continue" in table.ada.look()
    table.ada.do("pass-rival", side="red")
    assert "Award the experience" in table.ada.look()


def test_nobody_reads_the_others_command_hand(table):
    """Rule 437: not on the record page, where both armies stand, nor on any other."""
    table.open().muster().agendas()
    store, stream = DatabaseStore(), stream_of(table)
    side = "red" if battle_of(table).red.register == table.bo.stream else "blue"
    card = next(command for command in catalogue().data.commands if command.pips == 1)
    hand = HandKept(side, (card.id,))
    act = {"actor": str(table.people["bo"].pk), "at": datetime.now(UTC), "batch": "hand"}
    store.append([Write(stream, store.version(stream), (hand,))], **act)
    assert card.name in html.unescape(table.bo.look())
    assert card.name not in html.unescape(table.ada.look())
    answer = table.ada.client.get("/api/v1" + table.ada.at.replace("/battle/", "/battles/"))
    assert answer.status_code == 200 and card.id not in str(answer.json()["state"][side]["hand"])
