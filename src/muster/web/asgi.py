"""One port for everything: live streams are answered here, pages and the API go to Django through WSGI."""

from typing import TYPE_CHECKING, Any, cast

from muster.web.wsgi import application as django  # isort: skip -- first: it sets Django up for the rest

from a2wsgi import WSGIMiddleware

from muster.store.feed import DatabaseFeed
from muster.web import rooms  # noqa: F401 -- who may watch what, known before the first ticket comes
from muster.web.live import LiveApp, Receive, Scope, Send

if TYPE_CHECKING:
    from a2wsgi.wsgi_typing import WSGIApp

# SQLite lets one writer in at a time, so more threads than this only wait for each other.
THREADS = 16


class Muster:
    """The whole site as one ASGI app. The change feed runs from start-up to shut-down."""

    def __init__(self) -> None:
        self.feed = DatabaseFeed()
        self.live = LiveApp(self.feed)
        self.pages: Any = WSGIMiddleware(cast("WSGIApp", django), workers=THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["path"] == "/live":
            await self.live(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The server hands out awaitables; the bridge to WSGI insists on coroutines.
        async def body() -> dict[str, Any]:
            return await receive()

        await self.pages(scope, body, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.feed.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.live.stop()
                self.feed.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


application = Muster()
