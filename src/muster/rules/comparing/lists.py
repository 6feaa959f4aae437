"""Two army lists side by side: what changed from one to the other, and what each brings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.lineup.lineup import Lineup
from muster.rules.armies.lineup.loadout import ArmyLine
from muster.rules.cards.catalogue import Catalogue
from muster.rules.cards.vocabulary import display_word
from muster.rules.comparing.figures import hits_in_words, sentence_of
from muster.rules.comparing.lines import Cell, Cells, Part, pair_lines
from muster.rules.comparing.pools import BANDS, Dice, add_pools, added_minis, hits_on_average, line_pools

Marked: TypeAlias = frozenset[tuple[str, int]]
DICE = (
    "What all units throw at that range in one attack each, with their upgrades: each mini with its "
    "strongest weapon that reaches, with Arsenal X that many. Hits and Criticals on average, surges counted, "
    "before other keywords and cover."
)


class Tally(NamedTuple):
    """What a list brings. `dice` and `hits` go by range, melee first: what all its units throw there in one
    attack each, and the Hits and Criticals that show on average."""

    points: int
    limit: int
    activations: int
    minis: int
    wounds: int
    dice: tuple[Dice, ...]
    hits: tuple[Fraction, ...]


class Equipped(NamedTuple):
    """A unit with what it carries; two of the same are one in this."""

    unit: str
    upgrades: tuple[str, ...]
    counterpart: tuple[str, ...] = ()

    @property
    def equipment(self) -> tuple[str, ...]:
        """All cards but the unit's own."""
        return (*self.upgrades, *self.counterpart)


class UnitChange(NamedTuple):
    """So many units of one card changed: they lost and gained these cards; points are those of one of them.
    Units that came have no points before, those that went none after."""

    unit: str
    number: int
    before: int | None
    after: int | None
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()


class CardsSplit(NamedTuple):
    """Cards of both lists, and those that only one of them has."""

    both: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


class ListComparison(NamedTuple):
    """Two lists: what each brings, and what changed from the first to the second. `same` counts the units
    that are equipped alike in both, `parts` are all of it that is a number or a name, line by line."""

    a: Tally
    b: Tally
    removed: tuple[UnitChange, ...]
    added: tuple[UnitChange, ...]
    changed: tuple[UnitChange, ...]
    same: int
    hand: CardsSplit
    deck: CardsSplit
    parts: tuple[Part, ...]


def compare_lists(a: Army, b: Army, catalogue: Catalogue) -> ListComparison:
    """What changed from one list to another, each with the cards of its own date."""
    ours, theirs = Lineup(a, catalogue), Lineup(b, catalogue)
    before, after = equipped_alike(a), equipped_alike(b)
    costs = prices(ours), prices(theirs)
    moved = [
        change_of(old, new, count, *costs) for old, new, count in match_units(before - after, after - before)
    ]
    totals = tally(ours), tally(theirs)
    return ListComparison(
        a=totals[0],
        b=totals[1],
        removed=tuple(change for change in moved if change.after is None),
        added=tuple(change for change in moved if change.before is None),
        changed=tuple(change for change in moved if change.before is not None and change.after is not None),
        same=(before & after).total(),
        hand=split_cards(a.command_hand, b.command_hand),
        deck=split_cards(
            (card for _, card in a.battle_deck.cards), (card for _, card in b.battle_deck.cards)
        ),
        parts=(
            Part("List", pair_lines(frame_cells(ours), frame_cells(theirs))),
            Part("Army", pair_lines(*map(total_cells, totals))),
            Part("Dice at each range", pair_lines(*map(dice_cells, totals)), DICE),
        ),
    )


def frame_cells(lineup: Lineup) -> Cells:
    """What the list is built for."""
    army = lineup.army
    return {
        "Faction": Cell(display_word(army.faction)),
        "Format": Cell(lineup.format.name),
        **({"Battle force": Cell(lineup.force.name)} if lineup.force else {}),
        "Points of": Cell(f"{army.points_date.day} {army.points_date:%B %Y}"),
    }


def total_cells(found: Tally) -> Cells:
    """The numbers of a list."""
    return {
        "Points": Cell(f"{found.points:,}", f"of {found.limit:,}"),
        "Activations": Cell(str(found.activations)),
        "Minis": Cell(str(found.minis)),
        "Wounds": Cell(str(found.wounds)),
    }


def dice_cells(found: Tally) -> Cells:
    """The dice at each range, with the hits that show on average."""
    return {
        sentence_of(band): Cell(f"{dice.total}", f"{dice.in_words}; {hits_in_words(hits)}", hits)
        for band, dice, hits in zip(BANDS, found.dice, found.hits, strict=True)
        if dice.total
    }


