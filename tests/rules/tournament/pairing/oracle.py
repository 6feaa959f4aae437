"""Small events, and an exact solver that tries every pairing there is: the measure for pairer and checker."""

from hypothesis import strategies as st

from muster.rules.tournament.pairing.swiss import Entrant, Pairing


def event(*lines):
    """Players in standing order from lines like "john 5 felix kyle": key, points, former opponents.

    A number after the points, as in "john 5 1 felix", is how many byes the player has had.
    """
    entrants = []
    for line in lines:
        name, points, *rest = line.split()
        byes = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
        entrants.append(Entrant(name, int(points), frozenset(rest), byes))
    return [mutual(entrant, entrants) for entrant in entrants]


def mutual(entrant, entrants):
    """Who has met me is somebody I have met."""
    others = {other.player for other in entrants if entrant.player in other.met}
    return Entrant(entrant.player, entrant.points, entrant.met | others, entrant.byes)


def every_pairing(names):
    """All ways to make pairs of an even number of players."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        for rest in every_pairing([name for name in others if name != other]):
            yield [(first, other), *rest]


def figures(entrants, pairs):
    """Per group from the top: how many members are paired down, and their total drop."""
    points = {entrant.player: entrant.points for entrant in entrants}
    drops = {level: [] for level in sorted(set(points.values()), reverse=True)}
    for pair in pairs:
        lower, upper = sorted(points[name] for name in pair)
        if upper > lower:
            drops[upper].append(upper - lower)
    return tuple((len(drop), sum(drop)) for drop in drops.values())


def rematches(entrants, pairs):
    met = {entrant.player: entrant.met for entrant in entrants}
    return sum(other in met[player] for player, other in pairs)


def shape(pairs, bye=""):
    """A pairing without any order."""
    return bye, frozenset(frozenset(pair) for pair in pairs)


def best(entrants, bye_moves=True):
    """The fewest rematches, and every optimal pairing of a later round as shapes."""
    byes = [""]
    if len(entrants) % 2:
        lowest_first = entrants[::-1]
        byes = [entrant.player for entrant in sorted(lowest_first, key=lambda e: e.byes)]
    found = {}
    for position, bye in enumerate(byes if bye_moves else byes[:1]):
        paired = [entrant for entrant in entrants if entrant.player != bye]
        for pairs in every_pairing([entrant.player for entrant in paired]):
            key = rematches(entrants, pairs), position, figures(paired, pairs)
            found.setdefault(key, set()).add(shape(pairs, bye))
    least = min(found)
    return least[0], found[least]


@st.composite
def events(draw, most=8, highest=None):
    """Any event: any points, anybody may have met anybody, so dead ends and forced rematches are frequent."""
    names = "abcdefghij"[: draw(st.integers(2, most))]
    highest = highest or draw(st.sampled_from([0, 1, 2, 3, 9]))
    points = sorted((draw(st.integers(0, highest)) for _ in names), reverse=True)
    couples = [(name, other) for name in names for other in names if name < other]
    met = draw(st.sets(st.sampled_from(couples)))
    byes = draw(st.lists(st.integers(0, 2), min_size=len(names), max_size=len(names)))
    entrants = [
        Entrant(name, worth, frozenset(other for player, other in met if player == name), had)
        for name, worth, had in zip(names, points, byes, strict=True)
    ]
    return [mutual(entrant, entrants) for entrant in entrants]


@st.composite
def played(draw, most=10, rounds=6):
    """An event as Swiss rounds make it: every round is paired and won by somebody; the state after it."""
    from muster.rules.tournament.pairing.swiss import pair

    names = "abcdefghij"[: draw(st.integers(2, most))]
    points, byes = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    met = {name: frozenset() for name in names}
    after = draw(st.integers(0, rounds))
    for number in range(1, after + 2):
        order = sorted(names, key=lambda name: -points[name])
        entrants = [Entrant(name, points[name], met[name], byes[name]) for name in order]
        if number > after:
            return entrants
        made = pair(entrants, number, str(number))
        for player, other in made.pairs:
            met[player] |= {other}
            met[other] |= {player}
            points[player if draw(st.booleans()) else other] += 1
        if made.bye:
            points[made.bye] += 1
            byes[made.bye] += 1
    raise AssertionError


def by_hand(pairs, bye=""):
    return Pairing(pairs=tuple(pairs), bye=bye, path="exact")
