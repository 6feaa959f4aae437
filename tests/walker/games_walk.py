"""One game of a plan, from the first form to the closed game."""

from random import Random

from muster.app.campaign.battle.context import BattleTable
from muster.app.game.playing.desk import GameDesk
from muster.app.tournament.context import TournamentServices
from tests.walker.games import MOST_ACTS
from tests.walker.games_battle import Battle
from tests.walker.games_event import at_event, reported
from tests.walker.games_opening import opened
from tests.walker.games_world import players
from tests.walker.pages import Phone, Walk, chance_of
from tests.walker.plans import OPERATION, Plan, plan
from tests.web.account_fixtures import signed_in

CHANCE = (GameDesk.__init__, BattleTable.__init__, TournamentServices.__init__)


def walked(seed: int, most: int = MOST_ACTS, patience: int = MOST_ACTS) -> Walk:
    """Play the game of a seed, to its end or for so many acts; a fault is a failure. After as many as
    `patience` has, whoever can concedes: the game comes to its end all the same."""
    what = plan(seed)
    walk = Walk(seed, what.name, Random(seed))
    with chance_of(Random(f"dice of {seed}"), *CHANCE):
        if what.battle:
            battle = Battle(walk, what)
            game = battle.opened()
            game.patience = patience
            walk.ended = game.play(most)
            if walk.ended != "left":
                battle.recorded(game)
        else:
            game = at_event(walk, what) if what.event else opened(walk, what, phones(walk, what))
            game.patience = patience
            walk.ended = game.play(most)
            if what.event and walk.ended != "left":
                reported(game)
    walk.mission = game.mission
    return walk


def phones(walk: Walk, what: Plan) -> dict[str, Phone]:
    """Guests for squads, which nobody has to own; people with armies for the rest."""
    names = ("one", "two")
    if what.mode == OPERATION:
        return {name: Phone(walk, name) for name in names}
    return {
        name: Phone(walk, name, signed_in(who)) for name, who in zip(names, players(walk.seed), strict=True)
    }
