"""A phone with a Register on it, for the tests of battles on the site."""

import re
from datetime import UTC, datetime

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.app.campaign.logs import CampaignLogs
from muster.app.streams import Write
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import Register
from muster.rules.log import Event
from muster.store.accounts import Account, new_id
from muster.store.log.database import DatabaseStore
from tests.rules.campaign.at_the_table import DAY, DOCTRINE, OFFICER, PEACE, SNOW, STORM
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.site_desks import site_registers


def founded(account: Account, arc: str = PEACE) -> str:
    """A Register like that of the rules' tests: officer d1, Stormtroopers d2 and d3, Snowtroopers d4."""
    registers, register, me = site_registers(), f"register:{new_id().hex}", str(account.pk)

    def act() -> Act:
        return Act(me, datetime.now(UTC), str(new_id()))

    registers.do(act(), register, commands.OpenRegister(faction="empire", points_date=DAY))
    registers.do(
        act(),
        register,
        commands.Recruit(wanted=Recruit(unit=OFFICER, upgrades=(DOCTRINE,), name="Moff Jerjerrod")),
    )
    for unit in (STORM, STORM, SNOW):
        registers.do(act(), register, commands.Recruit(wanted=Recruit(unit=unit)))
    registers.do(act(), register, commands.ChooseArc(arc=arc))
    registers.do(act(), register, commands.NameRegister(name="Death Squadron"))
    registers.do(act(), register, commands.Found())
    return register


class Phone:
    """One phone at the table: it sends the forms the page shows, with the page's own key."""

    def __init__(self, account: Account, arc: str = PEACE) -> None:
        self.client: Client = signed_in(account)
        self.me = str(account.pk)
        self.stream = founded(account, arc)
        self.at = ""
        self.shown: dict[str, tuple[int, HttpResponse]] = {}

    @property
    def register(self) -> Register:
        return CampaignLogs(DatabaseStore()).register(self.stream).state

    def happened(self, *story: Event) -> None:
        """What the Register went through before."""
        store = DatabaseStore()
        write = Write(self.stream, store.version(self.stream), story)
        store.append([write], actor=self.me, at=datetime.now(UTC), batch=str(new_id()))

    def open(self, **form: object) -> "Phone":
        address = f"/tours/register/{self.stream.removeprefix('register:')}/battle"
        page = self.client.get(address)
        assert page.status_code == 200
        sent = self.client.post(address, {"points": "800", "key": key_of(page), **form})
        assert sent.status_code == 302, text_of(sent)
        self.at = sent["Location"]
        return self

    def page(self, query: str = "") -> HttpResponse:
        """The screen. It is asked for again once anybody wrote anything: what nothing changed is the same."""
        address, written = self.at + query, connection.connection.total_changes
        when, page = self.shown.get(address, (None, None))
        if when != written or page is None:
            page = self.client.get(address)
            self.shown[address] = connection.connection.total_changes, page
        return page

    def look(self, query: str = "") -> str:
        page = self.page(query)
        assert page.status_code == 200
        return text_of(page)

    def do(self, what: str, status: int = 302, **form: object) -> str:
        """Send a form; it must be on the page when it is expected to work."""
        page = self.page()
        assert status != 302 or f'action="{self.at}/{what}"' in page.content.decode(), text_of(page)
        sent = self.client.post(f"{self.at}/{what}", {"key": key_of(page), **form})
        assert sent.status_code == status, text_of(sent)
        return text_of(sent)

    def send(self, what: str, status: int = 302, **form: object) -> str:
        """Send a form of a screen that stands behind a list."""
        sent = self.client.post(f"{self.at}/{what}", {"key": str(new_id()), **form})
        assert sent.status_code == status, text_of(sent)
        return text_of(sent)

    @property
    def undoable(self) -> str:
        return re.search(r'name="batch" value="([^"]+)"', self.page().content.decode())[1]

    def muster(self) -> "Phone":
        units = [dossier.id for dossier in self.register.dossiers]
        self.do("muster", unit=units, up=[f"d1|{DOCTRINE}"], plan="1")
        return self

    def record(self, result: str = "won", **form: str) -> "Phone":
        self.do("agenda", agenda=form.pop("agenda", ""))
        self.do("record", result=result, **form)
        return self

    def finish(self, step: int) -> None:
        self.do("finish", step=str(step))

    def supply_to_four(self) -> "Phone":
        self.do("resolve-agenda")
        self.finish(1)
        self.do("roll-supply", way="own", **{"face-0": "blank"})
        self.finish(3)
        return self


def adas_phone(arc: str = PEACE) -> Phone:
    """Ada's, with her account."""
    return Phone(person("Ada", name="Ada Marrok", email="ada@example.org"), arc)


def key_of(page) -> str:
    found = re.search(r'name="key" value="([^"]+)"', page.content.decode())
    return found[1] if found else "none"
