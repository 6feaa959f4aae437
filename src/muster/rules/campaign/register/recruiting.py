"""Adding a unit to a Register: who may join, what it may bring, what it costs (rules 106 to 123)."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muster.rules.armies.lineup.frame import frame
from muster.rules.armies.lineup.loadout import Bare
from muster.rules.armies.lineup.outfitting import bare_of
from muster.rules.armies.lineup.slots import fit
from muster.rules.campaign.library import charts
from muster.rules.campaign.register import events
from muster.rules.campaign.register.compulsory import (
    compulsory_upgrades,
    fills,
    missing_upgrades,
    wanted_words,
)
from muster.rules.campaign.register.dossier import Dossier, OwnedUpgrade
from muster.rules.campaign.register.register import CORPS_MINIMUM, MOST_DOSSIERS, Register, problem
from muster.rules.campaign.switches import Switches
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.equipping import Bearer
from muster.rules.cards.types import Unit, Upgrade
from muster.rules.cards.values import MustEquip
from muster.rules.cards.vocabulary import Slot, display_word, is_a
from muster.rules.violations import Refused, Violation, refuse_if

MOST_LETTERS = 60
MOST_UPGRADES = 20
LEADERS = ("commander", "operative")
BANNED_WHEN_UNIQUE: frozenset[Slot] = frozenset(
    ("squad-leader", "personnel", "heavy-weapon", "crew", "pilot", "armament")
)
GRANTED = "commendation"


class Recruit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit somebody wants on the Register, with its upgrades and, where it has one, its name."""

    unit: str
    upgrades: tuple[str, ...] = ()
    name: str = ""


def clean_name(text: str, what: str) -> str:
    """A name as it is kept: trimmed, one line, printable, at most 60 letters; may be empty."""
    whole = len(text) <= 10 * MOST_LETTERS
    clean = " ".join("".join(c if c.isprintable() else " " for c in text).split()) if whole else text
    if (have := len(clean)) > MOST_LETTERS:
        raise Refused(problem("register.name_too_long", (what,), what=what, have=have, max=MOST_LETTERS))
    return clean


def may_join(unit: Unit, register: Register) -> Violation | None:
    """Rule 106 and R23: one faction; a mercenary has none but must be hirable by the Register's."""
    faction = register.faction
    if unit.faction == faction or (unit.mercenary and faction in unit.hirable_by):
        return None
    code = "register.not_hirable" if unit.mercenary else "register.faction"
    return problem(code, (unit.id,), 106, unit=unit.full_name, faction=display_word(faction))


def unique_unit(unit: Unit) -> Violation | None:
    """Rule 110: a Register never includes unique units."""
    return problem("register.unique_unit", (unit.id,), 110, unit=unit.full_name) if unit.unique else None


def unique_upgrade(upgrade: Upgrade) -> Violation | None:
    """Rule 111: no unique Leader, Personnel, Heavy Weapon, Crew, Pilot or Armament upgrades.

    Other unique upgrades are allowed; a card with the Leader keyword is a Leader (ambiguity 37).
    """
    banned = upgrade.slot in BANNED_WHEN_UNIQUE or upgrade.has("leader")
    if not (upgrade.unique and banned):
        return None
    name, slot = upgrade.full_name, display_word(upgrade.slot)
    return problem("register.unique_upgrade", (upgrade.id,), 111, upgrade=name, slot=slot)


def allowance(unit: Unit) -> dict[Slot, int] | int:
    """What a new unit may bring: any two (rule 113), or one of each of these slots (rules 118 and 121)."""
    if unit.rank in LEADERS:
        return 2
    if is_a(unit.unit_type, "vehicle"):
        return {"hardpoint": 1}
    return {"heavy-weapon": 1, "personnel": 1}


