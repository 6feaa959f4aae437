"""Personal tokens for the JSON API: make, list, revoke."""

from typing import ClassVar
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.app.accounts.accounts import issue_token, revoke_token
from muster.store.accounts import ACCOUNTS, ApiToken
from muster.web import identity
from muster.web.accounts import forms
from muster.web.accounts.account import status_of
from muster.web.accounts.secret_forms import FORM
from muster.web.page import Page, render_response


class TokensPage(Page, frozen=True, kw_only=True):
    """One's tokens; `secret` is that of the one just made."""

    template: ClassVar = "accounts/tokens.html"
    form: forms.TokenForm
    tokens: tuple[ApiToken, ...]
    secret: str


@identity.private
@FORM
@identity.members_only
def page(request: HttpRequest) -> HttpResponse:
    """The secret is shown in the answer to the form and nowhere else, ever."""
    account = identity.signed_in_account(request)
    form = forms.TokenForm(request.POST if request.method == "POST" else None)
    secret, status = "", status_of(form)
    if form.is_valid():
        _, secret = issue_token(ACCOUNTS, account, form.cleaned_data["label"])
        form, status = forms.TokenForm(), 201
    tokens = tuple(ApiToken.objects.filter(account=account).order_by("-made"))
    return render_response(request, TokensPage(form=form, tokens=tokens, secret=secret), status)


@identity.private
@require_POST
@identity.members_only
def revoke(request: HttpRequest, token: UUID) -> HttpResponse:
    """Only your own: another's is not there for you. One that is gone already stays gone."""
    revoke_token(ACCOUNTS, identity.signed_in_account(request), token)
    if ApiToken.objects.filter(pk=token).exists():
        raise Http404
    messages.success(request, "Token revoked. Programs using it no longer have access.")
    return redirect("tokens")
