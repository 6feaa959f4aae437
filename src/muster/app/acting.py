"""Acts: who does what, and when. A command is a value, exactly one function handles it, and `can` asks that
same function what would stand in the way.

Pages build commands from forms, the API decodes them from JSON, and the command line constructs them.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar, dataclass_transform

import msgspec

from muster.app.streams import Appended, Key, TrialPassed, trial
from muster.rules.violations import Refused, Violation


class Act(msgspec.Struct, frozen=True):
    """Who acts, when, and under which batch. The key makes a form that is sent twice act only once."""

    actor: str
    at: datetime
    batch: str
    key: str | None = None

    def key_for(self, request: str) -> Key | None:
        """The idempotency key for this request, if the act has one."""
        return Key(self.key, request) if self.key else None


def task_name(name: str) -> str:
    """The name of a command in JSON: `RollCheck` becomes `roll-check`."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="act", tag=task_name, forbid_unknown_fields=True
):
    """A request to do something. In JSON its name is the field `act`, and unknown fields are refused."""


def fingerprint(asked: object) -> str:
    """The request as text, the same whenever a form is sent again. Text that is not valid Unicode is
    refused."""
    try:
        return asked if isinstance(asked, str) else msgspec.json.encode(asked).decode()
    except UnicodeError as error:
        raise Refused(Violation(code="log.bad_text", source="log", about=("this form",))) from error


D = TypeVar("D")
C = TypeVar("C", bound=Command)
Done = Appended | None


class Handler(NamedTuple, Generic[D]):
    """The function behind a command, and who may ask for it, as a word that `permit` understands."""

    function: Callable[[D, Act, Command], Done]
    who: str


class Handlers(Generic[D]):
    """The functions behind a family of commands, one for each. `permit` refuses those who may not ask."""

    def __init__(self, permit: Callable[[D, Act, Command, str], None]) -> None:
        self.permit = permit
        self.known: dict[type[Command], Handler[D]] = {}

    def handles(
        self, kind: type[C], who: str
    ) -> Callable[[Callable[[D, Act, C], Done]], Callable[[D, Act, C], Done]]:
        """Register the function for a command; registering a second one for the same command is an error."""

        def register(function: Callable[[D, Act, C], Done]) -> Callable[[D, Act, C], Done]:
            if kind in self.known:
                raise ValueError(f"{kind.__name__} has two handlers")

            def handle_kind(context: D, act: Act, command: Command) -> Done:
                if not isinstance(command, kind):
                    raise TypeError(f"{type(command).__name__} is no {kind.__name__}")
                return function(context, act, command)

            self.known[kind] = Handler(handle_kind, who)
            return function

        return register

    def handle(self, context: D, act: Act, command: Command) -> Done:
        """Do it, or refuse with every reason. None if it was done before and there is nothing left to do."""
        handler = self.known[type(command)]
        self.permit(context, act, command, handler.who)
        return handler.function(context, act, command)

    def can(self, context: D, act: Act, command: Command) -> tuple[Violation, ...]:
        """What stands in the way of a command. The handler itself runs up to its first write, so nothing
        is written (`streams.about_to_write`)."""
        return obstacles(lambda: self.handle(context, act, command))


def obstacles(do: Callable[[], object]) -> tuple[Violation, ...]:
    """Why an action would be refused. It runs up to its first write."""
    try:
        with trial():
            do()
    except TrialPassed:
        return ()
    except Refused as refused:
        return refused.violations
    return ()
