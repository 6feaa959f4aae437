"""`muster register show`: a Register with all its dossiers in the terminal."""

import json
from collections.abc import Iterator

import click
import msgspec
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from muster.cli.refusal import Refusing
from muster.cli.register.command import store_of, stream_of, where
from muster.rules.campaign.library import charts
from muster.rules.campaign.library.library import library
from muster.rules.campaign.register.dossier import Dossier
from muster.rules.campaign.register.register import REGISTER, Register
from muster.rules.cards.vocabulary import display_word
from muster.rules.messages import plural

COLUMNS = (
    "Unit",
    "Rank",
    "Points",
    "VR",
    "Experience",
    "Upgrades",
    "Setbacks",
    "Commendations, traits, cards",
)


@click.command("show", cls=Refusing)
@click.argument("register")
@where
@click.option("--json", "as_json", is_flag=True, help="Print the Register as JSON.")
def command(register: str, data: str | None, file: str | None, as_json: bool) -> None:
    """Show a Register: points, supply, reputation, story arc and every dossier."""
    store = store_of(data, file)
    state = store.load(REGISTER, stream_of(store, register)).state
    if as_json:
        sums = {
            "spent": state.potential_spent,
            "left": state.potential_left,
            "below_minimum": state.below_minimum,
        }
        click.echo(json.dumps({**msgspec.to_builtins(state), **sums}, ensure_ascii=False, indent=1))
        return
    Console(highlight=False).print(sheet(state))


def sheet(register: Register) -> RenderableType:
    """The whole Register in a frame."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column(overflow="fold")
    for label, value in rows(register):
        facts.add_row(label, Text(value))
    title = Text(register.name or "Register without a name")
    return Panel(Group(facts, Text(), dossiers(register)), title=title, title_align="left", padding=(1, 2))


def rows(register: Register) -> Iterator[tuple[str, str]]:
    """Label and value of every line that is not empty."""
    yield (
        "Register",
        f"{display_word(register.faction)} · {register.status} · points of {register.points_date}",
    )
    yield (
        "Combat Potential",
        f"{register.potential_spent} of {register.potential} spent, {register.potential_left} left",
    )
    yield "Supply points", str(register.supply)
    yield "Reputation", str(register.reputation)
    yield from arc_rows(register)
    if register.assets:
        yield "Strategic assets", ", ".join(asset_name(asset) for asset in register.assets)
    yield "Battles", battles(register)
    if register.open_battle:
        yield "In battle", register.open_battle
    if register.below_minimum:
        yield "Flagged", "fewer than two corps units"
    if register.over_potential:
        yield "Flagged", "the cards cost more than the Combat Potential"
    if register.fallen:
        yield "Gone", ", ".join(f"{fallen.dossier.called} ({fallen.why})" for fallen in register.fallen)


def arc_rows(register: Register) -> Iterator[tuple[str, str]]:
    """The story arc and the boxes of its agendas."""
    if register.arc is None:
        return
    yield "Story arc", register.arc.name + (" (ended)" if register.arc.ended else "")
    for agenda in register.arc.agendas:
        yield "", f"{'■' * agenda.marked}{'□' * (agenda.needed - agenda.marked)} {agenda.name}"


def battles(register: Register) -> str:
    """How many battles were won, lost and drawn."""
    counts = [
        sum(battle.result == result for battle in register.battles) for result in ("won", "lost", "drawn")
    ]
    return "{} won, {} lost, {} drawn".format(*counts)


def asset_name(asset: str) -> str:
    """The asset's name, or its id if this installation does not know it."""
    found = library().assets.get(asset)
    return found.name if found else asset


def dossiers(register: Register) -> Table:
    """One line per unit, the Paragon on top."""
    table = Table(*COLUMNS, show_edge=False, pad_edge=False, header_style="dim")
    for dossier in sorted(register.dossiers, key=lambda held: not held.paragon):
        table.add_row(*(Text(cell) for cell in cells(dossier)))
    return table


def cells(dossier: Dossier) -> tuple[str, ...]:
    """A dossier as the cells of its line."""
    named = f"{dossier.name} ({dossier.unit_name})" if dossier.name else dossier.called
    setbacks = (f"{held.name} ×{held.count}" if held.count > 1 else held.name for held in dossier.setbacks)
    return (
        f"★ {named}" if dossier.paragon else named,
        display_word(dossier.rank),
        str(dossier.points_spent),
        f"{dossier.veteran_rank}/{dossier.maximum}",
        experience(dossier),
        ", ".join(upgrade.name for upgrade in dossier.upgrades),
        ", ".join(setbacks),
        ", ".join(honours(dossier)),
    )


def experience(dossier: Dossier) -> str:
    """Experience, and what the next rank needs."""
    ahead = charts.next_rank_at(dossier.experience, dossier.maximum)
    return str(dossier.experience) if ahead is None else f"{dossier.experience} of {ahead}"


def honours(dossier: Dossier) -> Iterator[str]:
    """What the unit earned: commendations, keywords, its defining trait, Paragon cards."""
    yield from (award.name for award in dossier.commendations)
    yield from (keyword.name for keyword in dossier.keywords)
    if dossier.trait:
        yield f"{dossier.trait.name} ({plural(dossier.trait.games_left, 'game')} left)"
    yield from (card.name for card in dossier.paragon_cards)
