"""A battle of Tours of Duty: its two sides, how it ended, and where each side stands in the ten steps."""

from collections import Counter
from typing import Final, Literal

import msgspec
from msgspec.structs import asdict, replace

from muster.rules.campaign.battle import events as battle_events
from muster.rules.campaign.battle.events import Fielded, SideKey, SideRecord
from muster.rules.campaign.register.register import without_name
from muster.rules.campaign.switches import Switches, with_switches
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Face
from muster.rules.log import Changes, Decider, Event

SIDES: Final[tuple[SideKey, SideKey]] = ("blue", "red")
LAST_STEP: Final = 10
CONCEDER_SKIPS: Final = frozenset((2, 3, 5))
BOTH: Final = "both"
"""Who ended a game early when the two players agreed to end it."""
AGREED: Final = ("campaign", "points", "format", "turning_point", "mission")

Status = Literal["unknown", "open", "called-off", "recorded"]
Result = Literal["won", "lost", "drawn"]


def other(side: SideKey) -> SideKey:
    """The opponent."""
    return "red" if side == "blue" else "blue"


class Check(msgspec.Struct, frozen=True):
    """A casualty check in progress: the faces as they lie, what rerolled them, what it came to."""

    faces: tuple[Face, ...]
    added: bool = False
    rerolled: tuple[str, ...] = ()
    outcome: str = ""


class Owed(msgspec.Struct, frozen=True):
    """A roll on the setback chart that a unit has still to make; `tries` are dice it could not use."""

    dossier: str
    cause: str
    tries: int = 0


class Request(msgspec.Struct, frozen=True):
    """An aid request made in this sequence."""

    aid: str
    asset: str = ""
    dossier: str = ""


class DrawnReward(msgspec.Struct, frozen=True):
    """What was drawn or rolled for a reward."""

    orders: tuple[Rank, ...] = ()
    faces: tuple[Face, ...] = ()


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side. `step` is 0 before the record and 11 when all is done; a side without Register has no steps.

    `rival` is the enemy unit this side named: None not yet, empty none. `hand` is for no other eyes.
    """

    register: str = ""
    reputation: int = 0
    mustered: bool = False
    fielded: tuple[Fielded, ...] = ()
    points: int = 0
    limit: int = 0
    assets: tuple[str, ...] = ()
    army: str = ""
    hand: tuple[str, ...] = ()
    agenda: str | None = None
    first_agenda: str = ""
    switched: bool = False
    dropped: str = ""
    record: SideRecord = SideRecord()
    step: int = 0
    acted: bool = False
    marked: int | None = None
    drawn: dict[str, DrawnReward] = {}
    taken: tuple[str, ...] = ()
    spared: dict[str, tuple[int, int]] = {}
    supplied: bool = False
    medevac: str = ""
    checks: dict[str, Check] = {}
    owed: tuple[Owed, ...] = ()
    traits_owed: tuple[str, ...] = ()
    chart_rolls: dict[str, int] = {}
    casualties: tuple[str, ...] = ()
    sealed_rival: str | None = None
    rival: str | None = None
    experienced: bool = False
    wardened: bool = False
    requests: tuple[Request, ...] = ()
    accepted: bool = False
    confirmed: bool = False
    dispute: str = ""

    @property
    def done(self) -> bool:
        """Whether nothing of the sequence is left for this side."""
        return not self.register or self.step > LAST_STEP

    @property
    def own_units(self) -> tuple[str, ...]:
        """The keys of the fielded units that are on the Register."""
        return tuple(unit.key for unit in self.fielded if not unit.guest)

    @property
    def rank_counts(self) -> Counter[Rank]:
        """The order tokens of the army: one for each unit, guests included (R13)."""
        return Counter(unit.rank for unit in self.fielded)

    def unit(self, key: str) -> Fielded | None:
        """A fielded unit."""
        return next((unit for unit in self.fielded if unit.key == key), None)


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it stands. `turning_point` is the id of Blue's mission, or empty."""

    id: str = ""
    status: Status = "unknown"
    campaign: str = ""
    points: int = 0
    format: str = ""
    turning_point: str = ""
    mission: str = ""
    switches: Switches = Switches()
    blue: Side = Side()
    red: Side = Side()
    winner: str = ""
    conceded: str = ""
    seeds: dict[str, str] = {}
    opened_seeds: dict[str, str] = {}

    def side(self, key: SideKey) -> Side:
        """One of the two sides."""
        return self.blue if key == "blue" else self.red

    def result(self, key: SideKey) -> Result:
        """How the battle ended for a side; nobody wins a draw (ambiguity 7)."""
        if not self.winner:
            return "drawn"
        return "won" if self.winner == key else "lost"

    def owns_turning_point(self, key: SideKey) -> bool:
        """Whether the mission is this side's own turning point."""
        return bool(self.turning_point) and key == "blue"

    def skips(self, key: SideKey, step: int) -> bool:
        """Rule 175: whoever concedes or ends the game early skips steps 2, 3 and 5.

        Both sides do where both decided so, unless the campaign counts an agreed end as an end. Step 2 only
        exists after a turning point.
        """
        agreed = self.conceded == BOTH and not self.switches.agreed_end_counts
        if step in CONCEDER_SKIPS and (agreed or self.conceded == key):
            return True
        return step == 2 and not self.turning_point

    def next_step(self, key: SideKey, step: int) -> int:
        """The step after this one that the side does not skip."""
        following = step + 1
        while following <= LAST_STEP and self.skips(key, following):
            following += 1
        return following

    @property
    def has_begun(self) -> bool:
        """Whether either side has done anything after the record, which makes the record final."""
        return self.blue.acted or self.red.acted

    @property
    def done(self) -> bool:
        """Whether both sides are through."""
        return self.status == "recorded" and self.blue.done and self.red.done

    @property
    def is_confirmed(self) -> bool:
        """Whether both sides confirmed that everything is right. A side without a Register need not."""
        return self.done and all(side.confirmed or not side.register for side in (self.blue, self.red))


