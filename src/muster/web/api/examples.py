"""Examples of the OpenAPI document: bodies that can be sent as they stand. A test sends each of them."""

from typing import Any, Final

ARMY: Final = {
    "name": "Endor patrol",
    "faction": "empire",
    "points_date": "2026-05-01",
    "units": [{"unit": "Cb"}, {"unit": "ay", "count": 2}],
}
EXAMPLES: Final[dict[str, Any]] = {
    "create_army": ARMY,
    "act_on_army": {"act": "add-unit", "unit": "ay"},
    "check_list": {"text": "https://legion.example/share?list=500empire:ay"},
}


def add_examples(document: dict[str, Any]) -> None:
    """Put each beside the schema of its body."""
    for operations in document["paths"].values():
        for operation in operations.values():
            if operation["operationId"] in EXAMPLES:
                content = operation["requestBody"]["content"]["application/json"]
                content["example"] = EXAMPLES[operation["operationId"]]
