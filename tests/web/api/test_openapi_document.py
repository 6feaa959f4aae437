"""The OpenAPI document: what generators stumble over is not in it, and its examples can be sent."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from muster.web.api.examples import EXAMPLES
from muster.web.urls import api
from tests.web.api_caller import Caller

NAMES = Path(__file__).with_name("document_names.json")
OPERATIONS = {
    operation["operationId"]: (verb, path, operation)
    for path, operations in api.document["paths"].items()
    for verb, operation in operations.items()
}
MADE_BY = {
    "{army}": "create_army",
    "{id}": "begin_event",
    "{game}": "open_game",
    "{table}": "open_dice_table",
    "{campaign}": "begin_campaign",
}


def schemas(value: Any, path: str = "") -> Any:
    """Every object in the document, by where it is."""
    if isinstance(value, dict):
        yield path, value
        for key, part in value.items():
            yield from schemas(part, f"{path}/{key}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from schemas(part, f"{path}/{place}")


def test_no_generator_stumbles():
    text = json.dumps(api.document)
    assert [path for path, schema in schemas(api.document) if schema.get("items") is False] == []
    known = api.document["components"]
    references = set(re.findall(r'"#/components/(\w+)/([^"]+)"', text))
    assert [name for kind, name in references if name not in known[kind]] == []
    assert all(re.fullmatch(r"[A-Za-z0-9]+", name) for name in known["schemas"])
    patterns = {schema.get("pattern") for _, schema in schemas(api.document)} - {None}
    assert [
        pattern for pattern in patterns if isinstance(pattern, str) and re.search(r"\\[AZz]", pattern)
    ] == []
    assert all(re.fullmatch(r"[a-z_]{3,30}", operation) for operation in OPERATIONS)


def test_each_act_has_a_schema_of_its_own_and_the_union_says_which():
    known = api.document["components"]["schemas"]
    for name in ("ArmyAct", "EventAct", "GameAct", "BattleAct", "CampaignAct", "RegisterAct", "GameAnswer"):
        union = known[name]
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert len(union["oneOf"]) == len(mapping) > 1
        for value, reference in mapping.items():
            assert known[reference.rpartition("/")[2]]["properties"][tag] == {"const": value}
    assert {"Army", "Table", "TournamentView", "CardFacts"} <= set(known)


def test_each_call_says_every_status_it_can_give():
    for operation, (verb, _, document) in OPERATIONS.items():
        assert {"429", "503", "500"} <= set(document["responses"]), operation
        if "requestBody" in document and verb != "get":
            assert {"404", "409", "422"} <= set(document["responses"]), operation


def test_each_answer_has_a_schema_or_no_body():
    bodies = {
        (operation, status): "content" in answer or "$ref" in answer
        for operation, (_, _, document) in OPERATIONS.items()
        for status, answer in document["responses"].items()
    }
    assert {status for (_, status), body in bodies.items() if not body} == {"204"}


def test_each_parameter_says_what_it_means_or_may_be():
    dice = "get_odds", "get_pool_odds"  # numbers of what they are called
    for operation, (_, _, document) in OPERATIONS.items():
        for parameter in document.get("parameters", ()):
            has_words = "description" in parameter or "enum" in json.dumps(parameter["schema"])
            assert has_words or operation in dice or parameter["schema"]["anyOf"][0] == {"type": "boolean"}
    _, _, export = OPERATIONS["export_army"]
    (format,) = [parameter["schema"] for parameter in export["parameters"] if parameter["name"] == "format"]
    assert {"json", "link", "tts", "text", "minimal", "tournament", "admiral"} == set(format["enum"])


def test_names_stay():
    """Programs are generated from them: a name may come, none may go or change."""
    kept = json.loads(NAMES.read_text())
    assert set(kept["operations"]) - set(OPERATIONS) == set()
    assert set(kept["schemas"]) - set(api.document["components"]["schemas"]) == set()


@pytest.mark.django_db
def test_each_example_can_be_sent():
    ann, made = Caller("Ann"), dict[str, dict]()

    def send(operation: str) -> dict:
        verb, path, document = OPERATIONS[operation]
        assert document["requestBody"]["content"]["application/json"]["example"] == EXAMPLES[operation]
        for mark, maker in MADE_BY.items():
            if mark in path and maker not in made:
                made[maker] = send(maker)
            path = path.replace(mark, str(made[maker]["id"]) if maker in made else mark)
        path = path.replace("{kind}", "event") + ("?seen=1" if operation == "act_on_army" else "")
        call = getattr(ann.client, verb)
        answer = call(path, EXAMPLES[operation], content_type="application/json")
        assert answer.status_code in (200, 201), (operation, answer.content)
        return answer.json()

    for operation in EXAMPLES:
        send(operation)
