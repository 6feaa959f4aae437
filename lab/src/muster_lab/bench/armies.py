"""`muster-lab bench armies`: time army checks and the picker that suggests what can be added."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median

import click
from msgspec.structs import replace

from muster.cli.demo.armies import full_army
from muster.rules.armies.army import Army, ArmyUnit, to_json, with_keys
from muster.rules.armies.building.picker import Picker
from muster.rules.armies.check import check_army
from muster.rules.armies.checks.hand import bearers, is_met
from muster.rules.armies.lineup.frame import frame, frame_of
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.cards.types import Unit
from muster.rules.cards.vocabulary import RANKS, Faction
from muster_lab.bench.timing import print_medians, time_calls

RUNS = 301
PICKS = 25
GENERATED = 200
GENERATED_RUNS = 15
FACTIONS: tuple[Faction, ...] = ("empire", "rebels", "republic", "separatists")


def generate_armies(cards: Catalogue) -> Iterator[Army]:
    """Legal armies of up to 1000 points; the same ones on every run."""
    for number in count():
        army = random_army(cards, Random(number), FACTIONS[number % len(FACTIONS)])  # noqa: S311 - no secret
        if check_army(army, cards).legal:
            yield army


def random_army(cards: Catalogue, chance: Random, faction: Faction) -> Army:
    """An army filled rank by rank, with upgrades in most slots and the first command hand that it may
    hold."""
    lines, left = list[ArmyUnit](), 1000
    own = [unit for unit in cards.data.units if unit.faction == faction and not is_choosy(unit)]
    for rank in (*("commander", "corps", "corps", "corps"), *chance.choices(RANKS, k=6)):
        unit, upgrades = chance.choice([unit for unit in own if unit.rank == rank]), list[str]()
        cost = unit.points or 0
        for slot, shelf in cards.upgrades_for(unit).items():
            plain = [card for card in shelf if card.points is not None and not card.unique]
            if slot in unit.slots and plain and chance.random() < 0.6:
                card = chance.choice(plain)
                upgrades.append(card.id)
                cost += card.points or 0
        if cost <= left:
            lines.append(ArmyUnit(unit=unit.id, upgrades=tuple(upgrades)))
            left -= cost
    like = full_army(cards)
    anybody = [card for card in cards.data.battle_cards if card.deck == "standard" and not card.faction]
    advantages = tuple(card.id for card in anybody if card.category == "advantage")[:3]
    deck = replace(like.battle_deck, advantage=advantages)
    army = replace(like, faction=faction, units=with_keys(lines), battle_deck=deck)
    return replace(army, command_hand=hand_for(army, cards))


def is_choosy(unit: Unit) -> bool:
    """Whether the unit needs another card or a battle force to be legal."""
    tied = unit.must_equip or unit.detachment or unit.special_issue
    return bool(tied) or unit.counterpart_required or unit.points is None


def hand_for(army: Army, cards: Catalogue) -> tuple[str, ...]:
    """The first command cards that the units may use, as many of each number of pips as a hand allows."""
    present = bearers(Lineup(army, cards))
    open_to = (card for card in cards.data.commands if card.faction in (None, army.faction))
    able = [card for card in open_to if not card.battle_force and all(is_met(n, present) for n in card.needs)]
    wanted = cards.army.command_hand.by_pips.items()
    return tuple(
        card for pips, most in wanted for card in [card.id for card in able if card.pips == pips][:most]
    )


def medians(armies: Iterable[Army], cards: Catalogue, *, cold: bool) -> Iterator[float]:
    """The median time to check each army."""
    for army in armies:
        forget = frame_of(army, cards).loadouts.clear if cold else None
        check_army(army, cards)
        yield time_calls(partial(check_army, army, cards), GENERATED_RUNS, prepare=forget)[0]


def measure() -> dict[str, float]:
    """Milliseconds by task."""
    cards = catalogue()
    army = full_army(cards)
    forget = frame_of(army, cards).loadouts.clear
    first = army.units[0].key
    others = [*islice(generate_armies(cards), GENERATED)]
    return {
        "check a full army": time_calls(lambda: check_army(army, cards), RUNS)[0],
        "check it with no outfit kept": time_calls(lambda: check_army(army, cards), RUNS, prepare=forget)[0],
        "check it as the first of its kind": time_calls(
            lambda: check_army(army, cards), RUNS, prepare=frame.cache_clear
        )[0],
        f"check {GENERATED} others, the median one": median(medians(others, cards, cold=False)),
        "check them with no outfit kept": median(medians(others, cards, cold=True)),
        "pick from all units": time_calls(lambda: [*Picker(army, cards).units()], PICKS)[0],
        "pick from all upgrades for a line": time_calls(
            lambda: [*Picker(army, cards).upgrades(first)], PICKS
        )[0],
        "pick from all command and battle cards": time_calls(
            lambda: [*Picker(army, cards).commands(), *Picker(army, cards).battle_cards()], PICKS
        )[0],
        "write as JSON": time_calls(lambda: to_json(army), RUNS)[0],
    }


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print milliseconds as JSON.")
def command(as_json: bool) -> None:
    """Median times of checking a full 1000-point army and of the picker."""
    cards = catalogue()
    report = check_army(full_army(cards), cards)
    army = {"points": report.points, "legal": report.legal, "activations": report.activations}
    if not as_json:
        click.echo(", ".join(f"{name} {value}" for name, value in army.items()))
    print_medians(measure(), RUNS, as_json, army=army)
