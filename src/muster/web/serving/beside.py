"""A process beside the server that answers one message at a time: for work that would keep all threads of the
server waiting, or that keeps more memory than it gives back. It ends with whoever started it."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import IO, Final

HEAD: Final = 8


class Beside:
    """Such a process; `module` is what it runs."""

    def __init__(self, module: str) -> None:
        command = [sys.executable, "-m", module]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - ours

    @property
    def is_gone(self) -> bool:
        """Whether it has ended."""
        return self.process.poll() is not None

    def ask(self, message: bytes, patience: float) -> bytes:
        """Its answer; `EOFError` when the process ended over it, or took too long and was ended."""
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
        """Let it go."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()


def answer_all(answer: Callable[[bytes], bytes]) -> None:
    """What such a process does: messages on standard input, answers on standard output, until nobody asks."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    while True:
        try:
            message = read(sys.stdin.buffer)
        except EOFError:
            return
        write(answers, answer(message))


def write(pipe: IO[bytes] | None, message: bytes) -> None:
    """One message with its length before it."""
    if pipe is None:
        raise EOFError
    pipe.write(len(message).to_bytes(HEAD, "big") + message)
    pipe.flush()


def read(pipe: IO[bytes] | None) -> bytes:
    """The next message."""
    head = pipe.read(HEAD) if pipe is not None else b""
    if pipe is None or len(head) < HEAD:
        raise EOFError
    message = pipe.read(int.from_bytes(head, "big"))
    if len(message) < int.from_bytes(head, "big"):
        raise EOFError
    return message
