"""Which weapons a unit may use at a range, and the pool it takes unless told otherwise.

Every mini adds one weapon whose range fits, Arsenal X lets it add X (core rulebook, page 32). Who may use the
weapon of an upgrade is rules 420 to 424.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from muster.rules.armies.sheets.playsheet import ADDS_MINIATURE, WeaponUse, unit_sheet
from muster.rules.attack.facts import MELEE, Facts
from muster.rules.attack.sides import Side
from muster.rules.cards.types import Upgrade
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.comparing.pools import reaches
from muster.rules.dice.faces import ATTACK_DICE, Face, count_of


class Used(NamedTuple):
    """A weapon in a pool, and how many minis use it."""

    use: WeaponUse
    minis: int

    @property
    def weapon(self) -> Weapon:
        """The weapon itself."""
        return self.use.weapon


Pool = tuple[Used, ...]


class Usable(NamedTuple):
    """A weapon that may join a pool, and by how many minis at most."""

    use: WeaponUse
    most: int


def throws_dice(weapon: Weapon) -> bool:
    """Whether the weapon adds dice to a pool."""
    return bool(weapon.red or weapon.black or weapon.white)


def why_not(weapon: Weapon, target: Side, facts: Facts) -> str:
    """Why a weapon cannot join a pool against this target, or nothing."""
    melee, longest = facts.band == MELEE, weapon.range.farthest if weapon.range else None
    in_range = reaches(weapon, facts.band) or ("long-shot" in facts.yes and _shoots_far(weapon, facts.band))
    reasons = {
        "out of range": not in_range and facts.kind != "overrun",
        "only its small companion is in sight": "small" in facts.yes,
        "engaged": facts.engaged and not melee and not _has(weapon, "versatile"),
        "at an engaged unit": facts.target_engaged and not melee,
        "immune to melee": melee and target.has("immune-melee"),
        "immune to range 1 weapons": not melee and longest == 1 and target.has("immune-range-1-weapons"),
        "not in its arc": not facts.attack_arc and _has(weapon, "fixed"),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _has(weapon: Weapon, keyword: str) -> bool:
    return any(use.id == keyword for use in weapon.keywords)


def _shoots_far(weapon: Weapon, band: int) -> bool:
    return band > 1 and _has(weapon, "long-shot") and reaches(weapon, band - 1)


def takes_an_aim(pool: Pool, facts: Facts) -> bool:
    """Whether a pool reaches its target only because Long Shot spends an Aim."""
    far = (used.weapon for used in pool if not reaches(used.weapon, facts.band))
    return facts.kind == "ranged" and any(_shoots_far(weapon, facts.band) for weapon in far)


def with_long_shot(attacker: Side, facts: Facts) -> Facts:
    """The facts, with one range more for Long Shot where there is an Aim to spend on it."""
    if attacker.tokens.aims + facts.lent_aims < 1 or facts.kind != "ranged":
        return facts
    return replace(facts, yes=facts.yes | {"long-shot"})


def preset_pools(attacker: Side, target: Side, facts: Facts) -> tuple[Pool, ...]:
    """The pools worth weighing: each mini with the weapon of the most results, and where that differs, with
    the one whose keywords do most against this target; where Long Shot takes an Aim, those without."""
    reaching = with_long_shot(attacker, facts)
    pools = _presets(attacker, target, reaching)
    if any(takes_an_aim(pool, facts) for pool in pools):
        pools += _presets(attacker, target, facts)
    return tuple(dict.fromkeys(pool for pool in pools if pool))


def _presets(attacker: Side, target: Side, facts: Facts) -> tuple[Pool, ...]:
    legal = _legal(attacker, target, facts)
    if not legal:
        return ()
    by_dice = _preset(attacker, legal, facts, plain_strength)
    return by_dice, _preset(attacker, legal, facts, lambda weapon: keyword_strength(weapon, target))


def _preset(attacker: Side, legal: list[WeaponUse], facts: Facts, strength: "Ranking") -> Pool:
    """Every mini takes the strongest weapons that it may use; a weapon that serves one mini goes to one of
    the unit's own that it makes stronger. Cards that exhaust count as readied."""
    own = [use for use in legal if use.users in ("unit", "any", "unstated") and use.miniatures == "each"]
    shared = [use for use in legal if use.miniatures == "one" and use.users not in ("added", "counterpart")]
    turning = frozenset(card.id for card in attacker.line.loadout.upgrades if card.has("reconfigure"))
    counts: dict[int, int] = {}
    unit, companion = attacker.line.unit, attacker.line.loadout.counterpart
    groups = [(attacker.standing(unit.id, unit.miniatures), own)]
    groups += [
        (attacker.standing(card.id, attacker.minis_of(card)), _may_use(card, legal, own, facts))
        for card in attacker.added_minis
    ]
    if companion:
        groups.append(
            (attacker.standing(companion.id, 1), [use for use in legal if use.users == "counterpart"])
        )
    for minis, choices in groups:
        best = sorted(choices, key=lambda use: strength(use.weapon), reverse=True)
        for use in _one_side_each(best, turning)[: attacker.arsenal]:
            counts[id(use)] = counts.get(id(use), 0) + minis
    by_id = {id(use): use for use in legal}
    for use in sorted(shared, key=lambda use: strength(use.weapon), reverse=True):
        _hand_over(use, counts, by_id, strength)
    return tuple(Used(use, counts[id(use)]) for use in legal if counts.get(id(use)))


