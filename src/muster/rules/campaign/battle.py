"""A battle of Tours of Duty: its two sides, how it ended, and where each side stands in the ten steps."""

from collections import Counter
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from muster.rules.campaign import sequence_events as s
from muster.rules.campaign.sequence_events import Fielded, SideKey, SideRecord
from muster.rules.campaign.switches import Switches, switched
from muster.rules.cards.vocabulary import Rank
from muster.rules.dice.faces import Face
from muster.rules.log import Decider, Event

SIDES: Final[tuple[SideKey, SideKey]] = ("blue", "red")
LAST_STEP: Final = 10
CONCEDER_SKIPS: Final = frozenset((2, 3, 5))
BOTH: Final = "both"
"""Who ended a game early when the two players agreed to end it."""

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


class Drawn(msgspec.Struct, frozen=True):
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
    drawn: dict[str, Drawn] = {}
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
        """Rule 175: who concedes or ends the game early skips steps 2, 3 and 5, both where both decided so,
        unless the campaign lets an agreed end count as an end. Step 2 is there only after a turning point."""
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
    def begun(self) -> bool:
        """Whether any side has done anything after the record: then the record stands."""
        return self.blue.acted or self.red.acted

    @property
    def done(self) -> bool:
        """Whether both sides are through."""
        return self.status == "recorded" and self.blue.done and self.red.done

    @property
    def confirmed(self) -> bool:
        """Whether both sides said that all is right; a side without Register need not."""
        return self.done and all(one.confirmed or not one.register for one in (self.blue, self.red))


def _with(battle: Battle, key: SideKey, side: Side) -> Battle:
    return replace(battle, blue=side) if key == "blue" else replace(battle, red=side)


def _opened(said: s.BattleOpened) -> Battle:
    blue, red = (
        Side(register=said.registers.get(key, ""), reputation=said.reputations.get(key, 0)) for key in SIDES
    )
    return Battle(
        id=said.battle,
        status="open",
        campaign=said.campaign,
        points=said.points,
        format=said.format,
        turning_point=said.turning_point,
        mission=said.mission,
        switches=switched(Switches(), said.switches),
        blue=blue,
        red=red,
    )


def _recorded(battle: Battle, said: s.BattleRecorded) -> Battle:
    """A record written again answers the disputes about the one before."""
    battle = replace(battle, status="recorded", winner=said.winner, conceded=said.conceded)
    for key in SIDES:
        side = replace(battle.side(key), record=said.sides.get(key, SideRecord()), step=1, dispute="")
        battle = _with(battle, key, side)
    return battle


def _checked(side: Side, dossier: str, check: Check) -> Side:
    return replace(side, checks={**side.checks, dossier: check})


def _rerolled(side: Side, said: s.CasualtyRerolled) -> Side:
    check = side.checks.get(said.dossier)
    if check is None:
        return side
    faces = list(check.faces)
    for place, face in zip(said.places, said.roll.faces, strict=False):
        if place < len(faces):
            faces[place] = face
    return _checked(
        side, said.dossier, replace(check, faces=tuple(faces), rerolled=(*check.rerolled, said.by))
    )


def _settled(side: Side, said: s.CasualtySettled) -> Side:
    check = side.checks.get(said.dossier, Check(()))
    side = _checked(side, said.dossier, replace(check, outcome=said.outcome))
    owed = tuple(Owed(said.dossier, said.cause) for _ in range(said.setbacks))
    fell = (said.dossier,) if said.outcome == "casualty" else ()
    return replace(
        side,
        owed=(*side.owed, *owed),
        traits_owed=(*side.traits_owed, *([said.dossier] if said.trait else [])),
        casualties=(*side.casualties, *fell),
    )


def _setback_rolled(side: Side, said: s.SetbackRolled) -> Side:
    made = side.chart_rolls.get(said.dossier, 0) + 1
    side = replace(side, chart_rolls={**side.chart_rolls, said.dossier: made})
    place = next((n for n, owed in enumerate(side.owed) if owed.dossier == said.dossier), None)
    if place is None:
        return side
    if not said.setback:
        again = replace(side.owed[place], tries=side.owed[place].tries + 1)
        return replace(side, owed=(*side.owed[:place], again, *side.owed[place + 1 :]))
    left = (*side.owed[:place], *side.owed[place + 1 :])
    if said.fell:
        left = tuple(owed for owed in left if owed.dossier != said.dossier)
    return replace(
        side,
        owed=left,
        casualties=(*side.casualties, *([said.dossier] if said.fell else [])),
        traits_owed=(*side.traits_owed, *([said.dossier] if said.trait else [])),
    )


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    left = list(names)
    if name in left:
        left.remove(name)
    return tuple(left)


