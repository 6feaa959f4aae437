"""A throwaway PostgreSQL server, from the programs found on this machine."""

import os
import subprocess
from pathlib import Path

import click

from muster_lab.rehearse.machines import postgres_programs, user_rights


class Postgres:
    """A PostgreSQL server in a folder, listening on loopback only. Its durability settings are the
    defaults: a commit is on disk before it is acknowledged."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.data = folder / "data"
        self.programs = postgres_programs()
        self.rights = user_rights()
        if self.rights:
            os.chown(folder, self.rights["user"], self.rights["group"])
        self._run("initdb", "-D", self.data, "-U", "muster", "--auth=trust", "-E", "UTF8", "--locale=C")

    def url(self, port: int | None = None) -> str:
        """Its address, or that of a link in front of it."""
        return f"postgresql://muster@127.0.0.1:{port or self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c shared_buffers=16MB"
        self._run("pg_ctl", "-w", "-D", self.data, "-l", self.folder / "log", "-o", options, "start")

    def stop(self, mode: str) -> None:
        """`fast` aborts transactions; `immediate` kills the processes, like a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "-D", self.data, "stop")

    def _run(self, program: str, *words: object) -> None:
        # Output goes to a file: the server that pg_ctl leaves running would keep a pipe open for ever.
        with (self.folder / "output").open("a+") as output:
            run = [str(self.programs / program), *map(str, words)]
            done = subprocess.run(  # noqa: S603
                run, cwd=self.folder, stdout=output, stderr=output, check=False, **self.rights
            )
            if done.returncode:
                output.seek(0)
                raise click.ClickException(f"{program} failed: {output.read()[-2000:]}")
