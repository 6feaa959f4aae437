"""What the admin pages show, and the store it comes from."""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

from muster.app.admin.commands import Reason, Registration

Standing = Literal["none", "staff", "admin"]
"""An admin is staff with a second step; `staff` have none yet and see nothing."""


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account as admins see it: without the mail address."""

    id: str
    handle: str
    name: str
    joined: datetime
    seen: datetime | None = None
    blocked: bool = False
    staff: bool = False


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A report. `by` is the name of whoever sent it, empty for a visitor without an account."""

    id: str
    address: str
    reason: Reason
    words: str
    made: datetime
    by: str = ""


class FailingHook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook whose messages do not arrive. Only the host of its address is shown."""

    id: int
    host: str
    stream: str
    failures: int
    waiting: int
    given_up: bool


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of the database, bytes free on its disk (None if that is another machine), and rows by kind."""

    database: int
    free: int | None
    rows: dict[str, int]


class Jobs(msgspec.Struct, frozen=True, kw_only=True):
    """Work done outside requests."""

    archives: int = 0
    stalled_archives: int = 0
    waiting_messages: int = 0
    ended_sessions: int = 0


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the whole site that admins choose."""

    registration: Registration = "open"
    announcement: str = ""


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of the first admin page."""

    site: Site
    storage: Storage
    jobs: Jobs
    hooks: tuple[FailingHook, ...]
    reports: int
    accounts: int
    guests: int
    invitations: int


class AdminStore(Protocol):
    """Reads and writes what admins see and change."""

    def standing(self, person: str) -> Standing:
        """Whether the person is an admin."""

    def site(self) -> Site:
        """The settings of the site."""

    def set_site(self, **fields: str) -> None:
        """Change settings of the site."""

    def overview(self, now: datetime) -> Overview:
        """The state of the server."""

    def accounts(self, words: str, start: int, most: int) -> list[AccountRow]:
        """Accounts whose handle or name contains the words, the newest first."""

    def account(self, id: str) -> AccountRow | None:
        """The account with this id, unless it is a guest's."""

    def set_blocked(self, id: str, blocked: bool) -> None:
        """Block or unblock an account."""

    def erase(self, id: str) -> None:
        """Erase a person for good."""

    def invite(self, code: str, by: str) -> None:
        """Keep an invitation. The same code twice makes one."""

    def use_invitation(self, code: str) -> bool:
        """Use up an invitation; False if it is unknown or used."""

    def reports(self, most: int) -> list[ReportRow]:
        """Open reports, the oldest first."""

    def open_reports(self) -> int:
        """The number of open reports."""

    def add_report(self, report: ReportRow, by: str) -> None:
        """Keep a report. The same words about the same page by the same person make one."""

    def close_report(self, id: str, now: datetime) -> None:
        """Mark a report as closed."""

    def retry_hook(self, id: int, now: datetime) -> None:
        """Make the waiting messages due now, and reset the count of failures."""
