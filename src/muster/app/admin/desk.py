"""The commands of the admin pages: who may give them, and what they do."""

import re
from datetime import datetime
from typing import Final

from muster.app.acting import Act, Command, Done, Handlers
from muster.app.admin import commands
from muster.app.admin.values import AccountRow, AdminStore, Overview, ReportRow, Site
from muster.app.streams import about_to_write
from muster.rules.violations import Refused, Source, refuse_if, refuse_unless, require

LONGEST_ANNOUNCEMENT: Final = 300
LONGEST_WORDS: Final = 1_000
LONGEST_CODE: Final = 40
SHORTEST_CODE: Final = 16
REPORTS_PER_PAGE: Final = 100
MOST_OPEN_REPORTS: Final = 1_000
"""More are refused, so that a flood of reports does not fill the disk."""
ACCOUNTS_PER_PAGE: Final = 50
PUBLIC: Final = re.compile(r"/(a|event|chronicle)/[A-Za-z0-9_-]{1,64}")
"""Only pages that strangers can open can be reported."""
problem = Source("admin").problem
problem_if = Source("admin").problem_if


class AdminDesk:
    """What admins see and change, with the check that they are admins."""

    def __init__(self, store: AdminStore) -> None:
        self.store = store

    def admit(self, person: str) -> None:
        """Let in staff with a second step. Staff without one are told to turn it on; for everyone else the
        page does not exist."""
        standing = self.store.standing(person)
        if standing == "none":
            raise Refused(problem("admin.not_yours"))
        if standing == "staff":
            raise Refused(problem("admin.second_step"))

    def overview(self, person: str, now: datetime) -> Overview:
        """The state of the server."""
        self.admit(person)
        return self.store.overview(now)

    def accounts(self, person: str, words: str, page: int) -> tuple[list[AccountRow], bool]:
        """A page of accounts, and whether there are more."""
        self.admit(person)
        start = (max(page, 1) - 1) * ACCOUNTS_PER_PAGE
        rows = self.store.accounts(words, start, ACCOUNTS_PER_PAGE + 1)
        return rows[:ACCOUNTS_PER_PAGE], len(rows) > ACCOUNTS_PER_PAGE

    def account(self, person: str, id: str) -> AccountRow:
        """One account."""
        self.admit(person)
        return self._find(id)

    def reports(self, person: str) -> list[ReportRow]:
        """Open reports."""
        self.admit(person)
        return self.store.reports(REPORTS_PER_PAGE)

    def _find(self, id: str) -> AccountRow:
        return require(self.store.account(id), problem("admin.no_account"))

    def ordinary_account(self, id: str) -> AccountRow:
        """An account that admins may change here. Staff are changed on the command line."""
        found = self._find(id)
        if found.staff:
            raise Refused(problem("admin.staff", (found.handle,)))
        return found


def permit(desk: AdminDesk, act: Act, _: Command, who: str) -> None:
    """Anyone may send a report; everything else is for admins."""
    if who == "admin":
        desk.admit(act.actor)


HANDLERS: Handlers[AdminDesk] = Handlers(permit)


@HANDLERS.handles(commands.BlockAccount, who="admin")
def block_account(desk: AdminDesk, act: Act, command: commands.BlockAccount) -> Done:  # noqa: ARG001 - as every handler
    """Sessions and tokens of the account end at once."""
    found = desk.ordinary_account(command.account)
    about_to_write()
    desk.store.set_blocked(found.id, True)
    return None


@HANDLERS.handles(commands.UnblockAccount, who="admin")
def unblock_account(desk: AdminDesk, act: Act, command: commands.UnblockAccount) -> Done:  # noqa: ARG001
    """The account can sign in as before."""
    found = desk.ordinary_account(command.account)
    about_to_write()
    desk.store.set_blocked(found.id, False)
    return None


@HANDLERS.handles(commands.DeleteAccount, who="admin")
def delete_account(desk: AdminDesk, act: Act, command: commands.DeleteAccount) -> Done:  # noqa: ARG001
    """Erase the person, exactly as when they delete their own account."""
    found = desk.ordinary_account(command.account)
    same = command.handle.strip().casefold() == found.handle.casefold()
    refuse_unless(same, problem("admin.other_handle", (found.handle,)))
    about_to_write()
    desk.store.erase(found.id)
    return None


@HANDLERS.handles(commands.SetRegistration, who="admin")
def set_registration(desk: AdminDesk, act: Act, command: commands.SetRegistration) -> Done:  # noqa: ARG001
    """Concerns new accounts only; guests stay welcome."""
    about_to_write()
    desk.store.set_site(registration=command.registration)
    return None


@HANDLERS.handles(commands.MakeInvitation, who="admin")
def make_invitation(desk: AdminDesk, act: Act, command: commands.MakeInvitation) -> Done:
    """The code works for one account, and is shown once."""
    fits = SHORTEST_CODE <= len(command.code) <= LONGEST_CODE
    refuse_unless(fits, problem("admin.bad_invitation"))
    about_to_write()
    desk.store.invite(command.code, act.actor)
    return None


@HANDLERS.handles(commands.SetAnnouncement, who="admin")
def set_announcement(desk: AdminDesk, act: Act, command: commands.SetAnnouncement) -> Done:  # noqa: ARG001
    """Keep the text as one line."""
    text = " ".join(command.text.split())
    long = len(text) > LONGEST_ANNOUNCEMENT
    if long:
        raise Refused(problem("admin.long", max=LONGEST_ANNOUNCEMENT, count=len(text)))
    about_to_write()
    desk.store.set_site(announcement=text)
    return None


@HANDLERS.handles(commands.CloseReport, who="admin")
def close_report(desk: AdminDesk, act: Act, command: commands.CloseReport) -> Done:
    """Closing a closed report changes nothing."""
    about_to_write()
    desk.store.close_report(command.report, act.at)
    return None


@HANDLERS.handles(commands.RetryWebhook, who="admin")
def retry_webhook(desk: AdminDesk, act: Act, command: commands.RetryWebhook) -> Done:
    """Retrying a webhook that was removed changes nothing."""
    about_to_write()
    desk.store.retry_hook(command.hook, act.at)
    return None


@HANDLERS.handles(commands.SendReport, who="anyone")
def send_report(desk: AdminDesk, act: Act, command: commands.SendReport) -> Done:
    """Keep a report about a public page."""
    words, address = command.words.strip(), command.address.partition("?")[0]
    refuse_if(
        problem_if(not PUBLIC.fullmatch(address), "admin.not_public"),
        problem_if(len(words) > LONGEST_WORDS, "admin.long", max=LONGEST_WORDS, count=len(words)),
        problem_if(desk.store.open_reports() >= MOST_OPEN_REPORTS, "admin.reports_full"),
    )
    about_to_write()
    report = ReportRow(id="", address=address, reason=command.reason, words=words, made=act.at)
    desk.store.add_report(report, act.actor)
    return None


# Signing up ------------------------------------------------------------------------------------------------


def check_registration(site: Site) -> None:
    """Refuse while registration is closed."""
    if site.registration == "closed":
        raise Refused(problem("admin.registration_closed"))


def use_invitation(store: AdminStore, site: Site, code: str) -> None:
    """Use up the invitation where one is needed; refuse one that is unknown or used."""
    if site.registration == "invited" and not store.use_invitation(code.strip()):
        raise Refused(problem("admin.no_invitation"))
