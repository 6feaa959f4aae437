"""What follows an attack: tokens and Suppression by keywords, some of them asked for (core rulebook, page 35;
`rules/attack/after`)."""

from collections.abc import Iterator
from typing import Final

from muster.rules.attack.after import After, after_effects
from muster.rules.game.attacks.volley import Volley
from muster.rules.game.combatants import REVEALED, pool_of, side_of
from muster.rules.game.engine.continuations import Answered, Payload, choice
from muster.rules.game.kernel import Outcome
from muster.rules.game.log.events import UnitChanged
from muster.rules.game.measuring import NO_PLACE
from muster.rules.game.steps import AnyStep, Gain
from muster.rules.game.steps.choices import Among, YesNo
from muster.rules.game.table import Table, Unit
from muster.rules.log import Event

ATTACK: Final = "attack"
SUPPRESSION: Final = "suppression"
DAMAGE: Final = "vehicle-damage"
TOKENS: Final = {
    "ion": "ion", "poison": "poison", "immobilize": "immobilize", "dodge": "dodge", "aim": "aim",
    "vehicle damage": DAMAGE, "incognito lost": REVEALED,
}  # fmt: skip
"""What follows as a token on the unit."""
ONCE: Final = (DAMAGE, REVEALED)
"""Tokens of which a unit has one at most."""
FOR_SUPPRESSION: Final = ("aim", "dodge")


class Follows(Payload, frozen=True, kw_only=True):
    """Something that may follow: what, how many, by which keyword."""

    what: str
    many: int
    keyword: str


def following(table: Table, volley: Volley) -> tuple[After, ...]:
    """All that follows this attack now that its wounds are known."""
    target, attacker = table.units[volley.target], table.units[volley.attacker]
    side = side_of(table, attacker)
    holds = {
        "always": True, "wounded": volley.wounds > 0, "rerolled": volley.aims > 0,
        "aimed": volley.aims_spent > 0, "dodged": volley.dodges > 0,
        "defeated": not target.here or target.lost >= target.wounds,
    }  # fmt: skip
    every = after_effects(side, side_of(table, target), pool_of(side, volley.weapons))
    return tuple(after for after in every if holds[after.when] and _concerns(table, volley, after))


def _concerns(table: Table, volley: Volley, after: After) -> bool:
    unit = table.units[volley.attacker if after.who == "attacker" else volley.target]
    if after.who == "target" and (not unit.here or unit.lost >= unit.wounds):
        return False
    token = TOKENS.get(after.what)
    if token == DAMAGE:
        return not unit.has(token) and unit.lost >= _resilience(table, unit)
    return not (token in ONCE and unit.has(token))


def _resilience(table: Table, unit: Unit) -> int:
    """The wounds at which a vehicle is damaged (core rulebook: Resilience)."""
    return side_of(table, unit).line.unit.resilience or unit.wounds


def suppression(volley: Volley) -> Iterator[AnyStep]:
    """A ranged attack that showed a Hit or a Critical gives 1, not to the defeated, nor with Shien to who is
    unhurt (step 10)."""
    spared = volley.asked.defence.shien and not volley.wounds
    if volley.ranged and volley.shown and not spared:
        yield Gain(units=(volley.target,), what=SUPPRESSION, number=1, why=ATTACK)


def applied(table: Table, volley: Volley, followed: tuple[After, ...]) -> Outcome:
    """What is certain happens, what the table has to tell is asked for; the rest is only read."""
    events: list[Event] = []
    steps: list[AnyStep] = [*suppression(volley)]
    for after in followed:
        unit = volley.attacker if after.who == "attacker" else volley.target
        if after.treatment == "auto":
            events += _tokens(unit, after.what, after.many)
            if after.what == SUPPRESSION:
                steps.append(Gain(units=(unit,), what=SUPPRESSION, number=after.many, why=after.keyword))
        elif after.treatment == "asked":
            steps += _asked(table, unit, after)
    if any(isinstance(step, Gain) for step in steps):
        events += lost_standby(table.units[volley.target])
    return Outcome(tuple(events), tuple(steps))


def lost_standby(unit: Unit) -> Iterator[Event]:
    """Who attacks or gains Suppression loses its Standby."""
    if number := unit.tokens.get("standby", 0):
        yield UnitChanged(unit=unit.id, what="standby", by=-number, why=ATTACK)


def _tokens(unit: str, what: str, many: int) -> Iterator[Event]:
    if token := TOKENS.get(what):
        yield UnitChanged(unit=unit, what=token, by=1 if token in ONCE else many, why=ATTACK)


def _asked(table: Table, unit: str, after: After) -> Iterator[AnyStep]:
    """A question of a keyword, put to the player of the unit that has it."""
    seat, known = table.units[unit].seat, Follows(what=after.what, many=after.many, keyword=after.keyword)
    if after.keyword == "victory-or-death":
        yield victory_or_death.ask(seat, Among(FOR_SUPPRESSION, 0, 1), unit, known=known)
    elif after.keyword == "we-fight-for-our-family":
        able = tuple(
            ally.id for ally in table.army(seat) if ally.id != unit and ally.stands
            if "we-fight-for-our-family" in ally.keywords
        )  # fmt: skip
        if able:
            yield lend_dodge.ask(seat, Among(able, 0, 1), unit, known=known)
    elif after.what in TOKENS:
        yield tell_follows.ask(seat, YesNo(), unit, known=known)


@choice("attack-follows", Follows, door=NO_PLACE)
def tell_follows(answer: Answered[Follows]) -> Outcome:
    """It holds, and the unit gains what its keyword gives."""
    gained = _tokens(answer.step.unit, answer.known.what, answer.known.many) if answer.yes else ()
    return Outcome(tuple(gained))


@choice("attack-lends", Follows, door=NO_PLACE)
def lend_dodge(answer: Answered[Follows]) -> Outcome:
    """Another such unit gains a Dodge."""
    return Outcome(tuple(UnitChanged(unit=id, what="dodge", by=1, why=ATTACK) for id in answer.chosen))


@choice("attack-shaken", Follows, door=NO_PLACE)
def victory_or_death(answer: Answered[Follows]) -> Outcome:
    """For a Suppression the unit gains an Aim or a Dodge."""
    if not answer.chosen:
        return Outcome()
    unit = answer.step.unit
    gain = Gain(units=(unit,), what=SUPPRESSION, number=1, why=answer.known.keyword)
    gained = UnitChanged(unit=unit, what=answer.first, by=1, why=ATTACK)
    return Outcome((gained, *lost_standby(answer.table.units[unit])), (gain,))