def change_of(
    old: Equipped | None,
    new: Equipped | None,
    count: int,
    before: dict[Equipped, int],
    after: dict[Equipped, int],
) -> UnitChange:
    """One change with its cards. A unit that was removed or added lost or gained everything it carries; an
    unknown unit costs nothing."""
    cards = split_cards(old.equipment if old else (), new.equipment if new else ())
    return UnitChange(
        unit=old.unit if old else new.unit if new else "",
        number=count,
        before=before.get(old, 0) if old else None,
        after=after.get(new, 0) if new else None,
        lost=cards.only_a,
        gained=cards.only_b,
    )


def tally(lineup: Lineup) -> Tally:
    """What a list brings."""
    catalogue = lineup.catalogue
    pools = [(line.unit.attack_surge, line_pools(line, catalogue)) for line in lineup.lines]
    hits = [sum((hits_on_average(row[band], surge) for surge, row in pools), Fraction(0)) for band in BANDS]
    return Tally(
        points=lineup.points,
        limit=lineup.limit,
        activations=lineup.activations,
        minis=sum(minis(line, catalogue) * line.count for line in lineup.lines),
        wounds=sum(wounds(line, catalogue) * line.count for line in lineup.lines),
        dice=tuple(add_pools(row[band] for _, row in pools) for band in BANDS),
        hits=tuple(hits),
    )


def minis(line: ArmyLine, catalogue: Catalogue) -> int:
    """The minis of one unit of a line: its own, those that upgrades add, its counterpart."""
    loadout = line.loadout
    added = sum(added_minis(card, catalogue) for card in loadout.upgrades)
    return loadout.unit.miniatures + added + (loadout.counterpart is not None)


def wounds(line: ArmyLine, catalogue: Catalogue) -> int:
    """The wounds of one unit of a line: minis that upgrades add have as many as those of its card."""
    companion = line.loadout.counterpart
    own = minis(line, catalogue) - (companion is not None)
    return own * line.unit.wounds + (companion.wounds if companion else 0)


def equipped_alike(army: Army) -> Counter[Equipped]:
    """How many units are equipped alike."""
    found: Counter[Equipped] = Counter()
    for entry in army.units:
        found[equipped_as(entry)] += entry.count
    return found


def equipped_as(entry: ArmyUnit) -> Equipped:
    """A line without its number and the order of its cards."""
    joined = entry.counterpart
    companion = (joined.card, *sorted(joined.upgrades)) if joined else ()
    return Equipped(entry.unit, tuple(sorted(entry.upgrades)), companion)


def prices(lineup: Lineup) -> dict[Equipped, int]:
    """What one unit costs with what it carries."""
    return {equipped_as(line.entry): line.loadout.points for line in lineup.lines}


def match_units(
    before: Counter[Equipped], after: Counter[Equipped]
) -> Iterator[tuple[Equipped | None, Equipped | None, int]]:
    """Match the units of one list with those of the other, by card, most similar loadouts first. Unmatched
    units were removed or added."""
    olds, news = by_unit(before), by_unit(after)
    for unit in dict.fromkeys((*olds, *news)):
        for old, new in nearest_pairs(olds[unit], news[unit]):
            if count := min(before[old], after[new]):
                before[old] -= count
                after[new] -= count
                yield old, new, count
        yield from ((old, None, before[old]) for old in olds[unit] if before[old])
        yield from ((None, new, after[new]) for new in news[unit] if after[new])


def by_unit(found: Iterable[Equipped]) -> defaultdict[str, list[Equipped]]:
    """The loadouts of each unit card."""
    groups: defaultdict[str, list[Equipped]] = defaultdict(list)
    for loadout in found:
        groups[loadout.unit].append(loadout)
    return groups


def nearest_pairs(olds: list[Equipped], news: list[Equipped]) -> list[tuple[Equipped, Equipped]]:
    """Every pair of loadouts: those with the fewest different cards first, then with the most common ones."""
    marks = {loadout: tell_copies_apart(loadout.equipment) for loadout in (*olds, *news)}

    def far(pair: tuple[Equipped, Equipped]) -> tuple[int, int]:
        old, new = marks[pair[0]], marks[pair[1]]
        return len(old ^ new), -len(old & new)

    return sorted(((old, new) for old in olds for new in news), key=far)


def tell_copies_apart(cards: Iterable[str]) -> Marked:
    """The cards, told apart where one is there twice."""
    seen: Counter[str] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        found.append((card, seen[card]))
    return frozenset(found)


def split_cards(a: Iterable[str], b: Iterable[str]) -> CardsSplit:
    """The cards of both, and of one alone."""
    ours, theirs = Counter(a), Counter(b)
    return CardsSplit(
        tuple((ours & theirs).elements()),
        tuple((ours - theirs).elements()),
        tuple((theirs - ours).elements()),
    )
