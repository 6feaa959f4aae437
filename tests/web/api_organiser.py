"""An organiser who runs an event through the API."""

from tests.web.api_caller import Caller

WON = {"how": "rounds", "tallies": [{"victory": 4, "score": 300}, {"victory": 2, "score": 100}]}


class Organiser(Caller):
    """Somebody who runs an event of eight."""

    def begin(self, **plan: object) -> str:
        made = self.post("/tournaments", {"act": "begin", "name": "Hoth Open", "plan": plan}, 201)
        event = f"/tournaments/{made['id']}"
        entered = self.do(event, "enter", names=[f"Player {n}" for n in range(1, 9)], present=True)
        assert entered["answer"] == [f"p{n}" for n in range(1, 9)]
        self.do(event, "announce")
        return event

    def do(self, thing: str, act: str, status: int = 200, **fields: object) -> dict:
        """An act whose answer is the whole event."""
        return self.post(f"{thing}/acts?whole=true", {"act": act, **fields}, status)

    def pair(self, event: str) -> dict:
        drafted = self.do(event, "draft")
        return self.do(event, "publish", draft=drafted["state"]["draft"]["number"])

    def play(self, event: str, number: int) -> None:
        for game in self.get(event)["state"]["rounds"][-1]["round"]["games"]:
            self.do(event, "enter-result", number=number, table=game["table"], slip=WON)
