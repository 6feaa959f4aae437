#!/usr/bin/python3
"""Stands in for systemctl in a folder without systemd: starts units with their user and settings."""

import ctypes
import os
import pwd
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PLACES = ("/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system")
RUN = Path("/run/stand-in")
LOG = Path("/var/log/stand-in")
AGAIN = """
trap 'kill -TERM $child; wait $child; exit' TERM
while :; do {command} & child=$!; wait $child && exit; sleep {seconds}; done
"""
NO_NEW_PRIVILEGES, DENY_WRITE_EXECUTE = 38, 65  # of prctl


class Unit(dict[str, str]):
    """The last value of each line of a unit, and the environment of its program."""

    def __init__(self, name: str) -> None:
        file = next(Path(place, name) for place in PLACES if Path(place, name).exists())
        lines = pairs_in(file)
        super().__init__(lines)
        self.environment: dict[str, str] = {}
        for line, value in lines:
            if line == "Environment":
                self.environment |= dict(pair.split("=", 1) for pair in shlex.split(value))
        for line, value in lines:
            place = Path(value.removeprefix("-").replace("%p", name.partition(".")[0]))
            if line == "EnvironmentFile" and (place.exists() or value[0] != "-"):
                self.environment |= {key: without_quotes(text) for key, text in pairs_in(place)}


def pairs_in(file: Path) -> list[tuple[str, str]]:
    """The names and values of a file."""
    lines = [line for line in file.read_text().splitlines() if "=" in line and line[0] not in "#;["]
    return [(line.partition("=")[0], line.partition("=")[2]) for line in lines]


def without_quotes(text: str) -> str:
    """A value as systemd reads it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def environment(unit: Unit, user: pwd.struct_passwd) -> dict[str, str]:
    """What the program of a unit finds in its environment."""
    found = {"PATH": os.environ["PATH"], "HOME": user.pw_dir, "USER": user.pw_name, "LANG": "C.UTF-8"}
    return found | unit.environment


def make_folders(unit: Unit, user: pwd.struct_passwd) -> None:
    """The folders that a unit asks for."""
    for line, parent in (("StateDirectory", "/var/lib"), ("RuntimeDirectory", "/run")):
        if line in unit:
            folder = Path(parent, unit[line])
            folder.mkdir(exist_ok=True)
            folder.chmod(int(unit.get(f"{line}Mode", "0755"), 8))
            os.chown(folder, user.pw_uid, user.pw_gid)


def limits_of(unit: Unit) -> Callable[[], None]:
    """What a process does before it becomes the program of a unit."""

    def fence() -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        if unit.get("NoNewPrivileges") == "yes":
            libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if unit.get("MemoryDenyWriteExecute") == "yes" and libc.prctl(DENY_WRITE_EXECUTE, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "this kernel cannot deny memory that is written and run")
        os.umask(int(unit.get("UMask", "0022"), 8))

    return fence


def start(name: str) -> int:
    """Start a unit; of a oneshot its exit code."""
    if name.endswith(".timer"):
        return 0
    unit = Unit(name)
    user = pwd.getpwnam(unit.get("User", "root"))
    make_folders(unit, user)
    rights = ["--bounding-set=-all", "--inh-caps=-all"] if "User" in unit else []
    if "CAP_NET_BIND_SERVICE" in unit.get("AmbientCapabilities", ""):
        rights = ["--inh-caps=+net_bind_service", "--ambient-caps=+net_bind_service"]
    identity = [f"--reuid={user.pw_name}", f"--regid={user.pw_gid}", "--init-groups", *rights]
    command = unit["ExecStart"].replace("%%", "%")
    script = command if command.startswith("/bin/sh") else f"exec {command}"
    if unit.get("Restart") == "on-failure":
        script = AGAIN.format(command=command, seconds=unit.get("RestartSec", "1"))
    with (LOG / f"{name}.log").open("a") as log:
        process = subprocess.Popen(  # noqa: S603 - the unit's own command
            ["nsenter", "--net=/run/muster.net", "setpriv", *identity, "sh", "-c", script],  # noqa: S607
            env=environment(unit, user),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            preexec_fn=limits_of(unit),  # noqa: PLW1509 - there are no threads
            start_new_session=True,
        )
    if unit.get("Type") == "oneshot":
        return process.wait()
    (RUN / name).write_text(str(process.pid))
    return 0


def stop(name: str) -> int:
    """Stop a unit and wait until it has ended."""
    file = RUN / name
    if not file.exists():
        return 0
    process = int(file.read_text())
    file.unlink()
    os.kill(process, signal.SIGTERM)
    for _ in range(300):
        state = Path(f"/proc/{process}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return 0
        time.sleep(0.1)
    return 1


def main(action: str, *names: str) -> int:
    """One call of systemctl."""
    RUN.mkdir(exist_ok=True)
    LOG.mkdir(exist_ok=True)
    units = [name if "." in name else f"{name}.service" for name in names if not name.startswith("-")]
    if action == "daemon-reload" or (action == "enable" and "--now" not in names):
        return 0
    does: dict[str, tuple[Callable[[str], int], ...]] = {
        "start": (start,), "enable": (start,), "stop": (stop,), "disable": (stop,),
        "reload": (stop, start), "restart": (stop, start),
    }  # fmt: skip
    return max(each(unit) for unit in units for each in does[action])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
