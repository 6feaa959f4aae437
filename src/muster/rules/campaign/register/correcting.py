"""Corrections: what an arbitrator may put right on a Register, visibly and with a reason.

Numbers are changes, not totals, so a correction of an old battle leaves what came later in place.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from muster.rules.campaign.library import charts
from muster.rules.campaign.library.library import Library
from muster.rules.campaign.register import events
from muster.rules.campaign.register.commendations import grants_for
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.recruiting import owned_upgrade, upgrade_problems
from muster.rules.campaign.register.register import Register, evolve, problem, problem_if
from muster.rules.campaign.register.unit_facts import dossier_facts
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.log import Event
from muster.rules.violations import Refused, refuse_if, refuse_unless, require

MOST_REASON: Final = 500
MOST_FIX: Final = 1_000
NUMBERS: Final = ("supply", "potential", "reputation", "experience", "agenda")
CORRECTION: Final = "correction"
LAUDED: Final = "lauded"

Fixed: TypeAlias = Literal[
    "supply", "reputation", "potential", "agenda", "asset-added", "asset-removed",
    "experience", "rank-taken", "setback-gained", "setback-removed",
    "commendation-added", "commendation-removed", "upgrade-added", "upgrade-removed",
    "trait-gained", "trait-removed", "keyword-gained", "keyword-lost", "unit-removed", "unit-restored",
]  # fmt: skip


class Fix(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a correction: what is put right, on which unit, to what."""

    what: Fixed
    dossier: str = ""
    id: str = ""
    amount: int = 0


class Books(NamedTuple):
    """What a correction looks things up in, and the battle it is about."""

    library: Library
    cards: Catalogue
    battle: str


def decide_correction(  # noqa: PLR0913, PLR0917 - the correction as it is told, and the books
    register: Register,
    fixes: Sequence[Fix],
    reason: str,
    battle: str,
    library: Library,
    cards: Catalogue | None = None,
) -> tuple[Event, ...]:
    """The arbitrator puts things right, several in one go; also of a battle long past."""
    words = " ".join(reason.split())
    refuse_if(
        problem_if(register.status == "unknown", "register.unknown"),
        problem_if(not (words and len(words) <= MOST_REASON), "register.reason", (), max=MOST_REASON),
        problem_if(not fixes, "register.nothing_to_correct"),
    )
    books = Books(library, cards or catalogue(), battle)
    found: list[Event] = [events.CorrectionNoted(words, battle)]
    for fix in fixes:
        for event in correction_events(register, fix, books):
            found.append(event)
            register = evolve(register, event)
    return tuple(found)


def correction_events(register: Register, fix: Fix, books: Books) -> tuple[Event, ...]:
    """The events of one line of a correction; refused where it would make no sense."""
    least, most = fix_limits(register, fix.what, fix.id)
    refuse_unless(fix.what not in NUMBERS or fix.amount, problem("register.nothing_to_correct"))
    over = abs(fix.amount) > MOST_FIX
    if over or (fix.what in NUMBERS and fix.what != "supply" and not least <= fix.amount <= most):
        bound = most if fix.amount > 0 else least
        raise Refused(problem("register.fix_too_big", (fix.what,), amount=fix.amount, max=bound))
    if (of_register := _correct_register(register, fix, books.library)) is not None:
        return (of_register,)
    return OF_A_UNIT[fix.what](register, register.dossier(fix.dossier), fix, books)


def fix_limits(register: Register, what: str, agenda: str = "") -> tuple[int, int]:
    """How far a correction may take a number down and up: nothing falls below 0, no agenda grows too long."""
    track = register.arc.agenda(agenda) if register.arc else None
    match what:
        case "agenda" if track:
            return -track.marked, track.needed - track.marked
        case "supply":
            return -register.supply, MOST_FIX
        case "reputation":
            return -max(0, register.reputation), MOST_FIX
        case "potential":
            return -register.potential, MOST_FIX
        case _:
            return -MOST_FIX, MOST_FIX


# The Register ----------------------------------------------------------------------------------------------


