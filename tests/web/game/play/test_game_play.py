"""A game through its forms: opened, joined, refused in place, undone by name, watched, handed back."""

import re
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from msgspec.structs import replace

from muster.app.campaign import commands as commands_of_registers
from muster.rules.game.answers import Concede, Defeat
from muster.rules.game.table import SEATS
from muster.rules.messages import explain
from muster.store.armies import DatabaseArmies
from muster.web.game.play.screens.lobby import seat_rows
from muster.web.game.play.words import unit_name
from tests.app.game_seats import RECON
from tests.web.account_fixtures import markup, person, text_of
from tests.web.event_table_fixtures import Cup
from tests.web.game_phones import HTMX, Phone, key_in, play_to, prompt, sat, say
from tests.web.kept_world import kept
from tests.web.site_desks import site_registers
from tests.web.two_phones import Table, deed

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db
ANSWERED = "That is no longer asked"


@pytest.fixture
def phones() -> list[Phone]:
    return kept(sat)


def test_two_phones_begin_a_game_and_a_tap_shows_what_follows(phones: list[Phone]) -> None:
    ann, bob = phones
    first = ann.page()
    assert "Set up the table" in first and "Seat’s code" not in first
    assert "Declare and place the terrain" in ann.do("say", **prompt(first))
    assert "Declare and place the terrain" in bob.page()


def test_two_taps_on_one_prompt_are_one_answer_and_no_refusal(phones: list[Phone]) -> None:
    """The key is of what was drawn, so a second tap on it is known for what it is; another answer to a prompt
    that is gone is refused, and so is the other seat's."""
    ann, bob = phones
    first, theirs = ann.page(), bob.page()
    tapped = {**prompt(first), **key_in(first)}
    ann.do("say", **tapped)
    assert ANSWERED not in ann.do("say", **tapped)
    assert ANSWERED in bob.do("say", 422, **prompt(theirs), **key_in(theirs))
    assert ANSWERED in ann.do("no", 422, **tapped)
    assert key_in(ann.page()) != key_in(first)


