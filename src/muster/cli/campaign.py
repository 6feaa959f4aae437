"""`muster campaign`: export a whole campaign to one file and import it, for the owner of the server."""

import json
from functools import partial

import click

from muster.cli.django_setup import OnServer
from muster.cli.lazy import Suggesting
from muster.cli.progress import with_progress
from muster.cli.refusal import read_file, write_file
from muster.rules.messages import plural
from muster.rules.violations import Refused, Violation

DATA = click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
PREFIX = "campaign:"


@click.group(name="campaign", cls=Suggesting)
@DATA
def command(data: str | None) -> None:  # read by OnServer
    """Export a campaign with all its logs to one JSON file, and import it again."""


@command.command("export", cls=OnServer)
@click.argument("campaign")
@click.option("--member", metavar="HANDLE", help="The copy this member may have: what is secret is left out.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Write here instead of the terminal.")
def export(campaign: str, member: str | None, output: str) -> None:
    """Write CAMPAIGN, its Registers and their battles as one JSON file."""
    from muster.app.campaign.export import export_campaign as exported
    from muster.app.campaign.export import read_document
    from muster.store.log.database import DatabaseStore

    stream = campaign if campaign.startswith(PREFIX) else PREFIX + campaign
    raw = exported(DatabaseStore(), stream, member and account_of(member))
    write_file(output, raw, partial(unusable_file, output))
    left = read_document(raw).left_out
    if member is not None:
        without = f"{plural(left.sealed, 'secret')} sealed, {plural(left.streams, 'log')} left out"
        click.echo(f"A member's copy: {without}.", err=True)


@command.command("import", cls=OnServer)
@click.argument("file", metavar="FILE|-")
@click.option("--owner", metavar="HANDLE", help="Arbitrator of the campaign, where its own has no account.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def import_(file: str, owner: str | None, as_json: bool) -> None:
    """Read a campaign from an owner's export: all of it or nothing. Nothing here is written over."""
    from django.db import transaction

    from muster.app.campaign.export import import_campaign as imported
    from muster.store.log.database import DatabaseStore

    raw = read_campaign_file(file)
    with transaction.atomic():
        done = imported(DatabaseStore(), raw, lambda acts, many: with_progress(acts, "Importing", many))
        tied = tie_owners(done.versions)
        tie_members(done.campaign)
        if owner is not None:
            adopt(done.campaign, account_of(owner))
    if as_json:
        click.echo(json.dumps({"campaign": done.campaign, "versions": done.versions, "owners": tied}))
        return
    entries = sum(done.versions.values())
    logs = plural(len(done.versions), "log")
    click.echo(f"Imported {done.campaign}: {logs}, {plural(entries, 'entry', 'entries')}.")
    for register, handle in tied.items():
        click.echo(f"{register}: {handle or 'its owner has no account here'}")


def account_of(handle: str) -> str:
    """The id of an account, by its handle."""
    from muster.store.accounts import Account

    found = Account.objects.holding(handle[:100])
    if found is None:
        raise Refused(Violation(code="campaign.no_member", source="campaign file", about=(handle[:40],)))
    return str(found.pk)


def tie_owners(versions: dict[str, int]) -> dict[str, str]:
    """Give each Register back to whoever opened it, if that account exists here; returns their handles."""
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    logs, stream_roles, tied = CampaignLogs(DatabaseStore()), DatabaseRoles(), {}
    for stream in versions:
        owner = logs.register(stream).state.by if stream.startswith("register:") else ""
        if owner:
            account = account_by_id(owner)
            tied[stream] = account[1] if account else ""
            if account:
                stream_roles.grant(account[0], stream, "owner")
    return tied


def tie_members(campaign: str) -> None:
    """Put the campaign on the lists of those members who have an account here."""
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    for person in CampaignLogs(DatabaseStore()).campaign(campaign).state.members:
        if account := account_by_id(person):
            DatabaseRoles().grant(account[0], campaign, "member")


def adopt(campaign: str, person: str) -> None:
    """Give a campaign an arbitrator on behalf of the server's owner; refused if it has one here."""
    from datetime import UTC, datetime

    from muster.app.acting import Act
    from muster.app.campaign.clubs import Clubs
    from muster.app.campaign.commands import Adopt
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.accounts import new_id
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    clubs = Clubs(CampaignLogs(DatabaseStore()), DatabaseRoles(), serves=lambda _: True)
    clubs.do(Act(person, datetime.now(UTC), str(new_id())), campaign, Adopt(person=person))


def account_by_id(owner: str) -> tuple[str, str] | None:
    """An account's id and handle, if it exists here."""
    from django.core.exceptions import ValidationError

    from muster.store.accounts import Account

    try:
        found = Account.objects.filter(pk=owner).first()
    except (ValidationError, ValueError):
        return None
    return None if found is None else (str(found.pk), found.handle or found.name)


def read_campaign_file(file: str) -> bytes:
    """The content of a file, or of standard input for `-`, up to the maximum size of a campaign."""
    from muster.app.campaign.export import MAX_BYTES

    return read_file(file, MAX_BYTES, partial(unusable_file, file))


def unusable_file(file: str, why: str) -> Refused:
    """A file that cannot be read or written, with the reason."""
    where = (file[:200],)
    return Refused(
        Violation(code="campaign_file.no_file", source="campaign file", about=where, params={"why": why})
    )
