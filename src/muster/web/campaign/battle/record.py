"""How a battle ended, as one form for both sides: what is asked, what was written before, what is sent."""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, cast

from django.http import QueryDict
from msgspec.structs import replace

from muster.app.campaign.battle.commands import Record
from muster.rules.campaign.battle import agendas, missions, recording
from muster.rules.campaign.battle.battle import CONCEDER_SKIPS, SIDES, Battle, Side, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.steps.experience import CONTESTED
from muster.rules.campaign.battle.steps.side import SideContext
from muster.rules.campaign.library.parts import Agenda, Question, TurningPoint
from muster.rules.campaign.library.story_rules import AgendaRules, MissionRules, mission_rules, rules_of
from muster.rules.campaign.register.register import AgendaTrack
from muster.web.campaign.battle.hand import WrittenCard, hand_words
from muster.web.campaign.battle.opponent_view import Across
from muster.web.campaign.battle.wizard import Frame, Wizard
from muster.web.forms import limit_values, whole_number

OWN, BOTH = "at", "both"
THEIRS = "their-"
SWITCH = "switch"
"""The agenda that a Contingency Plan put into play in the game that filled the form in (rule 271)."""
LONGEST = 60
MANY = {
    "fact": "facts",
    "chosen": "chosen",
    "mission_fact": "mission_facts",
    "mission_chosen": "mission_chosen",
    "enemy_down": "enemy_down",
    "objective_complete": "objective_complete",
}
NUMBERS = {"vp": "victory_points", "count": "count", "mission_count": "mission_count"}
DEFEATED, CONTESTING = "defeated", "contesting"
"""What is ticked for a unit. One that fell contests nothing, whatever else is ticked for it."""


# What is sent ----------------------------------------------------------------------------------------------


def record_of(form: QueryDict) -> Record:
    """One phone writes down both sides; without a Register across the table only its own."""
    own = cast("SideKey", form.get(OWN, ""))
    theirs, result = other(own), form.get("result", "")
    winner = {"won": own, "they-conceded": own, "lost": theirs, "conceded": theirs, "drawn": ""}.get(result)
    conceded = {"conceded": own, "they-conceded": theirs}.get(result, "both" if form.get("early") else "")
    sides = {str(own): side_record(form)}
    if form.get(BOTH):
        sides[theirs] = side_record(form, THEIRS)
    switches = {own: form.get(SWITCH, "")[:LONGEST], theirs: form.get(THEIRS + SWITCH, "")[:LONGEST]}
    unknown = result[:LONGEST] or "?"
    return Record(
        winner=cast("recording.Winner", unknown if winner is None else winner),
        conceded=cast("recording.Conceder", conceded),
        sides=sides,
        switched={key: agenda for key, agenda in switches.items() if agenda and key in sides},
        instead_of=number(form.get("rewrite", "")),
    )


def side_record(form: QueryDict, prefix: str = "") -> SideRecord:
    """What was written down for a side: each unit's fate, the agenda's facts, the mission's."""
    start = f"{prefix}fate-"
    fates = {name.removeprefix(start): form.getlist(name) for name in form if name.startswith(start)}
    sent: dict[str, Any] = {field: number(form.get(prefix + name, "")) for name, field in NUMBERS.items()}
    sent |= {field: _limit_values(form.getlist(prefix + name)) for name, field in MANY.items()}
    fallen = [unit for unit, ticked in fates.items() if DEFEATED in ticked]
    sent["defeated"] = _limit_values(fallen)
    sent["contesting"] = _limit_values(
        unit for unit, ticked in fates.items() if CONTESTING in ticked and unit not in fallen
    )
    return SideRecord(**sent)


def _limit_values(values: Iterable[str]) -> tuple[str, ...]:
    return limit_values(values, LONGEST)


def number(text: str) -> int:
    """Nothing written is 0; what is no number is refused as one below 0."""
    found = whole_number(text) if text else 0
    return -1 if found is None else found


# What is asked ---------------------------------------------------------------------------------------------


class CardReward(NamedTuple):
    """A Paragon card that gave something in play: the name of its field, its own, and the units ticked."""

    field: str
    name: str
    units: list[str]


