"""Standings once more, written straight from the rules with fractions: slow, and apart from the app's."""

from fractions import Fraction

HALF, NOTHING, WHOLE = Fraction(1, 2), Fraction(0), Fraction(1)


class Naive:
    """All figures of an event, each computed from the games whenever it is asked for."""

    def __init__(self, rounds, players, profile, dropped):
        self.rounds, self.players, self.profile, self.dropped = rounds, players, profile, dropped

    def games(self, player):
        return [game for played in self.rounds for game in played.games if player in game.players]

    def opponents(self, player):
        return [next(other for other in game.players if other != player) for game in self.games(player)]

    def byes(self, player):
        return sum(bye.player == player for played in self.rounds for bye in played.byes)

    def missed(self, player):
        here = len(self.games(player)) + self.byes(player)
        if player not in self.dropped:
            return len(self.rounds) - here
        return sum(player in played.missed for played in self.rounds)

    def points(self, player):
        worth = self.profile.points
        total = worth.bye * self.byes(player)
        for game in self.games(player):
            result = game.result
            if result.winner == player:
                total += worth.win
            elif result.winner == "" and result.how != "double-loss":
                total += worth.draw
            else:
                total += worth.loss
        return total

    def margin(self, game, player):
        """A number, or nothing for the mean of the others."""
        result, seat = game.result, game.players.index(player)
        if result.how == "tabled":
            return WHOLE if result.winner == player else NOTHING
        if result.how == "double-loss":
            return NOTHING
        conceded = result.how == "concession" and not result.agreed
        if conceded or result.how in ("no-show", "left", "game-loss"):
            return None if result.winner == player else NOTHING
        own, theirs = result.tallies[seat].victory, result.tallies[1 - seat].victory
        return Fraction(own, own + theirs) if own != theirs else HALF

    def average_mov(self, player):
        margins = [self.margin(game, player) for game in self.games(player)] + [None] * self.byes(player)
        known = [margin for margin in margins if margin is not None]
        mean = sum(known, NOTHING) / len(known) if known else HALF
        return sum((mean if margin is None else margin for margin in margins), NOTHING) / max(
            len(self.rounds), 1
        )

    def mean_over_opponents(self, player, figure):
        values = [figure(opponent) for opponent in self.opponents(player)]
        return sum(values, NOTHING) / len(values) if values else NOTHING

    def extended_mov(self, player):
        return self.mean_over_opponents(player, self.average_mov)

    def ratio(self, player):
        points, byes = self.points(player), self.byes(player)
        rounds = len(self.games(player)) + byes + self.missed(player)
        if not self.profile.byes_are_rounds:
            points, rounds = points - byes * self.profile.points.bye, rounds - byes
        return Fraction(points, rounds)

    def sos(self, player):
        return self.mean_over_opponents(player, self.ratio)

    def extended_sos(self, player):
        return self.mean_over_opponents(player, self.sos)

    def points_defeated(self, player):
        games = sum(game.result.tallies[game.players.index(player)].score for game in self.games(player))
        return Fraction(games + self.byes(player) * self.profile.bye_score)

    def victory_tokens(self, player):
        return Fraction(
            sum(game.result.tallies[game.players.index(player)].victory for game in self.games(player))
        )

    def wins(self, player):
        return Fraction(self.byes(player) + sum(game.result.winner == player for game in self.games(player)))

    def figure(self, name, player):
        return getattr(self, name.replace("-", "_"))(player)

    def ranked(self, order):
        def key(player):
            figures = [self.figure(name, player) for name in self.profile.tiebreakers]
            return [self.points(player), *figures, -order.index(player)]

        return sorted(self.players, key=key, reverse=True)
