"""Muster: the companion for Star Wars: Legion. An unofficial fan tool.

As a library: `muster.armies`, `muster.cards`, `muster.odds`, `muster.tournaments` and `muster.games`, loaded
when they are used and without Django. What they refuse is a `muster.Refused`, whose text is a sentence.
`docs/cookbook/` shows them at work; `muster.library` says what is promised about them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from muster.library import armies, cards, games, odds, tournaments
    from muster.rules.messages import sentence_with_remedy as explain
    from muster.rules.violations import Refused, Violation

__version__ = "0.2.0"
__all__ = [
    "Refused",
    "Violation",
    "__version__",
    "armies",
    "cards",
    "explain",
    "games",
    "odds",
    "tournaments",
]
MODULES = ("armies", "cards", "games", "odds", "tournaments")
NAMES = {
    "Refused": ("muster.rules.violations", "Refused"),
    "Violation": ("muster.rules.violations", "Violation"),
    "explain": ("muster.rules.messages", "sentence_with_remedy"),
}


def __getattr__(name: str) -> Any:
    """A module of the front door, loaded when it is first asked for."""
    if name in MODULES:
        return import_module(f"muster.library.{name}")
    if name in NAMES:
        module, within = NAMES[name]
        return getattr(import_module(module), within)
    raise AttributeError(f"module 'muster' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is to use."""
    return sorted(__all__)
