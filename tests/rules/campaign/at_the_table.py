"""What the tests play with: Registers of known units, a battle, and hands that decide and fold."""

from collections.abc import Callable, Iterable
from datetime import date

import msgspec
import pytest

from muster.rules.campaign.battle import battle as battles
from muster.rules.campaign.battle import recording
from muster.rules.campaign.battle.battle import Battle, other
from muster.rules.campaign.battle.events import SideKey, SideRecord
from muster.rules.campaign.battle.muster import MusterPlan, Picked, decide_muster
from muster.rules.campaign.battle.steps import casualties, closing, experience, rewards
from muster.rules.campaign.battle.steps.side import SideContext, Turn
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register import editing
from muster.rules.campaign.register import register as registers
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.events import ExperienceGained, SetbackGained, TraitGained
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.campaign.register.register import Register
from muster.rules.campaign.switches import Switches
from muster.rules.cards.catalogue import catalogue
from muster.rules.dice.faces import Die, Face, Roll
from muster.rules.log import Event
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused, Violation

CARDS, BOOKS = catalogue(), library()
DAY = date(2026, 7, 1)
BLACK, RED, WHITE = Die.ATTACK_BLACK, Die.DEFENCE_RED, Die.DEFENCE_WHITE
HIT, CRIT, SURGE, BLANK, BLOCK = Face.HIT, Face.CRITICAL, Face.SURGE, Face.BLANK, Face.BLOCK

OFFICER, AGENT, STORM, SNOW, SHORE, SCOUTS = "Cb", "Ca", "ay", "az", "hg", "ba"
STRIKE_TEAM, HEAVY_RESPONSE, AT_ST, DEWBACK = "bb", "sr", "bg", "hf"
VADER, VEERS, KALLUS = "at", "au", "nm"
DOCTRINE, DLT, HH12, CAPTAIN, SPECIALIST, TRAINING, ORDERS = "Cf", "ej", "ek", "jn", "jq", "di", "cz"
AT_ST_GUN, AT_ST_MORTAR = "fh", "fi"
BY_RULING = Switches()
PEACE = "bring-peace-to-the-galaxy"


def dice(*faces: Face, die: Die = BLACK) -> Roll:
    return Roll(dice=(die,) * len(faces), faces=faces, origin="typed")


def refused(act: Callable[[], object], *codes: str) -> tuple[Violation, ...]:
    """The act is refused for exactly these reasons, and each of them can be said in a sentence."""
    with pytest.raises(Refused) as caught:
        act()
    for violation in caught.value.violations:
        assert explain(violation)
        remedy(violation)
    assert sorted(v.code for v in caught.value.violations) == sorted(codes)
    return caught.value.violations


def fold(state: Register, *event: Event) -> Register:
    for each in event:
        state = registers.evolve(state, each)
    return state


def opened(faction: str = "empire") -> Register:
    return fold(Register(), editing.decide_open(faction, DAY, "ann"))


def recruit(
    state: Register, unit: str, *upgrades: str, name: str = "", switches: Switches = BY_RULING
) -> Register:
    wanted = Recruit(unit=unit, upgrades=upgrades, name=name)
    return fold(state, editing.decide_edit(state, wanted, CARDS, switches))


def built() -> Register:
    """An officer with a doctrine (the Paragon, d1), two Stormtroopers (d2, d3), Snowtroopers (d4)."""
    state = recruit(opened(), OFFICER, DOCTRINE, name="Moff Jerjerrod")
    for unit in (STORM, STORM, SNOW):
        state = recruit(state, unit)
    return state


def founded(arc: str = PEACE, state: Register | None = None) -> Register:
    state = built() if state is None else state
    state = fold(state, editing.decide_arc(state, arc, BOOKS))
    state = fold(state, editing.decide_name(state, "Death Squadron"))
    return fold(state, editing.decide_found(state))


def changed(state: Register, dossier: str, **fields: object) -> Register:
    """The Register with one dossier as it would be after a longer story."""
    new = msgspec.structs.replace(state.dossier(dossier), **fields)
    return msgspec.structs.replace(
        state, dossiers=tuple(new if held.id == dossier else held for held in state.dossiers)
    )


def with_setbacks(state: Register, dossier: str, *setbacks: str) -> Register:
    event = (SetbackGained(dossier, setback, BOOKS.setbacks[setback].name, "story") for setback in setbacks)
    return fold(state, *event)


def with_trait(state: Register, trait: str) -> Register:
    paragon = state.paragon
    assert paragon is not None
    return fold(state, TraitGained(paragon.id, trait, BOOKS.traits[trait].name, "battle:old"))


def with_marks(state: Register, *marks: int) -> Register:
    assert state.arc is not None
    agendas = (
        msgspec.structs.replace(agenda, marked=mark)
        for agenda, mark in zip(state.arc.agendas, marks, strict=True)
    )
    return msgspec.structs.replace(state, arc=msgspec.structs.replace(state.arc, agendas=tuple(agendas)))


