"""Guardian: an ally takes Hits of a ranged attack and rolls its own dice for them (step 6; core rulebook,
page 34). The attacker says how much Pierce is used on its Blocks; that is gone for the target (K7)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from muster.rules.attack.helping import guardian_for
from muster.rules.dice.faces import Die, Face
from muster.rules.dice.questions import Guardian, Question
from muster.rules.game.attacks.volley import Volley, guard_blocks, kept_question, standing
from muster.rules.game.combatants import known_allies, side_of
from muster.rules.game.table import Table


def guardians_for(table: Table, volley: Volley) -> dict[str, Guardian]:
    """The allies that may take Hits for the target of a ranged attack."""
    if not volley.ranged:
        return {}
    target = side_of(table, table.units[volley.target])
    guards = {ally.id: guardian_for(side_of(table, ally), target)
              for ally in known_allies(table, volley.target)}  # fmt: skip
    return {id: guardian for id, guardian in guards.items() if guardian}


def with_guardians(table: Table, volley: Volley, takes: dict[str, int]) -> Volley:
    """The attack with allies that take so many Hits each."""
    if not takes:
        return volley
    asked = msgspec.json.decode(volley.question, type=Question)
    able = guardians_for(table, volley)
    guards = tuple(replace(able[id], takes=most) for id, most in takes.items())
    question = Question(asked.attack, replace(asked.defence, guardians=guards))
    names = tuple(f"{most} {id}" for id, most in takes.items())
    return replace(volley, question=kept_question(question), guards=names)


def guard_units(volley: Volley) -> tuple[str, ...]:
    """Who takes Hits, in their order."""
    return tuple(text.partition(" ")[2] for text in volley.guards)


def guard_dice(volley: Volley) -> tuple[Die, ...]:
    """The dice of the next guardian: one for each Hit it took."""
    place = len(volley.guarded)
    taken = standing(volley).state[2].taken
    number_of = taken[place] if taken else 0
    return (Die(f"defence-{volley.asked.defence.guardians[place].die}"),) * number_of


def guarded_with(volley: Volley, faces: tuple[Face, ...]) -> Volley:
    """The attack once these dice of the next guardian lie, no Pierce used on them yet."""
    return replace(volley, guarded=(*volley.guarded, ",".join(map(str, faces))), split=(*volley.split, "0"))


def most_pierce(volley: Volley) -> int:
    """How much Pierce can be used on the Blocks of the guardian who rolled last."""
    place = len(volley.guarded) - 1
    guardian = volley.asked.defence.guardians[place]
    if guardian.immune_pierce:
        return 0
    before = replace(volley, guarded=volley.guarded[:place], split=volley.split[:place])
    return min(standing(before).state[2].pierce, guard_blocks(volley, place))


def pierced(volley: Volley, number_of: int) -> Volley:
    """The attack with so much Pierce used on the guardian who rolled last."""
    return replace(volley, split=(*volley.split[:-1], str(number_of)))


def guard_wounds(volley: Volley) -> Iterator[tuple[str, int, int]]:
    """Each guardian that took Hits, how many, and the wounds that came through."""
    end = standing(volley)
    taken = end.state[2].taken
    for place, unit in enumerate(guard_units(volley)):
        if taken and taken[place]:
            stopped = guard_blocks(volley, place) - int(volley.split[place])
            yield unit, taken[place], taken[place] - stopped
