"""A server for the rehearsal: started as an operator would, killed, and started again on the same port."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import click

from muster_lab.rehearse.machines import family, free_ports, http_status

# A rehearsal ignores the settings of an operator's own server.
HIDDEN = ("DATABASE_URL", "MUSTER_SECURE", "MUSTER_HOSTS", "MUSTER_ADDRESS", "DJANGO_SETTINGS_MODULE")
PATIENCE = 240.0  # seconds; a busy machine with two cores starts slowly


class Site:
    """`muster serve` on a data folder, on a loopback port, with this many workers."""

    def __init__(self, folder: Path, log: Path, environment: Mapping[str, str], workers: int) -> None:
        kept = {name: text for name, text in os.environ.items() if name not in HIDDEN}
        self.settings = {"MUSTER_DATA": str(folder)}
        if "DATABASE_URL" in environment:
            self.settings["DATABASE_URL"] = environment["DATABASE_URL"]
        self.environment = {**kept, **self.settings, **environment}
        self.folder, self.log, self.workers = folder, log, workers
        (self.port,) = free_ports(1)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        serve = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--workers", str(self.workers)]
        run = [sys.executable, "-m", "muster", *serve, "--no-qr"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(run, env=self.environment, stdout=log, stderr=log)  # noqa: S603
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            if http_status(self.port, "/health") == 200:
                return
            time.sleep(0.02)
        raise click.ClickException(f"The server did not start:\n{self.log.read_text()[-3000:]}")

    def processes(self) -> list[int]:
        """The main process and its workers; empty if nothing runs."""
        alive = self._process is not None and self._process.poll() is None
        return family(self._process.pid) if self._process is not None and alive else []

    def send(self, number: signal.Signals) -> None:
        """Send a signal to every process."""
        for process in self.processes():
            os.kill(process, number)

    def kill(self) -> None:
        """Kill all processes, whatever they are doing, and wait for them."""
        self.send(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE)

    def stop(self) -> None:
        """Stop it as systemd does, and wait until it has ended by itself."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)

    def kill_worker(self) -> None:
        """Kill the oldest worker; the main process starts another."""
        os.kill(min(self.processes()[1:]), signal.SIGKILL)

    def muster(self, *words: str) -> tuple[bool, str]:
        """Run another command on the same data: whether it succeeded, and its output."""
        run = [sys.executable, "-m", "muster", *words]
        done = subprocess.run(run, env=self.environment, capture_output=True, text=True, check=False)  # noqa: S603
        return not done.returncode, (done.stdout + done.stderr).strip()[-1000:]
