"""A device with passkeys, in software: a P-256 key that signs challenges as WebAuthn has it."""

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from fido2.cose import ES256, CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from muster.store.accounts import Account
from tests.web.account_fixtures import PASSWORD, signed_in

HOST = "localhost"
ORIGIN = f"http://{HOST}"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device:
    """One passkey. Whatever can be wrong with an answer is an option of it."""

    def __init__(self, owner: bytes = b"", *, counts: bool = True) -> None:
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(32)
        self.owner, self.counts, self.counter = owner, counts, 0

    def create(self, options: dict[str, Any], **wrong: Any) -> str:
        """The answer to options of adding."""
        public = ES256.from_cryptography_key(self.key.public_key())
        public = CoseKey(public | {3: wrong.get("algorithm", public[3])})
        credential = AttestedCredentialData.create(bytes(16), self.id, public)
        data = self._data(PRESENT | VERIFIED | ATTESTED, credential, **wrong)
        client = self._client("webauthn.create", options, **wrong)
        attested = AttestationObject.create("none", data, {})
        return self._answer({"clientDataJSON": client, "attestationObject": attested, "publicKey": b"too"})

    def get(self, options: dict[str, Any], **wrong: Any) -> str:
        """The answer to options of signing in."""
        data = self._data(PRESENT | VERIFIED, **wrong)
        client = self._client("webauthn.get", options, **wrong)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": data, "signature": wrong.get("sign", signed)}
        return self._answer(parts | {"userHandle": wrong.get("owner", self.owner)})

    def _data(self, flags: int, credential: bytes = b"", **wrong: Any) -> bytes:
        self.counter += self.counts
        of = hashlib.sha256(wrong.get("host", HOST).encode()).digest()
        flags = flags & ~wrong.get("without", 0)
        return AuthenticatorData.create(of, flags, wrong.get("counter", self.counter), credential)

    def _client(self, kind: str, options: dict[str, Any], /, **wrong: Any) -> bytes:
        return CollectedClientData.create(
            wrong.get("kind", kind), options["challenge"], wrong.get("origin", ORIGIN)
        )

    def _answer(self, parts: dict[str, bytes]) -> str:
        name = websafe_encode(self.id)
        response = {key: websafe_encode(value) for key, value in parts.items()}
        whole = {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}}
        return json.dumps(whole | {"response": response})


def browser(account: Account | None = None) -> Client:
    """A browser that reached the server by a name, as passkeys need it."""
    return signed_in(account, SERVER_NAME=HOST) if account else Client(SERVER_NAME=HOST)


def confirmed(account: Account) -> Client:
    """A browser in which the password was given just now."""
    client = browser(account)
    assert client.post("/you/passkeys", {"do": "confirm", "password": PASSWORD}).status_code == 302
    return client


def add(client: Client, device: Device, label: str = "my phone", **wrong: Any) -> int:
    """The status of adding the device's passkey."""
    options = client.post("/you/passkeys/options", {"label": label}).json()
    form = {"do": "add", "label": label, "credential": device.create(options, **wrong)}
    return client.post("/you/passkeys", form).status_code


def device_of(account: Account, *, counts: bool = True) -> Device:
    """A device with a passkey that the account has added."""
    device = Device(account.pk.bytes, counts=counts)
    assert add(confirmed(account), device) == 302
    return device


def sign_in(client: Client, device: Device, /, more: dict[str, str] | None = None, **wrong: Any) -> Any:
    """The answer to signing in with the device."""
    options = client.post("/sign-in/passkey/options").json()
    return client.post("/sign-in/passkey", {"credential": device.get(options, **wrong), **(more or {})})
