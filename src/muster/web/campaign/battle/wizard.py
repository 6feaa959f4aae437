"""The frame of every screen of a battle: whose it is, what was done so far, what can be taken back."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.http import QueryDict
from msgspec import field

from muster.app.campaign.battle.undoing import latest_undoable
from muster.rules.campaign.battle.battle import SIDES, Battle, Side, other
from muster.rules.campaign.battle.events import SideKey, StepFinished
from muster.rules.campaign.battle.recording import COMBAT_DROP
from muster.rules.campaign.battle.steps.side import STEPS, SideContext
from muster.rules.campaign.register.register import Register
from muster.rules.log import Recorded
from muster.web.campaign.battle.arbiter import Arbiter, arbiter_of
from muster.web.campaign.battle.live import LiveStrip, live_strip
from muster.web.campaign.battle.opponent_view import Across, screen_of, whereabouts
from muster.web.campaign.battle.request import BattleRequest
from muster.web.campaign.battle.steps.moments import Moment, brought_fate, moments_of, without_fates
from muster.web.campaign.battle.steps.words import sentences_by_step
from muster.web.campaign.battle.undo import KeptRoll, freed_rolls, rolls_that_stay
from muster.web.campaign.requests import new_key
from muster.web.page import Page, TemplateContext
from muster.web.site.errors import Reason


class CombatDrop(NamedTuple):
    """The asset Combat Drop: the units it may be used for, and the one it was used for."""

    words: str
    units: list[tuple[str, str]]
    dropped: str


class Frame(TemplateContext, kw_only=True):
    """What every screen of a side needs. `here` is its own address, `asked` what a link or a form said."""

    here: str
    key: str = field(default_factory=new_key)
    battle: Battle
    own: SideKey
    side: Side
    opponent: Side
    register: Register
    across: Across
    named: dict[SideKey, Across]
    where: dict[SideKey, str]
    screen: str
    stage: str
    wrote: bool
    record_version: int
    both_mine: bool
    steps: dict[int, str] = field(default_factory=lambda: STEPS)
    lines_by_step: dict[int, list[str]]
    passed: list[tuple[str, str]]
    moments: list[Moment]
    names: dict[str, str]
    undo: str
    kept: list[KeptRoll]
    theirs_kept: list[KeptRoll]
    freed: list[str]
    arbiter: Arbiter
    live: LiveStrip | None
    reasons: list[Reason] = field(default_factory=list)
    asked: QueryDict = field(default_factory=QueryDict)
    two_phones: bool
    drop: CombatDrop | None


class Wizard(Page, kw_only=True):
    """A screen of a side."""

    frame: Frame


def frame_of(asked: BattleRequest, context: SideContext, stage: str) -> Frame:
    """The frame of any kind of screen."""
    desk, log, own = asked.desk, asked.desk.log, context.key
    lines, back = sentences_by_step(desk.table, context), latest_undoable(desk, asked.me)
    moments = moments_of(desk, context, back) if stage in ("moment", "step") else []
    had_page = stage == "step" and brought_fate(desk, context, back)
    kept, names = rolls_that_stay(log, context), context.names
    return Frame(
        here=asked.here,
        battle=context.battle,
        own=own,
        side=context.side,
        opponent=context.opponent,
        register=context.register,
        across=asked.players[other(own)],
        named=asked.players,
        where={key: whereabouts(context.battle, key) for key in SIDES},
        screen=screen_of(context, asked.recording),
        stage=stage,
        wrote=asked.recording.by == asked.me,
        record_version=asked.recording.version,
        both_mine=len(asked.role.sides) > 1,
        lines_by_step=lines,
        passed=passed_in(desk.effective, back, own, lines, {moment.step for moment in moments}),
        moments=without_fates(moments) if had_page else moments,
        names=names,
        undo=back,
        kept=[page for page in kept if page.side == own],
        theirs_kept=[page for page in kept if page.side != own],
        freed=freed_rolls(log, context),
        arbiter=arbiter_of(desk, asked.me),
        live=live_strip(asked) if context.opponent.register else None,
        two_phones=bool(context.opponent.register),
        drop=drop_of(context, names),
    )


def passed_in(
    log: Sequence[Recorded],
    batch: str,
    own: SideKey,
    lines: dict[int, list[str]],
    seen: Collection[int] = (),
) -> list[tuple[str, str]]:
    """The steps that the side's latest act ended, with what each brought; those that brought nothing in one
    line. What is `seen` as a moment is not said again."""
    done = [
        entry.event.step
        for entry in log
        if batch
        and entry.batch == batch
        and isinstance(entry.event, StepFinished)
        and entry.event.side == own
    ]
    summaries = [
        (f"Step {step}, {STEPS[step].lower()}", ". ".join(lines[step]))
        for step in done
        if lines.get(step) and step not in seen
    ]
    *first, last = [str(step) for step in done if not lines.get(step)] or [""]
    empty = f"Steps {', '.join(first)} and {last}" if first else f"Step {last}"
    return [*summaries, (empty, "nothing to do")] if last else summaries


def drop_of(context: SideContext, names: dict[str, str]) -> CombatDrop | None:
    """Combat Drop (rule 269), where the side brought it and the battle is not over."""
    side = context.side
    if COMBAT_DROP not in side.assets or context.battle.status != "open":
        return None
    units = [(unit.key, names.get(unit.key, unit.name)) for unit in side.fielded]
    words = context.library.assets[COMBAT_DROP].words
    return CombatDrop(words, units, dict(units).get(side.dropped, side.dropped))
