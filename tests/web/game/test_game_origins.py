"""A game for a battle, at a table of an event, with an army of one's own: who may, and what goes back."""

from uuid import UUID

import msgspec
import pytest
from django.http import QueryDict

from muster.app.armies import saving
from muster.app.campaign.battle.commands import Record
from muster.app.game.playing.results import army_results
from muster.app.game.playing.taking_back import undoable_act
from muster.rules.armies.army import from_json
from muster.rules.campaign.register.events import AgendaProgressed
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.store.log.models import LogStream
from muster.web.campaign.battle.record import record_of
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from tests.app.game_seats import RECON, act
from tests.web.account_fixtures import markup
from tests.web.api_caller import PLAN, Caller, Game, caller_of
from tests.web.api_play import play_until
from tests.web.event_table_fixtures import Cup
from tests.web.tour_phone import adas_phone

pytestmark = pytest.mark.django_db


def test_a_battle_is_played_with_what_was_mustered_and_its_record_comes_back_filled_in() -> None:
    ann, bo, eve = Caller("ann"), Caller("bo"), Caller("eve")
    war = Game(ann, bo)
    battle = war.battle.replace("/battles/", "battle:")
    assert "game.not_mustered" in str(ann.post("/games", {"act": "play-battle", "battle": battle}, 422))
    for who in war.sides:
        who.do(war.battle, "muster", plan=PLAN)
        who.do(war.battle, "choose-agenda", agenda="")
    opened = bo.post("/games", {"act": "play-battle", "battle": battle}, 201)
    assert opened["audience"] == "two" and opened["table"]["mode"] == "recon"
    game = f"/games/{opened['id']}"
    eve.post("/games", {"act": "play-battle", "battle": battle}, 404)
    assert "game.seat_kept" in str(eve.do(game, "take-seat", 422, seat="one"))
    joined = ann.post("/games", {"act": "play-battle", "battle": battle}, 201)
    assert joined["id"] == opened["id"] and joined["audience"] == "one"
    assert "game.army_stands" in str(
        ann.do(game, "bring-army", 422, seat="one", army=msgspec.json.decode(RECON))
    )
    units = joined["table"]["units"]
    assert [units[f"one.{n}"]["dossier"] for n in (1, 2, 3)] == ["d1", "d2", "d3"]
    assert units["one.1"]["name"] == "Moff" and units["one.1"]["paragon"]
    ann.do(game, "begin-game")
    assert "game.not_over" in str(ann.get(f"{game}/handover", 422))
    play_until({"one": ann, "two": bo}, game, "activation")
    ann.do(game, "speak", said={"say": "defeat", "unit": "one.2", "by": "two.1"})
    bo.do(game, "speak", said={"say": "concede"})
    handed = bo.get(f"{game}/handover")
    assert handed == ann.get(f"{game}/handover") and handed["to"] == battle
    nothing = ann.get(war.battle)["state"]["blue"]["record"]
    table = ann.get(game)["table"]
    holders = {marker["holder"] for marker in table["markers"].values() if not marker["gone"]}
    hold = {seat: [f"d{n}" for n in (1, 2, 3) if f"{seat}.{n}" in holders] for seat in ("one", "two")}
    typed = {
        "act": "record", "winner": "blue", "conceded": "red", "instead_of": 0, "switched": {},
        "sides": {
            "blue": {**nothing, "defeated": ["d2"], "contesting": hold["one"]},
            "red": {**nothing, "contesting": hold["two"]},
        },
    }  # fmt: skip
    assert handed["act"] == typed, "as the players would have written it down"
    assert ann.post(f"{war.battle}/acts", handed["act"])["state"]["blue"]["record"]["defeated"] == ["d2"]


