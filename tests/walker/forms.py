"""The forms of a page as a browser has them, and what somebody might fill into them by chance.

A field belongs to the form around it, or to the one that its `form=` names. Nothing here knows what a page is
about: what may be filled in is what the page says (`required`, `min`, `max`, `maxlength`, `data-least`,
`data-most`), and a page that takes less than it offers is at fault.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Final

TAGS: Final = re.compile(
    r"<(/?)(form|input|select|option|textarea|button|ul|ol|div|fieldset|template)\b([^>]*)>", re.IGNORECASE
)
"""The few tags that are looked at: no value of an attribute holds a bare `>`."""
ATTRIBUTE: Final = re.compile(r"""([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
MARKUP: Final = re.compile(r"<[^>]*>")
NOT_SENT: Final = ("submit", "image", "reset", "button", "file")
WORDS: Final = ("Hoth", "Endor", "the bridge", "Ann’s plan", "<b>bold</b>", "Ö & co", "42")
Attributes = dict[str, str]
Pairs = list[tuple[str, str]]
Told = str | Sequence[str] | None


@dataclass
class Group:
    """Boxes of which at least so many and at most so many are to be ticked."""

    least: int
    most: int
    boxes: list["Field"] = field(default_factory=list)


@dataclass
class Field:
    """A field with a name; of radio buttons each is one. `choices` are those of a select."""

    name: str
    kind: str
    value: str
    has: Attributes
    on: bool = False
    choices: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    group: Group | None = None

    @property
    def required(self) -> bool:
        return "required" in self.has

    @property
    def fixed(self) -> bool:
        """Whether a person cannot change it."""
        return self.kind == "hidden" or "readonly" in self.has

    def number(self, name: str) -> int | None:
        """A limit of it, where it has one."""
        text = self.has.get(name, "")
        return int(float(text)) if text else None


@dataclass(frozen=True)
class Button:
    """What sends a form; `has` are its attributes, `text` is what stands on it."""

    name: str
    value: str
    text: str
    disabled: bool
    has: Attributes = field(hash=False, default_factory=dict)


@dataclass
class Form:
    """A form with all that belongs to it, wherever on the page it stands."""

    action: str
    method: str
    id: str = ""
    has: Attributes = field(default_factory=dict)
    fields: list[Field] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def named(self, name: str) -> list[Field]:
        return [one for one in self.fields if one.name == name]

    def value(self, name: str) -> str:
        """What a hidden field says; nothing where there is none."""
        return next((one.value for one in self.fields if one.name == name), "")

    @property
    def pressable(self) -> list[Button]:
        return [one for one in self.buttons if not one.disabled]


def forms(page: str, shell: str = "") -> list[Form]:
    """Every form of a page. `shell` is what stands around a fragment: a form it names may be there."""
    return _Reader(shell + page).forms


class _Reader:
    def __init__(self, page: str) -> None:
        self.page = page
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.inside: Form | None = None
        self.select: Field | None = None
        self.groups: list[tuple[str, int, Group]] = []
        self.barred: list[bool] = []  # the fieldsets around, each disabled or not
        self.late: list[tuple[str, Field | Button]] = []
        self.templates = 0
        for found in TAGS.finditer(page):
            self._tag(found)
        for id, one in self.late:
            if id in self.by_id:
                _belongs(self.by_id[id], one)

    def _tag(self, found: re.Match[str]) -> None:
        closes, tag, rest = found[1] == "/", found[2].lower(), found[3]
        if tag == "template":
            self.templates += -1 if closes else 1
        if self.templates:
            return
        if closes:
            self._close(tag)
            return
        has = attributes(rest)
        if "data-most" in has:
            self.groups.append((tag, 0, Group(int(has.get("data-least") or 0), int(has["data-most"]))))
        elif self.groups and self.groups[-1][0] == tag:
            name, depth, group = self.groups[-1]
            self.groups[-1] = (name, depth + 1, group)
        if opens := OPENS.get(tag):
            opens(self, has, found)

    def _close(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = None
        elif tag == "fieldset" and self.barred:
            self.barred.pop()
        if self.groups and self.groups[-1][0] == tag:
            name, depth, group = self.groups.pop()
            if depth:
                self.groups.append((name, depth - 1, group))

    def _form(self, has: Attributes, _: re.Match[str]) -> None:
        method = has.get("method", "get").lower()
        self.inside = Form(has.get("action", ""), method, has.get("id", ""), has)
        self.forms.append(self.inside)
        if self.inside.id:
            self.by_id[self.inside.id] = self.inside

    def _fieldset(self, has: Attributes, _: re.Match[str]) -> None:
        self.barred.append("disabled" in has)

    def _input(self, has: Attributes, found: re.Match[str]) -> None:
        kind = has.get("type", "text").lower()
        if kind in ("submit", "image"):
            text = has.get("value", "")
            self._add(Button(has.get("name", ""), text, text, self._off(has), has), has)
        elif kind not in NOT_SENT:
            value = has.get("value", "on" if kind in ("radio", "checkbox") else "")
            one = Field(has.get("name", ""), kind, value, has, "checked" in has)
            if kind in ("radio", "checkbox") and self.groups:
                one.group = self.groups[-1][2]
                one.group.boxes += [one] if kind == "checkbox" else []
            self._add(one, has)

    def _select(self, has: Attributes, _: re.Match[str]) -> None:
        self.select = Field(has.get("name", ""), "select", "", has)
        self._add(self.select, has)

    def _option(self, has: Attributes, found: re.Match[str]) -> None:
        if self.select is None:
            return
        value = has["value"] if "value" in has else _text(self.page, found.end(), "option")
        if "disabled" not in has:
            self.select.choices.append(value)
        if "selected" in has:
            self.select.chosen.append(value)

    def _textarea(self, has: Attributes, found: re.Match[str]) -> None:
        self._add(Field(has.get("name", ""), "textarea", _text(self.page, found.end(), "textarea"), has), has)

    def _button(self, has: Attributes, found: re.Match[str]) -> None:
        if has.get("type", "submit") == "submit":
            text = _text(self.page, found.end(), "button")
            self._add(Button(has.get("name", ""), has.get("value", ""), text, self._off(has), has), has)

    def _off(self, has: Attributes) -> bool:
        return "disabled" in has or any(self.barred)

    def _add(self, one: Field | Button, has: Attributes) -> None:
        if isinstance(one, Field) and (not one.name or self._off(has)):
            return
        if "form" in has:
            self.late.append((has["form"], one))
        elif self.inside is not None:
            _belongs(self.inside, one)


OPENS: Final[dict[str, Callable[[_Reader, Attributes, re.Match[str]], None]]] = {
    "form": _Reader._form,
    "fieldset": _Reader._fieldset,
    "input": _Reader._input,
    "select": _Reader._select,
    "option": _Reader._option,
    "textarea": _Reader._textarea,
    "button": _Reader._button,
}


def _belongs(form: Form, one: Field | Button) -> None:
    if isinstance(one, Button):
        form.buttons.append(one)
    else:
        form.fields.append(one)


def attributes(text: str) -> Attributes:
    """The attributes of a tag, as a browser reads them."""
    found = ATTRIBUTE.findall(text)
    return {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}


def _text(page: str, begins: int, tag: str) -> str:
    """What stands until the tag is closed, without markup."""
    inside = page[begins : page.find(f"</{tag}", begins)]
    return " ".join(unescape(MARKUP.sub(" ", inside)).split())


# Filling in ------------------------------------------------------------------------------------------------


def as_it_is(form: Form, button: Button | None = None) -> Pairs:
    """The form sent as the page shows it."""
    pairs: Pairs = []
    for one in form.fields:
        if one.kind == "select":
            multiple = "multiple" in one.has
            pairs += [(one.name, value) for value in one.chosen or ([] if multiple else one.choices[:1])]
        elif one.kind not in ("radio", "checkbox") or one.on:
            pairs.append((one.name, one.value))
    return _pressed(pairs, button)


def filled(
    form: Form, luck: Random, button: Button | None = None, said: Mapping[str, Told] | None = None
) -> Pairs:
    """The form filled in by chance, as far as it lets one; `said` is what somebody has decided to say,
    nothing for what they leave empty."""
    pairs: Pairs = []
    for name, same in _by_name(form).items():
        if said and name in said:
            pairs += [(name, value) for value in _told(said[name])]
        elif same[0].kind == "radio":
            pairs.append((name, luck.choice(same).value))
        elif same[0].kind == "checkbox":
            pairs += [(name, one.value) for one in _ticked(same, luck)]
        else:
            pairs += [(name, value) for one in same for value in _said(one, luck)]
    return _pressed(pairs, button)


def _told(said: Told) -> list[str]:
    return [] if said is None else [said] if isinstance(said, str) else list(said)


def _pressed(pairs: Pairs, button: Button | None) -> Pairs:
    return [*pairs, (button.name, button.value)] if button and button.name else pairs


def _by_name(form: Form) -> dict[str, list[Field]]:
    found: dict[str, list[Field]] = {}
    for one in form.fields:
        found.setdefault(one.name, []).append(one)
    return found


def _ticked(boxes: list[Field], luck: Random) -> Iterator[Field]:
    """Some of the boxes: all that are required, and of a group so many as it asks for."""
    groups = {id(one.group): one.group for one in boxes if one.group}
    for group in groups.values():
        most = min(group.most, len(group.boxes))
        yield from luck.sample(group.boxes, luck.randint(min(group.least, most), most))
    yield from (one for one in boxes if not one.group and (one.required or luck.random() < 0.5))


def _said(one: Field, luck: Random) -> list[str]:
    if one.fixed:
        return [one.value]
    if one.kind == "select":
        choices = [value for value in one.choices if value or not one.required]
        if "multiple" in one.has:
            return luck.sample(choices, luck.randint(bool(choices) and one.required, len(choices)))
        return [luck.choice(choices)] if choices else []
    if one.kind in ("number", "range"):
        return [_number(one, luck)]
    if one.value or not (one.required or luck.random() < 0.5):
        return [one.value]
    return [TYPED[one.kind] if one.kind in TYPED else _words(one, luck)]


def _number(one: Field, luck: Random) -> str:
    least, most = one.number("min"), one.number("max")
    if one.value and luck.random() < 0.2:
        return one.value
    low = least if least is not None else 0
    high = most if most is not None else low + 9
    if one.has.get("step") == "any":
        return f"{luck.uniform(low, float(one.has.get('max') or high)):.2f}"
    step = one.number("step") or 1
    return str(low + step * luck.randint(0, max(0, (high - low) // step)))


def _words(one: Field, luck: Random) -> str:
    longest = one.number("maxlength") or 200
    text = luck.choice(WORDS) if luck.random() < 0.9 else "long " * 60
    return text[:longest].strip() or "x"


TYPED: Final = {
    "date": "2026-11-16", "time": "18:30", "datetime-local": "2026-11-16T18:30", "month": "2026-11",
    "email": "walker@example.org", "url": "https://example.org/", "tel": "0123456", "color": "#336699",
    "password": "a long walk on Hoth",
}  # fmt: skip
