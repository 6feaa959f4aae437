"""All tables: Django finds models here."""

from muster.store.accounts import Account, ApiToken

__all__ = ["Account", "ApiToken"]
