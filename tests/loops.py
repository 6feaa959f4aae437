"""An event loop for a test, in a thread of its own: a browser test may have left one running here."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_loop(story: Coroutine[Any, Any, Any]) -> Any:
    """Run the coroutine to its end."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, story).result()
