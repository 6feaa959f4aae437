"""Who wins a game of Special Operations: the mission alone decides (rule 297; G23). Each module of `missions`
with an `OPERATION` is one."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from muster.rules.game.special_operations import missions
from muster.rules.game.special_operations.missions.operation import Operation
from muster.rules.game.table import SIDES, Ended, Table, Unit


@cache
def operations() -> Mapping[str, Operation]:
    """The missions by id."""
    modules = (
        import_module(f"{missions.__name__}.{module.name}") for module in iter_modules(missions.__path__)
    )
    found: list[Operation] = [module.OPERATION for module in modules if hasattr(module, "OPERATION")]
    return {operation.id: operation for operation in found}


def operation_of(table: Table) -> Operation:
    """The mission of a game; one without anything of its own before it is known."""
    return operations().get(table.mission.objective, Operation(""))


def mission_result(table: Table) -> Ended | None:
    """At the end of a round: what the mission says."""
    return operation_of(table).decided(table)


def certain(table: Table) -> Ended | None:
    """The outcome that nothing can change any more (G23). Nothing secret is looked at."""
    may_win = operation_of(table).may_win(table) if table.round else SIDES
    return Ended(winner=may_win[0], ground="certain") if len(may_win) == 1 else None


def near(table: Table) -> tuple[str, ...]:
    """The tokens whose surroundings matter."""
    return operation_of(table).looked_at(table)


def matters(table: Table, unit: Unit) -> bool:
    """Whether it matters to the mission where a unit is."""
    return operation_of(table).matters(table, unit)
