"""What stands on top of every sheet of an event, and how its rounds and players are called there."""

import unicodedata
from collections.abc import Callable
from typing import Final, ParamSpec

import msgspec

from muster.app.tournament.access import AudienceView
from muster.rules.tournament.games import Player
from muster.rules.tournament.running.audiences import RoundView
from muster.rules.tournament.running.plan import problem
from muster.rules.violations import Refused
from muster.web.print import pdf, shorten_text
from muster.web.print.armies.heading import SIZES, Paper, written_out

LONGEST: Final = 60
Wish = ParamSpec("Wish")


def on_paper(template: str, sheet: Callable[Wish, object]) -> Callable[Wish, bytes]:
    """What makes a sheet, set with its template."""
    return lambda *asked, **also: pdf(template, sheet(*asked, **also))


class EventHeading(msgspec.Struct, frozen=True, kw_only=True):
    """Of which event, what, on which paper. `note` says of when it is."""

    event: str
    about: str
    title: str
    note: str
    paper: str


def heading(look: AudienceView, paper: Paper, title: str, note: str = "") -> EventHeading:
    """The heading of a sheet."""
    plan = look.view.plan
    day = written_out(plan.day) if plan.day else ""
    return EventHeading(
        event=look.view.name,
        about="  ·  ".join(word for word in (day, plan.place) if word),
        title=title,
        note=note,
        paper=SIZES[paper],
    )


def round_asked(look: AudienceView, number: int = 0) -> RoundView:
    """A published round, the latest where no number is named; refused where there is none."""
    rounds = look.view.rounds
    if not number and rounds:
        return rounds[-1]
    for round_view in rounds:
        if round_view.round.number == number:
            return round_view
    if number:
        raise Refused(problem("tournament.no_such_round", (), "", round=number))
    raise Refused(problem("tournament.no_sheet", ("pairings",), "", what="round"))


def name_of(look: AudienceView, player: Player) -> str:
    """A name that fits a line."""
    return shorten_text(look.names.get(player, player), LONGEST)


def alphabetical(name: str) -> tuple[str, str]:
    """Where a name stands in a list: accents and capitals make no difference."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in bare if not unicodedata.combining(sign)), name
