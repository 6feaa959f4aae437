"""Structured logs: JSON lines for a machine, coloured lines for a terminal. Never a secret in them."""

import logging
import sys

import structlog
from django.http import HttpRequest
from structlog.typing import Processor

KEYS = ("token", "code", "uid")  # as addresses name what opens a door to whoever has it


def beginning_of(path: str) -> str:
    """As much of a path as holds no key, wherever it leads."""
    first, slash, _ = path.removeprefix("/").partition("/")
    return f"/{first}{slash and '/…'}"


def path_of(request: HttpRequest) -> str:
    """The path as a log may keep it: without invitations, shared links and one-time links. Of an address that
    leads nowhere only the beginning, for it may be one of those with a letter wrong."""
    match = request.resolver_match
    if match is None:
        return beginning_of(request.path)
    path = request.path
    for name in KEYS:
        if name in match.kwargs:
            path = path.replace(f"/{match.kwargs[name]}", "/…")
    return path


def without_keys(record: logging.LogRecord) -> bool:
    """Django's own lines about a request end with its path."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        record.args = tuple(path_of(request) if value == request.path else value for value in record.args)
    return True


def configure(*, json: bool | None = None) -> None:
    """Send our own and the libraries' log lines through structlog to standard error."""
    as_json = not sys.stderr.isatty() if json is None else json
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(without_keys)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # Every 4xx is an answer, not an incident; the request log names it already.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    logging.getLogger("axes").setLevel(logging.ERROR)
    # Whoever starts Muster in a terminal reads addresses and troubles, not a line for each request.
    logging.getLogger("muster.request").setLevel(logging.INFO if as_json else logging.WARNING)
    # It names every passkey that is used.
    logging.getLogger("fido2").setLevel(logging.WARNING)
