"""The situation of an attack on the odds page: what only the table shows, and the tokens of both sides.

One situation holds for both attackers that are compared. What is asked follows from the pair
(`rules/attack/facts.py`); an answer that nobody asked for is left out.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from django.http import QueryDict

from muster.rules.attack.facts import BANDS, MELEE, SHORTEST, YES_NO, Asked
from muster.rules.attack.sides import Tokens
from muster.web.forms import limit_values, whole_number

FACT: Final = "fact-"
TOKEN: Final = "token-"  # noqa: S105 -- what the fields of tokens begin with
YES: Final = f"{FACT}yes"
RANGE: Final = f"{FACT}range"
MOST_YES: Final = 24
MOST_TOKENS: Final = 10
IN_VIEW: Final = 3
"""How many of a token are offered at a tap."""
BAND_WORDS: Final = {SHORTEST if band == MELEE else str(band): band for band in BANDS}


class TokenField(NamedTuple):
    """A number of tokens: the name of its field, what it is called, whose it is and which of `Tokens`."""

    name: str
    label: str
    attackers: bool
    of: str


TOKEN_FIELDS: Final = (
    TokenField("aims", "Aims", True, "aims"),
    TokenField("dodges", "Dodges", False, "dodges"),
    TokenField("surges", "Surge tokens of the attacker", True, "surges"),
    TokenField("blocks", "Surge tokens of the defender", False, "surges"),
    TokenField("suppression", "Suppression on the defender", False, "suppression"),
    TokenField("observation", "Observation on the defender", False, "observation"),
)
FIRST_TOKENS: Final = ("aims", "dodges")


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What was told: the range, answers by their key, tokens by the name of their field."""

    band: int | None = None
    answers: dict[str, str] = {}
    tokens: dict[str, int] = {}

    def tokens_of(self, attackers: bool) -> Tokens:
        """The tokens of the attackers, or of the unit that they attack."""
        own = {field.of: self.tokens[field.name] for field in TOKEN_FIELDS
               if field.attackers == attackers and field.name in self.tokens}  # fmt: skip
        return Tokens(**own)

    def answers_to(self, asked: Iterable[Asked]) -> dict[str, str]:
        """The answers to these questions, in words that the facts are read from."""
        known = {each.key: each.choices for each in asked}
        return {key: word for key, word in self.answers.items() if word in known.get(key, ())}

    def fields(self, asked: Iterable[Asked]) -> tuple[tuple[str, str], ...]:
        """What was told as fields of a form and of a link; what holds anyway is left out."""
        usual = {each.key: each.default for each in asked}
        told = [(key, word) for key, word in self.answers_to(asked).items() if word != usual[key]]
        answers = [(YES, key) if word == "yes" else (f"{FACT}{key}", word) for key, word in told]
        tokens = [(f"{TOKEN}{name}", str(number)) for name, number in self.tokens.items() if number]
        return (*([(RANGE, band_word(self.band))] if self.band is not None else []), *answers, *tokens)


class Chip(NamedTuple):
    """A question with its choices, each with whether it holds; `tick` where it is one box to tick."""

    name: str
    legend: str
    choices: tuple[tuple[str, str, bool], ...]
    tick: bool = False


def band_word(band: int) -> str:
    """A range as a field says it."""
    return SHORTEST if band == MELEE else str(band)


def read_situation(query: QueryDict) -> Situation:
    """What the address or the form tells; nonsense is as if it were not told."""
    answers = {
        key.removeprefix(FACT): query.get(key, "")
        for key in limit_values(query, MOST_YES * 4)
        if key.startswith(FACT) and key not in (YES, RANGE)
    }
    answers |= dict.fromkeys(limit_values(query.getlist(YES), MOST_YES), "yes")
    numbers = {field.name: whole_number(query.get(f"{TOKEN}{field.name}", "")) for field in TOKEN_FIELDS}
    return Situation(
        band=BAND_WORDS.get(query.get(RANGE, "")),
        answers=answers,
        tokens={name: min(number, MOST_TOKENS) for name, number in numbers.items() if number},
    )


def chips_of(situation: Situation, asked: tuple[Asked, ...], band: int | None) -> tuple[Chip, ...]:
    """The chips of a pair: its range, what is asked, Aims and Dodges."""
    ranges = tuple((word, word.capitalize(), value == band) for word, value in BAND_WORDS.items())
    answers = situation.answers_to(asked)
    return (
        Chip(RANGE, "Range", ranges),
        *(_chip(question, answers) for question in asked),
        *(_token_chip(field, situation) for field in TOKEN_FIELDS if field.name in FIRST_TOKENS),
    )


def _chip(question: Asked, answers: dict[str, str]) -> Chip:
    now = answers.get(question.key, question.default)
    if question.choices == YES_NO and question.default == "no":
        return Chip(YES, question.question, ((question.key, question.question, now == "yes"),), tick=True)
    choices = tuple((word, word.capitalize(), word == now) for word in question.choices)
    return Chip(f"{FACT}{question.key}", question.question, choices)


def _token_chip(field: TokenField, situation: Situation) -> Chip:
    now = situation.tokens.get(field.name, 0)
    numbers = dict.fromkeys((*range(IN_VIEW + 1), now))
    return Chip(f"{TOKEN}{field.name}", field.label, tuple((str(n), str(n), n == now) for n in numbers))


def more_tokens(situation: Situation) -> tuple[tuple[str, str, int], ...]:
    """The other tokens: the name of each field, its label and how many there are."""
    rest = (field for field in TOKEN_FIELDS if field.name not in FIRST_TOKENS)
    return tuple((f"{TOKEN}{field.name}", field.label, situation.tokens.get(field.name, 0)) for field in rest)
