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
from muster.web.forms import Form, whole_number


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


def by_field(kind: type[ArmyCommand], name: str) -> Form:
    """A form with one field."""
    return Form(kind, lambda form: msgspec.convert({name: form.get(name, "")}, kind))


def count(form: QueryDict) -> Command:
    """So many units on a line."""
    key, wanted = words(form, 2)
    return commands.SetCount(key=key, count=number(wanted))


def deck(form: QueryDict) -> Command:
    """Names of battle cards, one a line."""
    typed = tuple(line.strip() for line in form.get("cards", "").splitlines() if line.strip())
    return commands.WriteDeck(category=words(form, 1)[0], cards=typed)


def format_(form: QueryDict) -> Command:
    """A format with its cap and ranks."""
    limit = form.get("limit", "").strip()
    cap = number(limit) if limit else None
    return commands.SetFormat(format=form.get("format", ""), limit=cap, ranks=own_ranks(form))


def own_ranks(form: QueryDict) -> RankTable | None:
    """The rows of a rank table that were filled in; none where all were left empty."""
    limits = {}
    for rank in RANKS:
        least, most = form.get(f"{rank}-min", "").strip(), form.get(f"{rank}-max", "").strip()
        if least or most:
            limits[rank] = RankLimit(number(least or "0"), number(most or str(MAX_COUNT)))
    return RankTable(limits=limits) if limits else None


def force(form: QueryDict) -> Command:
    """A battle force and its choices."""
    picked = tuple(name for name in form.getlist("choices") if name)
    return commands.SetForce(force=form.get("force", ""), choices=picked)


def points_date(form: QueryDict) -> Command:
    """The points of another day."""
    return commands.MovePointsDate(day=read_day(form.get("day", "")))


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
    "hand-fill": Form(commands.FillHand, lambda _: commands.FillHand()),
    "deck-fill": Form(commands.FillDeck, lambda _: commands.FillDeck()),
    "cards-fill": Form(commands.FillCards, lambda _: commands.FillCards()),
    "deck-in": by_words(commands.TakeBattleCard),
    "deck-out": by_words(commands.DropBattleCard),
    "deck-typed": Form(commands.WriteDeck, deck),
    "name": by_field(commands.NameArmy, "name"),
    "notes": by_field(commands.WriteNotes, "notes"),
    "format": Form(commands.SetFormat, format_),
    "force": Form(commands.SetForce, force),
    "points-date": Form(commands.MovePointsDate, points_date),
    "undo": Form(commands.Undo, lambda _: commands.Undo()),
    "redo": Form(commands.Redo, lambda _: commands.Redo()),
}
