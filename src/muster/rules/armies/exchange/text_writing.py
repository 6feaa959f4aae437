"""Writes Legion HQ's three texts: standard, minimal and tournament."""

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.exchange import text_reading
from muster.rules.armies.exchange.results import Format
from muster.rules.armies.exchange.spelling import Speller, one_line, stranger_name
from muster.rules.armies.exchange.tts_writing import hand_of
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import RANKS, Rank, display_word

HEADINGS: dict[Rank, str] = {rank: display_word(rank) for rank in RANKS} | {"commander": "Commanders"}
DECK_HEADINGS = {
    "objective": "Objectives",
    "secondary": "Secondaries",
    "advantage": "Advantages",
    "deployment": "Deployments",
    "condition": "Conditions",
}
COUNTERPARTS_BEFORE: Rank = "corps"


def points_line(speller: Speller) -> str:
    """`920/1000 (15 activations)`."""
    count = speller.lineup.activations
    noun = "activation" if count == 1 else "activations"
    return f"{speller.lineup.points}/{speller.lineup.limit} ({count} {noun})"


def command_lines(army: Army, catalogue: Catalogue, space: str = " ") -> list[str]:
    """The command cards with their pips in front."""
    found = [(catalogue.commands.get(card), card) for card in hand_of(army, catalogue)]
    named = [
        (card.pips, card.name) if card else (1, one_line(stranger_name(card_id, catalogue)))
        for card, card_id in found
    ]
    return [f"{'•' * pips}{space}{name}" for pips, name in named]


def head_lines(army: Army, speller: Speller) -> list[str]:
    """The name of the list on its own line, and its points."""
    name = " ".join(army.name.split())
    return [*([name] if name else []), points_line(speller)]


def write_standard(army: Army, catalogue: Catalogue) -> str:
    """Units under their ranks, one line each, with all points; no battle deck."""
    speller = Speller(army, catalogue, points=True, display=True)
    lines = head_lines(army, speller)
    for rank in RANKS:
        if rank == COUNTERPARTS_BEFORE:
            lines += counterpart_section(army, speller)
        units = [entry for entry in army.units if rank_of(entry, catalogue) == rank]
        lines += [f"{HEADINGS[rank]}:"] if units else []
        lines += [standard_line(entry, speller) for entry in units]
    hand = command_lines(army, catalogue)
    lines += ["", f"Commands: {', '.join(hand)}"] if hand else []
    return "\n".join(lines) + "\n"


def rank_of(entry: ArmyUnit, catalogue: Catalogue) -> Rank:
    """The printed rank; a unit nobody knows stands with the corps."""
    unit = catalogue.units.get(entry.unit)
    return unit.rank if unit else "corps"


def standard_line(entry: ArmyUnit, speller: Speller) -> str:
    """` - 2× Rebel Veterans (48): Smoke Grenades (3) = 102`."""
    base, total = speller.price(entry, entry.unit), speller.unit_price(entry) * entry.count
    upgrades = ", ".join(with_aside(entry, speller))
    shown = f" ({base})" if upgrades or total != base else ""
    listed = f": {upgrades}" if upgrades else ""
    return f" - {stack_size(entry)}{speller.unit(entry, ranked=True)}{shown}{listed} = {total}"


def stack_size(entry: ArmyUnit) -> str:
    """The size of a stack."""
    return f"{entry.count}× " if entry.count > 1 else ""


def with_aside(entry: ArmyUnit, speller: Speller) -> list[str]:
    """`Burst of Speed (10)`, `Recon Intel (8)`; cards set aside stand behind a slash."""
    equipped = [speller.upgrade_with_price(entry, card) for card in entry.upgrades]
    pairs = [
        f"{name}/{speller.upgrade_with_price(entry, card)}"
        for name, card in zip(equipped, entry.set_aside, strict=False)
    ]
    return [*pairs, *equipped[len(pairs) :]]


def counterpart_section(army: Army, speller: Speller) -> list[str]:
    """The counterparts, whose points their units' lines have already."""
    lines = []
    for entry in army.units:
        if entry.counterpart is None:
            continue
        card, upgrades = entry.counterpart.card, entry.counterpart.upgrades
        equipped = [speller.upgrade_with_price(entry, each, False) for each in upgrades]
        listed = f" ({speller.price(entry, card)}): {', '.join(equipped)}" if equipped else ""
        lines.append(f" - {speller.companion(card)}{listed} = {speller.counterpart_price(entry)}")
    return ["Counterparts:", *lines] if lines else []


def write_minimal(army: Army, catalogue: Catalogue) -> str:
    """Names only."""
    speller = Speller(army, catalogue, points=False)
    lines = [points_line(speller)]
    for entry in army.units:
        upgrades = ", ".join(speller.upgrade(entry, card) for card in entry.upgrades)
        lines.append(
            f"{stack_size(entry)}{speller.unit(entry)} {f'({upgrades})' if upgrades else ''}".rstrip()
        )
        if entry.set_aside:
            aside = ", ".join(speller.upgrade(entry, card) for card in entry.set_aside)
            lines.append(f" - Loadout: ({aside})")
        if entry.counterpart:
            equipped = ", ".join(speller.upgrade(entry, card, False) for card in entry.counterpart.upgrades)
            lines.append(f"{speller.companion(entry.counterpart.card)}{f' ({equipped})' if equipped else ''}")
    hand = command_lines(army, catalogue)
    lines += [f"Commands: {', '.join(hand)}"] if hand else []
    return "\n".join(lines) + "\n"


def write_tournament(army: Army, catalogue: Catalogue) -> str:
    """Every unit for itself, an upgrade a line, command cards and battle deck."""
    speller = Speller(army, catalogue, points=True)
    lines = head_lines(army, speller)
    for entry in army.units:
        lines += tournament_unit(entry, speller) * entry.count
    hand = command_lines(army, catalogue, space="")
    lines += ["", "Commands:", *hand] if hand else []
    lines += deck_lines(army, catalogue)
    return "\n".join(lines) + "\n"


def tournament_unit(entry: ArmyUnit, speller: Speller) -> list[str]:
    """The unit with all its points, its upgrades, and its counterpart with its own."""
    lines = [f"{speller.unit(entry)} ({speller.unit_price(entry)})"]
    lines += [f" - {card}" for card in with_aside(entry, speller)]
    if entry.counterpart:
        lines.append(f"{speller.companion(entry.counterpart.card)} ({speller.counterpart_price(entry)})")
        lines += [
            f" - {speller.upgrade_with_price(entry, card, False)}" for card in entry.counterpart.upgrades
        ]
    return lines


def deck_lines(army: Army, catalogue: Catalogue) -> list[str]:
    """The battle deck by category."""
    lines = []
    for category, title in DECK_HEADINGS.items():
        cards = army.battle_deck.of(category)
        lines += [f"{title}:"] if cards else []
        lines += [f" - {deck_name(card, catalogue)}" for card in cards]
    return ["", "Battle Deck", *lines] if lines else []


def deck_name(card_id: str, catalogue: Catalogue) -> str:
    """A battle card by its name, or the name the player typed."""
    card = catalogue.battle_cards.get(card_id)
    return card.name if card else " ".join(card_id.split())


FORMATS = (
    Format("text", "Legion HQ standard text", text_reading.read, write_standard, place=40),
    Format("minimal", "Legion HQ minimal text", text_reading.read, write_minimal, place=50),
    Format("tournament", "Legion HQ tournament text", text_reading.read, write_tournament, place=60),
)
