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
Kind = Literal["ranged", "melee", "overrun", "area"]
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
    "ion": (0, 10),
    "jarkai": (0, 10),
    "fatigue": (0, 10),
    "lethal": (0, 10),
    "observation": (0, 10),
    "surges": (0, 10),
    "shields": (0, 10),
    "uncanny_luck": (0, 10),
    "camouflage": (0, 10),
    "danger_sense": (0, 10),
    "extra_white": (0, 10),
    "dodge": (0, 24),
    "armour": (0, 24),
    "wounds": (1, 100),
    "minis": (1, 30),
    "left": (1, 200),
    "in_sight": (1, 200),
}
"""The least and the most of every number in a question."""

MOST_ATTACK_DICE: Final = 24
"""The most attack dice of all colours together."""
MOST_GUARDIANS: Final = 3
"""The most units with Guardian that take results of one attack."""
MOST_TAKEN: Final = 6
"""The most results one of them takes."""


class Attack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack pool with all that works on its roll.

    `suppressed` matters in Special Operations alone (rule 309); in the standard game suppression takes an
    action, not a die. `surges` are Surge tokens: each turns a Surge that becomes nothing else into a Hit.
    `observation` are Observation tokens on the target: each rerolls one die, before the aims do. With
    `marksman` an aim may improve a die instead of rerolling, and up to `lethal` aims may become Pierce 1.
    `ram` dice become Criticals in step 6. `blast` ignores cover, `high_velocity` dodges and Deflect.

    Standard game alone: `kind` says which rules apply (an overrun is neither ranged nor melee, an area weapon
    shoots without tokens). `ion` switches shields off; `primitive` turns Criticals into Hits against armour;
    in melee an aim of a `duelist` brings Pierce 1, `makashi` may give up 1 Pierce to ignore immunity, and
    `jarkai` Dodges improve dice. The opponent removes up to `fatigue` Hits. A `sniper` may give up all
    results with a Critical for one sure wound; `immune_deflect` suffers nothing from Deflect.
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
    kind: Kind = "ranged"
    ion: int = 0
    primitive: bool = False
    duelist: bool = False
    makashi: bool = False
    jarkai: int = 0
    fatigue: int = 0
    sniper: bool = False
    immune_deflect: bool = False

    @property
    def pool(self) -> tuple[int, int, int]:
        """The dice by colour, strongest first: red, black, white."""
        return (self.red, self.black, self.white)