@pytest.mark.rule(48)
def test_the_owner_of_a_turning_point_is_blue_and_its_record_is_what_the_form_would_send() -> None:
    phone = adas_phone()
    phone.happened(*(AgendaProgressed(one.id, one.needed, "x") for one in phone.register.arc.agendas))
    phone.open(turning_point="1").muster()
    ada, bo = caller_of(Account.objects.get(handle="Ada")), Caller("bo")
    battle = f"battle:{phone.at.rsplit('/', 1)[1]}"
    opened = ada.post("/games", {"act": "play-battle", "battle": battle}, 201)
    game = f"/games/{opened['id']}"
    assert (opened["table"]["mode"], opened["table"]["owner"]) == ("turning-point", "one")
    bo.do(game, "take-seat", seat="two", player="Bo")
    bo.do(game, "bring-army", seat="two", army=msgspec.json.decode(RECON))
    ada.do(game, "begin-game")
    seen = play_until({"one": ada, "two": bo}, game, "activation")
    assert seen["table"]["blue"] == "one"
    ada.do(game, "speak", said={"say": "defeat", "unit": "one.2"})
    bo.do(game, "speak", said={"say": "concede"})
    handed = ada.get(f"{game}/handover")["act"]
    assert list(handed["sides"]) == ["blue"], "nobody keeps a Register across the table"
    blue = handed["sides"]["blue"]
    form = QueryDict(mutable=True)
    form.update({"at": "blue", "result": "they-conceded", "vp": str(blue["victory_points"])})
    form.update({f"fate-{unit}": "contesting" for unit in blue["contesting"]} | {"fate-d2": "defeated"})
    assert msgspec.convert(handed, Record) == record_of(form)
    assert (
        ada.post(f"/battles/{UUID(battle.partition(':')[2])}/acts", handed)["state"]["status"] == "recorded"
    )


def test_a_battle_with_a_record_is_not_played_any_more() -> None:
    ann, bo = Caller("ann"), Caller("bo")
    war = Game(ann, bo)
    war.record()
    asked = {"act": "play-battle", "battle": war.battle.replace("/battles/", "battle:")}
    assert "game.battle_over" in str(ann.post("/games", asked, 422))


def test_a_table_of_an_event_knows_its_players_and_gets_its_slip() -> None:
    cup = Cup(kind="recon", profile="current", points=600).announce()
    order = cup.pair().players
    ann, bo, eve, olga = (caller_of(cup.people[name]) for name in ("ann", "bo", "eve", "olga"))
    asked = {"act": "play-table", "tournament": cup.stream, "watched": False}
    eve.post("/games", asked, 404)
    seats = {"one": ann, "two": bo} if order[0] == "p1" else {"one": bo, "two": ann}
    opened = ann.post("/games", asked, 201)
    game = f"/games/{opened['id']}"
    assert bo.post("/games", asked, 201)["id"] == opened["id"]
    for seat, who in seats.items():
        assert who.get(game)["audience"] == seat
        who.do(game, "bring-army", seat=seat, army=msgspec.json.decode(RECON))
    assert {chair["name"] for chair in ann.get(game)["table"]["chairs"].values()} == {"Ann Lee", "Bo Dahl"}
    eve.get(game, 404)
    assert olga.get(game)["audience"] == "official", "who judges looks on, and sees no secret"
    assert olga.get(game)["own"] is None
    ann.do(game, "begin-game")
    play_until(seats, game, "activation")
    blue = ann.get(game)["table"]["blue"]
    mine = "one" if seats["one"] is ann else "two"
    lost = ann.get(game)["table"]["units"][f"{mine}.2"]
    ann.do(game, "speak", said={"say": "defeat", "unit": f"{mine}.2"})
    bo.do(game, "speak", said={"say": "concede"})
    handed = ann.get(f"{game}/handover")
    slip = handed["act"]["slip"]
    assert (handed["to"], handed["act"]["number"], slip["how"]) == (cup.stream, 1, "concession")
    assert slip["loser"] == "p2" and slip["blue"] == order[["one", "two"].index(blue)]
    scores = {player: tally["score"] for player, tally in zip(order, slip["tallies"], strict=True)}
    assert scores == {"p1": 0, "p2": lost["points"]}, "the points of the enemies one defeated (rule 620)"
    ann.post(f"/tournaments/{UUID(cup.id)}/acts", handed["act"])
    current = cup.my.load(cup.stream).state.round
    told = current.results[current.game_of("p1").table]
    assert told.result.winner == "p1" and not told.settled, "the opponent confirms it as ever"


