"""`muster campaign`: a whole campaign into one file and back, for the owner of the server."""

import json
import sys
from pathlib import Path

import click

from muster.cli.django_setup import need_tables, use_django
from muster.cli.refusal import leave
from muster.rules.violations import Refused, Violation

DATA = click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
PREFIX = "campaign:"


@click.group(name="campaign")
@DATA
def command(data: str | None) -> None:
    """Export a campaign with all its logs to one JSON file, and import it again."""
    use_server(data)


def use_server(data: str | None) -> None:
    """The server's own database, ready to be read."""
    use_django(data)
    need_tables()


@command.command("export")
@click.argument("campaign")
@click.option("--member", metavar="HANDLE", help="The copy this member may have: what is secret is left out.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Write here instead of the terminal.")
def export(campaign: str, member: str | None, output: str) -> None:
    """Write CAMPAIGN, its Registers and their battles as one JSON file."""
    from muster.app.campaign.export import export as exported
    from muster.app.campaign.export import read_document
    from muster.store.log import DatabaseStore

    try:
        raw = exported(DatabaseStore(), named(campaign), member and account_of(member))
        write(output, raw)
    except Refused as refused:
        leave(refused, as_json=False)
    left = read_document(raw).left_out
    if member is not None:
        click.echo(f"A member's copy: {left.sealed} secrets sealed, {left.streams} logs left out.", err=True)


@command.command("import")
@click.argument("file", metavar="FILE|-")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def import_(file: str, as_json: bool) -> None:
    """Read a campaign from an owner's export: all of it or nothing. Nothing here is written over."""
    from django.db import transaction

    from muster.app.campaign.export import import_ as imported
    from muster.store.log import DatabaseStore

    try:
        raw = read(file)
        with transaction.atomic():
            done = imported(DatabaseStore(), raw)
            tied = tie_owners(done.versions)
    except Refused as refused:
        leave(refused, as_json)
    if as_json:
        click.echo(json.dumps({"campaign": done.campaign, "versions": done.versions, "owners": tied}))
        return
    entries = sum(done.versions.values())
    click.echo(f"Imported {done.campaign}: {len(done.versions)} logs, {entries} entries.")
    for register, owner in tied.items():
        click.echo(f"{register}: {owner or 'its owner has no account here'}")


def named(campaign: str) -> str:
    """A campaign by its whole name in the log or by its id alone."""
    return campaign if campaign.startswith(PREFIX) else PREFIX + campaign


def account_of(handle: str) -> str:
    """The account of a handle, as the log names it."""
    from muster.store.accounts import Account

    found = Account.objects.holding(handle[:100])
    if found is None:
        raise Refused(Violation(code="campaign.no_member", source="campaign file", about=(handle[:40],)))
    return str(found.pk)


def tie_owners(versions: dict[str, int]) -> dict[str, str]:
    """Give each Register back to whoever opened it, where that account is here; the answer names handles."""
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.log import DatabaseStore
    from muster.store.stream_roles import DatabaseRoles

    logs, stream_roles, tied = CampaignLogs(DatabaseStore()), DatabaseRoles(), {}
    for stream in versions:
        owner = logs.register(stream).state.by if stream.startswith("register:") else ""
        if owner:
            account = account_by_id(owner)
            tied[stream] = account[1] if account else ""
            if account:
                stream_roles.grant(account[0], stream, "owner")
    return tied


def account_by_id(owner: str) -> tuple[str, str] | None:
    """An account's id and handle, if it is here."""
    from django.core.exceptions import ValidationError

    from muster.store.accounts import Account

    try:
        found = Account.objects.filter(pk=owner).first()
    except (ValidationError, ValueError):
        return None
    return None if found is None else (str(found.pk), found.handle or found.name)


def read(file: str) -> bytes:
    """The content of a file, or of the standard input for `-`; never more than a campaign may have."""
    from muster.app.campaign.export import MAX_BYTES

    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        raise unusable(file, problem) from None


def write(file: str, raw: bytes) -> None:
    """Into a file, or to the standard output for `-`."""
    try:
        if file == "-":
            sys.stdout.buffer.write(raw)
            sys.stdout.buffer.flush()
        else:
            Path(file).write_bytes(raw)
    except (OSError, ValueError) as problem:
        raise unusable(file, problem) from None


def unusable(file: str, problem: Exception) -> Refused:
    """A file that cannot be read or written, with the reason."""
    why = getattr(problem, "strerror", None) or "there can be no such file"
    where = (file[:200],)
    return Refused(
        Violation(code="campaign_file.no_file", source="campaign file", about=where, params={"why": why})
    )
