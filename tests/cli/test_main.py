"""The group of commands: quick to load, and every command it names is there."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

import muster
from muster.cli import COMMANDS, main


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_exists_and_explains_itself(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").strip(), f"muster {name} has no help text"


def test_the_list_of_commands_is_complete() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert all(name in result.output for name in COMMANDS)


def test_the_version() -> None:
    assert muster.__version__ in CliRunner().invoke(main, ["--version"]).output


def test_an_unknown_command_is_a_sentence() -> None:
    result = CliRunner().invoke(main, ["x" * 50])
    assert result.exit_code == 2
    assert "No such command" in result.output


def test_loading_the_group_does_not_load_django() -> None:
    program = "import muster.cli, sys; assert not {'django', 'granian', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
