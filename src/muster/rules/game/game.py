"""Playing a game: everything the engine needs is loaded with this module, whoever asks."""

from muster.rules.game.effects import (
    agenda_actions,
    agendas,
    assets,
    commendations,
    keywords,
    paragon_cards,
    setbacks,
    traits,
)
from muster.rules.game.evolve import GAME, evolve
from muster.rules.game.kernel import Chance, changes, go_on, handle, legal, open_step, problems
from muster.rules.game.phases import activation, building, changing, choosing, command, ending, lobby, setup
from muster.rules.game.scoring import (
    advantages,
    recon_objectives,
    recon_secondaries,
    standard_advantages,
    standard_assets,
    standard_objectives,
    standard_secondaries,
)
from muster.rules.game.scoring.turning_points import (
    caught_in_the_act,
    golden_opportunity,
    running_out_of_time,
    seize_your_destiny,
    the_big_one,
    the_hammer_falls,
    wipe_them_out,
)
from muster.rules.game.table import Game, View, view

__all__ = [
    "GAME",
    "Chance",
    "Game",
    "View",
    "activation",
    "advantages",
    "agenda_actions",
    "agendas",
    "assets",
    "building",
    "caught_in_the_act",
    "changes",
    "changing",
    "choosing",
    "command",
    "commendations",
    "ending",
    "evolve",
    "go_on",
    "golden_opportunity",
    "handle",
    "keywords",
    "legal",
    "lobby",
    "open_step",
    "paragon_cards",
    "problems",
    "recon_objectives",
    "recon_secondaries",
    "running_out_of_time",
    "seize_your_destiny",
    "setbacks",
    "setup",
    "standard_advantages",
    "standard_assets",
    "standard_objectives",
    "standard_secondaries",
    "the_big_one",
    "the_hammer_falls",
    "traits",
    "view",
    "wipe_them_out",
]  # fmt: skip
