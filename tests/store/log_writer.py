"""A process of its own that writes to the log and says what was acknowledged. Started by the tests.

    log_writer.py URL COUNT SHARED OWN...

It prints "ready" and waits for a line. Then one child process for each OWN stream makes COUNT acts.
(0: without end. Below 0: after so many it kills itself, with all of one more act written but not
committed.) An act scores three times in the shared stream and three times in its own; once acknowledged,
the number of the child and of the act are printed. With a single OWN stream no child is made.
"""

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


def main(url: str, count: str, shared: str, *own: str) -> None:
    import django

    django.setup()
    print("ready", flush=True)
    sys.stdin.readline()
    if len(own) == 1:
        write(url, 0, int(count), shared, own[0])
        return
    for child, stream in enumerate(own):
        if not os.fork():
            write(url, child, int(count), shared, stream)
            os._exit(0)
    failed = [status for status in (os.wait()[1] for _ in own) if status]
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
