"""Share links: `https://legionhq2.com/list/{faction}/{points}:{battle force}:{segment},{segment},…`.

A unit segment is a count digit, the unit's two-letter id and its slots, each `0` or an upgrade's id; a
counterpart follows after `+`. A segment of two letters is a command or battle card. Ids are case-sensitive.
"""

import re
from collections.abc import Mapping
from datetime import date
from urllib.parse import unquote, urlsplit

from muster.rules.armies.exchange.draft import Draft, DraftLine
from muster.rules.armies.exchange.findings import Findings
from muster.rules.armies.exchange.names import names_of, names_with_ids
from muster.rules.armies.exchange.results import Imported, import_refusal, note
from muster.rules.armies.exchange.written import NO_CHOICES, faction_word
from muster.rules.cards.catalogue import Catalogue, shorten
from muster.rules.cards.types import BattleCard, CommandCard
from muster.rules.violations import Refused

FORMAT = "link"
ADDRESS = re.compile(
    r"(?<![\w.-])(?:https?://)?(?:[\w-]{1,63}\.){1,8}[a-z]{2,20}(?::\d{1,5})?/[^\s<>\"'|]*", re.IGNORECASE
)
HOST = re.compile(r"^(?:https?://)?[^/]*", re.IGNORECASE)
PAYLOAD = re.compile(r"/?(?:list/)?(?P<faction>[a-z]+)/(?P<payload>.*?)/?", re.IGNORECASE | re.DOTALL)
# Some programs turn the `+` before a counterpart into a space.
SPACED = re.compile(r"(?<=[0A-Za-z]) (?=1[A-Za-z]{2}(?:0|[A-Za-z]{2})*(?:,|$))")
STORED = re.compile(r"/list/[0-9a-fA-F]{8,40}/?")
UNIT = re.compile(r"(?P<count>[0-9]*)(?P<id>[A-Za-z]{2})(?P<slots>(?:0|[A-Za-z]{2})*)")
BARE = re.compile(r"\s*/?(?:list/)?[A-Za-z]+/(?:\d+:)?(?:\w+:)?[0-9A-Za-z+]+(?:,[0-9A-Za-z+]*)*/?\s*")
# What a sentence or a chat puts behind a link, and what sites add to tell where a visitor came from.
BEHIND = ")]}>*_~`!;.,'’”»"
TRACKING = re.compile(r"[?&#][\w.%~-]{1,60}=.*", re.DOTALL)
LONGEST_NUMBER = 9
# No army has nearly as many cards; what follows is noted and not looked into.
MOST_SEGMENTS = 20_000


def is_link(text: str) -> bool:
    """Whether the text has an address of a list in it, or is the tail of one."""
    return bool(BARE.fullmatch(text)) or any(looks_like_list(found) for found in ADDRESS.findall(text))


def looks_like_list(address: str) -> bool:
    """Whether an address is one of a list, readable or not."""
    parts = urlsplit(with_scheme(address))
    host = (parts.hostname or "").removeprefix("www.")
    return "/list" in parts.path or host in ("tabletopadmiral.com", "longshanks.org", "legion-hq.com")


def with_scheme(address: str) -> str:
    """The address as a whole one, so that its host can be told."""
    return address if "://" in address else f"https://{address}"


def read(
    text: str, catalogue: Catalogue, choices: Mapping[str, str] = NO_CHOICES, day: date | None = None
) -> Imported:
    """Read the first share link in the text; everything around it is noted as not read. Ids mean one card."""
    text = SPACED.sub("+", text.strip())
    found = [address.rstrip(BEHIND) for address in ADDRESS.findall(text) if looks_like_list(address)]
    address = found[0] if found else text
    whole, tail = without_tail(TRACKING.sub("", unquote(address), 1))
    match = PAYLOAD.fullmatch(HOST.sub("", whole) if found else whole)
    faction = faction_word(match["faction"]) if match else None
    if match is None or faction is None:
        raise unreadable_address(address)
    link = LinkReader(catalogue, choices, day)
    link.draft.faction = faction
    link.read(match["payload"])
    around = " ".join(f"{text.replace(address, ' ', 1)} {tail}".split())
    words = any(sign.isalnum() for sign in around)
    notes = (note("import.beside_link", "beside the link", around),) if words else ()
    found_cards = link.draft.lines or link.draft.hand or any(link.draft.deck.values())
    if not found_cards:  # nothing was understood: say so, and about every piece why
        raise Refused(*import_refusal("import.nothing").violations, *link.findings.all())
    army = link.draft.army()
    return Imported(army=army, format=FORMAT, notes=(*link.findings.all(), *notes))


def without_tail(address: str) -> tuple[str, str]:
    """The address and what stands behind a `?` or `#`, unless cards follow: then the sign is damage."""
    cut = min((place for sign in "?#" if (place := address.find(sign)) >= 0), default=len(address))
    return (address, "") if "," in address[cut:] else (address[:cut], address[cut:])


def unreadable_address(address: str) -> Refused:
    """The refusal for an address that cannot be read without network access."""
    parts = urlsplit(with_scheme(address))
    host, shown = (parts.hostname or "").removeprefix("www."), shorten(address, 120)
    if host == "tabletopadmiral.com":
        return import_refusal("import.admiral_link", link=shown)
    if STORED.fullmatch(parts.path) or host == "longshanks.org":
        return import_refusal("import.stored_link", link=shown, host=host)
    return import_refusal("import.other_link", link=shown)


