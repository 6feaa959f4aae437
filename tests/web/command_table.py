"""Who may ask for which act, whatever page or program it is asked by: every command with all roles.

A command is tried up to its first write. What stands in its way besides who asks does not matter here.
"""

import os
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from django.test import RequestFactory

from muster.app.accounts.guest_work import HANDLERS as GUESTS
from muster.app.accounts.guest_work import BringAlong, GuestContext
from muster.app.acting import Act, Command, Handlers, obstacles
from muster.app.admin import commands as admin
from muster.app.admin.desk import HANDLERS as ADMIN
from muster.app.campaign import clubs, registers
from muster.app.campaign import commands as tours
from muster.app.campaign.battle import access as battles
from muster.app.campaign.battle import commands as battle
from muster.app.campaign.battle.context import SideRef
from muster.app.campaign.clubs import Clubs
from muster.app.campaign.logs import CampaignLogs
from muster.app.campaign.registers import Registers
from muster.app.dice import commands as dice
from muster.app.dice import table as tables
from muster.app.dice.table import DiceContext
from muster.app.game.commands import HANDLERS as SETUPS
from muster.app.game.commands import DoStep, DrawStep, SitDown, UndoStep
from muster.app.game.playing import commands as games
from muster.app.game.playing.playing import HANDLERS as GAMES
from muster.app.game.setup import SetupTable, TableSetups
from muster.app.notifications import HANDLERS as NOTIFICATIONS
from muster.app.notifications import Subscribe, Subscriber, Unsubscribe
from muster.app.tournament import commands as events
from muster.app.tournament.context import HANDLERS as EVENTS
from muster.app.webhooks import HANDLERS as HOOKS
from muster.app.webhooks import AddWebhook, RemoveWebhook
from muster.rules.campaign.battle.recording import Opening
from muster.rules.dice.faces import Die
from muster.rules.game.answers import Concede
from muster.rules.messages import messages
from muster.rules.tournament.table_setup.setup_events import STREAM
from muster.rules.violations import Refused, Violation
from muster.store.campaign.arcs import DatabaseArcs
from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.guest_work import DatabaseGuests
from muster.store.members.notifications import DatabaseSubscriptions
from muster.web.admin.pages import admin_desk
from muster.web.campaign.battle.request import battles_over
from muster.web.campaign.library import site_library
from muster.web.game.desks import desk_over
from muster.web.requests import new_store
from muster.web.tournament.requests import tournament_queries, tournaments
from muster.web.webhooks.pages import place_of
from tests.web.access_world import ROLES, World
from tests.web.notifications.browser_keys import BrowserKeys

NOT_YOURS = (
    {code for code, message in messages().items() if message.means in ("missing", "forbidden")}
    - {"tournament.no_player"}
    | {"battle.void_by_others", "battle.wait_for_rival", "battle.other_campaign"}
    | {"table.not_yours", "game.seat_kept"}
)
"""The refusals that speak of who asks."""
DESKS: dict[str, Handlers[Any]] = {
    "register": registers.HANDLERS,
    "campaign": clubs.HANDLERS,
    "battle": battles.HANDLERS,
    "event": EVENTS,
    "game": GAMES,
    "setup": SETUPS,
    "dice": tables.HANDLERS,
    "guest": GUESTS,
    "hooks": HOOKS,
    "notifications": NOTIFICATIONS,
    "admin": ADMIN,
}
ANYBODY = " ".join(ROLES)


class Asked(NamedTuple):
    """A command, those who may ask for it, and how it is tried."""

    roles: tuple[str, ...]
    can: Callable[[Act], tuple[Violation, ...]]


Kinds = dict[str, list[type[Command] | Command]]


def commands_of(world: World) -> Iterator[tuple[str, Asked]]:
    """Every line by its name."""
    for desk, kinds in _table(world).items():
        for roles, asked in kinds.items():
            for wanted in asked:
                command = wanted if isinstance(wanted, Command) else sample(wanted)
                yield (
                    f"{desk}: {command!r}",
                    Asked(tuple(roles.split()), _trying(world, desk, command)),
                )


