"""Whether the service is well."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

import muster
from muster.rules.cards import catalogue
from muster.web.api.answers import reply

router = Router(tags=["Service"])


class Health(Schema):
    """The service answers, and so does its database."""

    ok: bool
    version: str
    edition: str
    """The day of the newest change of the cards."""


@router.get("health", response=Health, url_name="api-health", summary="Health")
def get_health(request: HttpRequest) -> HttpResponse:
    """200 while the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return reply({"ok": True, "version": muster.__version__, "edition": catalogue().edition.isoformat()})
