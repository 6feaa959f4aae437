"""The organiser's desk: who may do what there, the one next step, players, pairing, results, corrections."""

import re
from html import unescape

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from muster.app.tournament import commands
from muster.cli import account as cli
from muster.rules.tournament.games import Tally
from muster.rules.tournament.scoring.results import Slip
from muster.store.accounts import Account
from muster.web.tournament import requests
from tests.web.account_fixtures import PASSWORD, markup, text_of
from tests.web.event_desk_fixtures import FIELD, Hall, begun, hall

__all__ = ["begun", "hall"]
# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db

# Who may open which page of the desk of a running event.
PAGES = {
    "": ("ora", "jed", "sue"),
    "/players": ("ora", "sue"),
    "/player/p1": ("ora", "sue"),
    "/pairing": ("ora",),
    "/results": ("ora", "jed", "sue"),
    "/clock": ("ora", "jed"),
    "/bracket": ("ora",),
    "/correct": ("ora", "jed", "sue"),
    "/roles": ("ora",),
    "/settings": ("ora",),
}


def test_each_page_is_for_those_whose_task_it_is(begun: Hall):
    requests.tournaments().do(
        begun.act("ora"), begun.stream, commands.Link(player="p1", account=str(begun.people["pia"].pk))
    )
    for who in ("ora", "jed", "sue", "pia", "zoe", "nobody"):
        for where, allowed in PAGES.items():
            begun.get(who, where, 200 if who in allowed else 403)


# What each act needs, and who has it; everybody else is refused and nothing is written.
ACTS = {
    "draft": ("ora",),
    "announce": ("ora",),
    "call-off": ("ora",),
    "give-role": ("ora",),
    "hand-over": ("ora",),
    "cut": ("ora",),
    "end": ("ora",),
    "pause": ("ora", "jed"),
    "time": ("ora", "jed"),
    "tell": ("ora",),
    "drop": ("ora", "sue"),
    "table": ("ora", "sue"),
    "disqualify": ("ora", "jed"),
}
FORMS = {
    "give-role": {"handle": "zoe", "role": "judge"},
    "hand-over": {"handle": "zoe"},
    "tell": {"words": "Lunch"},
    "drop": {"player": "p2"},
    "table": {"player": "p2", "table": "4"},
    "disqualify": {"player": "p2", "words": "Threw a table"},
}


def test_each_act_is_for_those_whose_task_it_is(begun: Hall):
    before = requests.tournaments().load(begun.stream).version
    for deed, allowed in ACTS.items():
        for who in {"nobody", "zoe", "pia", "jed", "sue"} - set(allowed):
            sent = {"do": deed, "key": f"{who}-{deed}", **FORMS.get(deed, {})}
            answer = begun.clients[who].post(f"{begun.at}/desk/act", sent)
            assert answer.status_code == 403, (who, deed, text_of(answer))
    assert requests.tournaments().load(begun.stream).version == before


def test_an_event_that_is_not_public_has_no_desk_for_strangers(db):
    hall = Hall(public="")
    form = {"name": "Quiet", "key": "q", "details": "1", "structure": "basic"}
    hidden = hall.clients["ora"].post("/events/new", form)["Location"]
    assert hall.clients["ora"].get(hidden).status_code == 200
    assert hall.clients["zoe"].get(hidden).status_code == 404
    assert hall.clients["zoe"].post(f"{hidden}/act", {"do": "draft"}).status_code == 404


# Beginning an event ----------------------------------------------------------------------------------------


def test_one_question_after_the_other_and_the_answers_travel_along(client: Client):
    page = text_of(client.get("/events/new"))
    assert "Name your event" in page
    asked = client.get("/events/new", {"at": "kind", "name": "Endor Open", "place": "The Cellar"})
    assert "What is played?" in text_of(asked)
    assert b'name="place" value="The Cellar"' in asked.content
    recon = client.get("/events/new", {"at": "tier", "name": "Endor Open", "kind": "recon"})
    assert "Question 3 of 5" in text_of(recon)  # Recon is always played by the current rules


