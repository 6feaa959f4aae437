"""Two phones at a game, which send the forms that their pages show."""

import re

from django.test import Client

from muster.app.armies import saving
from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.app.streams import Write
from muster.rules.armies.army import from_json
from muster.rules.game.answers import AnyInput
from muster.rules.game.game import legal, open_step
from muster.rules.game.table import SEATS, view
from muster.rules.log import Event
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from tests.app.game_seats import RECON
from tests.web.account_fixtures import markup, person, signed_in, text_of
from tests.web.two_phones import deed

HTMX = {"HX-Request": "true"}


class Phone:
    """One phone at a game: it sends the forms the page shows."""

    def __init__(self, account: Account | None = None) -> None:
        self.account = account
        self.client = signed_in(account) if account else Client()
        self.game = ""

    def army(self, written: bytes = RECON) -> str:
        assert self.account
        store, id = DatabaseArmies(), str(new_id())
        return saving.create_army(store, deed(self.account), id, new_code(), from_json(written)).id

    def open(self, **form: str) -> "Phone":
        answer = self.client.post("/play", {"key": "k", "watched": "on", **form})
        assert answer.status_code == 302, text_of(answer)
        self.game = answer["Location"].removeprefix("/game/")
        return self

    def page(self, path: str = "", status: int = 200) -> str:
        answer = self.client.get(f"/game/{self.game}{path}")
        assert answer.status_code == status
        return markup(answer)

    def do(self, do: str, status: int = 200, **form: str | list[str]) -> str:
        sent = {"do": do, "key": str(new_id()), **form}
        answer = self.client.post(f"/game/{self.game}/act", sent, headers=HTMX)
        assert answer.status_code == status, text_of(answer)
        return markup(answer)

    @property
    def desk(self) -> GameDesk:
        return desk_over(new_store(), self.game)


def sat(written: bytes = RECON, **how: str) -> list[Phone]:
    """Ann opened a game with an army of hers, Bob joined by the link with one of his; it has begun."""
    ann, bob = Phone(person("Ann")), Phone(person("Bob"))
    ann.open(army=ann.army(written), player="Ann", **how)
    bob.game = ann.game
    assert "Join the game" in bob.page()
    bob.do("sit", seat="two", player="Bob")
    bob.do("army", seat="two", army=bob.army(written))
    ann.do("begin", seat="one")
    return [ann, bob]


def say(phone: Phone, seat: str, said: AnyInput) -> None:
    desk = phone.desk
    account = Account.objects.get(pk=desk.game.players[seat])
    HANDLERS.handle(desk, deed(account), commands.Speak(seat=seat, said=said))


def play_to(phone: Phone, until: str) -> None:
    """The first thing that is legal, until such a prompt is open."""
    for _ in range(200):
        game = phone.desk.game
        if game.table.todo[-1].id.endswith(until):
            return
        seat = next(one for one in SEATS if open_step(view(game, one)))
        say(phone, seat, next(iter(legal(view(game, seat)))))
    raise AssertionError(until)


def prompt(page: str) -> dict[str, str]:
    """The hidden fields of the open prompt."""
    return dict(re.findall(r'form="say" name="(prompt|say|seat)" value="([^"]*)"', page))


def key_in(page: str) -> dict[str, str]:
    """The key under which the open prompt is answered."""
    return dict(re.findall(r'form="say" name="(key)" value="([^"]*)"', page))


def happens(phone: Phone, *events: Event) -> None:
    """Something happened in the game that no rule has to decide."""
    desk = phone.desk
    act = deed(Account.objects.get(pk=desk.game.players["one"]))
    desk.store.append(
        [Write(desk.stream, len(desk.log), events)], actor=act.actor, at=act.at, batch=act.batch
    )
