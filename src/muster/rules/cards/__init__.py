"""The cards: what is printed on them, how to find them, what they cost on a date, who may equip what.

Read `muster.rules.cards.types` and `muster.rules.cards.values` first (the fields of the data files), then
`muster.rules.cards.catalogue`, where cards are looked up. `muster.rules.cards.pricing` and
`muster.rules.cards.dated` answer for another day; `muster.rules.cards.audit` holds the data against itself.
"""

from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.cards.pricing import Price
from muster.rules.cards.search import Filters, Hit
from muster.rules.cards.types import Card

__all__ = ["Card", "Catalogue", "Filters", "Hit", "Price", "catalogue"]
