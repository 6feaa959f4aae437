"""The page with one's passkeys: add and remove, for some minutes after the password (and the code, where the
account asks for one) has shown whose session this is."""

from typing import ClassVar, Final

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from muster.store import passkeys as store
from muster.store import second_steps
from muster.store.accounts import Account
from muster.store.passkeys import Passkey
from muster.web import identity
from muster.web.accounts import forms, passkeys, second_step
from muster.web.accounts.secret_forms import secret_form
from muster.web.page import Page, render_response
from muster.web.site.errors import error_body

CONFIRMED: Final = "passkeys-confirmed"
PATIENCE: Final = 5 * 60  # seconds after the password


class PasskeysPage(Page, frozen=True, kw_only=True):
    """One's passkeys. `works`: browsers have them at this address; `confirmed`: the password was given just
    now, so they may be changed; `room`: for one more. `form` asks for a label then, else for the password."""

    template: ClassVar = "accounts/passkeys.html"
    account: Account
    passkeys: tuple[Passkey, ...]
    host: str
    works: bool
    confirmed: bool
    room: bool
    form: Form
    asks_code: bool
    failed: bool


@secret_form("password", "code")
@identity.members_only
def page(request: HttpRequest) -> HttpResponse:
    """Confirm who you are, then add and remove."""
    account, do = identity.signed_in_account(request), request.POST.get("do", "")
    if request.method != "POST":
        return _render_page(request, account, _empty(request, account))
    if do == "add":  # the challenge was given only after the password
        return _add(request, account)
    if do == "remove" and _is_confirmed(request):
        return _remove(request, account)
    return _confirm(request, account)


@identity.private
@require_POST
@identity.members_only
def options(request: HttpRequest) -> HttpResponse:
    """What the browser asks a device for. Everything that can be wrong is said before the device is asked."""
    account, server = identity.signed_in_account(request), passkeys.server_of(request)
    form = forms.LabelForm(request.POST)
    if server is None or not _is_confirmed(request):
        problem = "It took too long. Reload the page and enter your password again."
    elif not form.is_valid():
        problem = str(form.errors["label"][0])
    else:
        store.check_room(account)
        return JsonResponse(passkeys.begin_adding(request, server, account))
    return JsonResponse(error_body(422, problem, []), status=422)


def _empty(request: HttpRequest, account: Account) -> Form:
    return forms.LabelForm() if _is_confirmed(request) else _confirm_form(request, account, None)


def _confirm_form(request: HttpRequest, account: Account, sent: QueryDict | None) -> forms.ConfirmForm:
    if step := second_steps.second_step_of(account):
        return forms.ConfirmCodeForm(request, step, sent)
    return forms.ConfirmForm(request, account, sent)


def _confirm(request: HttpRequest, account: Account) -> HttpResponse:
    step = second_steps.second_step_of(account)
    if step and (waits := step.waits(timezone.now())):
        return second_step.wait(request, waits)
    form = _confirm_form(request, account, request.POST)
    if not form.is_valid():
        return _render_page(request, account, form, status=422)
    request.session[CONFIRMED] = int(timezone.now().timestamp())
    return redirect("passkeys")


def _is_confirmed(request: HttpRequest) -> bool:
    since: int = request.session.get(CONFIRMED, 0)
    return timezone.now().timestamp() - since <= PATIENCE


def _add(request: HttpRequest, account: Account) -> HttpResponse:
    server, form = passkeys.server_of(request), forms.AddPasskeyForm(request.POST)
    given = form.cleaned_data if form.is_valid() else {"label": "", "credential": ""}
    made = server and passkeys.finish_adding(request, server, account, given["label"], given["credential"])
    if not made:
        return _render_page(request, account, _empty(request, account), status=422, failed=True)
    messages.success(request, f"Passkey {made.label} added. You can sign in with it now.")
    return redirect("passkeys")


def _remove(request: HttpRequest, account: Account) -> HttpResponse:
    form = forms.RemovePasskeyForm(request.POST)
    if not form.is_valid() or not store.remove_passkey(account, form.cleaned_data["passkey"]):
        raise Http404
    messages.success(request, "Passkey removed. Nobody can sign in with it now.")
    return redirect("passkeys")


def _render_page(
    request: HttpRequest, account: Account, form: Form, *, status: int = 200, failed: bool = False
) -> HttpResponse:
    own, server = store.passkeys_of(account), passkeys.server_of(request)
    shown = PasskeysPage(
        account=account,
        passkeys=own,
        host=(server.rp.id or "") if server else "",
        works=server is not None,
        confirmed=_is_confirmed(request),
        room=len(own) < store.MOST,
        form=form,
        asks_code=second_steps.second_step_of(account) is not None,
        failed=failed,
    )
    return render_response(request, shown, status)