def _one_side_each(uses: list[WeaponUse], turning: frozenset[str]) -> list[WeaponUse]:
    """Of a card that Reconfigure turns over, only the first weapon: one side is up at a time."""
    found: list[WeaponUse] = []
    for use in uses:
        if use.card not in turning or all(other.card != use.card for other in found):
            found.append(use)
    return found


def both_sides(attacker: Side, pool: Pool) -> tuple[str, ...]:
    """The weapons in a pool beyond the first of a card that Reconfigure turns over."""
    turning = {card.id for card in attacker.line.loadout.upgrades if card.has("reconfigure")}
    names = [(used.use.card, used.weapon.name) for used in pool if used.use.card in turning]
    cards = [card for card, _ in names]
    return tuple(name for place, (card, name) in enumerate(names) if card in cards[:place])


def usable_weapons(attacker: Side, target: Side, facts: Facts) -> tuple[Usable, ...]:
    """The weapons that may join a pool against this target, each with how many minis may use it."""
    found = []
    for use in _legal(attacker, target, with_long_shot(attacker, facts)):
        most = 1 if use.miniatures == "one" else _users(attacker, use, facts)
        if most:
            found.append(Usable(use, most))
    return tuple(found)


def _users(attacker: Side, use: WeaponUse, facts: Facts) -> int:
    """How many minis may use a weapon: those its card added, the counterpart, or all of the unit's own and
    those that may use its weapons, too."""
    unit, added = attacker.line.unit, {card.id: card for card in attacker.added_minis}
    if use.users == "added" and use.card in added:
        return attacker.standing(use.card, attacker.minis_of(added[use.card]))
    if use.users == "counterpart":
        return attacker.standing(use.card, 1)
    others = (attacker.standing(card.id, attacker.minis_of(card)) for card in added.values()
              if not (card.has("noncombatant") or _is_sidearm(card, facts)))  # fmt: skip
    return attacker.standing(unit.id, unit.miniatures) + sum(others)


def fighters(attacker: Side) -> int:
    """How many weapons the unit's minis may use in all: one each, with Arsenal X each X."""
    unit, companion = attacker.line.unit, attacker.line.loadout.counterpart
    own = attacker.standing(unit.id, unit.miniatures)
    added = sum(attacker.standing(card.id, attacker.minis_of(card)) for card in attacker.added_minis
                if not card.has("noncombatant"))  # fmt: skip
    joined = attacker.standing(companion.id, 1) if companion else 0
    return (own + added + joined) * attacker.arsenal


