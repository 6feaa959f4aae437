"""The command `muster mcp`."""

import os

import click


@click.command()
@click.option("--data", metavar="DIR", help="The data folder with the events, as given to `muster serve`.")
def command(data: str | None) -> None:
    """Let an assistant look things up: an MCP server on standard input and output, read-only.

    It checks lists, computes exact odds, finds cards, keywords, rules and rulings, and shows the standings of
    public events. Enter `muster mcp` as a command in the assistant's settings.
    """
    from muster.cli.assistant.server import make_server

    if data:
        os.environ["MUSTER_DATA"] = data
    make_server().run("stdio")
