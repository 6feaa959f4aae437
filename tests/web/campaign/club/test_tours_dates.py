"""The dates of a campaign: the arbitrator sets them, members see them and take them into their calendar."""

from datetime import UTC, date, datetime, timedelta

import pytest

from muster.app.acting import Act
from muster.app.campaign import commands as tours
from muster.rules.violations import Refused
from muster.store.accounts import new_id
from tests.web.account_fixtures import person, signed_in, text_of
from tests.web.site_desks import site_clubs

pytestmark = pytest.mark.django_db
SOON = datetime.now(UTC).date() + timedelta(days=10)


@pytest.fixture
def club() -> str:
    arb, bo = person("Arb"), person("Bo")
    stream = f"campaign:{new_id().hex}"
    for who, command in ((arb, tours.OpenCampaign(name="Endor")), (bo, tours.Join(invitation=1))):
        site_clubs().do(Act(str(who.pk), datetime.now(UTC), str(new_id())), stream, command)
    return stream[-32:]


def browser(handle: str):
    from muster.store.accounts import Account

    return signed_in(Account.objects.get(handle=handle))


def test_a_date_is_set_seen_put_into_a_calendar_and_removed(club):
    arb, bo, page = browser("Arb"), browser("Bo"), f"/tours/club/{club}"
    form = {
        "do": "set-date",
        "day": SOON.isoformat(),
        "starts": "19:30",
        "zone": "Europe/Rome",
        "words": "At Bo’s",
    }
    assert arb.post(f"{page}/act", form | {"words": "At Bo’s"}).status_code == 302
    shown = bo.get(page)
    assert (
        "19:30" in text_of(shown)
        and "At Bo’s" in text_of(shown)
        and "data-own-clock" in shown.content.decode()
    )
    file = bo.get(f"{page}/dates.ics")
    assert file["Content-Type"].startswith("text/calendar")
    assert f"DTSTART:{SOON:%Y%m%d}T1" in file.content.decode() and "SUMMARY:Endor" in file.content.decode()
    assert arb.post(f"{page}/act", {"do": "drop-date", "day": SOON.isoformat()}).status_code == 302
    assert "BEGIN:VEVENT" not in bo.get(f"{page}/dates.ics").content.decode()


def test_only_the_arbitrator_sets_dates(club):
    answer = browser("Bo").post(f"/tours/club/{club}/act", {"do": "set-date", "day": SOON.isoformat()})
    assert answer.status_code == 403 and not site_clubs().logs.campaign(f"campaign:{club}").state.dates


@pytest.mark.parametrize("form", [{"day": "soon"}, {"day": "2026-06-20", "starts": "25:00"}, {"day": ""}])
def test_what_is_no_date_is_refused(club, form):
    answer = browser("Arb").post(f"/tours/club/{club}/act", {"do": "set-date"} | form)
    assert answer.status_code == 422 and "A date needs a day" in text_of(answer)


def test_a_date_on_the_same_day_replaces_the_first(club):
    arb, stream = browser("Arb"), f"campaign:{club}"
    for words in ("one", "two"):
        arb.post(f"/tours/club/{club}/act", {"do": "set-date", "day": "2026-06-20", "words": words})
    assert [date.words for date in site_clubs().logs.campaign(stream).state.dates] == ["two"]
    act = Act(site_clubs().logs.campaign(stream).state.arbitrator, datetime.now(UTC), str(new_id()))
    with pytest.raises(Refused, match="no_such_date"):
        site_clubs().do(act, stream, tours.DropDate(day=date(2026, 6, 21)))
