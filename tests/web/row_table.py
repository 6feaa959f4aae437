"""Whose rows the stores read and take away: what somebody does with their own leaves those of Ada alone.

Each line makes what it needs and asks for it as every role; all of it is rolled back.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from unittest import mock

from django.test import RequestFactory
from django.utils import timezone

from muster.app.acting import Act
from muster.app.campaign.stories import Report
from muster.app.webhooks import RemoveWebhook
from muster.rules.violations import Refused, Violation
from muster.store import passkeys, second_steps
from muster.store.accounts import Account, ApiToken
from muster.store.armies import DatabaseArmies
from muster.store.campaign.arcs import HomebrewArc
from muster.store.campaign.opponents import DatabaseOpponents, OpponentName
from muster.store.campaign.stories import DatabaseStories
from muster.store.collection import DatabaseCollection
from muster.store.members import devices
from muster.store.members.data_archives import DataArchive
from muster.store.members.devices import Device
from muster.store.second_steps import RecoveryCode, SecondStep
from muster.store.tournaments import DatabaseIndex, DatabaseRoster, TournamentCard
from muster.store.webhooks import MOST_FAILURES, DatabaseHooks, Webhook
from muster.web.accounts import data_files, second_step
from muster.web.admin.pages import admin_desk
from muster.web.sessions import SessionStore
from muster.web.webhooks import worker
from muster.web.webhooks.pages import HANDLERS, place_of
from tests.web.access_world import HER_CARDS, HER_DEVICE, HER_TOKEN, PATROL, THEIR_HOOK, World
from tests.web.command_table import Asked

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
HELD = Violation(code="webhooks.not_yours", source="Muster")
Reaches = Callable[[World, Account], bool]


def rows_of(world: World) -> Iterator[tuple[str, Asked]]:
    """Every line by its name; the roles are those who reach what is there."""
    for reaches, roles in LINES.items():
        yield f"rows: {reaches.__doc__}", Asked(tuple(roles.split()), partial(_tried, world, reaches))


def _tried(world: World, reaches: Reaches, act: Act) -> tuple[Violation, ...]:
    account = Account.objects.filter(pk=act.actor or None).first()
    return () if account is not None and reaches(world, account) else (HELD,)


# Accounts --------------------------------------------------------------------------------------------------


def token_gone(world: World, me: Account) -> bool:
    """her token is gone with a new password"""
    with mock.patch.object(Account, "set_password"):
        me.change_password("x")
    return not ApiToken.objects.filter(pk=world.things["token"]).exists()


def session_over(world: World, me: Account) -> bool:
    """a session that is over opens again"""
    store = SessionStore()
    store["x"] = 1
    store.save()
    store.model.objects.filter(pk=store.session_key).update(expire_date=LONG_AGO)
    return bool(SessionStore(store.session_key).load())


def passkeys_gone(world: World, me: Account) -> bool:
    """her passkeys are taken away"""
    passkeys.remove_all_passkeys(me)
    return not passkeys.passkeys_of(world.people["player"])


def passkey_of_closed(world: World, me: Account) -> bool:
    """a passkey of an account that was closed"""
    Account.objects.filter(pk=world.people["player"].pk).update(is_active=False)
    return passkeys.find_passkey(b"id", "localhost") is not None


def passkey_of_nobody(world: World, me: Account) -> bool:
    """a passkey that nobody has"""
    return passkeys.find_passkey(b"another", "localhost") is not None


def her_step(world: World) -> tuple[SecondStep, list[str]]:
    """Ada's second step and its recovery codes."""
    step = second_steps.begin_setup(world.people["player"])
    SecondStep.objects.filter(pk=step.pk).update(confirmed=timezone.now())
    return step, second_steps.new_codes(world.people["player"])


def step_asked(world: World, me: Account) -> bool:
    """her second step is asked for"""
    step, _ = her_step(world)
    return second_steps.second_step_of(me) == step


def codes_renewed(world: World, me: Account) -> bool:
    """her recovery codes are replaced"""
    her_step(world)
    there = set(RecoveryCode.objects.filter(account=world.people["player"]).values_list("pk", flat=True))
    second_steps.new_codes(me)
    return not RecoveryCode.objects.filter(pk__in=there).exists()


def codes_ended(world: World, me: Account) -> bool:
    """her recovery codes end"""
    her_step(world)
    second_steps.turn_off(me)
    return not RecoveryCode.objects.filter(account=world.people["player"]).exists()


def step_ended(world: World, me: Account) -> bool:
    """her second step ends"""
    her_step(world)
    second_steps.turn_off(me)
    return not SecondStep.objects.filter(pk=world.people["player"].pk).exists()


def code_used(world: World, me: Account) -> bool:
    """her recovery code opens the door"""
    _, codes = her_step(world)
    step = SecondStep.objects.get(pk=me.pk) if me == world.people["player"] else second_steps.begin_setup(me)
    return step.accepts(codes[0], timezone.now())


