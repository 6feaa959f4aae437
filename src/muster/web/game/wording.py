"""The words of prompts, as data: what each kind of question says, and what its buttons say."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec

from muster.rules.game.missions import mission_cards
from muster.rules.game.special_operations.squads.cards import EDITIONS
from muster.rules.game.special_operations.squads.squads import edition_cards


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says. `good` are the faces that count in a roll, `need` how many of them it takes; without,
    their average is told. `core` are the core rules it rests on, where `grounds.json` has no row for it."""

    title: str
    lede: str = ""
    button: str = "Done"
    rules: tuple[int, ...] = ()
    good: tuple[str, ...] = ()
    need: int = 0
    core: tuple[str, ...] = ()

    def about(self, **names: Any) -> "Wording":
        """The same with the names of what it is about."""
        return msgspec.structs.replace(
            self,
            title=self.title.format(**names),
            lede=self.lede.format(**names),
            button=self.button.format(**names),
        )


class UnitAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a unit may do, in its activation or beside it."""

    name: str
    note: str


class Wordings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a game says, by the ids of the rules."""

    confirm: dict[str, Wording]
    choose: dict[str, Wording]
    roll: dict[str, Wording]
    options: dict[str, str]
    deeds: dict[str, UnitAction]
    marks: dict[str, str]
    counts: dict[str, str]
    reasons: dict[str, str]
    reminders: dict[str, str]
    places: dict[str, Wording]
    actions: dict[str, UnitAction]
    not_now: dict[str, str]
    orders: dict[str, str]


def _read(name: str) -> dict[str, dict[str, Any]]:
    raw = resources.files("muster.data").joinpath("games", name).read_bytes()
    known: dict[str, dict[str, Any]] = msgspec.json.decode(raw)
    return known


@cache
def _lists() -> dict[str, dict[str, Any]]:
    return _read("words.json")


def word_list(name: str) -> dict[Any, Any]:
    """What a list of `words.json` calls things, by their ids."""
    return _lists()[name]


@cache
def wordings() -> Wordings:
    """The words, read once: those of `prompts.json`, and what missions and cards say of their own."""
    known, cards = _read("prompts.json"), edition_cards(EDITIONS[-1])
    effects = (card.words for card in (*cards.loadouts.values(), *cards.commands.values()))
    for own in (*(card.words for card in mission_cards().values()), *effects):
        for part, words in own.items():
            known[part] |= words
    return msgspec.convert(known, Wordings)
