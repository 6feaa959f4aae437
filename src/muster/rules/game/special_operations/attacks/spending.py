"""Tokens spent in an attack: Aim and Observation for rerolls, Dodges, Surges; one of another Clone Trooper in
sight (G31), Surges that a squad shares.

What is of no use is not offered; anything within the rules may be said.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from muster.rules.dice.faces import Die, Face
from muster.rules.dice.questions import AIM_DICE
from muster.rules.game.answers import AnyInput, Spend
from muster.rules.game.hooks import at, together
from muster.rules.game.kernel import Chance, Outcome, problem
from muster.rules.game.measuring import Door
from muster.rules.game.special_operations.attacks.sheet import COLOURS
from muster.rules.game.special_operations.deciding import means
from muster.rules.game.special_operations.distances import within
from muster.rules.game.special_operations.marks import MORE_PRECISE, PARRIED
from muster.rules.game.special_operations.panic import spend
from muster.rules.game.special_operations.units import friends, is_clone, value
from muster.rules.game.steps.choices import Among, Draw
from muster.rules.game.steps.operations import Attack, Fight
from muster.rules.game.table import Table
from muster.rules.log import Event
from muster.rules.violations import Violation

OBSERVATION: Final = "observation"
SURGE: Final = "surge"
DOORS: Final = {
    "Defend.lender": Door("S", "distance", "lending"),
    "Spend.lender": Door("S", "distance", "networked-calculations"),
    "Spend.dice": Door("S", "distance", "threat-assessment"),
}
AS_AIMS: Final = ("calm-and-collected", "unorthodox-tactics")


class SpendableTokens(NamedTuple):
    """What may be spent: each kind of token with who has it, how many dice one rerolls, and the best of
    them."""

    tokens: Mapping[str, tuple[str, ...]]
    most: int = 1
    dice: int = 0
    reach: Mapping[str, int] = {}
    best: tuple[int, ...] = ()


def holders(table: Table, attack: Attack, id: str, token: str) -> tuple[str, ...]:
    """Who has such a token for a unit: itself, once in an attack another Clone Trooper (told to be at 12″ and
    in sight, G31), or who shares Surges with its squad."""
    unit = table.units[id]
    own = (id,) if unit.has(token) else ()
    others = [unit_id for unit_id in friends(table, id) if table.units[unit_id].has(token)]
    clones = [id for id in others if is_clone(table, unit) and is_clone(table, table.units[id])]
    lent = () if attack.lent else within(table, "lending", id, clones, sight=True)
    return (*own, *lent, *_networked(table, id, token, others))


@means("networked-calculations")
def _networked(table: Table, id: str, token: str, others: list[str]) -> tuple[str, ...]:
    """The Surges of the squad's commander, for friendly units told to be at 6″."""
    shared = token == SURGE and "networked-calculations" in table.chairs[table.units[id].seat].assets
    chiefs = (id for id in others if shared and table.units[id].is_commander)
    return within(table, "networked-calculations", id, chiefs)


@means("calm-and-collected", "unorthodox-tactics")
def as_aims(table: Table, id: str) -> bool:
    """Whether its Dodges may be spent as Aims."""
    return any(name in table.chairs[table.units[id].seat].assets for name in AS_AIMS)


@means("precise", "threat-assessment")
def dice_rerolled(table: Table, attack: Attack, token: str) -> int:
    """How many dice a token rerolls: an Aim two and Precise, an Observation one, more near an ISF Captain."""
    unit = table.units[attack.by]
    if token != OBSERVATION:
        return AIM_DICE + value(table, unit, "precise") + MORE_PRECISE.count(table)
    units = (table.units[id] for id in (attack.by, *friends(table, attack.by)))
    helps = {unit.id: more for unit in units if (more := value(table, unit, "threat-assessment"))}
    near = (id for id in helps if within(table, "threat-assessment", id, (attack.by,)))
    return 1 + max((helps[id] for id in near), default=0)


