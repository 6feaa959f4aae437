"""Acts: who does what, and when. A command is a value, one function handles it, and `can` asks that same
function what would stand in the way.

A page turns its form into a command, the API decodes JSON into the same one, the command line builds it.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar, dataclass_transform

import msgspec

from muster.app.streams import Appended, Decided, Key, trial
from muster.rules.violations import Refused, Violation


class Act(msgspec.Struct, frozen=True):
    """Who acts, when, under which batch; the key makes a form sent twice act once."""

    actor: str
    at: datetime
    batch: str
    key: str | None = None

    def asking(self, request: str) -> Key | None:
        """The key together with what is asked under it."""
        return Key(self.key, request) if self.key else None


def task_name(name: str) -> str:
    """`RollCheck` is asked for as `roll-check`."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="act", tag=task_name, forbid_unknown_fields=True
):
    """What somebody asks for. In JSON its name is the field `act`, and it takes exactly its own fields."""


def fingerprint(asked: object) -> str:
    """What was asked, as text: the same form sent twice reads the same. Half a letter is no text."""
    try:
        return asked if isinstance(asked, str) else msgspec.json.encode(asked).decode()
    except UnicodeError as error:
        raise Refused(Violation(code="log.bad_text", source="log", about=("this form",))) from error


D = TypeVar("D")
C = TypeVar("C", bound=Command)
Done = Appended | None


class Handler(NamedTuple, Generic[D]):
    """The function behind a command, and who may ask for it: a word that the desk knows."""

    function: Callable[[D, Act, Command], Done]
    who: str


class Handlers(Generic[D]):
    """The one function behind each kind of command at a desk. `permit` refuses those who may not ask."""

    def __init__(self, permit: Callable[[D, Act, Command, str], None]) -> None:
        self.permit = permit
        self.known: dict[type[Command], Handler[D]] = {}

    def handles(
        self, kind: type[C], who: str
    ) -> Callable[[Callable[[D, Act, C], Done]], Callable[[D, Act, C], Done]]:
        """Say which command a function handles; a second function for the same one is a mistake."""

        def register(function: Callable[[D, Act, C], Done]) -> Callable[[D, Act, C], Done]:
            if kind in self.known:
                raise ValueError(f"{kind.__name__} has two handlers")

            def narrowed(context: D, act: Act, command: Command) -> Done:
                if not isinstance(command, kind):
                    raise TypeError(f"{type(command).__name__} is no {kind.__name__}")
                return function(context, act, command)

            self.known[kind] = Handler(narrowed, who)
            return function

        return register

    def handle(self, context: D, act: Act, command: Command) -> Done:
        """Do it, or refuse with every reason. None where it was done before and there is nothing to do."""
        handler = self.known[type(command)]
        self.permit(context, act, command, handler.who)
        return handler.function(context, act, command)

    def can(self, context: D, act: Act, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of a command, found by the function that would do it. Nothing is written:
        the handler runs up to its first write (`streams.about_to_write`)."""
        return obstacles(lambda: self.handle(context, act, command))


def obstacles(do: Callable[[], object]) -> tuple[Violation, ...]:
    """Why something would be refused; it runs up to its first write."""
    try:
        with trial():
            do()
    except Decided:
        return ()
    except Refused as refused:
        return refused.violations
    return ()
