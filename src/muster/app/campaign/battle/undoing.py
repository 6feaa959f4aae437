"""Undo in a battle: the actor's own latest act with whatever depends on it, until both sides have
confirmed."""

from collections.abc import Sequence
from itertools import dropwhile

from muster.app import undo as undoing
from muster.app.acting import Act, obstacles
from muster.app.campaign.battle.access import HANDLERS, SIDE
from muster.app.campaign.battle.commands import Undo
from muster.app.campaign.battle.context import BattleContext
from muster.app.streams import Appended
from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.battle import SIDES, other
from muster.rules.campaign.register.events import CorrectionNoted
from muster.rules.log import Event
from muster.rules.violations import Refused, Violation

RIVALS = (battle_events.RivalNamed, battle_events.RivalSealed)


@HANDLERS.handles(Undo, who=SIDE)
def _undo(battle: BattleContext, act: Act, command: Undo) -> Appended | None:
    """A rival that was already rewarded must first be taken back by the rewarded side. A record stands
    once somebody else has built on it, and so does everything it is based on. Undoing twice does
    nothing."""
    store, target = battle.table.store, command.target[:100]
    streams = store.streams_of(target)
    if streams and not any(still_counts(battle, stream, target) for stream in streams):
        return None
    recording.refuse_undo(battle.battle)
    others = falling_acts(battle, act.actor, target)
    return undoing.undo(store, target, actor=act.actor, at=act.at, batch=act.batch, also=others)


def still_counts(battle: BattleContext, stream: str, batch: str) -> bool:
    """Whether an act still counts in a stream."""
    return any(entry.batch == batch for entry in battle.table.logs.effective(stream))


def latest_undoable(battle: BattleContext, actor: str) -> str:
    """The actor's latest act in this battle that can be undone; empty if there is none."""
    context = battle.context
    if context.battle.is_confirmed:
        return ""
    logs = [battle.at.battle]
    if context.register.open_battle == battle.at.battle:
        logs.append(context.side.register)
    found = [batch for log in logs if (batch := _latest_in(battle, log, actor))]
    return next((batch for batch in reversed(found) if _is_free(battle, batch, actor)), "")


def _latest_in(battle: BattleContext, stream: str, actor: str) -> str:
    return next(
        (entry.batch for entry in reversed(battle.table.logs.effective(stream)) if entry.actor == actor), ""
    )


def _is_free(battle: BattleContext, batch: str, actor: str) -> bool:
    """Whether it is the actor's latest act in all its streams, and undoing it touches nobody else's acts."""
    latest_everywhere = all(
        _latest_in(battle, stream, actor) == batch for stream in battle.table.store.streams_of(batch)
    )
    return latest_everywhere and not obstacles(lambda: falling_acts(battle, actor, batch))


def falling_acts(context: BattleContext, actor: str, target: str) -> tuple[str, ...]:
    """The acts that are undone along with an act of this side; refused if it cannot be undone in this
    battle.

    Nothing outside the battle is undone: neither in the campaign nor in another battle.
    """
    if not _is_of_side(context, target):
        raise Refused(_undo_problem("log.nothing_to_undo", target))
    battle, streams_of = context.battle, context.table.store.streams_of
    others = dependents(context, target)
    falls = {target, *others}
    table = {context.at.battle, *(battle.side(key).register for key in SIDES)}
    beyond = {stream for batch in falls for stream in streams_of(batch)} - table
    if (
        _takes_rewarded_rival(context, falls)
        or beyond
        or _touches_others(context, actor, falls)
        or _opens_rivals(context, falls)
    ):
        raise Refused(_undo_problem("log.undo_blocked", context.at.battle))
    return others


