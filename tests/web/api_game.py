"""A game opened through the API, with both armies at the table."""

import msgspec

from tests.app.game_seats import RECON
from tests.web.api_caller import Caller

ARMY = msgspec.json.decode(RECON)


def opened(**how: str) -> tuple[Caller, Caller, str]:
    ann, bob = Caller("ann"), Caller("bob")
    made = ann.post("/games", {"act": "open-game", "player": "Ann", **how}, 201)
    game = f"/games/{made['id']}"
    assert made["code"], "the code of the seat is shown once"
    bob.do(game, "take-seat", seat="two", player="Bob")
    for caller, seat in ((ann, "one"), (bob, "two")):
        caller.do(game, "bring-army", seat=seat, army=ARMY)
    ann.do(game, "begin-game")
    return ann, bob, game
