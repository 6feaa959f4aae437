"""Server-sent JSON where one request is one answer: the present state, after which a caller asks again.

The site itself keeps the line open (`muster.web.api.live`); what is sent is made here for both.
"""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Schema

from muster.web.live import LiveKind

EVENT_STREAM: Final = "text/event-stream"
LAST_SEEN: Final = "Last-Event-ID"
NOTHING_NEW: Final = b": nothing new\n\n"
ABOUT: Final = "A line that stays open. Each event is named `state`, its `data` is one line of JSON"
HEADER: Final = {
    "in": "header",
    "name": LAST_SEEN,
    "required": False,
    "description": "The `id` of the last event you have: nothing is sent until there is a newer one",
    "schema": {"type": "string", "maxLength": 80},
}


def document_stream(sent: type[Schema]) -> dict[str, Any]:
    """For the OpenAPI document, which has no words of its own for server-sent events."""
    content = {EVENT_STREAM: {"schema": {"type": "string"}}}
    answer = {"description": f"{ABOUT}: {sent.__name__}", "content": content}
    return {"parameters": [HEADER], "responses": {200: answer}}


def state_event(name: int | str, body: str) -> bytes:
    """One event. JSON has no line breaks outside its escapes, so it is one line of data."""
    return f"id: {name}\nevent: state\ndata: {body}\n\n".encode()


def stream_once(request: HttpRequest, kind: LiveKind, stream: str, account: str) -> HttpResponse:
    """The present state as an event; nothing where the caller has it."""
    audience = kind.audience(stream, account)
    if audience is None:
        raise Http404
    name, body = kind.render(stream, audience)
    seen = request.headers.get(LAST_SEEN) == str(name)
    return HttpResponse(NOTHING_NEW if seen else state_event(name, body), content_type=EVENT_STREAM)
