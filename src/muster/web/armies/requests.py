"""Who asks for which army, and which version they saw."""

from django.http import HttpRequest

from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import Army
from muster.store.armies import DatabaseArmies, new_code
from muster.web import identity
from muster.web.forms import whole_number
from muster.web.requests import act_of, actor, id_for


def own(request: HttpRequest, army_id: object) -> SavedArmy:
    """The reader's own army; anybody else's is not there."""
    return saving.mine(DatabaseArmies(), actor(request), str(army_id))


def seen(request: HttpRequest) -> int:
    """The version a form was made for."""
    return whole_number(request.POST.get("seen", ""), 8) or 0


def made(request: HttpRequest, army: Army) -> SavedArmy:
    """A new army of the reader's; the form sent twice makes one."""
    owner = str(identity.ensure(request).pk)
    army_id = id_for(request, owner)
    known = DatabaseArmies().get(army_id)
    if known is not None and known.owner == owner:
        return known
    return saving.create(DatabaseArmies(), act_of(request), army_id, new_code(), army)
