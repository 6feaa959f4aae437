"""The page where somebody asks to be told on this device, and sees on which others they are."""

from typing import ClassVar, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.notifications import (
    HANDLERS,
    KINDS,
    LONGEST_ENDPOINT,
    QuietHours,
    Subscribe,
    Subscriber,
    Subscription,
    Unsubscribe,
)
from muster.rules.violations import Refused
from muster.store.members.notifications import DatabaseSubscriptions
from muster.web import identity
from muster.web.accounts.device_names import device_name
from muster.web.forms import limit_values
from muster.web.notifications.encrypting import server_public_key
from muster.web.page import Page, render_response
from muster.web.requests import act_of, actor
from muster.web.sessions import ensure_key
from muster.web.site.errors import Reason, reasons_of, status_of

KIND_WORDS: Final[dict[str, str]] = {
    "turn": "Your turn in a game or a campaign",
    "table": "Your table at an event, and the start of a round",
    "time": "Time called while you play",
    "result": "A result to confirm",
    "judge": "A judge on the way to you",
}
LONGEST_FIELD: Final = 200


class Device(NamedTuple):
    """A device that is told, in words."""

    subscription: Subscription
    words: str


class NotificationsPage(Page, frozen=True, kw_only=True):
    """The devices there are, and the form for this one. A browser needs `server_key` to subscribe."""

    template: ClassVar = "notifications/page.html"
    server_key: str
    devices: tuple[Device, ...]
    kinds: tuple[tuple[str, str], ...]
    reasons: tuple[Reason, ...] = ()


@identity.private
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show them; or save what this device wants to hear. A guest's work can wait for them, too, so guests
    may ask."""
    if request.method != "POST":
        return render_response(request, _page(request))
    try:
        with identity.acting_account(request) as account:
            subscriber = Subscriber(str(account.pk), DatabaseSubscriptions(ensure_key(request.session)))
            HANDLERS.handle(subscriber, act_of(request), _read_subscription(request))
    except Refused as refusal:
        shown = _page(request, reasons_of(refusal.violations))
        return render_response(request, shown, status_of(refusal.violations))
    messages.success(request, "Saved. This device is told.")
    return redirect("notifications")


@identity.private
@require_POST
def stop(request: HttpRequest, subscription: int) -> HttpResponse:
    """Tell one of one's devices nothing more; one that is gone already stays gone."""
    subscriber = Subscriber(actor(request), DatabaseSubscriptions())
    HANDLERS.handle(subscriber, act_of(request), Unsubscribe(subscription=subscription))
    messages.success(request, "That device is told nothing more.")
    return redirect("notifications")


def _page(request: HttpRequest, reasons: tuple[Reason, ...] = ()) -> NotificationsPage:
    me = actor(request)
    found = DatabaseSubscriptions().of(me) if me else []
    return NotificationsPage(
        server_key=server_public_key(),
        devices=tuple(Device(subscription, _describe(subscription)) for subscription in found),
        kinds=tuple((kind, KIND_WORDS[kind]) for kind in KINDS),
        reasons=reasons,
    )


def _describe(subscription: Subscription) -> str:
    """`Your turn in a game or a campaign; quiet from 22:00 to 08:00`"""
    kinds = ", ".join(KIND_WORDS[kind] for kind in subscription.kinds)
    quiet = subscription.quiet
    return f"{kinds}; quiet from {quiet.begin} to {quiet.end}" if quiet else kinds


def _read_subscription(request: HttpRequest) -> Subscribe:
    form = request.POST
    return Subscribe(
        endpoint=form.get("endpoint", "")[: LONGEST_ENDPOINT + 1],
        p256dh=form.get("p256dh", "")[:LONGEST_FIELD],
        auth=form.get("auth", "")[:LONGEST_FIELD],
        kinds=limit_values(form.getlist("kind")),
        quiet=_quiet_hours(form),
        name=device_name(request.headers.get("User-Agent", "")),
    )


def _quiet_hours(form: QueryDict) -> QuietHours | None:
    """Both hours, or none."""
    begin, end = form.get("quiet_begin", "").strip()[:10], form.get("quiet_end", "").strip()[:10]
    if not begin and not end:
        return None
    return QuietHours(begin, end, form.get("zone", "").strip().replace(" ", "_")[:60] or "UTC")
