"""Who asks, the one look of a request, and a form as an act that happens once."""

import hashlib
import uuid
from datetime import UTC, datetime
from functools import cache

from django.http import HttpRequest

from muster.app.acting import Act
from muster.app.request_store import RequestStore
from muster.app.shared_logs import SharedLogs
from muster.store.accounts import Account, new_id
from muster.store.idempotency import AnsweredRequest
from muster.store.log.database import DatabaseStore
from muster.web import identity
from muster.web.wall_clock import wall_clock

LONGEST_KEY = 64
LOOK = "muster.look"


@cache
def shared_logs() -> SharedLogs:
    """The streams this process has read and knows to be committed."""
    return SharedLogs(DatabaseStore())


def new_store() -> RequestStore:
    """A look of its own, for whatever is no request: a live fragment, a command."""
    return RequestStore(DatabaseStore(), shared_logs())


def store_for(request: HttpRequest) -> RequestStore:
    """The one look of this request: page, strip, undo and act all ask it."""
    if LOOK not in request.META:
        request.META[LOOK] = new_store()
    look: RequestStore = request.META[LOOK]
    return look


def actor(request: HttpRequest) -> str:
    """Who asks; empty for somebody who never kept anything here."""
    account = identity.current(request)
    return str(account.pk) if account else ""


def act_of(request: HttpRequest, what: str = "") -> Act:
    """Who acts, when, and the key that makes a form sent twice act once; `what` tells two acts of one form
    apart."""
    key = idempotency_key(request)
    return Act(actor(request), datetime.now(UTC), str(new_id()), (f"{key}.{what}" if what else key) or None)


def idempotency_key(request: HttpRequest) -> str:
    """The key of an act: the page's own key and everything the form says.

    So the same form sent twice acts once, while two buttons of one page are two acts.
    """
    if not request.POST.get("key", "")[:LONGEST_KEY]:
        return ""
    form = sorted(
        (name, *request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"
    )
    return hashlib.sha256(repr(form).encode()).hexdigest()


def sent_before(request: HttpRequest, account: Account) -> bool:
    """Whether this very form has acted already, at this very address.

    Asked in the transaction of the act: the same form sent at the same moment waits here.
    """
    key = idempotency_key(request)
    if not key:
        return False
    _, fresh = AnsweredRequest.claim(account, f"{request.path} {key}", b"", wall_clock.earliest())
    return not fresh


def id_for(request: HttpRequest, owner: str) -> str:
    """The id of what a form makes: the same for the same form."""
    key = idempotency_key(request)
    return str(uuid.uuid5(uuid.UUID(owner), key) if key else new_id())
