"""Twin games: two runs that differ only in what one seat keeps secret. Nobody else may tell them apart.

Ann's hands differ, and so does what she lays, takes back and lays again before she settles on the same card.
Bob, a watcher, a judge and a stranger fetch whatever there is at every stop.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from random import Random
from typing import Any, NamedTuple
from uuid import UUID
from zipfile import ZipFile

import msgspec
from django.test import Client
from django.utils import timezone

from muster.app.acting import Act, Command
from muster.app.game.playing import commands
from muster.app.game.playing.playing import HANDLERS, GameDesk
from muster.rules.armies.army import Army, from_json
from muster.rules.cards import catalogue
from muster.rules.game.answers import BeginAttack, Concede, Lay, Tokens, TurnCard, Wound
from muster.rules.game.game import changes, legal, open_step
from muster.rules.game.log.events import SeatKept, SeedSealed
from muster.rules.game.table import SEATS, Seat, view
from muster.store.accounts import Account
from muster.store.members.data_archives import DataArchive
from muster.web import live, rooms
from muster.web.accounts import my_data
from muster.web.api.live import JsonLiveApp
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from tests.app.game_seats import RECON
from tests.transactions import rolled_back
from tests.web.account_fixtures import bearer, person, signed_in
from tests.web.route_table import ROUTES

GAME = "5ec2e7" + "0" * 26
STREAM = f"game:{GAME}"
API = f"/api/v1/games/{UUID(GAME)}"
BEGINNING = datetime(2026, 11, 16, 12, tzinfo=UTC)
LAID = "Jb"
AN_ATTACK, A_TOKEN = 0.2, 0.3
"""How often something else is done beside what is asked, added up."""
HANDS = {"plain": ("Jb", "tw", "tx", "aa"), "changed": ("Jb", "vo", "gd", "aa")}
BOBS = ("bl", "bk", "bj", "aa")
VOLATILE = re.compile(
    rb'(?<=ticket=)[^"&]+|name="(key|csrfmiddlewaretoken)" value="[^"]*"|nonce[-=]"?[^"\' ;]+'
)
# RateLimit counts the calls of one account and the seconds between them.
PASSING = {"Date", "Set-Cookie", "X-Request-ID", "Content-Security-Policy", "Server-Timing", "RateLimit"}

PAGES = [next((one.address for one in lines if one.method == "GET"), "") for lines in ROUTES.values()]
GAME_PAGES = sorted(one.format(game=GAME) for one in PAGES if "{game}" in one and "/act" not in one)
CHANGES_BY_ITSELF = ("/metrics", "/api/v1/tokens")  # counts requests; says when a token was last used
OTHER_PAGES = sorted(one for one in PAGES if one and "{" not in one and one not in CHANGES_BY_ITSELF)
GAMES = rooms.STREAMS["game"].live
JSON_FRAMES = JsonLiveApp.kinds["game"]
Seen = dict[tuple[str, str, str], tuple[Any, ...]]


class Found(Exception):
    """Something tells the twins apart, and nobody asks for more."""


class People(NamedTuple):
    """Who plays, who watches, and their browsers and programs."""

    accounts: dict[str, Account]
    browsers: dict[str, Client]
    programs: dict[str, Client]


def people() -> People:
    """Ann's are the secrets; nobody is a stranger without an account."""
    accounts = {name: person(name.title()) for name in ("ann", "bob", "eve")}
    browsers = {name: signed_in(account) for name, account in accounts.items() if name != "ann"}
    programs = {name: Client(headers=bearer(accounts[name])) for name in ("bob", "eve")}
    return People(accounts, browsers | {"nobody": Client()}, programs)


def army(hand: tuple[str, ...]) -> Army:
    """A Commander and a Corps unit: few activations."""
    patrol = from_json(RECON)
    corps = msgspec.structs.replace(patrol.units[1], count=1)
    return msgspec.structs.replace(patrol, units=(patrol.units[0], corps), command_hand=hand)