def readings_of(world: World) -> Iterator[tuple[str, Asked]]:
    """What pages read for those they have let in already: it is refused to others all the same."""
    my, event = tournaments(), world.event
    for name, roles, read in (
        ("codes of the slips", "scorekeeper organiser", lambda who: tournament_queries().codes(who, event)),
        ("penalties of a player", "judge organiser", lambda who: my.history(who, event, "p2")),
        ("problems of a list", "player judge organiser", lambda who: my.list_problems(who, event, "p1")),
        ("warnings of a draft", "organiser", lambda who: my.warnings(event, who)),
    ):
        yield f"reading: {name}", Asked(tuple(roles.split()), partial(_read, read))


def _read(read: Callable[[str], object], act: Act) -> tuple[Violation, ...]:
    return obstacles(lambda: read(act.actor))


def named(world: World) -> dict[str, set[type[Command]]]:
    """The commands of each desk that are in the table."""
    found: dict[str, set[type[Command]]] = {desk: set() for desk in DESKS}
    for desk, kinds in _table(world).items():
        asked = [role for roles in kinds.values() for role in roles]
        found[desk.split()[0]] |= {wanted if isinstance(wanted, type) else type(wanted) for wanted in asked}
    return found


def _table(world: World) -> dict[str, Kinds]:
    things = world.things
    hers, judge = things["register"], things["judge_id"]
    opened = Opening(battle="battle:new", points=800)
    hook = AddWebhook(address="https://example.org/x", topics=("battle", "pairings"))
    keys = BrowserKeys()
    subscribe = Subscribe(
        endpoint="https://push.example.org/1", p256dh=keys.p256dh, auth=keys.auth, kinds=("turn",)
    )
    return {
        "register": {
            "player": [
                tours.Recruit, tours.NameUnit, tours.Withdraw, tours.RequestAid, tours.ChooseArc,
                tours.NameRegister, tours.Found, tours.Retire, tours.MovePointsDate, tours.Undo, tours.Redo,
                tours.CopyRegister(to="register:new"),
            ],
            "arbitrator": [tours.Correct],
        },
        "campaign": {
            ANYBODY: [tours.Join(invitation=1)],
            "": [tours.Join(invitation=7), tours.Enter(register=things["eves_register"])],
            "player opponent member arbitrator": [tours.Leave, tours.TakeOver],
            "player": [tours.Enter(register=hers)],
            "player arbitrator": [tours.WithdrawRegister(register=hers)],
            "arbitrator": [
                tours.Remove, tours.HandOver, tours.Rename, tours.RenewInvitation, tours.SetSwitch,
                tours.SetDate, tours.DropDate, tours.End,
            ],
            "owner": [tours.Adopt],
        },
        "battle": {
            "player": [
                battle.Muster, battle.ChooseAgenda, battle.SwitchAgenda, battle.CombatDrop, battle.Record,
                battle.AcceptRecord, battle.Confirm, battle.Dispute, battle.Undo, battle.ResolveAgenda,
                battle.RollReward, battle.DrawOrders, battle.TakeReward, battle.RollSupply, battle.UseMedevac,
                battle.RollCheck, battle.Reroll, battle.SettleCheck, battle.RollSetback, battle.RollTrait,
                battle.NameRival, battle.AwardExperience, battle.AwardCommendation, battle.ChooseCard,
                battle.NameUnit, battle.RollWarden, battle.RequestAid, battle.Recruit, battle.ChooseArc,
                battle.FinishStep, battle.RollAllChecks,
                battle.OpenBattle(opening=opened, registers={"blue": f"register:{hers}"}),
            ],
            "": [
                battle.NameOpponent,  # somebody sits across, and has a name
                battle.OpenBattle(
                    opening=opened, registers={"blue": things["eves_register"], "red": f"register:{hers}"}
                ),
            ],
            "player opponent arbitrator": [battle.CallOff],
            "arbitrator": [battle.ConfirmFor, battle.PassRivalFor],
            "opponent": [battle.NameRivalFor],
            "opponent arbitrator": [battle.VoidFaces],
        },
        "battle alone": {"member": [battle.NameOpponent, battle.VoidFaces]},
        "register alone": {"member": [tours.Correct]},
        "event": {
            ANYBODY: [events.Undo, events.SetDuty(on=False)],
            "organiser": [
                events.Plan, events.SetWaiting, events.Announce, events.CallOff, events.HandOver,
                events.GiveRole, events.Tell, events.Draft, events.Swap, events.Seat, events.Discard,
                events.Publish, events.Recall, events.CloseRound, events.MakeCut, events.End,
                events.TakeBackTime, events.EnterRelease, sample(events.Correct, number=9),
            ],
            "judge organiser": [
                events.StartClock, events.PauseClock, events.ResumeClock, events.Extend, events.CallTime,
                events.ClaimCall, events.Penalise, events.NoteComponent, events.ReviewList,
                events.TakeRole(person=judge, role="judge"), events.SetDuty(on=False, person=judge),
            ],
            "judge scorekeeper organiser": [
                events.EnterResult, events.NoShow, events.ConcedeMissing, events.CallFor,
                sample(events.Correct, number=1),
            ],
            "scorekeeper organiser": [
                events.Enter, events.Admit, events.CheckIn, events.FixTable, events.Link, events.Rename,
                events.RemoveMissing, events.Rejoin, sample(events.Drop, player="p1", why="no-show"),
            ],
            "player scorekeeper organiser": [
                events.Withdraw(player="p1"), events.SetClub(player="p1", club="x"),
                events.Erase(player="p1"), events.Drop(player="p1"),
            ],
            "player judge organiser": [events.CloseCall(call=1), events.SubmitList(player="p1", text="x")],
            "player opponent": [
                events.CheckMeIn, events.Leave, events.Report, events.Confirm, events.Dispute,
                events.CallJudge, events.AskReview,
            ],
            "organiser ": [events.Pardon, events.Rule],
        },
        "game": {
            "": [games.PlayBattle(battle=world.battle)],  # another game than that of the battle
            "player": [
                games.LeaveSeat, games.BringArmy, games.BringSquad, games.Speak(seat="one", said=Concede()),
                games.TakeBack(seat="one", batch="x"), games.ResetActivation(seat="one"),
                games.RollTray(seat="one", dice=(Die.ATTACK_RED,)),
                games.AskBack(seat="one", batch="x"), games.AnswerPlea(seat="one", grant=True),
            ],
            "player opponent": [
                games.BeginGame, games.CallLastRound, games.LetWatch, games.CloseGame,
                games.Speak(said=Concede()), games.TakeBack(batch="x"),
                games.RollTray(dice=(Die.DEFENCE_RED,)),
            ],
        },
        "game at a table": {
            role: [games.TakeSeat(seat=seat)]
            for role in ("player", "opponent")
            for seat in desk_over(new_store(), things["table_game"]).seats_of(things[f"{role}_id"])
        },
        "setup": {ANYBODY: [SitDown(points=(800, 800)), DoStep, DrawStep, UndoStep]},
        "setup at an event": {"player opponent": [SitDown(points=(800, 800)), DoStep, DrawStep, UndoStep]},
        "dice": {"player": [dice.CloseTable]},
        "guest": {
            "other player opponent member arbitrator judge scorekeeper organiser owner": [
                BringAlong(guest=things["guest_id"])
            ],
            "": [BringAlong(guest=things["player_id"]), BringAlong(guest="")],
        },
        "admin": {
            "owner": [
                admin.BlockAccount(account=things["player_id"]),
                admin.UnblockAccount(account=things["player_id"]),
                admin.DeleteAccount(account=things["player_id"], handle="ada"), admin.SetRegistration,
                admin.MakeInvitation(code="x" * 22), admin.SetAnnouncement, admin.CloseReport,
                admin.RetryWebhook,
            ],
            ANYBODY: [admin.SendReport(address="/a/x", reason="spam")],
        },
        "notifications": {"player": [subscribe, Unsubscribe(subscription=things["push"])]},
        "hooks of an event": {"organiser": [hook, RemoveWebhook]},
        "hooks of a campaign": {"arbitrator": [hook, RemoveWebhook]},
        "guest of late": {
            "other player opponent member arbitrator judge scorekeeper organiser owner": [
                BringAlong(guest=things["late_guest"])
            ]
        },
        "guest elsewhere": {"": [BringAlong(guest=things["guest_id"])]},
    }  # fmt: skip


