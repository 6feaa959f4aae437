"""The process that sets sheets for a server: jobs come in, sheets go out."""

import msgspec

from muster.web.print.typesetting import Done, Job, memory, set_here
from muster.web.serving.helper_process import answer_all


def answer(message: bytes) -> bytes:
    """A job done."""
    return msgspec.msgpack.encode(_run_job(msgspec.msgpack.decode(message, type=Job)))


def _run_job(job: Job) -> Done:
    try:
        return Done(set_here(job), memory=memory())
    except Exception as problem:  # told to whoever asked, and the next job goes on
        return Done(problem=f"{type(problem).__name__}: {problem}"[:2000], memory=memory())


if __name__ == "__main__":
    answer_all(answer)
