"""The chronicle of a campaign for feed readers: each member has a link. It works while they belong, and until
they take another password: so a link that was given away is taken back."""

import re
from typing import Final
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Rss201rev2Feed

from muster.rules.campaign.register.register import problem
from muster.rules.violations import Refused, require
from muster.store.accounts import Account
from muster.web.campaign.club.news import sentences
from muster.web.campaign.club.pages import ClubRequest, campaign_as
from muster.web.campaign.requests import logs_of, methods_only
from muster.web.environment import url
from muster.web.identity import signed_in_account

SALT: Final = "muster.tours.feed"
WRITTEN: Final = re.compile(r"([0-9a-f]{32})-([0-9a-f]{32})")
MOST: Final = 40


def signer(member: Account) -> Signer:
    """A salt of its own: a feed reader's link opens nothing else, and a new password makes a new link."""
    return Signer(salt=f"{SALT}.{member.get_session_auth_hash()}", sep=".")


def link_of(request: HttpRequest, seen: ClubRequest) -> str:
    """The whole address of a member's own feed."""
    token = signer(signed_in_account(request)).sign(f"{seen.id}-{UUID(seen.me).hex}")
    return request.build_absolute_uri(url("tour-feed", token=token))


def reader_of(token: str) -> tuple[str, str]:
    """The campaign and the member that a link was made for; refused where it is no link, or none any more."""
    unknown = problem("campaign.unknown")
    found = require(WRITTEN.fullmatch(token.rpartition(".")[0]), unknown)
    member = require(Account.objects.filter(pk=UUID(found[2]), is_active=True).first(), unknown)
    try:
        signer(member).unsign(token)
    except BadSignature:
        raise Refused(unknown) from None
    return found[1], str(member.pk)


@methods_only("GET")
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """What happened, newest first. A feed reader signs in nowhere: the link says for whom it reads."""
    club, member = reader_of(token)
    seen = campaign_as(request, member, club)
    address = request.build_absolute_uri(url("tour-club", club=club))
    made = Rss201rev2Feed(
        title=seen.club.name, link=address, description="What happened in the campaign", language="en"
    )
    for entry, words in sentences(logs_of(request), seen, MOST):
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