def rerolls(table: Table, attack: Attack, critical: int) -> SpendableTokens | None:
    """Aims, Observations on the target and Dodges as Aims, while a die counts nothing; Surges once some are
    left over Critical X."""
    faces, kinds = attack.faces, dict[str, tuple[str, ...]]()
    over = faces.count(Face.SURGE) - critical
    idle = idle_dice(attack, max(0, over))
    if idle and not attack.converting:
        for token in ("aim", *(("dodge",) if as_aims(table, attack.by) else ())):
            kinds[token] = holders(table, attack, attack.by, token)
        kinds[OBSERVATION] = (attack.on,) if table.units[attack.on].has(OBSERVATION) else ()
    if over > 0:
        kinds["surge"] = holders(table, attack, attack.by, "surge")
    kinds = {token: who for token, who in kinds.items() if who}
    reach = {token: dice_rerolled(table, attack, token) for token in kinds if token != SURGE}
    return SpendableTokens(kinds, dice=len(faces), reach=reach, best=idle) if kinds else None


def may_reroll(table: Table, attack: Attack) -> bool:
    """Whether the attacker has tokens that could reroll once the dice lie."""
    tokens = ("aim", "surge", *(("dodge",) if as_aims(table, attack.by) else ()))
    own = any(holders(table, attack, attack.by, token) for token in tokens)
    return own or table.units[attack.on].has(OBSERVATION)


def idle_dice(attack: Attack, surges: int) -> tuple[int, ...]:
    """The dice that count nothing, as the odds reroll them: strongest colour first, in each Blanks, then as
    many Surges as are left over Critical X."""
    found: list[int] = []
    for colour in COLOURS:
        for wanted in (Face.BLANK, Face.SURGE):
            shown = enumerate(zip(attack.dice, attack.faces, strict=True))
            alike = [index for index, (die, face) in shown if die is colour and face is wanted]
            if wanted is Face.SURGE:
                alike, surges = alike[:surges], surges - len(alike[:surges])
            found += alike
    return tuple(found)


def dodges(table: Table, attack: Attack, left: int) -> SpendableTokens | None:
    """Dodges of the target, as many as there is to cancel."""
    who = holders(table, attack, attack.on, "dodge")
    have = sum(amount for _, amount in _amounts(table, attack, attack.on, "dodge"))
    return SpendableTokens({"dodge": who}, most=min(left, have)) if who and left > 0 else None


def _amounts(
    table: Table, attack: Attack, own: str, token: str, first: str = ""
) -> Iterator[tuple[str, int]]:
    """Who can pay how much: all of one's own and of what a squad shares, one of a single Clone Trooper."""
    lent = attack.lent
    who = holders(table, attack, own, token)
    for id in sorted(who, key=lambda id: id != first):
        clone = id != own and is_clone(table, table.units[id])
        if not (clone and lent):
            yield id, 1 if clone else table.units[id].tokens[token]
        lent = lent or clone


def spendable(table: Table, attack: Attack, own: str, token: str) -> tuple[int, Attack]:
    """How many such tokens a unit may spend in an attack, with those it may borrow; and the attack once they
    are spent, in which no Clone Trooper lends a second one."""
    paid = dict(_amounts(table, attack, own, token))
    lent = any(id != own and is_clone(table, table.units[id]) for id in paid)
    return sum(paid.values()), replace(attack, lent=attack.lent or lent)


def saves(table: Table, attack: Attack, turned: int) -> SpendableTokens | None:
    """Surges of the target, for those that cover does not turn into Blocks."""
    left = attack.saves.count(Face.SURGE) - turned
    who = holders(table, attack, attack.on, "surge")
    have = sum(amount for _, amount in _amounts(table, attack, attack.on, "surge"))
    needed = max(0, attack.criticals + attack.hits - attack.saves.count(Face.BLOCK))
    return SpendableTokens({"surge": who}, most=min(left, have)) if who and left > 0 and needed else None


def spend_options(purse: SpendableTokens, step: Fight) -> Iterator[AnyInput]:
    """The best use of each token, and none."""
    for token, who in purse.tokens.items():
        reach = purse.reach.get(token, 0)
        for lender in who:
            for number in range(purse.most, 0, -1) if step.stage != "reroll" else (1,):
                yield Spend(
                    prompt=step.id, token=token, number=number, dice=purse.best[:reach], lender=lender
                )  # fmt: skip
    yield Spend(prompt=step.id)


