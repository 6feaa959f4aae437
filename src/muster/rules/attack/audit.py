"""The classed table of attacks held against all cards: nothing unclassed, nothing classed and uncounted."""

from muster.rules.attack.keywords import ClassFile, audit_classes, class_file
from muster.rules.attack.question import COUNTED
from muster.rules.cards.catalogue import CardData, Catalogue
from muster.rules.violations import Violation


def audit_attacks(data: CardData, table: ClassFile | None = None) -> tuple[Violation, ...]:
    """Keywords and cards without a class, and classes without what they need."""
    return audit_classes(Catalogue(data), COUNTED, table or class_file())
