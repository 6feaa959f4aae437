"""The data checked against itself. A defect we know of is marked on its card and passes."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from muster.rules.cards.catalogue import CardData, Catalogue
from muster.rules.cards.equipping import bearer_as_printed, meets_restriction
from muster.rules.cards.pricing import history_breaks
from muster.rules.cards.references import Shelf, references
from muster.rules.cards.types import Priced
from muster.rules.cards.vocabulary import RANKS
from muster.rules.violations import Param, Violation

Check: TypeAlias = Callable[[Catalogue], Iterator[Violation]]
SOURCE = "docs/reference/cards.md"
LONGEST_SENTENCE = 210
SENTENCE_END = re.compile(r"(?<=[.!?;]) ")
FARTHEST = 5
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def audit(data: CardData) -> tuple[Violation, ...]:
    """Every unmarked defect of the data, check by check."""
    catalogue = Catalogue(data)
    return tuple(violation for check in CHECKS for violation in check(catalogue))


def problem(code: str, *about: str, **params: Param) -> Violation:
    """A violation of the audit."""
    return Violation(code=f"audit.{code}", source=SOURCE, about=about, params=params)


def is_marked(catalogue: Catalogue, owner: str, code: str) -> bool:
    """Whether the card says itself that it has this defect."""
    card = catalogue.slugs.get(owner) or catalogue.keywords.get(owner)
    return card is not None and any(mark.code == code for mark in card.marks)


def duplicates(catalogue: Catalogue) -> Iterator[Violation]:
    """No two cards share an id or a slug; no two keywords, formats or products share theirs."""
    data = catalogue.data
    yield from repeated_values("id", [(card.id, card.slug) for card in data.cards])
    yield from repeated_values("slug", [(card.slug, card.id) for card in data.everything])
    yield from repeated_values("battle force id", [(force.id, force.slug) for force in data.battle_forces])
    yield from repeated_values("keyword id", [(keyword.id, keyword.name) for keyword in data.keywords])
    yield from repeated_values("format id", [(item.id, item.name) for item in data.formats.formats])
    yield from repeated_values("product name", [(item.name, item.ean or "no EAN") for item in data.products])


def repeated_values(field: str, pairs: list[tuple[str, str]]) -> Iterator[Violation]:
    """A violation for every value that stands more than once."""
    counts = Counter(value for value, _ in pairs)
    for value in (value for value, count in counts.items() if count > 1):
        owners = (owner for other, owner in pairs if other == value)
        yield problem("duplicate", *owners, field=field, value=value)


def slugs(catalogue: Catalogue) -> Iterator[Violation]:
    """A slug is the kind of card, a stroke, and words of small letters and digits."""
    for card in catalogue.data.everything:
        kind, _, rest = card.slug.partition("/")
        if kind != card.kind or not SLUG.fullmatch(rest):
            yield problem("slug", card.slug, slug=card.slug, kind=card.kind)


def dangling_references(catalogue: Catalogue) -> Iterator[Violation]:
    """Every reference finds what it points to, unless the card says that the unit does not exist yet."""
    shelves = shelves_of(catalogue)
    for owner, field, shelf, wanted in references(catalogue.data):
        missing = shelf in ("unit name", "title") and is_marked(catalogue, owner, "unit-missing")
        if wanted in shelves[shelf] or missing:
            continue
        if shelf == "keyword":
            yield problem("keyword", owner, keyword=wanted, field=field)
        else:
            yield problem("dangling", owner, field=field, wanted=f"{shelf} {wanted}")


def shelves_of(catalogue: Catalogue) -> dict[Shelf, set[str]]:
    """What there is to point to."""
    fielded = (*catalogue.data.units, *catalogue.data.counterparts)
    options = (choice for force in catalogue.data.battle_forces for choice in force.choices)
    return {
        "unit": set(catalogue.units),
        "upgrade": set(catalogue.upgrades),
        "command": set(catalogue.commands),
        "battle": set(catalogue.battle_cards),
        "counterpart": set(catalogue.counterparts),
        "battle-force": set(catalogue.battle_forces),
        "keyword": set(catalogue.keywords),
        "unit name": {card.name for card in fielded},
        "title": {card.title for card in fielded if card.title},
        "choice": {choice.name for choice in options},
    }


def impossible_upgrades(catalogue: Catalogue) -> Iterator[Violation]:
    """Every upgrade can be equipped by some unit, and no branch of a restriction is dead."""
    bearers = [catalogue.bearer(unit) for unit in catalogue.data.units]
    for upgrade in catalogue.data.upgrades:
        branches = upgrade.restriction.any if upgrade.restriction else ()
        wanted = (*branches, upgrade.adds_slots_when, upgrade.own_slot.when if upgrade.own_slot else None)
        possible = all(any(meets_restriction(who, each) for who in bearers) for each in wanted)
        sound = possible and catalogue.equippers(upgrade)
        if not sound and not is_marked(catalogue, upgrade.slug, "unit-missing"):
            yield problem("impossible", upgrade.slug)


def impossible_needs(catalogue: Catalogue) -> Iterator[Violation]:
    """Every need of a command card is met by some unit or counterpart."""
    data = catalogue.data
    fielded = (*map(bearer_as_printed, data.units), *map(bearer_as_printed, data.counterparts))
    for command in data.commands:
        met = all(any(meets_restriction(who, need) for who in fielded) for need in command.needs)
        if not met and not is_marked(catalogue, command.slug, "unit-missing"):
            yield problem("impossible-need", command.slug)


def points(catalogue: Catalogue) -> Iterator[Violation]:
    """Point histories join up and reach today's value; a card without points says that they are not known."""
    for card in catalogue.data.cards:
        if not isinstance(card, Priced):
            continue
        if card.points is None and "points" not in card.unknown:
            yield problem("unpriced", card.slug)
        if (found := history_breaks(card)) and not is_marked(catalogue, card.slug, "points-history"):
            yield problem("points-history", card.slug, breaks="; ".join(found))


