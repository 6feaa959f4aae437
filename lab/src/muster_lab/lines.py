"""`muster-lab lines` counts lines of code: no blank lines, comments, docstrings or imports.

A string that stands alone counts as a docstring, also below a constant or a field. Without folders the two
rooms of the games are counted, which were meant to shrink by 6 % once questions had one language; what was
built into them since is left out (`NEW`).
"""

import ast
import io
import tokenize
from pathlib import Path

import click

from muster_lab import CHECKOUT

ROOMS = ("src/muster/rules/game", "src/muster/web/game")
NEW = {
    "attacks at the table": (
        "src/muster/rules/game/attacks",
        "src/muster/rules/game/steps/attacks.py",
        "src/muster/rules/game/log/attacked.py",
        "src/muster/rules/game/combatants.py",
        "src/muster/rules/game/minis.py",
        "src/muster/rules/game/told_facts.py",
        "src/muster/web/game/play/attacks",
        "src/muster/web/game/play/prompts/attack_account.py",
        "src/muster/web/game/play/prompts/attack_sheet.py",
        "src/muster/web/game/play/prompts/attack_tokens.py",
    ),
    "the activation and its tokens": (
        "src/muster/rules/game/keyword_moments.py",
        "src/muster/rules/game/log/activating.py",
        "src/muster/rules/game/log/timing.py",
        "src/muster/rules/game/phases/acting.py",
        "src/muster/rules/game/phases/lasting.py",
        "src/muster/rules/game/phases/timing.py",
        "src/muster/rules/game/phases/turning.py",
        "src/muster/rules/game/profile.py",
        "src/muster/rules/game/tokens.py",
        "src/muster/web/game/play/activation",
        "src/muster/web/game/play/prompts/activating.py",
        "src/muster/web/game/play/prompts/minding.py",
    ),
    "lobby and moments": ("src/muster/web/game/play/screens", "src/muster/web/game/joining.py"),
    "overlay": ("src/muster/web/game/overlay.py",),
}
"""What came into the rooms after the engine was rewritten, and what for."""
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def count_lines(source: str) -> int:
    """Count lines on which something stands that is neither comment, docstring nor import."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE and token.type != tokenize.ENDMARKER:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def count_folder(folder: Path, leave_out: tuple[Path, ...] = ()) -> int:
    """Count the lines of all modules below a folder, or of a single module."""
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    return sum(
        count_lines(file.read_text())
        for file in files
        if not any(file.is_relative_to(place) for place in leave_out)
    )


@click.command("lines")
@click.argument("folders", nargs=-1)
@click.option(
    "--checkout",
    type=click.Path(path_type=Path, exists=True),
    default=CHECKOUT,
    help="Count in another checkout.",
)
def command(folders: tuple[str, ...], checkout: Path) -> None:
    """Count lines of code without blank lines, comments, docstrings and imports.

    FOLDERS are relative to the checkout. Without any: the rooms of the games, and what is new in them.
    """
    if folders:
        for folder in folders:
            click.echo(f"{count_folder(checkout / folder):7,}  {folder}")
        return
    new = {name: [checkout / path for path in paths] for name, paths in NEW.items()}
    left_out = tuple(place for places in new.values() for place in places)
    for room in ROOMS:
        click.echo(f"{count_folder(checkout / room, left_out):7,}  {room}")
    total = sum(count_folder(checkout / room, left_out) for room in ROOMS)
    click.echo(f"{total:7,}  together")
    for name, places in new.items():
        count = sum(count_folder(place) for place in places if place.exists())
        click.echo(f"{count:7,}  left out as new: {name}")
