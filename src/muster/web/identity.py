"""Who is asking. Reading needs nobody; the first write makes a guest, whose row later becomes the account."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.conf import settings
from django.contrib.auth import get_user, login
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from muster.app.accounts import accounts
from muster.store.accounts import ACCOUNTS, Account
from muster.web.environment import url
from muster.web.sessions import SessionStore

BACKEND = "django.contrib.auth.backends.ModelBackend"
CALL_ME = "call_me"
Page = Callable[..., HttpResponse]


def current(request: HttpRequest) -> Account | None:
    """The account behind the session, a member's or a guest's; none when nothing was ever kept here."""
    return request.user if request.user.is_authenticated else None


def of_cookies(cookies: str) -> str:
    """The account signed in with these cookies, for what is no request of Django's; empty for nobody."""
    request = HttpRequest()
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    request.session = SessionStore(key)
    user = get_user(request) if key else AnonymousUser()
    return str(user.pk) if user.is_authenticated else ""


def signed_in_account(request: HttpRequest) -> Account:
    """The account behind the session, where a page lets nobody else in."""
    account = current(request)
    if account is None:
        raise PermissionDenied
    return account


@contextmanager
def acting_account(request: HttpRequest) -> Iterator[Account]:
    """The account that acts. A first write opens a guest's and ties it to this device; where that write is
    refused, the guest goes again."""
    if account := current(request):
        _take_name(request, account)
        yield account
        return
    request.user = guest = accounts.open_guest(ACCOUNTS)
    try:
        _take_name(request, guest)
        yield guest
    except Exception:
        request.user = AnonymousUser()
        accounts.discard_guest(ACCOUNTS, guest)
        raise
    login(request, guest, backend=BACKEND)


def is_nameless(request: HttpRequest) -> bool:
    """Whether a form that others will see the sender of asks “What shall we call you?”."""
    account = current(request)
    return account is None or account.is_nameless


def _take_name(request: HttpRequest, account: Account) -> None:
    """What a guest typed into `accounts/call_me.html`, from then on their name."""
    name = " ".join(request.POST.get(CALL_ME, "").split())
    if not name or not account.is_nameless:
        return
    accounts.rename_account(ACCOUNTS, account, name)


def member(request: HttpRequest) -> Account | None:
    """The account, if it has signed up."""
    account = current(request)
    return account if account and not account.is_guest else None


def members_only(page: Page) -> Page:
    """Sends everybody else to the sign-in page, and back here afterwards."""

    @wraps(page)
    def redirect_strangers(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if member(request):
            return page(request, *args, **kwargs)
        return redirect(f"{url('sign-in')}?{urlencode({'next': request.path})}")

    return redirect_strangers


def private(page: Page) -> Page:
    """Nobody keeps a copy: neither the browser, nor the service worker, nor a proxy."""

    @wraps(page)
    def kept_nowhere(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = page(request, *args, **kwargs)
        response["Cache-Control"] = "no-store"
        return response

    return kept_nowhere


def next_page(request: HttpRequest, otherwise: str = "you") -> str:
    """Where `next` points, if that is a path of this site; an address of anybody else is ignored, and so is a
    word, which Django would take for the name of a page."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe and target.startswith("/") else url(otherwise)
