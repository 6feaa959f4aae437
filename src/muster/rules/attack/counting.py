"""How keywords are counted: each has a short function, registered by its id and the side that has it."""

from collections.abc import Callable
from typing import Final

from muster.rules.attack.facts import Facts
from muster.rules.attack.sides import Side
from muster.rules.attack.weapons import Pool
from muster.rules.cards.values import KeywordUse


class QuestionDraft:
    """A question as it is put together: the numbers of attack and defence as far as they are counted."""

    def __init__(self, attacker: Side, target: Side, pool: Pool, facts: Facts) -> None:
        self.attacker, self.target, self.pool, self.facts = attacker, target, pool, facts
        self.attack: dict[str, int | str | bool] = {}
        self.defence: dict[str, int | str | bool] = {}
        self.cover = 0
        self.no_cover = False
        self.courage = target.courage

    @property
    def is_ranged(self) -> bool:
        """Whether the rules of ranged attacks apply."""
        return self.facts.kind in ("ranged", "area")

    @property
    def melee(self) -> bool:
        """Whether it is a melee attack."""
        return self.facts.kind == "melee"

    def answered_yes(self, key: str) -> bool:
        """Whether the question of a keyword or card was answered with yes."""
        return key in self.facts.yes

    def more(self, field: str, number: int) -> None:
        """Add to a number of the attack."""
        self.attack[field] = int(self.attack.get(field, 0)) + number

    def more_for_target(self, field: str, number: int) -> None:
        """Add to a number of the defence."""
        self.defence[field] = int(self.defence.get(field, 0)) + number


Counts = Callable[[QuestionDraft, KeywordUse], None]
ATTACKING: Final[dict[str, Counts]] = {}
"""Keywords of the attacking unit, and of its weapons once for each of them in the pool."""
DEFENDING: Final[dict[str, Counts]] = {}
"""Keywords of the target."""
ELSEWHERE: Final = frozenset(
    (
        "anti-material", "anti-personnel", "assault", "cumbersome", "spray", "sniper-team", "overrun",
        "tod:one-in-a-million", "tod:lucky-shot",  # dice of the pool
        "arsenal", "beam", "gunslinger", "noncombatant", "reconfigure", "counterpart",
        "tod:veteran-gunners",  # who uses which weapon, and on whom
        "my-mood-is-based-on-profit", "dodge", "observe", "surge-token", "tod:behind-schedule",  # told
        "guardian", "divine-influence", "entourage", "retinue", "were-not-regs", "smoke-tokens",
        "tod:compromised", "tod:scrambled",  # facts of the table
        "clone-trooper", "exemplar", "cache",  # tokens that are lent
        "tod:feats-of-valor", "tod:hopeful",  # courage
    )
)  # fmt: skip
"""Counted with dice, weapons, tokens or facts, not by a line of their own."""


def attacker_keyword(*keywords: str) -> Callable[[Counts], Counts]:
    """Counts these keywords of the attacker."""
    return _register_in(ATTACKING, keywords)


def target_keyword(*keywords: str) -> Callable[[Counts], Counts]:
    """Counts these keywords of the target."""
    return _register_in(DEFENDING, keywords)


def _register_in(table: dict[str, Counts], keywords: tuple[str, ...]) -> Callable[[Counts], Counts]:
    def register(counts: Counts) -> Counts:
        table.update(dict.fromkeys(keywords, counts))
        return counts

    return register


def number(use: KeywordUse) -> int:
    """The number behind a keyword: of `2`, and of `2: Rear`; 1 where it has none."""
    if isinstance(use.value, int):
        return use.value
    first = str(use.value or "").split(":", maxsplit=1)[0].strip()
    return int(first) if first.isdecimal() else 1
