"""Fills a form by lot with what it offers, as a browser would let somebody send it."""

import csv
import io
import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from muster.app.campaign.arcs import example_arc_file
from muster.cli.demo.command import REBELS
from tests.walker.site_forms import Field, Option, Way
from tests.web.notifications.browser_keys import BrowserKeys

NEW_PASSWORD = "a very long walk on Hoth"
WORDS = ("Walker", "Ørsted’s “Ninth” & co", "The <b>Grey</b> Watch", "名 7", "O'Neill; --", "a")
LONGEST = 2_000
SHORT = 8
HALF = 0.5
FEW = 2
ARC = example_arc_file()
GUARDIANS = ("2-red-surge", "1-white 3-red-deflect-surges2")
KNOWN = {"/armies/import": REBELS, "/lists": REBELS, "/tours/arcs": ARC}
"""What somebody types where only words of one kind have a meaning."""
SUBSCRIBED = ("endpoint", "p256dh", "auth")
"""What the page's script asks the browser for before it sends the form."""
Sent = dict[str, list[Any]]
Lists = Mapping[str, list[Option]]


class Filler:
    """Fills forms in by lot."""

    def __init__(self, dice: Random, handle: str, password: str) -> None:
        self.dice, self.handle, self.password = dice, handle, password

    def filled(self, way: Way, lists: Lists, *, changed: int | None = FEW) -> Sent:
        """Names with their values: as the page has them but for so many that are changed by lot, and for what
        must be filled in; without a number everything is changed."""
        return self._sent(way, lists, changed)

    def bare(self, way: Way, lists: Lists) -> Sent:
        """As little as a browser lets through: words that need not be there are wiped out."""
        words = {one.name for one in way.fields if one.kind in ("text", "textarea") and not one.required}
        fixed = {one.name for one in way.fields if one.fixed}
        sent = self._sent(way, lists, 0)
        bare = {name: [""] if name in words - fixed else some for name, some in sent.items()}
        self._settle(way, lists, bare)
        return bare

    def _sent(self, way: Way, lists: Lists, changed: int | None) -> Sent:
        groups = _groups(way)
        names = list(range(len(groups)))
        by_lot = set(names if changed is None else self.dice.sample(names, min(changed, len(names))))
        sent: Sent = {}
        for place, group in enumerate(groups):
            for value in self._values(group, lists, way, by_lot=place in by_lot):
                sent.setdefault(group[0].name, []).append(value)
        if way.is_checked:
            self._settle(way, lists, sent)
        if way.button:
            sent.setdefault(way.button[0], []).append(way.button[1])
        return sent

    def _settle(self, way: Way, lists: Lists, sent: Sent) -> None:
        """As many as the browser asks for of fields that count together."""
        for said in dict.fromkeys(one.together for one in way.fields if one.together):
            _, least_said, most_said, *or_none = said.split()
            least, most = int(least_said), int(most_said)
            fields = [one for one in way.fields if one.together == said]
            if or_none and not _counted(fields, sent):
                continue
            self.dice.shuffle(fields)
            for one in fields:
                if _counted(fields, sent) > most:
                    _take_away(one, sent)
            for one in fields:
                if _counted(fields, sent) < least:
                    self._add(one, lists, way, sent, least)

    def _add(self, one: Field, lists: Lists, way: Way, sent: Sent, least: int) -> None:
        match one.kind:
            case "number":
                sent[one.name] = [str(least)]
            case "radio":
                sent[one.name] = [one.attributes["value"]]
            case "checkbox":
                sent.setdefault(one.name, []).append(one.attributes["value"])
            case "file":
                sent[one.name] = [_file(one, way, self.dice)]
            case _:
                sent[one.name] = [_typed(one, way, self.dice, lists)]

    def _values(self, group: list[Field], lists: Lists, way: Way, *, by_lot: bool) -> list[Any]:
        one = group[0]
        fills = by_lot or (one.required and not one.value)
        match one.kind:
            case "radio":
                found: list[Any] = self._radio(group, by_lot=by_lot)
            case "checkbox":
                on = self.dice.random() < HALF if by_lot else "checked" in one.attributes
                found = [one.attributes.get("value", "on")] if on or one.required else []
            case "select":
                found = self._chosen(one, by_lot=by_lot)
            case "file":
                found = [_file(one, way, self.dice)] if fills else []
            case "number" | "range" if fills:
                offered = lists.get(one.attributes.get("list", ""))
                found = [self.dice.choice(offered).value if offered else _number(one, self.dice)]
            case "hidden" if one.name in SUBSCRIBED and way.address.endswith("/notifications"):
                found = [_subscription()[one.name]]
            case "hidden" | "number" | "range":
                found = [one.value]
            case _:
                found = [self._text(one, lists, way, fills=fills)]
        return found

    def _radio(self, group: list[Field], *, by_lot: bool) -> list[str]:
        chosen = [one for one in group if "checked" in one.attributes]
        one = self.dice.choice(group) if by_lot or not chosen else chosen[-1]
        return [one.attributes.get("value", "on")]

    def _chosen(self, one: Field, *, by_lot: bool) -> list[str]:
        offered = [option.value for option in one.options if option.value or not one.required]
        chosen = [option.value for option in one.options if option.chosen]
        if "multiple" in one.attributes:
            return self.dice.sample(offered, self.dice.randint(0, len(offered))) if by_lot else chosen
        if not offered:
            return []
        return [self.dice.choice(offered)] if by_lot else (chosen or offered)[:1]

    def _text(self, one: Field, lists: Lists, way: Way, *, fills: bool) -> str:
        given = one.attributes
        signs_up = any(field.attributes.get("autocomplete") == "new-password" for field in way.fields)
        secret = self.password if one.kind == "password" else ""
        known = {"new-password": NEW_PASSWORD, "username": "" if signs_up else self.handle}
        if found := known.get(given.get("autocomplete", "")) or secret:
            return found
        if one.fixed or not fills:
            return one.value
        return (
            "" if not one.required and self.dice.random() < HALF / 2 else _typed(one, way, self.dice, lists)
        )


