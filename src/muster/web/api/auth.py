"""Who calls: a personal token, or the session of a signed-in browser (then with its CSRF token on writes)."""

from django.http import HttpRequest
from ninja.errors import AuthenticationError, HttpError
from ninja.security import HttpBearer
from ninja.security.session import SessionAuth
from ninja.utils import check_csrf

from muster.store.accounts import Account, ApiToken
from muster.web.api.limits import count_call


class Token(HttpBearer):
    """`Authorization: Bearer muster_…`"""

    openapi_bearerFormat = "muster_ followed by 43 characters"

    def authenticate(self, request: HttpRequest, token: str) -> Account:
        """A wrong token is an error, not a reason to look at cookies."""
        found = ApiToken.find_valid(token)
        if found is None:
            raise AuthenticationError
        count_call(request, str(found.account.pk))
        return found.account


class Session(SessionAuth):
    """The browser's session. Nobody signed in is 401; signed in without the form's token is 403."""

    def __call__(self, request: HttpRequest) -> Account | None:
        if not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise HttpError(403, "The CSRF token is missing or old. Nothing was changed.")
        count_call(request, str(request.user.pk))
        return request.user


def somebody(request: HttpRequest) -> str:
    """Nobody needs an account to look."""
    return "somebody"


ACCOUNT = [Token(), Session()]
LOOKING = [*ACCOUNT, somebody]


def looker(request: HttpRequest) -> str:
    """The account that looks; empty for nobody."""
    account = getattr(request, "auth", None)
    return str(account.pk) if isinstance(account, Account) else ""


def account_of(request: HttpRequest) -> Account:
    """The account that calls; there is one wherever a router asks for ACCOUNT."""
    account: Account = request.auth  # type: ignore[attr-defined]
    return account
