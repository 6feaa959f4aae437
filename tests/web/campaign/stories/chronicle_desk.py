"""What the tests of chronicles share: a player with a Register of three battles, and the text of a page."""

import re
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from muster.store.campaign.stream_roles import DatabaseRoles
from muster.store.log.database import DatabaseStore
from tests.app.tour_war import War
from tests.web.account_fixtures import html_of, person, signed_in, text_of

HEADERS = {"host": "localhost"}


class Desk:
    """Ann with a Register of three battles."""

    def __init__(self) -> None:
        self.ann, self.bo = person("ann"), person("bo")
        people = {"blue": str(self.ann.pk), "red": str(self.bo.pk)}
        self.war = War(DatabaseStore(), people)
        for key, who in people.items():
            DatabaseRoles().grant(who, self.war.streams[key], "owner")
        self.war.fight("blue", {"d4": "surge"})
        self.war.fight("red", {"d3": "hit"})
        self.war.fight("", alone=True)
        self.client, self.stranger = signed_in(self.ann), signed_in(self.bo)
        self.reader = Client(headers=HEADERS)
        self.at = f"/tours/register/{self.war.streams['blue'].removeprefix('register:')}"
        self.first = self.war.fought[0].removeprefix("battle:")
        self.sent = 0

    def html(self, where: str = "", status: int = 200, client: Client | None = None) -> str:
        response = (client or self.client).get(where if where.startswith("/chronicle/") else self.at + where)
        assert response.status_code == status, text_of(response)
        return html_of(response)

    def post(self, where: str, status: int = 302, client: Client | None = None, **form: object) -> str:
        self.sent += 1
        response = (client or self.client).post(self.at + where, {"key": f"k{self.sent}", **form})
        assert response.status_code == status, text_of(response)
        return text_of(response)

    def picture(self, status: int = 302, data: bytes | None = None, **form: str) -> str:
        file = SimpleUploadedFile("../../x.php", png() if data is None else data, "text/html")
        return self.post("/picture", status, picture=file, **form)


def png() -> bytes:
    out = BytesIO()
    Image.new("RGB", (8, 6), "green").save(out, "PNG")
    return out.getvalue()


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