class Twin:
    """One of the two runs, on the site's own store. Who `knows` the secrets may tell the runs apart."""

    seed = 11
    knows: tuple[str, ...] = ()

    def __init__(self, who: People, kind: str) -> None:
        self.who, self.kind = who, kind
        self.desk = desk_over(new_store(), GAME)
        self.desk.entropy = Random(self.seed).randbytes
        self.number = self.extra = 0
        self.seen: Seen = {}
        self.told: list[str] = []
        self.secrets: set[str] = set()
        self.other: Seen = {}
        self.until_found = False

    def do(self, name: str, command: Command, *, hidden: bool = False) -> str:
        """An act; hidden ones, which the other run does not do, take no number."""
        self.extra, self.number = self.extra + hidden, self.number + (not hidden)
        batch = f"hidden-{self.extra}" if hidden else f"act-{self.number}"
        at = BEGINNING + timedelta(seconds=self.number)
        HANDLERS.handle(self.desk, Act(str(self.who.accounts[name].pk), at, batch), command)
        return batch

    def say(self, name: str, said: Any, *, hidden: bool = False) -> str:
        return self.do(name, commands.Speak(said=said), hidden=hidden)

    def prepare(self, stop: Callable[[str], None] = lambda _: None) -> None:
        """Both sit, with their armies; it begins."""
        for name, command in (
            ("ann", commands.OpenGame(player="Ann")),
            ("bob", commands.TakeSeat(seat="two", player="Bob")),
            ("ann", commands.BringArmy(seat="one", army=army(HANDS[self.kind]))),
            ("bob", commands.BringArmy(seat="two", army=army(BOBS))),
            ("ann", commands.BeginGame()),
        ):
            self.do(name, command)
            stop(f"act {self.number}")

    def play(self, until: str, stop: Callable[[str], None] = lambda _: None) -> None:
        """Anything legal that is not a command card; attacks, tokens and upgrades that turn now and then. The
        same in both runs."""
        random = Random(f"{until}")
        for _ in range(400):
            table = self.desk.game.table
            if table.todo[-1].id.endswith(until) or table.ended:
                return
            seat: Seat = next(one for one in SEATS if open_step(view(self.desk.game, one)))
            every = list(changes(view(self.desk.game, seat)))
            begins = [change for change in every if isinstance(change, BeginAttack)]
            tools = [change for change in every if isinstance(change, Tokens | TurnCard)]
            luck = random.random()
            beside = begins if luck < AN_ATTACK else tools if luck < A_TOKEN else []
            said = random.choice(beside or list(legal(view(self.desk.game, seat))))
            if isinstance(said, Lay):
                said = Lay(prompt=said.prompt, card="aa")
            self.say("ann" if seat == "one" else "bob", said)
            stop(f"act {self.number}")
        raise AssertionError(f"{until} never comes")

    def dither(self) -> None:
        """Lay a card and take it back: nobody may know."""
        if self.kind == "changed":
            prompt = self.desk.game.table.todo[-1].id
            laid = self.say("ann", Lay(prompt=prompt, card="vo"), hidden=True)
            self.do("ann", commands.TakeBack(batch=laid), hidden=True)

    def lay(self) -> None:
        self.dither()
        self.say("ann", Lay(prompt=self.desk.game.table.todo[-1].id, card=LAID))

    def laid_unseen(self, laid: Any, then: Any) -> list[str]:
        """What anybody else sees of Ann laying something, taking it back and laying something else."""
        stops = ("before", "laid", "taken back", "laid again")
        self._whatever(stops[0])
        batch = self.say("ann", laid)
        self._whatever(stops[1])
        self.do("ann", commands.TakeBack(batch=batch))
        self._whatever(stops[2])
        self.say("ann", then)
        self._whatever(stops[3])
        kept = {key[1:]: given for key, given in self.seen.items() if key[0] == stops[0]}
        return [
            f"{who} sees it {stop} in {what}"
            for (stop, who, what), given in self.seen.items()
            if who != "both" and stop in stops and kept[who, what] != given
        ]

    def _whatever(self, stop: str) -> None:
        self.stop(stop)
        self.look(stop, everywhere=False)

    # Looking ---------------------------------------------------------------------------------------------

    def glance(self, name: str) -> None:
        """What everybody but Ann is given after an act: frames, the API's answer and its ETag, the file."""
        self._know(self.desk)
        for audience in ("two", "watch", "official", "both"):
            self._keep(name, audience, "frame", GAMES.render(STREAM, audience))
            self._keep(name, audience, "JSON frame", JSON_FRAMES.render(STREAM, audience))
        if live.seen_as("two", "") == live.seen_as("watch", ""):
            self.told.append(f"{name}: two audiences share a frame's name")
        for who, client in self.who.programs.items():
            for address in (API, f"{API}/log", f"{API}/live"):
                self._fetch(name, who, client, address)

    def after(self, name: str) -> None:
        """A glance, and every route of the game: its pages as Bob opens them, and what it would hand over.
        What an answer is called is called so for one audience only."""
        self.glance(name)
        for address in GAME_PAGES:
            self._fetch(name, "bob", self.who.browsers["bob"], address)
        for who, client in self.who.programs.items():
            self._fetch(name, who, client, f"{API}/handover")
        called = {
            (self.desk.audience(str(self.who.accounts[who].pk)), tag) for who, tag in self._tags(name).items()
        }
        if len({tag for _, tag in called}) < len(called):
            self.told.append(f"{name}: two audiences share an ETag")

    def stop(self, name: str) -> None:
        """A glance, what a phone fetches when its line broke, and what somebody learns who tries things."""
        self.glance(name)
        if "bob" not in self.knows:
            self._fetch(name, "bob", self.who.browsers["bob"], f"/game/{GAME}/live")
        for who, client in self.who.programs.items():
            self._fetch(name, who, client, f"{API}/handover")
            for said in ({"say": "lay", "prompt": "r1.card", "card": "zz"}, {"say": "finish", "prompt": "x"}):
                asked = {"act": "speak", "said": said}
                answer = client.post(f"{API}/acts?dry_run=true", asked, content_type="application/json")
                self._answer(name, who, f"asks to {said['say']}", answer)
        for audience, tag in self._tags(name).items():
            for other, client in self.who.programs.items():
                again = client.get(API, headers={"If-None-Match": tag})
                if other != audience and again.status_code == 304:
                    self.told.append(f"{name}: {audience}'s ETag answers {other}")

    def look(self, name: str, *, everywhere: bool = True) -> None:
        """Every page of the game as each opens it, and as Bob every other page of the site."""
        self._know(self.desk)
        for who, client in self.who.browsers.items():
            for address in GAME_PAGES if who not in self.knows else ():
                self._fetch(name, who, client, address)
        for address in OTHER_PAGES if everywhere else ():
            self._fetch(name, "bob", self.who.browsers["bob"], address)

    def _tags(self, stop: str) -> dict[str, str]:
        return {who: dict(self.seen[stop, who, API][1]).get("ETag", "") for who in self.who.programs}

    def _fetch(self, stop: str, who: str, client: Client, address: str) -> None:
        if address.endswith(".zip") and DataArchive.begin(self.who.accounts[who], timezone.now()):
            my_data.make_archive(self.who.accounts[who])
        answer = client.get(address)
        assert answer.status_code != 400, f"{address} was not understood, so it tells nothing of the game"
        self._answer(stop, who, address, answer)

    def _answer(self, stop: str, who: str, what: str, answer: Any) -> None:
        body = answer.getvalue() if answer.streaming else answer.content
        if what.endswith(".zip"):  # its files hold times; what else they hold is asked in test_my_data
            with ZipFile(BytesIO(body)) as files:
                body = "\n".join(files.namelist()).encode()
        # A page's name covers for whom it was drawn; of pages without a game the body says all.
        passing = PASSING if GAME in what or API in what else {*PASSING, "ETag", "Content-Length"}
        headers = tuple(sorted((k, v) for k, v in answer.headers.items() if k not in passing))
        self._keep(stop, who, what, (answer.status_code, headers, VOLATILE.sub(b"", body)))

    def _keep(self, stop: str, who: str, what: str, given: tuple[Any, ...]) -> None:
        if who in self.knows:
            return
        self.seen[stop, who, what] = given
        text = repr(given)
        if API in what or "frame" in what or GAME in what:
            self.told += [f"{stop}: {who} reads {one} in {what}" for one in self.secrets if one in text]
        if self.other and self.other.get((stop, who, what)) != given:
            self.told.append(f"{stop} · {who} · {what} differs")
        if self.told and self.until_found:
            raise Found

    def _know(self, desk: GameDesk) -> None:
        """What nobody but its owner may read anywhere: hands, cards not revealed, seeds, accounts, codes."""
        game = desk.game
        names = {card.id: card.name for card in catalogue().data.commands}
        shown = {LAID, "aa"}
        own = game.secrets.get("one")
        hidden = [card for card in (own.hand if own else ()) if card not in shown]
        seeds = {one.event.seed for one in desk.log if isinstance(one.event, SeedSealed)}
        kept = [one.event for one in desk.log if isinstance(one.event, SeatKept)]
        self.secrets = {names[card] for card in hidden} | {f'"{card}"' for card in hidden}
        self.secrets |= {one.code for one in kept} | {one.player for one in kept} | {"hidden-", "log.sealed"}
        self.secrets |= set() if game.table.closed else seeds
        if game.table.todo and game.table.todo[-1].id == "r1.card":
            self.secrets |= {names[LAID], f'"{LAID}"'}


