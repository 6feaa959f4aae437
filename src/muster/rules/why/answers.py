"""Questions and their answers: what is on file, part by part, the shortest first in each."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from muster.rules import reference
from muster.rules.cards.values import KeywordUse
from muster.rules.core_rules import CoreRule, core_rule, rules_of_keyword
from muster.rules.messages import messages, outline
from muster.rules.violations import Refused, Source, require
from muster.rules.why import grounds
from muster.rules.why.reasons import (
    Reason,
    core_reasons,
    core_rules_behind,
    of_grounds,
    of_keyword,
    of_numbers,
    shortest_first,
)
from muster.rules.why.subjects import OPERATIONS, About, card_about

DOCUMENTS: Final = {
    "special-operations": OPERATIONS,
    "recon": "003",
    "turning-point": "000",
    "campaign": "000",
}
"""The document that says how a mode differs from the core rules."""
NUMBERS: Final = re.compile(r"\brules? (\d+(?:(?:, | and | or | to |–)\d+)*)")
MOST_RULES: Final = 20
CORE: Final = "Core rules it rests on"
problem = Source("why").problem


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked about: a card, or a unit and its target; a keyword; a refusal by its code; a step of a
    game by its name and `mode`. `rules` are the numbers that a refusal or a step names."""

    card: str = ""
    target: str = ""
    keyword: str = ""
    refusal: str = ""
    step: str = ""
    mode: str = ""
    rules: tuple[int, ...] = ()


class Part(NamedTuple):
    """Reasons under a heading."""

    title: str
    reasons: tuple[Reason, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What is on file. `title` says about what, `said` is the sentence of a refusal, `cards` are the names
    and addresses of the cards asked about."""

    title: str
    said: str = ""
    parts: tuple[Part, ...]
    cards: tuple[tuple[str, str], ...] = ()
    keyword: str = ""

    @property
    def count(self) -> int:
        """How many things are on file."""
        return sum(len(part.reasons) for part in self.parts)


def answer(asked: Question) -> Answer:
    """What is on file about the question. Refuses an empty question and unknown subjects."""
    if asked.card and asked.target:
        return of_pair(card_about(asked.card), card_about(asked.target))
    if asked.card:
        return of_card(card_about(asked.card))
    if asked.keyword:
        return of_keyword_id(asked.keyword)
    if asked.refusal:
        return of_refusal(asked.refusal, _known_numbers(asked.rules))
    if asked.step:
        return of_step(asked.step, asked.mode, _known_numbers(asked.rules))
    raise Refused(problem("why.nothing_asked"))


def of_card(about: About) -> Answer:
    """One card: what it does and prints, what names it, what it rests on."""
    return Answer(
        title=about.name,
        parts=_parts_with_reasons(
            Part("On the card", shortest_first(about.printed)),
            Part("Rules and rulings on it", shortest_first(about.named)),
            Part(CORE, core_reasons(about.beneath, about.document)),
        ),
        cards=((about.name, about.address),),
    )


def of_pair(attacker: About, target: About) -> Answer:
    """A unit attacks another: what counts on each side, starting with what refers to the other."""
    own, other = attacker.in_attack("attacker"), target.in_attack("defender")
    meeting = (*attacker.meets(target, "attacker"), *target.meets(attacker, "defender"))
    meeting += (*attacker.named_by(meeting, "attacker"), *target.named_by(meeting, "defender"))
    same = {(reason.kind, reason.id) for reason in meeting}
    core = (*core_rules_behind((*own, *other)), *target.core, *(core_rule(id) for id in ("attack-sequence",)))
    in_attack = (rule for rule in core if rule.section not in ("Cards", "Building an army"))
    document = attacker.document or target.document
    return Answer(
        title=f"{attacker.name} attacks {target.name}",
        parts=_parts_with_reasons(
            Part("Where the two meet", shortest_first(meeting)),
            Part(f"{attacker.name} attacks", tuple(r for r in own if (r.kind, r.id) not in same)),
            Part(f"{target.name} defends", tuple(r for r in other if (r.kind, r.id) not in same)),
            Part("Core rules they rest on", core_reasons(in_attack, document)),
        ),
        cards=((attacker.name, attacker.address), (target.name, target.address)),
    )


def of_keyword_id(id: str) -> Answer:
    """A keyword: its meaning, the rules and rulings on it, the core rules beneath."""
    found = require(of_keyword(KeywordUse(id=id)), problem("why.unknown_keyword", given=id[:40]))
    return Answer(
        title=found.title,
        parts=_parts_with_reasons(
            Part("What it means", (found,)),
            Part("Rules and rulings on it", shortest_first(of_grounds(grounds.of_keyword(id)))),
            Part(CORE, core_reasons(rules_of_keyword(id))),
        ),
        keyword=id,
    )


def of_refusal(code: str, numbers: Iterable[int]) -> Answer:
    """A refusal: the rules its source names, and what its code rests on."""
    if code not in messages():
        raise Refused(problem("why.unknown_refusal", given=code[:60]))
    found, numbers = grounds.of_refusal(code), tuple(numbers)
    if not (found.core or numbers):
        raise Refused(problem("why.not_on_file", given=code[:60]))
    title = core_rule(found.core[0]).title if found.core else reference.rule(numbers[0]).section
    return msgspec.structs.replace(_on_file(title, found, numbers), said=outline(code))


def of_step(name: str, mode: str, numbers: Iterable[int]) -> Answer:
    """A step of a game in a mode: the rules its prompt names, and the core rules beneath."""
    found = grounds.of_step(name)
    if not found.core:
        raise Refused(problem("why.unknown_step", given=name[:60]))
    title = core_rule(found.core[0]).title
    return _on_file(title, found, numbers, DOCUMENTS.get(mode, ""))


def has_grounds(code: str, source: str) -> bool:
    """Whether anything is on file for a refusal: its source names a rule, or its code has grounds."""
    return bool(code in grounds.grounds().refusals or rule_numbers_in(source))


@lru_cache(maxsize=1024)
def rule_numbers_in(source: str) -> tuple[int, ...]:
    """The numbers of the rules that a source names."""
    named = " ".join(NUMBERS.findall(source))
    return _known_numbers(int(number) for number in re.findall(r"\d+", named))


def _on_file(title: str, found: grounds.Grounds, numbers: Iterable[int], document: str = "") -> Answer:
    named = tuple(of_numbers(dict.fromkeys((*numbers, *found.rules))))
    direct = (*named, *of_grounds(msgspec.structs.replace(found, rules=())))
    core: tuple[CoreRule, ...] = (*map(core_rule, found.core), *core_rules_behind(direct))
    return Answer(
        title=title,
        parts=_parts_with_reasons(
            Part("Rules, rulings and keywords", shortest_first(direct)),
            Part(CORE, core_reasons(core, document)),
        ),
    )


def _parts_with_reasons(*parts: Part) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.reasons)


def _known_numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    """Those that are numbers of rules, each once, so many at most."""
    return tuple(number for number in dict.fromkeys(numbers) if number in _numbers())[:MOST_RULES]


@cache
def _numbers() -> frozenset[int]:
    return frozenset(rule.number for rule in reference.rules())


def as_values(answered: Answer) -> dict[str, object]:
    """An answer as plain values: the JSON of terminal and API."""
    parts = [
        {"title": part.title, "reasons": [msgspec.to_builtins(reason) for reason in part.reasons]}
        for part in answered.parts
    ]
    cards = [{"name": name, "address": address} for name, address in answered.cards]
    return {"title": answered.title, "said": answered.said, "cards": cards, "parts": parts}
