"""Download my data: the archive is made aside, its page says how far it is, and then it can be fetched.

Five years of somebody's games take a second and more of the processor: no request waits for that.
"""

import tempfile
from functools import partial
from time import monotonic
from typing import ClassVar, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods

from muster.store.accounts import Account
from muster.store.members.data_archives import DataArchive
from muster.web import identity
from muster.web.accounts.data_files import parts_of
from muster.web.environment import in_megabytes
from muster.web.page import Page, render_response
from muster.web.serving.background import ASIDE
from muster.web.wall_clock import wall_clock

IN_MEMORY: Final = 4 * 1024 * 1024
FAST: Final = 1  # a fifth more bytes for a third of the work
TELL: Final = 0.5  # seconds between two words about how far it is


class DataPage(Page, frozen=True, kw_only=True):
    """The archive, if there is one or one is being made, and its size in words."""

    template: ClassVar = "accounts/data.html"
    archive: DataArchive | None
    size: str


@identity.private
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """What the archive is; asking for it starts it."""
    account = identity.current(request)
    if account is None:
        return redirect("you")
    now = wall_clock.now()
    if request.method == "POST":
        if DataArchive.begin(account, now):
            transaction.on_commit(partial(_queue_archive, account))
        return redirect("you-data")
    archive = DataArchive.of(account, now)
    return render_response(
        request, DataPage(archive=archive, size=in_megabytes(archive.size if archive else 0))
    )


@identity.private
@require_GET
def download(request: HttpRequest) -> HttpResponse:
    """The archive, once it is ready."""
    account = identity.current(request)
    if account is None:
        return redirect("you")
    archive = DataArchive.of(account, wall_clock.now())
    if archive is None or not archive.ready:
        return redirect("you-data")
    response = HttpResponse(bytes(archive.data or b""), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="muster-my-data.zip"'
    return response


def _queue_archive(account: Account) -> None:
    """Where too many wait already, nothing was begun."""
    try:
        ASIDE.queue(partial(make_archive, account))
    except Exception:
        DataArchive.give_up(account)
        raise


def make_archive(account: Account) -> None:
    """Make the archive and keep it."""
    request = HttpRequest()
    request.user = account
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as made:
        try:
            _write_archive(request, account, made)
        except Exception:
            DataArchive.give_up(account)
            raise
        size = made.tell()
        made.seek(0)
        DataArchive.note(account, data=made.read(), size=size)


def _write_archive(
    request: HttpRequest, account: Account, made: "tempfile.SpooledTemporaryFile[bytes]"
) -> None:
    parts = parts_of(request, account)
    DataArchive.note(account, parts=len(parts))
    last_notice = monotonic()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=FAST) as archive:
        for done, part in enumerate(parts):
            if monotonic() - last_notice > TELL:
                DataArchive.note(account, done=done)
                last_notice = monotonic()
            for name, data in part():
                archive.writestr(name, data, ZIP_STORED if name.endswith(".jpg") else ZIP_DEFLATED)
