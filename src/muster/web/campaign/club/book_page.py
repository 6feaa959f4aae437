"""The book of a campaign: made aside in one click, with its progress, then fetched."""

from functools import partial
from time import monotonic
from typing import ClassVar, Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header

from muster.app.campaign.logs import CampaignLogs
from muster.app.request_store import RequestStore
from muster.store.accounts import Account
from muster.store.campaign.arcs import DatabaseArcs
from muster.store.campaign.stories import DatabaseStories
from muster.store.log.database import DatabaseStore
from muster.store.members.data_archives import CampaignBook
from muster.web.campaign.club.book import BookSources, Progress, make_book
from muster.web.campaign.club.pages import ClubPage, ClubRequest, campaign_for
from muster.web.campaign.library import site_library
from muster.web.campaign.requests import methods_only
from muster.web.environment import in_megabytes
from muster.web.page import render_response
from muster.web.serving.background import ASIDE
from muster.web.wall_clock import wall_clock

TELL: Final = 0.5  # seconds between two words about how far it is


class BookPage(ClubPage, frozen=True, kw_only=True):
    """The book, if there is one or one is being made; `elsewhere` when that is another campaign's."""

    template: ClassVar[str] = "campaign/club/book.html"
    tab: str = "summary"
    file: CampaignBook | None
    size: str
    elsewhere: bool


@methods_only("GET", "POST")
def page(request: HttpRequest, club: str) -> HttpResponse:
    """What the book holds; asking for it starts it."""
    seen, now = campaign_for(request, club), wall_clock.now()
    account = _reader(seen)
    if request.method == "POST":
        if CampaignBook.begin(account, now, campaign=seen.stream):
            transaction.on_commit(partial(_queue_book, account, seen.stream))
        return redirect("tour-club-book", club)
    found = CampaignBook.of(account, now)
    here = found if found and found.campaign == seen.stream else None
    elsewhere = found is not None and here is None and not found.ready
    size = in_megabytes(here.size if here else 0)
    return render_response(request, BookPage(seen=seen, file=here, size=size, elsewhere=elsewhere))


@methods_only("GET")
def download(request: HttpRequest, club: str) -> HttpResponse:
    """The book, once it is ready."""
    seen = campaign_for(request, club)
    found = CampaignBook.of(_reader(seen), wall_clock.now())
    if found is None or not found.ready or found.campaign != seen.stream:
        return redirect("tour-club-book", club)
    response = HttpResponse(bytes(found.data or b""), content_type="application/pdf")
    name = f"{seen.club.name}.pdf"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


def _reader(seen: ClubRequest) -> Account:
    return Account.objects.get(pk=seen.me)


def _queue_book(account: Account, campaign: str) -> None:
    """Where too many wait already, nothing was begun."""
    try:
        ASIDE.queue(partial(keep_book, account, campaign))
    except Exception:
        CampaignBook.give_up(account)
        raise


def keep_book(account: Account, campaign: str) -> None:
    """Make the book and keep it."""
    try:
        made = make_book(sources_for(str(account.pk)), campaign, _progress(account))
    except Exception:
        CampaignBook.give_up(account)
        raise
    CampaignBook.note(account, data=made, size=len(made))


def sources_for(reader: str) -> BookSources:
    """The campaigns of this site, for somebody or, with an empty name, for nobody in particular."""
    logs = CampaignLogs(RequestStore(DatabaseStore()), site_library(), own_arcs=DatabaseArcs())
    return BookSources(logs, DatabaseStories(), reader)


def _progress(account: Account) -> Progress:
    last_notice = 0.0

    def tell(done: int, parts: int) -> None:
        nonlocal last_notice
        if monotonic() - last_notice > TELL:
            CampaignBook.note(account, done=done, parts=parts)
            last_notice = monotonic()

    return tell
