"""A question about odds: one attack against one defence, and the bounds within which it is answered."""

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from muster.rules.violations import Source, Violation

AttackSurge = Literal["none", "hit", "critical"]
DefenceDie = Literal["red", "white"]
Cover = Literal["none", "light", "heavy"]
Mode = Literal["standard", "special-operations"]
Armour = int | Literal["all"]

SOURCE: Final = "odds: bounds"
problem = Source(SOURCE).problem
COVER_VALUES: Final[dict[Cover, int]] = {"none": 0, "light": 1, "heavy": 2}
AIM_DICE: Final = 2
"""How many dice one aim token rerolls (core: tokens); Precise X adds X."""
BACKUP_HITS: Final = 2
"""How many Hits Backup cancels (core: cover)."""

BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "red": (0, 24),
    "black": (0, 24),
    "white": (0, 24),
    "critical": (0, 24),
    "aims": (0, 10),
    "precise": (0, 10),
    "impact": (0, 24),
    "pierce": (0, 24),
    "sharpshooter": (0, 2),
    "ram": (0, 24),
    "lethal": (0, 10),
    "observation": (0, 10),
    "surges": (0, 10),
    "shields": (0, 10),
    "uncanny_luck": (0, 10),
    "camouflage": (0, 10),
    "danger_sense": (0, 10),
    "dodge": (0, 24),
    "armour": (0, 24),
    "wounds": (1, 100),
    "minis": (1, 30),
}
"""The least and the most of every number in a question."""

MOST_ATTACK_DICE: Final = 24
"""The most attack dice of all colours together."""


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack pool with all that works on its roll.

    `suppressed` matters in Special Operations alone (rule 309); in the standard game suppression takes an
    action, not a die. `surges` are Surge tokens: each turns a Surge that becomes nothing else into a Hit.
    `observation` are Observation tokens on the target: each rerolls one die, before the aims do. With
    `marksman` an aim may improve a die instead of rerolling, and up to `lethal` aims may become Pierce 1.
    `ram` dice become Criticals in step 6. `blast` ignores cover, `high_velocity` dodges and Deflect.
    """

    red: int = 0
    black: int = 0
    white: int = 0
    surge: AttackSurge = "none"
    critical: int = 0
    aims: int = 0
    precise: int = 0
    impact: int = 0
    pierce: int = 0
    sharpshooter: int = 0
    suppressed: bool = False
    surges: int = 0
    observation: int = 0
    marksman: bool = False
    lethal: int = 0
    ram: int = 0
    blast: bool = False
    high_velocity: bool = False

    @property
    def pool(self) -> tuple[int, int, int]:
        """The dice by colour, strongest first: red, black, white."""
        return (self.red, self.black, self.white)


class Defence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A defending unit: its die, surge, cover, tokens and armour, and what it takes to defeat it.

    `armour` is the X of Armor X, or "all" where the keyword is printed without a number. `wounds` are the
    wounds one miniature takes and `minis` the miniatures left; without `wounds` nobody asks for defeat.
    `surges` are Surge tokens, each a Surge into a Block; `camouflage` cancels so many Hits; `danger_sense`
    adds so many dice to any that are rolled; an `agile` unit's dodges cancel Criticals as well (Outmaneuver).
    `low_profile` blocks once in a cover roll without a die, `dug_in` makes that roll with red dice, `backup`
    cancels two Hits; each of the `shields` cancels a Hit or Critical after armour. `uncanny_luck` rerolls so
    many defence dice, `impervious` takes 1 from Pierce, and `deflect` may wound the attacker.
    """

    die: DefenceDie = "red"
    surge: bool = False
    cover: Cover = "none"
    dodge: int = 0
    armour: Armour = 0
    mode: Mode = "standard"
    wounds: int | None = None
    minis: int = 1
    surges: int = 0
    camouflage: int = 0
    danger_sense: int = 0
    agile: bool = False
    low_profile: bool = False
    dug_in: bool = False
    backup: bool = False
    shields: int = 0
    uncanny_luck: int = 0
    impervious: bool = False
    deflect: bool = False

    @property
    def to_defeat(self) -> int | None:
        """The wounds that defeat the whole unit."""
        return None if self.wounds is None else self.wounds * self.minis


CHOICES: Final[dict[tuple[type, str], tuple[str, ...]]] = {
    (Attack, "surge"): get_args(AttackSurge),
    (Defence, "die"): get_args(DefenceDie),
    (Defence, "cover"): get_args(Cover),
    (Defence, "mode"): get_args(Mode),
}
"""The words that a field may hold, where it is a choice."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack against one defence."""

    attack: Attack
    defence: Defence


def in_effect(question: Question) -> Question:
    """The same question with what its keywords switch off or on already done.

    Blast ignores cover where cover cancels Hits; High Velocity ignores dodges and Deflect; Deflect turns
    defence surges into Blocks.
    """
    attack, defence = question.attack, question.defence
    if attack.blast and defence.mode == "standard":
        defence = replace(defence, cover="none")
    if attack.high_velocity:
        defence = replace(defence, dodge=0, deflect=False)
    if defence.deflect:
        defence = replace(defence, surge=True)
    return Question(attack, defence)


def check_question(question: Question) -> tuple[Violation, ...]:
    """All that is wrong with the question; nothing means it can be answered."""
    parts = (question.attack, question.defence)
    told = [(part, field, getattr(part, field)) for part in parts for field in part.__struct_fields__]
    wrong = (violation for part, field, given in told for violation in _wrong_value(part, field, given))
    return (*wrong, *_wrong_pool(question.attack))


def _wrong_value(part: Attack | Defence, field: str, given: object) -> Iterator[Violation]:
    """Every number within its bounds, every choice one of those there are; a default is always right."""
    if given == getattr(type(part)(), field) or (field == "armour" and given == "all"):
        return
    if field in BOUNDS and not (type(given) is int and _fits(field, given)):
        yield out_of_bounds(field, str(given))
    choices = CHOICES.get((type(part), field), ())
    if choices and given not in choices:
        yield problem("odds.unknown_choice", (field,), given=str(given)[:40], choices=", ".join(choices))


def _fits(field: str, given: int) -> bool:
    least, most = BOUNDS[field]
    return least <= given <= most


def out_of_bounds(field: str, given: str) -> Violation:
    """The problem of a number that is too small or too large."""
    least, most = BOUNDS[field]
    return problem("odds.out_of_bounds", (field,), given=given[:40], least=least, most=most)


def _wrong_pool(attack: Attack) -> Iterator[Violation]:
    if not all(type(count) is int and _fits("red", count) for count in attack.pool):
        return
    dice = sum(attack.pool)
    if dice == 0:
        yield problem("odds.no_dice")
    if dice > MOST_ATTACK_DICE:
        yield problem("odds.too_many_dice", given=dice, most=MOST_ATTACK_DICE)
