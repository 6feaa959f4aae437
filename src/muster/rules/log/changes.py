"""How a state changes, said kind by kind: one function for each kind of event or act."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
K = TypeVar("K")


class Changes(Generic[S]):
    """The function behind each kind. A value of a kind that nobody named changes nothing."""

    def __init__(self) -> None:
        self._known: dict[type, Callable[[S, object], S]] = {}

    def on(self, kind: type[K]) -> Callable[[Callable[[S, K], S]], Callable[[S, K], S]]:
        """Say which kind a function follows."""

        def register(function: Callable[[S, K], S]) -> Callable[[S, K], S]:
            self._known[kind] = lambda state, value: (
                function(state, value) if isinstance(value, kind) else state
            )
            return function

        return register

    def __contains__(self, kind: object) -> bool:
        return kind in self._known

    def after(self, state: S, value: object) -> S:
        """The state after one value more."""
        change = self._known.get(type(value))
        return state if change is None else change(state, value)
