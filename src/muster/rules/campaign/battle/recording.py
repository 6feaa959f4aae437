"""Opening a battle, its agendas, how it ended, and whether both agree (rules 130 to 146, 271; R26)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec

from muster.rules.campaign.battle import agendas, missions
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.battle import BOTH, SIDES, Battle, evolve, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.steps.side import SideContext, Turn, agenda_record, mission_record
from muster.rules.campaign.battle.turning_points import opening_problem
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.library.parts import TurningPoint
from muster.rules.campaign.register import events as register_events
from muster.rules.campaign.register.register import AgendaTrack, Register, problem, problem_if
from muster.rules.campaign.switches import Switches
from muster.rules.log import Event
from muster.rules.violations import Violation, refuse_if, refuse_unless

RECON_UP_TO = 800
MOST_POINTS = 10_000
MOST_COUNT = 99
MOST_EQUIPMENT = 20
MOST_WORDS = 500
CONTINGENCY = "contingency-plan"
COMBAT_DROP = "combat-drop"
CARD_REWARDS = {"enemy-down": "enemy_down", "objective-complete": "objective_complete"}
"""The Paragon cards that give something in play, and where a record holds to whom (rule 273)."""

Winner: TypeAlias = Literal["blue", "red", ""]
Conceder: TypeAlias = Literal["blue", "red", "both", ""]


def default_format(points: int) -> str:
    """Rules 131 and 132: up to 800 points Recon, above that Standard; a suggestion the players may change."""
    return "recon" if points <= RECON_UP_TO else "standard"


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What two players agree on. A side without a Register is left out of `registers`."""

    battle: str
    points: int
    format: str = ""
    turning_point: bool = False
    campaign: str = ""


def register_problem(register: Register, key: str) -> Violation | None:
    """A Register goes to battle when it is founded, not retired, and in no other battle (R26)."""
    if register.status == "retired":
        return problem("register.is_retired", (key,))
    if register.status != "founded":
        return problem("battle.not_founded", (key,), 124)
    if register.open_battle:
        return problem("battle.one_at_a_time", (key, register.open_battle), "R26", register=register.name)
    return None


def decide_battle(
    opening: Opening,
    registers: Mapping[SideKey, Register],
    ids: Mapping[SideKey, str],
    switches: Switches,
    library: Library,
) -> battle_events.BattleOpened:
    """Rules 130, 133, 140 to 142: points agreed, at least one Register, a turning point where one is due."""
    blue, red = registers.get("blue"), registers.get("red")
    same = len(set(ids.values())) < len(ids)
    refuse_if(
        problem_if(not registers, "battle.no_register", (), 133),
        problem_if(same, "battle.same_register", (), 133),
        problem_if(
            not 1 <= opening.points <= MOST_POINTS,
            "battle.points",
            (),
            130,
            given=opening.points,
            max=MOST_POINTS,
        ),
        *(register_problem(register, key) for key, register in registers.items()),
        opening_problem(blue, red, turning_point=opening.turning_point),
    )
    mission = _mission_of(blue, library) if opening.turning_point else None
    return battle_events.BattleOpened(
        battle=opening.battle,
        points=opening.points,
        format=opening.format or default_format(opening.points),
        registers={str(key): register_id for key, register_id in ids.items()},
        reputations={key: register.reputation for key, register in registers.items()},
        switches=msgspec.structs.asdict(switches),
        turning_point=mission.id if mission else "",
        mission=mission.name if mission else "",
        campaign=opening.campaign,
    )


def _mission_of(blue: Register | None, library: Library) -> TurningPoint | None:
    """The turning point of Blue's arc."""
    arc = library.arcs.get(blue.arc.id) if blue is not None and blue.arc is not None else None
    return library.turning_points[arc.turning_point] if arc else None


def decide_agenda_choice(seat: SideContext, agenda_id: str) -> Turn:
    """Rules 144 to 146 and 71: Blue first, one open agenda of the own arc, none in one's own turning point.

    An empty choice passes.
    """
    battle, side = seat.battle, seat.side
    waits = seat.key == "red" and to_choose(battle, "blue")
    refuse_if(
        problem_if(battle.status != "open", "battle.not_open", (battle.id,)),
        problem_if(not side.mustered, "battle.not_mustered", (seat.key,), 144),
        problem_if(
            agenda_id and battle.owns_turning_point(seat.key), "battle.own_turning_point", (seat.key,), 146
        ),
        problem_if(waits, "battle.blue_first", (seat.key,), 144),
        problem_if(side.switched, "battle.switched", (seat.key,), 271),
        _agenda_problem(seat.register, agenda_id) if agenda_id else None,
    )
    track = _track(seat.register, agenda_id)
    return Turn((battle_events.AgendaChosen(seat.key, agenda_id, track.name if track else ""),))


def to_choose(battle: Battle, key: SideKey) -> bool:
    """Rules 144 and 146: whether a side has yet to put an agenda into play, or to pass."""
    side = battle.side(key)
    return bool(side.register) and side.agenda is None and not battle.owns_turning_point(key)


