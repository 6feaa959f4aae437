"""Where one is signed in: the page of devices, signing out there, and the notice of a new one."""

from contextlib import suppress
from typing import ClassVar
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from muster.store.accounts import Account
from muster.store.members import devices
from muster.store.members.devices import ENDED, SEEN_GRAIN, Device
from muster.web import identity
from muster.web.accounts import letters
from muster.web.accounts.device_names import device_name
from muster.web.accounts.throttle import COOKIE, is_known
from muster.web.environment import day, plural, url
from muster.web.middleware import Handler
from muster.web.page import Page, render_response
from muster.web.sessions import KnownDevice, SessionStore

# Cookies stay: the theme is the device's own. Cached pages and the service worker's copies go.
FORGET = '"cache", "storage"'


class DevicesPage(Page, frozen=True, kw_only=True):
    """Everywhere one is signed in; `here` is the device that asks."""

    template: ClassVar = "accounts/devices.html"
    here: UUID | None
    devices: tuple[Device, ...]


class Devices:
    """Around each request: a member's device is noted once and then now and then; one that was signed out
    from another is told so, and keeps nothing."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if isinstance(session, SessionStore) and session.accessed:
            if ENDED in session:
                return _note_device(request, response)
            if (account := _known_account(request)) and not account.is_guest:
                _note(request, session, account)
        return response


def _known_account(request: HttpRequest) -> Account | None:
    """The account, if this request had to know it: nobody is looked up only to be noted."""
    if not request.session.accessed:
        return None
    user = request.user if type(request.user) is Account else getattr(request, "_cached_user", None)
    signed_in = isinstance(user, Account) and request.session.get(SESSION_KEY) == str(user.pk)
    return user if signed_in else None


def _note_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Says so once. Whoever signed in with this very request stays so, and so does a guest whose first write
    it was: what they made is theirs."""
    if SESSION_KEY in request.session:
        del request.session[ENDED]
    else:
        request.session.flush()
        response.delete_cookie(COOKIE, samesite="Lax")  # whoever signs in here next is news
    messages.info(request, "This device was signed out from another one of yours.")
    response["Clear-Site-Data"] = FORGET
    return response


def _note(request: HttpRequest, session: SessionStore, account: Account) -> None:
    known = session.device
    if known is not None and known.seen and timezone.now() - known.seen < SEEN_GRAIN:
        return
    with suppress(OperationalError):  # a database that is busy: another time
        if known is not None:
            devices.note_use(known.id, _name(request))
            return
        if session.session_key is None:
            session.save()
        devices.note_sign_in(account, str(session.session_key), _name(request))


def _name(request: HttpRequest) -> str:
    return device_name(request.headers.get("User-Agent", ""))


# The notice ------------------------------------------------------------------------------------------------


def tell_of(request: HttpRequest, account: Account) -> None:
    """Somebody has signed in: where this device has not done so before, the others are told, and by mail
    whoever left an address."""
    if is_known(request, account):
        return
    name = _name(request)
    devices.tell_others(account, request.session.session_key or "", name)
    if settings.MAIL_CONFIGURED and account.email:
        now = timezone.now()
        at = f"{day(now)}, {now:%H:%M} UTC"
        text = (
            f"{account.handle} was signed in to Muster on a new device: {name}, {at}.\n\n"
            f"If that was you, there is nothing to do. If not, sign it out and choose a new password:\n"
            f"{settings.ADDRESS}{url('devices')}\n{settings.ADDRESS}{url('you-password')}\n"
        )
        letters.send_letter("A new sign-in to Muster", text, account.email)


def sign_in_news(request: HttpRequest) -> KnownDevice | None:
    """For templates: another device has signed in since this one was last told."""
    device = getattr(request.session, "device", None) if _known_account(request) else None
    return device if device and device.news_at else None


# The page --------------------------------------------------------------------------------------------------


@identity.private
@require_http_methods(["GET", "POST"])
@identity.members_only
def page(request: HttpRequest) -> HttpResponse:
    """Everywhere one is signed in; sign out everywhere else, or close the notice."""
    account, key = identity.signed_in_account(request), request.session.session_key or ""
    if request.method == "POST":
        devices.close_news(account, key)
        if request.POST.get("do") != "others":
            return redirect(identity.next_page(request, "devices"))
        gone = end_others(request, account)
        messages.success(request, f"Signed out on {plural(gone, 'other device')}.")
        return redirect("devices")
    found = tuple(devices.devices_of(account))
    here = next((device.pk for device in found if device.session_id == key), None)
    first = sorted(found, key=lambda device: device.pk != here)
    return render_response(request, DevicesPage(here=here, devices=tuple(first)))


def end_others(request: HttpRequest, account: Account) -> int:
    """Sign out everywhere but here; how many devices that were."""
    return devices.sign_out_devices(
        devices.devices_of(account).exclude(session_id=request.session.session_key or "")
    )


@identity.private
@require_POST
@identity.members_only
def sign_out_there(request: HttpRequest, device: UUID) -> HttpResponse:
    """Only your own: another's is not there for you. One that is gone already stays gone; to leave this
    device there is Sign out."""
    account, key = identity.signed_in_account(request), request.session.session_key or ""
    named = Device.objects.filter(pk=device)
    own = named.filter(account=account)
    if devices.sign_out_devices(own.exclude(session_id=key)):
        devices.close_news(account, key)
        messages.success(request, "Signed out there. It keeps no page of yours once it is online again.")
    elif named.exclude(pk__in=own.values("pk")).exists():
        raise Http404
    return redirect("devices")