class SideForm(NamedTuple):
    """One side's questions; `prefix` stands before the names of its fields. Its command hand is not among
    them: the page is the other side's, too. `switched` is the agenda that comes into play with the record."""

    prefix: str
    side: Side
    names: dict[str, str]
    rules: AgendaRules | None
    questions: list[Question]
    mission: TurningPoint | None
    mission_questions: list[Question]
    fates: dict[str, list[str]]
    ticked: dict[str, list[str]]
    card_rewards: list[CardReward]
    asked: QueryDict
    switched: str = ""


Track = tuple[AgendaTrack, Agenda]


class AgendaPage(Wizard):
    """Choose an agenda."""

    template: ClassVar[str] = "campaign/battle/agenda.html"
    tracks: list[tuple[AgendaTrack, AgendaRules]]
    mission: MissionRules | None


class RecordPage(Wizard):
    """How did it end?"""

    template: ClassVar[str] = "campaign/battle/record.html"
    agenda: AgendaRules | None
    mission: MissionRules | None
    hand: list[WrittenCard]
    switch_to: list[Track]
    agreed_end_counts: bool
    forms: list[SideForm]
    skipped: str
    most_count: int = recording.MOST_COUNT
    most_mission: int = recording.MOST_EQUIPMENT
    contested: int = CONTESTED


def agenda_page(context: SideContext, frame: Frame) -> AgendaPage:
    """The open agendas of the arc."""
    found, books = tracks_of(context), context.library
    rules = rules_of((agenda.id for agenda, _ in found), books)
    mission = mission_rules(context.battle.turning_point, books)
    return AgendaPage(
        frame=frame, tracks=[(agenda, rules[agenda.id]) for agenda, _ in found], mission=mission
    )


def record_page(context: SideContext, frame: Frame) -> RecordPage:
    """What the form asks: the own side's questions, and those of the other where it has a Register."""
    asked = frame.asked
    if context.battle.status == "recorded" and not asked.get("result"):
        asked = written_form(context.battle, context.key)
    context = recording.with_switch(context, asked.get(SWITCH, ""))
    forms = [side_form(context, asked, "")]
    if context.enemy is not None and context.opponent.register:
        forms.append(_form_across(context, _theirs(asked)))
    return RecordPage(
        frame=replace(frame, asked=asked),
        agenda=forms[0].rules,
        mission=mission_rules(context.battle.turning_point, context.library),
        hand=hand_words(context),
        switch_to=_switch_to(context),
        agreed_end_counts=context.battle.switches.agreed_end_counts,
        forms=forms,
        skipped=skipped_steps(),
    )


def skipped_steps() -> str:
    """The steps that are skipped by who concedes or ends a game early (rule 175)."""
    *most, last = [str(step) for step in sorted(CONCEDER_SKIPS)]
    return f"{', '.join(most)} and {last}"


def _form_across(context: SideContext, asked: QueryDict) -> SideForm:
    return side_form(recording.with_switch(context.across(), asked.get(SWITCH, "")), asked, THEIRS)


def tracks_of(context: SideContext) -> list[Track]:
    """The agendas of the arc, with their boxes; one that the library no longer has is left out."""
    arc, known = context.register.arc, context.library.agendas
    return [(agenda, known[agenda.id]) for agenda in arc.agendas if agenda.id in known] if arc else []


def _switch_to(context: SideContext) -> list[Track]:
    """The agendas that Contingency Plan may put into play instead (rule 271)."""
    side = context.side
    if (
        recording.CONTINGENCY not in side.assets
        or not side.agenda
        or side.switched
        or context.battle.status != "open"
    ):
        return []
    return [track for track in tracks_of(context) if track[0].id != side.agenda and not track[0].complete]


def side_form(context: SideContext, asked: QueryDict, prefix: str) -> SideForm:
    """What has to be asked about a side: each unit's fate, the agenda's facts, the mission's."""
    library = context.library
    agenda = library.agendas.get(context.side.agenda or "")
    mission = library.turning_points.get(context.battle.turning_point)
    facts = agendas.questions_of(agenda) if agenda else ()
    mission_facts = missions.questions_of(mission) if mission else ()
    held = {card.id for dossier in context.register.dossiers for card in dossier.paragon_cards}
    return SideForm(
        prefix=prefix,
        side=context.side,
        names=context.names,
        rules=rules_of([agenda.id], library).get(agenda.id) if agenda else None,
        questions=[library.questions[fact] for fact in facts],
        mission=mission,
        mission_questions=[library.questions[fact] for fact in mission_facts],
        fates={name[5:]: asked.getlist(name) for name in asked if name.startswith("fate-")},
        ticked={name: asked.getlist(name) for name in ("fact", "chosen", "mission_fact", "mission_chosen")},
        card_rewards=[
            CardReward(field, library.paragon_cards[card].name.rstrip("!"), asked.getlist(field))
            for card, field in recording.CARD_REWARDS.items()
            if card in held
        ],
        asked=asked,
        switched=agenda.id if agenda and asked.get(SWITCH) == agenda.id else "",
    )


