"""How the fields of a form are read that many forms of an event have."""

from django.http import QueryDict

from muster.app.acting import Command
from muster.rules.cards.catalogue import shorten
from muster.web.forms import Field, Form, form_for, word

MOST_PLAYERS = 10_000
player = word("player")


def players(form: QueryDict) -> tuple[str, ...]:
    """The players a form names; many stand in one field, as a form has no more than 500."""
    named = " ".join(form.getlist("player")).split()
    return tuple(shorten(name) for name in named[:MOST_PLAYERS])


def event_form(command: type[Command], **readers: Field) -> Form:
    """The form of a command about an event."""
    usual = {"player": player, "players": players, "person": word("person"), "batch": word("batch")}
    asked = command.__struct_fields__
    return form_for(command, **{name: read for name, read in usual.items() if name in asked} | readers)
