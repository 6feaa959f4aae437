"""A club's own story arc, read from JSON in the schema of our data files and checked before anybody plays it.

Every problem is told with its place. Homebrew is marked as such, never takes an official id, and what only
its words can say is done by the players (`manual`). The schema: docs/reference/campaign-data.md.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from muster.rules.campaign.library import references
from muster.rules.campaign.library.library import Library, library
from muster.rules.campaign.library.parts import (
    Agenda,
    Arc,
    Commendation,
    Grants,
    Part,
    Question,
    Setback,
    Trait,
    TurningPoint,
)
from muster.rules.campaign.library.references import Dangling
from muster.rules.campaign.library.rewards import Reward
from muster.rules.dice.faces import shorten_typed
from muster.rules.json_text import Json, decode_json
from muster.rules.violations import Refused, Violation

MOST_BYTES: Final = 200_000
"""A file of this size holds any arc many times over; more is refused unread."""

MOST_NAME: Final = 80
MOST_WORDS: Final = 1_000
MOST_NUMBER: Final = 1_000
MOST_TIMES: Final = 20
BOXES: Final = 5
"""The Register sheet has five boxes for each agenda (rule 12)."""

SECTIONS: Final[Mapping[str, tuple[type[msgspec.Struct], str]]] = {
    "arc": (Arc, "arcs"),
    "agendas": (Agenda, "agendas"),
    "commendation": (Commendation, "commendations"),
    "setback": (Setback, "setbacks"),
    "trait": (Trait, "traits"),
    "turning_point": (TurningPoint, "turning_points"),
    "questions": (Question, "questions"),
}
"""The sections of a file: what stands in each, and the table of the library it goes into."""
LISTS: Final = ("agendas", "questions")
POINTERS: Final = {
    "arc": "arcs",
    "agendas": "agendas",
    "commendation": "commendations",
    "commendations": "commendations",
    "widens": "commendations",
    "setback": "setbacks",
    "trait": "traits",
    "turning_point": "turning_points",
    "facts": "questions",
    "when": "questions",
}
"""The fields that name a part by its id, and the table it stands in (see `references`)."""


class Homebrew(msgspec.Struct, frozen=True, kw_only=True):
    """A club's arc with all its parts, every one marked as homebrew."""

    arc: Arc
    agendas: tuple[Agenda, ...]
    commendation: Commendation
    setback: Setback
    trait: Trait
    turning_point: TurningPoint
    questions: tuple[Question, ...] = ()


def read_arc(raw: str | bytes) -> Homebrew:
    """The arc in this text; refused with every problem found and its place."""
    found = _parts(_document(raw))
    if problems := tuple(_problems(found)):
        raise Refused(*problems)
    return found


def with_homebrew(*arcs: Homebrew, base: Library | None = None) -> Library:
    """The library with these arcs added; refused where two parts would go by the same id."""
    known = base or library()
    for arc in arcs:
        if taken := tuple(_taken_ids(arc, known)):
            raise Refused(*taken)
        known = _with_parts(known, arc)
    return known


def own_id(id: str, mark: str) -> str:
    """An id that is nobody else's: with the mark of its owner at the end."""
    return f"{id[: MOST_NAME - len(mark) - 1].rstrip('-')}-{mark}"


def under_own_ids(raw: str, mark: str) -> str:
    """A readable file with the owner's mark on the id of every part, wherever the file names it."""
    document = _document(raw)
    ids = {(table, part.id) for _, table, part in _places(_parts(document))}

    def rename_ids(value: Json, table: str) -> Json:
        if isinstance(value, str):
            return own_id(value, mark) if (table, value) in ids else value
        if isinstance(value, list):
            return [rename_ids(item, table) for item in value]
        if isinstance(value, dict):
            return {name: rename_ids(item, POINTERS.get(name, "")) for name, item in value.items()}
        return value

    def mark_ids(section: Json) -> Json:
        if isinstance(section, list):
            return [mark_ids(part) for part in section]
        return {**section, "id": own_id(str(section["id"]), mark)} if isinstance(section, dict) else section

    own = {name: mark_ids(rename_ids(section, "")) for name, section in document.items()}
    return msgspec.json.encode(own).decode()


def _with_parts(known: Library, own: Homebrew) -> Library:
    tables = {table: dict(getattr(known, table)) for _, table in SECTIONS.values()}
    for _, table, part in _places(own):
        tables[table][part.id] = part
    return msgspec.structs.replace(known, **tables)


# Reading ---------------------------------------------------------------------------------------------------


