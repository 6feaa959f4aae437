"""The process behind *Look around*: a new world in a new file, served to the site that started it."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Fill the world, then serve it until nobody looks."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.web.settings")
    folder = Path(os.environ["MUSTER_DATA"])
    for left in folder.glob("muster.sqlite3*"):
        left.unlink()
    from muster.cli.demo.command import fill
    from muster.cli.django_setup import use_django

    use_django(None)
    for line in fill():
        print(line, flush=True)
    asyncio.run(_serve(folder))
    sys.stdout.flush()
    os._exit(0)  # threads of the site may still run; what they do is thrown away


async def _serve(folder: Path) -> None:
    from muster.web.asgi import application
    from muster.web.look.serving import DemoServer

    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    started = asyncio.Event()

    async def send(_message: Any) -> None:
        started.set()

    heard.put_nowait({"type": "lifespan.startup"})
    life = asyncio.create_task(application({"type": "lifespan"}, heard.get, send))
    await started.wait()
    await DemoServer(application, folder, sys.stdin.buffer).run()
    heard.put_nowait({"type": "lifespan.shutdown"})
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(life, 5)


if __name__ == "__main__":
    main()