def _with_side(battle: Battle, key: SideKey, side: Side) -> Battle:
    return replace(battle, blue=side) if key == "blue" else replace(battle, red=side)


def _open_battle(event: battle_events.BattleOpened) -> Battle:
    agreed = {name: getattr(event, name) for name in AGREED}
    sides = {
        key: Side(register=event.registers.get(key, ""), reputation=event.reputations.get(key, 0))
        for key in SIDES
    }
    opened = Battle(id=event.battle, status="open", switches=with_switches(Switches(), event.switches))
    return replace(opened, **agreed, **sides)


def _apply_record(battle: Battle, event: battle_events.BattleRecorded) -> Battle:
    """A record written again answers the disputes about the one before."""
    battle = replace(battle, status="recorded", winner=event.winner, conceded=event.conceded)
    for key in SIDES:
        record = event.sides.get(key, SideRecord())
        side = replace(battle.side(key), record=record, step=1, accepted=False, dispute="")
        battle = _with_side(battle, key, side)
    return battle


def _with_check(side: Side, dossier: str, check: Check) -> Side:
    return replace(side, checks={**side.checks, dossier: check})


def _apply_reroll(side: Side, event: battle_events.CasualtyRerolled) -> Side:
    check = side.checks.get(event.dossier)
    if check is None:
        return side
    fresh = dict(zip(event.places, event.roll.faces, strict=False))
    faces = tuple(fresh.get(place, face) for place, face in enumerate(check.faces))
    return _with_check(side, event.dossier, replace(check, faces=faces, rerolled=(*check.rerolled, event.by)))


def _settle_check(side: Side, event: battle_events.CasualtySettled) -> Side:
    check = side.checks.get(event.dossier, Check(()))
    side = _with_check(side, event.dossier, replace(check, outcome=event.outcome))
    owed = tuple(Owed(event.dossier, event.cause) for _ in range(event.setbacks))
    fell = (event.dossier,) if event.outcome == "casualty" else ()
    return replace(
        side,
        owed=(*side.owed, *owed),
        traits_owed=(*side.traits_owed, *([event.dossier] if event.trait else [])),
        casualties=(*side.casualties, *fell),
    )


def _apply_setback_roll(side: Side, event: battle_events.SetbackRolled) -> Side:
    made = side.chart_rolls.get(event.dossier, 0) + 1
    side = replace(side, chart_rolls={**side.chart_rolls, event.dossier: made})
    place = next((n for n, owed in enumerate(side.owed) if owed.dossier == event.dossier), None)
    if place is None:
        return side
    if not event.setback:
        again = replace(side.owed[place], tries=side.owed[place].tries + 1)
        return replace(side, owed=(*side.owed[:place], again, *side.owed[place + 1 :]))
    left = (*side.owed[:place], *side.owed[place + 1 :])
    if event.fell:
        left = tuple(owed for owed in left if owed.dossier != event.dossier)
    return replace(
        side,
        owed=left,
        casualties=(*side.casualties, *([event.dossier] if event.fell else [])),
        traits_owed=(*side.traits_owed, *([event.dossier] if event.trait else [])),
    )


