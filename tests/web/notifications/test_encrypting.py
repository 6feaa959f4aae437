"""Messages to push services: the example of RFC 8291, and who sends them after RFC 8292."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from muster.web.notifications.encrypting import (
    CURVE,
    Fresh,
    encrypt,
    public_bytes,
    sender_proof,
    server_public_key,
)
from tests.web.notifications.browser_keys import BrowserKeys


def unpadded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unpadded(text)), CURVE)


# RFC 8291, section 5 and appendix A.
MESSAGE = b"When I grow up, I want to be a watermelon"
SENDER = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
RECEIVER = private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
RECEIVER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
    "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_to_the_byte():
    assert urlsafe_b64encode(public_bytes(RECEIVER)).decode().rstrip("=") == RECEIVER_POINT
    body = encrypt(MESSAGE, RECEIVER_POINT, AUTH, Fresh(SENDER, unpadded(SALT)), least=0)
    assert urlsafe_b64encode(body).decode().rstrip("=") == BODY


def test_only_the_browser_reads_it_and_its_length_tells_nothing():
    browser = BrowserKeys()
    short, longer = (encrypt(text, browser.p256dh, browser.auth) for text in (b"a", b"b" * 300))
    assert browser.decrypt(short) == b"a" and browser.decrypt(longer) == b"b" * 300
    assert len(short) == len(longer) and short[:16] != longer[:16]
    with pytest.raises(InvalidTag):
        BrowserKeys().decrypt(short)


def test_the_proof_is_for_one_push_service_and_not_for_long():
    now = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
    proof = sender_proof("https://push.example.org/abc?d=1", now)["Authorization"]
    scheme, _, rest = proof.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and parts["k"] == server_public_key()
    signed, _, signature = parts["t"].rpartition(".")
    raw = unpadded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpadded(server_public_key()))
    key.verify(pair, signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(unpadded(signed.split(".")[1]))
    assert claims["aud"] == "https://push.example.org"
    assert 0 < claims["exp"] - now.timestamp() <= 24 * 3600
    assert claims["sub"].startswith(("mailto:", "https://"))
