"""Agendas: how often one progressed in a battle, which boxes are really marked, what its reward offers.

Source: the agenda cards; rules 69 to 73 and 147; R11.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from muster.rules.campaign.battle import offers
from muster.rules.campaign.battle.answers import Answer, check_draws, settle
from muster.rules.campaign.battle.offers import BattleRecord, Offer, holds, offer, survivors
from muster.rules.campaign.library.parts import Agenda, Threshold
from muster.rules.campaign.register.effects import Effect, without_agenda_gains
from muster.rules.dice.faces import shorten_typed
from muster.rules.violations import Violation


class Progress(Offer, frozen=True, kw_only=True):
    """What came of an agenda in one battle, with what its reward offers.

    `times` is how often the card's conditions were met, `marked` the boxes really marked (the N of the
    reward), `complete` whether it is complete now.
    """

    agenda: str
    times: int
    marked: int
    complete: bool


def progress(agenda: Agenda, record: BattleRecord) -> Progress:
    """How often the agenda progressed, the boxes marked and what its reward offers (rules 69 to 73, 147).

    A completed agenda progresses no further (rule 71). "Again" needs the first progress, and only boxes
    really marked count for the reward (R11).
    """
    first = _is_met(agenda, agenda.first, record)
    times = first + (first and _is_met(agenda, agenda.again, record))
    marked = min(times, max(0, agenda.needed - record.before))
    offered = offer(agenda.reward, record, marked) if marked else Offer()
    return Progress(
        agenda=agenda.id,
        times=times,
        marked=marked,
        complete=record.before + marked >= agenda.needed,
        **asdict(offered),
    )


def check_record(agenda: Agenda, record: BattleRecord) -> tuple[Violation, ...]:
    """Everything wrong with what was reported: negative counts, dice or tokens that are impossible."""
    marked = progress(agenda, record).marked
    below = tuple(_violation("agenda.below_nothing", agenda) for n in (record.count, record.before) if n < 0)
    return (*below, *_check_chosen(agenda, record), *check_draws(agenda.reward, record, marked))


def reward_effects(offered: Offer, record: BattleRecord, answers: Sequence[Answer]) -> tuple[Effect, ...]:
    """The effects of an agenda's reward with these answers. Refuses with every reason where an answer is not
    allowed.

    Under Tunnel Vision, nothing of it that is SP or experience is gained (rule 218).
    """
    effects = settle(offered, record, answers)
    return without_agenda_gains(effects) if record.tunnel_vision else effects


def questions_of(agenda: Agenda) -> tuple[str, ...]:
    """The questions to ask the players: facts that follow neither from the result nor from the roster."""
    return offers.facts_to_ask((agenda.first.facts, agenda.again.facts, *offers.facts_of(agenda.reward)))


def threshold_count(agenda: Agenda, record: BattleRecord) -> int:
    """What the thresholds are compared with: the reported count, or the named units that were not
    defeated."""
    return len(survivors(record)) if agenda.counted == "surviving" else record.count


def _is_met(agenda: Agenda, threshold: Threshold, record: BattleRecord) -> bool:
    return threshold_count(agenda, record) >= threshold.count and holds(threshold.facts, record)


def _check_chosen(agenda: Agenda, record: BattleRecord) -> Iterator[Violation]:
    roster = {unit.id: unit for unit in record.roster}
    if agenda.names is not None and len(set(record.chosen)) > agenda.names:
        yield _violation("agenda.too_many_units", agenda, most=agenda.names)
    for id in dict.fromkeys(record.chosen):
        if id not in roster or not roster[id].took_part:
            yield _violation("agenda.unknown_unit", agenda, unit=shorten_typed(id))
        elif agenda.spares_paragon and roster[id].paragon:
            yield _violation("agenda.paragon_named", agenda)


def _violation(code: str, agenda: Agenda, **params: int | str) -> Violation:
    return Violation(code=code, source=f"Tours of Duty: {agenda.name}", about=(agenda.id,), params=params)
