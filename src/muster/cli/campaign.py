"""`muster campaign`: export a whole campaign to one file, import it, print its book, for the owner of the
server."""

import json
from datetime import UTC, datetime
from functools import partial

import click

from muster.cli.django_setup import OnServer
from muster.cli.lazy import Suggesting
from muster.cli.progress import with_progress
from muster.cli.refusal import read_file, write_file
from muster.rules.messages import plural
from muster.rules.violations import Refused, Violation, refuse_unless, require

DATA = click.option("--data", metavar="DIR", help="The data folder, as given to `muster serve`.")
PREFIX = "campaign:"


@click.group(name="campaign", cls=Suggesting)
@DATA
def command(data: str | None) -> None:  # read by OnServer
    """Export a campaign with all its logs to one JSON file, import it again, or print it as a book."""


@command.command("export", cls=OnServer)
@click.argument("campaign")
@click.option("--member", metavar="HANDLE", help="The copy this member may have: what is secret is left out.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Write here instead of the terminal.")
def export(campaign: str, member: str | None, output: str) -> None:
    """Write CAMPAIGN, its Registers and their battles as one JSON file."""
    from muster.app.campaign.export import export_campaign as exported
    from muster.app.campaign.importing import read_document
    from muster.store.log.database import DatabaseStore

    stream = campaign if campaign.startswith(PREFIX) else PREFIX + campaign
    raw = exported(DatabaseStore(), stream, member and account_of(member))
    write_file(output, raw, partial(unusable_file, output))
    left = read_document(raw).left_out
    if member is not None:
        without = f"{plural(left.sealed, 'secret')} sealed, {plural(left.streams, 'log')} left out"
        click.echo(f"A member's copy: {without}.", err=True)


@command.command("book", cls=OnServer)
@click.argument("campaign")
@click.option("--member", metavar="HANDLE", help="The copy this member may have: with their own words, too.")
@click.option(
    "-o", "--output", required=True, metavar="FILE.pdf", help="Where the book goes; - for the output."
)
def book(campaign: str, member: str | None, output: str) -> None:
    """Print CAMPAIGN as one book on A5: standings, chronicle, dossiers, memorial and maps.

    Words and pictures are in it where their owners share their chronicle by link.
    """
    from muster.cli.army.print import write_pdf
    from muster.rules.campaign.register.register import problem
    from muster.web.campaign.club.book import make_book
    from muster.web.campaign.club.book_page import sources_for

    stream = campaign if campaign.startswith(PREFIX) else PREFIX + campaign
    sources = sources_for(account_of(member) if member else "")
    club = sources.logs.campaign(stream).state
    refuse_unless(club.status != "unknown", problem("campaign.unknown"))
    refuse_unless(not member or sources.reader in club.members, problem("campaign.unknown"))
    write_pdf(output, make_book(sources, stream))


@command.command("import", cls=OnServer)
@click.argument("file", metavar="FILE|-")
@click.option("--owner", metavar="HANDLE", help="Arbitrator of the campaign, where its own has no account.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def import_(file: str, owner: str | None, as_json: bool) -> None:
    """Read a campaign from an owner's export: all of it or nothing. Nothing on this server is overwritten."""
    from django.db import transaction

    from muster.app.acting import Act
    from muster.app.campaign.importing import give_arbitrator, restore_campaign
    from muster.app.campaign.logs import CampaignLogs
    from muster.store.accounts import new_id
    from muster.store.campaign.stream_roles import DatabaseRoles
    from muster.store.log.database import DatabaseStore

    raw, logs, roles = read_campaign_file(file), CampaignLogs(DatabaseStore()), DatabaseRoles()
    with transaction.atomic():
        done, tied = restore_campaign(
            logs, roles, raw, account_by_id, lambda acts, many: with_progress(acts, "Importing", many)
        )
        if owner is not None:
            act = Act(account_of(owner), datetime.now(UTC), str(new_id()))
            give_arbitrator(logs, roles, act, done.campaign)
    if as_json:
        click.echo(json.dumps({"campaign": done.campaign, "versions": done.versions, "owners": tied}))
        return
    entries = sum(done.versions.values())
    written = plural(len(done.versions), "log")
    click.echo(f"Imported {done.campaign}: {written}, {plural(entries, 'entry', 'entries')}.")
    for register, handle in tied.items():
        click.echo(f"{register}: {handle or 'its owner has no account here'}")


def account_of(handle: str) -> str:
    """The id of an account, by its handle."""
    from muster.store.accounts import Account

    found = require(
        Account.objects.holding(handle[:100]),
        Violation(code="campaign.no_member", source="campaign file", about=(handle[:40],)),
    )
    return str(found.pk)


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
    from muster.app.campaign.importing import MAX_BYTES

    return read_file(file, MAX_BYTES, partial(unusable_file, file))


def unusable_file(file: str, why: str) -> Refused:
    """A file that cannot be read or written, with the reason."""
    where = (file[:200],)
    return Refused(
        Violation(code="campaign_file.no_file", source="campaign file", about=where, params={"why": why})
    )
