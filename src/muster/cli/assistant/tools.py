"""The six tools of an assistant. None of them writes anything."""

from datetime import date
from typing import Any, Final, Literal

import msgspec

from muster.app.search.index import Found
from muster.app.search.public_index import public_index
from muster.cli.card import find as matching_cards
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import read_any
from muster.rules.armies.report import report_values
from muster.rules.cards import catalogue
from muster.rules.cards.facts import card_briefs, card_facts
from muster.rules.dice.links import to_link
from muster.rules.dice.odds import answer as answer_odds
from muster.rules.dice.questions import Attack, Defence, Question
from muster.rules.messages import as_values, remedy
from muster.rules.violations import Refused, Violation

Values = dict[str, Any]
Text = Literal["any", "core", "rule", "ruling"]
TEXTS: Final = ("core", "rule", "ruling")
SOURCE: Final = "muster mcp"
MOST_FOUND: Final = 8
MOST_EVENTS: Final = 50
IN_COURSE: Final = frozenset({"changes", "earlier", "points_history"})
"""Facts of a card's past that `points_course` has in one line."""


def check_list(text: str, day: str = "") -> Values:
    """Check an army list against every rule. `text` is the list in any usual format: Legion HQ text or link,
    Tabletop Admiral text, Tabletop Simulator JSON. `day` (YYYY-MM-DD) is the day of the list, by
    default today. The answer has points, limit, activations, whether it is legal, every violation with its
    rule and what helps, and `unresolved`: pieces of the text that no card was found for."""
    found = read_any(text, day=parse_day(day))
    report = check_army(found.army, catalogue())
    violations = [as_values(violation) | {"fix": remedy(violation)} for violation in report.violations]
    values = report_values(report, found.unresolved) | {"violations": violations}
    return {"faction": found.army.faction, **values}


def attack_odds(attack: Values, defence: Values) -> Values:
    """Exact odds of one attack: the chance of each number of wounds, as fractions. `attack` has dice (`red`,
    `black`, `white`), `surge` and keywords with their numbers; `defence` has its `die`, `surge`, `cover`,
    tokens and keywords. Give `wounds` (of one miniature) and `minis` to learn the chance to defeat the unit.
    `mean` is the average number of wounds; `in_decimals` has the same figures rounded."""
    try:
        question = Question(msgspec.convert(attack, Attack), msgspec.convert(defence, Defence))
    except msgspec.ValidationError as error:
        raise Refused(problem("mcp.bad_attack", what=str(error))) from None
    odds = answer_odds(question)
    decimals: Values = {
        "mean": round(float(odds.mean), 4),
        "at_least": [round(float(odds.at_least(wounds)), 4) for wounds in range(len(odds.weights))],
        "defeat": None if odds.defeat is None else round(float(odds.defeat), 4),
    }
    return {**odds.as_values(), "in_decimals": decimals, "link": f"/odds?a={to_link(question)}"}


def find_card(name: str, day: str = "") -> Values:
    """The card that `name` means best (a name, part of one, an id or a slug): unit, upgrade, command card,
    battle card or battle force, with stats, weapons, keywords, what it does and its points on `day`
    (YYYY-MM-DD, by default today), and `meanings` of its keywords, each with its source. `also_found` lists
    others; ask for one by its id."""
    cards = catalogue()
    best, *others = matching_cards(cards, name)
    facts = {
        key: fact for key, fact in card_facts(cards, best, parse_day(day)).items() if key not in IN_COURSE
    }
    return {**facts, "meanings": meanings_of(facts), "also_found": card_briefs(others[:MOST_FOUND])}


def meanings_of(facts: Values) -> Values:
    """What each keyword of a card and of its weapons means, by its name."""
    uses = [
        *facts.get("keywords", ()),
        *(use for weapon in facts.get("weapons", ()) for use in weapon.get("keywords", ())),
    ]
    known = [catalogue().keywords[use["id"]] for use in uses]
    return {keyword.name: {"text": keyword.meaning, "source": keyword.source} for keyword in known}


def find_keyword(name: str) -> Values:
    """What a keyword does, in our own words, with its source. The best match comes first."""
    return found_values(name, ("keyword",))


def find_rule(words: str, kind: Text = "any") -> Values:
    """Find rules by words or number. `kind` is `core` (the core rules), `rule`
    (numbered rules of Tours of Duty, Special Operations, army building, Recon and tournaments), `ruling` (our
    answers to what those leave open, such as A12), or `any`. Each with its text in our words and source."""
    return found_values(words, TEXTS if kind == "any" else (kind,))


def event_standings(event: str = "", live: bool = False) -> Values:
    """The standings of a public event on this machine's Muster: `event` is its id, its address or its name.
    Without one, all public events are listed. `live` counts the open round too. Events that are not public
    are not found."""
    from muster.cli.assistant.events import public_events, standings_of

    return standings_of(event, live=live) if event.strip() else {"events": public_events(MOST_EVENTS)}


TOOLS: Final = (check_list, attack_odds, find_card, find_keyword, find_rule, event_standings)


def found_values(words: str, kinds: tuple[str, ...]) -> Values:
    """The search results of these kinds, best first."""
    hits = [hit for hit in public_index().find(words) if hit.entry.kind in kinds]
    if not hits:
        raise Refused(problem("search.nothing", words=words[:60]))
    return {"found": [hit_values(hit) for hit in hits[:MOST_FOUND]], "more": max(len(hits) - MOST_FOUND, 0)}


def hit_values(hit: Found) -> Values:
    """A search result; `near` says that a typo was forgiven."""
    entry = hit.entry
    values = {"kind": entry.kind, "id": entry.id, "title": entry.title, "about": entry.note}
    return {**values, "text": entry.text, "source": entry.source, "near": hit.near}


def parse_day(text: str) -> date | None:
    """A day written as YYYY-MM-DD; None when the text is empty."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refused(problem("mcp.no_day", day=text[:40])) from None


def problem(code: str, **params: Any) -> Violation:
    """A refusal of this command."""
    return Violation(code=code, source=SOURCE, params=params)
