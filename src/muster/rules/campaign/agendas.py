"""Agendas: how often one progressed in a battle, which boxes are really marked, what its reward offers.

Source: the agenda cards; rules 69 to 73 and 147; R11.
"""

from collections.abc import Sequence

import msgspec

from muster.rules.campaign.effects import Effect, without_agenda_gains
from muster.rules.campaign.offers import (
    RESULTS,
    Answer,
    Asked,
    BattleRecord,
    Choice,
    Offer,
    check_answers,
    facts_of,
    holds,
    offer,
    settle,
)
from muster.rules.campaign.parts import Agenda, Threshold
from muster.rules.violations import Violation


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an agenda in one battle.

    `times` is how often the card's conditions were met, `marked` the boxes really marked (the N of the
    reward), `complete` whether it is complete now. `asked` is what must be rolled or drawn before the
    choices are known; `effects` come by themselves; `choices` are the legal reward choices.
    """

    agenda: str
    times: int
    marked: int
    complete: bool
    asked: Asked | None = None
    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()


def progress(agenda: Agenda, record: BattleRecord) -> Progress:
    """How often the agenda progressed, the boxes marked and what its reward offers (rules 69 to 73, 147).

    A completed agenda progresses no further (rule 71). "Again" needs the first progress, and only boxes
    really marked count for the reward (R11).
    """
    times = _times(agenda, record)
    marked = min(times, max(0, agenda.needed - record.before))
    offered = offer(agenda.reward, record, marked) if marked else Offer()
    return Progress(
        agenda=agenda.id,
        times=times,
        marked=marked,
        complete=record.before + marked >= agenda.needed,
        asked=offered.asked,
        effects=offered.effects,
        choices=offered.choices,
    )


def check_choice(
    agenda: Agenda, record: BattleRecord, answers: Sequence[Answer]
) -> tuple[Violation, ...]:
    """All that is wrong with a player's answers to the choices of this agenda's reward."""
    return check_answers(_offer_of(progress(agenda, record)), record, answers)


def resolve(agenda: Agenda, record: BattleRecord, answers: Sequence[Answer]) -> tuple[Effect, ...]:
    """The effects of the reward with these answers; refused with every reason where one is not allowed.

    Under Tunnel Vision nothing of it that is SP or experience comes (rule 218).
    """
    effects = settle(_offer_of(progress(agenda, record)), record, answers)
    return without_agenda_gains(effects) if record.tunnel_vision else effects


def facts_asked(agenda: Agenda) -> tuple[str, ...]:
    """The facts the agenda wants to know besides the result, in the order of the card."""
    conditions = (agenda.first.facts, agenda.again.facts, *facts_of(agenda.reward))
    return tuple(dict.fromkeys(fact for facts in conditions for fact in facts if fact not in RESULTS))


def _times(agenda: Agenda, record: BattleRecord) -> int:
    if not _met(agenda.first, record):
        return 0
    return 2 if _met(agenda.again, record) else 1


def _met(threshold: Threshold, record: BattleRecord) -> bool:
    return record.count >= threshold.count and holds(threshold.facts, record)


def _offer_of(progress: Progress) -> Offer:
    return Offer(effects=progress.effects, choices=progress.choices, asked=progress.asked)
