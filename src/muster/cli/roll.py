"""`muster roll`: dice from fresh entropy, with the evidence to verify them."""

import json
import re
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from muster.app.dice.sources import fresh_roll
from muster.cli.refusal import Refusing
from muster.rules.dice.faces import Die, Face, Roll, die_named, pool, shorten_typed, summary
from muster.rules.violations import Violation, require

STYLES = {
    Die.ATTACK_RED: "white on red",
    Die.ATTACK_BLACK: "white on grey19",
    Die.ATTACK_WHITE: "black on white",
    Die.DEFENCE_RED: "white on red",
    Die.DEFENCE_WHITE: "black on white",
}


def parse_dice(text: str) -> tuple[Die, int]:
    """`red:3` as three red attack dice; a colour alone is one die."""
    match = require(
        re.fullmatch(r"([a-z-]+)(?::([0-9]+))?", text) if len(text) <= 60 else None,
        Violation(code="dice.unreadable", source="core: dice", params={"text": shorten_typed(text)}),
    )
    return die_named(match[1]), int(match[2] or 1)


def roll_as_json(roll: Roll, evidence: str) -> dict[str, Any]:
    """The roll with everything needed to verify it."""
    return {
        "dice": [
            {"die": die.value, "face": face.value} for die, face in zip(roll.dice, roll.faces, strict=True)
        ],
        "faces": [face.value for face in roll.faces],
        "totals": {face.value: count for face, count in summary(roll).items()},
        "origin": roll.origin,
        "commitment": roll.commitment,
        "evidence": evidence,
    }


def print_roll(roll: Roll, evidence: str) -> None:
    """Print one line per kind of die, then the total."""
    console = Console()
    for die in Die:
        faces = [face for rolled, face in zip(roll.dice, roll.faces, strict=True) if rolled is die]
        if faces:
            console.print(die_line(die, faces))
    totals = ", ".join(f"{count} {face.value}{'s' * (count != 1)}" for face, count in summary(roll).items())
    console.print(f"[bold]{totals}[/bold]")
    console.print(f"commitment  {roll.commitment}", style="dim", soft_wrap=True, highlight=False)
    console.print(f"evidence    {evidence}", style="dim", soft_wrap=True, highlight=False)


def die_line(die: Die, faces: list[Face]) -> Text:
    """The dice of one kind, each as a small coloured tile."""
    line = Text(f"{die.value:<14}")
    for face in faces:
        line.append(f" {face.value} ", style=STYLES[die]).append(" ")
    return line


@click.command(cls=Refusing)
@click.argument("dice", nargs=-1, required=True, metavar="COLOUR:NUMBER...")
@click.option("--json", "as_json", is_flag=True, help="Print faces, commitment and evidence as JSON.")
def command(dice: tuple[str, ...], as_json: bool) -> None:
    """Roll dice: red:3 black:2 are attack dice, defence-red:2 defence dice."""
    roll, evidence = fresh_roll(pool(map(parse_dice, dice)))
    if as_json:
        click.echo(json.dumps(roll_as_json(roll, evidence)))
    else:
        print_roll(roll, evidence)
