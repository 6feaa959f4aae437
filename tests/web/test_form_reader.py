"""One reader of forms: every field of a command by its name and type."""

import pytest
from django.http import QueryDict

from muster.app.acting import Command
from muster.rules.violations import Refused
from muster.web.forms import LONGEST, always, form_for


class Extend(Command, frozen=True):
    """Typical fields: a word, a number, a switch and one that forms may leave out."""

    player: str
    minutes: int
    on: bool = False
    why: str = "asked"


class Pick(Command, frozen=True):
    """A field that needs a reader of its own."""

    ranks: tuple[str, ...]


def test_fields_are_read_by_name_and_type():
    read = form_for(Extend).read
    sent = QueryDict("player=p1&minutes=15&on=on&why=unable")
    assert read(sent) == Extend(player="p1", minutes=15, on=True, why="unable")


def test_what_a_form_leaves_out_keeps_its_default():
    assert form_for(Extend).read(QueryDict("player=p1&minutes=x")) == Extend(player="p1", minutes=0)


def test_a_reader_of_its_own_is_always_asked():
    read = form_for(Extend, why=always("components"), on=lambda form: "late" in form).read
    assert read(QueryDict("why=asked&late=1")) == Extend(player="", minutes=0, on=True, why="components")


def test_a_text_is_refused_whole_rather_than_cut():
    with pytest.raises(Refused, match=r"form\.too_long"):
        form_for(Extend).read(QueryDict("player=" + "x" * (LONGEST + 1)))


def test_a_type_that_no_text_says_needs_a_reader():
    with pytest.raises(TypeError, match=r"Pick\.ranks"):
        form_for(Pick)
