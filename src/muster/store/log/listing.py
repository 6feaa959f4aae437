"""Streams by how their names begin."""

from muster.store.log.models import LogStream

MOST = 10
"""Streams that are looked at for one beginning; a longer one has fewer."""


def streams_beginning(name: str) -> list[str]:
    """The first streams whose names begin so, found by the index of names. Letters of a name are ASCII."""
    found = LogStream.objects.filter(id__gte=name, id__lt=f"{name}~").order_by("id")
    return list(found.values_list("id", flat=True)[:MOST])
