"""What may I do now? The open step of a side as a value for pages: tasks, legal choices, dice, why not."""

from collections.abc import Iterator

import msgspec

from muster.rules.campaign.battle.battle import other
from muster.rules.campaign.battle.steps.aid import WARDEN_DICE, desk_of, known_aid, warden_due
from muster.rules.campaign.battle.steps.casualties import (
    BLACK,
    MEDEVAC,
    WAR_WEARY,
    check_dice_of,
    checks_due,
    forced_places,
    rerolls_open,
    setbacks_owed,
)
from muster.rules.campaign.battle.steps.closing import blockers
from muster.rules.campaign.battle.steps.commendations import cards_left, choices
from muster.rules.campaign.battle.steps.experience import SUPPLY_DICE, awaits_rival, may_name, rivals
from muster.rules.campaign.battle.steps.rewards import offer_of, part_due
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.register.recruiting import refill_due, refill_problem
from muster.rules.dice.faces import Die
from muster.rules.violations import Violation


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do. `kind` names the decision; `options` are the legal choices, `dice` what to roll.

    `must` tasks keep the step from ending; `why_not` says why it cannot be done just now.
    """

    kind: str
    dossier: str = ""
    options: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()
    number: int = 0
    must: bool = True
    why_not: tuple[Violation, ...] = ()


class OpenStep(msgspec.Struct, frozen=True, kw_only=True):
    """Where a side stands: the step, its tasks, and what keeps it from ending."""

    step: int
    title: str
    tasks: tuple[Task, ...] = ()
    blockers: tuple[Violation, ...] = ()
    done: bool = False

    @property
    def can_finish(self) -> bool:
        """Whether the step may be ended now."""
        return not self.done and not self.blockers


def open_step(seat: SideContext) -> OpenStep:
    """The tasks of the current step; naming a rival stands beside any step: the opponent waits for it."""
    side = seat.side
    if seat.battle.status != "recorded":
        return OpenStep(step=0, title="", done=False)
    if side.done:
        return OpenStep(step=side.step, title="done", tasks=tuple(_rival_tasks(seat)), done=True)
    due = refill_due(seat.register, seat.cards)
    refill = [Task(kind="refill", number=2 - seat.register.ranks["corps"])] if due else []
    tasks = [*refill, *_chart_tasks(seat), *_of_step(seat), *_rival_tasks(seat)]
    return OpenStep(
        step=side.step, title=STEPS[side.step], tasks=tuple(tasks), blockers=tuple(blockers(seat))
    )


def _chart_tasks(seat: SideContext) -> Iterator[Task]:
    wait = refill_problem(seat.register, seat.cards)
    why = (wait,) if wait else ()
    for owed in setbacks_owed(seat):
        yield Task(kind="roll-setback", dossier=owed.dossier, dice=(BLACK,), number=owed.tries, why_not=why)
    for dossier in seat.side.traits_owed:
        yield Task(kind="roll-trait", dossier=dossier, dice=(BLACK,), why_not=why)


def _of_step(seat: SideContext) -> Iterator[Task]:
    match seat.side.step:
        case 1 | 2:
            yield from _reward_tasks(seat)
        case 3 if not seat.side.supplied:
            yield Task(kind="roll-supply", dice=SUPPLY_DICE)
        case 4:
            yield from _check_tasks(seat)
        case 5 if not seat.side.experienced:
            yield Task(kind="await-rival" if awaits_rival(seat) else "award-experience")
        case 6:
            yield from _award_tasks(seat)
        case 7:
            yield from _aid_tasks(seat)
        case 8:
            yield Task(kind="recruit", must=False, number=max(0, seat.register.potential_left))
        case 10 if seat.register.arc is not None and seat.register.arc.ended:
            yield Task(kind="choose-arc", options=tuple(seat.library.arcs))
        case _:
            return


def _reward_tasks(seat: SideContext) -> Iterator[Task]:
    if seat.side.step == 1 and seat.side.marked is None:
        yield Task(kind="resolve-agenda", options=(seat.side.agenda or "",))
        return
    part = part_due(seat)
    if not part:
        return
    asked = offer_of(seat, part).asked
    if asked is None:
        yield Task(kind="take-reward", options=(part,))
    elif asked.die is not None:
        yield Task(kind="roll-reward", options=(part,), dice=(asked.die,) * asked.dice)
    else:
        yield Task(kind="draw-orders", options=tuple(seat.side.rank_counts), number=asked.orders)


def _check_tasks(seat: SideContext) -> Iterator[Task]:
    wait = refill_problem(seat.register, seat.cards)
    why = (wait,) if wait else ()
    due = checks_due(seat)
    for key in due:
        dossier, check = seat.register.dossier(key), seat.side.checks.get(key)
        if check is None:
            adds = ("add-die",) if dossier.has_setback(WAR_WEARY) else ()
            yield Task(kind="roll-check", dossier=key, dice=check_dice_of(dossier), options=adds, why_not=why)
        elif forced := forced_places(dossier, check):
            yield Task(kind="reroll", dossier=key, options=(WAR_WEARY,), dice=(BLACK,) * len(forced))
        else:
            for by, most in rerolls_open(seat, dossier).items():
                yield Task(kind="reroll", dossier=key, options=(by,), number=most, must=False)
            yield Task(kind="settle-check", dossier=key, why_not=why)
    if MEDEVAC in seat.side.assets and not seat.side.medevac:
        open_to = [key for key in due if key in seat.side.record.defeated and key not in seat.side.checks]
        if open_to:
            yield Task(kind="medevac", options=tuple(open_to), must=False)


def _award_tasks(seat: SideContext) -> Iterator[Task]:
    for dossier in seat.register.dossiers:
        if dossier.awards_due:
            open_to = choices(seat, dossier)
            kind = "award-commendation" if open_to else "waive-commendation"
            yield Task(kind=kind, dossier=dossier.id, options=open_to, number=dossier.awards_due)
        if dossier.cards_due and (left := cards_left(seat, dossier)):
            yield Task(kind="choose-card", dossier=dossier.id, options=left, number=dossier.cards_due)
        if dossier.needs_name:
            yield Task(kind="name-unit", dossier=dossier.id)


def _aid_tasks(seat: SideContext) -> Iterator[Task]:
    if warden_due(seat):
        yield Task(kind="roll-warden", dice=WARDEN_DICE)
        return
    made = {aid for aid, _ in desk_of(seat).made}
    for aid in seat.library.aid:
        if known_aid(seat.library, aid).repeatable or aid not in made:
            yield Task(kind="request-aid", options=(aid,), must=False)


def _rival_tasks(seat: SideContext) -> Iterator[Task]:
    if may_name(seat) is None:
        yield Task(
            kind="name-rival", dossier=other(seat.key), options=rivals(seat.battle, seat.key), must=False
        )
