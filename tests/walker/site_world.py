"""Where the site is walked, and as whom: the world of `muster demo` with some more in it, and the one of the
tables of who may do what.

The demo has three people. Here are the others who come to such a site: somebody without an account, a guest
with work of their own, a fresh account, the owner of the server, a judge and a scorekeeper of the event. What
the demo leaves out stands beside it: battles that wait at each of their steps, events before, while and after
they are played, a campaign that is over, things that are shared.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie

from django.test import Client

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.campaign import commands as tours
from muster.app.tournament import commands as events
from muster.cli.demo import campaign as demo_campaign
from muster.cli.demo import command as demo
from muster.cli.demo.tournament import Hall
from muster.cli.demo.tournament import _slip as demo_slip
from muster.rules.armies.army import Army
from muster.rules.armies.building.edits import add_unit, new_army
from muster.rules.campaign.battle.events import SideKey
from muster.rules.cards import catalogue
from muster.rules.tournament.running.plan import TournamentPlan
from muster.store import second_steps
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.store.collection import DatabaseCollection
from muster.store.second_steps import SecondStep
from tests.web.access_world import PATROL, World
from tests.web.account_fixtures import PASSWORD, signed_in

STEPS = 11
NOBODY = "stranger"
People = dict[str, Account]
Browsers = dict[str, dict[str, str]]


class Place:
    """A world: who comes to it, each with the cookies of their browser. Everybody has the same password; with
    the handle of one of them a stranger signs in. `ids` are the roles' accounts, `things` the addresses of
    some, by name."""

    def __init__(self, people: People, browsers: Browsers, password: str, handle: str) -> None:
        self._cookies: Browsers = {NOBODY: {}, **browsers}
        self.ids = {role: str(account.pk) for role, account in people.items()}
        self.handle, self.password = handle, password
        self.things: dict[str, str] = {}

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(self._cookies)

    def cookies(self, role: str) -> SimpleCookie:
        """The browser of a role, as fresh as it was."""
        return SimpleCookie(self._cookies[role])


def demo_place() -> Place:
    """`muster demo`, and what it leaves out."""
    people = dict(demo._people())
    told = " ".join(part(people) for part in demo.PARTS)
    for handle, name in {"dora": "Dora Fresh", "jo": "Jo Judge", "sam": "Sam Scores", "root": "Root"}.items():
        people[handle] = Account.objects.create_user(handle, demo.PASSWORD, name=name)
    Account.objects.filter(pk=people["root"].pk).update(is_staff=True)
    second_steps.begin_setup(people["root"])
    SecondStep.objects.filter(account=people["root"]).update(confirmed=datetime.now(UTC))
    people["guest"] = Account.objects.open_guest()
    things = {"orrin": re.findall(r"/event/\w+", told)[0], **_battles(people), **_halls(people)}
    things |= _armies(people)
    browsers = {role: _cookies(signed_in(account)) for role, account in people.items()}
    place = Place(people, browsers, demo.PASSWORD, "dora")
    place.things |= things
    return place


def everybody_place() -> Place:
    """The world of the tables: one of each kind of thing, and every role."""
    world = World()
    for role, account in world.people.items():
        if role != "guest":
            account.set_password(PASSWORD)
            account.save()
    DatabaseCollection().set_owned(world.things["player_id"], {PATROL.units[0].unit: 3})  # as a page takes it
    browsers = {role: _cookies(world.browser(role)) for role in world.people}
    return Place(world.people, browsers, PASSWORD, "eve")


def _cookies(browser: Client) -> dict[str, str]:
    return {name: one.value for name, one in browser.cookies.items()}


PLACES: dict[str, Callable[[], Place]] = {"demo": demo_place, "everybody": everybody_place}


def _battles(people: People) -> dict[str, str]:
    """A campaign of Cass's that has ended, and one with a battle of Ann's and Bo's at each of its steps."""
    over = demo_campaign.evening(people)
    over.sides = _sides(over, "over")
    ended = over.gather("The Long Dark")
    over.fight()
    over.clubs.do(over.act("cass"), ended, tours.End())
    evening = demo_campaign.evening(people)
    fresh = evening.sides = _sides(evening, "first")
    club = evening.gather("Every Step")
    evening.clubs.do(evening.act("dora"), club, tours.Join(invitation=1))
    things = {
        "ended register": f"/tours/register/{_id(over.sides['blue'][1])}",
        "fresh register": f"/tours/register/{_id(fresh['blue'][1])}",
        "club": f"/tours/club/{_id(club)}",
    }
    for to in range(STEPS):
        evening.sides = _sides(evening, str(to))
        for handle, register in evening.sides.values():
            evening.clubs.do(evening.act(handle), club, tours.Enter(register=register))
        things[f"battle at {to}"] = f"/battle/{_id(evening.fight(to))}"
    return things


