"""What a page of Tours of Duty asks the database: a few questions, however long a campaign is."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from muster.app.campaign import commands
from muster.app.campaign.logs import REGISTERS
from muster.rules.campaign.register.recruiting import Recruit
from muster.store.accounts import Account
from muster_lab.bench.world import PEOPLE, Season, season_of
from tests.web.account_fixtures import signed_in

pytestmark = pytest.mark.django_db

MOST = {
    "tour-register": 12,
    "tour-club": 15,
    "tour-chronicle": 15,
    "tours": 15,
    "tour-plan": 15,
    "tour-recruit": 15,
    "tour-share": 15,
    "tour-correct": 15,
    "tour-club-members": 15,
    "tour-club-switches": 15,
    "tour-club-summary": 15,
    "tour-club-end": 15,
    "tour-club-register": 15,
}


class Site:
    """Ann's campaign with Bo, after so many battles, and Ann's browser."""

    def __init__(self, battles: int) -> None:
        people = {handle: Account.objects.create_user(handle, "a long enough secret") for handle in PEOPLE}
        self.season: Season = season_of(people)
        self.client: Client = signed_in(people["ann"])
        self.play(battles)

    def play(self, battles: int) -> None:
        for _ in range(battles):
            self.season.fight()

    def queries(self, page: str) -> int:
        """How many statements a page takes once it was looked at."""
        stream = {"register": self.season.sides["blue"][1], "club": self.season.club}
        ids = {key: name.partition(":")[2] for key, name in stream.items()}
        kwargs = {key: value for key, value in ids.items() if key in KEYS.get(page, ())}
        address = reverse(page, kwargs=kwargs)
        self.client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert self.client.get(address).status_code == 200
        return len(captured)


KEYS = {
    page: ("club", "register")
    if page == "tour-club-register"
    else ("club",)
    if "club" in page
    else ("register",)
    for page in MOST
    if page != "tours"
}


def counted(site: Site) -> dict[str, int]:
    return {page: site.queries(page) for page in MOST}


UNITS = (Recruit(unit="Cb", upgrades=("Cf",), name="Ilsa"), Recruit(unit="ay"), Recruit(unit="ay"))


def two_more_registers(site: Site) -> None:
    for name in ("Second", "Third"):
        assert site.season.register("ann", name, UNITS).startswith(REGISTERS)


def three_more_members(site: Site) -> None:
    season = site.season
    for handle in ("dee", "eli", "flo"):
        account = Account.objects.create_user(handle, "a long enough secret")
        season.people = {**season.people, handle: str(account.pk)}
        register = season.register(handle, f"The Company of {handle}", UNITS)
        season.clubs.do(season.act(handle), season.club, commands.Join(invitation=1))
        season.clubs.do(season.act(handle), season.club, commands.Enter(register=register))


def test_no_page_asks_more_with_more_battles_registers_or_members():
    site = Site(2)
    before = counted(site)
    assert {page: count for page, count in before.items() if count > MOST[page]} == {}
    site.play(2)
    assert counted(site) == before, "more battles"
    two_more_registers(site)
    assert counted(site) == before, "more registers"
    three_more_members(site)
    club = {page: site.queries(page) for page in MOST if "club" in page}
    assert club == {page: before[page] for page in club}, "more members"
