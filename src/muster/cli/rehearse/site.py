"""A server of the rehearsal: started as an operator would, killed, and started again at the same port."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import click

from muster.cli.rehearse.machines import free_ports

PATIENCE = 60.0  # seconds; a loaded machine of two cores starts slowly


class Site:
    """`muster serve` on a data folder, at ports of this machine alone: so many processes."""

    def __init__(self, folder: Path, log: Path, environment: Mapping[str, str], processes: int) -> None:
        hidden = ("DATABASE_URL", "MUSTER_SECURE", "MUSTER_HOSTS", "MUSTER_ADDRESS", "DJANGO_SETTINGS_MODULE")
        kept = {name: text for name, text in os.environ.items() if name not in hidden}
        self.environment = {**kept, "MUSTER_DATA": str(folder), **environment}
        self.folder, self.log = folder, log
        self.ports = free_ports(processes)
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start it and wait until all of it answers. The very first process makes the tables alone."""
        is_first, self._running = not self._running, []
        for port in self.ports:
            serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--no-qr"]
            run = [sys.executable, "-m", "muster", *serve]
            with self.log.open("ab") as log:
                self._running.append(subprocess.Popen(run, env=self.environment, stdout=log, stderr=log))  # noqa: S603
            if is_first:
                self._await(port, self._running[-1])
        for port, process in zip(self.ports, self._running, strict=True):
            self._await(port, process)

    def _await(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                    return
            except OSError:  # nobody listens yet
                time.sleep(0.02)
        raise click.ClickException(f"The server did not start:\n{self.log.read_text()[-3000:]}")

    def send(self, number: signal.Signals) -> None:
        """Send every process a signal."""
        for one in self._running:
            if one.poll() is None:
                one.send_signal(number)

    def kill(self) -> None:
        """End it, in whatever it does, and wait for that."""
        self.send(signal.SIGKILL)
        for one in self._running:
            one.wait(PATIENCE)

    def audit(self) -> tuple[bool, str]:
        """Whether `muster audit --logs` finds everything well, and what it says."""
        run = [sys.executable, "-m", "muster", "audit", "--logs"]
        done = subprocess.run(run, env=self.environment, capture_output=True, text=True, check=False)  # noqa: S603
        return not done.returncode, (done.stdout + done.stderr).strip()[-1000:]
