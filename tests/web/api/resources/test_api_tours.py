"""Tours of Duty through the API: a campaign of two, and a whole battle played by nothing but JSON."""

from datetime import UTC, datetime

import pytest

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.rules.cards import catalogue
from muster.store.accounts import new_id
from tests.web.api_caller import Caller, Game
from tests.web.kept_world import kept
from tests.web.site_desks import site_clubs

# What these tests begin with is made once by a worker, so one worker has them all.
pytestmark = pytest.mark.django_db
CAT = catalogue()


def unit(name: str) -> str:
    return next(unit.id for unit in CAT.data.units if unit.name == name and not unit.unique)


def of_two() -> Game:
    return Game(Caller("Ann"), Caller("Bo"))


def recorded() -> Game:
    game = kept(of_two)
    game.record()
    return game


@pytest.fixture
def game(db) -> Game:
    return kept(of_two)


def test_a_whole_battle_is_played_through_the_api():
    game = kept(recorded)
    for who in game.sides:
        game.walk(who, 5)
    for who in game.sides:
        who.do(game.battle, "name-rival", dossier="d1")
    for who in game.sides:
        assert game.walk(who, 11)["now"]["done"]
        who.do(game.battle, "confirm")
    done = game.ann.get(game.battle)["state"]
    assert done["blue"]["confirmed"] and done["red"]["confirmed"] and done["winner"] == "blue"
    mine = game.ann.get(f"/registers/{game.registers['blue']}")["state"]
    experience = {dossier["id"]: dossier["experience"] for dossier in mine["dossiers"]}
    assert mine["supply"] > 5 and experience["d1"] >= 4
    log = game.ann.get(f"/registers/{game.registers['blue']}/log?limit=200")["items"]
    assert "Moff gained 3 experience as the most feared rival." in [line["words"] for line in log]
    battle = game.battle.rpartition("/")[2]
    past = game.ann.get(f"/registers/{game.registers['blue']}/after/{battle}")["state"]
    assert past["supply"] == mine["supply"]


def test_an_act_is_undone_by_its_name_and_keeps_its_faces():
    game = kept(recorded)
    game.walk(game.ann, 3)
    rolled = game.ann.do(game.battle, "roll-supply")
    supply = game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"]
    game.ann.do(game.battle, "undo", target=rolled["batch"])
    assert game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"] == 5
    freed = {"act": "void-faces", "side": "red", "batch": rolled["batch"], "step": "supply:blue"}
    game.ann.post(f"{game.battle}/arbitration", freed, 422)
    game.ann.do(game.battle, "roll-supply")
    assert game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"] == supply


def test_a_repeated_write_acts_once():
    game = kept(recorded)
    game.walk(game.ann, 3)
    body = {"act": "roll-supply"}
    first = game.ann.post(f"{game.battle}/acts", body, **{"Idempotency-Key": "once"})
    again = game.ann.post(f"{game.battle}/acts", body, **{"Idempotency-Key": "once"})
    assert first == again


@pytest.mark.parametrize(
    ("act", "fields", "words"),
    [
        ("roll-supply", {"faces": ["crit", "crit"]}, "2 faces"),
        ("conquer", {}, "Invalid value"),
        ("finish-step", {"step": 1, "soon": True}, "body.soon"),
        ("finish-step", {"step": "one"}, "Expected `int`"),
        ("muster", {"plan": {"units": [{"dossier": "x" * 100}]}}, "length"),
    ],
)
def test_what_does_not_fit_is_said(game, act, fields, words):
    answer = game.ann.do(game.battle, act, 422, **fields)
    assert words.lower() in str(answer["violations"]).lower()


def test_a_dry_run_says_what_stands_in_the_way_and_does_nothing():
    game = kept(recorded)
    before = game.ann.get(game.battle)["version"]
    may = game.ann.post(f"{game.battle}/acts?dry_run=true", {"act": "resolve-agenda"})
    assert may == {"ok": True, "violations": []}
    not_yet = game.ann.post(f"{game.battle}/acts?dry_run=true", {"act": "award-experience"})
    assert not not_yet["ok"] and not_yet["violations"][0]["code"] == "sequence.not_now"
    off = game.ann.post(f"{game.battle}/arbitration?dry_run=true", {"act": "call-off"})
    assert [violation["code"] for violation in off["violations"]] == ["battle.not_open"]
    assert game.ann.get(game.battle)["version"] == before


