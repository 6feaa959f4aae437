"""Examples of the OpenAPI document: bodies that can be sent as they stand. A test sends each of them."""

from typing import Any, Final

EXAMPLES: Final[dict[str, Any]] = {
    "create_army": {
        "name": "Endor patrol",
        "faction": "empire",
        "points_date": "2026-05-01",
        "units": [{"unit": "Cb"}, {"unit": "ay", "count": 2}],
    },
    "act_on_army": {"act": "add-unit", "unit": "ay"},
    "share_army": {"shared": "link", "hand_hidden": True},
    "check_list": {"text": "Endor patrol\n\nStormtroopers"},
    "create_token": {"label": "Results for the club’s page"},
    "begin_event": {"act": "begin", "name": "Hoth Open", "plan": {"minutes": 150}},
    "act_at_event": {"act": "enter", "names": ["Ann", "Bob"], "present": True},
    "open_game": {"act": "open-game", "mode": "recon", "player": "Ann"},
    "act_in_game": {"act": "let-watch", "watched": False},
    "roll_dice": {"dice": {"attack-red": 2, "attack-white": 1}},
    "open_dice_table": {"name": "Table 4"},
    "act_at_dice_table": {"act": "roll-dice", "dice": ["attack-red", "attack-red"]},
    "begin_register": {"faction": "rebels"},
    "begin_campaign": {"name": "Endor winter"},
    "act_in_campaign": {"act": "rename", "name": "Endor spring"},
    "act_on_webhooks": {
        "act": "add-webhook",
        "address": "https://club.example/muster",
        "topics": ["pairings", "standings"],
    },
}


def add_examples(document: dict[str, Any]) -> None:
    """Put each beside the schema of its body."""
    for operations in document["paths"].values():
        for operation in operations.values():
            if operation["operationId"] in EXAMPLES:
                content = operation["requestBody"]["content"]["application/json"]
                content["example"] = EXAMPLES[operation["operationId"]]
