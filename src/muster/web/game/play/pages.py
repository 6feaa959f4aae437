"""The pages of a game: one frozen struct for each template, built from a view and from nothing else."""

from typing import ClassVar, Final, NamedTuple

from django.utils.safestring import SafeString

from muster.app.game.playing.playing import GameDesk
from muster.app.game.playing.taking_back import Acts
from muster.rules.game.attacks.declaring import attack_open
from muster.rules.game.kernel import deciding
from muster.rules.game.phases.acting import counts_actions
from muster.rules.game.phases.agreeing import asks_for_less, asks_to_end, certain
from muster.rules.game.phases.ending import agreed_asks
from muster.rules.game.phases.timing import asks_for_time, why_no_time
from muster.rules.game.table import SEATS, SIDES, Audience, Seat, Side, Table, View, other, view
from muster.web.game.play import words
from muster.web.game.play.activation.clock import limit_ends
from muster.web.game.play.board import MissionMap, mission_map
from muster.web.game.play.evidence import Proof, evidence_of
from muster.web.game.play.handover import early_end
from muster.web.game.play.news import News, news, with_cover
from muster.web.game.play.operation import OperationPart, operation
from muster.web.game.play.panes import (
    MissionPane,
    PromptPane,
    ScorePane,
    ScorePlate,
    SeatRow,
    SlabPane,
    Tabs,
    TrayPane,
    cards_of,
    mission_pane,
    score_pane,
    score_plate,
    way_of,
)
from muster.web.game.play.prompts.asking import prompt_for
from muster.web.game.play.prompts.attack_account import attack_now
from muster.web.game.play.prompts.attack_summary import bout_now
from muster.web.game.play.prompts.prompt import Bout, Option, Prompt
from muster.web.game.play.rows import Group, Tools, groups, tools_of
from muster.web.game.play.screens.ending import GameEnd, end_of
from muster.web.game.play.screens.lobby import Lobby, lobby_of, seat_rows
from muster.web.game.play.screens.moments import Moment, RoundScene, moment_now, round_scene
from muster.web.game.play.story import (
    LogLine,
    Plea,
    heard_line,
    moment_of,
    own_seat,
    plea_of,
    reset_of,
    story,
    undo_name,
    undo_of,
)
from muster.web.game.play.tally import (
    ScoreChange,
    SideScore,
    goal_of,
    proposal,
    rounds_of,
    side_score,
)
from muster.web.game.play.tray import Tray, tray
from muster.web.page import Page, TemplateContext
from muster.web.site.errors import Reason


class Turn(NamedTuple):
    """Whose decision it is. `asks` says whom one phone for both asks, with the side if it is one player."""

    state: str
    icon: str
    words: str
    small: str
    asks: tuple[Side | None, str] | None = None


TABS: Final = Tabs()
WITH_ROWS: Final = ("turn", "pick", "units", "places", "tiles", "sheet", "deal", "targets")
"""The kinds of prompts that draw rows of units."""


class TablePart(Page, frozen=True, kw_only=True):
    """What one audience sees of a game: the live fragment. Nothing in it is random."""

    template: ClassVar = "game/play/table.html"
    id: str
    moment: int
    audience: Audience
    seat: Seat | None
    table: Table
    scores: tuple[SideScore, ...]
    turn: Turn
    prompt: Prompt | None
    bout: Bout | None
    mine: tuple[Group, ...]
    enemies: tuple[Group, ...]
    log: tuple[LogLine, ...]
    just: LogLine | None
    heard: LogLine | None
    scene: RoundScene | None
    shows: Moment | None
    passes_to: tuple[tuple[Seat, str], ...]
    plea: Plea | None
    undo: str
    undo_name: str
    end: GameEnd | None
    news: News
    tray: TrayPane | None
    proposal: ScoreChange | None
    certain: str
    lobby: Lobby | None
    phase: str
    goal: int
    rounds: int
    operation: OperationPart | None
    slab: SlabPane
    prompt_pane: PromptPane | None
    mission_pane: MissionPane
    score_pane: ScorePane
    tabs: Tabs = TABS

    @property
    def squads_played(self) -> bool:
        """Whether squads are brought in place of armies."""
        return self.table.mode == "special-operations"


class RenderedPart(TemplateContext, frozen=True, kw_only=True):
    """The fragment as a page holds it: drawn once, with its name."""

    part: TablePart
    shown: SafeString
    digest: str


class JoinWay(NamedTuple):
    """What the other types to join, and where."""

    code: str
    at: str