def _document(raw: str | bytes) -> Mapping[str, Json]:
    if len(raw) > MOST_BYTES:
        raise Refused(_violation("arc.too_big", "file", most=MOST_BYTES))
    try:
        document = decode_json(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(_violation("arc.no_json", "file", problem=shorten_typed(str(error), 120))) from None
    if not isinstance(document, dict):
        raise Refused(_violation("arc.no_object", "file"))
    return document


def _parts(document: Mapping[str, Json]) -> Homebrew:
    """The parts, decoded after every field was found readable by itself, so that all problems are reported at
    once."""
    if problems := tuple(_unreadable(document)):
        raise Refused(*problems)
    own = msgspec.convert({name: _mark_homebrew(section) for name, section in document.items()}, Homebrew)
    return msgspec.structs.replace(
        own,
        commendation=_by_hand(own.commendation),
        setback=msgspec.structs.replace(own.setback, effects="manual"),
        trait=msgspec.structs.replace(own.trait, effects="manual"),
    )


def _mark_homebrew(section: Json) -> Json:
    """A section with the mark of homebrew on every part of it, whatever the file says."""
    if isinstance(section, list):
        return [_mark_homebrew(part) for part in section]
    return {**section, "homebrew": True} if isinstance(section, dict) else section


def _by_hand(commendation: Commendation) -> Commendation:
    """What grants nothing that we know is done by the players."""
    known = commendation.variants or commendation.grants != Grants()
    return msgspec.structs.replace(commendation, effects="known" if known else "manual")


def _unreadable(document: Mapping[str, Json]) -> Iterator[Violation]:
    yield from (
        _violation("arc.unknown_field", shorten_typed(name)) for name in document if name not in SECTIONS
    )
    for name, (kind, _) in SECTIONS.items():
        if name in LISTS:
            yield from _unreadable_list(document.get(name, [] if name == "questions" else None), kind, name)
        else:
            yield from _unreadable_part(document.get(name), kind, name)


def _unreadable_list(raw: Json, kind: type[msgspec.Struct], place: str) -> Iterator[Violation]:
    if not isinstance(raw, list):
        yield _violation("arc.wrong_type", place, problem="a list is wanted")
        return
    for number, part in enumerate(raw):
        yield from _unreadable_part(part, kind, f"{place}[{number}]")


def _unreadable_part(raw: Json, kind: type[msgspec.Struct], place: str) -> Iterator[Violation]:
    if raw is None:
        yield _violation("arc.missing", place)
        return
    if not isinstance(raw, dict):
        yield _violation("arc.wrong_type", place, problem="an object is wanted")
        return
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    unknown = (name for name in raw if name not in fields)
    yield from (_violation("arc.unknown_field", f"{place}.{shorten_typed(name)}") for name in unknown)
    for field in fields.values():
        yield from _unreadable_field(raw, field, f"{place}.{field.name}")


def _unreadable_field(
    raw: Mapping[str, Json], field: msgspec.structs.FieldInfo, place: str
) -> Iterator[Violation]:
    if field.name not in raw:
        if field.required:
            yield _violation("arc.missing", place)
        return
    try:
        msgspec.convert(raw[field.name], field.type)
    except (msgspec.ValidationError, RecursionError) as error:
        what, _, where = str(error).partition(" - at `$")
        yield _violation("arc.wrong_type", place + where.rstrip("`"), problem=shorten_typed(what, 120))


# Checking --------------------------------------------------------------------------------------------------


def _problems(own: Homebrew) -> Iterator[Violation]:
    yield from _taken_ids(own, library())
    for place, _, part in _places(own):
        yield from _form_problems(place, part)
    yield from _number_problems(own)
    yield from _choice_problems(own)
    for found in _references(own):
        yield _violation("arc.dangling", found.place, kind=found.kind, id=shorten_typed(found.id))
    yield from _owner_problems(own)
    if own.setback.face is not None or own.trait.face is not None:
        yield _violation("arc.chart_row", "setback.face" if own.setback.face else "trait.face")
    for place in references.off_the_table(own.turning_point.map):
        yield _violation("arc.off_the_table", f"turning_point.map.{place}")


def _places(own: Homebrew) -> Iterator[tuple[str, str, Part | Question]]:
    """Every part with its place in the file and the table of the library it goes into."""
    for name, (_, table) in SECTIONS.items():
        held = getattr(own, name)
        if name in LISTS:
            yield from ((f"{name}[{number}]", table, part) for number, part in enumerate(held))
        else:
            yield name, table, held


def _taken_ids(own: Homebrew, known: Library) -> Iterator[Violation]:
    """Violations for parts whose id is taken: by an official part, an earlier arc, or the same file."""
    seen: set[tuple[str, str]] = set()
    for place, table, part in _places(own):
        if part.id in getattr(known, table) or (table, part.id) in seen:
            yield _violation("arc.id_taken", f"{place}.id", id=shorten_typed(part.id))
        seen.add((table, part.id))


def _form_problems(place: str, part: Part | Question) -> Iterator[Violation]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", part.id) or len(part.id) > MOST_NAME:
        yield _violation("arc.bad_id", f"{place}.id", id=shorten_typed(part.id))
    if isinstance(part, Part) and not 0 < len(part.name.strip()) <= MOST_NAME:
        yield _violation("arc.bad_length", f"{place}.name", most=MOST_NAME)
    if not part.words.strip():
        yield _violation("arc.bad_length", f"{place}.words", most=MOST_WORDS)


def _number_problems(own: Homebrew) -> Iterator[Violation]:
    if len(own.agendas) != 3:
        yield _violation("arc.three_agendas", "agendas", have=len(own.agendas))
    for number, agenda in enumerate(own.agendas):
        if not 1 <= agenda.needed <= BOXES:
            yield _violation("arc.out_of_bounds", f"agendas[{number}].needed", least=1, most=BOXES)
    for place, value in _leaves(msgspec.to_builtins(own), ""):
        if isinstance(value, str):
            if len(value) > MOST_WORDS:
                yield _violation("arc.bad_length", place, most=MOST_WORDS)
        elif not 0 <= value <= MOST_NUMBER:
            yield _violation("arc.out_of_bounds", place, least=0, most=MOST_NUMBER)


def _leaves(value: object, place: str) -> Iterator[tuple[str, str | int | float]]:
    """Every text and number with its place."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        yield place, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _leaves(each, f"{place}.{name}".lstrip("."))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from _leaves(each, f"{place}[{number}]")


def _rewards(own: Homebrew) -> Iterator[tuple[str, Reward]]:
    yield from ((f"agendas[{number}].reward", agenda.reward) for number, agenda in enumerate(own.agendas))
    for name in ("spoils", "victory", "loss"):
        yield f"turning_point.{name}", getattr(own.turning_point, name)


def _choice_problems(own: Homebrew) -> Iterator[Violation]:
    """Violations where choices share an id, or a reward rolls or offers more than a table can handle."""
    for place, reward in _rewards(own):
        if _has_repeats(pick.id for pick in reward.picks):
            yield _violation("arc.same_pick", f"{place}.picks")
        for number, pick in enumerate(reward.picks):
            if not pick.options or _has_repeats(option.id for option in pick.options):
                yield _violation("arc.same_pick", f"{place}.picks[{number}].options")
            if pick.most > MOST_TIMES:
                yield _violation(
                    "arc.out_of_bounds", f"{place}.picks[{number}].most", least=0, most=MOST_TIMES
                )
        if reward.dice is not None and max(reward.dice.number, reward.dice.most) > MOST_TIMES:
            yield _violation("arc.out_of_bounds", f"{place}.dice", least=0, most=MOST_TIMES)


def _has_repeats(ids: Iterable[str]) -> bool:
    return max(Counter(ids).values(), default=0) > 1


def _references(own: Homebrew) -> Iterator[Dangling]:
    known = _with_parts(library(), own)
    yield from references.arc_references(own.arc, known)
    for number, agenda in enumerate(own.agendas):
        yield from references.agenda_references(agenda, f"agendas[{number}]", known)
    yield from references.commendation_references(own.commendation, "commendation", known)
    yield from references.trait_references(own.trait, "trait", known)
    yield from references.mission_references(own.turning_point, "turning_point", known)


def _owner_problems(own: Homebrew) -> Iterator[Violation]:
    """Violations where the arc and the parts of its file do not name each other."""
    if set(own.arc.agendas) != {agenda.id for agenda in own.agendas}:
        yield _violation("arc.not_its_own", "arc.agendas")
    for name in ("commendation", "setback", "trait", "turning_point"):
        if getattr(own.arc, name) != getattr(own, name).id:
            yield _violation("arc.not_its_own", f"arc.{name}")
    for place, _, part in _places(own):
        if not isinstance(part, Arc | Question) and getattr(part, "arc", None) != own.arc.id:
            yield _violation("arc.not_its_own", f"{place}.arc")


def _violation(code: str, place: str, **params: int | str) -> Violation:
    return Violation(code=code, source="homebrew arc", about=(place,), params={"place": place, **params})
