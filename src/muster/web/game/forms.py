"""The buttons of the guided setup as commands; shared by the tables of events and by tables without one."""

from typing import Final, get_args

from django.http import QueryDict

from muster.app.acting import Command
from muster.app.game.commands import Cards, DoStep, DrawStep, SitDown, StepWord, UndoStep
from muster.rules.tournament.table_setup.setup import CATEGORIES
from muster.rules.tournament.table_setup.setup_events import SOURCE
from muster.rules.violations import Refused, Violation
from muster.web.forms import Form, form_for, whole_number

PLACES: Final = ("First card", "Second card", "Third card")
MOST_LINES: Final = 40
NO_NUMBER: Final = -1  # fits nowhere, so what rests on it is refused


def number_in(form: QueryDict, name: str) -> int:
    """A whole number of a form."""
    number = whole_number(form.get(name, ""), 8)
    return NO_NUMBER if number is None else number


def sit_down(form: QueryDict) -> SitDown:
    """Two names, two totals."""
    return SitDown(
        names=(form.get("name1", ""), form.get("name2", "")),
        points=(number_in(form, "points1"), number_in(form, "points2")),
        fixed_terrain="fixed" in form,
    )


def do_step(form: QueryDict) -> DoStep:
    """A step, with what it chooses behind a colon: `colour:blue`."""
    word, _, choice = form.get("do", "").partition(":")
    step = next(step_word for step_word in get_args(StepWord) if step_word == word)
    rows: Cards = {  # as they lie on the table; a card without a name goes by its place
        category: tuple(form.get(f"{category}-{at}", "").strip() or place for at, place in enumerate(PLACES))
        for category in CATEGORIES
    }
    cards = rows if step == "rows" else None
    return DoStep(step=step, seen=number_in(form, "seen"), choice=choice, cards=cards)


def shuffle_typed(form: QueryDict) -> DrawStep:
    """Blue's decks as typed, a card a line; they go into the draw and nowhere else."""
    texts = {category: form.get(f"deck-{category}", "").splitlines() for category in CATEGORIES}
    decks: Cards = {
        category: tuple(line.strip() for line in lines if line.strip())[:MOST_LINES]
        for category, lines in texts.items()
    }
    return DrawStep(seen=number_in(form, "seen"), decks=decks)


FORMS: Final[dict[str, Form]] = {
    "sit-down": Form(SitDown, sit_down),
    **{word: Form(DoStep, do_step) for word in get_args(StepWord)},
    "draw": Form(DrawStep, lambda form: DrawStep(seen=number_in(form, "seen"))),
    "shuffle": Form(DrawStep, shuffle_typed),
    "shuffle-list": Form(DrawStep, lambda form: DrawStep(seen=number_in(form, "seen"), from_list=True)),
    "undo": form_for(UndoStep),
}


def command_in(form: QueryDict) -> Command:
    """What a pressed button asks for; refused where there is no such button."""
    word = form.get("do", "").partition(":")[0]
    if word not in FORMS or word == "sit-down":
        raise Refused(Violation(code="setup.not_now", source=SOURCE, params={"step": word[:20]}))
    return FORMS[word].read(form)
