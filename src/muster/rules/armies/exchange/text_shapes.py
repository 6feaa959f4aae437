"""The shapes of lines in text exports, and how lists of names inside a line come apart.

Names have commas, brackets and quotes of their own, so a line is cut at its numbers and pips first, and only
then at commas, where the longest known name wins.
"""

import re
import unicodedata
from collections.abc import Collection

from muster.rules.armies.exchange.written import WrittenCard
from muster.rules.cards.naming import plain
from muster.rules.cards.vocabulary import Rank

LONGEST_LINE = 4000
# Pictures, arrows and dots; what joins the parts of a picture.
SIGNS = frozenset(("So", "Sk", "Sm", "Mn"))
JOINERS = "\ufe0f\u200d◦‣·"
# No list of the game has nearly as many lines; what follows is noted and not looked into.
MOST_LINES = 3000
# Commas in the name of a card, with its title: "Fear, Surprise, Intimidation" has two.
MOST_JOINED = 4
# Before the list in brackets that ends a line; names of cards have one at the most.
MOST_BRACKETS = 20

HEADER = re.compile(
    r"(?:(?:total|points|pts)\s*:?\s*)?(\d{1,6})\s*/\s*(\d{1,6})(?:\s*(?:points|pts))?(?:\s*\(\s*\d+\s+activations?\s*\))?",
    re.I,
)
ACTIVATIONS = re.compile(r"\(?\d+ activations?\)?", re.IGNORECASE)
COUNT = re.compile(r"(?:\((\d{1,3})[x×X]?\)\s*|(\d{1,9})\s?(?:[x×X✕]\s*(?=[^\W\d_]{2})|[x×X✕]\s+|×))(?=\S)")
# `Stormtroopers x3`, `B1 Battle Droids (38) ×2`.
COUNT_BEHIND = re.compile(r"(?P<name>.*\S)\s[x×X✕]\s?(?P<count>\d{1,3})(?P<rest>(?:\s\(.*)?)")
BULLET = re.compile(r"(?:[-–—]|[•*](?=\s))\s*(?=[^-\s])")
# What stands before a line in forums and chats: quotes, titles, numbers; and signs that serve as bullets.
QUOTING = re.compile(r"^(?:>+\s?|#{1,6}\s+|\d{1,2}[.)]\s+(?=[^\W\d_]))+")
MARKUP = re.compile(r"(\*\*|__|~~|`)(?=[\w\"“])(.{1,120}?)(?<=[\w):\"”])\1")
SQUARE = re.compile(
    r"\[(\d{1,5})(?:\s?(?:points|pts|p)\.?)?\]|\((\d{1,5})\s?(?:each|ea\.?|pts|points|p)\)", re.IGNORECASE
)
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
    r"(?:(?:grand\s|army\s)?total|sum|points|summe|gesamt|suma|razem|итого|всего)(?:\s(?:points|pts))?"
    r"\s?[:=–-]?\s?[\[(]?(?P<points>\d{1,6})\s?(?:points|pts)?[\])]?\.?",
    re.IGNORECASE,
)
# `Subtotal: 145`, `Activations: 9`: figures that follow from the rest.
FIGURES = re.compile(
    r"(?:sub-?total|activations?|units?)\s?[:=–-]\s?\d{1,6}(?:\s?(?:points|pts))?\.?", re.IGNORECASE
)
# `Faction: Empire`, `Battle force – Blizzard Force`.
FRAMING = re.compile(r"(?:faction|army|battle\s?force)\s?[:=–-]\s?(?P<name>\S.*)", re.IGNORECASE)
QUOTED = re.compile(r"[\"“„«](?P<name>[^\"“”„«»]{1,120})[\"”“»]")
# `Stormtroopers (50 + 12 = 62)`; `AT-RT with Laser Cannon and Comms Relay`.
SUM_IN_BRACKETS = re.compile(r"\s?\((\d{1,5}\s?\+\s?\d{1,5}\s?=\s?\d{1,6})\)$")
WITH = re.compile(r"\s(?:with|w/)\s?(?=\S)", re.IGNORECASE)
AND = re.compile(r"\s(?:and|&)\s", re.IGNORECASE)
# `Ambush (1)`, `(••) Push`, `Assault [3 pips]`.
# `= 84`, `84 points`; `Commander: Darth Vader`; `Player: Ann`; `Force Choke 10`.
SUM_ALONE = re.compile(r"=?\s?(?P<points>\d{1,6})\s?(?:points|pts)\.?|=\s?(?P<sum>\d{1,6})", re.IGNORECASE)
RANKED = re.compile(r"(?P<rank>[\w ]{4,20}):\s?(?P<rest>\S.*)")
LABELLED = re.compile(
    r"(?P<label>player|author|by|date|event|(?:list|army)(?:\sname)?|name|title)\s?:\s?(?P<words>\S.{0,119})",
    re.IGNORECASE,
)
NUMBER_BEHIND = re.compile(r"(?P<name>.*[^\s(,:])\s(?P<points>\d{1,3})")
# `+ Commander +`, `++ Total: [355pts] ++`: headings of roster programs.
FRAMED = re.compile(
    r"^\s*\++\s*(total\b[^+]*[^\s+]|[^+\[]*[^\s+\[])(?:\s*\[[^\]+]*\])?\s*\++\s*$", re.IGNORECASE
)
# `Stormtroopers .... 42`.
DOTS = re.compile(r"(?<!\.)\.{3,}+\s*+(?=\d)")
PIPS_BEFORE = re.compile(r"^[1-4][\s-]?pips?\s?:?\s*(?=\S)", re.IGNORECASE)
PIPS_IN_BRACKETS = re.compile(r"[(\[]\s?(?:[1-4]|[•●*]{1,4})(?:\s?pips?)?\s?[)\]]", re.IGNORECASE)
# `2 Rebel Troopers`; `(44)` behind a name is the price of a unit, more than the most is that of a list.
BARE_COUNT = re.compile(r"(\d{1,2})\s+(?=[^\W\d_])")
PRICE_BEHIND = re.compile(r"\((\d{1,3})(?:\s?\+\s?\d{1,3}\s?=\s?\d{1,3})?\)$")
MOST_OF_A_UNIT = 400
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
    "battle cards": "deck",
    "objective": "objective",
    "primary": "objective",
    "primary objectives": "objective",
    "secondary": "secondary",
    "advantage": "advantage",
    "advantage cards": "advantage",
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


