"""What an attack will probably do, exactly: before its dice fall, and from where they lie."""

from collections import defaultdict
from collections.abc import Iterable

from msgspec.structs import replace

from muster.rules.dice.faces import SIDES, Face
from muster.rules.dice.odds import Odds, from_roll, odds
from muster.rules.dice.results import Results
from muster.rules.game.operation_steps import Attack, Sheet
from muster.rules.game.special_operations.attacks.attack import attack_of, defence_of, number
from muster.rules.game.special_operations.attacks.sheet import COLOURS, usable
from muster.rules.game.special_operations.units import card, engaged_with
from muster.rules.game.table import Table

ONE = 1


def before(table: Table, step: Sheet, target: str, weapons: tuple[str, ...]) -> Odds | None:
    """The odds of an attack in the open if both use the tokens of the two units well; none where the target
    rolls no dice."""
    if card(table, table.units[target]).defence is None:
        return None
    able = usable(table, step, target)
    pools = [zip(COLOURS, able[name].pool, strict=True) for name in weapons]
    dice = tuple(die for pool in pools for die, count in pool for _ in range(count))
    close = target in engaged_with(table, step.unit) or all(able[one].inches == 0 for one in weapons)
    attack = Attack(by=step.unit, on=target, weapons=weapons, melee=close, dice=dice)
    own, foe = table.units[step.unit].tokens, table.units[target].tokens
    question, defence = attack_of(table, attack), defence_of(table, attack)
    return odds(
        replace(question, aims=own.get("aim", 0), surges=own.get("surge", 0)),
        replace(
            defence, dodge=foe.get("dodge", 0), surges=defence.surges + foe.get("surge", 0)
        ),
    )  # fmt: skip


def now(table: Table, attack: Attack, rerolled: Iterable[int] = (), dodge: int | None = None) -> Odds | None:
    """The odds from where the attack's dice lie, with some of them rolled once more. Dodges are those of the
    target unless told."""
    foe = table.units[attack.on]
    if card(table, foe).defence is None:
        return None
    question, defence = replace(attack_of(table, attack), suppressed=False), defence_of(table, attack)
    dodges = foe.tokens.get("dodge", 0) if dodge is None else dodge
    defence = replace(defence, dodge=dodges, surges=defence.surges + foe.tokens.get("surge", 0))
    return from_roll(_results(table, attack, frozenset(rerolled)), question, defence)


def defended(table: Table, attack: Attack) -> Odds | None:
    """The odds of the defence dice: what is left has been dodged and met by Armor already."""
    foe = table.units[attack.on]
    if card(table, foe).defence is None:
        return None
    question = replace(attack_of(table, attack), suppressed=False)
    defence = defence_of(table, attack)
    surges = defence.surges + foe.tokens.get("surge", 0)
    defence = replace(defence, dodge=0, camouflage=0, armour=0, surges=surges)
    return from_roll({(attack.criticals, attack.hits): ONE}, question, defence)


def _results(table: Table, attack: Attack, rerolled: frozenset[int]) -> Results:
    """Criticals and Hits once Critical X has turned Surges (rule 320); after conversion those that are
    left."""
    if attack.struck:
        return {(attack.criticals, attack.hits): ONE}
    keyword = number(table, attack, "critical")
    counts: dict[tuple[int, int, int], int] = {(0, 0, 0): ONE}
    for index, (die, face) in enumerate(zip(attack.dice, attack.faces, strict=True)):
        sides = SIDES[die] if index in rerolled else (face,)
        counts = _with_die(counts, sides)
    results: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (criticals, hits, surges), weight in counts.items():
        results[criticals + min(surges, keyword), hits] += weight
    return dict(results)


def _with_die(
    counts: dict[tuple[int, int, int], int], sides: Iterable[Face]
) -> dict[tuple[int, int, int], int]:
    more: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for face in sides:
        for (criticals, hits, surges), weight in counts.items():
            key = (
                criticals + (face is Face.CRITICAL),
                hits + (face is Face.HIT),
                surges + (face is Face.SURGE),
            )
            more[key] += weight
    return dict(more)