def _trying(world: World, desk: str, command: Command) -> Callable[[Act], tuple[Violation, ...]]:
    """The command at the desk of its room, as the site stands there."""

    def can(act: Act) -> tuple[Violation, ...]:  # noqa: PLR0911 - one a desk
        look = new_store()
        logs = CampaignLogs(look, site_library(), own_arcs=DatabaseArcs())
        match desk:
            case "register" | "register alone":
                book = world.alone if desk.endswith("alone") else world.sides["player"]
                return Registers(logs, DatabaseRoles()).can(act, book, command)
            case "campaign":
                serves = world.things["owner_id"].__eq__
                return Clubs(logs, DatabaseRoles(), serves).can(act, world.club, command)
            case "battle" | "battle alone":
                fought = world.solo if desk.endswith("alone") else world.battle
                place = battles_over(look).desk(SideRef(fought, "blue"))
                return battles.HANDLERS.can(place, act, command)
            case "event":
                return tournaments().can(act, world.event, command)
            case "game" | "game at a table":
                played = "game" if desk == "game" else "table_game"
                return GAMES.can(desk_over(look, world.things[played]), act, command)
            case "setup" | "setup at an event":
                try:
                    table = _setting_up(world, desk, act)
                except Refused as refused:  # who plays there is known before there is a table
                    return refused.violations
                return SETUPS.can(table, act, command)
            case "hooks of an event" | "hooks of a campaign":
                kind, id = ("event", "event") if desk.endswith("event") else ("campaign", "club")
                place = place_of(RequestFactory().get("/"), kind, world.things[id])
                return HOOKS.can(place.desk, act, command)
            case "notifications":
                subscriber = Subscriber(world.things["player_id"], DatabaseSubscriptions())
                return NOTIFICATIONS.can(subscriber, act, command)
            case "admin":
                return ADMIN.can(admin_desk(), act, command)
            case "guest" | "guest elsewhere" | "guest of late":
                proven = world.things.get({"guest": "guest_id", "guest of late": "late_guest"}.get(desk), "")
                return GUESTS.can(GuestContext(logs, DatabaseRoles(), DatabaseGuests(), proven), act, command)
        return tables.HANDLERS.can(DiceContext(look, f"table:{world.things['table']}"), act, command)

    return can


def _setting_up(world: World, desk: str, act: Act) -> SetupTable:
    if desk == "setup":
        return SetupTable(new_store(), f"{STREAM}{world.things['setup']}", os.urandom)
    lists = TableSetups(tournaments())
    place = lists.place(act.actor, world.event, world.things["their_table"])
    return SetupTable(lists.store, place.stream, os.urandom, place, lists)


# Commands about nothing in particular ----------------------------------------------------------------------


def sample(kind: type[Any], **given: Any) -> Any:
    """A value of a command: what it must have, as little as there can be."""
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in given:
            given[field.name] = "p1" if field.name == "player" else _least(field.type)
    return kind(**given)


def _least(kind: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return arguments[0]
    if origin in (Union, UnionType):
        return None if type(None) in arguments else _least(arguments[0])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return sample(kind)
    plain = {str: "x", int: 1, bool: True, date: date(2026, 5, 1)}
    if kind in plain:
        return plain[kind]
    if hasattr(kind, "__metadata__"):
        return _least(arguments[0])
    return () if origin is tuple else {}