def _correct_register(register: Register, fix: Fix, library: Library) -> Event | None:  # noqa: PLR0911 - a kind each
    """The event for a correction that concerns no single unit; None for all others."""
    amount, id, unit = fix.amount, fix.id[:60], fix.dossier[:60]
    match fix.what:
        case "supply":
            short = problem("register.supply", (), have=register.supply, cost=-amount)
            refuse_unless(register.supply + amount >= 0, short)
            return events.SupplyChanged(amount, CORRECTION)
        case "potential":
            return events.PotentialChanged(amount, CORRECTION)
        case "reputation":
            return events.ReputationChanged(amount, CORRECTION)
        case "agenda":
            known = register.arc and register.arc.agenda(fix.id)
            refuse_unless(known, problem("register.no_agenda", (id,), agenda=id))
            return events.AgendaProgressed(fix.id, amount, CORRECTION)
        case "asset-added" | "asset-removed":
            adds = fix.what == "asset-added"
            held = fix.id in (library.assets if adds else register.assets)
            refuse_unless(held, problem("register.no_asset", (id,), asset=id))
            gone = events.AssetRemoved(fix.id, CORRECTION)
            return events.AssetAdded(fix.id, library.assets[fix.id].name) if adds else gone
        case "unit-restored":
            fell = any(fallen.dossier.id == fix.dossier for fallen in register.fallen)
            refuse_unless(fell, problem("register.no_dossier", (unit,), dossier=unit))
            return events.UnitRestored(fix.dossier)
        case _:
            return None


# One unit --------------------------------------------------------------------------------------------------


def _remove_unit(_: Register, dossier: Dossier, __: Fix, ___: Books) -> tuple[Event, ...]:
    stays = problem("register.paragon_stays", (dossier.id,), 100, unit=dossier.called)
    refuse_unless(not dossier.paragon, stays)
    return (events.UnitRemoved(dossier.id, "casualty", words=CORRECTION),)


def _correct_experience(_: Register, dossier: Dossier, fix: Fix, __: Books) -> tuple[Event, ...]:
    """Rule 85: who loses experience keeps the veteran rank; a rank reached before is not paid again."""
    total = max(0, min(charts.RANK_STARTS[-1], dossier.experience + fix.amount))
    reached = min(dossier.maximum, charts.veteran_rank(total))
    rank = max(dossier.veteran_rank, reached)
    return (events.ExperienceCorrected(dossier.id, total, rank, rank - dossier.veteran_rank),)


def _take_rank(_: Register, dossier: Dossier, fix: Fix, __: Books) -> tuple[Event, ...]:
    """Take back a rank given by mistake, with its commendation and, for a Paragon, its card.

    An award that is still due goes first, else the one named, else the latest. Experience drops below the
    rank, so that it is not reached again for nothing.
    """
    rank, due = dossier.veteran_rank, bool(dossier.awards_due)
    refuse_unless(rank, problem("register.no_rank", (dossier.id,), 85, unit=dossier.called))
    total = min(dossier.experience, charts.RANK_STARTS[rank] - 1)
    held = [award.id for award in dossier.commendations]
    if fix.id and fix.id not in held:
        raise Refused(problem("register.no_commendation", (fix.id[:60],), commendation=fix.id[:60]))
    award = "" if due or not held else fix.id or held[-1]
    unlocked = dossier.paragon and not dossier.cards_due and bool(dossier.paragon_cards)
    card = dossier.paragon_cards[-1].id if unlocked else ""
    found: list[Event] = [events.ExperienceCorrected(dossier.id, total, rank - 1, -due)]
    if dossier.cards_due and not due:  # with an award that is due, the card that is due goes by itself
        found.append(events.AwardWaived(dossier.id, card=True))
    if award or card:
        found.append(events.AwardTaken(dossier.id, award, card))
    return tuple(found)


def _correct_setback(_: Register, dossier: Dossier, fix: Fix, books: Books) -> tuple[Event, ...]:
    setback, gains = books.library.setbacks.get(fix.id), fix.what == "setback-gained"
    if setback is None or not (gains or dossier.has_setback(fix.id)):
        raise Refused(problem("register.no_setback", (fix.id[:60],), setback=fix.id[:60]))
    if gains:
        return (events.SetbackGained(dossier.id, fix.id, setback.name, CORRECTION),)
    return (events.SetbackRemoved(dossier.id, fix.id, max(1, fix.amount), CORRECTION),)


