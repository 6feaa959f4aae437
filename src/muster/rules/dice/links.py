"""A question about odds as a short text that fits into a link, and back.

`black-4.surge-hit.aim-2.vs-red.cover-light` is four black dice with surges to hit and two aims against a red
die in light cover. Words are joined by full stops and need no escaping in an address; defaults are left out.
"""

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl, urlencode

import msgspec
from msgspec.structs import replace

from muster.rules.dice.faces import shorten_typed
from muster.rules.dice.questions import (
    CHOICES,
    MOST_GUARDIANS,
    MOST_TAKEN,
    Attack,
    Defence,
    Guardian,
    Question,
    check_question,
    out_of_bounds,
)
from muster.rules.violations import Refused, Violation, refuse_if

LONGEST: Final = 800
NAMES: Final = "abcdefgh"
"""Questions in one address are called a, b, …: two attacks side by side are `a=…&b=…`."""

_WORDS: Final[dict[tuple[type, str], str]] = {
    (Attack, "aims"): "aim",
    (Defence, "die"): "vs",
    (Defence, "surge"): "blocksurge",
    (Defence, "surges"): "blocksurges",
    (Defence, "duelist"): "parrying",
    (Defence, "guardians"): "guardian",
}
"""What a field is called in a link, where that is not its name."""

_ATTACK_WORDS: Final = {_WORDS.get((Attack, name), name): name for name in Attack.__struct_fields__}
_DEFENCE_WORDS: Final = {_WORDS.get((Defence, name), name): name for name in Defence.__struct_fields__}
_CHOICES: Final = {_WORDS.get(field, field[1]): words for field, words in CHOICES.items()}
_FLAGS: Final = tuple(
    _WORDS.get((part, name), name)
    for part in (Attack, Defence)
    for name in part.__struct_fields__
    if getattr(part(), name) is False
)
_ALWAYS: Final = ("vs",)
GUARDIAN: Final = "guardian"
_OF_GUARDIAN: Final = ("surge", "deflect", "soresu", "immune_pierce", "criticals")
_ONE_GUARDIAN: Final = (
    rf"[1-{MOST_TAKEN}]-({'|'.join(_CHOICES['vs'])})(-({'|'.join(_OF_GUARDIAN)}|surges[0-9]{{1,2}}))*"
)
GUARDIANS: Final = rf" *({_ONE_GUARDIAN}( +{_ONE_GUARDIAN}){{0,{MOST_GUARDIANS - 1}}})? *"
"""How guardians are typed, as a pattern that browsers know, too."""


def to_link(question: Question) -> str:
    """The question as a short text for an address."""
    attack = _to_words(question.attack, _ATTACK_WORDS)
    return ".".join((*attack, *_to_words(question.defence, _DEFENCE_WORDS)))


def from_link(text: str) -> Question:
    """The question such a text asks; refused where it cannot be read, with the word that is wrong."""
    if len(text) > LONGEST:
        raise Refused(_unreadable(text))
    attack: dict[str, int | str | bool] = {}
    defence: dict[str, int | str | bool] = {}
    guardians: list[Guardian] = []
    for part in text.split("."):
        word, _, given = part.partition("-")
        fields, known = (attack, _ATTACK_WORDS) if word in _ATTACK_WORDS else (defence, _DEFENCE_WORDS)
        if word == GUARDIAN:
            guardians.append(guardian_from_text(given))
            continue
        if word not in known or known[word] in fields:
            raise Refused(_unreadable(part))
        fields[known[word]] = _value(part, word, given)
    question = Question(
        replace(Attack(), **attack), replace(Defence(), **defence, guardians=tuple(guardians))
    )
    refuse_if(*check_question(question))
    return question


def guardian_as_text(guardian: Guardian) -> str:
    """A guardian in a link: `2-red-surge`, how many results it takes, its die and what it has."""
    words = [str(guardian.takes), guardian.die, *(word for word in _OF_GUARDIAN if getattr(guardian, word))]
    return "-".join([*words, *([f"surges{guardian.surges}"] if guardian.surges else [])])


def guardian_from_text(text: str) -> Guardian:
    """The guardian that such a text means; refused where it cannot be read."""
    takes, _, rest = text.partition("-")
    die, *words = rest.split("-")
    tokens = [word.removeprefix("surges") for word in words if word.startswith("surges")]
    flags = [word for word in words if not word.startswith("surges")]
    numbers = [takes, *tokens]
    readable = all(number.isascii() and number.isdecimal() and len(number) < 3 for number in numbers)
    known = set(flags) <= set(_OF_GUARDIAN) and len(set(words)) == len(words) and len(tokens) < 2
    if not (readable and known and die in _CHOICES["vs"]):
        raise Refused(_unreadable(f"{GUARDIAN}-{text}"))
    found = msgspec.convert({"takes": int(takes), "die": die}, Guardian)
    return replace(found, surges=int(tokens[0]) if tokens else 0, **dict.fromkeys(flags, True))


def to_query(*questions: Question) -> str:
    """One or more questions as the query of an address: `a=…`, or `a=…&b=…` side by side."""
    return urlencode([(name, to_link(question)) for name, question in zip(NAMES, questions, strict=False)])


def from_query(query: str) -> tuple[Question, ...]:
    """The questions of an address's query, in the order of their names; other parameters are left alone."""
    if len(query) > LONGEST * len(NAMES):
        raise Refused(_unreadable(query))
    given = dict(parse_qsl(query))
    return tuple(from_link(given[name]) for name in NAMES if name in given)


def _to_words(part: msgspec.Struct, words: dict[str, str]) -> Iterator[str]:
    defaults = type(part)()
    for word, field in words.items():
        value = getattr(part, field)
        if word == GUARDIAN:
            yield from (f"{word}-{guardian_as_text(guardian)}" for guardian in value)
        elif word in _ALWAYS or value != getattr(defaults, field):
            yield word if word in _FLAGS else f"{word}-{value}"


def _value(part: str, word: str, given: str) -> int | str | bool:
    if word in _FLAGS and not given and part == word:
        return True
    if given in _CHOICES.get(word, ()) or (word, given) == ("armour", "all"):
        return given
    field = _ATTACK_WORDS.get(word) or _DEFENCE_WORDS[word]
    if word in _CHOICES or word in _FLAGS or not (given.isascii() and given.isdecimal()):
        raise Refused(_unreadable(part))
    if len(given) > 6:
        raise Refused(out_of_bounds(field, shorten_typed(given)))
    return int(given)


def _unreadable(part: str) -> Violation:
    words = ", ".join((*_ATTACK_WORDS, *_DEFENCE_WORDS))
    params = {"part": shorten_typed(part), "words": words}
    return Violation(code="odds.unreadable_link", source="odds: links", params=params)