def dependents(battle: BattleContext, target: str) -> tuple[str, ...]:
    """The acts that are undone along with this one, to be shown before an undo.

    What the opponent did for their own side stays. Whatever touched the same Register or depends on the
    casualties (a named rival) is undone too, and so is whatever depends on that.
    """
    falls: dict[str, None] = {}
    looking = [target]
    while looking:
        found = [
            batch
            for batch in _acts_resting_on(battle, looking.pop())
            if batch != target and batch not in falls
        ]
        falls |= dict.fromkeys(found)
        looking += found
    return tuple(falls)


def _acts_resting_on(context: BattleContext, batch: str) -> list[str]:
    found = []
    for stream in context.table.store.streams_of(batch):
        # The entries from the act on; none if it does not count in the log.
        tail = list(dropwhile(lambda entry: entry.batch != batch, context.table.logs.effective(stream)))
        done = [entry.event for entry in tail if entry.batch == batch]
        found += [entry.batch for entry in tail if entry.batch != batch and _depends_on(entry.event, done)]
    return found


def _depends_on(event: Event, done: Sequence[Event]) -> bool:
    """Each side depends on its own acts, both depend on the record, and a Register belongs to one side.

    A rival depends on the other side's casualties, and only its opening depends on a rival. Opened seeds
    depend on nobody: they are opened again when the last step is finished again.
    """
    if isinstance(event, battle_events.SeedsOpened):
        return False
    sides = {side_of(event) for event in done if not isinstance(event, battle_events.SeedsOpened)}
    if all(isinstance(event, RIVALS) for event in done):
        return isinstance(event, RIVALS) and event.side in sides
    rests_on = other(event.side) if isinstance(event, RIVALS) else side_of(event)
    return "" in sides or rests_on in ("", *sides)


def side_of(event: Event) -> str:
    """The side an event belongs to; empty if it belongs to both, or to a Register."""
    return getattr(event, "side", "")


def _is_of_side(battle: BattleContext, target: str) -> bool:
    """Whether an act belongs to this side of the battle; opening and calling off cannot be undone."""
    register = battle.battle.side(battle.at.side).register
    if register and battle.table.store.streams_of(target) == [register]:
        return battle.table.logs.register(register).state.open_battle == battle.at.battle
    events = _events_of(battle, target)
    never = (battle_events.BattleOpened, battle_events.BattleCalledOff)
    return bool(events) and not any(isinstance(event, never) for event in events)


def _takes_rewarded_rival(battle: BattleContext, falls: set[str]) -> bool:
    """Whether undoing would remove a rival for whom experience was awarded by an act that stays."""
    entries = [entry for entry in battle.effective if entry.batch in falls]
    named = {
        other(entry.event.side) for entry in entries if isinstance(entry.event, battle_events.RivalNamed)
    }
    return any(
        isinstance(entry.event, battle_events.ExperienceAwarded)
        and entry.event.side in named
        and entry.batch not in falls
        for entry in battle.effective
    )


def _touches_others(battle: BattleContext, actor: str, falls: set[str]) -> bool:
    """Whether undoing would take back a record together with another person's act or correction."""
    entries = [entry for entry in battle.effective if entry.batch in falls]
    recorded = any(isinstance(entry.event, battle_events.BattleRecorded) for entry in entries)
    register = battle.battle.side(battle.at.side).register
    corrected = any(
        entry.batch in falls and entry.actor != actor and isinstance(entry.event, CorrectionNoted)
        for entry in (battle.table.logs.effective(register) if register else ())
    )
    return corrected or (recorded and any(entry.actor != actor for entry in entries))


def _opens_rivals(battle: BattleContext, falls: set[str]) -> bool:
    """Whether an act revealed both sealed rivals: once seen, neither can be chosen again."""
    opened = [entry for entry in battle.log if isinstance(entry.event, battle_events.RivalNamed)]
    acts = [entry.batch for entry in opened if entry.batch in falls]
    return len(acts) > len(set(acts))


def _events_of(battle: BattleContext, batch: str) -> list[Event]:
    return [entry.event for entry in battle.log if entry.batch == batch]


def _undo_problem(code: str, about: str) -> Violation:
    return Violation(code=code, source="log", about=(about[:100],))
