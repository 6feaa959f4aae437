"""Passwords hashed in no time: a hash that is slow by design has no business in most tests."""

QUICK_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"


def hash_quickly() -> None:
    """Let this process hash new passwords quickly; those that were hashed the real way are still known."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = [QUICK_HASHER, *settings.PASSWORD_HASHERS]
