"""What only the table shows: which questions matter for a pair of units, and what holds unless told.

A fact that cannot change the arithmetic or the legality of this attack is not asked: a target without a weak
point asks no arc, a vehicle no cover from terrain.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.attack.sides import Side
from muster.rules.cards.values import KeywordUse, Weapon
from muster.rules.dice.questions import Guardian, Kind

MELEE: Final = 0
FARTHEST: Final = 5
BANDS: Final = (MELEE, 1, 2, 3, 4, FARTHEST)
"""Melee and the five ranges that weapons reach; within half range counts as range 1."""
BACKUP_BEYOND: Final = 2
"""Backup works against attackers beyond this range (core rulebook, page 31)."""
Moved = Literal["no", "yes", "full"]


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What was told of one attack. `cover` is that of terrain, 0 to 2; `seen` how many of the target's minis
    each firer sees (Spray), `in_sight` how many of them any of the attackers does, `all_see` whether every
    attacker sees it (Sniper Team); `engaged` says that the attacker is in base contact with an enemy,
    `target_engaged` that its target is with another unit; tokens are `lent` to the attacker (Aims, Surges)
    and to the target (Dodges, Surges that block); `yes` are the keywords and cards whose question was
    answered so."""

    band: int = 1
    kind: Kind = "ranged"
    cover: int = 0
    in_sight: int | None = None
    seen: int | None = None
    all_see: bool = True
    attack_arc: bool = True
    target_arc: bool = False
    moved: Moved = "no"
    higher: bool = False
    engaged: bool = False
    target_engaged: bool = False
    smoke: int = 0
    backup: bool = False
    guardians: tuple[Guardian, ...] = ()
    lent_aims: int = 0
    lent_surges: int = 0
    lent_dodges: int = 0
    lent_blocks: int = 0
    yes: frozenset[str] = frozenset()


class Asked(NamedTuple):
    """A question of one attack: its key, its words, what may be answered, and what holds unless told."""

    key: str
    question: str
    choices: tuple[str, ...]
    default: str


YES_NO: Final = ("no", "yes")
COVERS: Final = ("none", "light", "heavy")
SMOKE: Final = {"none": 0, "one": 1, "two or more": 2}
"""Smoke within range 1 of either leader, by how many tokens cover gets better."""
SHORTEST: Final = "melee"
OF_FIELDS: Final = {
    "cumbersome": "moved", "ram": "moved", "sniper-team": "moved", "death-from-above": "higher",
    "weak-point": "target_arc", "fixed": "attack_arc", "smoke-tokens": "smoke", "guardian": "guardians",
    "divine-influence": "guardians", "entourage": "backup", "retinue": "backup",
}  # fmt: skip
"""Keywords whose question is one of the facts with a field of its own."""


def facts_from(told: Mapping[str, str], kind: Kind = "ranged") -> Facts:
    """Facts from answers in words; what was not answered has its default, and the range is 1."""
    words = dict(told)
    in_sight = words.pop("in_sight", "")
    band = words.pop("range", "1")
    melee = band == SHORTEST
    moved = words.pop("moved", "no")
    seen = words.pop("seen", "")
    smoke = SMOKE.get(words.pop("smoke", ""), 0)
    flags = {name: words.pop(name) == "yes" for name in FLAGS if name in words}
    facts = Facts(
        band=MELEE if melee else int(band),
        kind="melee" if melee and kind == "ranged" else kind,
        cover=COVERS.index(words.pop("cover", "none")),
        seen=int(seen) if seen else None,
        smoke=smoke,
        in_sight=int(in_sight) if in_sight else None,
        moved="full" if moved == "full" else "yes" if moved == "yes" else "no",
        yes=frozenset(name for name, answer in words.items() if answer == "yes"),
    )
    return replace(facts, **flags)


FLAGS: Final = ("all_see", "attack_arc", "target_arc", "higher", "backup", "engaged", "target_engaged")
"""Facts that are yes or no."""


def asked_of(
    attacker: Side, target: Side, weapons: tuple[Weapon, ...], kind: Kind, band: int = FARTHEST
) -> tuple[Asked, ...]:
    """The questions that matter for this pair and these weapons at this range."""
    every = _questions(attacker, target, weapons, kind)
    near = ("backup",) if band <= BACKUP_BEYOND else ()
    return tuple({question.key: question for question in every if question.key not in near}.values())


