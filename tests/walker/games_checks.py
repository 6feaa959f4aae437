"""What has to hold on every page of a game, whoever looks at it."""

import json
import re
from typing import TYPE_CHECKING, Final

from muster.web import rooms
from muster.web.api.resources.games import GameStream
from tests.walker.games_shown import DIGEST, Shown, verb_of

if TYPE_CHECKING:
    from tests.walker.games import Seat

OF_A_UNIT: Final = re.compile(
    r"^(?:wound|heal|suppress|calm|token|defeat|deed|claim|react|attack) (one|two)\."
)
PLEA: Final = 'id="plea-h"'
FREE: Final = ("sit", "retake")


def check_page(seat: "Seat", now: Shown, audience: str) -> None:
    """A page is its audience's own: it speaks for nobody else, and its name stands for one content."""
    if now.moment < 0 or now.audience != audience:
        raise seat.fails(f"the page of {audience} is drawn for {now.audience or 'nobody'}")
    _check_seat(seat, now, audience)
    _check_prompt(seat, now)
    if now.digest and seat.known.setdefault(now.digest, now.html) != now.html:
        raise seat.fails("a fragment changed and kept its name")


def _check_seat(seat: "Seat", now: Shown, audience: str) -> None:
    whose = {one.value for one in now.form.named("seat")}
    if audience in ("watch", "official"):
        offered = [one.value for one in now.taps if (audience, one.value) != ("official", "time")]
        if offered or whose or now.prompt:
            raise seat.fails(f"who only looks on is offered {offered}")
    elif audience == "both":
        if whose:
            raise seat.fails(f"one phone for both speaks for seat {whose}")
    else:
        others = [one.value for one in now.taps if (of := OF_A_UNIT.match(one.value)) and of[1] != audience]
        if whose != {audience} or others:
            raise seat.fails(f"the phone of {audience} has a form of another seat: {whose} {others}")


def _check_prompt(seat: "Seat", now: Shown) -> None:
    """A question is one question, and something can be answered to it."""
    asked = now.form.named("prompt")
    if len(asked) > 1:
        raise seat.fails(f"two questions at once: {[one.value for one in asked]}")
    answers = [one for one in now.taps if verb_of(one) in ("say", "yes", "no", "pass", "waits")]
    if bool(asked) != bool(answers):
        what = f"{now.prompt} has no answer" if asked else f"{answers[0].value} answers no question"
        raise seat.fails(what)


def check_asked(seats: "list[Seat]") -> None:
    """Nobody is asked: then everybody waits for the other."""
    told = "; ".join(f"{one.audience}: {one.now.words}" for one in seats if one.now)
    raise seats[0].fails(f"every phone says that another decides: {told}")


def check_frame(seat: "Seat", page: str, had: str = "") -> None:
    """A page holds what the live line sends, under the same name; who has it already (`had`) is sent none."""
    kind = rooms.STREAMS["game"].live
    assert kind is not None
    name, html = kind.render(seat.stream, seat.audience)
    named = DIGEST.search(page)
    if page and (not named or named[1] != name):
        raise seat.fails(f"the page is called {named and named[1]}, the live frame {name}")
    if page and html not in page:
        raise seat.fails("the page shows other things than the live frame")
    if had and (had == name) != (not page):
        raise seat.fails("a stale name is answered with nothing" if not page else "the same was sent again")


def check_document(seat: "Seat", now: Shown) -> None:
    """A program that watches for this audience is asked what the page asks, and told how to answer. A page
    asks nothing else while somebody wants an act back."""
    told = json.loads(GameStream().render(seat.stream, seat.audience)[1])
    asks, prompt = now.prompt or (PLEA in now.html and told["prompt"]), told["prompt"]
    if told["audience"] != seat.audience or (asks or "") != prompt:
        raise seat.fails(f"the page asks {asks or 'nothing'}, the document {prompt or 'nothing'}")
    if prompt and not told["options"]:
        raise seat.fails(f"the document has no answer to {prompt}")
