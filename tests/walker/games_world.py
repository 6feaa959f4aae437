"""Whom a walker's game needs: players with armies, with Registers, at a table of an event."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Final

from muster.app.acting import Act
from muster.app.armies import saving
from muster.app.campaign import commands
from muster.app.streams import Write
from muster.rules.armies.army import Army, ArmyUnit, Deck
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.events import AgendaProgressed
from muster.rules.campaign.register.recruiting import Recruit
from muster.rules.cards import catalogue
from muster.rules.cards.types import CommandCard
from muster.rules.game.missions import deck
from muster.store.accounts import Account, new_id
from muster.store.armies import DatabaseArmies, new_code
from muster.store.log.database import DatabaseStore
from tests.web.account_fixtures import person
from tests.web.event_table_fixtures import Cup
from tests.web.site_desks import site_clubs, site_registers

DOCTRINES: Final = {"rebels": ("Cp",), "empire": ("Cf",)}
HAND: Final = ("bl", "bk", "bj", "aa")
FORCES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "rebels": ("Bz", ("ah", "ah", "gv", "ai")),
    "empire": ("Cb", ("ay", "ay", "az", "ba")),
    "republic": ("ns", ("fz", "fz", "Bi")),
    "separatists": ("nr", ("gx", "gx", "ga")),
}
"""A Commander and a few units of each faction."""
FORMATS: Final = ("recon", "recon", "recon", "standard", "standard", "standard")
DRAWN: Final = 3
"""Every so-manieth army has units, upgrades and command cards by lot."""
OUTFITTED: Final = 0.6
PIPS: Final = (1, 1, 2, 2, 3, 3, 4)


def act(account: Account) -> Act:
    return Act(str(account.pk), datetime.now(UTC), str(new_id()))


def players(seed: int) -> tuple[Account, Account]:
    """Two people, each with armies for Recon and for a standard game."""
    both = person(f"Ann{seed}", name="Ann"), person(f"Bob{seed}", name="Bob")
    for who in both:
        for army in armies(seed):
            saving.create_army(DatabaseArmies(), act(who), str(new_id()), new_code(), army)
    return both


def armies(seed: int) -> Iterator[Army]:
    """Small ones, so that games stay short; of changing factions, with and without a battle deck."""
    names = tuple(FORCES)
    for number, format in enumerate(FORMATS):
        faction = names[(seed + number) % len(names)]
        commander, units = FORCES[faction]
        lines = tuple(ArmyUnit(unit=unit) for unit in (commander, *units[: 2 + seed % 3]))
        hand: tuple[str, ...] = HAND
        if number % DRAWN == DRAWN - 1:
            luck = Random(f"army {number} of {seed}")
            lines = tuple(_drawn_lines(faction, luck))
            hand = tuple(_drawn_hand(faction, {line.unit for line in lines}, luck))
        kinds = {kind: deck("standard", kind) for kind in ("objective", "secondary", "advantage")}
        drawn = {
            kind: tuple(cards[(seed + n) % len(cards)] for n in range(3)) for kind, cards in kinds.items()
        }
        yield Army(
            faction=faction, format=format, points_date=catalogue().edition, name=f"{faction} {number}",
            units=lines, command_hand=hand,
            battle_deck=Deck(**drawn) if format == "standard" and (seed + number) % 4 else Deck(),
        )  # type: ignore[arg-type]  # fmt: skip


def _drawn_lines(faction: str, luck: Random) -> Iterator[ArmyUnit]:
    """A Commander and units of any rank, with upgrades in most of their slots."""
    cards = catalogue()
    own = [unit for unit in cards.data.units if unit.faction == faction]
    leaders = [unit for unit in own if unit.rank == "commander"]
    for unit in (luck.choice(leaders), *luck.sample(own, luck.randint(3, 6))):
        fitting = cards.upgrades_for(unit)
        shelves = [fitting[slot] for slot in unit.slots if fitting.get(slot) and luck.random() < OUTFITTED]
        yield ArmyUnit(unit=unit.id, upgrades=tuple(luck.choice(shelf).id for shelf in shelves))


def _drawn_hand(faction: str, units: set[str], luck: Random) -> Iterator[str]:
    """Seven command cards, some of them of the people who came along."""
    cards = catalogue()
    people = {cards.units[unit].name for unit in units}
    held = [
        card for card in cards.commands.values() if card.faction in (None, faction) and _fits(card, people)
    ]
    for pips in dict.fromkeys(PIPS):
        shelf = [card.id for card in held if card.pips == pips]
        yield from luck.sample(shelf, min(PIPS.count(pips), len(shelf)))


def _fits(card: CommandCard, people: set[str]) -> bool:
    return card.battle_force is None and all(people & set(need.names) for need in card.needs)


def registers(seed: int, turning_point: str) -> tuple[tuple[Account, Account], tuple[str, str]]:
    """Two people of one campaign with a Register each; the first has come to its Turning Point."""
    arcs = library().arcs.values()
    arc = next(one for one in arcs if one.turning_point == turning_point)
    theirs = next(one for one in arcs if one.faction is None)
    both = person(f"Ada{seed}", name="Ada"), person(f"Bo{seed}", name="Bo")
    faction = arc.faction or tuple(FORCES)[seed % len(FORCES)]
    streams = (_founded(both[0], faction, arc.id), _founded(both[1], tuple(FORCES)[seed % 3], theirs.id))
    owner, store = streams[0], DatabaseStore()
    agendas = library().agendas
    done = tuple(AgendaProgressed(one, agendas[one].needed, "x") for one in arc.agendas)
    write = Write(owner, store.version(owner), done)
    store.append([write], actor=str(both[0].pk), at=datetime.now(UTC), batch=str(new_id()))
    club, clubs = f"campaign:{new_id().hex}", site_clubs()
    clubs.do(act(both[0]), club, commands.OpenCampaign(name="The long walk"))
    for account, stream in zip(both, streams, strict=True):
        if account is not both[0]:
            clubs.do(act(account), club, commands.Join(invitation=1))
        clubs.do(act(account), club, commands.Enter(register=stream))
    return both, streams


def _founded(account: Account, faction: str, arc: str) -> str:
    desk, register = site_registers(), f"register:{new_id().hex}"
    commander, units = FORCES[faction]
    first = Recruit(unit=commander, name="The Paragon", upgrades=DOCTRINES.get(faction, ()))
    steps = (
        commands.OpenRegister(faction=faction, points_date=catalogue().edition),  # type: ignore[arg-type]
        commands.Recruit(wanted=first),
        *(commands.Recruit(wanted=Recruit(unit=unit)) for unit in units[:3]),
        commands.ChooseArc(arc=arc), commands.NameRegister(name=f"The {faction}"), commands.Found(),
    )  # fmt: skip
    for step in steps:
        desk.do(act(account), register, step)
    return register


def table_of_an_event(mode: str) -> Cup:
    """Ann and Bo meet at a table of an event."""
    points = 600 if mode == "recon" else 1000
    cup = Cup(kind=mode, profile="current", points=points).announce()
    cup.pair()
    for name in ("ann", "bo"):
        for army in armies(1):
            saving.create_army(DatabaseArmies(), act(cup.people[name]), str(new_id()), new_code(), army)
    return cup
