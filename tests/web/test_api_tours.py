"""Tours of Duty through the API: a campaign of two, and a whole battle played by nothing but JSON."""

import pytest
from django.test import Client

from muster.rules.cards import catalogue
from muster.web.campaign.club.invitations import token_of
from tests.web.account_fixtures import bearer, person

pytestmark = pytest.mark.django_db
API = "/api/v1"
CAT = catalogue()


def unit(name: str) -> str:
    return next(one.id for one in CAT.data.units if one.name == name and not one.unique)


class Caller:
    """Somebody with a token."""

    def __init__(self, handle: str) -> None:
        self.account = person(handle)
        self.client = Client(headers=bearer(self.account))

    def get(self, path: str, status: int = 200):
        return self._read(self.client.get(API + path), status)

    def post(self, path: str, body: object, status: int = 200, **headers: str):
        answer = self.client.post(API + path, body, content_type="application/json", headers=headers)
        return self._read(answer, status)

    @staticmethod
    def _read(answer, status: int):
        assert answer.status_code == status, answer.content[:600]
        return answer.json() if answer.content else None

    def do(self, thing: str, act: str, status: int = 200, **fields: object):
        return self.post(f"{thing}/acts", {"act": act, **fields}, status)

    def register(self, name: str) -> str:
        """A founded Register of the Empire."""
        made = self.post("/registers", {"faction": "empire"}, 201)
        mine = f"/registers/{made['id']}"
        self.do(mine, "recruit", wanted={"unit": "Cb", "upgrades": ["Cf"], "name": "Moff"})
        for _ in range(2):
            self.do(mine, "recruit", wanted={"unit": "ay"})
        self.do(mine, "choose-arc", arc="bring-peace-to-the-galaxy")
        self.do(mine, "name-register", name=name)
        assert self.do(mine, "found")["state"]["status"] == "founded"
        return made["id"]


@pytest.fixture
def ann(db) -> Caller:
    return Caller("Ann")


@pytest.fixture
def bo(db) -> Caller:
    return Caller("Bo")


PLAN = {"units": [{"dossier": "d1", "upgrades": ["Cf"]}, {"dossier": "d2"}, {"dossier": "d3"}]}


class Game:
    """A battle of the two in Ann's campaign."""

    def __init__(self, ann: Caller, bo: Caller) -> None:
        self.ann, self.bo = ann, bo
        self.registers = {"blue": ann.register("The Grey Watch"), "red": bo.register("Bo's Own")}
        club = ann.post("/campaigns", {"name": "Endor Winter"}, 201)
        self.club = f"/campaigns/{club['id']}"
        bo.post("/campaigns/join", {"token": token_of(club["id"].replace("-", ""), 1)})
        ann.do(self.club, "enter", register=self.registers["blue"])
        bo.do(self.club, "enter", register=self.registers["red"])
        opened = ann.post("/battles", {"own": self.registers["blue"], "opponent": self.registers["red"]}, 201)
        self.battle = f"/battles/{opened['id']}"

    @property
    def sides(self) -> tuple[Caller, Caller]:
        return self.ann, self.bo

    def record(self) -> None:
        for who in self.sides:
            tried = who.post(f"{self.battle}/muster", PLAN)
            assert tried["violations"] == [] and 0 < tried["points"] <= tried["limit"]
            who.do(self.battle, "muster", plan=PLAN)
        for who in self.sides:
            who.do(self.battle, "choose-agenda", agenda="")
        told = {"blue": {"defeated": ["d2"], "victory_points": 3}, "red": {"contesting": ["d3"]}}
        self.ann.do(self.battle, "record", winner="blue", sides=told)

    def walk(self, who: Caller, upto: int) -> dict:
        """Through the steps by what `now` asks for."""
        standing = who.get(self.battle)
        for _ in range(60):
            if standing["now"]["done"] or standing["now"]["step"] >= upto:
                return standing
            must = [task for task in standing["now"]["tasks"] if task["must"]]
            if not must:
                standing = who.do(self.battle, "finish-step", step=standing["now"]["step"])
                continue
            standing = self.one(who, must[0])
        raise AssertionError("the sequence does not end")

    def one(self, who: Caller, task: dict) -> dict:
        faces = {"roll-check": {"faces": ["blank"]}, "roll-supply": {"faces": ["block"]}}
        told = {"dossier": task["dossier"]} if task["dossier"] else {}
        if task["kind"] == "name-unit":
            told["name"] = f"Unit {task['dossier']}"
        if task["kind"] == "award-commendation":
            told["commendation"] = task["options"][0].partition("|")[0]
        return who.do(self.battle, task["kind"], **told, **faces.get(task["kind"], {}))


