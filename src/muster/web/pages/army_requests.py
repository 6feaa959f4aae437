"""Who asks for which army, and a form as an act that happens once."""

import hashlib
import secrets
import uuid
from datetime import UTC, datetime

from django.http import HttpRequest

from muster.app import armies
from muster.app.armies import Act, SavedArmy
from muster.rules.armies.army import Army
from muster.store.accounts import new_id
from muster.store.armies import DatabaseArmies
from muster.web import guests

LONGEST_KEY = 64
# Letters and digits that cannot be taken for each other when a link is read out across a table.
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 8


def actor(request: HttpRequest) -> str:
    """Who asks; nobody owns an army without having written something."""
    account = guests.current(request)
    return str(account.pk) if account else ""


def own(request: HttpRequest, army_id: object) -> SavedArmy:
    """The reader's own army; anybody else's is not there."""
    return armies.mine(DatabaseArmies(), actor(request), str(army_id))


def act_of(request: HttpRequest) -> Act:
    """Who acts, and on which version."""
    seen = request.POST.get("seen", "")
    number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0
    return Act(actor(request), datetime.now(UTC), number, once(request))


def once(request: HttpRequest) -> str:
    """The key of an act: the page's own key and everything the form says.

    So the same form sent twice acts once, while two buttons of one page are two acts.
    """
    if not request.POST.get("key", "")[:LONGEST_KEY]:
        return ""
    said = sorted(
        (name, *request.POST.getlist(name)) for name in request.POST if name != "csrfmiddlewaretoken"
    )
    return hashlib.sha256(repr(said).encode()).hexdigest()


def made(request: HttpRequest, army: Army) -> SavedArmy:
    """A new army of the reader's; the form sent twice makes one."""
    owner = str(guests.ensure(request).pk)
    act = Act(owner, datetime.now(UTC))
    army_id = id_for(request, owner)
    known = DatabaseArmies().get(army_id)
    if known is not None and known.owner == owner:
        return known
    return armies.create(DatabaseArmies(), act, army_id, new_code(), army)


def id_for(request: HttpRequest, owner: str) -> str:
    """The id of what a form makes: the same for the same form."""
    key = once(request)
    return str(uuid.uuid5(uuid.UUID(owner), key)) if key else str(new_id())


def new_code() -> str:
    """A short name for a link that nobody can guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