def _counted(fields: list[Field], sent: Sent) -> int:
    """How many of fields that count together are given, as the page's script adds them up."""

    def count(one: Field) -> int:
        given = sent.get(one.name, [])
        if one.kind == "number":
            return sum(int(value or 0) for value in given)
        if one.kind in ("checkbox", "radio"):
            return one.attributes["value"] in given
        return any(str(value).strip() for value in given)

    return sum(map(count, fields))


def _take_away(one: Field, sent: Sent) -> None:
    if one.kind == "number":
        sent[one.name] = ["0"]
    elif one.attributes.get("value") in sent.get(one.name, []):
        sent[one.name].remove(one.attributes["value"])


def _groups(way: Way) -> list[list[Field]]:
    """The fields; the buttons of one choice are one."""
    found: list[list[Field]] = []
    radios: dict[str, list[Field]] = {}
    for one in way.fields:
        if one.kind == "radio" and one.name in radios:
            radios[one.name].append(one)
            continue
        found.append([one])
        if one.kind == "radio":
            radios[one.name] = found[-1]
    return found


def _number(one: Field, dice: Random) -> str:
    least = int(float(one.attributes.get("min") or 0))
    most = int(float(one.attributes.get("max") or max(least, 20)))
    step = int(float(one.attributes.get("step") or 1)) or 1
    if not one.required and dice.random() < HALF / 4:
        return ""
    return str(dice.choice((least, most, least + step * dice.randint(0, (most - least) // step))))


def _typed(one: Field, way: Way, dice: Random, lists: Lists) -> str:
    of_kind = {
        "email": f"walker{dice.randint(0, 10**6)}@example.org",
        "url": "https://example.org/hook",
        "date": f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}",
        "time": f"{dice.randint(0, 23):02}:{dice.randint(0, 59):02}",
    }
    place = urlsplit(way.address).path
    known = next((text for end, text in KNOWN.items() if place.endswith(end) and one.name == "text"), "")
    if found := of_kind.get(one.kind) or known:
        return found
    if offered := lists.get(one.attributes.get("list", "")):
        return dice.choice(offered).value
    if one.name == "zone":
        return "Europe/Berlin"
    if one.name.endswith("-guardians"):
        return dice.choice(GUARDIANS)
    is_number = one.attributes.get("inputmode") in ("numeric", "decimal")
    pattern = one.attributes.get("pattern", ".*")
    digits = [str(digit) for digit in range(10) if re.fullmatch(pattern, str(digit))]
    return dice.choice(digits) if is_number and digits else _words(one, dice)


def _words(one: Field, dice: Random) -> str:
    most = min(int(one.attributes.get("maxlength") or LONGEST), LONGEST)
    least = int(one.attributes.get("minlength") or 0)
    words = f"{dice.choice(WORDS)} {dice.randint(1, 999)}" if most > SHORT else dice.choice("abcdefgh")
    if one.attributes.get("maxlength") and dice.random() < HALF / 4:
        words = (words + " ") * most
    words = words.ljust(least, "x")[:most]
    pattern = one.attributes.get("pattern")
    if not pattern or re.fullmatch(pattern, words):
        return words
    literally = pattern.replace("[.]", ".")  # a name that has to be typed again
    return literally if re.fullmatch(pattern, literally) else f"walker{dice.randint(1, 999)}"[:most]


def _file(one: Field, way: Way, dice: Random) -> SimpleUploadedFile:
    accepts = one.attributes.get("accept", "")
    if "image" in accepts:
        return SimpleUploadedFile("walker.png", _picture(), "image/png")
    if "csv" in accepts:
        rows = io.StringIO()
        csv.writer(rows).writerows([["Name"], *([f"Walker {dice.randint(1, 10**6)}"] for _ in range(3))])
        return SimpleUploadedFile("walker.csv", rows.getvalue().encode(), "text/csv")
    if way.address.startswith("/tours/arcs"):
        return SimpleUploadedFile("walker.json", ARC.encode(), "application/json")
    return SimpleUploadedFile("walker.txt", REBELS.encode(), "text/plain")


@cache
def _subscription() -> dict[str, str]:
    """What a browser answers that may show notifications."""
    keys = BrowserKeys()
    return {"endpoint": "https://push.example.org/walker", "p256dh": keys.p256dh, "auth": keys.auth}


@cache
def _picture() -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", (4, 4)).save(kept, "PNG")
    return kept.getvalue()
