"""Signing in with a passkey, in place of the password or of the code that comes after it.

Nobody is locked out by junk: what fails here is not counted against a handle. Addresses are, by `rates`.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from muster.store.accounts import Account
from muster.web import identity
from muster.web.accounts import forms, passkeys, second_step
from muster.web.accounts.account import sign_in_page
from muster.web.accounts.secret_forms import FORM
from muster.web.page import render_response
from muster.web.site.errors import error_body


@identity.private
@require_POST
def options(request: HttpRequest) -> HttpResponse:
    """What the browser asks a device for: the same for everybody."""
    server = passkeys.server_of(request)
    if server is None:
        return JsonResponse(error_body(422, "Passkeys don’t work at this address.", []), status=422)
    return JsonResponse(passkeys.begin_signing_in(request, server))


@identity.private
@FORM
def enter(request: HttpRequest) -> HttpResponse:
    """The device's answer. Whatever is wrong with it, the page says the same."""
    if request.method != "POST":
        return redirect("sign-in")
    step, then = second_step.awaited_code(request)
    account = _account_of(request)
    if account is None:
        return _render_failure(request, at_code=step is not None)
    request.session.pop(second_step.PENDING, None)
    return second_step.let_in(request, account, then or identity.next_page(request))


def _account_of(request: HttpRequest) -> Account | None:
    form, server = forms.PasskeyForm(request.POST), passkeys.server_of(request)
    answer = form.cleaned_data["credential"] if form.is_valid() else ""
    return passkeys.finish_signing_in(request, server, answer) if server else None


def _render_failure(request: HttpRequest, *, at_code: bool) -> HttpResponse:
    if at_code:
        asked = second_step.CodePage(form=forms.CodeForm(), passkeys=True, passkey_failed=True)
        return render_response(request, asked, 422)
    return render_response(
        request, sign_in_page(request, forms.SignInForm(request), passkey_failed=True), 422
    )
