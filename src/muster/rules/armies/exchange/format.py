"""What a list format is. A module of this package that holds `FORMATS` has its formats offered everywhere."""

from collections.abc import Callable

import msgspec

from muster.rules.armies.army import Army
from muster.rules.armies.exchange.results import Imported
from muster.rules.cards.catalogue import Catalogue


class Format(msgspec.Struct, frozen=True):
    """A list format: its id, what people call it, how it is read and written; `place` orders the lists."""

    id: str
    name: str
    read: Callable[[str, Catalogue], Imported]
    write: Callable[[Army, Catalogue], str]
    suffix: str = "txt"
    place: int = 100
