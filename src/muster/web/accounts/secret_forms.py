"""Pages with a form that asks for a secret."""

from collections.abc import Callable

from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from muster.web import identity

FORM = require_http_methods(["GET", "HEAD", "POST"])


def secret_form(*secrets: str) -> Callable[[identity.Page], identity.Page]:
    """Nobody keeps a copy of the page, and these fields stand in no report of an error."""
    return lambda page: identity.private(FORM(sensitive_post_parameters(*secrets)(page)))
