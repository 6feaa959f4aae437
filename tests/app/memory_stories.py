"""Stories kept in memory, for tests and trials."""

from muster.app.campaign.stories import Picture, Report


class MemoryShelf:
    """The `StoryStore` in dictionaries."""

    def __init__(self) -> None:
        self.words: dict[tuple[str, str], tuple[str, Report]] = {}
        self.shown: dict[str, tuple[str, Picture, bytes]] = {}
        self.links: dict[str, tuple[str, str]] = {}

    def reports(self, register: str) -> list[Report]:
        return [one for (of, _), (_, one) in self.words.items() if of == register]

    def keep_report(self, account: str, report: Report) -> None:
        self.words[report.register, report.battle] = (account, report)

    def erase_report(self, register: str, battle: str) -> None:
        self.words.pop((register, battle), None)

    def pictures(self, register: str) -> list[Picture]:
        return [picture for _, picture, _ in self.shown.values() if picture.register == register]

    def picture(self, picture: str) -> Picture | None:
        found = self.shown.get(picture)
        return found[1] if found else None

    def pixels(self, picture: str) -> bytes:
        return self.shown[picture][2]

    def keep_picture(self, account: str, picture: Picture, data: bytes) -> None:
        self.shown.setdefault(picture.id, (account, picture, data))

    def erase_picture(self, picture: str) -> None:
        self.shown.pop(picture, None)

    def count_pictures(self, account: str) -> int:
        return sum(one[0] == account for one in self.shown.values())

    def link(self, register: str) -> str:
        return self.links.get(register, ("", ""))[1]

    def open_link(self, account: str, register: str, token: str) -> None:
        self.links.setdefault(register, (account, token))

    def close_link(self, register: str) -> None:
        self.links.pop(register, None)

    def register_behind(self, token: str) -> str:
        return next((register for register, (_, known) in self.links.items() if known == token), "")
