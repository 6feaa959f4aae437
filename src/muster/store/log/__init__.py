"""The event store over SQLite and PostgreSQL, with one contract.

Read `muster.store.log.models` first (the tables), then `muster.store.log.database`, which appends and
reads. `muster.store.log.feed` tells a process which streams have moved, and `muster.store.log.hints` makes
that quick on PostgreSQL. docs/reference/log.md is the contract in prose.
"""
