"""`muster odds`: the exact odds of an attack, as a chart or as fractions."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import click
import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.table import Column, Table

from muster.cli.refusal import Refusing
from muster.cli.roll import parse_dice
from muster.rules.dice.answers import Odds
from muster.rules.dice.faces import ATTACK_DICE, Die
from muster.rules.dice.links import guardian_from_text, to_link
from muster.rules.dice.odds import answer
from muster.rules.dice.questions import Attack, Defence, Question, out_of_bounds
from muster.rules.dice.step_names import STEP_NAMES
from muster.rules.messages import plural
from muster.rules.violations import Refused, Violation

BAR = 32


class ArmourValue(click.ParamType[int | str]):
    """A number of Hits, or `all` for armour without a number."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """The armour as the rules know it."""
        return "all" if value == "all" else click.INT.convert(value, param, ctx)


def attack_pool(texts: tuple[str, ...]) -> dict[str, int]:
    """Attack dice by colour from `black:4`, or several at once: `red:1,black:4`."""
    pool: dict[str, int] = {}
    for part in ",".join(texts).split(","):
        die, count = parse_dice(part)
        if die not in ATTACK_DICE:
            raise Refused(not_for_attack(die))
        colour = die.value.removeprefix("attack-")
        pool[colour] = pool.get(colour, 0) + count
    for colour, count in pool.items():
        if count > 10**6:
            raise Refused(out_of_bounds(colour, str(count)))
    return pool


def not_for_attack(die: Die) -> Violation:
    """A defence die cannot be in an attack pool."""
    return Violation(code="odds.not_an_attack_die", source="core: dice", about=(die.value,))


def print_odds(odds: Odds) -> None:
    """Print a bar for every number of wounds, then where the mean comes from."""
    console = Console()
    console.print(chart(odds))
    console.print(f"[bold]{in_digits(odds.mean)}[/bold] wounds on average")
    if odds.defeat is not None:
        console.print(
            f"defeats the unit ({plural(odds.to_defeat or 0, 'wound')}) [bold]{percent(odds.defeat)}[/bold]"
        )
    if odds.removed:
        console.print(f"the suppressed attacker loses a {odds.removed} die")
    if odds.deflect is not None:
        console.print(f"Deflect wounds the attacker [bold]{percent(odds.deflect)}[/bold]")
    if odds.attacker_wounds is not None and odds.deflect is None:
        hurt = 1 - odds.attacker_wounds[0]
        console.print(f"the attacker is wounded [bold]{percent(hurt)}[/bold]")
    if odds.guardian_wounds is not None:
        mean = sum((number * chance for number, chance in enumerate(odds.guardian_wounds)), Fraction(0))
        console.print(f"guardians suffer [bold]{in_digits(mean)}[/bold] wounds on average")
    if odds.suppressed:
        console.print(f"[bold]{percent(odds.suppressed)}[/bold] to suppress the unit")
    if odds.play == "near":
        console.print("rerolls are near best: at most 0.05 wounds below")
    if odds.play == "policy" and odds.suppressed is not None:
        console.print(
            "the pool is too large for best play: rerolls follow a simple policy, how near is not known"
        )
    if odds.aims_spent is not None:
        uses = odds.aims_spent._asdict().items()
        console.print(f"aims spent: {', '.join(f'{float(count):.2f} {use}' for use, count in uses if count)}")
    if odds.spent is not None:
        told_aims = ", ".join(f"{count} {use}" for use, count in odds.spent._asdict().items() if count)
        console.print(f"aims spent for the most wounds: {told_aims}")
    console.print(steps(odds))


def numbers(*heads: str) -> Iterator[Column]:
    """Right-aligned columns for numbers."""
    return (Column(head, justify="right") for head in heads)


def chart(odds: Odds) -> Table:
    """Wounds, their chance as a bar, and the chance of at least as many."""
    table = Table("wounds", "", *numbers("exactly", "at least"), box=None, header_style="dim")
    most = max(odds.distribution)
    for wounds, chance in enumerate(odds.distribution):
        if odds.at_least(wounds):
            bar = "█" * round(chance / most * BAR)
            table.add_row(str(wounds), bar, percent(chance), percent(odds.at_least(wounds)))
    return table


def steps(odds: Odds) -> Table:
    """The means after every step of the attack."""
    table = Table("on average", *numbers("criticals", "hits", "blocks"), box=None, header_style="dim")
    for step in odds.steps:
        name = STEP_NAMES.get(step.name) or f"after {step.name.replace('-', ' ')}"
        table.add_row(name, *(f"{float(mean):.3f}" for mean in (step.criticals, step.hits, step.blocks)))
    return table


def in_digits(number: Fraction) -> str:
    """A fraction for people: exact if it is short, and always as a decimal."""
    exact = f" ({number})" if 1 < number.denominator <= 9999 else ""
    return f"{float(number):.3f}{exact}"


def percent(chance: Fraction) -> str:
    """A chance in percent; small ones are never shown as zero."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    return f"{float(chance * 100):.1f}%"


