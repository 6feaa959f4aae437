"""Army lists: read any of the usual formats, check them against every rule, write them again."""

from datetime import date

from muster.rules.armies.army import Army, ArmyUnit
from muster.rules.armies.check import check_army
from muster.rules.armies.exchange import FORMATS, Exported, Imported, read_any
from muster.rules.armies.exchange import write as write_as
from muster.rules.armies.report import Report
from muster.rules.cards.catalogue import catalogue

__all__ = ["Army", "ArmyUnit", "Exported", "Imported", "Report", "check", "formats", "read", "write"]


def read(text: str | bytes, format: str = "", day: date | None = None) -> Imported:
    """Read a list in whatever format it is written, or in the one named.

    `army` of the answer is what was understood, `unresolved` what was not; what is no list at all is
    refused. `day` is the day of the list, where it is not today's: it decides about points and cards.
    """
    return read_any(text, format_id=format or None, day=day)


def check(army: Army | str | bytes) -> Report:
    """Check an army, or a list as text, against every rule: `legal`, `points`, all `violations` at once."""
    found = army if isinstance(army, Army) else read(army).army
    return check_army(found, catalogue())


def write(army: Army, format: str = "text") -> Exported:
    """The army as `text` in one of `formats()`, and what reading that back would lose."""
    return write_as(army, format)


def formats() -> dict[str, str]:
    """The formats that can be written, by id, with what people call them."""
    return {form.id: form.name for form in FORMATS.values()}
