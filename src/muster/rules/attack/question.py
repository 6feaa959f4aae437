"""Turns two sides, a pool and the facts of the table into a question about odds, and lists which keywords
were counted and which are left to the players."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Final, NamedTuple

import msgspec

from muster.rules.attack import attacking, defending
from muster.rules.attack.counting import ATTACKING, DEFENDING, ELSEWHERE, QuestionDraft
from muster.rules.attack.facts import Facts
from muster.rules.attack.keywords import card_classes, keyword_classes
from muster.rules.attack.pool import dice_of, steady_snipers
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool, takes_an_aim
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


def _attacking_keywords(attacker: Side, pool: Pool, facts: Facts) -> Iterator[KeywordUse]:
    """Those of the unit, then those of its weapons: once for each miniature, or once if it overruns."""
    yield from attacker.keywords
    for used in pool:
        times = 1 if facts.kind == "overrun" else used.minis
        for use in used.weapon.keywords:
            yield from repeat(use, times)


def question_of(attacker: Side, target: Side, pool: Pool, facts: Facts) -> Asking:
    """What this pool does to this target."""
    draft = QuestionDraft(attacker, target, pool, facts)
    _start_question(draft)
    for use in _attacking_keywords(attacker, pool, facts):
        if use.id in ATTACKING:
            ATTACKING[use.id](draft, use)
    for use in target.keywords:
        if use.id in DEFENDING:
            DEFENDING[use.id](draft, use)
    _apply_cards(draft)
    return Asking(_finish_question(draft), *_sort_keywords(draft))


def _start_question(draft: QuestionDraft) -> None:
    """Dice, charts, tokens and wounds of the cards."""
    attacker, target, facts = draft.attacker, draft.target, draft.facts
    red, black, white = dice_of(draft.pool, target, facts)
    draft.attack |= {
        "red": red, "black": black, "white": white, "surge": attacker.attack_surge, "kind": facts.kind,
        "aims": attacker.tokens.aims + facts.lent_aims, "surges": attacker.tokens.surges + facts.lent_surges,
        "fatigue": attacker.fatigue,
        "observation": target.tokens.observation, "sniper": steady_snipers(draft.pool, facts),
    }  # fmt: skip
    unit = target.line.unit
    draft.defence |= {
        "die": unit.defence, "surge": unit.defence_surge is not None,
        "dodge": target.tokens.dodges + facts.lent_dodges,
        "surges": target.tokens.surges + facts.lent_blocks, "backup": facts.backup,
    }  # fmt: skip
    draft.cover = facts.cover + facts.smoke


def _change_number(
    draft: QuestionDraft, into: dict[str, int | str | bool], field: str, value: int | str | bool
) -> None:
    """Numbers of a card are added, anything else takes the place of what was there."""
    if field == "cover" and isinstance(value, int):
        draft.cover += value
    elif isinstance(value, int) and not isinstance(value, bool):
        into[field] = int(into.get(field, 0)) + value
    else:
        into[field] = value


def _apply_cards(draft: QuestionDraft) -> None:
    """Numbers that cards change, where that always holds or was told."""
    for whose, side, into in (
        ("attacker", draft.attacker, draft.attack), ("defender", draft.target, draft.defence),
    ):  # fmt: skip
        for card in side.line.loadout.all_upgrades:
            row = card_classes().get(card.id)
            if row is None or row.side not in (whose, "either") or not _card_holds(draft, card.id):
                continue
            for field, value in row.changes.items():
                _change_number(draft, into, field, value)


def _card_holds(draft: QuestionDraft, card: str) -> bool:
    row = card_classes()[card]
    if row.kind and (row.kind == "melee") != draft.melee:
        return False
    in_pool = any(used.use.card == card for used in draft.pool)
    if row.with_weapon != in_pool and (row.with_weapon or row.treatment == "asked"):
        return False  # dice of a generator that was chosen as a weapon are in the pool already
    return row.treatment == "auto" or draft.answered_yes(card)


def _finish_question(draft: QuestionDraft) -> Question:
    facts, target = draft.facts, draft.target
    left = max(1, target.wounds - target.lost) if target.wounds else None
    shaken = 0 < draft.courage <= target.tokens.suppression
    cover = 0 if draft.no_cover else max(0, min(2, draft.cover + shaken))
    attack = {field: _within_bounds(field, value) for field, value in draft.attack.items()}
    defence = {field: _within_bounds(field, value) for field, value in draft.defence.items()}
    return Question(
        msgspec.convert(_keep_strongest_dice(attack), Attack),
        msgspec.structs.replace(
            msgspec.convert(defence, Defence),
            cover=COVERS[cover], left=left, in_sight=_wounds_in_sight(target, facts),
            guardians=facts.guardians if draft.is_ranged else (),
        ),
    )  # fmt: skip


def _wounds_in_sight(target: Side, facts: Facts) -> int | None:
    """The wounds of the minis in line of sight, where not all of them are: the toughest that stand."""
    if facts.in_sight is None or facts.in_sight >= target.minis_left:
        return None
    unit = target.line.unit
    each = [unit.wounds] * target.standing(unit.id, unit.miniatures)
    for card in target.added_minis:
        each += [target.wounds_each(card)] * target.standing(card.id, target.minis_of(card))
    return max(1, sum(sorted(each, reverse=True)[: facts.in_sight]))


def _within_bounds(field: str, value: int | str | bool) -> int | str | bool:
    """The number, limited to the bounds within which odds are answered."""
    if field not in BOUNDS or isinstance(value, str):
        return value
    least, most = BOUNDS[field]
    return max(least, min(most, int(value)))


def _keep_strongest_dice(attack: dict[str, int | str | bool]) -> dict[str, int | str | bool]:
    """Drop the weakest dice of a pool that is larger than any question may be."""
    room = MOST_ATTACK_DICE
    for colour in ("red", "black", "white"):
        attack[colour] = min(int(attack[colour]), room)
        room -= int(attack[colour])
    return attack


def _sort_keywords(draft: QuestionDraft) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keywords of both sides and the pool, counted or not."""
    catalogue = draft.attacker.catalogue
    on_weapons = [use for used in draft.pool for use in used.weapon.keywords]
    seen = [(use, "attacker") for use in (*on_weapons, *draft.attacker.keywords)]
    seen += [(use, "defender") for use in draft.target.keywords]
    counted: list[str] = []
    missing: list[str] = []
    for use, side in seen:
        if use.id not in catalogue.keywords or _is_silent(use, side):
            continue
        name = keyword_in_words(use, catalogue.keywords)
        (counted if _is_counted(draft, use) else missing).append(name)
    missing += _reminded_cards(draft)
    return tuple(dict.fromkeys(counted)), tuple(n for n in dict.fromkeys(missing) if n not in counted)


