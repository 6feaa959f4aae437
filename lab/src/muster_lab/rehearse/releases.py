"""The wheel of this checkout, of an older commit, and of a release that does not exist yet: this checkout
with one more migration, which only adds."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import click

import muster
from muster_lab import CHECKOUT

NEEDED: Final = ("LICENSE", "README.md", "pyproject.toml", "requirements", "src")
NEXT: Final = f"{muster.__version__}.1"
MIGRATION: Final = "9998_rehearsed"
ADDS: Final = '''"""Made by a rehearsal: a column and a table that older programs do not know."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "{last}")]

    operations = [
        migrations.AddField("account", "rehearsed", models.CharField(max_length=10, null=True)),
        migrations.CreateModel("Rehearsed", [("id", models.AutoField(primary_key=True))]),
    ]
'''


def next_release(folder: Path) -> Path:
    """A tree of the release after this one."""
    unwanted = shutil.ignore_patterns("__pycache__", "docs_site")
    for name in NEEDED:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=unwanted)
        else:
            shutil.copy(source, folder / name)
    for name in ("pyproject.toml", "src/muster/__init__.py"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(f'"{muster.__version__}"', f'"{NEXT}"', 1))
    place = folder / "src" / "muster" / "store" / "migrations"
    last = max(file.stem for file in place.glob("[0-9]*.py"))
    (place / f"{MIGRATION}.py").write_text(ADDS.replace("{last}", last))
    return folder


def older_release(folder: Path, commit: str = "") -> Path:
    """A tree of an older commit: without one, of the commit that gave the version its number."""
    commit = commit or _release_commit()
    packed = folder / "release.tar"
    _git("archive", f"--output={packed}", commit, *NEEDED)
    subprocess.run(["tar", "-xf", str(packed), "-C", str(folder)], check=True)  # noqa: S603, S607
    packed.unlink()
    return folder


def _release_commit() -> str:
    """The commit that gave the version its number."""
    numbered = f'-Sversion = "{muster.__version__}"'
    found = _git("log", "-n", "1", "--format=%H", numbered, "--", "pyproject.toml")
    if not found:
        raise click.ClickException("No commit gave the version its number. Name one with --before.")
    return found


def _git(*words: str) -> str:
    command = ["git", "-C", str(CHECKOUT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def build_wheel(tree: Path, folder: Path) -> Path:
    """The wheel of a tree, in a folder."""
    before = set(folder.glob("*.whl"))
    tool = [shutil.which("uv"), "build", "--quiet", "--wheel", "--out-dir", folder, tree]
    if tool[0] is None:
        tool = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, tree]
    subprocess.run([str(word) for word in tool], check=True)  # noqa: S603
    (made,) = set(folder.glob("*.whl")) - before or before
    return made


def version_of(wheel: Path) -> str:
    """The version in a wheel's name."""
    found = re.match(r"muster_legion-([^-]+)-", wheel.name)
    return found[1] if found else ""