class GamePage(Page, frozen=True, kw_only=True):
    """The whole page: the fragment in its shell, with what must not be kept. `theirs` is the battle or the
    event where a seat is this person's that another phone keeps, `own_list` this person's saved army."""

    template: ClassVar = "game/play/game.html"
    fragment: ClassVar = "game/play/body.html"
    drawn: RenderedPart
    key: str
    ticket: str
    address: str
    qr: SafeString
    armies: tuple[Option, ...]
    squads: tuple[Option, ...]
    code: str
    join: JoinWay | None
    seats_of_mine: tuple[Seat, ...]
    name: str
    theirs: tuple[str, str] | None
    own_list: str
    refused: tuple[Reason, ...] = ()


class ActedPage(GamePage, frozen=True, kw_only=True):
    """What a phone gets after an act: the fragment and a fresh key."""

    fragment: ClassVar = "game/play/acted.html"


class ToolsPage(Page, frozen=True, kw_only=True):
    """What may be changed on one unit: the fold of its row, or a page of its own without scripts."""

    template: ClassVar = "game/play/tools.html"
    fragment: ClassVar = "game/play/tools_part.html"
    id: str
    moment: int
    title: str
    audience: Audience
    tools: Tools


class HallPage(Page, frozen=True, kw_only=True):
    """The big screen: what watchers see, as large as it can be."""

    template: ClassVar = "game/play/hall.html"
    drawn: RenderedPart
    ticket: str


class LogPage(Page, frozen=True, kw_only=True):
    """The whole log of a game, and the evidence of its dice."""

    template: ClassVar = "game/play/log.html"
    id: str
    key: str
    title: str
    seat: Seat | None
    log: tuple[LogLine, ...]
    rolls: tuple[Proof, ...]
    closed: bool


def part_for(desk: GameDesk, audience: Audience, account: str = "") -> TablePart:
    """What an audience sees. With `account` also which seats are that person's."""
    game, done = desk.game, desk.acts
    seen = view(game, audience)
    seat, table, id = own_seat(seen), seen.table, _id_of(desk)
    prompt = _prompt(seen, done)
    scores = tuple(side_score(seen, side) for side in SIDES) if table.blue else ()
    near: Seat = seat or table.seat_of("blue")
    undo, fresh, shows = undo_of(game, done, seen), news(table, done), moment_now(seen, done)
    label = undo_name(done, seen, undo)
    log = tuple(story(game, done, seen, free=undo))
    cards, board, own_part = tuple(cards_of(table)), mission_map(seen), operation(seen)
    mine, enemies = (tuple(groups(seen, whose)) for whose in (near, other(near)))
    seats = tuple(seat_rows(game, audience, account))
    return TablePart(
        id=id, moment=moment_of(desk, seen), audience=audience, seat=seat, table=table, scores=scores,
        phase=words.PHASES[table.phase], turn=_turn(seen, prompt), prompt=prompt,
        bout=None if prompt or table.ended else bout_now(table) or attack_now(seen),
        mine=mine, enemies=enemies, goal=goal_of(table), rounds=rounds_of(table), operation=own_part,
        log=log, heard=heard_line(seen, log, bool(fresh.thrown)), news=fresh, shows=shows,
        just=None if shows or fresh.thrown or fresh.revealed else _newest_line(seen, prompt, log),
        undo=undo, undo_name=label, scene=round_scene(table, scores, undo, label),
        plea=plea_of(done, seen), proposal=proposal(table), passes_to=_passes_to(seen),
        certain=words.certain_words(table, certain(table)),
        lobby=lobby_of(table, seats), end=end_of(desk, seen, scores),
        slab=_slab(desk, seen, seats, score_plate(table, scores, own_part), undo),
        prompt_pane=_prompt_pane(seen, prompt, mine, enemies, board) if prompt else None,
        mission_pane=mission_pane(seen, board, own_part, cards), score_pane=score_pane(seen, scores, cards),
        tray=_tray(id, seat, None if attack_open(table) else tray(seen, done, fresh)),
    )  # fmt: skip


def _prompt(seen: View, done: Acts) -> Prompt | None:
    """What the audience is asked; nothing before the game and after it."""
    found = prompt_for(seen) if seen.table.phase not in ("lobby", "over") else None
    return with_cover(found, done) if found and found.aimed else found


def _passes_to(seen: View) -> tuple[tuple[Seat, str], ...]:
    """To whom one phone for both is passed, with their names."""
    if seen.audience != "both":
        return ()
    return tuple((seat, words.name_of(seen.table, seat)) for seat in deciding(seen))


