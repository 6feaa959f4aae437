"""The best rerolls: which dice to pick up with each Aim and each Observation, decided by what comes of them.

From the last token back, lying dice are worth the best of keeping all of them and of every choice of dice to
pick up. Nothing is guessed; what is left out cannot be better where a Critical is never worth less than any
face, nor a blank more (`Sides.plain`):

- a Critical is never picked up;
- a blank is picked up while there is room, and before any other die of its colour;
- with the last token, of dice with the same face the strongest colour goes first.

Where a pool is too large for that, surges that count are never rolled again: those that Critical X and Surge
tokens use lose their colour, the others are at once what they become. That comes near: such a surge is worth
a Critical or a Hit, only its colour may once have been the better one to have left.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, prod
from typing import Final, NamedTuple

from muster.rules.dice.questions import AIM_DICE
from muster.rules.dice.rolling import EIGHT
from muster.rules.dice.standard.course import Course
from muster.rules.dice.standard.lying import State, Weighted
from muster.rules.dice.standard.picking import (
    BARE_SURGE,
    BLANK,
    COLOURS,
    CRITICAL,
    FACES,
    FIELD,
    HIT,
    ONE_FIELD,
    SURGE,
    TOTALS,
    Pick,
    Sides,
    all_picks,
    colour_of,
    face_counts,
    fitting,
    packed_die,
    picks_by_strength,
    sides_of,
)

MOST_PICKS: Final = 20_000
"""The most sets of dice that may be picked up, where the number of situations is limited."""
MOST_SITUATIONS: Final = 25_000
"""The most situations weighed, for all numbers of tokens together: about half a second."""
MOST_CHOICES: Final = 30_000_000
"""The most choices weighed, situations times sets of dice that may be picked up: about two seconds."""


class Tokens(NamedTuple):
    """What is left to spend on rerolls, and whether an aim was (which only Duelist asks)."""

    aims: int
    observations: int
    aimed: bool = False

    @property
    def number(self) -> int:
        """How many of all kinds."""
        return self.aims + self.observations


class Spending(NamedTuple):
    """What is done with lying dice: nothing more, or these dice are rolled again with an Aim or another
    token."""

    pick: Pick | None = None
    aim: bool = False


KEEP: Final = Spending()
EIGHT_BITS: Final = EIGHT.bit_length() - 1


class TooManySituations(Exception):
    """More situations would have to be weighed than was allowed."""


class Rerolls:
    """The rerolls of one attack."""

    def __init__(self, course: Course, exact: bool = True, most: int | None = None) -> None:
        """Where not `exact`, a surge that counts is never rolled again. `most` situations are weighed, then
        it gives up."""
        self.room = most
        attack = course.sides.attack
        self.course, self.plain = course, course.sides.plain
        self.pool = attack.pool
        self.aim_dice = min(AIM_DICE + attack.precise, sum(attack.pool))
        self.tokens = Tokens(attack.aims, attack.observation)
        self.duelist, self.guarded = attack.duelist, bool(course.sides.defence.guardians)
        self.faces = faces_told_apart(course)
        self.bare = 0 if exact or SURGE not in self.faces else useful_surges(course)
        over = CRITICAL, HIT, HIT if attack.surge == "hit" else BLANK, BLANK
        self.sides = [sides_of(colour, self.faces, bool(self.bare)) for colour in COLOURS]
        self.sides_over = [sides_of(colour, over) for colour in COLOURS]
        apart = (face for face in self.faces if not (self.bare and face == SURGE))
        kinds = sorted({face for face in apart if not (self.plain and face == CRITICAL)})
        self.picked = tuple(kinds)
        self.kinds = tuple((colour, face) for colour in COLOURS if self.pool[colour] for face in kinds)
        self._picks: dict[int, tuple[Pick, ...]] = {}
        self._states: dict[tuple[int, int, bool], State] = {}
        self._best: dict[Tokens, dict[int, tuple[int, Spending]]] = {}
        self._kept: dict[Tokens, dict[int, int]] = {}
        self._fallen: dict[tuple[Tokens, int], dict[int, int]] = {}
        self._at_last: dict[tuple[Tokens, int], dict[int, int]] = {}

    def is_too_large(self, exact: bool) -> bool:
        """Whether it would weigh more than anybody should wait for. An Aim with much Precise may pick up so
        many sets of dice that few situations are too many."""
        number = situations(self.course, exact)
        most = self.aim_dice if self.tokens.aims else 1
        told_apart = self.picked if self.plain and self.tokens.number == 1 else self.kinds
        sets = comb(len(told_apart) + most, most)
        return number > MOST_SITUATIONS or number * sets > MOST_CHOICES

    # --- what it is worth --------------------------------------------------------------------------------

    def best(self, dice: int, tokens: Tokens) -> tuple[int, Spending]:
        """The value of the dice on the table with these tokens left, weighted over all rerolls still
        possible, and the best thing to do; of equally good ones the one that spends least."""
        known = self._best.get(tokens)
        if known is None:
            known = self._best[tokens] = {}
        found = known.get(dice)
        if found is None:
            found = known[dice] = self._choose(dice, tokens)
        return found

    def _choose(self, dice: int, tokens: Tokens) -> tuple[int, Spending]:
        """Try every way to go on: keep all dice, or pick some up with each kind of token."""
        if self.room is not None:
            self.room -= 1
            if self.room < 0:
                raise TooManySituations
        rank = self.course.for_attacker if self.guarded else None
        value = self.worth_kept(dice >> TOTALS, tokens) * EIGHT ** self.rerolls_left(tokens)
        best, spending = rank(value) if rank else value, KEEP
        for aim, number in ((False, tokens.observations), (True, tokens.aims)):
            if not number:
                continue
            after, most = self.after(tokens, aim), self.aim_dice if aim else 1
            chosen: Pick | None = None
            for pick in self.picks(dice, tokens, most):
                worth = self._worth_of_reroll(dice - pick.dice, pick.hand, after) << EIGHT_BITS * (
                    most - pick.number
                )
                ranked = rank(worth) if rank else worth
                if ranked > best:
                    best, value, chosen = ranked, worth, pick
            if chosen is not None:
                spending = Spending(chosen, aim)
        return value, spending

    def picks(self, dice: int, tokens: Tokens, most: int) -> Iterable[Pick]:
        """The sets of dice that may be worth picking up."""
        if not (self.plain and tokens.number == 1):
            known = self._picks.get(most)
            if known is None:
                if self.room is not None and comb(len(self.kinds) + most, most) > MOST_PICKS:
                    raise TooManySituations
                known = self._picks[most] = tuple(all_picks(self.kinds, most, self.plain))
            return fitting(dice, known)
        return picks_by_strength(self.picked, most, self.plain).of(dice)

    def after(self, tokens: Tokens, aim: bool) -> Tokens:
        """What is left once a token was spent."""
        if aim:
            return Tokens(tokens.aims - 1, tokens.observations, self.duelist)
        return tokens._replace(observations=tokens.observations - 1)

    def rerolls_left(self, tokens: Tokens) -> int:
        """How many dice these tokens roll again at most."""
        return tokens.aims * self.aim_dice + tokens.observations

    def worth_kept(self, totals: int, tokens: Tokens) -> int:
        """The value of the dice if nothing more is rerolled; colours no longer matter then."""
        known = self._kept.get(tokens)
        if known is None:
            known = self._kept[tokens] = {}
        found = known.get(totals)
        if found is None:
            found = known[totals] = self.course.worth(self.state(totals, tokens))
        return found

    def _worth_of_reroll(self, kept: int, hand: int, tokens: Tokens) -> int:
        """The average value of rolling the dice in hand beside those that were kept."""
        return (
            self.worth_rolled(kept, hand, tokens)
            if tokens.number
            else self.worth_of_last_roll(kept >> TOTALS, hand, tokens)
        )

    def worth_rolled(self, kept: int, hand: int, tokens: Tokens) -> int:
        """The same with more tokens to come."""
        if not hand:
            return self.best(kept, tokens)[0]
        known = self._fallen.get((tokens, hand))
        if known is None:
            known = self._fallen[tokens, hand] = {}
        found = known.get(kept)
        if found is None:
            colour = colour_of(hand)
            fewer = hand - (1 << FIELD * colour)
            found = known[kept] = sum(
                ways * self.worth_rolled(kept + face, fewer, tokens)
                for face, _, ways in self._sides(colour, kept >> TOTALS)
            )
        return found

    def worth_of_last_roll(self, kept: int, hand: int, tokens: Tokens) -> int:
        """The same with the last token: colours that stay behind are forgotten."""
        if not hand:
            return self.worth_kept(kept, tokens)
        known = self._at_last.get((tokens, hand))
        if known is None:
            known = self._at_last[tokens, hand] = {}
        found = known.get(kept)
        if found is None:
            colour = colour_of(hand)
            fewer = hand - (1 << FIELD * colour)
            found = known[kept] = sum(
                ways * self.worth_of_last_roll(kept + face, fewer, tokens)
                for _, face, ways in self._sides(colour, kept)
            )
        return found

    def _sides(self, colour: int, totals: int) -> Sides:
        """The sides of a die rolled beside others; once enough surges lie there, another one is at once what
        it becomes."""
        if self.bare and totals >> FIELD * SURGE & ONE_FIELD >= self.bare:
            return self.sides_over[colour]
        return self.sides[colour]

    def state(self, totals: int, tokens: Tokens) -> State:
        """The dice as a state of the attack."""
        key = totals, tokens.aims, tokens.aimed
        found = self._states.get(key)
        if found is None:
            found = self.course.sides.state(face_counts(totals), tokens.aims, tokens.aimed)
            self._states[key] = found
        return found

    # --- from dice that lie ------------------------------------------------------------------------------

    def comes_to(self, face: int) -> int:
        """The face that this one counts as."""
        if self.bare and face == SURGE:
            return HIT if self.course.sides.attack.surge == "hit" else BLANK
        return self.faces[face]

    def pack_die(self, colour: int, face: int, beside: int) -> int:
        """A die on the table, packed; a surge that counts may have lost its colour."""
        counts = beside >> TOTALS + FIELD * SURGE & ONE_FIELD < self.bare
        return BARE_SURGE if face == SURGE and counts else packed_die(colour, self.comes_to(face))

    def worth_as_they_lie(self, dice: int) -> int:
        """What the dice are worth with all tokens unspent."""
        return self.worth_kept(dice >> TOTALS, self.tokens)

    def mean(self, worth: int, ways: int) -> Fraction:
        """Wounds on average, on target and guardians."""
        course = self.course
        wounds = worth >> course.bits
        if course.sides.defence.guardians:
            wounds += worth & course.mask
        return Fraction(wounds, ways * course.scale)

    # --- what comes of it --------------------------------------------------------------------------------

    def roll_pool(self) -> dict[int, int]:
        """The weight of every way the whole pool can fall."""
        ways = {0: 1}
        for colour in reversed(COLOURS):  # of surges that count, the weakest lose their colours
            for _ in range(self.pool[colour]):
                together: dict[int, int] = {}
                for dice, weight in ways.items():
                    for face, _, factor in self._sides(colour, dice >> TOTALS):
                        together[dice + face] = together.get(dice + face, 0) + weight * factor
                ways = together
        return ways

    def play(self) -> Iterator[Weighted]:
        """The weights of all states after the roll and after every token, all of them over the same ways."""
        lying = {self.tokens: self.roll_pool()}
        ended: Weighted = {}
        yield self._all_states(lying, ended)
        for _ in range(self.tokens.number):
            lying = self._spend_token(lying, ended)
            yield self._all_states(lying, ended)

    def _spend_token(
        self, lying: dict[Tokens, dict[int, int]], ended: Weighted
    ) -> dict[Tokens, dict[int, int]]:
        """What lies once one more token was spent; after the last of them colours no longer matter."""
        in_hand: dict[Tokens, dict[int, dict[int, int]]] = {}
        for tokens, table in lying.items():
            for dice, weight in table.items():
                pick, aim = self.best(dice, tokens)[1]
                if pick is None:
                    self._add(ended, dice, tokens, weight)
                    continue
                most = self.aim_dice if aim else 1
                after = self.after(tokens, aim)
                into = in_hand.setdefault(after, {}).setdefault(pick.hand, {})
                kept = dice - pick.dice
                kept = kept if after.number else kept >> TOTALS << TOTALS
                into[kept] = into.get(kept, 0) + weight * EIGHT ** (most - pick.number)
        return {tokens: self._roll_hands(hands, tokens.number > 0) for tokens, hands in in_hand.items()}

    def _roll_hands(self, in_hand: dict[int, dict[int, int]], colours: bool) -> dict[int, int]:
        """All dice in hand rolled onto the table again, one by one, with their `colours` or without."""
        lying: dict[int, int] = in_hand.pop(0, {})
        while in_hand:
            hand = max(in_hand, key=lambda hand: (sum(hand >> FIELD * c & ONE_FIELD for c in COLOURS), hand))
            table = in_hand.pop(hand)
            colour = colour_of(hand)
            fewer = hand - (1 << FIELD * colour)
            into = in_hand.setdefault(fewer, {}) if fewer else lying
            for kept, weight in table.items():
                for face, total, ways in self._sides(colour, kept >> TOTALS):
                    lies = kept + (face if colours else total << TOTALS)
                    into[lies] = into.get(lies, 0) + weight * ways
        return lying

    def _all_states(self, lying: dict[Tokens, dict[int, int]], ended: Weighted) -> Weighted:
        states = dict(ended)
        for tokens, table in lying.items():
            for dice, weight in table.items():
                self._add(states, dice, tokens, weight)
        return states

    def _add(self, states: Weighted, dice: int, tokens: Tokens, weight: int) -> None:
        state = self.state(dice >> TOTALS, tokens)
        states[state] = states.get(state, 0) + weight * EIGHT ** self.rerolls_left(tokens)


def situations(course: Course, exact: bool = True) -> int:
    """How many situations are weighed for all numbers of tokens, best play or near best."""
    attack = course.sides.attack
    faces = len(set(faces_told_apart(course)))
    more = 1
    if faces == len(FACES) and not exact:
        faces, more = faces - 1, useful_surges(course) + 1
    stages = (attack.aims + 1) * (attack.observation + 1) - 1
    return stages * more * prod(comb(count + faces - 1, faces - 1) for count in attack.pool)


def useful_surges(course: Course) -> int:
    """How many surges count: those of Critical X, and Surge tokens for others that become nothing."""
    attack = course.sides.attack
    return attack.critical + (attack.surges if attack.surge == "none" else 0)


def faces_told_apart(course: Course) -> tuple[int, ...]:
    """What each face comes to: surges are what they all become, where that is certain."""
    attack = course.sides.attack
    if attack.surge == "critical":
        return CRITICAL, HIT, CRITICAL, BLANK
    if attack.critical == 0 and attack.surge == "hit":
        return CRITICAL, HIT, HIT, BLANK
    if attack.critical == 0 and not attack.surges:
        return CRITICAL, HIT, BLANK, BLANK
    return CRITICAL, HIT, SURGE, BLANK