def _is_silent(use: KeywordUse, side: str) -> bool:
    """Keywords that do nothing to dice or targets on this side of an attack are not named."""
    row = keyword_classes().get(use.id)
    if row is None:
        return False
    other = row.side in ("attacker", "defender") and row.side != side
    return row.treatment == "none" or row.touches == "after" or other


def _is_counted(draft: QuestionDraft, use: KeywordUse) -> bool:
    row = keyword_classes()[use.id]
    wrong_kind = (use.id in RANGED_ONLY and not draft.is_ranged) or (use.id in MELEE_ONLY and not draft.melee)
    if row.treatment == "reminded" or wrong_kind:
        return False
    answer = _works_as_told(draft, use.id)
    if answer is not None:
        return answer
    if row.treatment == "asked" and use.id not in ELSEWHERE:
        return draft.answered_yes(use.id)
    return use.id in COUNTED or row.touches == "legality"


def _works_as_told(draft: QuestionDraft, keyword: str) -> bool | None:
    """Whether a keyword works given the facts; None if it does not depend on any."""
    facts, attack, defence = draft.facts, draft.attack, draft.defence
    return {
        "ram": bool(attack.get("ram")), "death-from-above": facts.higher, "weak-point": facts.target_arc,
        "cumbersome": facts.moved != "no", "sniper-team": bool(attack.get("sniper")), "guardian": False,
        "long-shot": takes_an_aim(draft.pool, facts),
        "danger-sense": bool(defence.get("danger_sense")), "block": draft.target.tokens.dodges > 0,
        "retinue": facts.backup, "entourage": facts.backup,
        "high-velocity": bool(attack.get("high_velocity")),
        "exemplar": bool(facts.lent_aims or facts.lent_dodges), "gunslinger": False, "beam": False,
        "clone-trooper": bool(facts.lent_aims or facts.lent_dodges),
    }.get(keyword)  # fmt: skip


def _reminded_cards(draft: QuestionDraft) -> Iterator[str]:
    """Cards of either side that players have to remember themselves."""
    cards: Iterable[tuple[str, str]] = (
        (card.id, card.name)
        for side in (draft.attacker, draft.target)
        for card in side.line.loadout.all_upgrades
    )
    for card, name in cards:
        row = card_classes().get(card)
        if row and (
            row.treatment == "reminded" or row.says_more or (row.question and not draft.answered_yes(card))
        ):
            yield name
