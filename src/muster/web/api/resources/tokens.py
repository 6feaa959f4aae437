"""Personal tokens, for programs that look after their own."""

from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field

from muster.app.accounts.accounts import issue_token
from muster.app.accounts.accounts import revoke_token as revoke
from muster.app.accounts.names import LABEL_LENGTH
from muster.rules.violations import Refused
from muster.store.accounts import ACCOUNTS, ApiToken
from muster.web.api.answers import URL, address_of, answer_created, field_violation, reply, shape
from muster.web.api.auth import ACCOUNT, account_of
from muster.web.api.pages import Page, Window, page_of_rows
from muster.web.api.repeats import idempotent

router = Router(tags=["Tokens"], auth=ACCOUNT)


class NewToken(Schema, extra="forbid"):
    """What a token is for."""

    label: str = Field(min_length=1, max_length=LABEL_LENGTH)


class TokenOut(Schema):
    """A token without its secret."""

    id: UUID
    url: str = Field(description=URL)
    label: str
    made: datetime
    used: datetime | None = Field(description="Last use, to the minute; null when never used")


class FreshToken(TokenOut):
    """A token with its secret, which is told only once."""

    token: str


@router.get("", response=Page[TokenOut], url_name="api-tokens", summary="My tokens")
def list_tokens(request: HttpRequest, window: Query[Window]) -> HttpResponse:
    """Oldest first."""
    page = page_of_rows(ApiToken.objects.filter(account=account_of(request)), window)
    return reply(
        page
        | {"items": [shape(TokenOut, token, url=address_of("tokens", token.id)) for token in page["items"]]}
    )


@router.post("", response={201: FreshToken}, summary="Make a token")
@idempotent
def create_token(request: HttpRequest, wanted: NewToken) -> HttpResponse:
    """Its secret stands in this answer and nowhere else."""
    label = wanted.label.strip()
    if not label or not label.isprintable():
        raise Refused(field_violation("body.label", "a label is one line of visible characters"))
    token, secret = issue_token(ACCOUNTS, account_of(request), label)
    return answer_created(shape(FreshToken, token, token=secret, url=address_of("tokens", token.id)))


@router.delete("{uuid:token}", response={204: None}, url_name="api-token", summary="Revoke a token")
@idempotent
def revoke_token(request: HttpRequest, token: UUID) -> HttpResponse:
    """Whatever used it is locked out at once."""
    if not revoke(ACCOUNTS, account_of(request), token):
        raise Http404
    return HttpResponse(status=204)
