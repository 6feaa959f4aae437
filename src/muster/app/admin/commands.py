"""The commands of the admin pages, and the report that anyone can send."""

from typing import Literal

from muster.app.acting import Command

Registration = Literal["open", "invited", "closed"]
Reason = Literal["abuse", "personal", "spam", "other"]


class BlockAccount(Command):
    """Sign an account out everywhere and refuse its sign-ins. What it made stays."""

    account: str


class UnblockAccount(Command):
    """Let a blocked account sign in again."""

    account: str


class DeleteAccount(Command):
    """Erase a person for good. The admin types the `handle`, so that nobody deletes the wrong account."""

    account: str
    handle: str


class SetRegistration(Command):
    """Choose who may sign up: anyone, people with an invitation, or nobody."""

    registration: Registration


class MakeInvitation(Command):
    """Make an invitation for one person. The form brings its `code`, so sending it twice makes one."""

    code: str


class SetAnnouncement(Command):
    """Put a sentence on everyone's first page; an empty text removes it."""

    text: str


class CloseReport(Command):
    """Mark a report as dealt with."""

    report: str


class RetryWebhook(Command):
    """Send the waiting messages of a failing webhook again."""

    hook: int


class SendReport(Command):
    """Tell the admins about a public page."""

    address: str
    reason: Reason
    words: str = ""
