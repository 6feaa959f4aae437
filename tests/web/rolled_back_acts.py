"""In a process on a real database, with a second one beside it: an act that is rolled back, and who saw it.

The first, which is `own_process`, begins an event, sends an act with a key whose answer breaks, and asks both
what they see; then both write. This file is run as the second.
"""

import json
import subprocess
import sys
from unittest import mock


def words(client, event: str) -> list[str]:
    """What anybody reads of the event in this process: through the API, and as the page is made."""
    from muster.web.tournament.public.snapshot import public_snapshots
    from muster.web.tournament.requests import stream_of

    state = client.get(f"/api/v1/tournaments/{event}").json()["state"]
    page = public_snapshots.now(stream_of(event.replace("-", ""))).view
    assert [announcement.words for announcement in page.words] == [
        announcement["words"] for announcement in state["words"]
    ]
    return [announcement["words"] for announcement in state["words"]]


def tell(client, event: str, said: str, **headers: str) -> int:
    act = {"act": "tell", "words": said}
    path = f"/api/v1/tournaments/{event}/acts"
    return client.post(path, act, content_type="application/json", headers=headers).status_code


def second(token: str, event: str) -> None:
    """Each line on standard input is something to say; an empty one only asks what is seen."""
    from django.test import Client

    client = Client(raise_request_exception=False, SERVER_NAME="localhost", headers={"Authorization": token})
    for line in sys.stdin:
        status = tell(client, event, line.strip()) if line.strip() else 0
        print(json.dumps([status, words(client, event)]), flush=True)


def seen_by_two() -> list[object]:
    from django.test import Client

    from muster.store.accounts import Account, ApiToken
    from muster.web.api.resources import tournaments

    token = f"Bearer {ApiToken.issue(Account.objects.create_user('Org', 'a long walk on Hoth'), 'test')[1]}"
    client = Client(raise_request_exception=False, SERVER_NAME="localhost", headers={"Authorization": token})
    new = {"act": "begin", "name": "Hoth Open", "plan": {}}
    event = client.post("/api/v1/tournaments", new, content_type="application/json").json()["id"]
    other = subprocess.Popen(
        [sys.executable, __file__, token, event], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def beside(said: str = "") -> list:
        print(said, file=other.stdin, flush=True)
        return json.loads(other.stdout.readline())

    def broken(*_: object) -> None:
        raise RuntimeError("the answer broke")

    seen = [words(client, event), beside()]
    for keys in ({"Idempotency-Key": "k1"}, {}):
        with mock.patch.object(tournaments, "_event_json", broken):
            seen.append(tell(client, event, "Nobody ever hears this", **keys))
        seen += [words(client, event), beside()]
    seen.append(beside("Lunch"))
    seen += [words(client, event), tell(client, event, "Back again"), words(client, event), beside()]
    other.stdin.close()
    other.wait(timeout=30)
    return seen


if __name__ == "__main__":
    from tests.web.own_process import set_up

    set_up()
    second(*sys.argv[1:])