def _questions(attacker: Side, target: Side, weapons: tuple[Weapon, ...], kind: Kind) -> Iterator[Asked]:
    ranged = kind in ("ranged", "area")
    pool = tuple(use for weapon in weapons for use in weapon.keywords)
    if ranged and _cover_counts(target, pool):
        yield Asked("cover", "Cover from terrain", COVERS, "none")
    numbers = tuple(map(str, range(1, max(1, target.minis_left) + 1)))
    if any(use.id == "spray" for use in pool):
        yield Asked("seen", keyword_classes()["spray"].question, numbers, numbers[-1])
    if any(use.id in ("cumbersome", "ram", "sniper-team") for use in (*pool, *attacker.keywords)):
        yield Asked("moved", "Has it moved?", ("no", "yes", "full"), "no")
    if any(use.id == "sniper-team" for use in pool):
        yield Asked("all_see", "Does every mini see the target?", YES_NO, "yes")
    if any(use.id == "fixed" for use in pool):
        yield Asked("attack_arc", keyword_classes()["fixed"].question, YES_NO, "yes")
    if target.has("weak-point"):
        yield Asked("target_arc", keyword_classes()["weak-point"].question, YES_NO, "no")
    if ranged and attacker.has("death-from-above"):
        yield Asked("higher", keyword_classes()["death-from-above"].question, YES_NO, "no")
    if ranged and can_be_backed_up(target):
        yield Asked("backup", "Backup within half range?", YES_NO, "no")
    if hides_behind_companion(target):
        yield Asked("small", keyword_classes()["small"].question, YES_NO, "no")
    yield from _of_keywords(attacker, target, pool)
    yield from _of_cards(attacker, target, ranged)


def _cover_counts(target: Side, pool: tuple[KeywordUse, ...]) -> bool:
    """Whether terrain can give cover: not to vehicles, not against Blast, not to units that ignore it."""
    blast = any(use.id == "blast" for use in pool) and not target.has("immune-blast")
    return not (blast or "vehicle" in target.types or target.has("unconcerned"))


def hides_behind_companion(target: Side) -> bool:
    """Whether the unit has a Small companion: where nothing else of it is in sight, it cannot be attacked."""
    companion = target.line.loadout.counterpart
    return companion is not None and companion.has("small")


def can_be_backed_up(target: Side) -> bool:
    """Backup is for Commander and Operative Troopers without Guardian (core rulebook, page 31)."""
    leads = target.rank in ("commander", "operative")
    return leads and "trooper" in target.types and not (target.has("guardian") or target.has("were-not-regs"))


def _of_keywords(attacker: Side, target: Side, pool: tuple[KeywordUse, ...]) -> Iterator[Asked]:
    """Keywords of either side that change an attack only if told so."""
    for side, uses in (("attacker", (*attacker.keywords, *pool)), ("defender", target.keywords)):
        for use in uses:
            row = keyword_classes().get(use.id)
            if row is None or row.treatment != "asked" or row.touches != "arithmetic" or use.id in OF_FIELDS:
                continue
            if row.side in (side, "either") and use.id in ANSWERED:
                yield Asked(use.id, row.question, YES_NO, "no")


ANSWERED: Final = frozenset(
    ("advanced-targeting", "complete-the-mission", "wheel-mode", "jarkai-mastery", "tod:special-munitions",
     "tod:one-in-a-million", "tod:strongpoint-expertise", "tod:unity", "tod:conspicuous")
)  # fmt: skip
"""Asked keywords that a plain yes settles."""


def _of_cards(attacker: Side, target: Side, ranged: bool) -> Iterator[Asked]:
    for whose, side in (("attacker", attacker), ("defender", target)):
        for card in side.line.loadout.all_upgrades:
            row = card_classes().get(card.id)
            if row is None or row.treatment != "asked" or row.side not in (whose, "either"):
                continue
            if not row.kind or (row.kind == "ranged") == ranged:
                yield Asked(card.id, f"{card.name}: {row.question}", YES_NO, "no")
