"""Addresses of the account pages."""

from django.urls import path

from muster.web.pages import accounts, passwords, tokens

urlpatterns = [
    path("you", accounts.you, name="you"),
    path("you/password", passwords.change, name="you-password"),
    path("you/delete", accounts.delete, name="you-delete"),
    path("you/tokens", tokens.page, name="tokens"),
    path("you/tokens/<uuid:token>/revoke", tokens.revoke, name="token-revoke"),
    path("sign-up", accounts.sign_up, name="sign-up"),
    path("sign-in", accounts.sign_in, name="sign-in"),
    path("sign-out", accounts.sign_out, name="sign-out"),
    path("forgotten", passwords.forgotten, name="forgotten"),
    path("forgotten/<str:uid>/<str:token>", passwords.reset, name="reset"),
]
