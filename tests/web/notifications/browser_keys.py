"""A browser's half of a push subscription: its keys, and how it reads what arrives (RFC 8291, from the end
of the receiver)."""

from base64 import urlsafe_b64encode
from os import urandom

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)


class BrowserKeys:
    """Keys as a browser makes them for one subscription."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = urandom(16)
        self.p256dh, self.auth = base64_of(self.point), base64_of(self.secret)

    def decrypt(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender = body[21 : 21 + length]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        secret = derive(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        record = AESGCM(key).decrypt(nonce, body[21 + length :], None).rstrip(b"\0")
        assert record.endswith(b"\x02"), "the only record is the last"
        return record[:-1]
