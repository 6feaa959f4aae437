"""Who asks for which army, and a form as an act that happens once."""

import secrets
from datetime import UTC, datetime

from django.http import HttpRequest

from muster.app.armies import saving
from muster.app.armies.saving import Act, SavedArmy
from muster.rules.armies.army import Army
from muster.store.armies import DatabaseArmies
from muster.web import identity
from muster.web.forms import whole_number
from muster.web.requests import actor, id_for, once

# Letters and digits that cannot be taken for each other when a link is read out across a table.
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 8


def own(request: HttpRequest, army_id: object) -> SavedArmy:
    """The reader's own army; anybody else's is not there."""
    return saving.mine(DatabaseArmies(), actor(request), str(army_id))


def act_of(request: HttpRequest) -> Act:
    """Who acts, and on which version."""
    seen = request.POST.get("seen", "")
    return Act(actor(request), datetime.now(UTC), whole_number(seen, 8) or 0, once(request))


def made(request: HttpRequest, army: Army) -> SavedArmy:
    """A new army of the reader's; the form sent twice makes one."""
    owner = str(identity.ensure(request).pk)
    act = Act(owner, datetime.now(UTC))
    army_id = id_for(request, owner)
    known = DatabaseArmies().get(army_id)
    if known is not None and known.owner == owner:
        return known
    return saving.create(DatabaseArmies(), act, army_id, new_code(), army)


def new_code() -> str:
    """A short name for a link that nobody can guess."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
