"""Every command of a table has its button, and whoever may press it is said once."""

from typing import get_args

import msgspec
import pytest
from django.http import QueryDict

from muster.app.game.commands import HANDLERS, DoStep, StepWord
from muster.rules.violations import Refused
from muster.web.game.forms import FORMS, command_in


def test_every_command_has_a_form_and_a_word_of_who_may():
    assert {form.command for form in FORMS.values()} == set(HANDLERS.known)
    assert {handler.who for handler in HANDLERS.known.values()} == {"table"}


@pytest.mark.parametrize("word", FORMS)
def test_a_form_reads_into_its_command(word):
    command = FORMS[word].read(QueryDict(f"do={word}&seen=3&batch=b&name1=A&name2=B&points1=1&points2=2"))
    assert type(command) is FORMS[word].command
    assert msgspec.json.decode(msgspec.json.encode(command), type=type(command)) == command


def test_a_step_says_its_choice_behind_a_colon():
    assert command_in(QueryDict("do=colour:blue&seen=4")) == DoStep(step="colour", seen=4, choice="blue")
    assert {word for word, form in FORMS.items() if form.command is DoStep} == set(get_args(StepWord))


@pytest.mark.parametrize("text", ["", "do=", "do=dance", "do=sit-down", "do=:blue"])
def test_what_is_no_button_is_refused(text):
    with pytest.raises(Refused):
        command_in(QueryDict(text))