def _muster(side: Side, event: battle_events.ArmyMustered) -> Side:
    fields = {name: value for name, value in asdict(event).items() if name != "side"}
    return replace(side, mustered=True, hand=(), **fields)


def _draw_reward(side: Side, event: battle_events.RewardDrawn) -> Side:
    drawn = DrawnReward(event.orders, event.roll.faces if event.roll else ())
    return replace(side, drawn={**side.drawn, event.part: drawn})


SIDE_CHANGES: Final = Changes[Side]()
"""How each kind of event changes its side; others change nothing of it."""
on = SIDE_CHANGES.on
on(battle_events.ArmyMustered)(_muster)
on(battle_events.HandKept)(lambda now, event: replace(now, hand=event.cards))
on(battle_events.AgendaChosen)(
    lambda now, event: replace(now, agenda=event.agenda, first_agenda=event.agenda)
)
on(battle_events.AgendaSwitched)(lambda now, event: replace(now, agenda=event.agenda, switched=True))
on(battle_events.CombatDropped)(lambda now, event: replace(now, dropped=event.unit))
on(battle_events.AgendaResolved)(lambda now, event: replace(now, marked=event.marked))
on(battle_events.RewardDrawn)(_draw_reward)
on(battle_events.RewardTaken)(lambda now, event: replace(now, taken=(*now.taken, event.part)))
on(battle_events.UnitSpared)(
    lambda now, event: replace(now, spared={**now.spared, event.dossier: (event.experience, event.setbacks)})
)
on(battle_events.SupplyRolled)(lambda now, _: replace(now, supplied=True))
on(battle_events.MedevacUsed)(lambda now, event: replace(now, medevac=event.dossier))
on(battle_events.CasualtyRolled)(
    lambda now, event: _with_check(now, event.dossier, Check(event.roll.faces, event.added))
)
on(battle_events.CasualtyRerolled)(_apply_reroll)
on(battle_events.CasualtySettled)(_settle_check)
on(battle_events.SetbackOwed)(
    lambda now, event: replace(now, owed=(*now.owed, Owed(event.dossier, event.cause)))
)
on(battle_events.SetbackRolled)(_apply_setback_roll)
on(battle_events.TraitRolled)(
    lambda now, event: replace(now, traits_owed=without_name(now.traits_owed, event.dossier))
)
on(battle_events.RivalSealed)(lambda now, event: replace(now, sealed_rival=event.dossier))
on(battle_events.RivalNamed)(lambda now, event: replace(now, rival=event.dossier))
on(battle_events.ExperienceAwarded)(lambda now, _: replace(now, experienced=True))
on(battle_events.WardenRolled)(lambda now, _: replace(now, wardened=True))
on(battle_events.AidMade)(
    lambda now, event: replace(now, requests=(*now.requests, Request(event.aid, event.asset, event.dossier)))
)
on(battle_events.RecordAccepted)(lambda now, _: replace(now, accepted=True, dispute=""))
on(battle_events.RecordConfirmed)(lambda now, _: replace(now, confirmed=True, dispute=""))
on(battle_events.RecordDisputed)(lambda now, event: replace(now, confirmed=False, dispute=event.words))


BEFORE_THE_STEPS = (
    battle_events.ArmyMustered,
    battle_events.HandKept,
    battle_events.AgendaChosen,
    battle_events.AgendaSwitched,
    battle_events.CombatDropped,
    battle_events.RecordAccepted,
    battle_events.RecordDisputed,
    battle_events.RecordConfirmed,
)


def evolve(battle: Battle, event: Event) -> Battle:  # noqa: PLR0911 - one line a kind
    """The state after one more event."""
    match event:
        case battle_events.BattleOpened():
            return _open_battle(event)
        case battle_events.BattleCalledOff():
            return replace(battle, status="called-off")
        case battle_events.BattleRecorded():
            return _apply_record(battle, event)
        case battle_events.BattleSeedSealed():
            return replace(battle, seeds={**battle.seeds, event.step: event.seed})
        case battle_events.SeedsOpened():
            return replace(battle, opened_seeds=event.seeds)
        case battle_events.OfSide():
            return _apply_battle_event(battle, event)
        case _:
            return battle


def _apply_battle_event(battle: Battle, event: battle_events.OfSide) -> Battle:
    key, side = event.side, SIDE_CHANGES.after(battle.side(event.side), event)
    if not isinstance(event, BEFORE_THE_STEPS):
        side = replace(side, acted=True)
    if isinstance(event, battle_events.StepFinished):
        side = replace(side, step=battle.next_step(key, event.step))
    return _with_side(battle, key, side)


BATTLE: Final = Decider(name="battle", schema=5, state=Battle, initial=Battle, evolve=evolve)
