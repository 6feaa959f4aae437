"""Passwords are hashed with bounded memory: few at a time, and each with less than a small server has."""

from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

from muster.web.serving.limits import HeavyWork
from muster.web.serving.request_queue import WRITERS_PER_ADDRESS

# A hall signs in behind one address, and one address has as many writers: so many places are its own.
HASHING_LIMIT: Final = HeavyWork(width=2, waiting=6, of_one=WRITERS_PER_ADDRESS, aside=True)


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id as OWASP advises for servers: 19 MiB, two passes, one lane. Older hashes are checked as they
    were made and renewed when their owner signs in."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with HASHING_LIMIT.slot():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with HASHING_LIMIT.slot():
            return bool(super().verify(password, encoded))