class Guardian(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that takes Hits for the target of a ranged attack, `takes` at most, and rolls its own die for
    each. With `criticals` it may take Criticals, too; with `soresu` it rerolls its roll once."""

    takes: int = 1
    die: DefenceDie = "red"
    surge: bool = False
    surges: int = 0
    deflect: bool = False
    soresu: bool = False
    immune_pierce: bool = False
    criticals: bool = False


class Defence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A defending unit: its die, surge, cover, tokens and armour, and what it takes to defeat it.

    `armour` is the X of Armor X, or "all" where the keyword is printed without a number. `wounds` are the
    wounds one miniature takes and `minis` the miniatures left; without `wounds` nobody asks for defeat.
    `surges` are Surge tokens, each a Surge into a Block; `camouflage` cancels so many Hits; `danger_sense`
    adds so many dice to any that are rolled; an `agile` unit's dodges cancel Criticals as well (Outmaneuver).
    `low_profile` blocks once in a cover roll without a die, `dug_in` makes that roll with red dice, `backup`
    cancels two Hits; each of the `shields` cancels a Hit or Critical after armour. `uncanny_luck` rerolls so
    many defence dice, `impervious` takes 1 from Pierce, and `deflect` may wound the attacker.

    Standard game alone: wounds count up to `left`, the wounds the unit has left (else `wounds` × `minis`),
    and in a ranged attack up to `in_sight`, those of the miniatures in sight. `block` turns surges once a
    Dodge is spent, a `duelist` is then immune to Pierce in melee; `soresu` rerolls all defence dice once;
    `shien` deflects once per surge; `djem_so` wounds an attacker who shows a Blank in melee; `extra_white`
    dice join the defence roll; `unconcerned` has no cover.
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
    left: int | None = None
    in_sight: int | None = None
    immune_pierce: bool = False
    immune_melee_pierce: bool = False
    immune_blast: bool = False
    block: bool = False
    duelist: bool = False
    soresu: bool = False
    shien: bool = False
    djem_so: bool = False
    extra_white: int = 0
    unconcerned: bool = False
    guardians: tuple[Guardian, ...] = ()

    @property
    def to_defeat(self) -> int | None:
        """The wounds that defeat the whole unit."""
        if self.left is not None:
            return self.left
        return None if self.wounds is None else self.wounds * self.minis


CHOICES: Final[dict[tuple[type, str], tuple[str, ...]]] = {
    (Attack, "surge"): get_args(AttackSurge),
    (Attack, "kind"): get_args(Kind),
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
    """The same question with everything applied that its keywords switch on or off.

    Blast ignores cover where cover cancels Hits; High Velocity ignores dodges and Deflect; Deflect turns
    defence surges into Blocks.
    """
    attack, defence = question.attack, question.defence
    if defence.mode == "standard":
        attack, defence = _of_its_kind(attack), _against_its_kind(defence, attack)
    if attack.high_velocity:
        unguarded = tuple(replace(guardian, deflect=False) for guardian in defence.guardians)
        defence = replace(defence, dodge=0, deflect=False, guardians=unguarded)
    if defence.deflect:
        defence = replace(defence, surge=True)
    return Question(attack, defence)


def _of_its_kind(attack: Attack) -> Attack:
    """The attack without the tokens and keywords that its kind of attack cannot use."""
    if attack.kind == "area":
        attack = replace(attack, aims=0, observation=0, surges=0)
    if attack.kind != "melee" and (attack.duelist or attack.makashi or attack.jarkai):
        attack = replace(attack, duelist=False, makashi=False, jarkai=0)
    return attack


def _against_its_kind(defence: Defence, attack: Attack) -> Defence:
    """The target without what does not work against this kind of attack. Cover, shields, Backup, Guardian,
    Deflect and Soresu need a ranged attack (core rulebook, pages 31 to 35)."""
    if attack.kind not in ("ranged", "area"):
        defence = replace(
            defence, cover="none", backup=False, shields=0, guardians=(), deflect=False, soresu=False,
            in_sight=None,
        )  # fmt: skip
    if attack.kind != "melee" and (defence.duelist or defence.djem_so or defence.immune_melee_pierce):
        defence = replace(defence, duelist=False, djem_so=False, immune_melee_pierce=False)
    if defence.unconcerned or (attack.blast and not defence.immune_blast):
        defence = replace(defence, cover="none")
    return defence


def check_question(question: Question) -> tuple[Violation, ...]:
    """Everything that is wrong with the question; if nothing is, it can be answered."""
    parts = (question.attack, question.defence)
    values = [(part, field, getattr(part, field)) for part in parts for field in part.__struct_fields__]
    wrong = (violation for part, field, given in values for violation in _wrong_value(part, field, given))
    return (*wrong, *_wrong_pool(question.attack), *_wrong_guardians(question.defence))


def _wrong_value(part: Attack | Defence, field: str, given: object) -> Iterator[Violation]:
    """A number must be within its bounds and a choice must exist; defaults are always valid."""
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


def _wrong_guardians(defence: Defence) -> Iterator[Violation]:
    """There are at most a few guardians, each with a valid die and numbers within bounds."""
    if len(defence.guardians) > MOST_GUARDIANS:
        yield problem("odds.too_many_guardians", given=len(defence.guardians), most=MOST_GUARDIANS)
    for guardian in defence.guardians[:MOST_GUARDIANS]:
        if not (type(guardian.takes) is int and 1 <= guardian.takes <= MOST_TAKEN):
            given = str(guardian.takes)[:40]
            yield problem("odds.out_of_bounds", ("guardian",), given=given, least=1, most=MOST_TAKEN)
        if not (type(guardian.surges) is int and _fits("surges", guardian.surges)):
            yield out_of_bounds("surges", str(guardian.surges))
        if guardian.die not in get_args(DefenceDie):
            choices = ", ".join(get_args(DefenceDie))
            yield problem("odds.unknown_choice", ("die",), given=str(guardian.die)[:40], choices=choices)