def explanations(catalogue: Catalogue) -> Iterator[Violation]:
    """Every keyword is explained."""
    for keyword in catalogue.data.keywords:
        if not keyword.meaning.strip() and not is_marked(catalogue, keyword.id, "unexplained"):
            yield problem("unexplained", keyword.id)


def rank_tables(catalogue: Catalogue) -> Iterator[Violation]:
    """Rank tables name all six ranks, and no minimum is above its maximum."""
    data = catalogue.data
    tables = [(item.id, item.id, item.ranks) for item in data.formats.formats]
    tables += [
        (force.slug, name, own) for force in data.battle_forces for name, own in force.rank_tables.items()
    ]
    for owner, name, table in tables:
        for rank in RANKS:
            limit = table.limits.get(rank)
            if limit is None or not 0 <= limit.min <= limit.max:
                yield problem("rank-table", owner, table=name, rank=rank)
        leaders = sum(table.limits[rank].min for rank in ("commander", "operative") if rank in table.limits)
        if (most := table.commander_and_operative_max) is not None and most < leaders:
            yield problem("rank-table", owner, table=name, rank="commander and operative")


def unknown_fields(catalogue: Catalogue) -> Iterator[Violation]:
    """A fact said to be unknown is a field of the card."""
    for card in catalogue.data.everything:
        for field in (name for name in card.unknown if name.partition(".")[0] not in card.__struct_fields__):
            yield problem("unknown-field", card.slug, field=field)


def ranges(catalogue: Catalogue) -> Iterator[Violation]:
    """Weapon ranges run from melee (0) to 5, nearest first; one that is missing is marked."""
    for card in catalogue.data.cards:
        for weapon in getattr(card, "weapons", ()):
            nearest, end = weapon.range or (0, None)
            farthest = FARTHEST if end == "beyond" else end
            sound = farthest is not None and 0 <= nearest <= farthest <= FARTHEST
            if not sound and not is_marked(catalogue, card.slug, "weapon-range"):
                reach = str(weapon.range and tuple(weapon.range))
                yield problem("range", card.slug, weapon=weapon.name, range=reach)


def sentences(catalogue: Catalogue) -> Iterator[Violation]:
    """No text is long enough to be copied from a card."""
    for item in (*catalogue.data.everything, *catalogue.data.keywords):
        for field, value in msgspec.structs.asdict(item).items():
            sentences = (part for text in texts(value) for part in SENTENCE_END.split(text))
            longest = max(map(len, sentences), default=0)
            if longest > LONGEST_SENTENCE:
                yield problem("sentence", item.id, field=field, length=longest)


def texts(value: object) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from texts(msgspec.structs.astuple(value))
    elif isinstance(value, dict):
        yield from texts((*value, *value.values()))
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)


CHECKS: tuple[Check, ...] = (
    duplicates,
    slugs,
    dangling_references,
    impossible_upgrades,
    impossible_needs,
    points,
    explanations,
    rank_tables,
    unknown_fields,
    ranges,
    sentences,
)
