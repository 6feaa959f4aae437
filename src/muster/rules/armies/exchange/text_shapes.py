"""The shapes of lines in text exports, and how lists of names inside a line come apart.

Names have commas, brackets and quotes of their own, so a line is cut at its numbers and pips first, and only
then at commas, where the longest known name wins.
"""

import re
from collections.abc import Collection

from muster.rules.armies.exchange.written import WrittenCard
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import Rank

LONGEST_LINE = 4000
# No list of the game has nearly as many lines; what follows is noted and not looked into.
MOST_LINES = 3000
MOST_JOINED = 6

HEADER = re.compile(
    r"(?:total\s*:?\s*)?(\d{1,6})\s*/\s*(\d{1,6})(?:\s*(?:points|pts))?(?:\s*\(\s*\d+\s+activations?\s*\))?",
    re.I,
)
ACTIVATIONS = re.compile(r"\(?\d+ activations?\)?", re.IGNORECASE)
COUNT = re.compile(r"(\d{1,9})\s?(?:[x×X✕]\s+|×)(?=\S)")
BULLET = re.compile(r"(?:[-–—]|[•*](?=\s))\s*(?=[^-\s])")
PRICED = re.compile(r"(?P<name>[^/].*?)\s?\((?P<points>\d{1,5})\)\s?(?P<next>,|/|$)")
PIPS = re.compile(r"[•●*]+")
LOADOUT = re.compile(r"[-–—\s]*loadout\s?:\s?\(?(?P<names>.*?)\)?", re.IGNORECASE)

RANK_HEADINGS: dict[str, Rank | None] = {
    "commander": "commander",
    "commanders": "commander",
    "operative": "operative",
    "operatives": "operative",
    "corps": "corps",
    "special forces": "special-forces",
    "special": "special-forces",
    "support": "support",
    "heavy": "heavy",
    "counterpart": None,
    "counterparts": None,
}
SECTIONS = {
    "commands": "commands",
    "command cards": "commands",
    "command hand": "commands",
    "contingencies": "contingencies",
    "battle deck": "deck",
    "objectives": "objective",
    "objective cards": "objective",
    "primaries": "objective",
    "secondaries": "secondary",
    "secondary objectives": "secondary",
    "advantages": "advantage",
    "deployments": "deployment",
    "deployment": "deployment",
    "conditions": "condition",
}


def unbulleted(line: str) -> str:
    """The line without the dash or bullet it begins with."""
    bullet = BULLET.match(line)
    return line[bullet.end() :] if bullet else line


def heading(line: str) -> tuple[str, str] | None:
    """A section heading and what follows it on the same line."""
    word, colon, rest = line.partition(":")
    section = SECTIONS.get(plain(word))
    if section is None or (rest.strip() and not colon):
        return None
    return section, rest.strip()


def is_rank_heading(line: str) -> bool:
    """Whether the line is the heading of a rank, or of the counterparts."""
    return plain(line) in RANK_HEADINGS and not line.lstrip().startswith(("-", "–", "•"))


def names_apart(text: str, known: Collection[str]) -> list[str]:
    """Names between commas; parts that only together are a known name stay together."""
    parts = [part.strip() for part in text.split(",")]
    names = []
    while parts:
        for size in range(min(MOST_JOINED, len(parts)), 0, -1):
            joined = ", ".join(parts[:size])
            if size == 1 or plain(joined) in known:
                names.append(joined)
                del parts[:size]
                break
    return [name for name in names if name]


def priced_apart(
    text: str, where: str, known: Collection[str]
) -> tuple[list[WrittenCard], list[WrittenCard]]:
    """Upgrades with points, `A (5), B (3)/C (2)`: those equipped, and those set aside behind a slash."""
    worn: list[WrittenCard] = []
    aside: list[WrittenCard] = []
    place, target = 0, worn
    while match := PRICED.match(text, place):
        name, points = match["name"].strip(" ,"), int(match["points"])
        *bare, name = names_apart(name, known) or [name]
        worn.extend(WrittenCard(each, where, each) for each in bare)
        target.append(WrittenCard(name, where, match[0].rstrip(" ,/"), points))
        target = aside if match["next"] == "/" else worn
        place = match.end() + len(text[match.end() :]) - len(text[match.end() :].lstrip())
    rest = names_apart(text[place:], known)
    target.extend(WrittenCard(name, where, name) for name in rest)
    return worn, aside


def pips_apart(text: str, where: str, known: Collection[str]) -> list[WrittenCard]:
    """Command cards with their pips before or behind them, or with none."""
    parts = [part.strip(" ,") for part in PIPS.split(text)]
    names = [part for part in parts if part]
    if not PIPS.search(text):
        names = names_apart(text, known)
    elif not PIPS.match(text.lstrip()):
        names = [each for name in names for each in names_apart(name, known)]
    return [WrittenCard(name, where, name) for name in names]