def _of_the_side(side: Side, said: Event) -> Side:  # noqa: PLR0911, PLR0912 - one line a kind
    match said:
        case s.ArmyMustered():
            return replace(
                side,
                mustered=True,
                fielded=said.fielded,
                points=said.points,
                limit=said.limit,
                assets=said.assets,
                army=said.army,
                hand=(),
            )
        case s.HandKept():
            return replace(side, hand=said.cards)
        case s.AgendaChosen():
            return replace(side, agenda=said.agenda, first_agenda=said.agenda)
        case s.AgendaSwitched():
            return replace(side, agenda=said.agenda, switched=True)
        case s.CombatDropped():
            return replace(side, dropped=said.unit)
        case s.AgendaResolved():
            return replace(side, marked=said.marked)
        case s.RewardDrawn():
            drawn = Drawn(said.orders, said.roll.faces if said.roll else ())
            return replace(side, drawn={**side.drawn, said.part: drawn})
        case s.RewardTaken():
            return replace(side, taken=(*side.taken, said.part))
        case s.UnitSpared():
            return replace(side, spared={**side.spared, said.dossier: (said.experience, said.setbacks)})
        case s.SupplyRolled():
            return replace(side, supplied=True)
        case s.MedevacUsed():
            return replace(side, medevac=said.dossier)
        case s.CasualtyRolled():
            return _checked(side, said.dossier, Check(said.roll.faces, said.added))
        case s.CasualtyRerolled():
            return _rerolled(side, said)
        case s.CasualtySettled():
            return _settled(side, said)
        case s.SetbackOwed():
            return replace(side, owed=(*side.owed, Owed(said.dossier, said.cause)))
        case s.SetbackRolled():
            return _setback_rolled(side, said)
        case s.TraitRolled():
            return replace(side, traits_owed=_without(side.traits_owed, said.dossier))
        case s.RivalSealed():
            return replace(side, sealed_rival=said.dossier)
        case s.RivalNamed():
            return replace(side, rival=said.dossier)
        case s.ExperienceAwarded():
            return replace(side, experienced=True)
        case s.WardenRolled():
            return replace(side, wardened=True)
        case s.AidMade():
            return replace(side, requests=(*side.requests, Request(said.aid, said.asset, said.dossier)))
        case s.RecordConfirmed():
            return replace(side, confirmed=True, dispute="")
        case s.RecordDisputed():
            return replace(side, confirmed=False, dispute=said.words)
        case _:
            return side


BEFORE_THE_STEPS = (
    s.ArmyMustered,
    s.HandKept,
    s.AgendaChosen,
    s.AgendaSwitched,
    s.CombatDropped,
    s.RecordDisputed,
    s.RecordConfirmed,
)


def evolve(battle: Battle, said: Event) -> Battle:  # noqa: PLR0911 - one line a kind
    """One event further."""
    match said:
        case s.BattleOpened():
            return _opened(said)
        case s.BattleCalledOff():
            return replace(battle, status="called-off")
        case s.BattleRecorded():
            return _recorded(battle, said)
        case s.BattleSeedSealed():
            return replace(battle, seeds={**battle.seeds, said.step: said.seed})
        case s.SeedsOpened():
            return replace(battle, opened_seeds=said.seeds)
        case _ if (key := getattr(said, "side", "")) in SIDES:
            return _acted(battle, key, said)
        case _:
            return battle


def _acted(battle: Battle, key: SideKey, said: Event) -> Battle:
    side = _of_the_side(battle.side(key), said)
    if not isinstance(said, BEFORE_THE_STEPS):
        side = replace(side, acted=True)
    if isinstance(said, s.StepFinished):
        side = replace(side, step=battle.next_step(key, said.step))
    return _with(battle, key, side)


BATTLE: Final = Decider(name="battle", schema=4, state=Battle, initial=Battle, evolve=evolve)
