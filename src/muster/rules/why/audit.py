"""The grounds checked: everything they name is on file."""

from collections.abc import Iterable, Iterator, Set
from itertools import chain

from muster.rules import reference
from muster.rules.cards.audit import problem
from muster.rules.cards.catalogue import CardData
from muster.rules.core_rules import core_rules
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import edition_cards
from muster.rules.messages import messages
from muster.rules.violations import Violation
from muster.rules.why.grounds import Grounds, GroundsFile, grounds


def audit_grounds(data: CardData, file: GroundsFile | None = None) -> tuple[Violation, ...]:
    """Every id in the grounds that does not exist, and every entry that stands for something that does not
    exist."""
    file = grounds() if file is None else file
    return (*_dangling_grounds(data, file), *_unknown_owners(data, file))


def _dangling_grounds(data: CardData, file: GroundsFile) -> Iterator[Violation]:
    known: dict[str, Set[object]] = {
        "core": {rule.id for rule in core_rules()},
        "rules": {rule.number for rule in reference.rules()},
        "rulings": {ruling.id for ruling in reference.rulings()},
        "keywords": {keyword.id for keyword in data.keywords},
    }
    parts = (file.keywords, file.cards, file.steps, file.refusals)
    printed = (file.kinds, file.unit_types, file.ranks, file.slots, file.uses, file.moments)
    whole = ((name, Grounds(core=ids)) for part in printed for name, ids in part.items())
    for owner, found in chain(whole, *(part.items() for part in parts)):
        for field, ids in known.items():
            for wanted in set(getattr(found, field)) - ids:
                yield problem("dangling", f"grounds of {owner}", field=field, wanted=f"{field} {wanted}")


def _unknown_owners(data: CardData, file: GroundsFile) -> Iterator[Violation]:
    keywords = {keyword.id for keyword in data.keywords}
    abilities = {id for edition in EDITIONS for id in edition_cards(edition).meanings}
    there: dict[str, tuple[Iterable[str], set[str]]] = {
        "keyword": (file.keywords, keywords),
        "card": (file.cards, {card.slug for card in data.everything}),
        "refusal": (file.refusals, set(messages())),
        "keyword or ability": (file.in_attacks, keywords | abilities),
    }
    for kind, (named, known) in there.items():
        for id in sorted(set(named) - known):
            yield problem("dangling", "grounds", field=kind, wanted=f"{kind} {id}")
