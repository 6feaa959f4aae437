"""Playing a game: everything the engine needs is loaded with this module, whoever asks. Of the folders of
phases and cards every module is loaded, so that a new card or mission needs no mention here."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from muster.rules.game.kernel import Chance, changes, go_on, handle, legal, open_step, problems, sample
from muster.rules.game.log.evolve import GAME, evolve
from muster.rules.game.table import Game, View, view

FOLDERS: Final = (
    "muster.rules.game.attacks",
    "muster.rules.game.effects",
    "muster.rules.game.phases",
    "muster.rules.game.scoring",
    "muster.rules.game.scoring.turning_points",
)
for _folder in map(import_module, FOLDERS):
    for _module in iter_modules(_folder.__path__, f"{_folder.__name__}."):
        import_module(_module.name)

from muster.rules.game.phases import lobby  # noqa: E402
from muster.rules.game.special_operations import mode  # noqa: E402
from muster.rules.game.special_operations import play as special_operations  # noqa: E402

__all__ = ["GAME", "Chance", "Game", "View", "changes", "evolve", "go_on", "handle", "legal", "lobby", "mode",
           "open_step", "problems", "sample", "special_operations", "view"]  # fmt: skip
