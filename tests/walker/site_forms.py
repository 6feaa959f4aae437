"""What a page draws: its links, its forms and every way to send them, and what somebody may fill in."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

Attributes = dict[str, str]
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
SUBMITS, PUSHES = ("submit", "image"), ("button", "reset")
TO_FIX = "To fix"
"""What is said of a choice that is not sent yet."""
BESIDE = frozenset(("tab-bar", "skip", "foot"))
"""What every page has: it is no way on from here."""


@dataclass
class Option:
    """What a list offers; without a value of its own, its words are the value."""

    attributes: Attributes
    words: str = ""

    @property
    def value(self) -> str:
        return self.attributes.get("value", " ".join(self.words.split()))

    @property
    def chosen(self) -> bool:
        return "selected" in self.attributes


@dataclass
class Field:
    """Something to fill in: an input, a list or a text."""

    kind: str
    name: str
    attributes: Attributes
    value: str = ""
    options: list[Option] = field(default_factory=list)

    @property
    def required(self) -> bool:
        return "required" in self.attributes

    @property
    def fixed(self) -> bool:
        """Whether nobody can type into it."""
        return "readonly" in self.attributes or "hidden" in self.attributes

    @property
    def together(self) -> str:
        """The fields it counts with, and how many they have at least and at most."""
        return self.attributes.get("data-together", "")


@dataclass
class Form:
    """A form as drawn, with the fields that belong to it wherever they stand."""

    attributes: Attributes
    boosted: bool = False
    fields: list[Field] = field(default_factory=list)
    buttons: list[Attributes] = field(default_factory=list)
    loose: list[tuple[Attributes, Field | None]] = field(default_factory=list)
    """Elements inside that send something by themselves."""


class Way(NamedTuple):
    """One way to send a form: the button, where it goes, and whether a script of the page sends it."""

    method: str
    address: str
    fields: tuple[Field, ...]
    button: tuple[str, str] | None
    by_script: bool
    is_checked: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({one.name for one in self.fields}))


class Drawn(HTMLParser):
    """Everything on a page that leads somewhere or asks for something."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.alone: list[tuple[Attributes, Field | None]] = []
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.parts: list[str] = []
        self.ids: set[str] = set()
        self.alerts: list[str] = []
        self.reasons: list[str] = []
        self.lists: dict[str, list[Option]] = {}
        self.ways_on = 0
        self.is_whole = html.lstrip()[:15].lower().startswith("<!doctype")
        self._stack: list[tuple[str, Attributes]] = []
        self._form: Form | None = None
        self._by_id: dict[str, Form] = {}
        self._outside: list[tuple[str, Field | Attributes]] = []
        self._select: Field | None = None
        self._text: Field | None = None
        self._offered: Option | None = None
        self._list = ""
        self._alert: tuple[int, list[str]] | None = None
        self._reason: tuple[int, list[str]] | None = None
        self.feed(html)
        self.close()
        for owner, part in self._outside:
            if form := self._by_id.get(owner):
                form.fields.append(part) if isinstance(part, Field) else form.buttons.append(part)

    # Reading ------------------------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if tag not in VOID:
            self._stack.append((tag, given))
        self._alerted(given)
        if self._within("template"):
            return
        if tag == "form":
            self._form = Form(given, self._boosted(given))
            self.forms.append(self._form)
            self._by_id[given.get("id", "")] = self._form
            self._count()
        self._led(tag, given)
        self._asked(tag, given)

    def _led(self, tag: str, given: Attributes) -> None:
        if tag == "a" and "href" in given:
            href = given["href"]
            (self.anchors if href.startswith("#") else self.links).append(href)
            self._count()
        if tag in ("img", "iframe", "source", "script") and given.get("src"):
            self.links.append(given["src"])
        if tag == "link" and given.get("href"):
            self.links.append(given["href"])
        if "data-refresh" in given:
            self.parts.append(given["data-refresh"])

    def _asked(self, tag: str, given: Attributes) -> None:
        found: Field | None = None
        if tag in ("input", "select", "textarea"):
            found = self._field(tag, given)
        elif tag == "option":
            self._option(given)
        elif tag == "datalist":
            self._list = given.get("id", "")
            self.lists[self._list] = []
        elif tag == "button" and given.get("type", "submit") in SUBMITS and not self._is_off(given):
            self._belongs(given, given)
            self._count()
        if tag != "form" and ("hx-get" in given or "hx-post" in given):
            (self._form.loose if self._form else self.alone).append((given, found))

    def _field(self, tag: str, given: Attributes) -> Field | None:
        kind = given.get("type", "text") if tag == "input" else tag
        one = Field(kind, given.get("name", ""), given, given.get("value", ""))
        if tag == "select":
            self._select = one
        elif tag == "textarea":
            self._text = one
        if self._is_off(given) or kind in PUSHES:
            return None
        if kind in SUBMITS:
            self._belongs(given, given)
        elif one.name:
            self._belongs(given, one)
        return one

    def _option(self, given: Attributes) -> None:
        self._offered = Option(given)
        if self._select is not None and "disabled" not in given:
            self._select.options.append(self._offered)
        elif self._list:
            self.lists[self._list].append(self._offered)

    def _belongs(self, given: Attributes, part: Field | Attributes) -> None:
        if "form" in given:
            self._outside.append((given["form"], part))
        elif self._form:
            self._form.fields.append(part) if isinstance(part, Field) else self._form.buttons.append(part)

    def _is_off(self, given: Attributes) -> bool:
        return "disabled" in given or any(tag == "fieldset" and "disabled" in one for tag, one in self._stack)

    def _within(self, wanted: str) -> bool:
        return any(tag == wanted for tag, _ in self._stack)

    def _boosted(self, given: Attributes) -> bool:
        says = [one["hx-boost"] for _, one in self._stack if "hx-boost" in one]
        return given.get("hx-boost", says[-1] if says else "") == "true"

    def _count(self) -> None:
        if not any(BESIDE & set(one.get("class", "").split()) for _, one in self._stack):
            self.ways_on += 1

    def _alerted(self, given: Attributes) -> None:
        classes = given.get("class", "").split()
        if "reason-what" in classes:
            self._reason = (len(self._stack), [])
        refuses = given.get("role") == "alert" and given.get("aria-label") != TO_FIX
        alerts = self._alert is None and (refuses or "error" in classes)
        if alerts and "hidden" not in given and not any("hidden" in one for _, one in self._stack):
            self._alert = (len(self._stack), [])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "option":
            self._offered = None
        elif tag == "select":
            self._select = self._offered = None
        elif tag == "textarea":
            self._text = None
        elif tag == "datalist":
            self._list = ""
        while self._stack and any(tag == one for one, _ in self._stack):
            if self._alert and len(self._stack) == self._alert[0]:
                self.alerts.append(" ".join(" ".join(self._alert[1]).split()))
                self._alert = None
            if self._reason and len(self._stack) == self._reason[0]:
                self.reasons.append(" ".join(" ".join(self._reason[1]).split()))
                self._reason = None
            if self._stack.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.value += data
        if self._offered is not None:
            self._offered.words += data
        if self._alert:
            self._alert[1].append(data)
        if self._reason:
            self._reason[1].append(data)

    # What can be sent ---------------------------------------------------------------------------------------

    def ways(self) -> Iterator[Way]:
        """Every button of every form, and what the page's script sends without one."""
        for form in self.forms:
            yield from self._ways_of(form)
            for given, own in form.loose:
                yield self._by_itself(given, own, form)
        for given, own in self.alone:
            yield self._by_itself(given, own, None)

    def _ways_of(self, form: Form) -> Iterator[Way]:
        given, fields = form.attributes, tuple(form.fields)
        method = given.get("method", "get").lower()
        if method == "dialog":
            return
        action = urljoin(self.address, given.get("action") or self.address)
        script = next(
            ((verb, given[f"hx-{verb}"]) for verb in ("get", "post") if f"hx-{verb}" in given), None
        )
        sends_itself = "data-auto" in given or script is not None
        for button in form.buttons or ([{}] if sends_itself or has_text(fields) else []):
            pressed = (button["name"], button.get("value", "")) if button.get("name") else None
            to = urljoin(self.address, button.get("formaction") or action)
            how = button.get("formmethod", method).lower()
            checked = "formnovalidate" not in button
            yield Way(how, to, fields, pressed, by_script=form.boosted, is_checked=checked)
        if script:
            yield Way(script[0], urljoin(self.address, script[1]), fields, None, by_script=True)

    def _by_itself(self, given: Attributes, own: Field | None, form: Form | None) -> Way:
        verb = "post" if "hx-post" in given else "get"
        fields = [own] if own else []
        include = given.get("hx-include", "")
        if form and (verb == "post" or "closest form" in include):
            fields = list(form.fields)
        elif include.startswith("#"):
            fields += self._by_id[include[1:]].fields if include[1:] in self._by_id else []
        elif include.startswith("[name="):
            wanted = include[6:].rstrip("]")
            fields += [one for some in self.forms for one in some.fields if one.name == wanted][:1]
        if params := given.get("hx-params"):
            fields = [one for one in fields if one.name in params.split(",")]
        kept = {id(one): one for one in fields}
        return Way(
            verb, urljoin(self.address, given[f"hx-{verb}"]), tuple(kept.values()), None, by_script=True
        )


def has_text(fields: tuple[Field, ...]) -> bool:
    """Whether the key Enter sends a form without a button."""
    return any(one.kind in ("text", "search", "number", "email", "url", "password") for one in fields)


def is_ours(address: str) -> bool:
    """An address of this site, not a call, a letter or a script."""
    parts = urlsplit(address)
    return parts.scheme in ("", "http", "https") and parts.netloc in ("", "testserver")