def test_the_result_stays_with_the_version_of_the_army_that_was_played() -> None:
    ann, bo = Caller("ann"), Caller("bo")
    me = str(ann.account.pk)
    kept = saving.create_army(DatabaseArmies(), act(me), str(new_id()), new_code(), from_json(RECON))
    assert "armies.unknown" in str(bo.post("/games", {"act": "open-game", "army": kept.id}, 404))
    opened = ann.post("/games", {"act": "open-game", "army": kept.id, "player": "Ann"}, 201)
    game = f"/games/{opened['id']}"
    assert opened["table"]["chairs"]["one"]["army"] == "Patrol"
    assert "game.no_version" in str(ann.do(game, "bring-army", 422, seat="one", saved=kept.id, version=9))
    bo.do(game, "take-seat", seat="two", player="Bo")
    bo.do(game, "bring-army", seat="two", army=msgspec.json.decode(RECON))
    ann.do(game, "begin-game")
    play_until({"one": ann, "two": bo}, game, "command")
    bo.do(game, "speak", said={"say": "concede"})
    assert army_results(new_store(), kept.id).games == ()
    ann.do(game, "close-game")
    (one,) = army_results(new_store(), kept.id).of(1)
    assert (one.fared, one.opponent, one.faction, one.mode) == ("won", "Bo", "rebels", "recon")
    assert army_results(new_store(), kept.id).of(2) == ()
    log = bo.client.get(f"/api/v1{game}/log").content
    assert kept.id.encode() not in log, "an army's id is its owner's"


def kept_by(owner: Caller) -> str:
    """A saved army of somebody's."""
    me = str(owner.account.pk)
    return saving.create_army(DatabaseArmies(), act(me), str(new_id()), new_code(), from_json(RECON)).id


def test_a_table_of_an_event_gives_its_result_to_the_army_whose_list_was_handed_in() -> None:
    cup = Cup(kind="recon", profile="current", points=600)
    ann, bo = (caller_of(cup.people[name]) for name in ("ann", "bo"))
    mine, theirs = kept_by(ann), kept_by(bo)
    assert cup.phones["ann"].post(cup.at("/lists"), {"army": mine}).status_code == 302
    event = f"/tournaments/{UUID(cup.id)}"
    assert "armies.unknown" in str(bo.do(event, "submit-list", 404, player="p2", saved=mine))
    assert bo.do(event, "submit-list", player="p2", saved=theirs)
    bo.do(event, "submit-list", player="p2", army=msgspec.json.decode(RECON))
    cup.announce().pair()
    asked = {"act": "play-table", "tournament": cup.stream}
    game = f"/games/{ann.post('/games', asked, 201)['id']}"
    second = bo.post("/games", asked, 201)["audience"]
    ann.do(game, "begin-game")
    play_until({"one": ann, "two": bo} if second == "two" else {"one": bo, "two": ann}, game, "command")
    bo.do(game, "speak", said={"say": "concede"})
    ann.do(game, "close-game")
    (one,) = army_results(new_store(), mine).of(1)
    assert (one.fared, one.opponent, one.mode) == ("won", "Bo Dahl", "recon")
    assert army_results(new_store(), theirs).games == (), "a document handed in later is no saved army"
    assert mine.encode() not in bo.client.get(f"/api/v1{game}/log").content


def test_a_battle_gives_its_result_to_the_saved_army_of_who_plays_without_a_register() -> None:
    phone = adas_phone()
    phone.open().muster()
    ada, bo = caller_of(Account.objects.get(handle="Ada")), Caller("bo")
    battle, theirs = f"battle:{phone.at.rsplit('/', 1)[1]}", kept_by(bo)
    opened = ada.post("/games", {"act": "play-battle", "battle": battle}, 201)
    game = f"/games/{opened['id']}"
    bo.do(game, "take-seat", seat="two", player="Bo")
    bo.do(game, "bring-army", seat="two", saved=theirs)
    ada.do(game, "begin-game")
    play_until({"one": ada, "two": bo}, game, "command")
    bo.do(game, "speak", said={"say": "concede"})
    bo.do(game, "close-game")
    (one,) = army_results(new_store(), theirs).of(1)
    assert (one.fared, one.against) == ("lost", 0)
    wrote = LogStream.objects.filter(pk__startswith="game-results:").values_list("pk", flat=True)
    assert list(wrote) == [f"game-results:{theirs}"], "a muster comes from its Register, from no saved army"


