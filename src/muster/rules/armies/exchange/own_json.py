"""Our own JSON: the army document itself, byte for byte."""

from muster.rules.armies.army import Army, from_json, to_json
from muster.rules.armies.exchange.results import Format, Imported
from muster.rules.cards.catalogue import Catalogue

FORMAT = "json"


def read(text: str, _catalogue: Catalogue) -> Imported:
    """The document, strictly; cards that do not exist stay in it and the check names them."""
    return Imported(army=from_json(text), format=FORMAT)


def write(army: Army, _catalogue: Catalogue) -> str:
    """The canonical bytes as text."""
    return to_json(army).decode()


FORMATS = (Format("json", "Muster JSON", read, write, "json", place=10),)
