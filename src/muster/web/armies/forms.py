"""How the buttons of the builder become commands.

A button sends `do` with a verb and its words, in the order of the command's fields: `add ab`, `count u3 2`,
`equip u1 df`. Other forms send a verb alone and fields beside it.
"""

from datetime import date
from typing import Final

import msgspec
from django.http import QueryDict

from muster.app.acting import Command
from muster.app.armies import commands
from muster.app.armies.commands import ArmyCommand, army_refusal
from muster.rules.armies.army import MAX_COUNT
from muster.rules.cards.catalogue import shorten
from muster.rules.cards.values import RankLimit, RankTable
from muster.rules.cards.vocabulary import RANKS
from muster.web.forms import Form, form_for, whole_number


def read_command(form: QueryDict) -> Command:
    """The command that a pressed button asks for."""
    verb, _, _ = form.get("do", "").partition(" ")
    if verb not in FORMS:
        raise army_refusal("armies.no_such_act", given=shorten(verb))
    return FORMS[verb].read(form)


def words(form: QueryDict, size: int) -> list[str]:
    """The words behind the verb; the last may be several, for names that people typed have spaces."""
    do = form.get("do", "")
    found = do.split(" ", size)[1:]
    if len(found) != size or not all(found):
        raise army_refusal("armies.no_such_act", given=shorten(do))
    return found


def number(text: str) -> int:
    """A whole number as a person types it."""
    found = whole_number(text)
    if found is None:
        raise army_refusal("armies.bad_number", given=shorten(text, 20))
    return found


def read_day(text: str) -> date:
    """A day as browsers send it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise army_refusal("armies.bad_date", given=shorten(text, 20)) from None


def by_words(kind: type[ArmyCommand], **fixed: bool) -> Form:
    """A button whose words are the fields of its command."""
    names = [name for name in kind.__struct_fields__ if name not in (*fixed, "on_counterpart", "behind")]

    def command(form: QueryDict) -> Command:
        return msgspec.convert(dict(zip(names, words(form, len(names)), strict=True)) | fixed, kind)

    return Form(kind, command)


def count(form: QueryDict) -> Command:
    """So many units on a line."""
    key, wanted = words(form, 2)
    return commands.SetCount(key=key, count=number(wanted))


def card_names(form: QueryDict) -> tuple[str, ...]:
    """Names of battle cards, one a line."""
    return tuple(line.strip() for line in form.get("cards", "").splitlines() if line.strip())


def points_limit(form: QueryDict) -> int | None:
    """The points of a format that somebody sets; none where the field is left empty."""
    limit = form.get("limit", "").strip()
    return number(limit) if limit else None


def own_ranks(form: QueryDict) -> RankTable | None:
    """The rows of a rank table that were filled in; none where all were left empty."""
    limits = {}
    for rank in RANKS:
        least, most = form.get(f"{rank}-min", "").strip(), form.get(f"{rank}-max", "").strip()
        if least or most:
            limits[rank] = RankLimit(number(least or "0"), number(most or str(MAX_COUNT)))
    return RankTable(limits=limits) if limits else None


def force_choices(form: QueryDict) -> tuple[str, ...]:
    """What was chosen for a battle force."""
    return tuple(name for name in form.getlist("choices") if name)


def unit_and_counterpart(verb: str, kind: type[ArmyCommand]) -> dict[str, Form]:
    """A button for the unit's own slots, and one for its counterpart's."""
    return {verb: by_words(kind), f"{verb}-theirs": by_words(kind, on_counterpart=True)}


FORMS: Final[dict[str, Form]] = {
    "add": by_words(commands.AddUnit),
    "remove": by_words(commands.RemoveUnit),
    "count": Form(commands.SetCount, count),
    "duplicate": by_words(commands.DuplicateUnit),
    "before": by_words(commands.MoveUnit),
    "after": by_words(commands.MoveUnit, behind=True),
    **unit_and_counterpart("equip", commands.Equip),
    **unit_and_counterpart("unequip", commands.Unequip),
    **unit_and_counterpart("swap", commands.Swap),
    "join": by_words(commands.JoinCounterpart),
    "leave": by_words(commands.LeaveCounterpart),
    "hand-in": by_words(commands.TakeCommand),
    "hand-out": by_words(commands.DropCommand),
    "hand-fill": form_for(commands.FillHand),
    "deck-fill": form_for(commands.FillDeck),
    "cards-fill": form_for(commands.FillCards),
    "deck-in": by_words(commands.TakeBattleCard),
    "deck-out": by_words(commands.DropBattleCard),
    "deck-typed": form_for(commands.WriteDeck, category=lambda form: words(form, 1)[0], cards=card_names),
    "name": form_for(commands.NameArmy),
    "notes": form_for(commands.WriteNotes, notes=lambda form: form.get("notes", "")),
    "format": form_for(commands.SetFormat, limit=points_limit, ranks=own_ranks),
    "force": form_for(commands.SetForce, choices=force_choices),
    "points-date": form_for(commands.MovePointsDate, day=lambda form: read_day(form.get("day", ""))),
    "undo": form_for(commands.Undo),
    "redo": form_for(commands.Redo),
}
