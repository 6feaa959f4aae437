"""What the document says of parameters that many calls share, and the words that one may be."""

from collections.abc import Mapping
from typing import Any, Final

from muster.rules.armies.exchange import FORMATS
from muster.rules.comparing.sorting import SORTS
from muster.rules.tournament.scoring.tiebreaks import FIGURES

MEANINGS: Final[Mapping[str, str]] = {
    "army": "Id of one of your armies",
    "b": "What to hold beside `a`, named in the same way",
    "battle": "Id of a battle that you see",
    "campaign": "Id of a campaign that you are a member of",
    "card": "Id or slug of a card; ids are case-sensitive",
    "code": "The short name in the army’s link",
    "cover": "The target’s cover",
    "dry_run": "Say what is in the way, and save nothing",
    "figure": "Points, or a tiebreaker",
    "format": "See docs/reference/interchange.md for what each holds",
    "game": "Id of a game that you sit at or may watch",
    "id": "As lists and answers give it",
    "live": "Count what stands of the open round, too",
    "number": "The number of a rule",
    "player": "Key of a player, as `names` of the event has it",
    "rule_id": "As `GET /api/v1/rules/core` gives it",
    "seat": "On one phone: as which seat you look",
    "seen": "`version` of the army as you read it; another one is refused (409)",
    "side": "As which side you look; without it, as your own",
    "table": "Id of a table, as its address has it",
    "token": "Id of a token, not the token itself",
    "whole": "Answer with the whole event, not with what changed",
}
"""By the parameter's name, where its call says nothing of its own."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "figure": tuple(FIGURES),
    "format": tuple(FORMATS),
    "sort": tuple(SORTS),
}
"""All that a parameter may be, where another word is refused."""


def describe_parameters(document: dict[str, Any]) -> None:
    """Say what each parameter means, and what it may be."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                name = parameter["name"]
                if name in MEANINGS:
                    parameter.setdefault("description", MEANINGS[name])
                if name in CHOICES:
                    _limit(parameter["schema"], CHOICES[name])


def _limit(schema: dict[str, Any], choices: tuple[str, ...]) -> None:
    """Name the choices in a schema of text, or of text and nothing."""
    for part in (schema, *schema.get("anyOf", ())):
        if part.get("type") == "string":
            part.pop("maxLength", None)
            part["enum"] = list(choices)
