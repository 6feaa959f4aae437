"""Mail to people: it goes out beside the request, one letter after the other."""

from concurrent.futures import ThreadPoolExecutor

import structlog
from django.core.mail import send_mail
from django.views.decorators.debug import sensitive_variables

log = structlog.get_logger("muster.accounts")
# The time of an answer must not tell whether an account exists.
postman = ThreadPoolExecutor(max_workers=1, thread_name_prefix="postman")


@sensitive_variables("text")
def send_letter(subject: str, text: str, address: str) -> None:
    """Hand a letter to the postman."""
    postman.submit(_deliver, subject, text, address)


@sensitive_variables("text")
def _deliver(subject: str, text: str, address: str) -> None:
    try:
        send_mail(subject, text, None, [address])
    except OSError as problem:
        log.error("mail not sent", problem=type(problem).__name__)