def within_allowance(unit: Unit, upgrades: Sequence[Upgrade], switches: Switches) -> Iterator[Violation]:
    """Rules 113 to 123: no more upgrades than the rank and type of a new unit allow."""
    taken = compulsory_upgrades(unit, upgrades, switches)
    extra = [upgrade for upgrade in upgrades if upgrade not in taken]
    allowed, name = allowance(unit), unit.full_name
    if isinstance(allowed, int):
        if (have := len(extra)) > allowed:
            rule = 113 if have == len(upgrades) else 116
            yield problem("register.too_many_upgrades", (unit.id,), rule, unit=name, have=have, max=allowed)
        return
    rule = 121 if "hardpoint" in allowed else 118
    for slot in dict.fromkeys(upgrade.slot for upgrade in extra):
        here, most = [upgrade.id for upgrade in extra if upgrade.slot == slot], allowed.get(slot, 0)
        if (have := len(here)) > most:
            params: dict[str, int | str] = {"slot": display_word(slot), "have": have, "max": most}
            yield problem("register.slot_allowance", here, rule, unit=name, **params)


def as_it_is(
    bare: Bare, dossier: Dossier, register: Register, cards: Catalogue
) -> tuple[Bearer, tuple[tuple[Slot, str], ...]]:
    """A unit before any upgrade as its dossier has made it, and its bar.

    Slots and keywords that commendations gave count like printed ones (rule 248); a unit that a reward
    brought has the faction and the affiliation of the Paragon (ambiguity 56).
    """
    bearer, granted = bare.bearer, dossier.granted_slots
    bearer = msgspec.structs.replace(
        bearer, slots=bearer.slots | set(granted), keywords=bearer.keywords | dossier.granted_keywords
    )
    if dossier.joined_faction is not None:
        paragon = cards.units.get(register.paragon.unit) if register.paragon else None
        own = frozenset((paragon.affiliation,) if paragon and paragon.affiliation else ())
        bearer = msgspec.structs.replace(bearer, faction=dossier.joined_faction, affiliations=own)
    return bearer, (*bare.bar, *((slot, GRANTED) for slot in granted))


def can_equip(
    unit: Unit, dossier: Dossier | None, upgrade: Upgrade, register: Register, cards: Catalogue
) -> bool:
    """Whether the unit could equip the upgrade: alone, or with slots and keywords its others bring.

    The dossier is a pool (rule 22): two cards for one slot may both be on it.
    """
    cards = cards.on(register.points_date)
    unit, upgrade = cards.units[unit.id], cards.upgrades[upgrade.id]
    board = frame(cards, register.faction, None, (), register.points_date)
    if upgrade.army_factions and register.faction not in upgrade.army_factions:
        return False
    bearer, slots = (bare := bare_of(unit, board)).bearer, bare.bar
    pool: list[Upgrade] = []
    if dossier is not None:
        bearer, slots = as_it_is(bare, dossier, register, cards)
        owned = (cards.upgrades[held.id] for held in dossier.upgrades if held.id in cards.upgrades)
        pool = [held for held in owned if held.adds_slots or held.keywords or held.sets_affiliation]
    tries = [[upgrade], *([other, upgrade] for other in pool), [*pool, upgrade]]
    fittings = (fit(bearer, slots, cards_tried) for cards_tried in tries)
    return any(upgrade not in (*fitting.unslotted, *fitting.forbidden) for fitting in fittings)


def known_upgrades(ids: Iterable[str], cards: Catalogue) -> list[Upgrade]:
    """The upgrades with these ids; refused when one does not exist."""
    return [cards.upgrade(card_id) for card_id in ids]


def owned_upgrade(upgrade: Upgrade, register: Register, cards: Catalogue) -> OwnedUpgrade:
    """The upgrade as the dossier keeps it, with the points of the Register's date."""
    return OwnedUpgrade(upgrade.id, upgrade.full_name, upgrade.slot, price(upgrade, register, cards))


def price(card: Unit | Upgrade, register: Register, cards: Catalogue) -> int:
    """The points of a card on the Register's date; a card whose points are not published has none."""
    return frame(cards, register.faction, None, (), register.points_date).points(card)


def upgrade_problems(
    unit: Unit, dossier: Dossier | None, upgrade: Upgrade, register: Register, cards: Catalogue
) -> Iterator[Violation]:
    """Rules 111 and 197: not of the banned unique kinds, not twice, and the unit could equip it."""
    if (banned := unique_upgrade(upgrade)) is not None:
        yield banned
    if dossier is not None and dossier.owns(upgrade.id):
        yield problem("register.upgrade_held", (upgrade.id,), 418, upgrade=upgrade.full_name)
    if not can_equip(unit, dossier, upgrade, register, cards):
        about, names = (unit.id, upgrade.id), {"unit": unit.full_name, "upgrade": upgrade.full_name}
        yield problem("register.not_eligible", about, 419, **names)


