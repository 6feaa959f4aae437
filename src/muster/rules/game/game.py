"""Playing a game: everything the engine needs is loaded with this module, whoever asks."""

from muster.rules.game.evolve import GAME, evolve
from muster.rules.game.kernel import Chance, changes, go_on, handle, legal, open_step, problems
from muster.rules.game.phases import activation, changing, choosing, command, ending, lobby, setup
from muster.rules.game.scoring import advantages, recon_objectives, recon_secondaries
from muster.rules.game.table import Game, View, view

__all__ = [
    "GAME", "Chance", "Game", "View", "activation", "advantages", "changes", "changing", "choosing",
    "command", "ending", "evolve", "go_on", "handle", "legal", "lobby", "open_step", "problems",
    "recon_objectives", "recon_secondaries", "setup", "view",
]  # fmt: skip
