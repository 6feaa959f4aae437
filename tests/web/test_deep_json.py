"""JSON of any depth and width, at every door: an answer, never a traceback, and a short one."""

import re
from uuid import uuid4

import click
import msgspec
import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from muster.cli import main
from muster.rules.json_text import DEEPEST, TOO_DEEP, decode_json, is_too_deep
from muster.web.api.answers import MOST_TOLD
from muster.web.api.shell import MOST_KEYS
from muster.web.urls import api
from tests.web.account_fixtures import bearer, person

LEVELS = 50_000
DEEP = "[" * LEVELS + "]" * LEVELS
SHAPES = {
    "a list": DEEP,
    "objects": '{"a":' * LEVELS + "1" + "}" * LEVELS,
    "below a known field": f'{{"act": "begin", "name": {DEEP}, "plan": {DEEP}, "dice": {DEEP}}}',
    "below an unknown field": f'{{"act": "tell", "zzz": {DEEP}}}',
    "never closed": "[" * LEVELS,
    "just within what a decoder bears": "[" * 900 + "]" * 900,
}


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("[" * DEEPEST + "]" * DEEPEST, False),
        ("[" * (DEEPEST + 1), True),
        ('["' + "[" * LEVELS + '"]', False),
        ('["\\"' + "[" * LEVELS + '"]', False),
        ('["\\\\", ' + "[" * LEVELS, True),
        ("[]" * LEVELS, False),
        ('"' + "[" * LEVELS, False),
        ("{}", False),
    ],
)
def test_depth_is_measured_outside_of_texts(text, deep):
    assert is_too_deep(text) is is_too_deep(text.encode()) is deep


def test_what_is_read_is_what_a_plain_decoder_reads():
    value = {"a": [1, "[[[", {"b": None}], "half a letter": "\ud83e".encode(errors="replace").decode()}
    assert decode_json(msgspec.json.encode(value)) == value
    with pytest.raises(msgspec.DecodeError, match=TOO_DEEP):
        decode_json(DEEP)


def writes():
    for path, verbs in api.document["paths"].items():
        for verb in verbs:
            if verb != "get":
                yield verb, re.sub(r"\{[^}]*\}", str(uuid4()), path)


@pytest.mark.django_db
@pytest.mark.parametrize("shape", SHAPES)
def test_every_body_of_the_api(shape):
    client = Client(headers=bearer(person("Ada")), raise_request_exception=False)
    met = set()
    for verb, path in writes():
        answer = client.generic(verb.upper(), path, SHAPES[shape], content_type="application/json")
        assert answer.status_code in (404, 405, 422) or (verb, answer.status_code) == ("delete", 204), path
        assert len(answer.content) < 3_000, path
        met.add(answer.status_code)
    assert 422 in met


@pytest.mark.django_db
def test_a_deep_act_is_said_to_be_too_deep(client):
    answer = client.post("/api/v1/dice/roll", DEEP, content_type="application/json")
    assert answer.status_code == 422
    assert TOO_DEEP in answer.json()["violations"][0]["message"]


@pytest.mark.django_db
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("page", ["/armies/import", "/tours/arcs"])
def test_every_form_that_takes_a_file_or_a_text(page, shape):
    client = Client(raise_request_exception=False)
    file = SimpleUploadedFile("deep.json", SHAPES[shape].encode())
    for form in ({"text": SHAPES[shape]}, {"file": file, "text": ""}):
        assert client.post(page, form).status_code == 422


COMMANDS = [
    "army brings {}",
    "army check {}",
    "army convert {} --to text",
    "army print {}",
    "campaign import {}",
    "game replay {}",
    "register check {}",
    "register show {}",
    "tournament check {}",
    "tournament pair {}",
    "tournament report {} 1",
    "tournament standings {}",
]
NO_JSON = {"backup", "restore", "tournament new"}  # archives of our own, and a file that is written


def commands_with_a_file(command=main, path=()):
    """The command lines that name a file."""
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands_with_a_file(found, (*path, name))
        elif any(param.name == "file" and isinstance(param, click.Argument) for param in found.params):
            yield " ".join((*path, name))


def test_no_command_that_reads_a_file_is_forgotten():
    tried = {line.partition(" {}")[0] for line in COMMANDS}
    assert set(commands_with_a_file()) - NO_JSON <= tried


@pytest.mark.django_db
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_a_file(command, shape, tmp_path):
    file = tmp_path / "deep.json"
    file.write_text(SHAPES[shape])
    ran = CliRunner().invoke(main, command.format(file).split())
    assert (ran.exit_code, type(ran.exception)) == (2, SystemExit), (ran.output[:300], ran.exception)
    assert len(ran.output) < 1_500


@pytest.mark.django_db
@pytest.mark.parametrize("body", ['{{"label": "x", {}}}', '{{"dice": {{{}}}}}'])
def test_unknown_keys_are_answered_in_a_few_words(body):
    client = Client(headers=bearer(person("Ada")))
    path = "/api/v1/tokens" if "label" in body else "/api/v1/dice/roll"

    def asked(count):
        keys = ", ".join(f'"key {number}": 0' for number in range(count))
        return client.post(path, body.format(keys), content_type="application/json")

    wide, few = asked(60_000), asked(MOST_KEYS - 1)
    assert wide.status_code == few.status_code == 422
    assert len(wide.content) < 1_000 and len(few.content) < 500 * MOST_TOLD
    assert len(wide.json()["violations"]) == 1
    assert len(few.json()["violations"]) == MOST_TOLD + 1
