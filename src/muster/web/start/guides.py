"""Help: one guide per job. The pictures are taken by `tests/browser/help_pictures.py`."""

from functools import cache
from importlib.resources import files

import msgspec


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a job; `picture` is a file of static/muster/help, and `shows` says what is on it."""

    title: str
    text: str
    picture: str = ""
    shows: str = ""


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one job is done, and where it begins: `button` leads to the page named `url`."""

    id: str
    icon: str
    title: str
    lead: str
    button: str
    url: str
    steps: tuple[GuideStep, ...]


@cache
def guides() -> tuple[Guide, ...]:
    """All of them, in the order of the help page."""
    text = files("muster.data").joinpath("help.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Guide, ...])
