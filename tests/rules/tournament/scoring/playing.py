"""Short words for rounds and games, so that a test reads like a scoresheet."""

from hypothesis import strategies as st

from muster.rules.tournament.games import Bye, Game, Result, Round, Tally
from muster.rules.tournament.scoring.profiles import Profile, current, regulations
from muster.rules.tournament.scoring.results import Report, decide
from muster.rules.tournament.scoring.scores import Scores
from muster.rules.tournament.scoring.standings import standings
from muster.rules.tournament.scoring.tiebreaks import FIGURES
from muster.rules.violations import Refused

STATED = ("tabled", "concession", "no-show", "game-loss")


def numbers(victory, score=(0, 0)):
    return tuple(Tally(victory=v, score=s) for v, s in zip(victory, score, strict=True))


def report(how="rounds", victory=(0, 0), score=(0, 0), **fields):
    fields.setdefault("players", ("ann", "bo"))
    return Report(how=how, tallies=numbers(victory, score), **fields)


def refused(profile, report):
    """The codes with which a report is refused."""
    try:
        decide(profile, report)
    except Refused as no:
        return [violation.code for violation in no.violations]
    return []


def won(winner, loser, victory=(1, 0), how="rounds", score=(0, 0), **more):
    """A game that the first one won."""
    result = Result(how=how, winner=winner, tallies=numbers(victory, score), **more)
    return Game(table=1, players=(winner, loser), result=result)


def drew(player, two, victory=(1, 1)):
    return Game(table=1, players=(player, two), result=Result(how="rounds", tallies=numbers(victory)))


def both_lost(player, two):
    return Game(table=1, players=(player, two), result=Result(how="double-loss"))


def unplayed(player, two):
    return Game(table=1, players=(player, two))


def played(*games_of_rounds):
    """Rounds in order. A tuple of games; a name alone is a bye; `-name` an unpaired loss."""
    return tuple(_round(number, things) for number, things in enumerate(games_of_rounds, 1))


def _round(number, things):
    names = [thing for thing in things if isinstance(thing, str)]
    return Round(
        number=number,
        games=tuple(thing for thing in things if isinstance(thing, Game)),
        byes=tuple(Bye(player=name) for name in names if not name.startswith("-")),
        missed=tuple(name[1:] for name in names if name.startswith("-")),
    )


def figure(rounds, player, name, *, players="", profile=None, dropped=()):
    """One player's figure as text: `3/5`."""
    scores = Scores(rounds, players.split() or everybody(rounds), profile or regulations(), dropped)
    return str(scores.column(FIGURES[name].column).ratio(scores.ledgers[player].place))


def everybody(rounds):
    found = [player for played in rounds for game in played.games for player in game.players]
    found += [
        player for played in rounds for player in (*(bye.player for bye in played.byes), *played.missed)
    ]
    return sorted(set(found))


def places(rounds, profile=None, order=(), *, players="", dropped=()):
    """The names from the first place to the last."""
    who = players.split() or everybody(rounds)
    return [standing.player for standing in standings(rounds, who, profile or regulations(), order, dropped)]


# Random events ----------------------------------------------------------------------------------------------

PROFILES = (
    regulations(),
    regulations(byes_are_rounds=False),
    current(),
    current(byes_are_rounds=False),
    Profile(tiebreakers=("wins", "extended-sos", "victory-tokens", "average-mov"), ties=("victory",)),
)


@st.composite
def events(draw, most_players=9, most_rounds=6):
    """Players, their rounds with every kind of result, who dropped, the random order, and a profile."""
    profile = draw(st.sampled_from(PROFILES))
    players = [f"p{number}" for number in range(draw(st.integers(2, most_players)))]
    rounds = tuple(
        draw(_rounds(players, profile, number)) for number in range(1, draw(st.integers(0, most_rounds)) + 1)
    )
    dropped = frozenset(draw(st.lists(st.sampled_from(players), max_size=2)))
    return rounds, tuple(players), profile, tuple(draw(st.permutations(players))), dropped


@st.composite
def _rounds(draw, players, profile, number):
    seats = draw(st.permutations(players))
    tables = draw(st.integers(0, len(seats) // 2))
    pairs, rest = zip(seats[: 2 * tables : 2], seats[1 : 2 * tables : 2], strict=True), seats[2 * tables :]
    games = tuple(draw(_games(pair, table, profile)) for table, pair in enumerate(pairs, 1))
    byes = tuple(Bye(player=player) for player in rest[:1] if draw(st.booleans()))
    missed = tuple(player for player in rest[1:] if draw(st.booleans()))
    return Round(number=number, games=games, byes=byes, missed=missed)


@st.composite
def _games(draw, pair, table, profile):
    how = draw(st.sampled_from(("rounds", "rounds", "time", "mutual", "double-loss", *STATED)))
    few = st.integers(0, 7)
    slip = Report(
        players=pair,
        how=how,
        tallies=None
        if how in ("no-show", "double-loss")
        else numbers((draw(few), draw(few)), (draw(few), draw(few))),
        blue=draw(st.sampled_from(pair)),
        loser=draw(st.sampled_from(pair)) if how in STATED else "",
        agreed=how == "concession" and profile.agreed_concessions and draw(st.booleans()),
        armies=(draw(st.integers(1, 3)), draw(st.integers(1, 3))),
    )
    return Game(table=table, players=pair, result=decide(profile, slip))
