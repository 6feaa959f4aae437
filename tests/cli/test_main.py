"""The group of commands: quick to load, and every command it names is there."""

import errno
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import muster
from muster.cli import COMMANDS, MOVED, main


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_exists_and_explains_itself(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").strip(), f"muster {name} has no help text"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_as_documented(shell: str) -> None:
    documented = Path(muster.__file__).parents[2] / "docs" / "reference" / "running.md"
    assert f"_MUSTER_COMPLETE={shell}_source muster" in documented.read_text("utf-8")
    script = CliRunner().invoke(main, env={"_MUSTER_COMPLETE": f"{shell}_source"}, prog_name="muster")
    assert "_MUSTER_COMPLETE" in script.output


def test_the_list_of_commands_is_complete() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert all(name in result.output for name in COMMANDS)


def test_the_version() -> None:
    said = CliRunner().invoke(main, ["--version"]).output
    assert said == f"muster, version {muster.__version__}, cards of 2026-06-19\n"


@pytest.mark.parametrize("name", MOVED)
def test_what_moved_to_the_laboratory_says_so_in_one_line(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--short"])
    assert result.exit_code == 2
    assert f"`muster-lab {name}`" in result.stderr and result.stderr.count("\n") == 1
    assert name not in CliRunner().invoke(main, ["--help"]).output


def test_an_unknown_command_is_a_sentence() -> None:
    result = CliRunner().invoke(main, ["x" * 50])
    assert result.exit_code == 2
    assert "No such command" in result.output


def test_loading_the_group_does_not_load_django() -> None:
    program = "import muster.cli, sys; assert not {'django', 'granian', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("asked", [["--version"], ["roll", "red"]])
def test_output_without_room_is_a_sentence(asked: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "muster", *asked],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "Error: The output can’t be written: No space left on device.\n"
    assert (ran.returncode, ran.stderr) == (1, said)


def test_what_else_goes_wrong_with_files_is_no_matter_of_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "gone", "a file")

    monkeypatch.setattr("muster.cli.card.find", fails)
    assert isinstance(CliRunner().invoke(main, ["card", "vader"]).exception, FileNotFoundError)


def everything(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command there is."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from everything(below, (*path, name))


def test_help_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the database is never asked for: every help is there before it is looked at."""
    monkeypatch.setattr("muster.cli.django_setup.use_django", lambda _: pytest.fail("asked for the database"))
    paths = list(everything(main))
    assert ("account", "create") in paths and ("campaign", "export") in paths
    for path in paths:
        result = CliRunner().invoke(main, [*path, "--help"])
        assert result.exit_code == 0, path
        listed = result.output.partition("Commands:")[2].partition("Examples:")[0]
        assert "..." not in listed, "no sentence about a command breaks off"


@pytest.mark.parametrize(("typed", "meant"), [(["oddz"], "odds"), (["army", "chek"], "check")])
def test_a_typing_error_is_answered_with_the_command_that_was_meant(typed: list[str], meant: str) -> None:
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == 2
    assert f"Did you mean '{meant}'?" in result.output


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_shows_examples_that_it_understands(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    lines = [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  muster ")]
    assert lines
    told = CliRunner().invoke(main, [name, "--help"]).output.splitlines()
    assert {f"    {line}" for line in lines} <= set(told), "each on a line of its own"
    for line in lines:
        _, _, *words = shlex.split(line)
        for file in (word for word in words if word.endswith((".json", ".txt", ".backup"))):
            Path(file).touch()
        asked: click.Command | None = command
        while isinstance(asked, click.Group):
            asked = asked.get_command(click.Context(asked), words.pop(0))
        assert asked is not None, line
        asked.make_context(name, words)
