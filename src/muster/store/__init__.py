"""The database: tables, and the classes through which use cases reach them. Nothing is decided here.

Read `muster.store.log.database` first, the event store; the tables beside it hold what may be erased
(people, names, pictures) or is no log (armies). `muster.store.models` gathers all tables for Django.
`muster.store.compiled` saves Django from writing the same SQL for nearly every request.
"""
