"""The page of the library, generated from its docstrings."""

import ast
import inspect
from importlib import import_module
from textwrap import dedent
from types import ModuleType
from typing import Any

import msgspec

import muster
from muster_lab.docs.markdown import code_block

PROMISE = """# The library

`import muster` offers these modules, without Django. What is listed here keeps its meaning within a minor
version; [the changelog](../contributors/changes.md) says what a new one changes. [The
cookbook](../cookbook/README.md) shows them at work. What is refused raises `muster.Refused`, whose text is a
sentence; `muster.explain` puts a `muster.Violation` into words.
"""


def library_reference() -> str:
    """Every module of the library with all its public names."""
    modules = [import_module(f"muster.library.{name}") for name in muster.MODULES]
    return "\n".join([PROMISE, *(part for module in modules for part in module_parts(module))])


def module_parts(module: ModuleType) -> list[str]:
    """What a module is for, then its functions, then the values they take and return."""
    name = module.__name__.replace("muster.library", "muster")
    things = [(key, getattr(module, key)) for key in module.__all__]
    functions = [(key, thing) for key, thing in things if inspect.isroutine(thing)]
    classes = [(key, thing) for key, thing in things if inspect.isclass(thing)]
    others = [key for key, thing in things if not inspect.isroutine(thing) and not inspect.isclass(thing)]
    parts = [f"## {name}", "", doc_of(module), ""]
    for key, function in functions:
        parts += [
            f"### {name}.{key}",
            "",
            *code_block(f"{key}{signature_of(function)}", "python"),
            doc_of(function),
            "",
        ]
    for key, kind in classes:
        parts += [f"### {name}.{key}", "", doc_of(kind), "", *field_lines(kind)]
    if others:
        parts += ["Also: " + ", ".join(f"`{name}.{key}`" for key in others) + ".", ""]
    return parts


def doc_of(thing: Any) -> str:
    """The docstring, where it is the thing's own."""
    return inspect.cleandoc(vars(thing).get("__doc__") or getattr(thing, "__doc__", "") or "")


def signature_of(function: Any) -> str:
    """Parameters and return type as the source has them."""
    (node,) = ast.parse(dedent(inspect.getsource(function))).body
    if not isinstance(node, ast.FunctionDef) or node.returns is None:
        raise TypeError(f"{function.__name__} is no function with types")
    return f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"


def field_lines(kind: type) -> list[str]:
    """The fields of a struct as a table of names, types and defaults."""
    if not issubclass(kind, msgspec.Struct):
        return []
    fields: dict[str, ast.AnnAssign] = {}
    for base in reversed(kind.__mro__):
        fields |= (
            source_fields(base) if issubclass(base, msgspec.Struct) and base is not msgspec.Struct else {}
        )
    rows = [field_row(name, fields[name]) for name in kind.__struct_fields__]
    return ["| field | type | default |", "|---|---|---|", *rows, ""] if rows else []


def source_fields(kind: type) -> dict[str, ast.AnnAssign]:
    """The fields of a class as its source has them."""
    (node,) = ast.parse(dedent(inspect.getsource(kind))).body
    lines = node.body if isinstance(node, ast.ClassDef) else []
    return {
        line.target.id: line
        for line in lines
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


class WithoutBounds(ast.NodeTransformer):
    """Turns `Annotated[int, Meta(ge=1)]` into `int`: the reader wants the type."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Replace an annotated type by the type itself, at any depth."""
        self.generic_visit(node)
        annotated = isinstance(node.value, ast.Name) and node.value.id == "Annotated"
        return node.slice.elts[0] if annotated and isinstance(node.slice, ast.Tuple) else node


def field_row(name: str, field: ast.AnnAssign) -> str:
    """A row of the table; the bar of a union would end a cell."""
    kind = ast.unparse(WithoutBounds().visit(field.annotation)).strip("'").replace(" | ", " or ")
    default = f"`{ast.unparse(field.value)}`" if field.value else "required"
    return f"| `{name}` | `{kind}` | {default.replace('|', ' or ')} |"