def test_a_name_is_asked_for_before_anything_else(client: Client):
    answer = client.get("/events/new", {"at": "kind", "name": " "})
    assert answer.status_code == 422
    assert "Name your event" in text_of(answer)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (9, "3 Swiss rounds, then the best 2 play the final"),
        (25, "4 Swiss rounds, then the best 2 play the final"),
        (91, "5 Swiss rounds, then a bracket of the best 4"),
        (3, "The Advanced structure starts at 9 players; there are 3."),
    ],
)
@pytest.mark.rule(641)
def test_the_rounds_follow_the_number_of_players_in_words(client: Client, players: int, words: str):
    asked = {"at": "structure", "name": "X", "structure": "advanced", "players": players}
    assert words in text_of(client.get("/events/new", asked))


def test_the_current_rules_and_their_points_are_proposed(client: Client):
    rules = client.get("/events/new", {"at": "rules", "name": "X", "kind": "standard"}).content.decode()
    assert 'value="current" checked' in rules and 'value="regulations" checked' not in rules
    details = client.get("/events/new", {"at": "details", "name": "X", "kind": "standard"}).content.decode()
    assert 'value="1000"' in details
    made = client.post("/events/new", {"name": "Open", "kind": "standard", "key": "1"})
    plan = requests.tournaments().load(requests.stream_of(made["Location"].split("/")[2])).state.plan
    assert (plan.profile, plan.points, plan.structure) == ("current", 1000, "current")
    older = client.post("/events/new", {"name": "Old", "profile": "regulations", "key": "2"})
    plan = requests.tournaments().load(requests.stream_of(older["Location"].split("/")[2])).state.plan
    assert (plan.profile, plan.points, plan.structure) == ("regulations", 800, "basic")


def test_recon_comes_with_its_points_and_the_current_rules(client: Client):
    made = client.post("/events/new", {"name": "Night raid", "kind": "recon", "key": "1", "self_entry": "on"})
    plan = requests.tournaments().load(requests.stream_of(made["Location"].split("/")[2])).state.plan
    assert (plan.kind, plan.profile, plan.points, plan.structure) == ("recon", "current", 600, "current")


@pytest.mark.parametrize(
    ("field", "given"),
    [("points", "lots"), ("points", "0"), ("minutes", "9999"), ("kind", "chess"), ("day", "tomorrow")],
)
def test_a_setting_that_makes_no_sense_is_refused_by_its_name(client: Client, field: str, given: str):
    answer = client.post("/events/new", {"name": "X", field: given})
    assert answer.status_code == 422
    assert f"“{given}” isn’t possible for" in text_of(answer)


def test_a_form_sent_twice_begins_one_event(client: Client):
    form = {"name": "Once", "key": "same"}
    first, two = client.post("/events/new", form), client.post("/events/new", form)
    assert first["Location"] == two["Location"]


def test_an_absurd_name_is_refused(client: Client):
    answer = client.post("/events/new", {"name": "x" * 1_000_000})
    assert answer.status_code == 422 and "name has 1,000,000 letters" in text_of(answer)


def test_all_who_are_missing_are_checked_in_however_many_they_are(hall: Hall):
    """A form of more than 500 fields is not read: an event may have a thousand players."""
    hall.post("ora", "/players/add", names="\n".join(FIELD))
    page = hall.clients["ora"].get(f"{hall.at}/desk/players").content.decode()
    form = next(form for form in page.split("<form") if "who are missing" in form)
    named = re.findall(r'name="player" value="([^"]*)"', form)
    assert len(named) == 1
    hall.do("ora", "check-in", player=named)
    assert all(entry.present for entry in hall.now.entries.values())


# The one next thing ----------------------------------------------------------------------------------------


def test_the_desk_says_what_is_next_from_the_first_player_to_the_ranking(hall: Hall):
    assert "Next Enter the players" in hall.get("ora")
    hall.post("ora", "/players/add", names="\n".join(FIELD))
    assert "Next Check the players in" in hall.get("ora")
    hall.do("ora", "check-in", player=[f"p{n}" for n in range(1, 13)])
    assert "Announce 3 Swiss rounds, then the best 2 play the final" in hall.get("ora")
    hall.do("ora", "announce")
    for number in (1, 2, 3):
        assert f"Next Pair round {number}" in hall.get("ora")
        hall.do("ora", "draft")
        assert "Next Look at the draft" in hall.get("ora")
        hall.do("ora", "publish", draft=hall.now.draft.number)
        assert "Next Start the clock" in hall.get("ora")
        hall.do("ora", "start")
        assert "Next 6 results to come" in hall.get("ora")
        hall.settle()
        assert f"Next Close round {number}" in hall.get("ora")
        hall.do("ora", "close")
    assert "Next Make the cut" in hall.get("ora")
    hall.do("ora", "cut")
    assert "Next Pair the final" in hall.get("ora")
    hall.play_round()
    assert "Next End the event" in hall.get("ora")
    hall.do("ora", "end")
    assert "The event Over 1" in hall.get("ora")


