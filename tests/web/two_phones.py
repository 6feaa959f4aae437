"""A club for tests: Cass the arbitrator, Ada and Bo with a Register each, two phones at one battle."""

import re
from datetime import UTC, datetime

from muster.app.acting import Act
from muster.app.campaign import commands
from muster.store.accounts import Account, new_id
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.kept_world import kept
from tests.web.site_desks import site_clubs, site_registers
from tests.web.tour_phone import Phone, key_of


def deed(account: Account) -> Act:
    return Act(str(account.pk), datetime.now(UTC), str(new_id()))


class Table:
    """Two phones; whatever happens between them happens through the pages."""

    def __init__(self, sealed: bool = False) -> None:
        self.cass = person("Cass", name="Cass Orrin")
        self.people = {"ada": person("Ada", name="Ada Marrok"), "bo": person("Bo", name="Bo Tarn")}
        self.ada, self.bo = (Phone(person) for person in self.people.values())
        self.club = f"campaign:{new_id().hex}"
        clubs = site_clubs()
        clubs.do(deed(self.cass), self.club, commands.OpenCampaign(name="Endor Winter"))
        if sealed:
            clubs.do(deed(self.cass), self.club, commands.SetSwitch(switch="sealed_rivals", on=True))
        for account, phone in zip(self.people.values(), (self.ada, self.bo), strict=True):
            clubs.do(deed(account), self.club, commands.Join(invitation=1))
            clubs.do(deed(account), self.club, commands.Enter(register=phone.stream))
        name = commands.NameRegister(name="The Free Hands")
        site_registers().do(deed(self.people["bo"]), self.bo.stream, name)
        self.arbitrator = signed_in(self.cass)

    def open(self, **form: str) -> "Table":
        self.ada.open(opponent=self.bo.stream.removeprefix("register:"), **form)
        self.bo.at = self.ada.at
        return self

    def muster(self) -> "Table":
        self.ada.muster()
        self.bo.muster()
        return self

    def agendas(self) -> "Table":
        self.ada.do("agenda", agenda="")
        self.bo.do("agenda", agenda="")
        return self

    def recorded(self, result: str = "won", **form: str) -> "Table":
        """Ada writes down both sides, Bo looks at it; both stand in step 1."""
        self.open().muster().agendas()
        self.ada.do("record", result=result, **form)
        return self

    def to_step(self, phone: Phone, step: int) -> None:
        """Walk on with blank dice, naming the first who can be named."""
        for _ in range(60):
            page = phone.page("?begin=1")
            text = text_of(page)
            now = re.search(r"Step (\d+) of 10", text)
            if now is None or int(now[1]) >= step or "still has to name" in text:
                return
            self._next(phone, page.content.decode(), int(now[1]))
        raise AssertionError("the steps do not end")

    @staticmethod
    def _next(phone: Phone, page: str, step: int) -> None:
        key = re.search(r'name="key" value="([^"]+)"', page)[1]
        forms: dict[str, dict[str, str]] = {
            "resolve-agenda": {},
            "roll-supply": {"way": "own", "face-0": "blank"},
            "roll-check": {"way": "own", "face-0": "blank"},
            "settle-check": {},
            "name-rival": {},
            "award-experience": {},
            "finish": {"step": str(step)},
        }
        what = next(form for form in forms if f'action="{phone.at}/{form}"' in page)
        unit = re.search(r'name="dossier" value="(d\d+)"', page)
        form = forms[what] | ({"dossier": unit[1]} if unit and "dossier" not in forms[what] else {})
        sent = phone.client.post(f"{phone.at}/{what}", {"key": key, **form})
        assert sent.status_code == 302, text_of(sent)

    def finished(self) -> "Table":
        """Both through all ten steps."""
        for _ in range(3):
            for phone in (self.ada, self.bo):
                if "All ten steps are done" not in phone.look():
                    self._walk(phone)
        return self

    def _walk(self, phone: Phone) -> None:
        for step in range(2, 12):
            self.to_step(phone, step)


def recorded_table(*fates: str) -> Table:
    """Both in step 1, with fates such as `fate-d2=defeated` written down."""
    return kept(Table).recorded(**dict(fate.split("=") for fate in fates))


def send(client, at: str, what: str, **form: str):
    """A form of a page somebody else stands before."""
    return client.post(f"{at}/{what}", {"key": key_of(client.get(at)), **form})
