"""Two sides, a pool and what was told become a question about odds; what was counted is said, and what was
left to the players."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from muster.rules.attack import attacking, defending
from muster.rules.attack.counting import ATTACKING, DEFENDING, ELSEWHERE, Making
from muster.rules.attack.facts import Facts
from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.attack.pool import dice_of, steady_snipers
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool
from muster.rules.cards.values import KeywordUse
from muster.rules.cards.wording import keyword_in_words
from muster.rules.dice.questions import BOUNDS, MOST_ATTACK_DICE, Attack, Cover, Defence, Question

COVERS: Final[tuple[Cover, ...]] = ("none", "light", "heavy")
COUNTED: Final = frozenset(ATTACKING) | frozenset(DEFENDING) | ELSEWHERE
"""Every keyword whose arithmetic is counted."""
RANGED_ONLY: Final = frozenset(
    (
        "cover", "low-profile", "shielded", "shields", "deflect", "soresu-mastery", "shien-mastery",
        "sharpshooter", "blast", "death-from-above",
    )
)  # fmt: skip
MELEE_ONLY: Final = frozenset(
    (
        "duelist",
        "djem-so-mastery",
        "immune-melee-pierce",
        "makashi-mastery",
        "jarkai-mastery",
        "hold-the-line",
    )
)
_FUNCTIONS: Final = (attacking, defending)  # they register what they count


class Asking(NamedTuple):
    """The question; the keywords and cards that were counted in it, and those that were not: told otherwise
    at the table, or left to the players."""

    question: Question
    counted: tuple[str, ...]
    not_counted: tuple[str, ...]


def question_of(attacker: Side, target: Side, pool: Pool, facts: Facts) -> Asking:
    """What this pool does to this target."""
    making = Making(attacker, target, pool, facts)
    _begin(making)
    for use in attacker.keywords:
        if use.id in ATTACKING:
            ATTACKING[use.id](making, use)
    for used in pool:
        for use in used.weapon.keywords:
            for _ in range(1 if facts.kind == "overrun" else used.minis):
                if use.id in ATTACKING:
                    ATTACKING[use.id](making, use)
    for use in target.keywords:
        if use.id in DEFENDING:
            DEFENDING[use.id](making, use)
    _cards(making)
    return Asking(_made(making), *_told(making))


def _begin(making: Making) -> None:
    """Dice, charts, tokens and wounds of the cards."""
    attacker, target, facts = making.attacker, making.target, making.facts
    red, black, white = dice_of(making.pool, target, facts)
    making.attack |= {
        "red": red, "black": black, "white": white, "surge": attacker.attack_surge, "kind": facts.kind,
        "aims": attacker.tokens.aims, "surges": attacker.tokens.surges, "fatigue": attacker.fatigue,
        "observation": target.tokens.observation, "sniper": steady_snipers(making.pool, facts),
    }  # fmt: skip
    unit = target.line.unit
    making.defence |= {
        "die": unit.defence, "surge": unit.defence_surge is not None, "dodge": target.tokens.dodges,
        "surges": target.tokens.surges, "backup": facts.backup,
    }  # fmt: skip
    making.cover = facts.cover + facts.smoke


def _cards(making: Making) -> None:
    """Numbers that cards change, where that always holds or was told."""
    for whose, side, into in (
        ("attacker", making.attacker, making.attack), ("defender", making.target, making.defence),
    ):  # fmt: skip
        for card in side.line.loadout.all_upgrades:
            row = card_classes().get(card.id)
            if row is None or row.side not in (whose, "either") or not _holds(making, card.id):
                continue
            for field, value in row.changes.items():
                if field == "cover" and isinstance(value, int):
                    making.cover += value
                elif isinstance(value, int) and not isinstance(value, bool):
                    into[field] = int(into.get(field, 0)) + value
                else:
                    into[field] = value


def _holds(making: Making, card: str) -> bool:
    row = card_classes()[card]
    if row.kind and (row.kind == "melee") != making.melee:
        return False
    in_pool = any(used.use.card == card for used in making.pool)
    if row.with_weapon != in_pool and (row.with_weapon or row.treatment == "asked"):
        return False  # dice of a generator that was chosen as a weapon are in the pool already
    return row.treatment == "auto" or making.told(card)


def _made(making: Making) -> Question:
    facts, target = making.facts, making.target
    left = max(1, target.wounds - target.lost) if target.wounds else None
    shaken = 0 < making.courage <= target.tokens.suppression
    cover = 0 if making.no_cover else max(0, min(2, making.cover + shaken))
    attack = {field: _bounded(field, value) for field, value in making.attack.items()}
    defence = {field: _bounded(field, value) for field, value in making.defence.items()}
    return Question(
        msgspec.convert(_few_enough(attack), Attack),
        msgspec.structs.replace(
            msgspec.convert(defence, Defence),
            cover=COVERS[cover], left=left, in_sight=facts.in_sight,
            guardians=facts.guardians if making.ranged else (),
        ),
    )  # fmt: skip


def _bounded(field: str, value: int | str | bool) -> int | str | bool:
    """No number beyond what odds are answered for."""
    if field not in BOUNDS or isinstance(value, str):
        return value
    least, most = BOUNDS[field]
    return max(least, min(most, int(value)))


def _few_enough(attack: dict[str, int | str | bool]) -> dict[str, int | str | bool]:
    """A pool above the most dice keeps its strongest."""
    room = MOST_ATTACK_DICE
    for colour in ("red", "black", "white"):
        attack[colour] = min(int(attack[colour]), room)
        room -= int(attack[colour])
    return attack


def _told(making: Making) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keywords of both sides and the pool, counted or not."""
    catalogue = making.attacker.catalogue
    on_weapons = [use for used in making.pool for use in used.weapon.keywords]
    seen = [(use, "attacker") for use in (*on_weapons, *making.attacker.keywords)]
    seen += [(use, "defender") for use in making.target.keywords]
    counted: list[str] = []
    missing: list[str] = []
    for use, side in seen:
        if use.id not in catalogue.keywords or _silent(use, side):
            continue
        name = keyword_in_words(use, catalogue.keywords)
        (counted if _counts(making, use) else missing).append(name)
    missing += _reminded_cards(making)
    return tuple(dict.fromkeys(counted)), tuple(n for n in dict.fromkeys(missing) if n not in counted)


