"""`muster-lab rehearse all`: the faults of one machine, then the loss of several, as far as this machine
allows."""

import os
import shutil
from typing import Final

import click

from muster_lab.rehearse import cluster, faults
from muster_lab.rehearse.machines import INSTALL

PROGRAMS: Final = {
    "faults": ("cc",),
    "cluster": ("patroni", "etcd", "haproxy", "pgbouncer", "openssl"),
}
PARTS: Final = {"faults": faults.command, "cluster": cluster.command}


def missing_programs(part: str) -> list[str]:
    """The programs that a part needs and this machine lacks; Debian keeps some of them off the PATH."""
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    return [name for name in PROGRAMS[part] if shutil.which(name, path=places) is None]


@click.command("all")
@click.pass_context
def command(context: click.Context) -> None:
    """Everything that can be broken here; exit 1 where anything was lost. What is missing is said."""
    failed = False
    for part, rehearsal in PARTS.items():
        click.echo(f"== {part}")
        if lacking := missing_programs(part):
            click.echo(f"Not rehearsed: {', '.join(lacking)} not found. On Debian: {INSTALL} gcc.")
            continue
        try:
            context.invoke(rehearsal, **default_options(rehearsal))
        except SystemExit as end:
            failed |= bool(end.code)
    raise SystemExit(failed)


def default_options(rehearsal: click.Command) -> dict[str, object]:
    """The default options of a part."""
    made = rehearsal.make_context(rehearsal.name, [])
    return dict(made.params)
