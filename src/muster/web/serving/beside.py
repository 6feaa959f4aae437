"""A helper process that answers one message at a time.

For work that would hold the interpreter lock for long, or that does not return its memory. It exits together
with the process that started it.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import IO, Final

HEAD: Final = 8


class Beside:
    """A running helper; `module` is the Python module it executes."""

    def __init__(self, module: str) -> None:
        command = [sys.executable, "-m", module]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - our own module

    @property
    def is_gone(self) -> bool:
        """Whether the process has exited."""
        return self.process.poll() is not None

    def ask(self, message: bytes, patience: float) -> bytes:
        """Send a message and return the answer; `EOFError` if the process dies or exceeds `patience`."""
        watch = Timer(patience, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            write(self.process.stdin, message)
            return read(self.process.stdout)
        except OSError as gone:
            raise EOFError from gone
        finally:
            watch.cancel()

    def end(self) -> None:
        """Kill the process and close its pipes."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()


def answer_all(answer: Callable[[bytes], bytes]) -> None:
    """The helper's main loop: reads messages from standard input and writes answers to standard output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not get mixed into the answers
    while True:
        try:
            message = read(sys.stdin.buffer)
        except EOFError:
            return
        write(answers, answer(message))


def write(pipe: IO[bytes] | None, message: bytes) -> None:
    """Write a message, preceded by its length."""
    if pipe is None:
        raise EOFError
    pipe.write(len(message).to_bytes(HEAD, "big") + message)
    pipe.flush()


def read(pipe: IO[bytes] | None) -> bytes:
    """Read the next message."""
    head = pipe.read(HEAD) if pipe is not None else b""
    if pipe is None or len(head) < HEAD:
        raise EOFError
    message = pipe.read(int.from_bytes(head, "big"))
    if len(message) < int.from_bytes(head, "big"):
        raise EOFError
    return message
