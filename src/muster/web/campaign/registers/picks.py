"""Cards to choose for a Register, each with its points and the reason where it may not be chosen."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.http import HttpRequest

from muster.app.acting import Command
from muster.app.campaign.commands import Recruit, RequestAid
from muster.rules.campaign.battle.steps.aid import AidRequest
from muster.rules.campaign.register import recruiting
from muster.rules.campaign.register.aid import REINFORCEMENTS, REINFORCING, SUPPLIES
from muster.rules.campaign.register.compulsory import compulsory_upgrades
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import price
from muster.rules.cards import catalogue
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.vocabulary import RANKS, Rank
from muster.rules.violations import Violation
from muster.web.armies.words import RANK_NAMES
from muster.web.campaign.registers.upgrades import effect_line
from muster.web.campaign.requests import own_register, registers_of, stream_of
from muster.web.cards.rows import address, unit_profile
from muster.web.requests import act_of
from muster.web.site.errors import Reason, as_reason

ANY_NAME = "?"
# Reasons against the unit or against what is still to be chosen, not against one of its upgrades.
BEYOND_THE_CARD = ("register.unique_unit", "register.must_equip")


class Pick(NamedTuple):
    """A card to choose: what it costs, and the reason where it may not be chosen."""

    id: str
    name: str
    title: str
    points: int
    facts: str
    href: str
    reason: Reason | None = None
    slots: tuple[str, ...] = ()
    compulsory: bool = False


class Picker(NamedTuple):
    """Who of a rank may join, and who may not and why."""

    rank: Rank
    ranks: list[tuple[Rank, str, int]]
    rank_name: str
    may: list[Pick]
    barred: list[Pick]


class Shelf(NamedTuple):
    """Upgrades of one slot, and the aid request that gives them."""

    slot: str
    picks: list[Pick]
    aid: str = ""


class Choosing:
    """One's own Register, for which something is chosen; every reason comes from the act itself."""

    def __init__(self, request: HttpRequest, register: str) -> None:
        self.registers, self.stream, self.act = registers_of(request), stream_of(register), act_of(request)
        self.now, self.books = own_register(request, register), self.registers.logs.library
        self.switches = self.registers.logs.switches(self.now.campaign)

    def problems(self, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of an act here."""
        return self.registers.can(self.act, self.stream, command)

    def reason(self, command: Command) -> Reason | None:
        """The first of it."""
        found = self.problems(command)
        return as_reason(found[0]) if found else None

    def aid_reason(self, request: AidRequest) -> Reason | None:
        """The first reason why aid cannot be requested."""
        return self.reason(RequestAid(request=request))

    # Units -----------------------------------------------------------------------------------------------

    def picker(self, rank: Rank) -> Picker:
        """The units of a rank, the faction's own first, then the cheapest."""
        units = [unit for unit in catalogue().data.units if unit.rank == rank]
        hirable = [unit for unit in units if recruiting.may_join(unit, self.now) is None]
        picks = sorted((self.unit(unit) for unit in hirable), key=own_first)
        return Picker(
            rank,
            [(each, RANK_NAMES[each], self.now.ranks[each]) for each in RANKS],
            RANK_NAMES[rank],
            [pick for pick in picks if pick.reason is None],
            [pick for pick in picks if pick.reason is not None],
        )

    def unit(self, unit: Unit) -> Pick:
        """A unit to choose. Its name and what it must bring are asked for on the next page: here any will
        do."""
        bare = recruiting.Recruit(unit=unit.id, name=ANY_NAME)
        wanted = recruiting.with_only_choices(self.now, bare, catalogue(), self.switches, cheapest=True)
        facts = ", ".join((["Mercenary"] if unit.mercenary else []) + unit_profile(unit))
        cost, reason = price(unit, self.now, catalogue()), self.reason(Recruit(wanted=wanted))
        return Pick(unit.id, unit.name, unit.title or "", cost, facts, address(unit), reason, unit.slots)

    # Upgrades --------------------------------------------------------------------------------------------

    def upgrade(self, upgrade: Upgrade, reason: Reason | None, compulsory: bool = False) -> Pick:
        """An upgrade to choose."""
        cost, name = price(upgrade, self.now, catalogue()), upgrade.full_name
        effect = effect_line(upgrade)
        return Pick(upgrade.id, name, "", cost, effect, address(upgrade), reason, compulsory=compulsory)

    def equipment(self, dossier: Dossier) -> list[Shelf]:
        """What a unit can still be given for supply points, slot by slot."""
        unit = catalogue().units.get(dossier.unit)
        shelves = []
        for slot, upgrades in (catalogue().upgrades_for(unit) if unit else {}).items():
            aid = REINFORCEMENTS if slot in REINFORCING else SUPPLIES
            wanted = [
                (upgrade, AidRequest(aid=aid, dossier=dossier.id, upgrade=upgrade.id)) for upgrade in upgrades
            ]
            picks = [
                self.upgrade(upgrade, None) for upgrade, request in wanted if self.aid_reason(request) is None
            ]
            shelves.append(Shelf(slot, picks, aid))
        return [shelf for shelf in shelves if shelf.picks]

    def bringable(self, unit: Unit, elsewhere: Collection[str]) -> tuple[list[Shelf], list[Pick]]:
        """The upgrades a new unit may bring, slot by slot, and those it may not with the reason.

        What it must bring is chosen elsewhere.
        """
        may: list[Shelf] = []
        barred: list[Pick] = []
        for slot, upgrades in catalogue().upgrades_for(unit).items():
            picks = [
                self.upgrade_to_bring(unit, upgrade) for upgrade in upgrades if upgrade.id not in elsewhere
            ]
            barred += [pick for pick in picks if pick.reason is not None]
            if good := [pick for pick in picks if pick.reason is None]:
                may.append(Shelf(slot, good))
        return may, barred

    def upgrade_to_bring(self, unit: Unit, upgrade: Upgrade) -> Pick:
        """An upgrade with the reason why this unit may not bring it, if there is one beyond the unit."""
        wanted = recruiting.Recruit(unit=unit.id, upgrades=(upgrade.id,), name=ANY_NAME)
        against = [
            violation
            for violation in self.problems(Recruit(wanted=wanted))
            if violation.code not in BEYOND_THE_CARD
        ]
        extra = bool(compulsory_upgrades(unit, [upgrade], self.switches))
        return self.upgrade(upgrade, as_reason(against[0]) if against else None, extra)


def own_first(pick: Pick) -> tuple[bool, int, str]:
    """Mercenaries after the faction's own: a mercenary commander alone fills no army's minimum (R23)."""
    return catalogue().unit(pick.id).mercenary, pick.points, pick.name


def rank_in(query: Mapping[str, str], otherwise: Rank) -> Rank:
    """The rank an address asks for."""
    return next((rank for rank in RANKS if rank == query.get("rank")), otherwise)