def _track(register: Register, agenda_id: str) -> AgendaTrack | None:
    return register.arc.agenda(agenda_id) if register.arc else None


def _agenda_problem(register: Register, agenda_id: str) -> Violation | None:
    """Rules 71 and 144: an agenda of the current arc that is not complete."""
    track = _track(register, agenda_id)
    if track is None:
        return problem("register.no_agenda", (agenda_id[:60],), 144, agenda=agenda_id[:60])
    return problem("battle.agenda_complete", (agenda_id,), 71, agenda=track.name) if track.complete else None


def decide_switch(seat: SideContext, agenda_id: str) -> Turn:
    """Rule 271: Contingency Plan swaps the agenda in play for one not used in this battle, once."""
    open_now = seat.battle.status == "open"
    refuse_if(
        problem_if(not open_now, "battle.not_open", (seat.battle.id,)),
        *switch_problems(seat, agenda_id),
    )
    return Turn((_switch_event(seat, agenda_id),))


def switch_problems(seat: SideContext, agenda_id: str) -> tuple[Violation, ...]:
    """What stands in the way of a switch, whenever it is written down (rule 271)."""
    side = seat.side
    found = (
        problem("battle.no_contingency", (seat.key,), 271) if CONTINGENCY not in side.assets else None,
        problem("battle.no_agenda", (seat.key,), 271) if not side.agenda else None,
        problem("battle.switched", (seat.key,), 271) if side.switched else None,
        problem("battle.same_agenda", (agenda_id[:60],), 271) if agenda_id == side.agenda else None,
        _agenda_problem(seat.register, agenda_id),
    )
    return tuple(filter(None, found))


def _switch_event(seat: SideContext, agenda_id: str) -> battle_events.AgendaSwitched:
    track = _track(seat.register, agenda_id)
    return battle_events.AgendaSwitched(seat.key, agenda_id, track.name if track else "")


def decide_switches(
    seats: Sequence[SideContext], switched: Mapping[SideKey, str]
) -> tuple[battle_events.AgendaSwitched, ...]:
    """The switches that come with a record. One that was recorded before is not made again."""
    absent = switched.keys() - {seat.key for seat in seats}
    refuse_if(*(problem("battle.no_contingency", (key,), 271) for key in sorted(absent)))
    choices = [(seat, switched.get(seat.key, "")) for seat in seats]
    new = [(seat, agenda) for seat, agenda in choices if agenda and not _has_switched_to(seat, agenda)]
    refuse_if(*(violation for seat, agenda in new for violation in switch_problems(seat, agenda)))
    return tuple(_switch_event(seat, agenda) for seat, agenda in new)


def _has_switched_to(seat: SideContext, agenda_id: str) -> bool:
    return seat.side.switched and seat.side.agenda == agenda_id


def with_switch(seat: SideContext, agenda_id: str) -> SideContext:
    """The side as it sits after a switch; as it is where none can be made."""
    if not agenda_id or switch_problems(seat, agenda_id):
        return seat
    return replace(seat, battle=evolve(seat.battle, _switch_event(seat, agenda_id)))


def decide_combat_drop(seat: SideContext, unit: str) -> Turn:
    """Rule 269: Combat Drop lets one allied unit infiltrate in this battle."""
    side = seat.side
    refuse_if(
        problem_if(seat.battle.status != "open", "battle.not_open", (seat.battle.id,)),
        problem_if(COMBAT_DROP not in side.assets, "battle.no_combat_drop", (seat.key,), 269),
        problem_if(side.dropped, "battle.dropped", (side.dropped,), 269),
        problem_if(not side.unit(unit), "battle.not_fielded", (seat.key, unit[:60]), 269, unit=unit[:60]),
    )
    return Turn((battle_events.CombatDropped(seat.key, unit),))


def decide_call_off(battle: Battle, registers: Mapping[SideKey, Register]) -> dict[str, tuple[Event, ...]]:
    """A battle that was not played is called off; the Registers are free again."""
    refuse_unless(battle.status == "open", problem("battle.not_open", (battle.id,)))
    freed = {key: register for key, register in registers.items() if register.open_battle == battle.id}
    return {"battle": (battle_events.BattleCalledOff(),)} | {
        key: (register_events.BattleLeft(battle.id),) for key in freed
    }