@click.command(cls=Refusing)
@click.option(
    "--attack", "pool", multiple=True, required=True, metavar="COLOUR:N", help="Attack dice: black:4."
)
@click.option(
    "--surge", type=click.Choice(["none", "hit", "critical"]), default="none", help="What surges become."
)
@click.option("--aim", "aims", type=int, default=0, help="Aim tokens spent on rerolls.")
@click.option("--precise", type=int, default=0, help="Precise X.")
@click.option("--critical", type=int, default=0, help="Critical X.")
@click.option("--pierce", type=int, default=0, help="Pierce X.")
@click.option("--impact", type=int, default=0, help="Impact X.")
@click.option("--sharpshooter", type=int, default=0, help="Sharpshooter X.")
@click.option("--surge-tokens", "surges", type=int, default=0, help="Surge tokens of the attacker.")
@click.option("--observation", type=int, default=0, help="Observation tokens: each rerolls one die.")
@click.option("--marksman", is_flag=True, help="Aims may improve a die instead of rerolling.")
@click.option("--lethal", type=int, default=0, help="Lethal X: Aims that may become Pierce 1.")
@click.option("--ram", type=int, default=0, help="Ram X.")
@click.option("--blast", is_flag=True, help="Cover is ignored.")
@click.option("--high-velocity", is_flag=True, help="Dodges and Deflect are ignored.")
@click.option("--kind", type=click.Choice(["ranged", "melee", "overrun", "area"]), default="ranged")
@click.option("--ion", type=int, default=0, help="Ion X.")
@click.option("--primitive", is_flag=True, help="Against Armor, Criticals become Hits.")
@click.option("--duelist", is_flag=True, help="Melee: an Aim spent on rerolls is Pierce 1.")
@click.option("--makashi", is_flag=True, help="Melee: 1 Pierce less to ignore immunity.")
@click.option("--jarkai", type=int, default=0, help="Melee: Dodges that may improve dice.")
@click.option("--fatigue", type=int, default=0, help="Hits that the opponent may remove.")
@click.option("--sniper", is_flag=True, help="May give up results with a Critical for a sure wound.")
@click.option("--immune-deflect", is_flag=True, help="Deflect doesn’t wound the attacker.")
@click.option("--suppressed", is_flag=True, help="The attacker is Suppressed (Special Operations).")
@click.option("--defence", "die", type=click.Choice(["red", "white"]), required=True, help="The defence die.")
@click.option("--defence-surge", is_flag=True, help="Defence surges become Blocks.")
@click.option("--cover", type=click.Choice(["none", "light", "heavy"]), default="none", help="Cover.")
@click.option("--dodge", type=int, default=0, help="Dodge tokens spent.")
@click.option("--armour", type=ArmourValue(), default=0, help="Armor X, or all.")
@click.option(
    "--defence-surge-tokens", "defence_surges", type=int, default=0, help="Surge tokens of the defender."
)
@click.option("--danger-sense", type=int, default=0, help="Dice that Danger Sense adds.")
@click.option("--uncanny-luck", type=int, default=0, help="Uncanny Luck X.")
@click.option("--outmaneuver", "agile", is_flag=True, help="Dodges cancel Criticals as well.")
@click.option("--impervious", is_flag=True, help="Pierce is 1 lower.")
@click.option("--low-profile", is_flag=True, help="One Block in a cover roll without a die.")
@click.option("--dug-in", is_flag=True, help="Cover is rolled with red dice.")
@click.option("--backup", is_flag=True, help="Cancels two Hits.")
@click.option("--shields", type=int, default=0, help="Active shields.")
@click.option("--deflect", is_flag=True, help="Defence surges block and may wound the attacker.")
@click.option("--left", type=int, default=None, help="Wounds the unit has left.")
@click.option("--in-sight", type=int, default=None, help="Wounds of the minis in sight.")
@click.option("--immune-pierce", is_flag=True, help="Pierce cancels no Block.")
@click.option("--immune-melee-pierce", is_flag=True, help="Pierce cancels no Block in melee.")
@click.option("--immune-blast", is_flag=True, help="Blast is ignored.")
@click.option("--block", is_flag=True, help="A Dodge spent turns defence surges into Blocks.")
@click.option("--defence-duelist", is_flag=True, help="Melee: a Dodge spent makes Pierce useless.")
@click.option("--soresu", is_flag=True, help="May reroll all defence dice once.")
@click.option("--shien", is_flag=True, help="Deflect wounds once for each surge.")
@click.option("--djem-so", is_flag=True, help="Melee: a Blank wounds the attacker.")
@click.option("--extra-white", type=int, default=0, help="White dice that join the defence roll.")
@click.option("--unconcerned", is_flag=True, help="No cover.")
@click.option("--guardian", multiple=True, metavar="N-DIE", help="A guardian takes N Hits: 2-red-surge.")
@click.option("--mode", type=click.Choice(["standard", "special-operations"]), default="standard")
@click.option("--wounds", type=int, default=None, help="Wounds of a mini: the chance to defeat the unit.")
@click.option("--minis", type=int, default=1, help="Minis left in the unit.")
@click.option("--json", "as_json", is_flag=True, help="Exact fractions as JSON.")
def command(pool: tuple[str, ...], die: str, defence_surge: bool, as_json: bool, **numbers: Any) -> None:
    """Exact odds of an attack: the distribution of wounds, the chance of at least N, and why."""
    question = question_from(attack_pool(pool), die, defence_surge, numbers)
    odds = answer(question)
    if as_json:
        click.echo(json.dumps(odds.as_values() | {"link": to_link(question)}))
    else:
        print_odds(odds)


def question_from(pool: dict[str, int], die: str, surge: bool, numbers: dict[str, Any]) -> Question:
    """The question behind the options; the attacker's surge is among the numbers, the defender's is
    separate."""
    attack = {field: numbers[field] for field in Attack.__struct_fields__ if field in numbers}
    defending = set(Defence.__struct_fields__) - {"die", "surge", "surges", "duelist"}
    defence = {field: numbers[field] for field in defending if field in numbers}
    defence |= {"die": die, "surge": surge, "surges": numbers["defence_surges"]}
    guardians = tuple(map(guardian_from_text, numbers["guardian"]))
    made = msgspec.convert(defence | {"duelist": numbers["defence_duelist"]}, Defence)
    return Question(msgspec.convert(pool | attack, Attack), replace(made, guardians=guardians))