def written_form(battle: Battle, key: SideKey) -> QueryDict:
    """The form as it was sent for the record that stands, to be written again."""
    sides = {str(key): battle.side(key).record for key in SIDES}
    winner, conceded = cast("recording.Winner", battle.winner), cast("recording.Conceder", battle.conceded)
    return filled_form(Record(winner=winner, conceded=conceded, sides=sides), key)


def filled_form(record: Record, key: SideKey) -> QueryDict:
    """The form that a side would send for a record: to be looked over and sent."""
    form = QueryDict(mutable=True)
    form["result"] = "drawn" if not record.winner else "won" if record.winner == key else "lost"
    if record.conceded in SIDES:
        form["result"] = "conceded" if record.conceded == key else "they-conceded"
    form["early"] = "1" if record.conceded == "both" else ""
    for prefix, side in (("", record.sides.get(key)), (THEIRS, record.sides.get(other(key)))):
        if side is None:
            continue
        form[prefix + SWITCH] = record.switched.get(key if not prefix else other(key), "")
        for name, field in NUMBERS.items():
            form[prefix + name] = str(getattr(side, field))
        for name, field in MANY.items():
            form.setlist(prefix + name, list(getattr(side, field)))
        for value, units in ((DEFEATED, side.defeated), (CONTESTING, side.contesting)):
            for unit in units:
                form[f"{prefix}fate-{unit}"] = value
    return form


def _theirs(asked: QueryDict) -> QueryDict:
    """What was sent about the other side, under the names the own side's fields have."""
    found = QueryDict(mutable=True)
    for name in asked:
        if name.startswith(THEIRS):
            found.setlist(name.removeprefix(THEIRS), asked.getlist(name))
    return found


# What was written ------------------------------------------------------------------------------------------


class SideTold(NamedTuple):
    """One side's part of the record in words."""

    host: str
    own: bool
    lines: list[tuple[str, str]]


class CheckPage(Wizard):
    """The other side wrote it down: is that right?"""

    template: ClassVar[str] = "campaign/battle/check.html"
    sides_told: list[SideTold]
    most_words: int = recording.MOST_WORDS


def check_page(context: SideContext, frame: Frame) -> CheckPage:
    """The record of both sides, to be looked over."""
    return CheckPage(frame=frame, sides_told=sides_told(context, frame.named))


def sides_told(context: SideContext, named: dict[SideKey, Across]) -> list[SideTold]:
    """The record of both sides in words."""
    seats = (context, context.across()) if context.enemy else (context,)
    return [side_told(seat, named[seat.key].host, own=seat is context) for seat in seats]


def side_told(context: SideContext, host: str, *, own: bool = False) -> SideTold:
    """What the record says of one side."""
    side, names = context.side, context.names

    def names_in_words(keys: tuple[str, ...]) -> str:
        return ", ".join(names.get(key, key) for key in keys)

    record, agenda = side.record, context.library.agendas.get(side.agenda or "")
    lines = [
        ("Defeated", names_in_words(record.defeated) or "None"),
        ("Contested or controlled", names_in_words(record.contesting) or "None"),
    ]
    questions = context.library.questions
    if agenda is not None:
        facts = [questions[fact].words for fact in record.facts if fact in questions]
        counted = [f"{record.count} {agenda.counts}"] if agenda.counts and record.count else []
        lines.append(
            (
                agenda.name,
                ". ".join([*counted, *facts, names_in_words(record.chosen)]).strip(". ") or "Nothing",
            )
        )
    if context.battle.turning_point:
        facts = [questions[fact].words for fact in record.mission_facts if fact in questions]
        counted = [str(record.mission_count)] if record.mission_count else []
        named = [names_in_words(record.mission_chosen)] if record.mission_chosen else []
        lines.append((context.battle.mission, ". ".join([*counted, *facts, *named]) or "Nothing"))
    if record.victory_points:
        lines.append(("Victory points", str(record.victory_points)))
    return SideTold(host, own, lines)
