"""What goes out to a push service: the message, which only the browser can read, and the proof of its sender.

Message encryption after RFC 8291 in one record of RFC 8188 (aes128gcm); the proof after RFC 8292 (VAPID).
"""

import struct
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from functools import cache
from os import urandom
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from muster.app.notifications import key_bytes

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the points of P-256
RECORD_SIZE: Final = 4096
LAST_RECORD: Final = b"\x02"
PROOF_LASTS: Final = timedelta(hours=12)
LEAST_MESSAGE: Final = 512
"""Short messages are filled up to this length: it would tell what they say."""


class Fresh(NamedTuple):
    """What every message has of its own: a key, and salt for the keys that are derived from it."""

    key: ec.EllipticCurvePrivateKey
    salt: bytes


def encrypt(
    message: bytes, p256dh: str, auth: str, fresh: Fresh | None = None, least: int = LEAST_MESSAGE
) -> bytes:
    """The message for the browser with these keys, filled up to `least` bytes."""
    own, salt = fresh or Fresh(ec.generate_private_key(CURVE), urandom(16))
    theirs = key_bytes(p256dh)
    sender = public_bytes(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive(shared, key_bytes(auth), b"WebPush: info\0" + theirs + sender, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = (message + LAST_RECORD).ljust(least, b"\0")
    header = salt + struct.pack("!IB", RECORD_SIZE, len(sender)) + sender
    return header + AESGCM(key).encrypt(nonce, record, None)


def _derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@cache
def server_key() -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this server. It comes from the server's secret, so that all its
    processes and hosts have the same one and none needs a file."""
    seed = _derive(settings.SECRET_KEY.encode(), b"", b"muster web push", 48)
    return ec.derive_private_key(int.from_bytes(seed) % (ORDER - 1) + 1, CURVE)


def server_public_key() -> str:
    """Its public half, which a browser wants before it subscribes."""
    return urlsafe_b64encode(public_bytes(server_key())).decode().rstrip("=")


def sender_proof(endpoint: str, now: datetime) -> dict[str, str]:
    """The header that says who sends, for this push service alone and not for long."""
    parts = urlsplit(endpoint)
    expires = int((now + PROOF_LASTS).timestamp())
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": _whom_to_ask()}
    signed = Vapid02(server_key()).sign(claims)
    return {"Authorization": signed["Authorization"]}


def _whom_to_ask() -> str:
    """Whom the push service may ask about this server: mail or a secure address, nothing else is allowed."""
    for address in (settings.CONTACT, settings.ADDRESS):
        if address.startswith(("mailto:", "https://")):
            return str(address)
    return "mailto:nobody@localhost"
