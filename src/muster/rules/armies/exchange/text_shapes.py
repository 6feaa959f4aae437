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
# Commas in the name of a card, with its title: "Fear, Surprise, Intimidation" has two.
MOST_JOINED = 4
# Before the list in brackets that ends a line; names of cards have one at the most.
MOST_BRACKETS = 20

HEADER = re.compile(
    r"(?:total\s*:?\s*)?(\d{1,6})\s*/\s*(\d{1,6})(?:\s*(?:points|pts))?(?:\s*\(\s*\d+\s+activations?\s*\))?",
    re.I,
)
ACTIVATIONS = re.compile(r"\(?\d+ activations?\)?", re.IGNORECASE)
COUNT = re.compile(r"(\d{1,9})\s?(?:[x×X✕]\s+|×)(?=\S)")
BULLET = re.compile(r"(?:[-–—]|[•*](?=\s))\s*(?=[^-\s])")
PRICED = re.compile(r"(?P<name>[^/].*?)\s?\((?P<points>\d{1,5})\)\s?(?P<next>,|/|$)\s*")
PIPS = re.compile(r"[•●*]+")
# `Force Choke - 5`, `AT-ST – 150 pts`; `Corps (3):`.
DASHED = re.compile(
    r"(?P<name>.*[^\s(])\s?[-–—:]\s(?P<points>\d{1,4})(?:\s?(?:points|pts|p)\.?)?", re.IGNORECASE
)
COUNTED = re.compile(r"\(?\b\d{1,2}\b\)?\s?:?\s*$")
PLUS = re.compile(r"\s?\+\s?(?=\S)")
# `My list 800/800`, `Grey Watch (990/1000)`.
TITLED = re.compile(
    r"(?P<name>.*?\S)\s?[-–—:(]?\s?(?P<points>\d{1,6})\s?/\s?(?P<limit>\d{3,6})(?:\s?(?:points|pts))?\)?",
    re.I,
)
# `Total: 600 points`, `Grand total - 600`; `"The Grey Watch"`.
TOTALLED = re.compile(
    r"(?:grand\s)?total\s?[:=–-]?\s?(?P<points>\d{1,6})\s?(?:points|pts)?\.?", re.IGNORECASE
)
QUOTED = re.compile(r"[\"“„«](?P<name>[^\"“”„«»]{1,120})[\"”“»]")
# `Stormtroopers (50 + 12 = 62)`; `AT-RT with Laser Cannon and Comms Relay`.
SUM_IN_BRACKETS = re.compile(r"\s?\((\d{1,5}\s?\+\s?\d{1,5}\s?=\s?\d{1,6})\)$")
WITH = re.compile(r"\s(?:with|w/)\s?(?=\S)", re.IGNORECASE)
AND = re.compile(r"\s(?:and|&)\s", re.IGNORECASE)
# `Ambush (1)`, `(••) Push`, `Assault [3 pips]`.
PIPS_IN_BRACKETS = re.compile(r"[(\[]\s?(?:[1-4]|[•●*]{1,4})(?:\s?pips?)?\s?[)\]]", re.IGNORECASE)
LOADOUT = re.compile(r"[-–—\s]*loadout\s?:\s?\(?(?P<names>.*?)\)?", re.IGNORECASE)

RANK_HEADINGS: dict[str, Rank | None] = {
    "commander": "commander",
    "commanders": "commander",
    "operative": "operative",
    "operatives": "operative",
    "corps": "corps",
    "special forces": "special-forces",
    "special": "special-forces",
    "specials": "special-forces",
    "support": "support",
    "supports": "support",
    "heavy": "heavy",
    "heavies": "heavy",
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


def rank_heading(line: str) -> str:
    """The rank that a heading names, with or without how many units it has; nothing where it is none."""
    word = plain(COUNTED.sub("", line))
    return word if word in RANK_HEADINGS and not line.lstrip().startswith(("-", "–", "•")) else ""


def with_brackets(text: str) -> str:
    """`Name - 5` and `Name: 5 pts` as `Name (5)`: how people write points by hand."""
    match = DASHED.fullmatch(text)
    return f"{match['name']} ({match['points']})" if match else text


def names_apart(text: str, known: Collection[str]) -> list[str]:
    """Names between commas; parts that only together are a known name stay together."""
    parts = [part.strip() for part in text.split(",")]
    heard = [plain(part) for part in parts]
    names, place = [], 0
    while place < len(parts):
        size = _joined(heard, place, known) if heard[place] else 1
        names.append(", ".join(parts[place : place + size]))
        place += size
    return [name for name in names if name]


def _joined(heard: list[str], place: int, known: Collection[str]) -> int:
    """How many parts from here on are one known name: the longest wins."""
    for size in range(min(MOST_JOINED, len(heard) - place), 1, -1):
        if " ".join(filter(None, heard[place : place + size])) in known:
            return size
    return 1


def priced_apart(
    text: str, where: str, known: Collection[str]
) -> tuple[list[WrittenCard], list[WrittenCard]]:
    """Upgrades with points, `A (5), B (3)/C (2)`: those equipped, and those set aside behind a slash."""
    equipped: list[WrittenCard] = []
    aside: list[WrittenCard] = []
    place, target = 0, equipped
    while match := PRICED.match(text, place):
        name, points = match["name"].strip(" ,"), int(match["points"])
        *bare, name = names_apart(name, known) or [name]
        equipped.extend(WrittenCard(each, where, each) for each in bare)
        target.append(WrittenCard(name, where, match[0].rstrip(" ,/"), points))
        target = aside if match["next"] == "/" else equipped
        place = match.end()
    rest = names_apart(text[place:], known)
    target.extend(WrittenCard(name, where, name) for name in rest)
    return equipped, aside


def pips_apart(text: str, where: str, known: Collection[str]) -> list[WrittenCard]:
    """Command cards with their pips before or behind them, in brackets or not, or with none."""
    text = PIPS_IN_BRACKETS.sub("•", text)
    parts = [part.strip(" ,") for part in PIPS.split(text)]
    names = [part for part in parts if part]
    if not PIPS.search(text):
        names = names_apart(text, known)
    elif not PIPS.match(text.lstrip()):
        names = [each for name in names for each in names_apart(name, known)]
    return [WrittenCard(name, where, name) for name in names]
