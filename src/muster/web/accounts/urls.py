"""Addresses of the account pages."""

from django.urls import path

from muster.web.accounts import (
    account,
    devices,
    guest_work,
    my_data,
    passkey_sign_in,
    passwords,
    second_step,
    tokens,
    your_passkeys,
)

urlpatterns = [
    path("you", account.you, name="you"),
    path("you/password", passwords.change, name="you-password"),
    path("you/second-step", second_step.page, name="second-step"),
    path("you/passkeys", your_passkeys.page, name="passkeys"),
    path("you/passkeys/options", your_passkeys.options, name="passkey-options"),
    path("you/data", my_data.page, name="you-data"),
    path("you/data.zip", my_data.download, name="you-data-file"),
    path("you/guest-work", guest_work.page, name="guest-work"),
    path("you/delete", account.delete, name="you-delete"),
    path("you/devices", devices.page, name="devices"),
    path("you/devices/<uuid:device>/sign-out", devices.sign_out_there, name="device-sign-out"),
    path("you/tokens", tokens.page, name="tokens"),
    path("you/tokens/<uuid:token>/revoke", tokens.revoke, name="token-revoke"),
    path("sign-up", account.sign_up, name="sign-up"),
    path("sign-in", account.sign_in, name="sign-in"),
    path("sign-in/code", second_step.code, name="sign-in-code"),
    path("sign-in/passkey", passkey_sign_in.enter, name="sign-in-passkey"),
    path("sign-in/passkey/options", passkey_sign_in.options, name="sign-in-passkey-options"),
    path("sign-out", account.sign_out, name="sign-out"),
    path("forgotten", passwords.forgotten, name="forgotten"),
    path("forgotten/<str:uid>/<str:token>", passwords.reset, name="reset"),
]
