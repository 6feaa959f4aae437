"""Somebody who calls the API, and a battle played through it."""

from django.test import Client

from muster.store.accounts import Account
from muster.web.campaign.club.invitations import token_of
from tests.web.account_fixtures import bearer, person
from tests.web.api_document import hold_to_document

API = "/api/v1"


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
        hold_to_document(answer)
        return answer.json() if answer.content else None

    def do(self, thing: str, act: str, status: int = 200, **fields: object):
        return self.post(f"{thing}/acts", {"act": act, **fields}, status)

    def enlisted(self) -> str:
        """The address of a Register of the Empire with its first units, still being built."""
        mine = f"/registers/{self.post('/registers', {'faction': 'empire'}, 201)['id']}"
        self.do(mine, "recruit", wanted={"unit": "Cb", "upgrades": ["Cf"], "name": "Moff"})
        for _ in range(2):
            self.do(mine, "recruit", wanted={"unit": "ay"})
        return mine

    def register(self, name: str) -> str:
        """A founded Register of the Empire."""
        mine = self.enlisted()
        self.do(mine, "choose-arc", arc="bring-peace-to-the-galaxy")
        self.do(mine, "name-register", name=name)
        assert self.do(mine, "found")["state"]["status"] == "founded"
        return mine.removeprefix("/registers/")


def caller_of(account: Account) -> Caller:
    """Somebody who has an account already."""
    caller = Caller.__new__(Caller)
    caller.account, caller.client = account, Client(headers=bearer(account))
    return caller


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
        records = {"blue": {"defeated": ["d2"], "victory_points": 3}, "red": {"contesting": ["d3"]}}
        self.ann.do(self.battle, "record", winner="blue", sides=records)

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
        fields = {"dossier": task["dossier"]} if task["dossier"] else {}
        if task["kind"] == "name-unit":
            fields["name"] = f"Unit {task['dossier']}"
        if task["kind"] == "award-commendation":
            fields["commendation"] = task["options"][0].partition("|")[0]
        return who.do(self.battle, task["kind"], **fields, **faces.get(task["kind"], {}))