@pytest.fixture
def game(ann, bo) -> Game:
    return Game(ann, bo)


def test_a_whole_battle_is_played_through_the_api(game):
    game.record()
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
    experience = {one["id"]: one["experience"] for one in mine["dossiers"]}
    assert mine["supply"] > 5 and experience["d1"] >= 4
    log = game.ann.get(f"/registers/{game.registers['blue']}/log?limit=200")["items"]
    assert any("Most Feared Rival" in line["words"] or "rival" in line["words"] for line in log)
    battle = game.battle.rpartition("/")[2]
    past = game.ann.get(f"/registers/{game.registers['blue']}/after/{battle}")["state"]
    assert past["supply"] == mine["supply"]


def test_an_act_is_undone_by_its_name_and_keeps_its_faces(game):
    game.record()
    game.walk(game.ann, 3)
    rolled = game.ann.do(game.battle, "roll-supply")
    supply = game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"]
    game.ann.do(game.battle, "undo", target=rolled["batch"])
    assert game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"] == 5
    freed = {"act": "void-faces", "side": "red", "batch": rolled["batch"], "step": "supply:blue"}
    game.ann.post(f"{game.battle}/arbitration", freed, 422)
    game.ann.do(game.battle, "roll-supply")
    assert game.ann.get(f"/registers/{game.registers['blue']}")["state"]["supply"] == supply


def test_a_repeated_write_acts_once(game):
    game.record()
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
        ("finish-step", {"step": 1, "soon": True}, "unknown field"),
        ("finish-step", {"step": "one"}, "Expected `int`"),
        ("muster", {"plan": {"units": [{"dossier": "x" * 100}]}}, "length"),
    ],
)
def test_what_does_not_fit_is_said(game, act, fields, words):
    said = game.ann.do(game.battle, act, 422, **fields)
    assert words.lower() in str(said["violations"]).lower()


def test_a_dry_run_says_what_stands_in_the_way_and_does_nothing(game):
    game.record()
    before = game.ann.get(game.battle)["version"]
    may = game.ann.post(f"{game.battle}/acts?dry_run=true", {"act": "resolve-agenda"})
    assert may == {"ok": True, "violations": []}
    not_yet = game.ann.post(f"{game.battle}/acts?dry_run=true", {"act": "award-experience"})
    assert not not_yet["ok"] and not_yet["violations"][0]["code"] == "sequence.not_now"
    off = game.ann.post(f"{game.battle}/arbitration?dry_run=true", {"act": "call-off"})
    assert [one["code"] for one in off["violations"]] == ["battle.not_open"]
    assert game.ann.get(game.battle)["version"] == before


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


def test_a_members_export_leaves_out_what_is_secret(game):
    game.record()
    told = game.bo.get(f"{game.club}/export")
    assert told["made_for"] == "member" and "battle.hand_kept" not in str(told["lines"])


def test_the_club(game):
    assert [one["state"]["name"] for one in game.bo.get("/campaigns")["items"]] == ["Endor Winter"]
    assert len(game.bo.get(f"{game.club}/registers")["items"]) == 2
    game.ann.do(game.club, "set-switch", switch="sealed_rivals", on=True)
    assert game.bo.get(game.club)["state"]["switches"]["sealed_rivals"]
    game.bo.do(game.club, "leave")
    game.bo.get(game.club, 404)
    game.ann.do(game.club, "end")
    assert game.ann.get(game.club)["state"]["status"] == "ended"
