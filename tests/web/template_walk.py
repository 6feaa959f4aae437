"""One walk through what a page draws, with the type of each name: an attribute that no type has is noted."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from jinja2 import nodes
from markupsafe import Markup

from muster.web import page
from tests.web.template_trees import environment, named, parsed, written
from tests.web.template_types import (
    ANYTHING,
    Value,
    attribute,
    either,
    hints_of,
    inside,
    item,
    many,
    returned,
    spread,
    value,
)

Names = dict[str, Value]
SAME_ROW = {"list", "sort", "reverse", "unique", "select", "reject", "selectattr", "rejectattr"}
ONE_OF_ROW = {"first", "last", "min", "max", "random"}
ASKING = {"defined", "undefined"}
TEXT: Value = frozenset({Markup})


@dataclass(frozen=True, eq=False)
class MacroOf:
    """A macro as a value: where it is written, and the names that it sees there."""

    template: str
    macro: nodes.Macro
    names: Names


@dataclass(frozen=True, eq=False)
class ModuleOf:
    """An imported template as a value."""

    names: Names


class Walk:
    """The walk through any number of pages. What it finds is in `wrong`: `template:line row.nmae`."""

    def __init__(self, parse: Callable[[str], nodes.Template] = parsed) -> None:
        self.parse = parse
        self.wrong: set[str] = set()
        self.called: set[tuple[MacroOf, frozenset[tuple[str, Value]]]] = set()
        self.alone: dict[str, ModuleOf] = {}  # templates that see no page are the same for all
        self.template = ""

    def draw(self, template: str, names: Names) -> None:
        """Walk a template; what it binds is in `names` afterwards."""
        outer, self.template = self.template, template
        tree = self.parse(template)
        for node in tree.find_all(nodes.Extends):
            for parent in sorted(named(node.template)):
                self.draw(parent, names)
        self.template = template
        for macro in tree.find_all(nodes.Macro):  # a macro may call one that is written below it
            names[macro.name] = frozenset({MacroOf(template, macro, names)})
        self.state(tree.body, names)
        self.template = outer

    def state(self, statements: Iterable[nodes.Node], names: Names) -> None:
        for statement in statements:
            walk = getattr(self, f"_{type(statement).__name__.lower()}", self._other)
            walk(statement, names)

    def _other(self, node: nodes.Node, names: Names) -> None:
        for child in node.iter_child_nodes():
            if isinstance(child, nodes.Expr):
                self.of(child, names)
            else:
                self.state([child], names)

    def _block(self, node: nodes.Block, names: Names) -> None:
        self.state(node.body, names.copy())

    def _extends(self, node: nodes.Extends, names: Names) -> None:
        """Walked before the template that extends it."""

    def _macro(self, node: nodes.Macro, names: Names) -> None:
        """Walked where it is called."""

    def _for(self, node: nodes.For, names: Names) -> None:
        row = self.of(node.iter, names)
        own = names | {"loop": ANYTHING}
        self._bind(node.target, inside(row), own)
        if node.test:
            self.of(node.test, own)
        self.state(node.body, own)
        self.state(node.else_, names.copy())

    def _if(self, node: nodes.If, names: Names) -> None:
        self.of(node.test, names)
        branches = [node.body, *([branch] for branch in node.elif_), node.else_]
        ends = [names.copy() for _ in branches]
        for body, end in zip(branches, ends, strict=True):
            self.state(body, end)
        for name in {name for end in ends for name in end}:
            names[name] = either(*(end[name] for end in ends if name in end))

    def _assign(self, node: nodes.Assign, names: Names) -> None:
        self._bind(node.target, self.of(node.node, names), names)

    def _assignblock(self, node: nodes.AssignBlock, names: Names) -> None:
        self.state(node.body, names.copy())
        self._bind(node.target, TEXT, names)

    def _with(self, node: nodes.With, names: Names) -> None:
        own = names.copy()
        for target, expression in zip(node.targets, node.values, strict=True):
            self._bind(target, self.of(expression, names), own)
        self.state(node.body, own)

    def _callblock(self, node: nodes.CallBlock, names: Names) -> None:
        self.of(node.call, names)
        self.state(node.body, names | {arg.name: ANYTHING for arg in node.args})

    def _include(self, node: nodes.Include, names: Names) -> None:
        for template in sorted(named(node.template)):
            self.draw(template, names.copy())

    def _import(self, node: nodes.Import, names: Names) -> None:
        names[node.target] = frozenset({self._taken(node, names)})

    def _fromimport(self, node: nodes.FromImport, names: Names) -> None:
        taken = self._taken(node, names).names
        for name in node.names:
            own, called = name if isinstance(name, tuple) else (name, name)
            names[called] = taken.get(own, ANYTHING)

    def _taken(self, node: nodes.Import | nodes.FromImport, names: Names) -> ModuleOf:
        template = node.template.value
        if not node.with_context and template in self.alone:
            return self.alone[template]
        module = ModuleOf(names.copy() if node.with_context else given())
        self.draw(template, module.names)
        if not node.with_context:
            self.alone[template] = module
        return module

    def _bind(self, target: nodes.Node, given: Value, names: Names) -> None:
        if isinstance(target, nodes.Name):
            names[target.name] = given
        elif isinstance(target, nodes.Tuple):
            for part, value in zip(target.items, spread(given, len(target.items)), strict=True):
                self._bind(part, value, names)

    def of(self, node: nodes.Expr, names: Names) -> Value:
        """What is known of an expression; its parts are walked too."""
        walk = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if walk:
            return walk(node, names)
        for child in node.iter_child_nodes():
            self.of(child, names)
        return ANYTHING

    def _of_name(self, node: nodes.Name, names: Names) -> Value:
        return names.get(node.name, ANYTHING)

    def _of_const(self, node: nodes.Const, _: Names) -> Value:
        return value(type(node.value))

    def _of_getattr(self, node: nodes.Getattr, names: Names) -> Value:
        return self._look(self.of(node.node, names), node.attr, node)

    def _look(self, whole: Value, name: str, node: nodes.Node) -> Value:
        for module in whole:
            if isinstance(module, ModuleOf):
                return module.names.get(name, ANYTHING)
        found = attribute(whole, name)
        if found is None:
            before = written(node.node) if isinstance(node, nodes.Getattr) else "(…)"
            self.wrong.add(f"{self.template}:{node.lineno} {before}.{name}")
        return found or ANYTHING

    def _of_getitem(self, node: nodes.Getitem, names: Names) -> Value:
        row = self.of(node.node, names)
        self.of(node.arg, names)
        if isinstance(node.arg, nodes.Slice):
            return many(inside(row))
        return item(row, node.arg.value if isinstance(node.arg, nodes.Const) else None)

    def _of_condexpr(self, node: nodes.CondExpr, names: Names) -> Value:
        self.of(node.test, names)
        kept = self.of(node.expr1, names)
        return either(kept, self.of(node.expr2, names)) if node.expr2 else kept

    def _of_or(self, node: nodes.Or, names: Names) -> Value:
        left, right = self.of(node.left, names), self.of(node.right, names)
        return either(left, right)

    def _of_test(self, node: nodes.Test, names: Names) -> Value:
        if node.name not in ASKING:
            self._other(node, names)
        return frozenset({bool})

    def _of_filter(self, node: nodes.Filter, names: Names) -> Value:
        if node.node is None or node.name == "default":
            return ANYTHING
        row = self.of(node.node, names)
        for arg in (*node.args, *node.kwargs):
            self.of(arg.value if isinstance(arg, nodes.Keyword) else arg, names)
        named_here = [self._through(inside(row), name, node) for name in _attributes(node)]
        if node.name == "map" and named_here:
            return many(named_here[0])
        if node.name in SAME_ROW:
            return many(inside(row))
        return inside(row) if node.name in ONE_OF_ROW else ANYTHING

    def _through(self, value: Value, path: str, node: nodes.Node) -> Value:
        for name in path.split("."):
            value = item(value, int(name)) if name.isdigit() else self._look(value, name, node)
        return value

    def _of_call(self, node: nodes.Call, names: Names) -> Value:
        if isinstance(node.node, nodes.Getattr) and (pairs := self._of_mapping(node.node, names)):
            return pairs
        called = self.of(node.node, names)
        args = [self.of(arg, names) for arg in node.args]
        by_name = {arg.key: self.of(arg.value, names) for arg in node.kwargs}
        macros = [macro for macro in called if isinstance(macro, MacroOf)]
        for macro in macros:
            self._enter(macro, args, by_name)
        functions = frozenset(
            function for function in called if callable(function) and not isinstance(function, type)
        )
        return TEXT if macros else returned(functions)

    def _of_mapping(self, node: nodes.Getattr, names: Names) -> Value:
        """`.items()` and `.values()` of a mapping of known types."""
        whole = self.of(node.node, names)
        found = {"values": item(whole, None)}.get(node.attr, ANYTHING)
        if node.attr == "items" and (keys := inside(whole)) and (held := item(whole, None)):
            found = frozenset(tuple[key, value] for key in keys for value in held)  # type: ignore[valid-type]
        return many(found)

    def _enter(self, macro: MacroOf, args: list[Value], by_name: Names) -> None:
        """Walk a macro with what it is given; once for the same."""
        params = [arg.name for arg in macro.macro.args]
        own = dict(zip(params, args, strict=False)) | by_name
        key = (macro, frozenset(own.items()))
        if key in self.called:
            return
        self.called.add(key)
        missing = dict.fromkeys((*params, "caller", "varargs", "kwargs"), ANYTHING)
        outer, self.template = self.template, macro.template
        self.state(macro.macro.body, macro.names | missing | own)
        self.template = outer


def _attributes(node: nodes.Filter) -> Iterator[str]:
    """The attributes that a filter names: `selectattr("done")`, `map(attribute="name")`."""
    first = node.args[:1] if node.name in ("selectattr", "rejectattr") else []
    given_by_name = [arg.value for arg in node.kwargs if arg.key == "attribute"]
    yield from (arg.value for arg in (*first, *given_by_name) if isinstance(getattr(arg, "value", 0), str))


def given() -> Names:
    """What every template sees: of a function, what it gives back is known."""
    return {
        name: frozenset({value}) if callable(value) else ANYTHING
        for name, value in environment().globals.items()
    }


def fields(kind: type[page.TemplateContext]) -> Names:
    """The names that a page gives its template: its own, and those of the parts it holds."""
    hints = hints_of(kind)
    held = [
        hint for hint in hints.values() if isinstance(hint, type) and issubclass(hint, page.TemplateContext)
    ]
    own = {name: value(hints[name]) if name in hints else ANYTHING for name in kind.__struct_fields__}
    return {name: value for names in (*map(fields, held), own) for name, value in names.items()}