def tidy_line(line: str) -> str:
    """The line without the markup that forums and chats add, with every kind of bullet made the same.

    The cells of a table become one line; a cell that holds a number is read as points.
    """
    if len(line) > LONGEST_LINE:
        return line
    if line.lstrip().startswith("|"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        return " ".join(f"({cell})" if cell.isdecimal() else cell for cell in cells if cell.strip(":-"))
    line = FRAMED.sub(r"\1", DOTS.sub(" - ", line))
    bare = QUOTING.sub("", MARKUP.sub(r"\2", line).lstrip(), 1)
    place = 0
    while place < len(bare) and is_sign(bare[place]):
        place += 1
    text = bare[place:].lstrip()
    return f"- {text}" if place and text else text if place else bare


def is_sign(letter: str) -> bool:
    """Whether a letter is a picture or a dot that people use as a bullet, and no pip of a command card."""
    if not letter:
        return False
    return letter in JOINERS or (unicodedata.category(letter) in SIGNS and letter not in "●=|")


def strip_bullet(line: str) -> str:
    """The line without the dash or bullet it begins with."""
    bullet = BULLET.match(line)
    return line[bullet.end() :] if bullet else line


def lead_of(line: str, raw: str) -> str:
    """What comes before a bulleted line: its indent and its bullet; empty without a bullet. All pictures
    count as the same bullet."""
    bare = raw.lstrip()
    sign = "🔹" if is_sign(bare[:1]) else bare[:1]
    return f"{' ' * indent_of(raw)}{sign}" if BULLET.match(line) else ""


def indent_of(raw: str) -> int:
    """How far a line is moved in."""
    text = raw.expandtabs(4)
    return len(text) - len(text.lstrip())


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
    text = SQUARE.sub(lambda found: f"({found[1] or found[2]})", text)
    match = DASHED.fullmatch(text)
    return f"{match['name']} ({match['points']})" if match else text


def split_names(text: str, known: Collection[str]) -> list[str]:
    """Names between commas; parts that only together are a known name stay together."""
    parts = [part.strip() for part in text.split(",")]
    heard = [plain(part) for part in parts]
    names, place = [], 0
    while place < len(parts):
        size = _parts_of_name(heard, place, known) if heard[place] else 1
        names.append(", ".join(parts[place : place + size]))
        place += size
    return [name for name in names if name]


def _parts_of_name(heard: list[str], place: int, known: Collection[str]) -> int:
    """How many parts from here on are one known name: the longest wins."""
    for size in range(min(MOST_JOINED, len(heard) - place), 1, -1):
        if " ".join(filter(None, heard[place : place + size])) in known:
            return size
    return 1


def split_priced_names(
    text: str, where: str, known: Collection[str]
) -> tuple[list[WrittenCard], list[WrittenCard]]:
    """Upgrades with points, `A (5), B (3)/C (2)`: those equipped, and those set aside behind a slash."""
    equipped: list[WrittenCard] = []
    aside: list[WrittenCard] = []
    place, target = 0, equipped
    while match := PRICED.match(text, place):
        name, points = match["name"].strip(" ,"), int(match["points"])
        *bare, name = split_names(name, known) or [name]
        equipped.extend(WrittenCard(each, where, each) for each in bare)
        target.append(WrittenCard(name, where, match[0].rstrip(" ,/"), points))
        target = aside if match["next"] == "/" else equipped
        place = match.end()
    rest = split_names(text[place:], known)
    target.extend(WrittenCard(name, where, name) for name in rest)
    return equipped, aside


def split_pips(text: str, where: str, known: Collection[str]) -> list[WrittenCard]:
    """Command cards with their pips before or behind them, in brackets or not, or with none."""
    text = PIPS_IN_BRACKETS.sub("•", text)
    parts = [part.strip(" ,") for part in PIPS.split(text)]
    names = [part for part in parts if part]
    if not PIPS.search(text):
        names = split_names(text, known)
    elif not PIPS.match(text.lstrip()):
        names = [each for name in names for each in split_names(name, known)]
    return [WrittenCard(name, where, name) for name in names]
