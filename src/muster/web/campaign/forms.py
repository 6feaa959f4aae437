"""Forms whose fields are called as those of the command they ask for."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from msgspec.structs import fields

from muster.app.acting import Command
from muster.rules.cards.catalogue import shorten
from muster.web.forms import Form

MOST_DICE = 60


def faces_in(form: QueryDict) -> tuple[str, ...] | None:
    """The faces tapped; none where the app is asked to roll."""
    if form.get("way") == "app":
        return None
    return tuple(face for i in range(MOST_DICE) if (face := form.get(f"face-{i}", "")))


def id_in(name: str) -> Callable[[QueryDict], str]:
    """An id that a form names; somebody may have typed a megabyte."""
    return lambda form: shorten(form.get(name, ""))


def own_fields(kind: type[Command], **others: Callable[[QueryDict], Any]) -> Form:
    """What stands in the fields of the command's own names; `faces` are those tapped. `others` read a field
    in a way of their own."""
    readers = {"faces": faces_in, **others}

    def read(form: QueryDict) -> Command:
        names = [field.name for field in fields(kind)]
        return kind(
            **{name: readers[name](form) if name in readers else form.get(name, "") for name in names}
        )

    return Form(kind, read)