@contextmanager
def run(who: People, kind: str, made: type[Twin] = Twin) -> Iterator[Twin]:
    """A run that leaves nothing behind."""
    with rolled_back():
        yield made(who, kind)


def shortest(twin: Twin) -> None:
    """The first cards, with three stops."""
    twin.prepare()
    twin.play("r1.card")
    twin.dither()
    twin.stop("cards are to be laid")
    twin.lay()
    twin.stop("Ann has chosen")
    twin.say("bob", Lay(prompt="r1.card", card="bl"))
    twin.stop("cards are revealed")


def short(twin: Twin) -> None:
    """From the first card to the end, with few stops."""
    twin.prepare()
    twin.play("r1.card")
    twin.dither()
    twin.stop("cards are to be laid")
    twin.lay()
    twin.stop("Ann has chosen")
    wounded = twin.say("bob", Wound(unit="two.1"))
    twin.stop("Bob wounds a unit")
    twin.do("bob", commands.TakeBack(batch=wounded))
    twin.stop("Bob takes it back")
    twin.say("bob", Lay(prompt="r1.card", card="bl"))
    twin.stop("cards are revealed")
    twin.say("bob", Concede())
    twin.do("ann", commands.CloseGame())
    twin.stop("it is closed")


def whole(twin: Twin) -> None:
    """Every route of the game after every act of two rounds; every other page too at setup, reveal, mid-game
    and end."""
    twin.prepare(twin.after)
    twin.look("setup")
    twin.play("r1.card", twin.after)
    twin.lay()
    twin.after("Ann has chosen")
    twin.say("bob", Lay(prompt="r1.card", card="bl"))
    twin.after("cards are revealed")
    twin.look("reveal")
    twin.play("r2.card", twin.after)
    twin.look("mid-game")
    twin.say("bob", Concede())
    twin.after("Bob concedes")
    twin.do("ann", commands.CloseGame())
    twin.after("it is closed")
    twin.look("end")


def told(
    who: People, script: Callable[[Any], None] = short, made: type[Twin] = Twin, *, until_found: bool = False
) -> list[str]:
    """Everything by which others could tell the twins apart, or read a secret; or the first such thing."""
    other: Seen = {}
    found: list[str] = []
    for kind in HANDS:
        with run(who, kind, made) as twin:
            twin.other, twin.until_found = other, until_found
            with suppress(Found):
                script(twin)
        found += twin.told
        if found and until_found:
            break
        found += [f"{' · '.join(key)} is missing" for key in other if key not in twin.seen]
        other = twin.seen
    return found
