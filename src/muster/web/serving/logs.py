"""Structured logs: JSON lines for machines, coloured lines in a terminal. They never contain secrets."""

import logging
import sys

import structlog
from django.http import HttpRequest
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

from muster.web.serving.error_reports import ErrorReports, error_url

SECRET_PARAMETERS = ("token", "code", "uid")  # URL parameters that grant access to whoever knows them


def first_part_of(path: str) -> str:
    """The first part of a path, which never contains a secret."""
    first, slash, _ = path.removeprefix("/").partition("/")
    return f"/{first}{slash and '/…'}"


def path_of(request: HttpRequest) -> str:
    """The path without invitation codes, share codes and one-time tokens. An unknown address is cut after its
    first part, because it may be a mistyped secret link."""
    match = request.resolver_match
    if match is None:
        return first_part_of(request.path)
    path = request.path
    for name in SECRET_PARAMETERS:
        if name in match.kwargs:
            path = path.replace(f"/{match.kwargs[name]}", "/…")
    return path


def remove_secrets(record: logging.LogRecord) -> bool:
    """Remove secrets from the path in Django's own log lines. A logging filter, so it returns True."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        record.args = tuple(path_of(request) if value == request.path else value for value in record.args)
    return True


# Local values stay out: they hold passwords and what people wrote.
_structured_errors = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))


def configure_logging(*, json: bool | None = None) -> None:
    """Route our own and the libraries' log lines through structlog to standard error."""
    as_json = not sys.stderr.isatty() if json is None else json
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    reports = [ErrorReports(address)] if (address := error_url()) else []
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(remove_secrets)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                *reports,
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _structured_errors if as_json else structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # A 4xx is a normal response and already in the request log.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    logging.getLogger("axes").setLevel(logging.ERROR)
    # In a terminal people want addresses and problems, not a line for every request.
    logging.getLogger("muster.request").setLevel(logging.INFO if as_json else logging.WARNING)
    # At INFO it logs every passkey that is used.
    logging.getLogger("fido2").setLevel(logging.WARNING)
