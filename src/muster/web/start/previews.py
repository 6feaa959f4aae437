"""What a chat shows of a link: a title, a sentence and a picture of both.

The words of a picture are in its address, signed by this server: whoever got the page may have its picture,
the picture asks nobody who they are, and nobody can have other words drawn.
"""

import json
from pathlib import Path
from typing import Final

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from muster.web.environment import url
from muster.web.print.typesetting import Job, sheet

SALT: Final = "muster.preview"
FOLDER: Final = Path(__file__).parents[1] / "templates"
SCALE: Final = 72.0  # a point is a pixel
LONGEST_TITLE: Final = 80
LONGEST_SENTENCE: Final = 160


def signer() -> Signer:
    """A salt of its own, and no time in it: the same words have the same address."""
    return Signer(salt=SALT, sep=".")


def preview_picture(request: HttpRequest, title: str, sentence: str) -> str:
    """The whole address of the picture of a link."""
    words = [title.strip()[:LONGEST_TITLE], sentence.strip()[:LONGEST_SENTENCE]]
    return request.build_absolute_uri(url("preview", signer().sign_object(words, compress=True)))


@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture; what people wrote goes in as data, never as markup."""
    try:
        title, sentence = signer().unsign_object(token)
    except (BadSignature, ValueError) as error:
        raise Http404 from error
    words = json.dumps({"title": title, "sentence": sentence})
    made = sheet(Job(str(FOLDER), "preview.typ", {"words": words}, "png", SCALE))
    return HttpResponse(made, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