def test_too_few_for_the_structure_is_said_before_it_is_announced(hall: Hall):
    hall.fill(FIELD[:3])
    page = hall.get("ora")
    assert "The Advanced structure starts at 9 players; there are 3." in page
    refused = hall.do("ora", "announce", 422)
    assert "The Advanced structure starts at 9 players" in refused


def test_settings_change_until_they_are_announced(hall: Hall):
    plan = {"name": "Endor Closed", "structure": "basic", "points": "1000", "lists": "none"}
    hall.do("ora", "plan", **plan, **{"from": "settings"})
    assert (hall.now.name, hall.now.plan.points, hall.now.plan.public) == ("Endor Closed", 1000, False)
    hall.fill()
    hall.do("ora", "announce")
    assert "Rounds and cut are announced and can’t change." in hall.do(
        "ora", "plan", 422, **plan, **{"from": "settings"}
    )
    assert "Announced and locked" in hall.get("ora", "/settings")


# Players ---------------------------------------------------------------------------------------------------


def test_a_name_twice_is_told_and_the_list_is_not_lost(hall: Hall):
    long = f"Maximiliana {'W' * 60}"
    page = hall.post("ora", "/players/add", 422, names=f"Ada Marrok\n{long}")
    assert f"Too long: “{long[:30]}…” has 72 letters; the most is 60." in page
    page = hall.post("ora", "/players/add", 422, names="Ada Marrok\nBen Okafor\nADA  marrok")
    assert "“ADA marrok” is in the event already." in page
    assert "Ben Okafor" in page  # what was pasted is still there
    assert not hall.now.entries


