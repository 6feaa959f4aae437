"""Who asks for which army, and which version they saw."""

from collections.abc import Callable

import msgspec
from django.http import HttpRequest
from uuid_utils import uuid4

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.armies.saving import SavedArmy
from muster.rules.armies.army import Army, army_name
from muster.store.armies import DatabaseArmies, new_code
from muster.web import identity
from muster.web.armies.address import Open
from muster.web.forms import whole_number
from muster.web.page import Page, TemplateContext
from muster.web.requests import act_of, actor, id_for


class ArmyHead(TemplateContext, frozen=True, kw_only=True):
    """What every page about a saved army begins with; `back` leads to its builder, `key` makes its form act
    once."""

    saved: SavedArmy
    name: str
    back: str
    key: str = msgspec.field(default_factory=lambda: str(uuid4()))


class ArmyPage(Page, frozen=True, kw_only=True):
    """A page about one saved army."""

    head: ArmyHead


def head(saved: SavedArmy) -> ArmyHead:
    """What every such page begins with."""
    return ArmyHead(saved=saved, name=army_name(saved.army), back=Open().at(saved.id))


def load_own_army(request: HttpRequest, army_id: object) -> SavedArmy:
    """The reader's own army; anybody else's is not there."""
    return saving.own_army(DatabaseArmies(), actor(request), str(army_id))


def version_seen(request: HttpRequest) -> int:
    """The version a form was made for."""
    return whole_number(request.POST.get("seen", ""), 8) or 0


def create_army(request: HttpRequest, army: Army) -> SavedArmy:
    """A new army of the reader's; the form sent twice makes one."""
    return save_once(request, lambda store, act, made: saving.create_army(store, act, made, new_code(), army))


def copy_shared_army(request: HttpRequest, code: str) -> SavedArmy:
    """A copy of the army with this code; the form sent twice makes one."""
    return save_once(request, lambda store, act, made: saving.copy_army(store, act, made, new_code(), code))


def save_once(request: HttpRequest, make: Callable[[DatabaseArmies, Act, str], SavedArmy]) -> SavedArmy:
    """A new army of the reader's with the id that the form gives it."""
    with identity.acting_account(request) as account:
        army_id = id_for(request, str(account.pk))
        known = DatabaseArmies().get(army_id)
        if known is not None and known.owner == str(account.pk):
            return known
        return make(DatabaseArmies(), act_of(request), army_id)
