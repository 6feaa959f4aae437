"""Everything of Special Operations that registers itself: loaded with the engine."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from muster.rules.game.hooks import CARDS
from muster.rules.game.special_operations import covert, deciding, effects, evolving, mode, winning
from muster.rules.game.special_operations.actions import ACTIONS, CLAIMS
from muster.rules.game.special_operations.attacks import attack, standby

__all__ = ["attack", "covert", "evolving", "mode", "standby", "with_functions"]
for _one in iter_modules(effects.__path__):
    import_module(f"{effects.__name__}.{_one.name}")
winning.operations()


def carriers() -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions in which an ability, keyword, loadout or card is at work beside the hooks."""
    package = __name__.rpartition(".")[0]
    known = [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
    functions = (found for module in known for found in vars(module).values() if callable(found))
    for function in dict.fromkeys(functions):
        yield from ((id, function) for id in getattr(function, deciding.MEANS, ()))


def with_functions() -> set[str]:
    """The ids of abilities, keywords, loadout sides and cards that a function stands for."""
    return (
        {id for id, card in CARDS.items() if card.effects}
        | ACTIONS.keys()
        | CLAIMS.keys()
        | {id for id, _ in carriers()}
    )