@pytest.mark.parametrize(
    ("data", "encoding", "names"),
    [
        ("Zoë Müller\nJosé\n".encode(), "utf-8", {"Zoë Müller", "José"}),
        ("Zoë Müller\nJosé\n".encode("utf-16"), "utf-8", {"Zoë Müller", "José"}),
        ("Zoë Müller\r\nJosé\r\n".encode("cp1252"), "cp1252", {"Zoë Müller", "José"}),
        ("Žofie\n".encode("cp1250"), "cp1250", {"Žofie"}),
        (b"\xef\xbb\xbfName;Club\nAda;North\nBen;South\n", "utf-8", {"Ada", "Ben"}),
    ],
)
def test_a_file_of_names_is_read(hall: Hall, data: bytes, encoding: str, names: set[str]):
    hall.post("ora", "/players/add", file=SimpleUploadedFile("names.csv", data), encoding=encoding)
    found = {person.name for person in requests.tournaments().roster.people(hall.stream).values()}
    assert found == names


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("Ada\nZoë\n".encode("cp1252"), "This isn’t a text in UTF-8: line 2 holds the byte 0xEB."),
        (b"PK\x03\x04\x00\x00", "This file isn’t a text."),
        (b"x" * 1_000_001, "The list is too large"),
        (b"\n\n", "No one is named."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_where(hall: Hall, data: bytes, words: str):
    page = hall.post("ora", "/players/add", 422, file=SimpleUploadedFile("names.txt", data))
    assert words in page
    assert not hall.now.entries


def test_who_is_beyond_the_capacity_waits_and_is_let_in(db):
    hall = Hall(capacity="2")
    hall.post("ora", "/players/add", names="Ada\nBen\nCleo")
    assert "1 wait" in hall.get("ora", "/players")
    assert "Cleo" in hall.get("ora", "/players?show=waiting")
    hall.do("ora", "admit", player="p3")
    assert hall.now.entries["p3"].status == "entered"


def test_players_sign_up_by_link_and_claim_a_seat_with_the_code(hall: Hall):
    joined = hall.clients["pia"].post(f"{hall.at}/join", {"do": "enter", "name": "Pia Costa", "key": "1"})
    assert joined["Location"] == f"{hall.at}/me"
    hall.post("ora", "/players/add", names="Ada Marrok")
    code = requests.tournaments().roster.people(hall.stream)[hall.key("Ada Marrok")].code
    assert code in hall.get("ora", f"/player/{hall.key('Ada Marrok')}")
    wrong = hall.clients["zoe"].post(f"{hall.at}/join", {"do": "claim", "code": "NOTACODE", "key": "2"})
    assert wrong.status_code == 422
    assert "No player in this event has that code." in text_of(wrong)
    hall.clients["zoe"].post(f"{hall.at}/join", {"do": "claim", "code": code.lower(), "key": "3"})
    assert hall.now.entry_of(str(hall.people["zoe"].pk)).player == hall.key("Ada Marrok")
    hall.do("ora", "unlink", player=hall.key("Ada Marrok"))
    assert hall.now.entry_of(str(hall.people["zoe"].pk)) is None


def test_a_guest_without_an_account_signs_up(hall: Hall):
    phone = Client()
    assert phone.post(f"{hall.at}/join", {"name": "Gast", "key": "1"}).status_code == 302
    assert hall.key("Gast") in hall.now.entries


def test_check_in_drop_back_table_rename_erase_and_disqualify(begun: Hall):
    ada = begun.key("Ada Marrok")
    begun.do("sue", "drop", player=ada, why="unable")
    assert begun.now.entries[ada].status == "dropped"
    begun.do("sue", "rejoin", player=ada)
    assert begun.now.entries[ada].status == "entered"
    begun.do("sue", "table", player=ada, table="9")
    assert begun.now.entries[ada].table == 9
    begun.do("sue", "rename", player=ada, name="Ada Lindt")
    assert "Ada Lindt" in begun.get("ora", "/players")
    begun.do("ora", "disqualify", player=ada, words="Unsporting")
    assert begun.now.entries[ada].status == "disqualified"
    refused = begun.do("ora", "rejoin", 422, player=ada, **{"from": "player"})
    assert "A disqualification can’t be undone." in refused
    begun.do("ora", "erase", player=ada)
    assert "Ada Lindt" not in begun.get("ora", "/players?show=gone")


# Roles -----------------------------------------------------------------------------------------------------


def test_roles_are_given_by_handle_taken_back_and_handed_over(hall: Hall):
    assert "No account here has the handle “nemo”." in hall.do(
        "ora", "give-role", 422, handle="nemo", role="judge", **{"from": "roles"}
    )
    hall.officials()
    jed = str(hall.people["jed"].pk)
    hall.do("ora", "duty", person=jed)
    assert "You are off duty" in hall.get("jed", status=403)
    hall.do("ora", "duty", person=jed, on="on")
    hall.get("jed")
    hall.do("ora", "take-role", person=jed, role="judge")
    hall.get("jed", status=403)
    hall.do("ora", "hand-over", handle="sue")
    hall.get("sue", "/roles")
    hall.get("ora", status=403)


# Pairing ---------------------------------------------------------------------------------------------------


def test_a_draft_is_looked_at_changed_by_hand_and_only_then_published(hall: Hall):
    hall.fill()
    hall.do("ora", "announce")
    hall.do("ora", "draft")
    assert "The independent checker finds nothing wrong." in hall.get("ora", "/pairing")
    first, second = hall.now.draft.drawn.round.games[:2]
    hall.do("ora", "swap", pick=[first.players[0], second.players[0]])
    assert hall.now.draft.drawn.round.games[0].players[0] == second.players[0]
    assert "Changed by hand 1 time." in hall.get("ora", "/pairing")
    hall.do("ora", "seat", table=1, to=30)
    assert "Table 30" in hall.get("ora", "/pairing")
    assert "Two players change places; 1 is chosen." in hall.do(
        "ora", "swap", 422, pick=["p1"], **{"from": "pairing"}
    )
    looked_at = hall.now.draft.number
    hall.do("ora", "draft")
    assert "The draft has changed since you looked." in hall.do("ora", "publish", 422, draft=looked_at)
    hall.do("ora", "publish", draft=hall.now.draft.number)
    hall.do("ora", "recall")
    assert hall.now.open_round is None


def test_an_avoidable_rematch_made_by_hand_is_warned_of_by_name(begun: Hall):
    begun.settle()
    begun.do("ora", "close")
    met = begun.now.rounds[0].drawn.round.games[0].players
    begun.do("ora", "draft")
    game = next(game for game in begun.now.draft.drawn.round.games if met[0] in game.players)
    begun.do("ora", "swap", pick=[game.opponent(met[0]), met[1]])
    names = [requests.tournaments().roster.people(begun.stream)[key].name for key in met]
    page = begun.get("ora", "/pairing")
    assert "have met already" in page
    assert all(name in page for name in names)


# Results ---------------------------------------------------------------------------------------------------


def test_two_numbers_settle_a_table_and_the_next_one_follows(begun: Hall):
    begun.result("sue", 1, 12, 10)
    report = begun.now.open_round.results[1]
    assert report.result.winner == begun.now.open_round.game(1).players[0]
    page = begun.get("sue", "/results")
    assert "1 of 6 tables" in page
    assert "Save, next is table 3" in page  # table 2 is on the screen


def test_without_a_reload_only_the_middle_comes_back(begun: Hall):
    form = {"key": "k", "table": 1, "round": 1, "how": "rounds", "victory1": 3, "victory2": 1}
    headers = {"HX-Request": "true", "HX-Target": "results"}
    answer = begun.clients["sue"].post(f"{begun.at}/desk/results", form, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.lstrip().startswith('<div id="results"')
    assert "<nav" not in page
    assert "Table 2" in page


def results_at(hall: Hall, table: int, **sent: object) -> str:
    """The markup of the results at a table, or of the answer to one that was sent."""
    at, client = f"{hall.at}/desk/results", hall.clients["jed"]
    form = {"key": "k", "table": table, "round": 1, "how": "rounds", **sent}
    return markup(client.post(at, form) if sent else client.get(f"{at}?table={table}"))


def test_two_scorekeepers_who_differ_see_what_the_first_said(begun: Hall):
    begun.result("sue", 1, 7, 4)
    page = begun.result("jed", 1, 4, 7, status=422)
    assert "Table 1 has a result already: rounds, VP 7 : 4" in page
    assert "Sue Lindqvist entered" in page
    assert begun.now.open_round.results[1].result.tallies[0].victory == 7
    assert begun.now.open_round.results[1].by == str(begun.people["sue"].pk)


def test_what_the_second_scorekeeper_typed_becomes_a_correction(begun: Hall):
    begun.result("sue", 1, 7, 4)
    page = results_at(begun, 1, victory1=4, victory2=7)
    assert 'name="victory1"' not in page, "no form that would be refused again"
    link = re.search(r'href="[^"]*(/desk/correct[^"]*)">Correct the result to', page)
    assert link is not None
    typed = markup(begun.clients["jed"].get(begun.at + unescape(link[1])))
    assert re.search(r'name="victory1"[^>]*value="4"', typed) and "What changes" in typed


def test_a_settled_table_draws_no_form_and_leads_on(begun: Hall):
    begun.result("sue", 1, 7, 4)
    page = results_at(begun, 1)
    assert "Sue Lindqvist entered" in page and "/desk/correct?round=1&amp;table=1" in page
    assert 'name="victory1"' not in page and 'href="?table=2" autofocus' in page
    assert 'name="victory1"' in results_at(begun, 2)


@pytest.mark.rule(593)
def test_nobody_is_missing_before_the_time_to_appear_is_over(db):
    hall = announced()
    early = results_at(hall, 1)
    assert re.search(r'value="no-show"[^>]* disabled', early)
    assert "No-show: Players have 15 minutes" in early
    requests.tournaments().do(hall.act("ora", ago=16), hall.stream, commands.StartClock())
    late = results_at(hall, 1)
    assert re.search(r'value="no-show"(?![^>]* disabled)', late) and "No-show: Players" not in late


def test_two_scorekeepers_who_agree_do_not_disturb_each_other(begun: Hall):
    begun.result("sue", 1, 7, 4)
    begun.result("jed", 1, 7, 4)
    assert begun.now.open_round.results[1].by == str(begun.people["sue"].pk)


IMPOSSIBLE = (
    ({"table": 77}, "No game is played at table 77 in round 1."),
    ({"round": 5}, "Round 5 isn’t being played; it is round 1."),
    ({"victory1": "many"}, "“many” isn’t possible for VP."),
    ({"victory1": "9999"}, "9,999 isn’t possible for VP"),
    ({"how": "chess"}, "“chess” isn’t possible for how the game ended."),
    ({"victory1": 5, "victory2": 5}, "The numbers are equal, so the blue player wins"),
    ({"how": "tabled", "winner": ""}, "The report doesn’t say who won."),
    ({"how": "no-show", "winner": "1"}, "Players have 15 minutes from the start of the round to appear."),
)


def test_a_result_that_cannot_be_is_refused_and_nothing_is_lost(begun: Hall):
    for form, words in IMPOSSIBLE:
        sent = {"table": 1, "round": 1, "how": "rounds", "victory1": 7, "victory2": 4} | form
        assert words in begun.post("sue", "/results", 422, **sent)
    assert not begun.now.open_round.results


@pytest.mark.rule(613, 615, 619)
def test_ways_a_game_ends(begun: Hall):
    for table, form in (
        (1, {"how": "tabled", "winner": "2", "victory1": 5, "victory2": 3}),
        (2, {"how": "concession", "winner": "1", "victory1": 0, "victory2": 0}),
        (3, {"victory1": 5, "victory2": 5, "score1": 300, "score2": 420}),
        (4, {"victory1": 5, "victory2": 5, "score1": 300, "score2": 300, "blue": "1"}),
        (5, {"how": "double-loss"}),
        (6, {"how": "game-loss", "winner": "2"}),
    ):
        begun.result("sue", table, **{"how": "rounds"} | form)
    current = begun.now.open_round
    winners = {table: report.result.winner for table, report in current.results.items()}
    seats = {1: 1, 2: 0, 3: 1, 4: 0, 6: 1}
    assert winners == {5: ""} | {table: current.game(table).players[seat] for table, seat in seats.items()}


def test_reports_of_players_are_shown_and_disputes_stand_out(begun: Hall):
    game = begun.now.open_round.game(1)
    for who, player in zip(("pia", "zoe"), game.players, strict=True):
        requests.tournaments().do(
            begun.act("ora"), begun.stream, commands.Link(player=player, account=str(begun.people[who].pk))
        )
    slip = Slip(tallies=(Tally(victory=6), Tally(victory=5)))
    requests.tournaments().do(begun.act("pia"), begun.stream, commands.Report(number=1, slip=slip))
    assert "reported: " in begun.get("ora", "/results?table=1")
    assert "One player has reported the result at table 1." in begun.get("ora")
    requests.tournaments().do(
        begun.act("zoe"), begun.stream, commands.Dispute(number=1, words="It was 5 : 6")
    )
    page = begun.get("ora", "/results?table=1")
    assert "The players differ." in page
    assert "It was 5 : 6" in page
    assert "The players at table 1 differ." in begun.get("ora", "/results?table=2")
    begun.result("ora", 1, 5, 6)
    assert begun.now.open_round.results[1].settled


def test_the_latest_act_is_named_and_taken_back(begun: Hall):
    begun.result("sue", 1)
    begun.result("jed", 2)
    page = begun.get("sue", "/results")
    assert "Last action: Result of table 1" in page
    batch = requests.tournaments().undoable(begun.stream, str(begun.people["sue"].pk))
    begun.do("sue", "undo", batch=batch)
    assert set(begun.now.open_round.results) == {2}


def announced(**plan: str) -> Hall:
    """An event whose round 1 is published."""
    hall = Hall(**plan)
    hall.officials()
    hall.fill()
    hall.do("ora", "announce")
    hall.publish()
    return hall


@pytest.mark.rule(593, 629)
def test_who_does_not_come_in_time_loses_and_is_dropped(db):
    hall = announced()
    requests.tournaments().do(hall.act("ora", ago=16), hall.stream, commands.StartClock())
    hall.post("sue", "/results", table=1, round=1, how="no-show", winner="1")
    hall.post("sue", "/results", table=2, round=1, how="no-show")
    current = hall.now.open_round
    assert hall.now.entries[current.game(1).players[1]].status == "dropped"
    assert current.results[1].result.winner == current.game(1).players[0]
    assert {hall.now.entries[player].status for player in current.game(2).players} == {"dropped"}


def test_time_that_is_up_is_found_by_whoever_comes_and_their_result_counts(db):
    hall = announced()
    requests.tournaments().do(hall.act("ora", ago=151), hall.stream, commands.StartClock())
    hall.result("sue", 1)
    assert hall.now.open_round.timing.clock.called is not None
    assert 1 in hall.now.open_round.results


def test_by_the_current_rules_an_even_game_asks_for_the_armies_and_may_be_a_draw(db):
    hall = announced(profile="current", structure="current")
    hall.do("ora", "start")
    even = {"victory1": 5, "victory2": 5, "score1": 400, "score2": 400}
    page = hall.result("sue", 1, status=422, **even)
    assert "the bigger army decides" in page
    assert "VP of" in page and "token" not in page.lower(), "victory tokens are those of 2020"
    hall.result("sue", 1, **even, army1=990, army2=1000)
    hall.result("sue", 2, **even, army1=1000, army2=1000)
    current = hall.now.open_round
    assert current.results[1].result.winner == current.game(1).players[1]
    assert not current.results[2].result.winner


def test_elimination_alone_from_the_first_round_to_the_champion(db):
    hall = announced(structure="custom", rounds="0", cut="0")
    hall.do("ora", "start")
    hall.settle()
    hall.do("ora", "close")
    for _ in range(3):
        hall.play_round()
    assert "Next End the event" in hall.get("ora")
    assert "Final" in hall.get("ora", "/bracket")


# Corrections -----------------------------------------------------------------------------------------------


@pytest.mark.rule(604)
def test_a_correction_shows_every_standing_that_moves_before_it_is_made(begun: Hall):
    begun.settle()
    begun.do("ora", "close")
    first, second = begun.now.rounds[0].drawn.round.games[0].players
    people = requests.tournaments().roster.people(begun.stream)
    version = requests.tournaments().load(begun.stream).version
    page = begun.get("ora", "/correct?round=1&table=1&how=rounds&victory1=3&victory2=9")
    assert f"Current result: {people[first].name} beat {people[second].name}, 8 to 3." in page
    assert "Points 1 → 0" in page
    assert "Points 0 → 1" in page
    assert requests.tournaments().load(begun.stream).version == version
    sent = {"round": 1, "table": 1, "how": "rounds", "victory1": 3, "victory2": 9, "why": "Swapped"}
    begun.post("jed", "/correct", 403, **sent)  # a judge does not correct a closed round
    begun.post("ora", "/correct", **sent)
    assert begun.now.rounds[0].results[1].result.winner == second


@pytest.mark.rule(604)
def test_after_two_rounds_a_result_stands(begun: Hall):
    begun.settle()
    begun.do("ora", "close")
    begun.play_round()
    begun.play_round()
    begun.do("ora", "cut")
    begun.publish()
    page = begun.get("ora", "/correct?round=1&table=1&how=rounds&victory1=3&victory2=9", 422)
    assert "can be corrected within 2 rounds; it is round 4 now" in page


# The clock -------------------------------------------------------------------------------------------------


def test_the_clock_is_paused_extended_and_time_is_called(begun: Hall):
    begun.do("jed", "pause")
    assert "paused" in begun.get("jed", "/clock")
    begun.do("jed", "resume")
    begun.do("jed", "extend", minutes=5, table=2)
    assert "+5 min" in begun.get("sue", "/results")
    assert "An extension of 0 minutes can’t be given." in begun.do(
        "jed", "extend", 422, minutes="x", **{"from": "clock"}
    )
    begun.do("jed", "time")
    assert "What the players do now" in begun.get("jed", "/clock")


@pytest.mark.rule(467, 469)
def test_a_secret_length_is_for_those_who_run_the_clock_and_do_not_play(db):
    hall = Hall(kind="recon", structure="current", points="600")
    hall.officials()
    hall.fill()
    hall.do("ora", "announce")
    hall.publish()
    hall.do("ora", "start")
    length = hall.now.open_round.timing.clock.minutes
    assert "Show time left" in hall.get("ora", "/clock")
    for who, where in (("sue", ""), ("sue", "/results"), ("sue", "/players")):
        page = hall.clients[who].get(f"{hall.at}/desk{where}").content.decode()
        assert "data-ends" not in page
        assert f"{length} minutes" not in page
    requests.tournaments().do(
        hall.act("ora"), hall.stream, commands.Link(player="p1", account=str(hall.people["jed"].pk))
    )
    page = hall.clients["jed"].get(f"{hall.at}/desk/clock").content.decode()
    assert "data-ends" not in page
    assert "Its length is secret" in page


# The cut ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(606)
def test_who_leaves_after_the_cut_is_followed_by_the_next_in_line(begun: Hall):
    begun.settle()
    begun.do("ora", "close")
    begun.play_round()
    begun.play_round()
    begun.do("ora", "cut")
    first, second = begun.now.cut
    third = requests.tournament_queries().standings(str(begun.people["ora"].pk), begun.stream)[2].player
    begun.do("ora", "drop", player=first)
    assert begun.now.cut == (second, third)
    names = requests.tournaments().roster.people(begun.stream)
    assert names[third].name in begun.get("ora", "/bracket")


# Lists of events -------------------------------------------------------------------------------------------


def test_my_events_lead_to_the_desk_and_others_find_them_once_announced(begun: Hall):
    assert f'href="{begun.at}/desk"' in begun.clients["ora"].get("/events").content.decode()
    page = begun.clients["zoe"].get("/events").content.decode()
    assert f'href="{begun.at}"' in page
    assert "Being played" in page


def test_an_act_that_does_not_exist_is_refused(begun: Hall):
    assert "This page can’t do “dance”." in begun.do("ora", "dance", 422)


def test_a_form_sent_twice_acts_once(begun: Hall):
    form = {"do": "tell", "words": "Lunch", "key": "same"}
    for _ in range(2):
        assert begun.clients["ora"].post(f"{begun.at}/desk/act", form).status_code == 302
    assert len(begun.now.words) == 1


def test_every_form_of_a_page_carries_the_token_against_forgery(hall):
    hall.fill()
    page = hall.clients["ora"].get(f"{hall.at}/desk/players").content.decode()
    assert (
        page.count('method="post"')
        == page.count('<input type="hidden" name="csrfmiddlewaretoken"')
        > len(FIELD)
    )


@pytest.mark.parametrize("way", ["by the page", "by the owner of the server"])
def test_who_leaves_for_good_leaves_no_name_in_any_event(hall: Hall, way: str, monkeypatch):
    names = requests.tournaments().roster.people
    hall.fill(["Pia Costa", "Ben Okafor"])
    claimed = hall.key("Pia Costa")
    requests.tournaments().do(
        hall.act("pia"), hall.stream, commands.Claim(code=names(hall.stream)[claimed].code)
    )
    requests.tournaments().do(hall.act("zoe"), hall.stream, commands.EnterMe(name="Zoe Zander"))
    games = hall.now
    for who in ("pia", "zoe"):
        if way == "by the page":
            assert hall.clients[who].post("/you/delete", {"password": PASSWORD}).status_code == 302
        else:
            monkeypatch.setattr("muster.cli.django_setup.use_server", lambda data: None)
            assert CliRunner().invoke(cli.command, ["delete", who, "--yes"]).exit_code == 0
    assert sorted(person.name for person in names(hall.stream).values()) == ["", "", "Ben Okafor"]
    assert hall.now == games, "what was played stays"
    assert not Account.objects.filter(handle__in=("pia", "zoe")).exists()


def test_a_form_that_is_sent_as_it_stands_changes_nothing_and_nothing_is_wrong(db):
    hall = announced()
    before = hall.now
    answer = hall.clients["ora"].post(
        f"{hall.at}/desk/act", {"key": "w", "do": "waiting", "from": "clock", "minutes": 15}, follow=True
    )
    assert "It was so already." in text_of(answer) and hall.now == before
    hall.result("sue", 1, 7, 4)
    same = {"round": 1, "table": 1, "how": "rounds", "victory1": 7, "victory2": 4, "winner": "1"}
    page = text_of(hall.clients["ora"].get(f"{hall.at}/desk/correct", same))
    assert "Nothing changes: this is the current result." in page and "Correct the result" not in page