def decide_record(
    battle: Battle,
    winner: Winner,
    conceded: Conceder,
    sides: Mapping[str, SideRecord],
    seats: Sequence[SideContext] = (),
) -> battle_events.BattleRecorded:
    """How a battle ended. A record may be written again until somebody has begun with the steps.

    Who concedes has lost (rule 175). Both may agree to end the game early: the result stands as it is then,
    and rule 175 speaks of both, since both decided so. Only units that took the field can be defeated or
    contest. With the Registers at hand, what Paragon cards gave in play needs those cards, and what was told
    for an agenda or a turning point must be what its card can ask for.
    """
    refuse_if(
        problem_if(battle.status not in ("open", "recorded"), "battle.not_open", (battle.id,)),
        problem_if(battle.has_begun, "battle.begun", (battle.id,)),
        *(
            problem("battle.not_mustered", (key,), 133)
            for key in SIDES
            if battle.side(key).register and not battle.side(key).mustered
        ),
        *(
            problem("battle.conceder_won", (key,), 175)
            for key in SIDES
            if conceded == key and winner != other(key)
        ),
        problem_if(not set(sides) <= set(SIDES), "battle.no_side", tuple(sorted(sides))[:2]),
    )
    found = [
        violation for key in SIDES for violation in record_problems(battle, key, sides.get(key, SideRecord()))
    ]
    for seat in seats:
        found += _card_problems(seat.key, seat.register, sides.get(seat.key, SideRecord()))
    if winner not in ("", *SIDES) or conceded not in ("", BOTH, *SIDES):
        found.append(problem("battle.no_side", (str(winner)[:40],)))
    refuse_if(*found)
    event = battle_events.BattleRecorded(
        winner, conceded, {key: sides.get(key, SideRecord()) for key in SIDES}
    )
    ended = evolve(battle, event)
    refuse_if(*(violation for seat in seats for violation in _story_problems(replace(seat, battle=ended))))
    return event


def _story_problems(seat: SideContext) -> Iterator[Violation]:
    """What was reported about the agenda in play and the turning point but is impossible (rules 69 to 73,
    148).

    Where the library no longer has the card, nothing can be checked.
    """
    agenda = seat.library.agendas.get(seat.side.agenda or "")
    if agenda is not None:
        yield from agendas.check_record(agenda, agenda_record(seat))
    mission = seat.library.turning_points.get(seat.battle.turning_point)
    if mission is not None:
        yield from missions.check_record(mission, mission_record(seat))


def _card_problems(key: SideKey, register: Register, record: SideRecord) -> list[Violation]:
    """Gains of a Paragon card that is not unlocked."""
    paragon = register.paragon
    held = {card.id for card in paragon.paragon_cards} if paragon else set()
    claimed = [card for card, field in CARD_REWARDS.items() if getattr(record, field)]
    return [problem("battle.no_card", (key, card), 273) for card in claimed if card not in held]


def record_problems(battle: Battle, key: SideKey, record: SideRecord) -> list[Violation]:
    """What cannot be in a side's record: units that were not there, numbers that cannot be."""
    side, rewarded = battle.side(key), (*record.enemy_down, *record.objective_complete)
    named = {*record.defeated, *record.contesting, *record.chosen, *record.mission_chosen, *rewarded}
    unknown = sorted(named - {unit.key for unit in side.fielded}) if side.register else []
    found = [problem("battle.not_fielded", (key, unit[:60]), unit=unit[:60]) for unit in unknown]
    both = sorted(set(record.defeated) & set(record.contesting))
    found += [problem("battle.defeated_contests", (key, unit), 163, unit=unit) for unit in both]
    numbers = {
        "victory points": (record.victory_points, MOST_COUNT),
        "tokens": (record.count, MOST_COUNT),
        "the mission's count": (record.mission_count, MOST_EQUIPMENT),
        "card rewards": (len(rewarded), MOST_COUNT),
    }
    for what, (have, most) in numbers.items():
        if not 0 <= have <= most:
            found.append(problem("battle.number", (key,), what=what, given=have, max=most))
    return found


def decide_accept(battle: Battle, key: SideKey) -> battle_events.RecordAccepted:
    """A side accepts the record the other side wrote. It is asked once, and again when the record changes."""
    refuse_unless(battle.status == "recorded", problem("sequence.no_record", (battle.id,)))
    return battle_events.RecordAccepted(key)


def decide_confirm(
    battle: Battle, key: SideKey, *, by_arbitrator: bool = False
) -> battle_events.RecordConfirmed:
    """A side says that all is right, once its sequence is done; the arbitrator may say so for it."""
    refuse_if(
        problem_if(battle.status != "recorded", "sequence.no_record", (battle.id,)),
        problem_if(not battle.side(key).done, "battle.not_done", (key,)),
        problem_if(battle.side(key).confirmed, "battle.confirmed_already", (key,)),
    )
    return battle_events.RecordConfirmed(key, by_arbitrator)


def decide_dispute(battle: Battle, key: SideKey, words: str) -> battle_events.RecordDisputed:
    """A side says what is wrong; the arbitrator or the players put it right."""
    complaint = " ".join(words.split())
    refuse_if(
        problem_if(battle.status != "recorded", "sequence.no_record", (battle.id,)),
        problem_if(battle.is_confirmed, "battle.settled", (battle.id,)),
        problem_if(not 0 < len(complaint) <= MOST_WORDS, "register.reason", (), max=MOST_WORDS),
    )
    return battle_events.RecordDisputed(key, complaint)


def refuse_undo(battle: Battle) -> None:
    """After both sides have confirmed, nothing is undone any more; the arbitrator corrects."""
    refuse_unless(not battle.is_confirmed, problem("battle.settled", (battle.id,)))