def everyone(state: Register) -> MusterPlan:
    """Every unit with every upgrade of its dossier."""
    picks = (
        Picked(dossier=dossier.id, upgrades=tuple(u.id for u in dossier.upgrades))
        for dossier in state.dossiers
    )
    return MusterPlan(units=tuple(picks))


class Table:
    """A battle between two Registers, played by calling decisions and folding what they say."""

    def __init__(
        self,
        blue: Register | None,
        red: Register | None = None,
        *,
        points: int = 800,
        turning_point: bool = False,
        switches: Switches = BY_RULING,
        battle: str = "battle:1",
        format: str = "",
    ) -> None:
        self.registers: dict[SideKey, Register] = {}
        if blue is not None:
            self.registers["blue"] = blue
        if red is not None:
            self.registers["red"] = red
        ids = {key: f"register:{key}" for key in self.registers}
        opening = recording.Opening(battle=battle, points=points, turning_point=turning_point, format=format)
        event = recording.decide_battle(opening, self.registers, ids, switches, BOOKS)
        self.battle: Battle = battles.evolve(Battle(), event)

    def seat(self, key: SideKey = "blue") -> SideContext:
        own = self.registers.get(key, Register())
        return SideContext(self.battle, key, own, CARDS, BOOKS, self.registers.get(other(key)))

    def take(self, turn: Turn, key: SideKey = "blue") -> Turn:
        for event in turn.battle:
            self.battle = battles.evolve(self.battle, event)
        if turn.register:
            self.registers[key] = fold(self.registers[key], *turn.register)
        return turn

    def do(self, decide: Callable[..., Turn], *args: object, key: SideKey = "blue", **named: object) -> Turn:
        return self.take(decide(self.seat(key), *args, **named), key)

    def muster(self, key: SideKey = "blue", plan: MusterPlan | None = None) -> "Table":
        self.do(decide_muster, plan or everyone(self.registers[key]), key=key)
        return self

    def muster_all(self) -> "Table":
        for key in self.registers:
            self.muster(key)
        return self

    def agenda(self, agenda: str, key: SideKey = "blue") -> "Table":
        self.do(recording.decide_agenda_choice, agenda, key=key)
        return self

    def record(self, winner: str = "blue", conceded: str = "", **sides: SideRecord) -> "Table":
        event = recording.decide_record(self.battle, winner, conceded, sides)
        self.battle = battles.evolve(self.battle, event)
        return self

    def finish(self, key: SideKey = "blue") -> Turn:
        return self.do(closing.decide_finish, key=key)

    def walk_to(self, step: int, key: SideKey = "blue") -> "Table":
        """Through the earlier steps with nothing chosen and blank dice."""
        while self.battle.side(key).step < step:
            self.pass_step(key)
        return self

    def pass_step(self, key: SideKey = "blue") -> None:
        side = self.battle.side(key)
        if side.step == 1 and side.marked is None:
            self.do(rewards.decide_agenda, key=key)
        if side.step == 2 and "mission" not in side.taken:
            self.do(rewards.decide_reward, "mission", key=key)
        if side.step == 3 and not side.supplied:
            self.do(experience.decide_supply, dice(BLANK, die=RED), key=key)
        if side.step == 4:
            for dossier in casualties.checks_due(self.seat(key)):
                self.check(dossier, *[BLANK] * len(self.check_dice(dossier, key)), key=key)
        if side.step == 5 and not side.experienced:
            if experience.awaits_rival(self.seat(key)):
                self.battle = battles.evolve(self.battle, recording.battle_events.RivalNamed(other(key), ""))
            self.do(experience.decide_experience, key=key)
        self.finish(key)

    def check_dice(self, dossier: str, key: SideKey = "blue") -> tuple[Die, ...]:
        return casualties.check_dice_of(self.registers[key].dossier(dossier))

    def check(self, dossier: str, *faces: Face, key: SideKey = "blue") -> Turn:
        self.do(casualties.decide_check, dossier, dice(*faces), key=key)
        return self.do(casualties.decide_settle, dossier, key=key)

    def own(self, dossier: str, key: SideKey = "blue") -> Dossier:
        return self.registers[key].dossier(dossier)


def gained(turn: Turn) -> dict[str, int]:
    """Experience by dossier in a turn."""
    total: dict[str, int] = {}
    for event in turn.register:
        if isinstance(event, ExperienceGained):
            total[event.dossier] = total.get(event.dossier, 0) + event.amount
    return total


def kinds(event: Iterable[Event]) -> list[str]:
    return [type(each).__name__ for each in event]


def after(defeated: tuple[str, ...] = (), state: Register | None = None, **named: object) -> Table:
    """A battle of one Register against somebody without one, recorded as won."""
    switches = named.pop("switches", BY_RULING)
    assert isinstance(switches, Switches)
    table = Table(state or founded(), switches=switches).muster_all()
    return table.record(blue=SideRecord(defeated=defeated, **named))  # type: ignore[arg-type]
