"""Accounts, for the owner of the server."""

from typing import TYPE_CHECKING

import click

from muster.cli.django_setup import OnServer
from muster.cli.lazy import Suggesting

if TYPE_CHECKING:
    from muster.store.accounts import Account

DATA = click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
ADDRESS = click.option(
    "--address", metavar="URL", help="Where people reach this server, such as https://muster.example."
)


@click.group(name="account", cls=Suggesting)
@DATA
def command(data: str | None) -> None:  # read by OnServer
    """Make, list and delete accounts; make one-time links for a forgotten password, and tokens."""


@command.command(cls=OnServer)
@click.argument("handle")
@click.option("--name", default="", help="What other players see. Without it, the handle.")
@click.option("--link", is_flag=True, help="Ask for no password: print a one-time link to choose one.")
@click.option("--staff", is_flag=True, help="Make this account a server admin.")
@ADDRESS
def create(handle: str, name: str, link: bool, staff: bool, address: str | None) -> None:
    """Make an account."""
    from muster.app.accounts.accounts import open_account
    from muster.store.accounts import ACCOUNTS

    _check(handle, name)
    secret = "" if link else _ask_password(handle)
    account = open_account(ACCOUNTS, handle, secret or _nobody_knows(), name, staff=staff)
    click.echo(f"Made {account.handle}.")
    if link:
        click.echo(_link(account, address))


@command.command("reset-link", cls=OnServer)
@click.argument("handle")
@ADDRESS
def reset_link(handle: str, address: str | None) -> None:
    """Print a link with which HANDLE chooses a new password: once, for one day."""
    click.echo(_link(_find(handle), address))


@command.command(cls=OnServer)
@click.argument("handle")
@click.option("--label", default="made by muster account token", help="What the token is for.")
def token(handle: str, label: str) -> None:
    """Print a new personal token of HANDLE for the JSON API. It is shown once."""
    from muster.app.accounts.accounts import issue_token
    from muster.app.accounts.names import LABEL_LENGTH
    from muster.rules.messages import explain
    from muster.rules.violations import Refused
    from muster.store.accounts import ACCOUNTS

    account = _find(handle)
    if not label.strip() or not label.isprintable() or len(label) > LABEL_LENGTH:
        raise click.UsageError(f"A label is one line of at most {LABEL_LENGTH} visible characters.")
    try:
        _, secret = issue_token(ACCOUNTS, account, label.strip())
    except Refused as refusal:
        raise click.ClickException(explain(refusal.violations[0])) from None
    click.echo(secret)


@command.command("second-step-off", cls=OnServer)
@click.argument("handle")
def second_step_off(handle: str) -> None:
    """Turn off the second step for HANDLE, who lost phone and recovery codes."""
    from muster.store import second_steps

    account = _find(handle)
    second_steps.turn_off(account)
    click.echo(f"{account.handle} signs in with the password alone.")


@command.command("passkeys-off", cls=OnServer)
@click.argument("handle")
def passkeys_off(handle: str) -> None:
    """Remove every passkey of HANDLE: a device was lost, or someone else has it."""
    from muster.store import passkeys

    account = _find(handle)
    removed = passkeys.remove_all_passkeys(account)
    click.echo(f"{removed} passkey{'' if removed == 1 else 's'} of {account.handle} removed.")


@command.command(cls=OnServer)
@click.argument("handle")
@click.option("--off", is_flag=True, help="Make it an ordinary account again.")
def staff(handle: str, off: bool) -> None:
    """Make HANDLE a server admin, who sees the page /admin once a second step is on."""
    from muster.app.accounts.accounts import set_staff
    from muster.store.accounts import ACCOUNTS

    account = _find(handle)
    set_staff(ACCOUNTS, account, not off)
    click.echo(f"{account.handle} is {'no longer' if off else 'now'} a server admin.")


@command.command("list", cls=OnServer)
def list_accounts() -> None:
    """Every account with a handle; guests are only counted."""
    from muster.store.accounts import Account

    for account in Account.objects.filter(handle__isnull=False).order_by("handle"):
        staff = ", staff" if account.is_staff else ""
        click.echo(f"{account.handle}\t{account.name}\tsince {account.joined:%Y-%m-%d}{staff}")
    guests = Account.objects.filter(handle__isnull=True).count()
    click.echo(f"{guests} guest{'' if guests == 1 else 's'}")


@command.command(cls=OnServer)
@click.argument("handle")
@click.option("--yes", is_flag=True, help="Skip the confirmation.")
def delete(handle: str, yes: bool) -> None:
    """Delete HANDLE: name, email, sessions and tokens. Games stay in the log without a name."""
    from muster.web.accounts.account import erase

    account = _find(handle)
    if not yes:
        click.confirm(f"Erase {account.handle} for good?", abort=True)
    erase(account)
    click.echo(f"Erased {handle}.")


@command.command(cls=OnServer)
def tidy() -> None:
    """Remove ended sessions, old answers and archives, and guests who made nothing, as `muster serve` does
    first."""
    from django.utils import timezone

    from muster.store.cleanup import clean_up as remove

    gone = remove(timezone.now())
    click.echo(
        f"Removed: {gone.sessions:,} sessions, {gone.guests:,} guests, {gone.answers:,} answers, "
        f"{gone.archives:,} archives."
    )


def _find(handle: str) -> "Account":
    from muster.store.accounts import Account

    account = Account.objects.holding(handle)
    if account is None:
        raise click.UsageError(
            f"No account has the handle {handle[:60]!r}. `muster account list` shows them all."
        )
    return account


def _check(handle: str, name: str) -> None:
    """Uses the same messages as the sign-up page."""
    from django.core.exceptions import ValidationError

    from muster.app.accounts.names import HANDLE_LENGTH, name_problem
    from muster.web.accounts.forms import clean_handle

    if len(handle) > HANDLE_LENGTH:
        raise click.UsageError(
            f"A handle has up to {HANDLE_LENGTH} characters; this one has {len(handle):,}."
        )
    try:
        clean_handle(handle)
    except ValidationError as error:
        raise click.UsageError(error.messages[0]) from None
    if problem := name and name_problem(name):
        raise click.UsageError(problem)


def _ask_password(handle: str) -> str:
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from muster.store.accounts import Account

    secret: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    try:
        validate_password(secret, Account(handle=handle, name=handle))
    except ValidationError as problem:
        raise click.UsageError(" ".join(problem.messages)) from None
    return secret


def _nobody_knows() -> str:
    """A random password that is never shown, to be replaced through the link."""
    import secrets

    return secrets.token_urlsafe(32)


def _link(account: "Account", address: str | None) -> str:
    from django.conf import settings

    from muster.web.accounts.passwords import reset_path

    return (address or settings.ADDRESS).rstrip("/") + reset_path(account)