def code_guessed(world: World, me: Account) -> bool:
    """a recovery code that nobody has"""
    step, _ = her_step(world)
    return step.accepts("aaaa-bbbb-cccc-dddd", timezone.now())


def step_of_closed(world: World, me: Account) -> bool:
    """the second step of an account that was closed"""
    her_step(world)
    Account.objects.filter(pk=world.people["player"].pk).update(is_active=False)
    request = RequestFactory().get("/")
    now = int(timezone.now().timestamp())
    request.session = {second_step.PENDING: (world.things["player_id"], now, "")}  # type: ignore[assignment]
    return second_step.awaited_code(request)[0] is not None


def devices_listed(world: World, me: Account) -> bool:
    """her devices are another's"""
    return devices.devices_of(me).filter(name=HER_DEVICE).exists()


def devices_ended(world: World, me: Account) -> bool:
    """her devices are signed out with another's"""
    devices.sign_out_devices(devices.devices_of(me))
    return not Device.objects.filter(name=HER_DEVICE).exists()


def others_told(world: World, me: Account) -> bool:
    """her devices hear of a sign-in"""
    devices.tell_others(me, "", "x")
    return Device.objects.filter(name=HER_DEVICE, news="x").exists()


def news_closed(world: World, me: Account) -> bool:
    """the notice on her device is closed"""
    Device.objects.filter(name=HER_DEVICE).update(news="x")
    devices.close_news(me, Device.objects.get(name=HER_DEVICE).session_id)
    return not Device.objects.filter(name=HER_DEVICE, news="x").exists()


def news_closed_elsewhere(world: World, me: Account) -> bool:
    """the notice on her device is closed on another"""
    Device.objects.filter(name=HER_DEVICE).update(news="x")
    devices.close_news(me, "another")
    return not Device.objects.filter(name=HER_DEVICE, news="x").exists()


def data_told(world: World, me: Account) -> bool:
    """her rows are in somebody's data"""
    hers, now = world.people["player"], timezone.now()
    HomebrewArc.objects.create(account=hers, arc="arc", name="x", document='"her arc"', changed=now)
    OpponentName.objects.create(account=hers, battle="battle:x", name="her opponent")
    DatabaseHooks().add(world.club, str(hers.pk), "https://her.example.org/x", ("battle",))
    text = data_files._json(data_files._account(me)).decode()
    return any(secret in text for secret in ("her arc", "her opponent", "her.example.org", HER_TOKEN))


def archive_fetched(world: World, me: Account) -> bool:
    """her archive is another's"""
    return DataArchive.of(me, timezone.now()) is not None


def archive_replaced(world: World, me: Account) -> bool:
    """her archive goes when somebody asks for one"""
    DataArchive.begin(me, timezone.now())
    return not DataArchive.objects.filter(account=world.people["player"], size=2).exists()


def archive_given_up(world: World, me: Account) -> bool:
    """her archive goes with another's that failed"""
    DataArchive.give_up(me)
    return not DataArchive.objects.filter(account=world.people["player"]).exists()


def archive_written(world: World, me: Account) -> bool:
    """her archive is written by another's"""
    DataArchive.note(me, done=7)
    return DataArchive.objects.filter(account=world.people["player"], done=7).exists()


# Stories ---------------------------------------------------------------------------------------------------


def story_told(world: World, me: Account) -> bool:
    """her words, pictures and link are those of another Register"""
    shelf, other = DatabaseStories(), world.things["eves_register"]
    _write(world)
    return any(read(other) for read in (shelf.reports, shelf.pictures, shelf.link))


def words_erased(world: World, me: Account) -> bool:
    """her words are erased with those of another Register"""
    _write(world)
    DatabaseStories().erase_report(world.things["eves_register"], world.battle)
    return not DatabaseStories().reports(world.sides["player"])


def link_closed(world: World, me: Account) -> bool:
    """her link is closed with that of another Register"""
    DatabaseStories().close_link(world.things["eves_register"])
    return not DatabaseStories().link(world.sides["player"])


def _write(world: World) -> None:
    report = Report(
        register=world.sides["player"], battle=world.battle, title="x", words="x", changed=timezone.now()
    )
    DatabaseStories().keep_report(world.things["player_id"], report)


# Armies and events -----------------------------------------------------------------------------------------


def army_latest(world: World, me: Account) -> bool:
    """the army that was changed last is hers"""
    return DatabaseArmies().latest(str(me.pk)) is not None


def card_counted(world: World, me: Account) -> bool:
    """her collection counts what somebody bought"""
    card, shelf = PATROL.units[0].unit, DatabaseCollection()
    shelf.add_one_of_each(str(me.pk), [card], HER_CARDS + 1)
    return shelf.cards_of(world.things["player_id"])[card] != HER_CARDS


