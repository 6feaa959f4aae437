"""The process that sets sheets for a server: jobs on standard input, sheets on standard output."""

import os
import sys

import msgspec

from muster.web.print.typesetting import Done, Job, memory, read, set_here, write


def main() -> None:
    """Work until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not stand between the answers
    while True:
        try:
            job = msgspec.msgpack.decode(read(sys.stdin.buffer), type=Job)
        except EOFError:
            return
        write(answers, msgspec.msgpack.encode(_done(job)))


def _done(job: Job) -> Done:
    try:
        return Done(set_here(job), memory=memory())
    except Exception as problem:  # told to whoever asked, and the next job goes on
        return Done(problem=f"{type(problem).__name__}: {problem}"[:2000], memory=memory())


if __name__ == "__main__":
    main()