def test_the_evidence_of_a_battle_can_be_checked():
    game = kept(recorded)
    game.walk(game.ann, 3)
    game.ann.do(game.battle, "roll-supply")
    running = game.bo.get(f"{game.battle}/evidence")
    assert not running["opened"] and running["rolls"][-1]["commitment"].startswith("sha256:")
    assert {roll["seed"] for roll in running["rolls"]} == {""}
    for who in game.sides:
        game.walk(who, 5)
    for who in game.sides:
        who.do(game.battle, "name-rival", dossier="d1")
    for who in game.sides:
        game.walk(who, 11)
    shown = game.bo.get(f"{game.battle}/evidence")
    bound = [roll for roll in shown["rolls"] if roll["commitment"]]
    assert shown["opened"] and bound and all(roll["proven"] and len(roll["seed"]) == 64 for roll in bound)
    Caller("Zoe").get(f"{game.battle}/evidence", 404)


def test_a_member_reads_the_campaigns_battles_without_secrets(game):
    dot = Caller("Dot")
    dot.get(game.battle, 404)
    club = f"campaign:{game.club.rpartition('/')[2].replace('-', '')}"
    join = commands.Join(invitation=1)
    site_clubs().do(Act(str(dot.account.pk), datetime.now(UTC), str(new_id())), club, join)
    game.record()
    read = dot.get(game.battle)
    assert read["side"] == "" and read["now"] == {} and read["state"]["status"] == "recorded"
    assert read["state"]["blue"]["hand"] == [] and read["state"]["seeds"] == {}
    dot.do(game.battle, "confirm", 403)
    dot.post(f"{game.battle}/arbitration", {"act": "call-off"}, 403)


def test_a_stranger_finds_nothing(game):
    zoe = Caller("Zoe")
    zoe.get(game.battle, 404)
    zoe.do(game.battle, "confirm", 404)
    zoe.get(game.club, 404)
    zoe.get(f"{game.club}/export", 404)
    zoe.get(f"{game.club}/registers", 404)
    zoe.do(game.club, "rename", 404, name="Mine")
    zoe.get(f"/registers/{game.registers['blue']}", 404)
    zoe.do(f"/registers/{game.registers['blue']}", "retire", 404)
    zoe.post(f"{game.battle}/arbitration", {"act": "call-off"}, 404)
    zoe.post("/campaigns/join", {"token": "forged"}, 404)
    game.bo.do(game.club, "rename", 403, name="Bo's")
    game.bo.do(game.battle + "", "confirm", 422)
    game.bo.get(f"{game.battle}?side=blue", 403)
    game.bo.do(f"/registers/{game.registers['blue']}", "retire", 404)


def test_a_correction_shows_what_it_does_first(game):
    mine = game.registers["red"]
    fix = {"act": "correct", "fixes": [{"what": "supply", "amount": 2}], "reason": "miscounted"}
    shown = game.ann.post(f"/campaigns/corrections/{mine}/preview", fix)
    assert (shown["before"]["supply"], shown["after"]["supply"]) == (5, 7)
    assert game.ann.get(f"/registers/{mine}")["state"]["supply"] == 5
    assert game.ann.post(f"/campaigns/corrections/{mine}", fix)["state"]["supply"] == 7
    game.bo.post(f"/campaigns/corrections/{mine}", fix, 403)


def test_a_members_export_leaves_out_what_is_secret():
    game = kept(recorded)
    answer = game.bo.get(f"{game.club}/export")
    assert answer["made_for"] == "member" and "battle.hand_kept" not in str(answer["lines"])


def test_the_club(game):
    assert [item["state"]["name"] for item in game.bo.get("/campaigns")["items"]] == ["Endor Winter"]
    assert len(game.bo.get(f"{game.club}/registers")["items"]) == 2
    game.ann.do(game.club, "set-switch", switch="sealed_rivals", on=True)
    assert game.bo.get(game.club)["state"]["switches"]["sealed_rivals"]
    game.bo.do(game.club, "leave")
    game.bo.get(game.club, 404)
    game.ann.do(game.club, "end")
    assert game.ann.get(game.club)["state"]["status"] == "ended"
