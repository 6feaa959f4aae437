"""The dates of a campaign: when the club meets, on the page and for a calendar."""

from datetime import UTC, datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from muster.app.calendar import EVENING, Meeting, calendar_file, start_of
from muster.rules.campaign.club.membership import Campaign, DateSet
from muster.web.campaign.club.pages import ClubRequest, campaign_for
from muster.web.campaign.requests import methods_only
from muster.web.environment import url


class ClubDate(NamedTuple):
    """A date and the moment it begins, where that is known."""

    date: DateSet
    begins: datetime | None


def upcoming_dates(club: Campaign, now: datetime) -> list[ClubDate]:
    """The dates that are not over, yesterday's included: it may still be yesterday somewhere."""
    today = now.date().toordinal()
    return [
        ClubDate(meeting_date, start_of(meeting_date.day, meeting_date.starts, meeting_date.zone))
        for meeting_date in club.dates
        if meeting_date.day.toordinal() >= today - 1
    ]


@methods_only("GET")
def file(request: HttpRequest, club: str) -> HttpResponse:
    """All dates for a calendar."""
    seen = campaign_for(request, club)
    address = request.build_absolute_uri(url("tour-club", club=club))
    made = calendar_file(
        [calendar_entry(seen, meeting_date, address) for meeting_date in seen.club.dates], datetime.now(UTC)
    )
    response = HttpResponse(made, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="campaign-{seen.id[-12:]}.ics"'
    return response


def calendar_entry(seen: ClubRequest, meeting_date: DateSet, address: str) -> Meeting:
    """One date as a calendar shows it."""
    return Meeting(
        uid=f"campaign-{seen.id}-{meeting_date.day:%Y%m%d}@muster",
        title=seen.club.name,
        day=meeting_date.day,
        starts=meeting_date.starts,
        zone=meeting_date.zone,
        words=meeting_date.words,
        address=address,
        lasts=EVENING,
    )
