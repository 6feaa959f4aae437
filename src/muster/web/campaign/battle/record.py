"""How a battle ended, as one form for both sides: what is asked, what was written before, what is sent."""

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict

from muster.app.acting import Act
from muster.app.campaign.battles import BattleTable, SideRef
from muster.rules.campaign.battle.battle import SIDES, Battle, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.register.register import Register
from muster.web.campaign.battle.muster import record_context
from muster.web.campaign.battle.request import names_of

THEIRS = "their-"
MOST = 60
MANY = {
    "fact": "facts",
    "chosen": "chosen",
    "mission_fact": "mission_facts",
    "mission_chosen": "mission_chosen",
    "enemy_down": "enemy_down",
    "objective_complete": "objective_complete",
}
NUMBERS = {"vp": "victory_points", "count": "count", "mission_count": "mission_count"}
FATES = {"defeated": "defeated", "contesting": "contesting"}


def record_in(form: QueryDict, prefix: str = "") -> SideRecord:
    """What was written down for a side: each unit's fate, the agenda's facts, the mission's."""
    start = f"{prefix}fate-"
    fates = [(name.removeprefix(start), form[name]) for name in form if name.startswith(start)]
    said: dict[str, Any] = {field: number(form.get(prefix + name, "")) for name, field in NUMBERS.items()}
    said |= {field: limited(form.getlist(prefix + name)) for name, field in MANY.items()}
    said |= {field: limited(unit for unit, fate in fates if fate == value) for value, field in FATES.items()}
    return SideRecord(**said)


def limited(values: Iterable[str]) -> tuple[str, ...]:
    """What a form may hold of one thing."""
    return tuple(value[:MOST] for value in values)[:MOST]


def number(text: str) -> int:
    """Nothing written is 0; what is no number is refused as one below 0."""
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


def write_down(table: BattleTable, act: Act, place: SideRef, form: QueryDict) -> None:
    """One phone writes down both sides; without a Register across the table only its own."""
    own, theirs = place.side, other(place.side)
    result = form.get("result", "")
    winner = {"won": own, "they-conceded": own, "lost": theirs, "conceded": theirs, "drawn": ""}.get(result)
    conceded = {"conceded": own, "they-conceded": theirs}.get(result, "both" if form.get("early") else "")
    said = {own: record_in(form)}
    if table.battle(place.battle).state.side(theirs).register:
        said[theirs] = record_in(form, THEIRS)
    unknown = result[:MOST] or "?"
    table.record(act, place.battle, winner if winner is not None else unknown, conceded, said)  # type: ignore[arg-type]


def result_for(battle: Battle, key: SideKey) -> str:
    """The button that says how the battle ended for a side."""
    if battle.conceded in SIDES:
        return "conceded" if battle.conceded == key else "they-conceded"
    return battle.result(key)


def written(battle: Battle, key: SideKey) -> QueryDict:
    """The form as it was sent for the record that stands, to be written again."""
    form = QueryDict(mutable=True)
    form["result"] = result_for(battle, key)
    form["early"] = "1" if battle.conceded == "both" else ""
    for prefix, side in (("", battle.side(key)), (THEIRS, battle.side(other(key)))):
        record = side.record
        for name, field in NUMBERS.items():
            form[prefix + name] = str(getattr(record, field))
        for name, field in MANY.items():
            form.setlist(prefix + name, list(getattr(record, field)))
        for value, field in FATES.items():
            for unit in getattr(record, field):
                form[f"{prefix}fate-{unit}"] = value
    return form


def both_sides(seat: SideContext, asked: QueryDict) -> dict[str, Any]:
    """What the form asks: the own side's questions, and those of the other where it has a Register."""
    if seat.battle.status == "recorded" and not asked.get("result"):
        asked = written(seat.battle, seat.key)
    context = record_context(seat, asked) | {"asked": asked, "forms": [_form(seat, asked, "")]}
    if seat.enemy is not None and seat.opponent.register:
        there = SideContext(seat.battle, other(seat.key), seat.enemy, seat.cards, seat.library, seat.register)
        context["forms"].append(_form(there, _theirs(asked), THEIRS))
    return context


def _form(seat: SideContext, asked: QueryDict, prefix: str) -> dict[str, Any]:
    """One side's questions. Its command hand is not among them: the page is the other side's, too."""
    return record_context(seat, asked) | {
        "hand": (),
        "prefix": prefix,
        "side": seat.side,
        "asked": asked,
        "names": names_of(seat.register),
    }


def _theirs(asked: QueryDict) -> QueryDict:
    """What was sent about the other side, under the names the own side's fields have."""
    found = QueryDict(mutable=True)
    for name in asked:
        if name.startswith(THEIRS):
            found.setlist(name.removeprefix(THEIRS), asked.getlist(name))
    return found


def told_record(seat: SideContext, named: dict[str, str]) -> list[dict[str, Any]]:
    """The record in words, for whoever did not write it: each side's losses, who held, what was counted."""
    registers: dict[SideKey, Register | None] = {seat.key: seat.register, other(seat.key): seat.enemy}
    return [
        _side_told(seat, key, register, named[key])
        for key, register in registers.items()
        if register is not None
    ]


def _side_told(seat: SideContext, key: SideKey, register: Register, host: str) -> dict[str, Any]:
    side, names = seat.battle.side(key), names_of(register)
    units = {one.key: names.get(one.key, one.name) for one in side.fielded}

    def listed(keys: tuple[str, ...]) -> str:
        return ", ".join(units.get(one, one) for one in keys)

    record, agenda = side.record, seat.library.agendas.get(side.agenda or "")
    lines = [
        ("Defeated", listed(record.defeated) or "Nobody"),
        ("Contested or held", listed(record.contesting) or "Nobody"),
    ]
    if agenda is not None:
        asked = seat.library.questions
        facts = [asked[one].words for one in record.facts if one in asked]
        counted = [f"{record.count} {agenda.counts}"] if agenda.counts and record.count else []
        lines.append(
            (agenda.name, ". ".join([*counted, *facts, listed(record.chosen)]).strip(". ") or "Nothing")
        )
    if seat.battle.turning_point:
        facts = [
            seat.library.questions[one].words for one in record.mission_facts if one in seat.library.questions
        ]
        counted = [str(record.mission_count)] if record.mission_count else []
        said = [*counted, *facts, *([listed(record.mission_chosen)] if record.mission_chosen else [])]
        lines.append((seat.battle.mission, ". ".join(said) or "Nothing"))
    if record.victory_points:
        lines.append(("Victory points", str(record.victory_points)))
    return {"host": host, "own": key == seat.key, "lines": lines}