def opponent_named(world: World, me: Account) -> bool:
    """the opponent of one battle is named, or loses the name, in another"""
    names, ours = DatabaseOpponents(), f"battle:{world.things['solo']}"
    names.keep(world.things["member_id"], ours, "Wedge")
    name = names.name(world.battle)
    names.keep(str(me.pk), world.battle, "")
    return bool(name) or names.name(ours) != "Wedge"


def player_of_another_event(world: World, me: Account) -> bool:
    """the players of one event are called, or forgotten, in another"""
    people, hidden = DatabaseRoster(), f"tournament:{world.things['hidden']}"
    people_there = people.people(hidden)
    people.erase(hidden, "p1")
    return bool(people_there) or not people.people(world.event)["p1"].name


def hidden_listed(world: World, me: Account) -> bool:
    """an event that is not public is in the list of all"""
    hidden = f"tournament:{world.things['hidden']}"
    TournamentCard.objects.filter(tournament=hidden).update(status="running")
    return any(summary.tournament == hidden for summary in DatabaseIndex().public(0, 100))


# Webhooks --------------------------------------------------------------------------------------------------


def hook_removed(world: World, me: Account) -> bool:
    """the event's hook is removed at the campaign's page"""
    desk = place_of(RequestFactory().get("/"), "campaign", world.things["club"]).desk
    act = Act(str(me.pk), timezone.now(), "x")
    try:
        HANDLERS.handle(desk, act, RemoveWebhook(hook=world.things["hook"]))
    except Refused:
        return False
    return not Webhook.objects.filter(pk=world.things["hook"]).exists()


def hook_revived(world: World, me: Account) -> bool:
    """the event's hook, given up, begins again with the campaign's"""
    hook = Webhook.objects.filter(pk=world.things["hook"])
    hook.update(failures=MOST_FAILURES)
    DatabaseHooks().add(world.club, str(me.pk), f"https://{THEIR_HOOK}/x", ("battle",))
    return not hook.filter(failures=MOST_FAILURES).exists()


def hook_of_event_outlives(world: World, me: Account) -> bool:
    """a hook of an event tells on"""
    return _tells_on(world.event, me)


def hook_of_campaign_outlives(world: World, me: Account) -> bool:
    """a hook of a campaign tells on"""
    return _tells_on(world.club, me)


def _tells_on(stream: str, me: Account) -> bool:
    """Whether a hook that somebody added is there after the next round of telling."""
    DatabaseHooks().add(stream, str(me.pk), "https://chat.example.org/x", ("pairings", "battle"))
    hook = Webhook.objects.filter(address="https://chat.example.org/x")
    hook.update(seen=0)
    worker.send_due(timezone.now(), post=lambda *_: None)
    return hook.exists()


# Admins ----------------------------------------------------------------------------------------------------


def admin_without_step(world: World, me: Account) -> bool:
    """the admin page of staff without a second step"""
    Account.objects.filter(pk=me.pk).update(is_staff=True)
    SecondStep.objects.filter(account=me).delete()
    try:
        admin_desk().admit(str(me.pk))
    except Refused:
        return False
    return True


def admin_by_anothers_step(world: World, me: Account) -> bool:
    """staff whose second step is somebody else's are admins"""
    Account.objects.filter(pk=me.pk).update(is_staff=True)
    return admin_desk().store.standing(str(me.pk)) == "admin"


def admin_that_was_closed(world: World, me: Account) -> bool:
    """an admin whose account was closed is one still"""
    Account.objects.filter(pk=world.people["owner"].pk).update(is_active=False)
    return admin_desk().store.standing(world.things["owner_id"]) != "none"


def invitation_guessed(world: World, me: Account) -> bool:
    """an invitation that nobody made"""
    admin_desk().store.invite("x" * 22, world.things["owner_id"])
    return admin_desk().store.use_invitation("y" * 22)


LINES: dict[Reaches, str] = {
    admin_without_step: "",
    admin_by_anothers_step: "owner",
    admin_that_was_closed: "",
    invitation_guessed: "",
    token_gone: "player",
    session_over: "",
    passkeys_gone: "player",
    passkey_of_closed: "",
    passkey_of_nobody: "",
    step_asked: "player",
    codes_renewed: "player",
    codes_ended: "player",
    step_ended: "player",
    code_used: "player",
    code_guessed: "",
    step_of_closed: "",
    devices_listed: "player",
    devices_ended: "player",
    others_told: "player",
    news_closed: "player",
    news_closed_elsewhere: "",
    data_told: "player",
    archive_fetched: "player",
    archive_replaced: "player",
    archive_given_up: "player",
    archive_written: "player",
    story_told: "",
    words_erased: "",
    link_closed: "",
    army_latest: "player",
    card_counted: "player",
    opponent_named: "",
    player_of_another_event: "",
    hidden_listed: "",
    hook_removed: "",
    hook_revived: "",
    hook_of_event_outlives: "organiser",
    hook_of_campaign_outlives: "arbitrator",
}
