"""Passkeys (WebAuthn): a device signs a challenge, once its owner has unlocked it by finger, face or PIN.
That is something they have and something they are or know: both steps of signing in at once.

A challenge waits in the session for one try: it is taken out before anything is checked, and serves only what
it was made for.
"""

from ipaddress import ip_address
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils import timezone
from fido2.cose import UnsupportedKey
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from muster.store import passkeys
from muster.store.accounts import Account
from muster.store.passkeys import Passkey

CHALLENGE: Final = "passkey"
PATIENCE: Final = 5 * 60  # seconds between the challenge and the answer
ADD: Final = "add"
SIGN_IN: Final = "sign-in"
Options = dict[str, Any]


def server_of(request: HttpRequest) -> Fido2Server | None:
    """What makes and checks challenges for the host that was asked; none where browsers have no passkeys: at
    a bare IP address, and without TLS anywhere but on the machine itself."""
    host, _ = split_domain_port(request.get_host())
    if _is_number(host) or not (request.is_secure() or host == "localhost"):
        return None
    origin = f"{request.scheme}://{request.get_host()}"
    return Fido2Server(
        PublicKeyCredentialRpEntity(name="Muster", id=host), verify_origin=lambda given: given == origin
    )


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def begin_adding(request: HttpRequest, server: Fido2Server, account: Account) -> Options:
    """A challenge for a new passkey; devices that have one for this account say so."""
    person = PublicKeyCredentialUserEntity(
        id=account.pk.bytes, name=account.handle or "", display_name=account.name
    )
    own = [_credential(passkey) for passkey in passkeys.passkeys_of(account) if passkey.host == server.rp.id]
    options, state = server.register_begin(
        person,
        own,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    _remember_challenge(request, ADD, state)
    return dict(options.public_key)


def finish_adding(
    request: HttpRequest, server: Fido2Server, account: Account, label: str, answer: str
) -> Passkey | None:
    """The new passkey; none where anything about it is wrong."""
    state = _take_challenge(request, ADD)
    made = _verify_registration(server, state, answer) if state else None
    if made is None or made.credential_data is None:
        return None
    credential = made.credential_data
    return passkeys.add_passkey(
        account,
        credential.credential_id,
        bytes(credential),
        host=server.rp.id or "",
        label=label,
        counter=made.counter,
    )


def begin_signing_in(request: HttpRequest, server: Fido2Server) -> Options:
    """A challenge for whoever has a passkey: nobody is named, so nothing tells of accounts."""
    options, state = server.authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
    _remember_challenge(request, SIGN_IN, state)
    return dict(options.public_key)


def finish_signing_in(request: HttpRequest, server: Fido2Server, answer: str) -> Account | None:
    """Whose passkey has answered; nobody where anything about it is wrong."""
    state = _take_challenge(request, SIGN_IN)
    given = _parse_answer(answer) if state else None
    passkey = passkeys.find_passkey(given.raw_id, server.rp.id or "") if given else None
    if given is None or passkey is None or not _is_signed(server, state, passkey, given):
        return None
    is_theirs = given.response.user_handle == passkey.account.pk.bytes
    counter = given.response.authenticator_data.counter
    return passkey.account if is_theirs and passkey.note_use(counter, timezone.now()) else None


# What the library checks. It raises whatever a broken byte leads to: all of that is a no. -------------------


def _verify_registration(server: Fido2Server, state: Options, answer: str) -> AuthenticatorData | None:
    try:
        made = server.register_complete(state, msgspec.json.decode(answer, type=Options))
        credential = made.credential_data
        return made if credential and not isinstance(credential.public_key, UnsupportedKey) else None
    except Exception:
        return None


def _parse_answer(answer: str) -> AuthenticationResponse | None:
    try:
        return AuthenticationResponse.from_dict(msgspec.json.decode(answer, type=Options))
    except Exception:
        return None


def _is_signed(
    server: Fido2Server, state: Options | None, passkey: Passkey, given: AuthenticationResponse
) -> bool:
    try:
        server.authenticate_complete(state, [_credential(passkey)], given)
    except Exception:
        return False
    return True


def _credential(passkey: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(bytes(passkey.data))


# The challenge in the session ------------------------------------------------------------------------------


def _remember_challenge(request: HttpRequest, purpose: str, state: Options) -> None:
    request.session[CHALLENGE] = [purpose, state, int(timezone.now().timestamp())]


def _take_challenge(request: HttpRequest, purpose: str) -> Options | None:
    """The challenge made for this purpose a moment ago. It is gone from the session then, right or wrong."""
    made_for, state, since = request.session.pop(CHALLENGE, ("", None, 0))
    is_young = timezone.now().timestamp() - since <= PATIENCE
    return state if made_for == purpose and is_young else None
