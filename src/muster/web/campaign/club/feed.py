"""The chronicle of a campaign for feed readers: each member has a link, which works while they belong."""

import re
from typing import Final
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Rss201rev2Feed

from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, refuse_unless
from muster.store.accounts import Account
from muster.web.campaign.club.news import told
from muster.web.campaign.club.pages import ClubRequest, seen_as
from muster.web.campaign.requests import logs_of, visited
from muster.web.environment import url

SALT: Final = "muster.tours.feed"
WRITTEN: Final = re.compile(r"([0-9a-f]{32})-([0-9a-f]{32})")
MOST: Final = 40


def signer() -> Signer:
    """A salt of its own: a feed reader's link opens nothing else."""
    return Signer(salt=SALT, sep=".")


def link_of(request: HttpRequest, seen: ClubRequest) -> str:
    """The whole address of a member's own feed."""
    token = signer().sign(f"{seen.id}-{UUID(seen.me).hex}")
    return request.build_absolute_uri(url("tour-feed", token=token))


@visited("GET")
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """What happened, newest first. A feed reader signs in nowhere: the link says for whom it reads."""
    try:
        found = WRITTEN.fullmatch(signer().unsign(token))
    except BadSignature:
        found = None
    if found is None:
        raise Refused(problem("campaign.unknown"))
    club, member = found[1], str(UUID(found[2]))
    refuse_unless(Account.objects.filter(pk=member, is_active=True).exists(), problem("campaign.unknown"))
    seen = seen_as(request, member, club)
    address = request.build_absolute_uri(url("tour-club", club=club))
    made = Rss201rev2Feed(
        title=seen.club.name, link=address, description="What happened in the campaign", language="en"
    )
    for entry, words in told(logs_of(request), seen, MOST):
        made.add_item(
            title=words.text.striptags(),
            link=address,
            description=str(words.text),
            pubdate=entry.at,
            unique_id=f"{entry.stream}/{entry.version}",
            unique_id_is_permalink=False,
        )
    return HttpResponse(
        made.writeString("utf-8"),
        content_type="application/rss+xml; charset=utf-8",
        headers={"X-Robots-Tag": "noindex"},
    )