def _slab(desk: GameDesk, seen: View, seats: tuple[SeatRow, ...], plate: ScorePlate, undo: str) -> SlabPane:
    table, audience = seen.table, seen.audience
    plays = audience in SEATS or audience == "both"
    may_end = plays and table.blue and not table.ended and not agreed_asks(table)
    return SlabPane(
        id=_id_of(desk), title=words.title(table), audience=audience, seat=own_seat(seen), phase=table.phase,
        level=table.level, mode=table.mode, watched=table.watched, has_sides=table.blue is not None,
        ended=table.ended is not None, reset=reset_of(desk.game, desk.acts, seen, undo),
        early=early_end(desk) if may_end else None,
        ends=tuple(seat for seat in SEATS if asks_to_end(table, seat)),
        less=tuple(seat for seat in SEATS if table.level == "full" and asks_for_less(table, seat)),
        seats=seats, plate=plate,
        counted=counts_actions(table), times=table.blue is not None and why_no_time(table) is None,
        called=tuple(seat for seat in SEATS if asks_for_time(table, seat)), last=table.last,
        limit=table.limit, limit_ends=limit_ends(desk),
        ways=tuple(way_of(table, seat) for seat in SEATS if audience in (seat, "both")),
    )  # fmt: skip


def _prompt_pane(
    seen: View, prompt: Prompt, mine: tuple[Group, ...], enemies: tuple[Group, ...], map: MissionMap | None
) -> PromptPane:
    """The prompt with the rows of whoever is asked first; without any where it draws none, so that it is not
    drawn again when a row changes."""
    table, both = seen.table, seen.audience == "both"
    if not (prompt.kind in WITH_ROWS or prompt.bout or prompt.unit or (prompt.kind == "acts" and both)):
        mine = enemies = ()
    near, far = (enemies, mine) if prompt.seat == table.seat_of("red") else (mine, enemies)
    return PromptPane(
        prompt=prompt, near=near, far=far, map=map,
        own_dice=table.dice_of(prompt.seat or seen.audience) == "own",
        tools=tools_of(seen, table.acting) if prompt.kind == "acts" else None, both=both,
    )  # fmt: skip


def _tray(id: str, seat: Seat | None, dice: Tray | None) -> TrayPane | None:
    return TrayPane(id=id, seat=seat, tray=dice) if dice else None


def _id_of(desk: GameDesk) -> str:
    return desk.stream.partition(":")[2]


def tools_page(desk: GameDesk, audience: Audience, unit: str) -> ToolsPage | None:
    """What this audience may change on a unit; nothing where it is not theirs to change."""
    seen = view(desk.game, audience)
    tools = tools_of(seen, unit)
    if tools is None:
        return None
    return ToolsPage(
        id=_id_of(desk),
        moment=moment_of(desk, seen),
        title=tools.row.name,
        audience=audience,
        tools=tools,
    )


def turn_of(desk: GameDesk, audience: Audience) -> Turn:
    """Whose decision it is, alone."""
    seen = view(desk.game, audience)
    return _turn(seen, prompt_for(seen) if seen.table.phase not in ("lobby", "over") else None)


def _newest_line(seen: View, prompt: Prompt | None, log: tuple[LogLine, ...]) -> LogLine | None:
    """What has just happened, for who did not do it: who waits or watches sees the newest act, who is asked
    something the other side's. An attack tells its own story."""
    if seen.table.phase in ("lobby", "over") or not log or log[0].back == "take":
        return None
    if prompt is None:
        return log[0]
    seat = own_seat(seen)
    theirs = seat and log[0].side and log[0].side != seen.table.side_of(seat)
    return log[0] if theirs and not prompt.bout else None


def log_page(desk: GameDesk, audience: Audience, key: str) -> LogPage:
    """All that this audience may know of what happened."""
    game, log = desk.game, desk.log
    seen = view(game, audience)
    return LogPage(
        id=_id_of(desk),
        key=key,
        title=words.title(game.table),
        seat=own_seat(seen),
        log=tuple(story(game, desk.acts, seen, None)),
        rolls=tuple(evidence_of(log, game.table)),
        closed=game.table.closed,
    )


def _turn(seen: View, prompt: Prompt | None) -> Turn:
    table = seen.table
    if table.ended:
        return Turn("mine", "priority", words.ending(table, table.ended, seen.audience), "")
    if table.plea:
        mine = table.plea.seat == seen.audience
        asks = "You ask" if mine else f"{words.name_of(table, table.plea.seat)} asks"
        return Turn("theirs" if mine else "mine", "act-ask", f"{asks} for an undo", "")
    if prompt:
        state = "stop" if prompt.stop else "mine"
        asked = _whom_it_asks(table, deciding(seen)) if seen.audience == "both" else None
        return Turn(state, prompt.icon, prompt.title, prompt.small or words.PHASES[table.phase], asked)
    waits = deciding(seen)
    who = " and ".join(words.name_of(table, seat) for seat in waits) or "No one"
    text = f"{who} {'decides' if len(waits) == 1 else 'decide'}"
    small = "You are watching" if seen.audience == "watch" else words.PHASES[table.phase]
    return Turn("theirs", "nav-now", text, small)


def _whom_it_asks(table: Table, seats: tuple[Seat, ...]) -> tuple[Side | None, str]:
    side = table.side_of(seats[0]) if table.blue and len(seats) == 1 else None
    return side, " and ".join(words.name_of(table, seat) for seat in seats)
