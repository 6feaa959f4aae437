"""Everybody and all that is theirs, for the tables of who may do what: one of each kind of thing, every role.

Ada is the player: her army, Register, table, token, seat one and place p1. Bo is her opponent in the battle,
in the games and at the event. Arb arbitrates their campaign; Mia is in it, and fights another battle alone.
Jo judges at the event, Sam keeps its scores, Ora runs it. Eve has an account and nothing else; Gus is a guest
of the site; Root owns the server.
"""

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID

from django.test import Client

from muster.app.acting import Act, Command
from muster.app.armies import saving
from muster.app.armies.saving import Shared
from muster.app.campaign import commands as tours
from muster.app.campaign.battle import commands as battle
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.stories import Picture
from muster.app.game.commands import HANDLERS as SETUPS
from muster.app.game.commands import SitDown
from muster.app.game.playing import commands as games
from muster.app.game.playing.opening import game_of
from muster.app.game.playing.origins import table_of
from muster.app.game.playing.playing import HANDLERS as GAMES
from muster.app.game.setup import SetupTable, TableSetups
from muster.app.notifications import Subscribe
from muster.app.tournament import commands as events
from muster.rules.armies.army import Army, from_json
from muster.rules.campaign.battle.events import SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked
from muster.rules.campaign.battle.recording import Opening
from muster.rules.tournament.running.plan import TournamentPlan
from muster.store import passkeys, second_steps
from muster.store.accounts import Account, ApiToken, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.store.campaign.stories import DatabaseStories
from muster.store.codes.short_links import code_for
from muster.store.collection import DatabaseCollection
from muster.store.members import devices
from muster.store.members.data_archives import DataArchive
from muster.store.members.devices import Device
from muster.store.members.notifications import DatabaseSubscriptions
from muster.store.second_steps import SecondStep
from muster.store.webhooks import DatabaseHooks
from muster.web.accounts.your_passkeys import CONFIRMED
from muster.web.campaign.battle.request import battles_over
from muster.web.campaign.club.feed import signer
from muster.web.campaign.club.invitations import token_of
from muster.web.game.desks import desk_over, house_over
from muster.web.requests import new_store
from muster.web.sessions import SessionStore
from muster.web.tournament.requests import tournaments
from tests.app.game_seats import RECON, SQUADS
from tests.rules.campaign.at_the_table import DAY
from tests.web.account_fixtures import signed_in
from tests.web.event_hall_fixtures import member
from tests.web.notifications.browser_keys import BrowserKeys
from tests.web.site_desks import site_clubs, site_registers
from tests.web.tour_phone import founded

ROLES = (
    "nobody", "guest", "other", "player", "opponent", "member", "arbitrator", "judge", "scorekeeper",
    "organiser", "owner",
)  # fmt: skip
NAMES = {
    "other": "Eve", "player": "Ada", "opponent": "Bo", "member": "Mia", "arbitrator": "Arb", "judge": "Jo",
    "scorekeeper": "Sam", "organiser": "Ora", "owner": "Root",
}  # fmt: skip
CANARY = "Blizzard Watch"
"""The name of Ada's army, which is hers alone."""
HER_REGISTER = "Ada's Own"
HER_TOKEN = "her telephone"
HER_PASSKEY = "her thumb"
HER_DEVICE = "her old phone"
HER_NOTICES = "her watch"
HER_CARDS = 8_673
THEIR_HOOK = "hooks.example.org"
"""The host whom the event tells of its rounds."""
ALWAYS = 2**40
"""A moment that is not past yet."""
PLAYERS = ("Ada A", "Bo B", "Cy C", "Di D")
PATROL: Army = from_json(RECON)