class LinkReader:
    """Reads the part of a link after the faction."""

    def __init__(self, catalogue: Catalogue, choices: Mapping[str, str], day: date | None) -> None:
        self.catalogue = catalogue
        self.choices = choices
        self.findings = Findings(names_of(catalogue), day)
        self.draft = Draft(catalogue, self.findings)
        self.late: list[tuple[str, str, str, list[str]]] = []

    def read(self, payload: str) -> None:
        """The parts before the last colon frame the army; the last holds its cards."""
        *frame, cards = payload.strip().split(":")
        self.frame(frame)
        segments = cards.split(",", MOST_SEGMENTS)
        for number, segment in enumerate(segments[:MOST_SEGMENTS], start=1):
            if segment.strip():
                self.segment(f"segment {number}", segment.strip())
        if rest := "".join(segments[MOST_SEGMENTS:]):
            self.findings.add("import.unread", f"from segment {MOST_SEGMENTS + 1} on", rest)
        for where, piece, card_id, upgrades in self.late:
            self.draft.join(self.catalogue.counterparts[card_id], upgrades, where, piece)
        if self.findings.day:
            self.ask_for_later_cards(self.findings.day)

    def ask_for_later_cards(self, day: date) -> None:
        """Cards that were not there on the day of the list, unless a person said that they are meant."""
        draft, history = self.draft, self.catalogue.data.history
        placed = [("the command cards", card) for card in draft.hand]
        placed += [("the battle deck", card) for cards in draft.deck.values() for card in cards]
        for line in draft.lines:
            joined = (line.companion,) if line.companion else ()
            cards = (line.unit, *line.upgrades, *joined, *line.companion_upgrades)
            placed += [(line.where, card) for card in cards]
        for card_id, where in {card: where for where, card in reversed(placed)}.items():
            card = self.catalogue.cards.get(card_id)
            if card and history.first_day(card_id) > day and self.choices.get(card_id) != card_id:
                self.findings.not_yet(where, card_id, card, history.first_day(card_id), None)

    def frame(self, parts: list[str]) -> None:
        """Points limit and battle force; older links have neither."""
        numbers = [part for part in parts if part.isdecimal() and part.isascii()]
        if numbers and len(numbers[0]) <= LONGEST_NUMBER and int(numbers[0]):
            self.draft.play_for(int(numbers[0]))
        else:
            self.findings.add("import.assumed_format", "the link", ":".join(parts), format="Standard")
        for part in parts:
            if part in self.catalogue.battle_forces and self.draft.force is None:
                self.draft.force = part
            elif part.strip() and part not in numbers[:1]:
                self.unknown_force(part)

    def unknown_force(self, part: str) -> None:
        """A part before the cards that is no battle force."""
        alike = [force for force in self.catalogue.data.battle_forces if force.id.lower() == part.lower()]
        listed = names_with_ids(alike or self.catalogue.data.battle_forces)
        self.findings.add(
            "import.unknown_force", "the link", part, [force.id for force in alike], suggestions=listed
        )

    def segment(self, where: str, segment: str) -> None:
        """One unit with its counterpart, or one command or battle card."""
        if len(segment) == 2 and segment.isalpha():
            self.card(where, segment)
            return
        unit, *others = segment.split("+")
        if (match := UNIT.fullmatch(unit)) is None:
            self.findings.add("import.segment", where, segment)
            # What can still be read: the unit and upgrades up to the damage.
            whole = UNIT.match(unit)
            if whole and whole["count"] and whole["id"] in self.catalogue.units:
                self.unit(where, unit[: whole.end()], whole, [])
            return
        joined = [each for other in others if (each := self.counterpart(where, segment, other))]
        self.unit(where, segment, match, joined)

    def counterpart(self, where: str, piece: str, other: str) -> tuple[str, list[str]] | None:
        """The counterpart after a `+`, and its upgrades."""
        match = UNIT.fullmatch(other)
        if match is None or match["id"] not in self.catalogue.counterparts:
            self.findings.unknown_id(where, piece, match["id"] if match else other[:20], "counterpart")
            return None
        return match["id"], self.upgrades(where, other, match["slots"])

    def unit(self, where: str, piece: str, match: re.Match[str], joined: list[tuple[str, list[str]]]) -> None:
        """A unit line. An id that no unit has stays in the army, noted, with all its upgrades."""
        count = int(match["count"]) if 1 <= len(match["count"]) <= 4 else 0
        if match["id"] in self.catalogue.counterparts:
            # Old links wrote a counterpart as a segment of its own.
            self.late.append((where, piece, match["id"], self.upgrades(where, piece, match["slots"])))
            return
        if count == 0:
            self.findings.add("import.count", where, piece, max=9999)
            return
        if match["id"] not in self.catalogue.units:
            self.findings.unknown_id(where, piece, match["id"], "unit")
        line = DraftLine(where, piece, match["id"], count, self.upgrades(where, piece, match["slots"]))
        self.draft.lines.append(line)
        for card_id, upgrades in joined[:1]:
            line.companion, line.companion_upgrades = card_id, upgrades
        for card_id, _ in joined[1:]:
            self.findings.add("import.orphan", where, card_id)

    def upgrades(self, where: str, piece: str, slots: str) -> list[str]:
        """The upgrades in the slots; empty ones are left out."""
        found = re.findall(r"[A-Za-z]{2}", slots)
        for card_id in found:
            if card_id not in self.catalogue.upgrades:
                self.findings.unknown_id(where, piece, card_id, "upgrade")
        return found

    def card(self, where: str, card_id: str) -> None:
        """A command card or a card of the battle deck."""
        card = self.catalogue.cards.get(card_id)
        if isinstance(card, CommandCard):
            self.draft.hand.append(card_id)
        elif isinstance(card, BattleCard):
            self.draft.deck[card.category].append(card_id)
        else:
            self.findings.unknown_id(where, card_id, card_id, "command or battle card")
