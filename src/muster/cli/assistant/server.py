"""Offers the tools over the Model Context Protocol."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import click
import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import WithJsonSchema

import muster
from muster.cli.assistant.tools import TOOLS, Values
from muster.rules.dice.questions import Attack, Defence
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused

READ_ONLY: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
INSTRUCTIONS: Final = (
    "Facts about the miniatures game Star Wars: Legion: cards, keywords, rules and rulings in Muster’s own "
    "words, each with its source, exact odds, and the check of an army list. Ask here rather than guess, and "
    "name the source. An unofficial fan tool."
)


def make_server() -> MCPServer:
    """A server with the six tools, all of them read-only."""
    server = MCPServer(
        "muster", title="Muster", version=muster.__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    for tool in TOOLS:
        server.tool(annotations=READ_ONLY)(as_mcp_tool(tool))
    return server


def as_mcp_tool(tool: Callable[..., Values]) -> Callable[..., Values]:
    """Wrap a tool: refusals become sentences, and values of the rules get their full schema."""

    @wraps(tool)
    def answer(**arguments: Any) -> Values:
        try:
            return tool(**arguments)
        except Refused as refused:
            sentences = [f"{explain(violation)} {remedy(violation)}" for violation in refused.violations]
            raise ToolError(" ".join(sentences).strip()) from None
        except click.ClickException as trouble:
            raise ToolError(trouble.message) from None

    signature = inspect.signature(tool)
    parameters = [
        parameter.replace(annotation=WITH_SCHEMA.get(parameter.name, parameter.annotation))
        for parameter in signature.parameters.values()
    ]
    answer.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return answer


def schema_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON schema of a struct with every reference inlined."""
    _, parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def inline(schema: Any) -> Any:
        if isinstance(schema, dict):
            if "$ref" in schema:
                return inline(parts[schema["$ref"]])
            return {key: inline(value) for key, value in schema.items()}
        return [inline(item) for item in schema] if isinstance(schema, list) else schema

    return dict(inline(parts[kind.__name__]))


WITH_SCHEMA: Final[dict[str, Any]] = {
    "attack": Annotated[Values, WithJsonSchema(schema_of(Attack))],
    "defence": Annotated[Values, WithJsonSchema(schema_of(Defence))],
}
"""Parameters that are values of the rules, with a schema that names every field."""
