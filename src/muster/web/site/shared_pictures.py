"""Pictures worth sharing: how a battle or a game ended, drawn by the server for chats and friends.

What a picture shows is in its address, signed by this server: whoever got the page may have its picture, the
picture asks nobody who they are, and nobody can have other words drawn.
"""

from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from muster.web.environment import url
from muster.web.print import handed_over, icons_in
from muster.web.print.typesetting import Job, sheet

Kind = Literal["battle", "game"]
TEMPLATES: Final = {"battle": "campaign/stories/picture.typ", "game": "game/play/picture.typ"}
FOLDER: Final = Path(__file__).parents[1] / "templates"
SALT: Final = "muster.picture"
SCALE: Final = 72.0  # a point is a pixel
INK: Final = "#EEF6EE"
GROUND: Final = "#11221B"


class SharedPicture(NamedTuple):
    """A picture as its page links to it: for the page, for who cannot see it, and as a file."""

    address: str
    words: str
    file: str


def picture_address(kind: Kind, facts: object) -> str:
    """The address of the picture of these facts: the same facts have the same address."""
    token = _signer(kind).sign_object(msgspec.to_builtins(facts), compress=True)
    return url("shared-picture", kind, token)


def _signer(kind: str) -> Signer:
    return Signer(salt=f"{SALT}.{kind}", sep=".")


@require_safe
def picture(_: HttpRequest, kind: str, token: str) -> HttpResponse:
    """The picture; what people wrote goes in as data, never as markup."""
    try:
        facts = _signer(kind).unsign_object(token)
        template = TEMPLATES[kind]
    except (BadSignature, ValueError, KeyError) as error:
        raise Http404 from error
    inputs = {"data": handed_over(facts), "icons": icons_in(INK, GROUND)}
    made = sheet(Job(str(FOLDER), template, inputs, "png", SCALE))
    return HttpResponse(made, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
