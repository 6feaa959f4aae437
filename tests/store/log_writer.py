"""A process of its own that writes to the log and says what was acknowledged. Started by the tests.

Each line it is given is a writer to be: a list of PIPE URL COUNT SHARED OWN... It makes a process for that
one, which says its own id and all else into the pipe, waits for its end and tells how it ended.

A writer has one child process for each OWN stream, which makes COUNT acts. (0: without end. Below 0: after
so many it kills itself, with all of one more act written but not committed.) An act scores three times in the
shared stream and three times in its own; once acknowledged, the number of the child and of the act are
printed. With a single OWN stream no child is made.
"""

import json
import os
import signal
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "muster.web.settings"


def write(url: str, child: int, count: int, shared: str, own: str) -> None:
    from muster.app.streams import StaleVersion, Write
    from muster.store.log.database import DatabaseStore
    from tests.store.log_databases import add_database
    from tests.toy_log import NOON, TOY, Scored, fresh

    add_database("writer", url)
    store = DatabaseStore("writer", TOY)
    number = 0
    while number < count or count <= 0:
        if count < 0 and number == -count:
            store._notify = lambda act: os.kill(os.getpid(), signal.SIGKILL)  # the last thing before a commit
        events = tuple(Scored(str(child), number * 3 + i) for i in range(3))
        writes = [Write(stream, at, events) for stream, at in store.versions([shared, own]).items()]
        try:
            store.append(writes, actor=str(child), at=NOON, batch=fresh("act"))
        except StaleVersion:
            continue
        sys.stdout.write(f"{child} {number}\n")
        sys.stdout.flush()
        number += 1


def writer(pipe: str, url: str, count: str, shared: str, *own: str) -> bool:
    """Whether all went well."""
    sys.stdout = open(pipe, "w")  # noqa: PTH123, SIM115 - for as long as the process lives
    print(os.getpid(), flush=True)
    if len(own) == 1:
        write(url, 0, int(count), shared, own[0])
        return True
    for child, stream in enumerate(own):
        if not os.fork():
            write(url, child, int(count), shared, stream)
            os._exit(0)
    return sum(os.wait()[1] for _ in own) == 0


def main() -> None:
    import django

    django.setup()
    print("ready", flush=True)
    for line in sys.stdin:
        if not (made := os.fork()):
            well = False
            try:
                well = writer(*json.loads(line))
            finally:
                os._exit(not well)
        print(os.waitstatus_to_exitcode(os.waitpid(made, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
