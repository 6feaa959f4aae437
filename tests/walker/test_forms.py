"""The walker reads a form as a browser does, and fills in what the page offers."""

from random import Random

from tests.walker.forms import as_it_is, filled, forms

PAGE = """
<form id="say" action="/act" method="post"><input type="hidden" name="key" value="a&amp;b"></form>
<ul data-least="1" data-most="2"><li><ul></ul><input type="checkbox" form="say" name="unit" value="1">
<input type="checkbox" form="say" name="unit" value="2">
<input type="checkbox" form="say" name="unit" value="3"></ul>
<input type="checkbox" form="say" name="mark" required>
<fieldset disabled><input form="say" name="never" value="x"></fieldset>
<input type="radio" form="say" name="pick" value="left">
<input type="radio" form="say" name="pick" value="right" checked>
<select form="say" name="on"><option value="">none</option><option selected>Hoth</option>
<option disabled>Yavin</option></select>
<input type="number" form="say" name="round" min="2" max="3" value="2">
<textarea name="note" form="say" maxlength="4" required></textarea>
<button form="say" name="do" value="yes">Yes, <b>now</b></button>
<button form="say" name="do" value="no" disabled>No</button>
<form action="/other"><input name="q" disabled><button type="button">+</button></form>
"""


def test_fields_belong_to_the_form_they_name() -> None:
    say, other = forms(PAGE)
    assert (say.method, say.action, say.value("key")) == ("post", "/act", "a&b")
    assert (other.method, other.action, other.fields, other.buttons) == ("get", "/other", [], [])
    assert [(one.value, one.text) for one in say.pressable] == [("yes", "Yes, now")]
    assert dict(as_it_is(say, say.buttons[0])) == {
        "key": "a&b", "pick": "right", "on": "Hoth", "round": "2", "note": "", "do": "yes",
    }  # fmt: skip


def test_what_is_filled_in_is_what_the_page_offers() -> None:
    say = forms(PAGE)[0]
    seen: dict[str, set[str]] = {}
    for seed in range(60):
        pairs = filled(say, Random(seed), say.buttons[0])
        assert 1 <= sum(name == "unit" for name, _ in pairs) <= 2
        assert ("mark", "on") in pairs and len(dict(pairs)["note"]) in range(1, 5)
        for name, value in pairs:
            seen.setdefault(name, set()).add(value)
    assert seen["unit"] == {"1", "2", "3"} and seen["pick"] == {"left", "right"}
    assert seen["on"] == {"", "Hoth"} and seen["round"] == {"2", "3"} and "never" not in seen


def test_a_fragment_says_its_answer_into_the_form_around_it() -> None:
    shell = '<form id="say" action="/act" method="post"></form>'
    (form,) = forms('<button form="say" name="do" value="begin">Begin</button>', shell)
    assert filled(form, Random(1), form.buttons[0]) == [("do", "begin")]