def _correct_commendation(_: Register, dossier: Dossier, fix: Fix, books: Books) -> tuple[Event, ...]:
    """Rule 222: never the same twice. A due award is used up by it.

    Whether the unit met the requirements at the time is for the arbitrator to know.
    """
    found, held = books.library.commendations.get(fix.id), dossier.has_commendation(fix.id)
    given = problem("register.no_commendation", (fix.id[:60],), commendation=fix.id[:60])
    if fix.what == "commendation-removed":
        refuse_unless(held, given)
        return (events.AwardTaken(dossier.id, fix.id),)
    found = require(found, given)
    refuse_unless(
        not held, problem("commendation.twice", (found.id, dossier.id), 222, commendation=found.name)
    )
    grants = grants_for(found, dossier_facts(dossier, books.cards))
    keywords = tuple(use.id for use in grants.keywords)
    award = (found.id, found.name, found.high, grants.slots, keywords, books.battle)
    return (events.CommendationAwarded(dossier.id, *award),)


def _correct_upgrade(register: Register, dossier: Dossier, fix: Fix, books: Books) -> tuple[Event, ...]:
    """Rules 111 and 197; the cards may cost more than the potential afterwards, which is a flag (R25)."""
    if fix.what == "upgrade-removed":
        refuse_unless(
            dossier.owns(fix.id), problem("register.no_upgrade", (fix.id[:60],), upgrade=fix.id[:60])
        )
        return (events.UpgradeRemoved(dossier.id, fix.id),)
    upgrade, unit = books.cards.upgrade(fix.id), books.cards.unit(dossier.unit)
    refuse_if(*upgrade_problems(unit, dossier, upgrade, register, books.cards))
    return (events.UpgradeAdded(dossier.id, owned_upgrade(upgrade, register, books.cards), CORRECTION),)


def _correct_trait(_: Register, dossier: Dossier, fix: Fix, books: Books) -> tuple[Event, ...]:
    """Rule 213: only a Paragon has a defining trait; R18: it begins after the battle it belongs to."""
    if fix.what == "trait-removed":
        held = dossier.trait is not None and fix.id in ("", dossier.trait.id)
        refuse_unless(held, problem("register.no_trait", (fix.id[:60],), trait=fix.id[:60]))
        return (events.TraitAged(dossier.id, 0, books.battle),)
    trait = books.library.traits.get(fix.id)
    if trait is None or not dossier.paragon:
        raise Refused(problem("register.no_trait", (fix.id[:60],), 213, trait=fix.id[:60]))
    return (events.TraitGained(dossier.id, trait.id, trait.name, books.battle, trait.games),)


def _correct_keyword(_: Register, dossier: Dossier, fix: Fix, books: Books) -> tuple[Event, ...]:
    """A keyword for good, with its value where `amount` names one; Lauded brings room for a second high
    commendation and takes it along (ambiguity 55)."""
    gains, held = fix.what == "keyword-gained", any(keyword.id == fix.id for keyword in dossier.keywords)
    known = books.library.keywords.get(fix.id) or books.cards.keywords.get(fix.id)
    if held == gains or (gains and known is None):
        raise Refused(problem("register.no_keyword", (fix.id[:60],), keyword=fix.id[:60]))
    room = (
        (events.CommendationDue(dossier.id, 0, 1 if gains else -1, CORRECTION),) if fix.id == LAUDED else ()
    )
    if known is None or not gains:
        return (events.KeywordLost(dossier.id, fix.id, CORRECTION, books.battle), *room)
    name = f"{known.name} {fix.amount}" if fix.amount > 0 else known.name
    return (events.KeywordGained(dossier.id, fix.id, name, CORRECTION, books.battle), *room)


OF_A_UNIT: Final[dict[str, Callable[[Register, Dossier, Fix, Books], tuple[Event, ...]]]] = {
    "unit-removed": _remove_unit,
    "experience": _correct_experience,
    "rank-taken": _take_rank,
    "setback-gained": _correct_setback,
    "setback-removed": _correct_setback,
    "commendation-added": _correct_commendation,
    "commendation-removed": _correct_commendation,
    "upgrade-added": _correct_upgrade,
    "upgrade-removed": _correct_upgrade,
    "trait-gained": _correct_trait,
    "trait-removed": _correct_trait,
    "keyword-gained": _correct_keyword,
    "keyword-lost": _correct_keyword,
}
