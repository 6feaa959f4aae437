"""Signing up, in and out; the page about you; leaving for good."""

from typing import ClassVar

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.accounts import accounts
from muster.app.admin.commands import Registration
from muster.app.admin.desk import check_registration
from muster.app.admin.values import Site, Standing
from muster.rules.messages import explain, remedy
from muster.rules.violations import Refused
from muster.store.accounts import ACCOUNTS, Account, ApiToken
from muster.store.admin import DatabaseAdmin, site_choices
from muster.store.members import notifications
from muster.web import identity
from muster.web.accounts import forms, passkeys, second_step
from muster.web.accounts.devices import FORGET
from muster.web.accounts.secret_forms import secret_form
from muster.web.accounts.throttle import remember_device
from muster.web.page import Page, render_response
from muster.web.sessions import ensure_key
from muster.web.tournament.requests import tournaments


class AccountPage(Page, frozen=True, kw_only=True):
    """A form about an account."""

    account: Account
    form: Form


class YouPage(AccountPage, frozen=True, kw_only=True):
    """The account, and what can be changed about it; `devices`, `tokens` and `passkeys` are their numbers,
    `standing` says whether it is an admin."""

    template: ClassVar = "accounts/you.html"
    devices: int
    tokens: int
    passkeys: int
    standing: Standing


class GuestPage(Page, frozen=True, kw_only=True):
    """Somebody without an account; nobody at all where nothing was ever kept."""

    template: ClassVar = "accounts/guest.html"
    account: Account | None


class SignUpPage(Page, frozen=True, kw_only=True):
    """A handle and a password; `next` is where the way leads afterwards. Unless `registration` is open,
    the page asks for an invitation or shows no form."""

    template: ClassVar = "accounts/sign_up.html"
    registration: Registration = "open"
    form: Form
    next: str
    guest: Account | None


class SignInPage(SignUpPage, frozen=True, kw_only=True):
    """The way back in; by passkey, too, where `passkeys` work."""

    template: ClassVar = "accounts/sign_in.html"
    passkeys: bool
    passkey_failed: bool = False


class DeletePage(AccountPage, frozen=True, kw_only=True):
    """Leaving for good."""

    template: ClassVar = "accounts/delete.html"


def status_of(form: Form) -> int:
    """A form that was sent and comes back has something wrong with it."""
    return 422 if form.is_bound else 200


@secret_form("password")
def you(request: HttpRequest) -> HttpResponse:
    """The account page: who you are here, and what you can change about it."""
    account = identity.member(request)
    if account is None:
        return _guest_page(request)
    if request.method != "POST":
        now = {"name": account.name, "email": account.email}
        form = forms.OwnProfileForm(request, account, initial=now)
        return _you(request, account, form)
    form = forms.OwnProfileForm(request, account, request.POST)
    if not form.is_valid():
        return _you(request, account, form)
    given = form.cleaned_data
    accounts.change_profile(ACCOUNTS, account, given["name"], given["email"])
    messages.success(request, "Saved.")
    return redirect("you")


def _you(request: HttpRequest, account: Account, form: Form) -> HttpResponse:
    tokens = ApiToken.objects.filter(account=account).count()
    page = YouPage(
        account=account,
        form=form,
        devices=account.devices.count(),
        passkeys=account.passkeys.count(),
        tokens=tokens,
        standing=DatabaseAdmin(erase).standing(str(account.pk)) if account.is_staff else "none",
    )
    return render_response(request, page, status_of(form))


def _guest_page(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return redirect("sign-up")
    return render_response(request, GuestPage(account=identity.current(request)))


@secret_form("password")
def sign_up(request: HttpRequest) -> HttpResponse:
    """A guest's row becomes the account, so everything made before stays."""
    if identity.member(request):
        return redirect(identity.next_page(request))
    site = site_choices()
    form = forms.SignUpForm(
        request.POST if request.method == "POST" else None,
        initial={"invitation": request.GET.get("invitation", "")[: forms.INVITATION_LENGTH]},
    )
    if request.method == "POST":
        check_registration(site)
    if form.is_valid() and _sign_up(request, form, site):
        messages.success(request, "Signed up. Everything you make is kept under your handle.")
        return remember_device(
            request, redirect(identity.next_page(request)), identity.signed_in_account(request)
        )
    page = SignUpPage(
        form=form,
        next=identity.next_page(request),
        guest=identity.current(request),
        registration=site.registration,
    )
    return render_response(request, page, status_of(form))


def _sign_up(request: HttpRequest, form: forms.SignUpForm, site: Site) -> bool:
    given = form.cleaned_data
    wanted = accounts.SignUp(**{name: given[name] for name in accounts.SignUp._fields})
    try:
        account = accounts.sign_up(ACCOUNTS, identity.current(request), wanted, DatabaseAdmin(erase), site)
    except Refused as refused:
        for violation in refused.violations:
            form.add_error("invitation", ValidationError(f"{explain(violation)} {remedy(violation)}"))
        return False
    except IntegrityError:  # somebody took the handle between the check and the write
        form.add_error("handle", ValidationError(f"The handle {given['handle']} was taken a moment ago."))
        return False
    told = notifications.release_session(request.session.session_key or "")
    login(request, account, backend=identity.BACKEND)  # the guest's session ends with it
    if told:
        notifications.bind_session(told, ensure_key(request.session))
    return True


@secret_form("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Throttled by handle and address, see `throttle`; where the account asks for a code, that comes next."""
    if identity.member(request) and request.method != "POST":
        return redirect(identity.next_page(request))
    form = forms.SignInForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid() and form.account:
        return second_step.enter(request, form.account, identity.next_page(request))
    return render_response(request, sign_in_page(request, form), status_of(form))


def sign_in_page(request: HttpRequest, form: Form, *, passkey_failed: bool = False) -> SignInPage:
    """The page that asks for handle and password, or for a passkey."""
    return SignInPage(
        form=form,
        next=identity.next_page(request),
        guest=identity.current(request),
        passkeys=passkeys.server_of(request) is not None,
        passkey_failed=passkey_failed,
    )


@identity.private
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """A guest who signs out would lose everything, so they are asked on the page that says so."""
    account = identity.current(request)
    if account and account.is_guest:
        return redirect("you-delete")
    return _leave(request, "Signed out. Pages seen while signed in were removed from this device.")


@secret_form("password")
def delete(request: HttpRequest) -> HttpResponse:
    """Erases the person. What they did stays in the logs of those they played with, under no name."""
    account = identity.current(request)
    if account is None:
        return redirect("you")
    data = request.POST if request.method == "POST" else None
    form = forms.GuestConfirmForm(data) if account.is_guest else forms.ConfirmForm(request, account, data)
    if form.is_valid():
        erase(account)
        return _leave(request, "Deleted. Nothing here names you now.")
    return render_response(request, DeletePage(account=account, form=form), status_of(form))


def erase(account: Account) -> None:
    """The account goes, and its name from every event."""
    accounts.erase_account(ACCOUNTS, account, tournaments().forget)


def _leave(request: HttpRequest, sentence: str) -> HttpResponse:
    logout(request)
    messages.success(request, sentence)
    response = redirect("start")
    response["Clear-Site-Data"] = FORGET
    return response


def keep_session(request: HttpRequest, account: Account) -> None:
    """A new password ends every other session of the account, and keeps this one."""
    request.session.cycle_key()
    update_session_auth_hash(request, account)
