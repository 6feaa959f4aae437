"""How a state changes, by kind: one function for each kind of event or act."""

from collections.abc import Callable
from typing import TypeVar, cast

S = TypeVar("S")
K = TypeVar("K")


class Changes(dict[type, Callable[[S, object], S]]):
    """The function for each kind. A value of an unregistered kind changes nothing."""

    def on(self, kind: type[K]) -> Callable[[Callable[[S, K], S]], Callable[[S, K], S]]:
        """Say which kind a function follows."""

        def register(function: Callable[[S, K], S]) -> Callable[[S, K], S]:
            self[kind] = cast("Callable[[S, object], S]", function)
            return function

        return register

    def after(self, state: S, value: object) -> S:
        """The state after one value more."""
        change = self.get(type(value))
        return state if change is None else change(state, value)
