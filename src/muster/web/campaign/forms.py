"""Forms whose fields are called as those of the command they ask for."""

from django.http import QueryDict

from muster.app.acting import Command
from muster.web.forms import Field, Form, form_for

MOST_DICE = 60


def faces_in(form: QueryDict) -> tuple[str, ...] | None:
    """The faces tapped; none where the app is asked to roll."""
    if form.get("way") == "app":
        return None
    return tuple(face for i in range(MOST_DICE) if (face := form.get(f"face-{i}", "")))


def campaign_form(command: type[Command], **readers: Field) -> Form:
    """The form of a command about a Register, a battle or a campaign; `faces` are those tapped."""
    usual = {"faces": faces_in} if "faces" in command.__struct_fields__ else {}
    return form_for(command, **usual | readers)