def _legal(attacker: Side, target: Side, facts: Facts) -> list[WeaponUse]:
    """The weapons with dice that reach this target, on cards that are ready; of the unit's own those of a
    Sidearm alone where it has one."""
    uses = (use for use in unit_sheet(attacker.line).weapons if throws_dice(use.weapon))
    alone = {card.id for card in attacker.line.loadout.upgrades
             if card.slot not in ADDS_MINIATURE and _is_sidearm(card, facts)}  # fmt: skip
    return [
        use
        for use in uses
        if not alone or use.card in alone or use.users in ("added", "counterpart")
        if not why_not(use.weapon, target, facts) and not _of_other_kind(use, facts)
        if use.card not in attacker.turned and f"{use.card}/{use.weapon.name}" not in attacker.used
    ]


def _hand_over(
    use: WeaponUse, counts: dict[int, int], by_id: dict[int, WeaponUse], strength: "Ranking"
) -> None:
    """One mini puts its weapon down for one that serves a single mini, if that is stronger."""
    weaker = [
        use for use, count in counts.items() if count and by_id[use].users in ("unit", "any", "unstated")
    ]
    if not weaker:
        counts[id(use)] = 1
        return
    weakest = min(weaker, key=lambda use: strength(by_id[use].weapon))
    if strength(use.weapon) > strength(by_id[weakest].weapon):
        counts[weakest] -= 1
        counts[id(use)] = 1


def _of_other_kind(use: WeaponUse, facts: Facts) -> bool:
    """In an overrun there are only weapons with Overrun; those that have a range join other attacks, too."""
    return facts.kind == "overrun" and not _has(use.weapon, "overrun")


def _may_use(card: Upgrade, legal: list[WeaponUse], own: list[WeaponUse], facts: Facts) -> list[WeaponUse]:
    """A mini that an upgrade adds uses the weapons of its card and of its unit; a Noncombatant none, one with
    a Sidearm for this kind of attack only its own."""
    if card.has("noncombatant"):
        return []
    theirs = [use for use in legal if use.card == card.id]
    return theirs if _is_sidearm(card, facts) else [*theirs, *own]


def _is_sidearm(card: Upgrade, facts: Facts) -> bool:
    """Whether who has this card uses no weapons but its own in this kind of attack."""
    kind = "melee" if facts.band == MELEE else "ranged"
    return any(use.id == "sidearm" and kind in str(use.value or kind).lower() for use in _all_uses(card))


def _all_uses(card: Upgrade) -> Iterable[KeywordUse]:
    return (*card.keywords, *(use for weapon in card.weapons for use in weapon.keywords))


class Strength(NamedTuple):
    """How strong a weapon is; more is stronger."""

    results: int
    dice: int


Ranking = Callable[[Weapon], Strength]


@cache
def plain_strength(weapon: Weapon) -> Strength:
    """Sides that show a Hit or a Critical, then the number of dice."""
    dice = weapon.red, weapon.black, weapon.white
    sides = (count_of(die, Face.HIT) + count_of(die, Face.CRITICAL) for die in ATTACK_DICE)
    return Strength(sum(n * good for n, good in zip(dice, sides, strict=True)), sum(dice))


def keyword_strength(weapon: Weapon, target: Side) -> Strength:
    """The same, with half a result for each Pierce, Critical or, against armour, Impact."""
    plain = plain_strength(weapon)
    counted = {"critical"}
    counted |= {"impact"} if target.has("armor") else set()
    counted |= set() if target.has("immune-pierce") else {"pierce", "lethal"}
    more = sum(use.value for use in weapon.keywords if use.id in counted and isinstance(use.value, int))
    blast = _has(weapon, "blast") and "trooper" in target.types
    return Strength(plain.results + 4 * more + 2 * blast, plain.dice)


def weapon_names(pool: Pool) -> Iterator[str]:
    """The weapons of a pool in words: 4 × E-11."""
    for used in pool:
        yield used.weapon.name if used.minis == 1 else f"{used.minis} × {used.weapon.name}"
