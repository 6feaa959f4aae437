"""The cards: what is printed on them, how to find them, what they cost on a date, who may equip what."""

from muster.rules.cards.catalogue import Catalogue, catalogue
from muster.rules.cards.pricing import Price
from muster.rules.cards.search import Filters, Hit
from muster.rules.cards.types import Card

__all__ = ["Card", "Catalogue", "Filters", "Hit", "Price", "catalogue"]
