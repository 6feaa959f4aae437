"""Cards that left the game, by their ids and by the names that lists give them."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from muster.rules.cards.history import Gone, History
from muster.rules.cards.naming import plain
from muster.rules.cards.types import Withdrawn
from muster.rules.cards.vocabulary import Kind


class GoneCards:
    """Look-ups among the cards that have left the game.

    `replaced` are names whose ids now belong to other cards, so an old list with such a name means a card
    that no longer exists.
    """

    def __init__(self, history: History, withdrawn: Iterable[Withdrawn]) -> None:
        ids = chain(history.reused.items(), history.withdrawn.items())
        cards = [replace(gone, id=card_id) for card_id, gone in ids]
        self._by_id = {(gone.kind, gone.id): gone for gone in cards}
        self._by_name = {(gone.kind, name): gone for gone in cards for name in names_of(gone)}
        known = {name for _, name in self._by_name}
        self.replaced = {plain(each.name): each for each in withdrawn if plain(each.name) not in known}

    def find(self, wanted: str, *kinds: Kind) -> Gone | None:
        """The card of one of these kinds that had this id, or is called so."""
        heard = plain(wanted)
        found = (self._by_id.get((kind, wanted)) or self._by_name.get((kind, heard)) for kind in kinds)
        return next(filter(None, found), None)

    def named_card(self, wanted: str) -> Gone | None:
        """The card that is called so, whatever its kind."""
        return next((gone for (_, name), gone in self._by_name.items() if name == plain(wanted)), None)

    def departure_of(self, wanted: str) -> str:
        """A clause saying which card had this id or name and when it left the game; empty where there was
        none."""
        gone = self.find(wanted, "unit", "upgrade", "command", "battle")
        return f"{gone.full_name} left the game by {gone.seen}" if gone else ""

    def name_of(self, card_id: str) -> str:
        """The name of the card that had this id; else what stands there."""
        gone = self.find(card_id, "unit", "upgrade", "command", "battle")
        return gone.full_name if gone else card_id


def names_of(gone: Gone) -> Iterator[str]:
    """What lists call a card that is gone."""
    return map(plain, (gone.name, gone.full_name, *gone.names))
