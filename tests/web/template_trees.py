"""The templates as trees, and the templates that an expression in one may name."""

from functools import cache
from itertools import product
from pathlib import Path

from django.template import engines
from jinja2 import Environment, nodes

import muster.web
from muster.web.campaign.registers.building import STEPS

FOLDER = Path(muster.web.__file__).parent / "templates"
# What a page decides: the values that a name in `{% include %}` may have.
CHOSEN = {
    "step": tuple(STEPS),
    "open.view": ("reasons", "settings", "notes", "more", "odds"),
}


def environment() -> Environment:
    return engines["jinja2"].env


@cache
def parsed(template: str) -> nodes.Template:
    return environment().parse((FOLDER / template).read_text("utf-8"), template)


def named(expression: nodes.Expr) -> set[str]:
    """The templates that an expression may name."""
    if isinstance(expression, nodes.Const):
        return {expression.value}
    if isinstance(expression, nodes.List | nodes.Tuple):
        return set().union(*map(named, expression.items))
    if isinstance(expression, nodes.CondExpr):
        return named(expression.expr1) | named(expression.expr2)
    parts = expression.nodes if isinstance(expression, nodes.Concat) else [expression]
    words = ((part.value,) if isinstance(part, nodes.Const) else CHOSEN[written(part)] for part in parts)
    return {"".join(each) for each in product(*words)}


def written(expression: nodes.Node) -> str:
    """`open.view` as it is written."""
    if isinstance(expression, nodes.Getattr):
        return f"{written(expression.node)}.{expression.attr}"
    return expression.name if isinstance(expression, nodes.Name) else "(…)"