def potential_problem(register: Register, cost: int) -> Violation | None:
    """Rule 24: the cards of a Register never cost more than its Combat Potential."""
    if cost <= register.potential_left:
        return None
    return problem("register.potential", (), 24, cost=cost, left=max(0, register.potential_left))


def choices_for(need: MustEquip, unit: Unit, register: Register, cards: Catalogue) -> list[Upgrade]:
    """The upgrades that could fill a compulsory choice of a unit on this Register, the cheapest first."""
    fitting = (upgrade for upgrade in cards.data.upgrades if fills(upgrade, need.upgrades, need.slot))
    may = [
        upgrade
        for upgrade in fitting
        if upgrade.points is not None and not list(upgrade_problems(unit, None, upgrade, register, cards))
    ]
    return sorted(may, key=lambda upgrade: price(upgrade, register, cards))


def with_only_choices(
    register: Register, wanted: Recruit, cards: Catalogue, switches: Switches, *, cheapest: bool = False
) -> Recruit:
    """The unit with the compulsory upgrades that leave no choice; with `cheapest` also with the others."""
    unit, upgrades = cards.unit(wanted.unit), known_upgrades(wanted.upgrades[:MOST_UPGRADES], cards)
    more: list[str] = []
    for need, short in missing_upgrades(unit, upgrades, switches):
        fitting = (upgrade.id for upgrade in choices_for(need, unit, register, cards))
        open_to = [upgrade for upgrade in fitting if upgrade not in wanted.upgrades]
        if cheapest or len(open_to) == short:
            more += open_to[:short]
    return msgspec.structs.replace(wanted, upgrades=(*wanted.upgrades, *more)) if more else wanted


def must_equip_problems(
    unit: Unit, upgrades: Sequence[Upgrade], register: Register, cards: Catalogue, switches: Switches
) -> Iterator[Violation]:
    """Rules 116, 120, 123 and R22: a unit joins with what its keywords ask for, if such a card is known."""
    for need, short in missing_upgrades(unit, upgrades, switches):
        if choices_for(need, unit, register, cards):
            about, keyword, wanted = (
                (unit.id, *need.upgrades),
                display_word(need.keyword),
                wanted_words(need, cards),
            )
            named = {"unit": unit.full_name, "keyword": keyword, "wanted": wanted}
            yield problem("register.must_equip", about, 116, by=short, **named)


def recruit_problems(
    register: Register, wanted: Recruit, cards: Catalogue, switches: Switches
) -> list[Violation]:
    """All reasons why the unit cannot join like this."""
    unit, upgrades = cards.unit(wanted.unit), known_upgrades(wanted.upgrades[:MOST_UPGRADES], cards)
    found: list[Violation | None] = [may_join(unit, register), unique_unit(unit)]
    if len(set(wanted.upgrades)) < len(wanted.upgrades) or len(wanted.upgrades) > MOST_UPGRADES:
        found.append(problem("register.upgrade_twice", (unit.id,), 418, unit=unit.full_name))
    for upgrade in upgrades:
        pool = _as_if(unit, [other for other in upgrades if other is not upgrade])
        found += upgrade_problems(unit, pool, upgrade, register, cards)
    found += within_allowance(unit, upgrades, switches)
    found += must_equip_problems(unit, upgrades, register, cards, switches)
    cost = price(unit, register, cards) + sum(price(upgrade, register, cards) for upgrade in upgrades)
    found.append(potential_problem(register, cost))
    if unit.rank in LEADERS and not clean_name(wanted.name, "the unit's name"):
        found.append(problem("register.needs_name", (unit.id,), 114, unit=unit.full_name))
    if len(register.dossiers) >= MOST_DOSSIERS:
        found.append(problem("register.full", (), max=MOST_DOSSIERS))
    found += [
        problem("register.unpriced", (card.id,), card=card.full_name)
        for card in (unit, *upgrades)
        if card.points is None
    ]
    return [upgrade for upgrade in found if upgrade is not None]


