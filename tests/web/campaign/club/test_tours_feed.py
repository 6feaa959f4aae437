"""The chronicle of a campaign in a feed reader, for members alone."""

import re
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from django.test import Client

from muster.app.acting import Act
from muster.app.campaign import commands as tours
from muster.store.accounts import Account, new_id
from tests.web.account_fixtures import person, signed_in
from tests.web.site_desks import site_clubs

pytestmark = pytest.mark.django_db


def do(who: Account, stream: str, command: object) -> None:
    site_clubs().do(Act(str(who.pk), datetime.now(UTC), str(new_id())), stream, command)


def test_a_members_feed_tells_the_chronicle_and_ends_with_the_membership():
    arb, bo, stream = person("Arb"), person("Bo", name="Bo <b>"), f"campaign:{new_id().hex}"
    do(arb, stream, tours.OpenCampaign(name="Endor & Hoth"))
    do(bo, stream, tours.Join(invitation=1))
    page = signed_in(bo).get(f"/tours/club/{stream[-32:]}").content.decode()
    address = re.search(r'rss\+xml"[^>]*href="http://testserver([^"]+)"', page)[1]
    answer = Client().get(address)
    assert answer["Content-Type"].startswith("application/rss+xml") and answer["X-Robots-Tag"] == "noindex"
    channel = ElementTree.fromstring(answer.content)[0]
    titles = [item.findtext("title") for item in channel.findall("item")]
    assert channel.findtext("title") == "Endor & Hoth"
    assert titles == ["Bo <b> joined the campaign.", "Arb opened the campaign Endor & Hoth."]
    assert len({item.findtext("guid") for item in channel.findall("item")}) == 2
    assert Client().get(address.replace("/feed/", "/feed/0")).status_code == 404
    do(bo, stream, tours.Leave())
    assert Client().get(address).status_code == 404


def test_a_feed_ends_with_the_account():
    arb, stream = person("Arb"), f"campaign:{new_id().hex}"
    do(arb, stream, tours.OpenCampaign(name="Endor"))
    page = signed_in(arb).get(f"/tours/club/{stream[-32:]}").content.decode()
    address = re.search(r'rss\+xml"[^>]*href="http://testserver([^"]+)"', page)[1]
    assert Client().get(address).status_code == 200
    arb.erase()
    assert Client().get(address).status_code == 404


def test_a_new_password_makes_a_new_link():
    arb, stream = person("Arb"), f"campaign:{new_id().hex}"
    do(arb, stream, tours.OpenCampaign(name="Endor"))

    def link() -> str:
        page = signed_in(arb).get(f"/tours/club/{stream[-32:]}").content.decode()
        return re.search(r'rss\+xml"[^>]*href="http://testserver([^"]+)"', page)[1]

    given_away = link()
    arb.set_password("quite another one")
    arb.save()
    assert Client().get(given_away).status_code == 404
    assert Client().get(link()).status_code == 200