def _silent(use: KeywordUse, side: str) -> bool:
    """Keywords that do nothing to dice or targets on this side of an attack are not named."""
    row = keyword_classes().get(use.id)
    if row is None:
        return False
    other = row.side in ("attacker", "defender") and row.side != side
    return row.treatment == "none" or row.touches == "after" or other


def _counts(making: Making, use: KeywordUse) -> bool:
    row = keyword_classes()[use.id]
    wrong_kind = (use.id in RANGED_ONLY and not making.ranged) or (use.id in MELEE_ONLY and not making.melee)
    if row.treatment == "reminded" or wrong_kind:
        return False
    answer = _told_so(making, use.id)
    if answer is not None:
        return answer
    if row.treatment == "asked" and use.id not in ELSEWHERE:
        return making.told(use.id)
    return use.id in COUNTED or row.touches == "legality"


def _told_so(making: Making, keyword: str) -> bool | None:
    """Whether a keyword works as things were told; None where nothing needs to be told."""
    facts, attack, defence = making.facts, making.attack, making.defence
    return {
        "ram": bool(attack.get("ram")), "death-from-above": facts.higher, "weak-point": facts.target_arc,
        "cumbersome": facts.moved != "no", "sniper-team": bool(attack.get("sniper")), "guardian": False,
        "danger-sense": bool(defence.get("danger_sense")), "block": making.target.tokens.dodges > 0,
        "retinue": facts.backup, "entourage": facts.backup,
        "high-velocity": bool(attack.get("high_velocity")),
        "exemplar": bool(facts.lent_aims or facts.lent_dodges), "gunslinger": False, "beam": False,
        "clone-trooper": bool(facts.lent_aims or facts.lent_dodges),
    }.get(keyword)  # fmt: skip


def _reminded_cards(making: Making) -> Iterator[str]:
    """Cards of either side of which players must think themselves."""
    cards: Iterable[tuple[str, str]] = (
        (card.id, card.name)
        for side in (making.attacker, making.target)
        for card in side.line.loadout.all_upgrades
    )
    for card, name in cards:
        row = card_classes().get(card)
        if row and (row.treatment == "reminded" or row.says_more or (row.question and not making.told(card))):
            yield name
