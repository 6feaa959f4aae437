"""Everything that changes an account: the functions here are its only writers.

Who may ask is settled before: by session and password on pages, by token in the API, by whoever runs the
server on the command line.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol, TypeVar
from uuid import UUID

from muster.app.accounts.names import name_problem
from muster.app.admin.desk import check_registration, use_invitation
from muster.app.admin.values import AdminStore, Site
from muster.rules.violations import Source, refuse_unless

TOKENS_PER_ACCOUNT: Final = 50
problem = Source("Muster").problem

A = TypeVar("A")
"""An account, as its store holds it."""
T_co = TypeVar("T_co", covariant=True)
"""A token of the JSON API, as its store holds it."""


class AccountStore(Protocol[A, T_co]):
    """The rows of accounts and of their tokens."""

    def together(self) -> AbstractContextManager[object]:
        """What is written inside is written together, or not at all."""

    def id_of(self, account: A) -> str:
        """The id that logs know the account by."""

    def open_guest(self) -> A:
        """Create a row for somebody who has just arrived."""

    def open_member(self, handle: str, password: str, name: str, *, staff: bool = False) -> A:
        """Create a row with a handle."""

    def set_member(self, guest: A | None, profile: "SignUp") -> A:
        """Give the guest's row a handle and a password; without a guest, make a row."""

    def set_profile(self, account: A, name: str, email: str | None = None) -> None:
        """Keep another name and, where it is given, another mail address."""

    def set_password(self, account: A, password: str) -> None:
        """Keep another password, and remove tokens and passkeys."""

    def set_staff(self, account: A, staff: bool) -> None:
        """Say whether the account is a server admin."""

    def remove(self, account: A) -> None:
        """Remove the row and everything tied to it."""

    def count_tokens(self, account: A) -> int:
        """How many tokens the account has; who counts at the same time waits until this is written."""

    def add_token(self, account: A, label: str) -> tuple[T_co, str]:
        """A new token and its secret."""

    def remove_token(self, account: A, token: UUID) -> bool:
        """Remove a token of this account; whether there was one."""


class SignUp(NamedTuple):
    """What somebody who signs up gives; the name and the mail address may be empty."""

    handle: str
    password: str
    name: str = ""
    email: str = ""
    invitation: str = ""


def open_guest(store: AccountStore[A, object]) -> A:
    """An account for somebody whose first act needs one."""
    return store.open_guest()


def discard_guest(store: AccountStore[A, object], guest: A) -> None:
    """Remove a guest whose first act was refused."""
    store.remove(guest)


def rename_account(store: AccountStore[A, object], account: A, name: str) -> None:
    """The name that others see."""
    why = name_problem(name)
    refuse_unless(not why, Source("form").problem("accounts.bad_name", why=why))
    store.set_profile(account, name.strip())


def change_profile(store: AccountStore[A, object], account: A, name: str, email: str) -> None:
    """The name that others see, and where mail goes."""
    store.set_profile(account, name, email)


def sign_up(
    store: AccountStore[A, object], guest: A | None, wanted: SignUp, admin: AdminStore, site: Site
) -> A:
    """Turn a guest into a member, or open an account; everything that the guest made stays theirs."""
    check_registration(site)
    with store.together():
        use_invitation(admin, site, wanted.invitation)
        return store.set_member(guest, wanted)


def open_account(
    store: AccountStore[A, object], handle: str, password: str, name: str, *, staff: bool = False
) -> A:
    """An account that whoever runs the server makes for somebody."""
    return store.open_member(handle, password, name or handle, staff=staff)


def set_staff(store: AccountStore[A, object], account: A, staff: bool) -> None:
    """Make an account a server admin, or an ordinary one again."""
    store.set_staff(account, staff)


def change_password(store: AccountStore[A, object], account: A, password: str) -> None:
    """Lock out whoever knew the old password: its tokens and passkeys go with it."""
    with store.together():
        store.set_password(account, password)


def erase_account(store: AccountStore[A, object], account: A, forget: Callable[[str], object]) -> None:
    """The account goes, and its name from every event with `forget`. Logs keep the id, which names nobody."""
    with store.together():
        forget(store.id_of(account))
        store.remove(account)


def issue_token(store: AccountStore[A, T_co], account: A, label: str) -> tuple[T_co, str]:
    """A new token with its secret; refused when the account has too many already."""
    with store.together():
        few = store.count_tokens(account) < TOKENS_PER_ACCOUNT
        refuse_unless(few, problem("token.too_many", most=TOKENS_PER_ACCOUNT))
        return store.add_token(account, label)


def revoke_token(store: AccountStore[A, object], account: A, token: UUID) -> bool:
    """Lock out whatever used this token; whether the account had it."""
    return store.remove_token(account, token)