def sample_spend(purse: SpendableTokens, step: Fight, draw: Draw) -> Spend:
    """Any token of anybody, any number of them, for any dice that it reaches, or none at all: each way as
    likely as any other."""
    every = tuple(map(str, range(purse.dice)))
    dice = {token: Among(every, 0, min(purse.reach.get(token, 0), purse.dice)) for token in purse.tokens}
    numbers = range(1, purse.most + 1)
    ways = [(token, *way) for token, who in purse.tokens.items() for way in product(who, numbers)]
    place = draw(1 + sum(dice[token].count() for token, _, _ in ways))
    for token, lender, number in ways:
        place -= dice[token].count()
        if place < 0:
            rerolled = tuple(map(int, dice[token].sample(draw)))
            return Spend(prompt=step.id, token=token, number=number, dice=rerolled, lender=lender)
    return Spend(prompt=step.id)


def spend_wrong(purse: SpendableTokens, answer: Spend) -> Iterator[Violation]:
    """No such token, more than there is use for, or other dice than were rolled."""
    if not answer.token:
        return
    who = purse.tokens.get(answer.token)
    if who is None or (answer.lender and answer.lender not in who):
        yield problem("game.no_such_token", [answer.token[:40]])
    elif not 1 <= answer.number <= purse.most:
        yield problem("game.how_many", least=1, most=purse.most)
    reach = purse.reach.get(answer.token, 0)
    if len(answer.dice) > reach or len(set(answer.dice)) < len(answer.dice):
        yield problem("game.how_many", least=0, most=reach)
    if any(not 0 <= place < purse.dice for place in answer.dice):
        yield problem("game.no_such_die")


def spend_tokens(table: Table, step: Fight, answer: Spend, chance: Chance) -> tuple[Outcome, Attack]:
    """The tokens are gone, what they do is done, and cards have their say about each of them."""
    attack, own = step.attack, step.attack.by if step.stage == "reroll" else step.attack.on
    giver = answer.lender or _first_holder(table, attack, own, answer.token)
    events = list(_pay_tokens(table, attack, own, giver, answer))
    lent = attack.lent or (giver != own and is_clone(table, table.units[own]) and answer.token != OBSERVATION)
    attack = replace(attack, lent=lent)
    if step.stage == "dodge":
        attack = replace(attack, parried=answer.number)
        events.append(PARRIED.add(table))
    elif step.stage == "save":
        attack = replace(attack, saves=turn_surges(attack.saves, answer.number, Face.BLOCK))
    elif answer.token == SURGE:
        attack = replace(attack, faces=turn_surges(attack.faces, 1, Face.HIT), converting=True)
    elif answer.dice:
        attack = replace(attack, again=answer.dice)
        if answer.faces or table.dice_of(table.units[own].seat) == "app":
            more, attack = roll_again(step.id, attack, answer.faces, chance)
            events += more
    cards = together(at(table, "spent", own, answer.token) for _ in range(answer.number))
    return Outcome((*events, *cards.events), cards.then), attack


def again_dice(attack: Attack) -> tuple[Die, ...]:
    """The dice that are rolled once more."""
    return tuple(attack.dice[place] for place in attack.again)


def roll_again(
    step: str, attack: Attack, typed: Sequence[str], chance: Chance
) -> tuple[tuple[Event, ...], Attack]:
    """They fall, and lie with the others."""
    roll, events = chance.roll(step, "reroll", again_dice(attack), typed)
    shown = dict(zip(attack.again, roll.faces, strict=True))
    faces = tuple(shown.get(index, face) for index, face in enumerate(attack.faces))
    return events, replace(attack, faces=faces, again=())


def _pay_tokens(table: Table, attack: Attack, own: str, giver: str, answer: Spend) -> Iterator[Event]:
    """Who was named pays first; what is still missing others do."""
    if answer.token == OBSERVATION:
        yield from spend(table, giver, answer.token)
        return
    left = answer.number
    for id, amount in _amounts(table, attack, own, answer.token, giver):
        yield from spend(table, id, answer.token, min(amount, left))
        left -= min(amount, left)


def _first_holder(table: Table, attack: Attack, own: str, token: str) -> str:
    return attack.on if token == OBSERVATION else holders(table, attack, own, token)[0]


def turn_surges(faces: tuple[Face, ...], number: int, into: Face) -> tuple[Face, ...]:
    """So many Surges, the last ones, as something else."""
    surges = [index for index, face in enumerate(faces) if face is Face.SURGE]
    places = surges[len(surges) - number :]
    return tuple(into if index in places else face for index, face in enumerate(faces))
