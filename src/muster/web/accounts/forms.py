"""What may be typed into the account pages. Validation only: the pages draw their fields themselves."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from muster.app.accounts.names import HANDLE_LENGTH, HANDLE_PATTERN, LABEL_LENGTH, name_problem
from muster.store.accounts import Account
from muster.store.second_steps import SecondStep
from muster.web.accounts.throttle import check_password

PASSWORD_LENGTH = 256
INVITATION_LENGTH = 40
LONGEST = 16_000  # characters of a passkey's answer; a key of 4,096 bits needs a fifth of that
WRONG_CODE = "This code does not work. Codes change every 30 seconds, and each works once."


def text(what: str, length: int, **options: Any) -> forms.CharField:
    """One line of text with our sentences; `what` starts them, as in "A handle"."""
    messages = {
        "required": f"{what} is needed here.",
        "max_length": f"{what} has up to {length} characters; this one has %(show_value)s.",
        "null_characters_not_allowed": f"{what} is one line of visible characters.",
    }
    return forms.CharField(max_length=length, error_messages=messages, **options)


def password(what: str = "A password") -> forms.CharField:
    return text(what, PASSWORD_LENGTH, strip=False)


def handle_field() -> forms.CharField:
    """A handle; the space that a telephone adds is no part of it."""
    typed = forms.TextInput({"pattern": rf"\s*{HANDLE_PATTERN.pattern}\s*"})
    return text("A handle", HANDLE_LENGTH, widget=typed)


def clean_handle(handle: str) -> str:
    """Letters, digits and a few signs; free in any case of letters."""
    if not HANDLE_PATTERN.fullmatch(handle):
        raise ValidationError(
            "A handle starts with a letter or digit and holds only A to Z, 0 to 9, dot, dash and underscore."
        )
    if holder := Account.objects.holding(handle):
        raise ValidationError(f"The handle {holder.handle} is taken. Capital letters make no difference.")
    return handle


class ProfileForm(forms.Form):
    """The name others see, and where mail goes."""

    name = forms.CharField(error_messages={"required": "A name is needed here."})
    email = forms.EmailField(
        required=False,
        max_length=254,
        error_messages={
            "invalid": "A mail address looks like ada@example.org.",
            "max_length": "A mail address has up to 254 characters; this one has %(show_value)s.",
        },
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if problem := name_problem(name):
            raise ValidationError(problem)
        return name


class SignUpForm(ProfileForm):
    """A handle and a password; a name and a mail address for those who want them."""

    handle = handle_field()
    password = password()
    invitation = text("An invitation", INVITATION_LENGTH, required=False)
    field_order = ("handle", "password", "name", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False

    def clean_name(self) -> str:
        return super().clean_name() if self.cleaned_data["name"] else ""

    def clean_handle(self) -> str:
        return clean_handle(self.cleaned_data["handle"])

    def clean(self) -> None:
        handle, secret = self.cleaned_data.get("handle", ""), self.cleaned_data.get("password")
        person = Account(handle=handle, name=self.cleaned_data.get("name") or handle)
        if secret:
            _check_new(self, "password", secret, person)


class SignInForm(forms.Form):
    """Says only that the two do not fit, never which of them is wrong."""

    handle = handle_field()
    password = password()
    account: Account | None = None

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> None:
        given = self.cleaned_data
        if not {"handle", "password"} <= given.keys():
            return
        self.account = check_password(self.request, given["handle"], given["password"])
        if self.account is None:
            self.add_error("password", "Wrong handle or password.")


class ConfirmForm(forms.Form):
    """A member proves by password that it is them; failures count like failed sign-ins."""

    password = password("Your password")

    def __init__(self, request: HttpRequest, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.account = request, account

    def clean_password(self) -> str:
        given: str = self.cleaned_data["password"]
        if check_password(self.request, self.account.handle, given) is None:
            raise ValidationError("This is not your password.")
        return given


class OwnProfileForm(ProfileForm):
    """The profile of an account. Mail is the way back in, so whoever changes where it goes proves that it is
    them; somebody at an open browser is not."""

    password = text("Your password", PASSWORD_LENGTH, strip=False, required=False)

    def __init__(self, request: HttpRequest, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.account = request, account

    def clean(self) -> None:
        given = self.cleaned_data
        moves = given.get("email", self.account.email) != self.account.email
        if not moves or not self.account.has_usable_password():
            return
        if not (secret := given.get("password")):
            self.add_error("password", "To change the mail address, enter your password.")
        elif check_password(self.request, self.account.handle, secret) is None:
            self.add_error("password", "This is not your password.")


class CodeForm(forms.Form):
    """A code of the app, or a recovery code."""

    code = text("A code", 40)


class ConfirmCodeForm(ConfirmForm):
    """A member proves by password and by code that it is them."""

    code = text("A code", 40)

    def __init__(self, request: HttpRequest, step: SecondStep, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, step.account, *args, **kwargs)
        self.step = step

    def clean(self) -> None:
        given = self.cleaned_data
        if {"password", "code"} <= given.keys() and not self.step.accepts(given["code"], timezone.now()):
            self.add_error("code", WRONG_CODE)


class GuestConfirmForm(forms.Form):
    """A guest has no password: a tick must do."""

    sure = forms.BooleanField(error_messages={"required": "Tick the box to delete everything."})


class NewPasswordForm(forms.Form):
    """A password that replaces another."""

    new_password = password("A new password")

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean(self) -> None:
        if secret := self.cleaned_data.get("new_password"):
            _check_new(self, "new_password", secret, self.account)


class ChangePasswordForm(ConfirmForm):
    """The old one and the new one."""

    new_password = password("A new password")

    def clean(self) -> None:
        if secret := self.cleaned_data.get("new_password"):
            _check_new(self, "new_password", secret, self.account)


class ForgottenForm(forms.Form):
    """A handle or a mail address."""

    who = text("A handle or a mail address", 254)


class LabelForm(forms.Form):
    """What a token or a passkey is called, so that its owner knows it again."""

    label = text("A label", LABEL_LENGTH)

    def clean_label(self) -> str:
        label: str = self.cleaned_data["label"]
        if not label.isprintable():
            raise ValidationError("A label is one line of visible characters.")
        return label


class TokenForm(LabelForm):
    """What the token is for."""


class PasskeyForm(forms.Form):
    """What a device has answered."""

    credential = forms.CharField(max_length=LONGEST)


class AddPasskeyForm(PasskeyForm, LabelForm):
    """A new passkey and what it is called."""


class RemovePasskeyForm(forms.Form):
    """Which one goes."""

    passkey = forms.UUIDField()


def _check_new(form: forms.Form, field: str, secret: str, account: Account) -> None:
    try:
        validate_password(secret, account)
    except ValidationError as problem:
        form.add_error(field, problem)
