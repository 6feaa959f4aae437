"""Forms whose fields are called as those of the command they ask for."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from msgspec.structs import fields

from muster.app.acting import Command
from muster.web.forms import Form

MOST_DICE = 60
# Enough to say that something is too long, without sending a megabyte back.
LONGEST_TYPED = 1_000


def faces_in(form: QueryDict) -> tuple[str, ...] | None:
    """The faces tapped; none where the app is asked to roll."""
    if form.get("way") == "app":
        return None
    return tuple(face for i in range(MOST_DICE) if (face := form.get(f"face-{i}", "")))


def own_fields(kind: type[Command], **others: Callable[[QueryDict], Any]) -> Form:
    """What stands in the fields of the command's own names; `faces` are those tapped. `others` read a field
    in a way of their own."""
    readers = {"faces": faces_in, **others}

    def read(form: QueryDict) -> Command:
        plain = {field.name: form.get(field.name, "")[:LONGEST_TYPED] for field in fields(kind)}
        return kind(**plain | {name: readers[name](form) for name in plain if name in readers})

    return Form(kind, read)
