"""The second step of signing in: switching it on and off, and the page that asks for the code.

Whoever knows the password is not in yet where the account asks for a code: until it comes, the session
remembers for some minutes whose password was right, and nothing else.
"""

import math
from datetime import timedelta
from typing import ClassVar, Final

from django.contrib import messages
from django.contrib.auth import login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.safestring import SafeString

from muster.store import second_steps
from muster.store.accounts import Account
from muster.store.second_steps import SecondStep
from muster.web import identity
from muster.web.accounts import devices, forms, guest_work, passkeys
from muster.web.accounts.secret_forms import secret_form
from muster.web.accounts.throttle import remember_device
from muster.web.page import Page, render_response
from muster.web.qr import qr_code
from muster.web.site import errors

PENDING: Final = "second-step"
PATIENCE: Final = 10 * 60  # seconds between the password and the code


class CodePage(Page, frozen=True, kw_only=True):
    """Asks for a code of the app, or a recovery code; where `passkeys` work, one may come instead."""

    template: ClassVar = "accounts/sign_in_code.html"
    form: Form
    passkeys: bool
    passkey_failed: bool = False


class SecondStepPage(Page, frozen=True, kw_only=True):
    """Whether a code is asked for. `key` and `qr` are for the app while it is set up; `codes` come once."""

    template: ClassVar = "accounts/second_step.html"
    account: Account
    on: bool
    form: Form
    key: str = ""
    qr: SafeString = SafeString("")
    codes: tuple[str, ...] = ()


# Signing in ------------------------------------------------------------------------------------------------


def enter(request: HttpRequest, account: Account, then: str, note: str = "") -> HttpResponse:
    """The password was right: in, or on to the second step where the account asks for one."""
    if second_steps.second_step_of(account) is None:
        return let_in(request, account, then, note)
    request.session[PENDING] = [str(account.pk), int(timezone.now().timestamp()), then]
    return redirect("sign-in-code")


def let_in(request: HttpRequest, account: Account, then: str, note: str = "") -> HttpResponse:
    """Every step is done: signed in, and on to where the way leads."""
    guest = identity.current(request)
    login(request, account, backend=identity.BACKEND)
    devices.tell_of(request, account)
    if note:
        messages.success(request, note)
    then = guest_work.next_address(request, guest, then) if guest and guest.is_guest else then
    return remember_device(request, redirect(then), account)


@secret_form("code")
def code(request: HttpRequest) -> HttpResponse:
    """The code, for whoever's password was right a moment ago."""
    step, then = awaited_code(request)
    if step is None:
        messages.info(request, "Sign in with your password first.")
        return redirect("sign-in")
    if waits := step.waits(timezone.now()):
        return wait(request, waits)
    form = forms.CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if step.accepts(form.cleaned_data["code"], timezone.now()):
            request.session.pop(PENDING)
            return let_in(request, step.account, then)
        if waits := step.waits(timezone.now()):
            return wait(request, waits)
        form.add_error("code", forms.WRONG_CODE)
    asked = CodePage(form=form, passkeys=passkeys.server_of(request) is not None)
    return render_response(request, asked, 422 if form.is_bound else 200)


def awaited_code(request: HttpRequest) -> tuple[SecondStep | None, str]:
    """Whose code is waited for in this session, if anyone's, and where the way leads afterwards."""
    whose, since, then = request.session.get(PENDING, ("", 0, ""))
    if not whose or timezone.now().timestamp() - since > PATIENCE:
        return None, ""
    account = Account.objects.filter(pk=whose, is_active=True).first()
    return (second_steps.second_step_of(account) if account else None), then


def wait(request: HttpRequest, waits: timedelta) -> HttpResponse:
    """Too many wrong codes: says how long to wait."""
    minutes = max(1, math.ceil(waits.total_seconds() / 60))
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    response = errors.problem(
        request, 429, "Wait a little", f"Too many wrong codes. Wait {wait}, then try again."
    )
    response["Retry-After"] = str(math.ceil(waits.total_seconds()))
    return response


# Switching it on and off -----------------------------------------------------------------------------------


@secret_form("password", "code")
@identity.members_only
def page(request: HttpRequest) -> HttpResponse:
    """Set it up, prove that the app has it, make new recovery codes, switch it off."""
    account, do = identity.signed_in_account(request), request.POST.get("do", "")
    asked, sent = second_steps.second_step_of(account), request.POST if request.method == "POST" else None
    if asked and (waits := asked.waits(timezone.now())) and sent is not None:
        return wait(request, waits)
    if asked:
        return _change(request, asked, forms.ConfirmCodeForm(request, asked, sent), do)
    if do == "confirm":
        return _confirm(request, account)
    form = forms.ConfirmForm(request, account, sent if do == "begin" else None)
    if form.is_valid():
        return _show_secret(request, second_steps.begin_setup(account), forms.CodeForm())
    return _render_page(request, account, form)


def _change(request: HttpRequest, step: SecondStep, form: forms.ConfirmCodeForm, do: str) -> HttpResponse:
    if not form.is_valid():
        waits = step.waits(timezone.now()) if form.is_bound else timedelta()
        return wait(request, waits) if waits else _render_page(request, step.account, form, on=True)
    if do == "codes":
        codes = tuple(second_steps.new_codes(step.account))
        fresh = SecondStepPage(
            account=step.account, on=True, form=forms.ConfirmCodeForm(request, step), codes=codes
        )
        return render_response(request, fresh)
    second_steps.turn_off(step.account)
    messages.success(request, "The second step is off.")
    return redirect("you")


def _confirm(request: HttpRequest, account: Account) -> HttpResponse:
    step = SecondStep.objects.filter(account=account).first()
    if step is None:
        return redirect("second-step")
    form = forms.CodeForm(request.POST)
    codes = (
        second_steps.confirm_setup(step, form.cleaned_data["code"], timezone.now()) if form.is_valid() else []
    )
    if codes:
        done = SecondStepPage(
            account=account, on=True, form=forms.ConfirmCodeForm(request, step), codes=tuple(codes)
        )
        return render_response(request, done)
    if form.is_valid():
        form.add_error("code", forms.WRONG_CODE)
    return _show_secret(request, step, form)


def _show_secret(request: HttpRequest, step: SecondStep, form: Form) -> HttpResponse:
    shown = SecondStepPage(account=step.account, on=False, form=form, key=step.key, qr=qr_code(step.address))
    return render_response(request, shown, 422 if form.is_bound else 200)


def _render_page(request: HttpRequest, account: Account, form: Form, *, on: bool = False) -> HttpResponse:
    return render_response(
        request, SecondStepPage(account=account, on=on, form=form), 422 if form.is_bound else 200
    )
