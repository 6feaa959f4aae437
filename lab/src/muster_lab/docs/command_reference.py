"""The page of all commands, generated from click."""

from inspect import cleandoc
from textwrap import dedent

import click

from muster.cli import main
from muster_lab.docs.markdown import code_block, table_cell

OPENING = """# The command line

`muster COMMAND --help` says the same. Commands that read a list take a file, or `-` for standard input.
"""


def command_reference() -> str:
    """Every command with its options and examples."""
    context = click.Context(main, info_name="muster")
    return "\n".join([OPENING, *command_lines(main, context, 1)])


def command_lines(command: click.Command, context: click.Context, level: int) -> list[str]:
    """A command and the commands below it."""
    lines = [] if level == 1 else command_section(command, context, level)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                inner = click.Context(below, parent=context, info_name=name)
                lines += command_lines(below, inner, level + 1)
    return lines


def command_section(command: click.Command, context: click.Context, level: int) -> list[str]:
    """What a command does, its usage, options and examples."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    about = cleandoc((command.help or "").partition("\f")[0].replace("\b", ""))
    records = [
        record for option in command.get_params(context) if (record := option.get_help_record(context))
    ]
    lines = [f"{'#' * min(level, 4)} {context.command_path}", "", about, "", *code_block(usage)]
    options = [(name, text) for name, text in records if text and not name.endswith("--help")]
    if options:
        lines += ["| option | |", "|---|---|"]
        lines += [f"| `{name.replace('|', ' or ')}` | {table_cell(text)} |" for name, text in options]
        lines += [""]
    if command.epilog:
        lines += code_block(dedent(command.epilog.removeprefix("\b\nExamples:\n")).strip("\n"))
    return lines
