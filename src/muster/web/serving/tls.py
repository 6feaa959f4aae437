"""Certificates for `muster serve --tls`: generated for the local network, or supplied by the owner.

A phone allows the camera and offline pages on a self-made certificate only if it trusts the issuer. So the
server runs its own certificate authority, which a phone installs once; the certificate itself can then be
renewed whenever the addresses change. The authority is limited to this machine's names and to private
networks, so that a stolen key is of little use.
"""

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

PRIVATE = [
    ip_network(n) for n in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
]
AUTHORITY_LIFE = timedelta(days=3650)
LIFE = timedelta(days=397)  # phones reject certificates with a longer lifetime
RENEW_BEFORE = timedelta(days=30)
KEY_USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)


class BadCertificate(Exception):
    """The certificate cannot be used; the message names the file and the reason."""


class Certificate(NamedTuple):
    """The files a TLS server needs. `authority` is what phones can install, if we generated it."""

    chain: Path
    key: Path
    authority: Path | None = None


class HostNames(NamedTuple):
    """The names and addresses under which browsers reach this machine."""

    names: tuple[str, ...]
    addresses: tuple[IPv4Address | IPv6Address, ...]

    @classmethod
    def of(cls, hostname: str, addresses: Iterable[str]) -> "HostNames":
        host = hostname.lower()
        own = (host, host if host.endswith(".local") else f"{host}.local") if _is_dns_name(host) else ()
        found = {ip_address(a) for a in ("127.0.0.1", *addresses)}
        return cls(tuple(dict.fromkeys(("localhost", *own))), tuple(sorted(found, key=int)))

    def alternatives(self) -> list[x509.GeneralName]:
        return [*map(x509.DNSName, self.names), *map(x509.IPAddress, self.addresses)]


def _is_dns_name(host: str) -> bool:
    labels = host.split(".")
    return host.isascii() and all(0 < len(s) < 64 and s.replace("-", "a").isalnum() for s in labels)


def check_certificate(chain: Path, key: Path) -> Certificate:
    """Check the owner's certificate and key before the server starts."""
    certificate = _load_certificate(chain)
    if certificate.not_valid_after_utc < datetime.now(UTC):
        raise BadCertificate(f"the certificate {chain} expired on {certificate.not_valid_after_utc:%d %B %Y}")
    if _public_key_bytes(_load_key(key)) != _public_key_bytes(certificate):
        raise BadCertificate(f"the key {key} does not belong to the certificate {chain}")
    return Certificate(chain, key)


def own_certificate(folder: Path, place: HostNames) -> Certificate:
    """Load our certificate for these names and addresses from the folder; create or renew it if needed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.now(UTC)
    made = Certificate(folder / "server.crt", folder / "server.key", folder / "authority.crt")
    files = folder / "authority.crt", folder / "authority.key"
    authority_key = _key_of_authority(*files, place, now) or _make_authority(*files, place, now)
    if not _certificate_serves(made, place, now):
        _make_certificate(made, _load_certificate(folder / "authority.crt"), authority_key, place, now)
    return made


def _key_of_authority(
    path: Path, key: Path, place: HostNames, now: datetime
) -> ec.EllipticCurvePrivateKey | None:
    """The key of our existing authority, if it still covers these names and addresses."""
    try:
        authority, private = _load_certificate(path), _load_key(key)
    except BadCertificate:
        return None
    allowed = (
        authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    )
    names = {n.value for n in allowed if isinstance(n, x509.DNSName)}
    networks = [n.value for n in allowed if isinstance(n.value, IPv4Network | IPv6Network)]
    serves = (
        _public_key_bytes(authority) == _public_key_bytes(private)
        and authority.not_valid_after_utc - now > LIFE
        and names.issuperset(place.names)
        and all(any(a in network for network in networks) for a in place.addresses)
    )
    return private if serves and isinstance(private, ec.EllipticCurvePrivateKey) else None


def _certificate_serves(made: Certificate, place: HostNames, now: datetime) -> bool:
    try:
        certificate, private = _load_certificate(made.chain), _load_key(made.key)
        certificate.verify_directly_issued_by(_load_certificate(made.chain.with_name("authority.crt")))
    except (BadCertificate, ValueError, TypeError, InvalidSignature):
        return False
    covered = set(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)
    return (
        _public_key_bytes(certificate) == _public_key_bytes(private)
        and certificate.not_valid_after_utc - now > RENEW_BEFORE
        and covered.issuperset(place.alternatives())
    )


def _make_authority(
    path: Path, key_path: Path, place: HostNames, now: datetime
) -> ec.EllipticCurvePrivateKey:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Muster on {place.names[-1]}")
    usage = _usage(key_cert_sign=True, crl_sign=True)
    certificate = (
        _certificate_builder(name, name, key.public_key(), now, AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(_permitted_subtrees(place), None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(key_path, key)
    _write_file(path, _pem_bytes(certificate), 0o644)
    return key


def _permitted_subtrees(place: HostNames) -> list[x509.GeneralName]:
    outside = [a for a in place.addresses if not any(a in network for network in PRIVATE)]
    networks = [*PRIVATE, *(ip_network(a) for a in outside)]
    return [*map(x509.DNSName, place.names), *map(x509.IPAddress, networks)]


def _make_certificate(
    made: Certificate,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    place: HostNames,
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    certificate = (
        _certificate_builder(_name("Muster"), authority.subject, key.public_key(), now, LIFE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(place.alternatives()), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(signer, critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write_key(made.key, key)
    _write_file(made.chain, _pem_bytes(certificate) + _pem_bytes(authority), 0o644)


def _certificate_builder(
    subject: x509.Name,
    issuer: x509.Name,
    public: ec.EllipticCurvePublicKey,
    now: datetime,
    life: timedelta,
) -> x509.CertificateBuilder:
    # Phone clocks may be wrong, so the certificate is valid from a day ago.
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(days=1) + life)
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common[:64])])


def _usage(**purposes: bool) -> x509.KeyUsage:
    return x509.KeyUsage(**dict.fromkeys(KEY_USES, False) | purposes)


def _load_certificate(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except OSError as error:
        raise BadCertificate(f"the certificate {path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadCertificate(f"{path} is not a certificate in PEM form") from error


def _load_key(path: Path) -> PrivateKeyTypes:
    try:
        return serialization.load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise BadCertificate(f"the key {path} cannot be read: {error.strerror}") from error
    except TypeError as error:
        raise BadCertificate(f"the key {path} has a password; remove it first") from error
    except Exception as error:
        raise BadCertificate(f"{path} is not a private key in PEM form") from error


def _public_key_bytes(holder: x509.Certificate | PrivateKeyTypes) -> bytes:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return holder.public_key().public_bytes(serialization.Encoding.DER, form)


def _pem_bytes(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    form = serialization.PrivateFormat.PKCS8
    pem = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    _write_file(path, pem, 0o600)


def _write_file(path: Path, content: bytes, mode: int) -> None:
    """Write to a temporary file and rename it, so that an interruption leaves the old file intact."""
    aside = path.with_suffix(path.suffix + ".new")
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    aside.replace(path)