def test_what_has_not_changed_is_not_sent_again_to_who_names_it(phones: list[Phone]) -> None:
    """The name is the audience's own, and another's saves nothing."""
    ann, bob = phones
    live = f"/game/{ann.game}/live"
    named = {phone: phone.client.get(live)["ETag"] for phone in phones}
    assert named[ann] != named[bob]
    again = ann.client.get(live, headers={"If-None-Match": named[ann]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-store")
    assert bob.client.get(live, headers={"If-None-Match": named[ann]}).status_code == 200
    ann.do("watch off")
    changed = ann.client.get(live, headers={"If-None-Match": named[ann]})
    assert changed.status_code == 200 and changed["ETag"] != named[ann]


def test_a_refusal_stands_above_the_game_as_it_is_now(phones: list[Phone]) -> None:
    ann, bob = phones
    old = prompt(ann.page())
    bob.do("say", **prompt(bob.page()))
    page = ann.do("say", 422, **old)
    assert 'role="alert"' in page and "Declare and place the terrain" in page
    stranger = Phone()
    stranger.game = ann.game
    assert "Not done" in stranger.do("say", 403, **old)


def test_a_refusal_names_units_as_the_page_does(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "turn1")
    table = ann.desk.game.table
    turner = ann if table.todo[-1].seat == "one" else bob
    unit = next(one for one in table.army(table.todo[-1].seat) if not one.order)
    page = turner.do("say", 422, **prompt(turner.page()), pick=f"activate {unit.id}")
    said = re.search(r'role="alert">(.*?)</div>', page, re.S)
    assert said and unit_name(table, unit.id) in said[1] and unit.id not in said[1]


def test_the_latest_act_is_undone_by_its_name_and_an_activation_is_reset(
    phones: list[Phone],
) -> None:
    ann, _ = phones
    play_to(ann, ".acts")
    table = ann.desk.game.table
    unit = table.units[table.acting]
    actor = phones[SEATS.index(unit.seat)]
    actor.do(f"token {unit.id} aim", seat=unit.seat)
    page = actor.do(f"token {unit.id} dodge", seat=unit.seat)
    name = re.search(r"Undo (the Dodge of [^<]+)<", page)
    assert name, "the button says what it undoes"
    back = re.search(r'value="(back [^"]+)"', page)
    assert back
    actor.do(back[1], seat=unit.seat)
    assert actor.desk.game.table.units[unit.id].tokens == {"aim": 1} | dict(unit.tokens)
    assert "Reset this activation" in actor.page()


def test_asking_back_is_answered_by_the_other(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "setup.edge")
    log = bob.page("/log")
    asked = re.search(r'value="(ask [^"]+)"', log)
    assert asked
    bob.do(asked[1], seat="two")
    assert "Bob asks for an undo" in ann.page() and "Withdraw" in bob.page()
    ann.do("grant", seat="one")
    assert ann.desk.game.table.plea is None and ann.desk.game.table.blue is None


def test_the_evidence_holds_undone_dice_too_and_says_what_was_checked(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "setup.edge")
    asked = re.search(r'value="(ask [^"]+)"', bob.page("/log"))
    assert asked
    bob.do(asked[1], seat="two")
    ann.do("free", seat="one")
    assert "Undone, freed for a new roll" in ann.page("/log") and "Checked" not in ann.page("/log")
    play_to(ann, "setup.edge")
    bob.do("concede two", seat="two")
    ann.do("close", seat="one")
    log = ann.page("/log")
    assert log.count("Checked: the seed gives this result") == log.count(">Commitment<") > 1
    assert "does not give" not in log


def test_conceding_ends_it_and_closing_opens_the_seeds(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "r1.card")
    assert ">Seed<" not in ann.page("/log")
    page = bob.do("concede two", seat="two")
    assert "Ann won: the opponent conceded" in page
    assert "You won: the opponent conceded" in ann.page()
    ann.do("close", seat="one")
    assert ">Seed<" in bob.page("/log") and "Undo the" not in ann.page("/log")
    assert "<span>Ann won: the opponent conceded.</span>" in bob.page("/hall")
    army = ann.desk.game
    assert army.table.closed
    kept = DatabaseArmies().armies_of(str(ann.account.pk))[0]
    assert "Won 0 to" in text_of(ann.client.get(f"/armies/{UUID(kept.id)}/history"))


def test_the_score_is_corrected_and_the_game_ended_when_both_agree(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "r1.card")
    card = ann.desk.game.table.mission.objective
    line = {"line": "-1", "side": "red", "card": card, "round": "1", "points": "2"}
    assert "Withdraw" in ann.do("correct", seat="one", **line)
    assert "Ann proposes" in bob.page() and ann.desk.game.table.points("red") == 0
    bob.do("agree", seat="two")
    assert ann.desk.game.table.points("red") == 2
    assert "as both players agreed" in bob.page().lower()
    ann.do("end-here one", seat="one")
    assert ann.desk.game.table.ended is None and "Ann asks" in bob.page()
    bob.do("end-here two", seat="two")
    ended = ann.desk.game.table.ended
    assert ended and (ended.winner, ended.ground) == ("red", "agreed")


def test_both_agree_to_keep_only_the_score(phones: list[Phone]) -> None:
    ann, bob = phones
    play_to(ann, "setup.edge")
    assert "Keep only the score?" in ann.do("score-only one", seat="one")
    assert 'value="score-only two"' in bob.page()
    bob.do("score-only two", seat="two")
    play_to(ann, "r1.told")
    assert bob.desk.game.table.level == "score" and "Keep only the score" not in bob.page()


def test_the_big_screen_and_the_log_hold_no_secret_and_a_dead_phone_is_replaced(
    phones: list[Phone],
) -> None:
    ann, bob = phones
    ann.page("/hall", 404)
    play_to(ann, "r1.card")
    watcher = Phone()
    watcher.game = ann.game
    hall = watcher.page("/hall")
    assert "hall-game" in hall and "Play it facedown" not in hall + watcher.page()
    assert "Play it facedown" in bob.page()
    code = re.search(r'class="code">([A-Z0-9]{8})<', bob.page())
    assert code, "its code stands on the phone of the seat"
    fresh = Phone(person("Elsewhere"))
    fresh.game = ann.game
    fresh.do("retake", 422, seat="two", code="WRONGONE")
    fresh.do("retake", seat="two", code=code[1])
    assert "Play it facedown" in fresh.page() and "Play it facedown" not in bob.page()


def test_a_dead_phone_is_replaced_though_nobody_may_watch(phones: list[Phone]) -> None:
    """Strangers read the same whether the game is hidden or not there at all."""
    ann, bob = phones
    play_to(ann, "r1.card")
    code = re.search(r'class="code">([A-Z0-9]{8})<', bob.page())
    ann.do("watch off", seat="one")
    fresh, astray = Phone(person("Elsewhere")), Phone(person("Astray"))
    fresh.game, astray.game = ann.game, "f" * 32
    hidden, missing = (text_of(one.client.get(f"/game/{one.game}")) for one in (fresh, astray))
    assert fresh.page(status=404) and "Take my seat" in hidden and "Ann" not in hidden
    assert code and hidden == missing
    fresh.do("retake", seat="two", code=code[1])
    assert "Play it facedown" in fresh.page()


def test_a_player_finds_what_the_own_list_brings_and_nobody_elses() -> None:
    ann, bob = sat()
    mine = re.findall(r'href="(/armies/[^"]+/brings)"', ann.page())
    assert len(mine) == 1 and "What my list brings" in text_of(ann.client.get(mine[0]))
    theirs = re.findall(r'href="(/armies/[^"]+/brings)"', bob.page())
    assert theirs and theirs != mine and bob.client.get(mine[0]).status_code == 404
    watcher = Phone(person("Watcher"))
    watcher.game = ann.game
    assert "/brings" not in watcher.page()
    both = Phone(person("Both")).open(both="on", player="Ann", opponent="Bob", level="full")
    for seat in SEATS:
        both.do("army", seat=seat, army=both.army())
    assert "/brings" not in both.page(), "the phone is passed on, and the page tells the hand"


def test_one_phone_for_both_shows_a_secret_only_behind_the_pass_screen() -> None:
    ann = Phone(person("Ann")).open(both="on", player="Ann", opponent="Bob", level="full")
    for seat in SEATS:
        ann.do("army", seat=seat, army=ann.army())
    ann.do("begin", seat="one")
    play_to(ann, "r1.card")
    assert "Play it facedown" not in ann.page() and "Pass the phone to Bob" in ann.page()
    assert "show me" in ann.page("/as/two") and "Play it facedown" not in ann.page("/as/two")
    assert "Play it facedown" not in ann.page("/as/two?show=1")
    assert ann.client.post(f"/game/{ann.game}/as/two")["Location"] == f"/game/{ann.game}/as/two"
    assert "Play it facedown" not in ann.page("/as/one")
    ann.client.post(f"/game/{ann.game}/as/two")
    shown = ann.page("/as/two")
    assert "Play it facedown" not in ann.page("/as/two"), "shown once"
    assert "Play it facedown" in shown and "data-live" not in shown
    card = re.search(r'name="pick" value="([^"]+)"', shown)
    assert card
    tapped = {"do": "say", **prompt(shown), **key_in(shown), "pick": card[1]}
    answer = ann.client.post(f"/game/{ann.game}/act", tapped, headers=HTMX)
    assert (answer["HX-Replace-Url"], answer["Cache-Control"]) == (f"/game/{ann.game}", "no-store")
    after = markup(answer)
    assert "Pass the phone to Ann" in after and "Pass the phone to Bob" not in after


@pytest.mark.rule(283, 286)
def test_who_opens_a_game_is_told_what_special_operations_is() -> None:
    offered = text_of(Phone(person("Ann")).client.get("/play"))
    assert "What Special Operations is" in offered and all(f" {rule} " in offered for rule in (283, 286))


def test_a_turning_point_is_opened_with_its_owner_and_rulings_set_otherwise() -> None:
    phone = Phone(person("Ann"))
    offered = text_of(phone.client.get("/play"))
    assert "Whose Turning Point is it?" in offered and "Golden Opportunity: does removed Equipment" in offered
    form = {"mode": "turning-point", "mission": "golden-opportunity", "owner": "two", "switch": "G24"}
    table = phone.open(player="Ann", **form).desk.game.table
    assert (table.owner, table.mode, table.holds_to("G24")) == ("two", "turning-point", False)
    refused = phone.client.post("/play", {"key": "k", "mode": "turning-point", "mission": "no-such"})
    assert refused.status_code == 422 and "Play a game" in text_of(refused)


# For a battle and at a table -------------------------------------------------------------------------------


def test_a_battle_is_played_from_its_page_and_its_record_comes_back_filled_in() -> None:
    """Both Registers have a d3: each side's is called as its own player knows it, on every page."""
    war = kept(Table)
    watch = commands_of_registers.NameUnit(dossier="d3", name="Night Watch")
    site_registers().do(deed(war.people["bo"]), war.bo.stream, watch)
    war.open().muster().agendas()
    address = war.ada.at
    link = re.search(r'href="(/play\?battle=[^"]+)"', markup(war.ada.client.get(address)))
    assert link and "The battle of your campaign" in markup(war.ada.client.get(link[1]))
    battle = parse_qs(urlsplit(link[1]).query)["battle"][0]
    ada, bo = Phone(war.people["ada"]), Phone(war.people["bo"])
    ada.open(battle=battle)
    bo.open(battle=battle)
    assert ada.game == bo.game
    ada.do("begin", seat="one")
    play_to(ada, ".acts")
    assert {"Stormtroopers 1", "Stormtroopers 2", "Snowtroopers", "Night Watch"} <= set(crew(ada.page()))
    say(ada, "one", Defeat(unit="one.3"))
    say(ada, "two", Defeat(unit="two.2"))
    say(ada, "two", Defeat(unit="two.3"))
    say(ada, "two", Concede())
    assert "Stormtroopers 2 was defeated" in text_of(ada.client.get(f"/game/{ada.game}"))
    lost = {"ada": "Stormtroopers 2", "bo": "Stormtroopers 1, Night Watch"}
    assert told(ada) == {"Defeated": lost["ada"], "Theirs: defeated": lost["bo"]}
    assert told(bo) == {"Defeated": lost["bo"], "Theirs: defeated": lost["ada"]}
    page = ada.page()
    sent = re.search(r'href="(/battle/[^"]+)"', page)
    assert "Send to the campaign" in page and sent
    form = markup(war.ada.client.get(sent[1].replace("&amp;", "&")))
    assert re.search(r'value="they-conceded" required checked', form)
    fates = re.findall(r'value="defeated" checked aria-label="([^"]+) fell"', form)
    assert fates == ["Stormtroopers 2", "Stormtroopers 1, theirs,", "Night Watch, theirs,"]
    register = f"/tours/register/{war.ada.stream.removeprefix('register:')}"
    assert "Stormtroopers 2" in text_of(war.ada.client.get(register))


def crew(page: str) -> list[str]:
    """The names of the unit rows."""
    return re.findall(r'class="crew-name">(?:<a [^>]*>)?([^<]+)<', page)


def told(phone: Phone) -> dict[str, str]:
    """What the end page says was defeated."""
    lines = re.findall(r"<li><span>([^<]+)</span><b>([^<]+)</b></li>", phone.page())
    return {name: said for name, said in lines if "efeated" in name}


def test_a_table_of_an_event_is_played_and_reported_filled_in() -> None:
    cup = Cup(kind="recon", profile="current", points=600).announce()
    cup.pair()
    link = f"/play?event={cup.id}"
    assert link in markup(cup.phones["ann"].get(f"/event/{cup.id}/me"))
    ann, bo = Phone(cup.people["ann"]), Phone(cup.people["bo"])
    ann.open(event=cup.id)
    bo.open(event=cup.id)
    for phone in (ann, bo):
        (seat,) = phone.desk.seats_of(str(phone.account.pk))
        phone.do("army", seat=seat, army=phone.army())
    ann.do("begin")
    play_to(ann, ".acts")
    (seat,) = bo.desk.seats_of(str(bo.account.pk))
    say(bo, seat, Concede())
    sent = re.search(r'href="(/event/[^"]+report[^"]+)"', ann.page())
    assert sent
    told = text_of(cup.phones["ann"].get(sent[1].replace("&amp;", "&")))
    assert "Is that right?" in told


@pytest.mark.rule(446, 447, 452)
def test_an_army_is_checked_by_the_mode_before_the_game_begins():
    """Recon: at most 600 points and its own ranks, whatever format the army was built for. The hand is
    nobody else's business."""
    ann = Phone(person("Ann"))
    ann.open(army=ann.army(RECON.replace(b'"format":"recon"', b'"format":"standard"')), player="Ann")
    page = ann.page()
    assert "4 problems with this army" in page and "Heavy: 3 of at most 1." in page
    assert "Commander: 0 of at least 1" in page
    assert not any("hand" in one.code for one in ann.desk.game.table.chairs["one"].wrong)
    ann.open(army=ann.army(RECON.replace(b'"count":3', b'"count":12')), player="Ann")
    (over,) = [one for one in ann.desk.game.table.chairs["one"].wrong if one.code == "army.points"]
    assert explain(over) in ann.page()


@pytest.mark.rule(446)
def test_an_army_of_an_older_log_is_still_marked_by_its_points():
    ann = Phone(person("Ann"))
    ann.open(army=ann.army(RECON.replace(b'"count":3', b'"count":12')), player="Ann")
    game = ann.desk.game
    chair = replace(game.table.chairs["one"], wrong=())
    old = replace(game, table=replace(game.table, chairs={"one": chair}))
    (row, _) = seat_rows(old, "one", "")
    assert (row.allowed, row.wrong) == (600, ())
