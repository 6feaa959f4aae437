"""Changing a password, and getting back in when it is forgotten."""

from typing import ClassVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from muster.app.accounts.accounts import change_password
from muster.store.accounts import ACCOUNTS, Account
from muster.web import identity
from muster.web.accounts import forms, letters, second_step
from muster.web.accounts.account import AccountPage, keep_session, status_of
from muster.web.accounts.devices import end_others
from muster.web.accounts.secret_forms import FORM, secret_form
from muster.web.environment import url
from muster.web.page import Page, render_response
from muster.web.site import errors

BETWEEN_MAILS = 5 * 60  # seconds, so that nobody's mailbox can be filled from here


class PasswordPage(AccountPage, frozen=True, kw_only=True):
    """The old password and a new one."""

    template: ClassVar = "accounts/password.html"


class ResetPage(AccountPage, frozen=True, kw_only=True):
    """Where a one-time link leads."""

    template: ClassVar = "accounts/reset.html"


class ForgottenPage(Page, frozen=True, kw_only=True):
    """Asks whose it is, or says that mail is on its way; or that this server sends none."""

    template: ClassVar = "accounts/forgotten.html"
    mail: bool = True
    sent: bool = False
    form: Form | None = None


@secret_form("password", "new_password")
@identity.members_only
def change(request: HttpRequest) -> HttpResponse:
    """Asks for the old password; every other device is signed out, tokens and passkeys work no longer."""
    account = identity.signed_in_account(request)
    form = forms.ChangePasswordForm(request, account, request.POST if request.method == "POST" else None)
    if form.is_valid():
        change_password(ACCOUNTS, account, form.cleaned_data["new_password"])
        end_others(request, account)
        keep_session(request, account)
        messages.success(
            request,
            "Password changed. Your other devices are signed out; API tokens and passkeys are removed.",
        )
        return redirect("you")
    return render_response(request, PasswordPage(account=account, form=form), status_of(form))


@identity.private
@FORM
def forgotten(request: HttpRequest) -> HttpResponse:
    """The same answer for every handle and address, known or not."""
    if not settings.MAIL_CONFIGURED:
        return render_response(request, ForgottenPage(mail=False))
    form = forms.ForgottenForm(request.POST if request.method == "POST" else None)
    sent = form.is_valid()
    if sent:
        _mail_links(form.cleaned_data["who"])
    return render_response(request, ForgottenPage(sent=sent, form=form), 200 if sent else status_of(form))


def _mail_links(who: str) -> None:
    found = Account.objects.filter(Q(handle__iexact=who) | Q(email__iexact=who), handle__isnull=False)
    for account in found.exclude(email="")[:5]:
        if cache.add(f"reset-mail:{account.pk}", 1, BETWEEN_MAILS):
            letters.send_letter("A new password for Muster", _letter(account), account.email)


def _letter(account: Account) -> str:
    return (
        f"Someone, hopefully you, asked for a new password for {account.handle} on Muster.\n\n"
        f"{settings.ADDRESS}{reset_path(account)}\n\n"
        "The link works once, for one day. If it was not you, nothing has changed."
    )


def reset_path(account: Account) -> str:
    """The address of a one-time link: dead once the password, the mail or the last sign-in changes."""
    uid = urlsafe_base64_encode(str(account.pk).encode())
    return url("reset", uid=uid, token=default_token_generator.make_token(account))


@secret_form("new_password")
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Where a one-time link leads: a new password, and you are in, with a code where the account asks for
    one."""
    request.path = url("forgotten")  # the request log writes the path, and a log is no place for a key
    account = _account_of(uid)
    if account is None or not default_token_generator.check_token(account, token):
        text = "A link works once and for one day, and a newer one replaces it. Ask for another."
        return errors.problem(request, 410, "This link is used up", text)
    form = forms.NewPasswordForm(account, request.POST if request.method == "POST" else None)
    if form.is_valid():
        change_password(ACCOUNTS, account, form.cleaned_data["new_password"])
        end_others(request, account)
        return second_step.enter(request, account, url("you"), "Password set. You are signed in.")
    return render_response(request, ResetPage(account=account, form=form), status_of(form))


def _account_of(uid: str) -> Account | None:
    try:
        return Account.objects.filter(pk=urlsafe_base64_decode(uid).decode(), handle__isnull=False).first()
    except (ValueError, ValidationError):
        return None