class World:
    """The people with their browsers; `things` are what addresses and forms are filled in with."""

    def __init__(self) -> None:
        self.people: dict[str, Account] = {role: member(name.lower(), name) for role, name in NAMES.items()}
        self.people["guest"] = Account.objects.open_guest()
        Account.objects.filter(pk=self.people["owner"].pk).update(is_staff=True)
        second_steps.begin_setup(self.people["owner"])
        SecondStep.objects.filter(account=self.people["owner"]).update(confirmed=datetime.now(UTC))
        self.clients = {role: self.browser(role) for role in ROLES}
        second_steps.begin_setup(self.people["scorekeeper"])  # not confirmed yet
        self.things: dict[str, Any] = {f"{role}_id": str(person.pk) for role, person in self.people.items()}
        self.things["push"] = self._told_device()
        self.things["late_guest"] = str(Account.objects.open_guest().pk)  # of another evening
        self._armies()
        self._campaign()
        self._event()
        self._games()
        DataArchive.objects.create(account=self.people["player"], size=2, data=b"PK")

    def browser(self, role: str, **options: Any) -> Client:
        if role not in self.people:
            return Client(**options)
        client = signed_in(self.people[role], **options)
        if role != "scorekeeper":
            session = client.session  # they gave the password, so that only who asks makes a difference
            session[CONFIRMED] = ALWAYS
            session.save()
        return client

    def act(self, role: str) -> Act:
        who = str(self.people[role].pk) if role in self.people else ""
        return Act(who, datetime.now(UTC), str(new_id()))

    def fill(self, text: str) -> str:
        """An address or a typed value with the things named in it."""
        for name, thing in self.things.items():
            text = text.replace(f"{{{name}}}", str(thing))
        return text

    # What there is -----------------------------------------------------------------------------------------

    def _told_device(self) -> int:
        """A device of Ada's that is told of news."""
        store, keys = DatabaseSubscriptions(), BrowserKeys()
        wanted = Subscribe(
            endpoint="https://push.example.org/ada", p256dh=keys.p256dh, auth=keys.auth, kinds=("turn",),
            name=HER_NOTICES,
        )  # fmt: skip
        store.save(self.things["player_id"], wanted)
        return store.of(self.things["player_id"])[0].id

    def _armies(self) -> None:
        mine, shared = (self._army(name) for name in (CANARY, "Shown To All"))
        saving.share_army(DatabaseArmies(), self.act("player"), shared.id, Shared.BY_LINK, hand_hidden=True)
        token, _ = ApiToken.issue(self.people["player"], HER_TOKEN)
        passkey = passkeys.add_passkey(
            self.people["player"], b"id", b"key", host="localhost", label=HER_PASSKEY
        )
        table = self.clients["player"].post("/dice/table")["Location"].removeprefix("/table/")
        DatabaseCollection().set_owned(self.things["player_id"], {PATROL.units[0].unit: HER_CARDS})
        self.things |= {
            "army": mine.id, "code": mine.code, "shared": shared.code, "token": token.pk, "table": table,
            "passkey": passkey and passkey.pk, "device": self._device(),
        }  # fmt: skip

    def _device(self) -> UUID:
        """Another one of Ada's, signed in as well."""
        session = SessionStore()
        session.create()
        devices.note_sign_in(self.people["player"], session.session_key, HER_DEVICE)
        return Device.objects.get(name=HER_DEVICE).pk

    def _army(self, name: str) -> saving.SavedArmy:
        army = from_json(RECON.replace(b"Patrol", name.encode()))
        return saving.create_army(DatabaseArmies(), self.act("player"), str(new_id()), new_code(), army)

    def _campaign(self) -> None:
        club, clubs = f"campaign:{new_id().hex}", site_clubs()
        clubs.do(self.act("arbitrator"), club, tours.OpenCampaign(name="Endor Winter"))
        for role in ("player", "opponent", "member"):
            clubs.do(self.act(role), club, tours.Join(invitation=1))
        self.alone, self.solo = founded(self.people["member"]), f"battle:{new_id()}"
        battles_over(new_store()).open(
            self.act("member"), Opening(battle=self.solo, points=800), {"blue": self.alone}
        )
        eves = f"register:{new_id().hex}"
        site_registers().do(self.act("other"), eves, tours.OpenRegister(faction="empire", points_date=DAY))
        self.things |= {
            "eves_register": eves,
            "eves_book": eves[-32:],
            "mias_book": self.alone[-32:],
            "solo": self.solo.removeprefix("battle:"),
        }
        self.sides = {role: founded(self.people[role]) for role in ("player", "opponent")}
        site_registers().do(self.act("player"), self.sides["player"], tours.NameRegister(name=HER_REGISTER))
        for role, register in self.sides.items():
            clubs.do(self.act(role), club, tours.Enter(register=register))
        self.club, self.battle = club, f"battle:{new_id()}"
        picture, shelf = str(new_id()), DatabaseStories()
        pictured = Picture(
            id=picture, register=self.sides["player"], dossier="d1", width=1, height=1, at=datetime.now(UTC)
        )
        shelf.keep_picture(self.things["player_id"], pictured, b"\xff\xd8\xff")
        shelf.open_link(self.things["player_id"], self.sides["player"], "a-story-of-hers")
        self._fight()
        hers, his = (register.removeprefix("register:") for register in self.sides.values())
        id = club.removeprefix("campaign:")
        gone = member("ira", "Ira")
        clubs.do(Act(str(gone.pk), datetime.now(UTC), str(new_id())), club, tours.Join(invitation=1))
        Account.objects.filter(pk=gone.pk).update(is_active=False)
        feeds = {"feed": self.people["player"], "eves_feed": self.people["other"], "gone_feed": gone}
        self.things |= {name: signer(feed).sign(f"{id}-{feed.pk.hex}") for name, feed in feeds.items()}
        self.things |= {
            "gone_token": ApiToken.issue(gone, "x")[1],
            "short": code_for(club, 1),
            "club": id, "campaign": UUID(id), "invitation": token_of(id, 1), "story": "a-story-of-hers",
            "picture": picture, "register": hers, "book": UUID(hers), "his_register": his,
            "his_book": UUID(his), "battle": self.battle.removeprefix("battle:"),
        }  # fmt: skip

    def _fight(self) -> None:
        """Both have mustered, Ada wrote down that she won: step 1 is open to both."""
        battles = battles_over(new_store())
        blue, red = self.sides.values()
        battles.open(self.act("player"), Opening(battle=self.battle, points=800), {"blue": blue, "red": red})
        for role, side in (("player", "blue"), ("opponent", "red")):
            dossiers = battles.logs.register(self.sides[role]).state.dossiers
            units = tuple(
                Picked(dossier=dossier.id, upgrades=tuple(up.id for up in dossier.upgrades))
                for dossier in dossiers
            )
            battles.do(
                self.act(role), SideRef(self.battle, side), battle.Muster(plan=MusterPlan(units=units))
            )
        for role in self.sides:
            self._come("battle_game", role, games.PlayBattle(battle=self.battle, watched=False))
        records = {"blue": SideRecord(victory_points=9), "red": SideRecord(victory_points=6)}
        battles.do(
            self.act("player"), SideRef(self.battle, "blue"), battle.Record(winner="blue", sides=records)
        )

    def _event(self) -> None:
        """Two events: one with its first round on, which everybody finds; one that is planned in secret."""
        self.event, hidden, desk = f"tournament:{new_id().hex}", f"tournament:{new_id().hex}", tournaments()
        plan = TournamentPlan(structure="custom", rounds=2, self_entry=True)

        def do(*asked: Command, where: str = self.event) -> None:
            for command in asked:
                desk.do(self.act("organiser"), where, command)

        do(events.Begin(name="Autumn Cup", plan=plan), events.Enter(names=PLAYERS, present=True))
        for player, role in (("p1", "player"), ("p2", "opponent")):
            do(events.Link(player=player, account=self.things[f"{role}_id"]))
        do(events.GiveRole(person=self.things["judge_id"], role="judge"))
        do(events.GiveRole(person=self.things["scorekeeper_id"], role="scorekeeper"))
        desk.do(self.act("player"), self.event, events.SubmitList(player="p1", text="Two AT-STs"))
        do(events.Announce(), events.Draft())
        draft = desk.load(self.event).state.draft
        met = next(game for game in draft.drawn.round.games if "p1" in game.players) if draft else None
        assert met is not None
        if "p2" not in met.players:
            do(events.Swap(one=met.opponent("p1"), other="p2"))
        do(events.Publish(draft=1))
        desk.do(self.act("player"), self.event, events.CallJudge(words="Line of sight?"))
        do(events.Begin(name="Nobody Knows", plan=TournamentPlan(public=False)), where=hidden)
        id = self.event.removeprefix("tournament:")
        for role in ("player", "opponent"):
            self._come("table_game", role, games.PlayTable(tournament=self.event, watched=False))
        sat = {"do": "sit-down", "points1": "800", "points2": "800", "key": "sat"}
        assert self.clients["player"].post(f"/event/{id}/setup?table={met.table}", sat).status_code == 302
        DatabaseHooks().add(self.event, self.things["organiser_id"], f"https://{THEIR_HOOK}/x", ("pairings",))
        house = house_over(new_store())
        place = TableSetups(desk).place(self.things["player_id"], self.event)
        self.things |= {
            "event_setup_id": UUID(place.stream.removeprefix("setup:")),
            "at_table": table_of(house, self.things["player_id"], self.event),
            "hook": DatabaseHooks().of(self.event)[0].id,
            "event": id, "their_table": met.table, "other_table": 3 - met.table,
            "tour": UUID(id), "hidden": hidden.removeprefix("tournament:"),
            "hidden_tour": UUID(hidden.removeprefix("tournament:")),
        }  # fmt: skip

    def _games(self) -> None:
        """One without watchers, one of Special Operations, one with a free seat; a table that is set up."""
        seats = {"one": "player", "two": "opponent"}
        for name, opening in {
            "game": games.OpenGame(player="Ada", watched=False),
            "operation": games.OpenGame(mode="special-operations", squad=SQUADS["one"], watched=False),
        }.items():
            id = self._opened(name, opening)
            self.do_in(id, "opponent", games.TakeSeat(seat="two", player="Bo"))
            for seat, role in seats.items() if name == "game" else ():
                self.do_in(id, role, games.BringArmy(seat=seat, army=PATROL))
            if name == "operation":
                self.do_in(id, "opponent", games.BringSquad(seat="two", squad=SQUADS["two"]))
            self.do_in(id, "player", games.BeginGame())
        self._opened("lobby", games.OpenGame(player="Ada"))
        table = SetupTable(new_store(), f"setup:{new_id().hex}", Random(1).randbytes)
        SETUPS.handle(table, self.act("player"), SitDown(points=(1000, 990), names=("Ada", "Bo")))
        self.things |= {"setup": table.stream[-32:], "setup_id": UUID(table.stream[-32:])}

    def _come(self, name: str, role: str, command: Command) -> None:
        """To the game of a battle or of a table."""
        game = game_of(house_over(new_store()), self.things[f"{role}_id"], command, "")
        self.things |= {name: game, f"{name}_id": UUID(game)}
        self.do_in(game, role, command)

    def _opened(self, name: str, opening: Command) -> str:
        id = new_id().hex
        self.do_in(id, "player", opening)
        self.things |= {name: id, f"{name}_id": UUID(id)}
        return id

    def do_in(self, game: str, role: str, command: Command) -> None:
        desk = desk_over(new_store(), game)
        desk.entropy = Random(7).randbytes
        GAMES.handle(desk, self.act(role), command)