def _as_if(unit: Unit, upgrades: Sequence[Upgrade]) -> Dossier:
    pool = tuple(OwnedUpgrade(upgrade.id, upgrade.full_name, upgrade.slot, 0) for upgrade in upgrades)
    return Dossier(
        id="",
        unit=unit.id,
        unit_name=unit.full_name,
        rank=unit.rank,
        unit_type=unit.unit_type,
        points=0,
        upgrades=pool,
    )


def unit_added(
    register: Register, wanted: Recruit, cards: Catalogue, *, why: str, joined: bool = False
) -> events.UnitAdded:
    """The event of a unit joining; `joined` when a reward brings it in whatever its faction."""
    unit = cards.unit(wanted.unit)
    first = unit.rank == "commander" and register.paragon is None
    return events.UnitAdded(
        dossier=f"d{register.added + 1}",
        unit=unit.id,
        unit_name=unit.full_name,
        rank=unit.rank,
        unit_type=unit.unit_type,
        points=price(unit, register, cards),
        maximum=charts.maximum_rank(unit.rank),
        name=clean_name(wanted.name, "the unit's name"),
        paragon=first,
        upgrades=tuple(
            owned_upgrade(upgrade, register, cards) for upgrade in known_upgrades(wanted.upgrades, cards)
        ),
        why=why,
        joined_faction=register.faction if joined else None,
    )


def decide_recruit(
    register: Register, wanted: Recruit, cards: Catalogue, switches: Switches, *, why: str
) -> events.UnitAdded:
    """A unit joins (rules 106 to 123 and 129), or every reason why it cannot.

    A compulsory upgrade that leaves no choice comes by itself.
    """
    wanted = with_only_choices(register, wanted, cards, switches)
    refuse_if(*recruit_problems(register, wanted, cards, switches))
    return unit_added(register, wanted, cards, why=why)


def cheapest_corps(register: Register, cards: Catalogue, *, mercenaries: bool = True) -> int | None:
    """The fewest points for which a corps unit could join, with what it must bring; None where there is none.

    Nobody is forced to take a unit that only a battle force or another unit brings into an army. Without
    `mercenaries` only units that fill an army's minimum count (R23).
    """
    costs = [
        least_price(unit, register, cards)
        for unit in cards.data.units
        if unit.rank == "corps"
        and unit.points is not None
        and not unit.unique
        and unit.special_issue is None
        and unit.detachment is None
        and may_join(unit, register) is None
        and (mercenaries or not unit.mercenary)
    ]
    return min(costs, default=None)


def least_price(unit: Unit, register: Register, cards: Catalogue) -> int:
    """What a unit costs at least when it joins: itself and the cheapest of what it must bring."""
    bare = Recruit(unit=unit.id)
    whole = with_only_choices(register, bare, cards, Switches(), cheapest=True) if unit.must_equip else bare
    brings = sum(price(upgrade, register, cards) for upgrade in known_upgrades(whole.upgrades, cards))
    return price(unit, register, cards) + brings


def refill_due(register: Register, cards: Catalogue) -> bool:
    """Rule 109 and R21: fewer than two corps, and the potential left pays for another.

    With too little left the Register is only flagged (ambiguity 41).
    """
    if register.ranks["corps"] >= CORPS_MINIMUM:
        return False
    cheapest = cheapest_corps(register, cards)
    return cheapest is not None and cheapest <= register.potential_left


def refill_problem(register: Register, cards: Catalogue) -> Violation | None:
    """Nothing else goes on until the corps are filled up."""
    if not refill_due(register, cards):
        return None
    have = register.ranks["corps"]
    return problem(
        "register.refill_first", (), 109, have=have, min=CORPS_MINIMUM, left=register.potential_left
    )


def paragon_warning(register: Register, cards: Catalogue) -> Violation | None:
    """R23: a mercenary commander fills no rank minimum, so with it alone no army is legal."""
    paragon = register.paragon
    leaders = [cards.units.get(dossier.unit) for dossier in register.dossiers if dossier.rank == "commander"]
    if paragon is None or not all(unit is not None and unit.mercenary for unit in leaders):
        return None
    if register.faction == "mercenary":
        return None
    return problem("register.mercenary_paragon", (paragon.id,), "R23", unit=paragon.unit_name)