def _id(stream: str) -> str:
    return stream.partition(":")[2]


def _sides(club: demo_campaign.Evening, name: str) -> dict[SideKey, tuple[str, str]]:
    units = demo_campaign.recruits("Ilsa", "Brass", "", "Landing")
    return {
        "blue": ("ann", club.register("ann", f"Blue {name}", units)),
        "red": ("bo", club.register("bo", f"Red {name}", units)),
    }


def _halls(people: People) -> dict[str, str]:
    """An event that takes entries, one whose clock is not started yet, one with a draft, one that is over."""
    cass, today = str(people["cass"].pk), datetime.now(UTC).date()
    planned = TournamentPlan(structure="custom", rounds=3, self_entry=True, day=today + timedelta(days=9))
    hall = Hall(cass, 30)
    hall.do(events.Begin(name="Winter Open", plan=planned))
    hall.do(events.Enter(names=("Ann Okoro", "Bo Lindqvist", "Ines Kruger", "Paul Whitlock")))
    _staff(hall, people)
    cup = Hall(cass, 30)
    cup.begin(TournamentPlan(structure="custom", rounds=1, cut=4, lists="none"), [f"P {n}" for n in range(8)])
    _staff(cup, people)
    for command in (events.Announce(), events.Draft(), events.Publish(draft=1)):
        cup.do(command)
    cup.do(events.CallJudge(words="Line of sight?"), str(people["ann"].pk))
    paired = Hall(cass, 30)
    paired.begin(TournamentPlan(structure="custom", rounds=2, lists="none"), ["Una", "Vic", "Wes", "Xia"])
    for command in (events.Announce(), events.Draft()):
        paired.do(command)
    over = Hall(cass, 30)
    over.begin(TournamentPlan(structure="custom", rounds=1, lists="none"), ["Una", "Vic", "Wes", "Xia"])
    over.do(events.Announce())
    over.open_round()
    over.results(demo_slip)
    over.do(events.CloseRound())
    over.do(events.End())
    halls = {"planned": hall, "cup": cup, "paired": paired, "over": over}
    return {name: f"/event/{one.id}" for name, one in halls.items()}


def _staff(hall: Hall, people: People) -> None:
    for handle, role in (("jo", "judge"), ("sam", "scorekeeper")):
        hall.do(events.GiveRole(person=str(people[handle].pk), role=role))  # type: ignore[arg-type]
    for handle, player in zip(("ann", "bo"), hall.my.roster.people(hall.event).values(), strict=False):
        hall.do(events.Claim(code=player.code), str(people[handle].pk))


def _armies(people: People) -> dict[str, str]:
    """A guest's draft; of Ann's an army that was put away, and one that has no unit yet."""
    cards, store = catalogue(), DatabaseArmies()
    empty = new_army("empire", cards)

    def keep(handle: str, army: Army) -> str:
        act = Act(str(people[handle].pk), datetime.now(UTC), str(new_id()))
        return saving.create_army(store, act, str(new_id()), new_code(), army).id

    keep("guest", add_unit(empty, cards, "ay"))
    away = keep("ann", add_unit(empty, cards, "ay"))
    saving.archive_army(store, Act(str(people["ann"].pk), datetime.now(UTC), str(new_id())), away, away=True)
    return {"archived army": f"/armies/{away}", "empty army": f"/armies/{keep('ann', empty)}"}
