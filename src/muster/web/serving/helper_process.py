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

LENGTH_BYTES: Final = 8


class HelperProcess:
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
            write_message(self.process.stdin, message)
            return read_message(self.process.stdout)
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
            message = read_message(sys.stdin.buffer)
        except EOFError:
            return
        write_message(answers, answer(message))


def write_message(pipe: IO[bytes] | None, message: bytes) -> None:
    """Write a message, preceded by its length."""
    if pipe is None:
        raise EOFError
    pipe.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)
    pipe.flush()


def read_message(pipe: IO[bytes] | None) -> bytes:
    """Read the next message."""
    head = pipe.read(LENGTH_BYTES) if pipe is not None else b""
    if pipe is None or len(head) < LENGTH_BYTES:
        raise EOFError
    message = pipe.read(int.from_bytes(head, "big"))
    if len(message) < int.from_bytes(head, "big"):
        raise EOFError
    return message
