"""Commands that are loaded when they are called, so that `muster odds` does not have to load the web."""

import errno
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

LONGEST_SENTENCE = 1000
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Suggesting(click.Group):
    """A group of commands that suggests the closest command after a typo."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command; if there is none with that name, suggests the closest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = get_close_matches(args[0][:40], self.list_commands(ctx), n=1)
            if not near or near[0] in error.message:
                raise
            raise click.UsageError(f"{error.message} Did you mean '{near[0]}'?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command with its full first sentence, wrapped if it is long."""
        known = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(LONGEST_SENTENCE)) for name, command in known if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class LazyGroup(Suggesting):
    """A group of commands, each in a module of its own under the name `command`."""

    def __init__(
        self, *args: Any, modules: Mapping[str, str], examples: Mapping[str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.modules = modules
        self.examples = examples or {}

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command; exits with a message if there is no space left for its output."""
        try:
            return super().main(*args, **extra)
        except OSError as error:
            if error.errno not in NO_ROOM or error.filename is not None:
                raise
            click.ClickException(f"The output can’t be written: {error.strerror}.").show()
            raise SystemExit(1) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command there is."""
        return sorted([*super().list_commands(ctx), *self.modules])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command by its name."""
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(self.modules[cmd_name]).command
        if cmd_name in self.examples and not command.epilog:
            # An empty line would end the block that click leaves unwrapped.
            command.epilog = "\b\nExamples:\n" + self.examples[cmd_name].strip("\n")
        return command