def test_one_phone_keeps_the_score_of_a_table_for_both_until_the_other_comes() -> None:
    cup = Cup(kind="recon", profile="current", points=600)
    ann, bo, eve = (caller_of(cup.people[name]) for name in ("ann", "bo", "eve"))
    theirs = kept_by(bo)
    bo.do(f"/tournaments/{UUID(cup.id)}", "submit-list", player="p2", saved=theirs)
    order = cup.announce().pair().players
    asked = {"act": "play-table", "tournament": cup.stream, "both": True, "watched": False}
    assert "game.both_score" in str(ann.post("/games", asked, 422)), "a command hand is its player's"
    phone, form = cup.phones["ann"], {"event": cup.id, "level": "score", "both": "on"}
    assert "One phone keeps the score" in markup(phone.get(f"/play?event={cup.id}"))
    shown = phone.post("/play", form, follow=True)
    assert "Begin the game" in markup(shown)
    game, mine = f"/games/{UUID(shown.request['PATH_INFO'][6:])}", "one" if order[0] == "p1" else "two"
    opened = ann.get(game)
    assert opened["audience"] == "both"
    assert {one["name"] for one in opened["table"]["chairs"].values()} == {"Ann Lee", "Bo Dahl"}
    assert all(chair["hand"] == 0 for chair in opened["table"]["chairs"].values())
    ann.do(game, "begin-game")
    assert bo.get(game)["audience"] == "watch", "whose seat it is sees the game, where nobody else may watch"
    eve.get(game, 404)
    ann.do(game, "speak", seat="two", said={"say": "done", "prompt": "setup.table"})
    assert "game.not_seated" in str(bo.do(game, "speak", 403, said={"say": "concede"}))
    page = markup(cup.phones["bo"].get(f"/game/{UUID(opened['id']).hex}"))
    assert "Take my seat on this phone" in page and f'name="event" value="{cup.id}"' in page
    cup.phones["bo"].post("/play", {"event": cup.id})
    seats = {"one": ann, "two": bo} if mine == "one" else {"one": bo, "two": ann}
    assert all(who.get(game)["audience"] == seat for seat, who in seats.items())
    acts = desk_over(new_store(), UUID(opened["id"]).hex).acts
    free = {seat: undoable_act(acts, str(who.account.pk), seat) for seat, who in seats.items()}
    assert [seat for seat, batch in free.items() if batch] == [mine], "what Ann did Bo does not undo"
    play_until(seats, game, "end")
    bo.do(game, "speak", said={"say": "concede"})
    ann.do(game, "close-game")
    assert [one.fared for one in army_results(new_store(), theirs).games] == ["lost"]
    ann.post(f"/tournaments/{UUID(cup.id)}/acts", ann.get(f"{game}/handover")["act"])
    current = cup.my.load(cup.stream).state.round
    assert not current.results[current.game_of("p1").table].settled, "the opponent confirms it as ever"


def test_one_phone_keeps_the_score_of_a_battle_for_both() -> None:
    ann, bo = Caller("ann"), Caller("bo")
    war = Game(ann, bo)
    for who in war.sides:
        who.do(war.battle, "muster", plan=PLAN)
        who.do(war.battle, "choose-agenda", agenda="")
    asked = {"act": "play-battle", "battle": war.battle.replace("/battles/", "battle:"), "level": "score"}
    opened = bo.post("/games", asked | {"both": True}, 201)
    assert opened["audience"] == "both" and set(opened["table"]["chairs"]) == {"one", "two"}
    assert ann.post("/games", asked, 201)["audience"] == "one", "either comes to their own seat"
    assert bo.get(f"/games/{opened['id']}")["audience"] == "two"


NONSENSE = [
    "",
    "battle:",
    "tournament:",
    "battle:../x",
    "tournament:1/x/y",
    "game:1",
    "x" * 5000,
    "\N{SNOWMAN}",
]


@pytest.mark.parametrize("named", NONSENSE)
def test_what_is_no_battle_and_no_event_opens_nothing(named: str) -> None:
    eve = Caller("eve")
    places = (("play-battle", "battle"), ("play-table", "tournament"), ("open-game", "army"))
    codes = ("game.unknown", "tournament.unknown", "armies.unknown")
    for (act_, field), code in zip(places, codes, strict=True):
        if act_ == "open-game" and not named:
            continue
        answer = eve.client.post(
            "/api/v1/games", {"act": act_, field: named}, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["violations"][0]["code"]) == (404, code), act_
    half = b'{"act": "play-battle", "battle": "battle:\\ud83e"}'
    assert eve.client.post("/api/v1/games", half, content_type="application/json").status_code == 422
