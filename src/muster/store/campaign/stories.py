"""Words, pictures and links of Registers' stories in the database. They are deleted with their account."""

from django.db import models

from muster.app.campaign.stories import Picture, Report
from muster.store.accounts import Account, new_id
from muster.store.rows import fields_of, value_of


class StoryReport(models.Model):
    """A player's own words about a battle."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    register = models.CharField(max_length=100)
    battle = models.CharField(max_length=100)
    title = models.CharField(max_length=80)
    words = models.TextField()
    changed = models.DateTimeField()

    class Meta:
        db_table = "tour_report"
        constraints = (models.UniqueConstraint(fields=("register", "battle"), name="one_report_per_battle"),)

    def __str__(self) -> str:
        return f"report of {self.battle}"


class StoryPicture(models.Model):
    """A picture as we encoded it. It is in the database, so that backups contain it and erasing it works."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    register = models.CharField(max_length=100, db_index=True)
    battle = models.CharField(max_length=100)
    dossier = models.CharField(max_length=20)
    caption = models.CharField(max_length=200)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    at = models.DateTimeField()
    data = models.BinaryField()

    class Meta:
        db_table = "tour_picture"

    def __str__(self) -> str:
        return f"picture {self.id}"


class StoryLink(models.Model):
    """The link under which a Register's story can be read; without a row it cannot be read."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    register = models.CharField(max_length=100, unique=True)
    token = models.CharField(max_length=40, unique=True)

    class Meta:
        db_table = "tour_link"

    def __str__(self) -> str:
        return f"link of {self.register}"


class DatabaseStories:
    """The `StoryStore` of the site."""

    def reports(self, register: str) -> list[Report]:
        return [value_of(Report, row) for row in StoryReport.objects.filter(register=register)]

    def keep_report(self, account: str, report: Report) -> None:
        fields = {"account_id": account, **fields_of(report, "register", "battle")}
        StoryReport.objects.update_or_create(register=report.register, battle=report.battle, defaults=fields)

    def erase_report(self, register: str, battle: str) -> None:
        StoryReport.objects.filter(register=register, battle=battle).delete()

    def pictures(self, register: str) -> list[Picture]:
        rows = StoryPicture.objects.filter(register=register).defer("data").order_by("at", "id")
        return [_picture(row) for row in rows]

    def picture(self, picture: str) -> Picture | None:
        row = StoryPicture.objects.filter(id=picture).defer("data").first()
        return _picture(row) if row else None

    def pixels(self, picture: str) -> bytes:
        return bytes(StoryPicture.objects.values_list("data", flat=True).get(id=picture))

    def keep_picture(self, account: str, picture: Picture, data: bytes) -> None:
        fields = {"account_id": account, "data": data, **fields_of(picture, "id")}
        StoryPicture.objects.get_or_create(id=picture.id, defaults=fields)

    def erase_picture(self, picture: str) -> None:
        StoryPicture.objects.filter(id=picture).delete()

    def count_pictures(self, account: str) -> int:
        return StoryPicture.objects.filter(account_id=account).count()

    def link(self, register: str) -> str:
        return StoryLink.objects.filter(register=register).values_list("token", flat=True).first() or ""

    def open_link(self, account: str, register: str, token: str) -> None:
        StoryLink.objects.get_or_create(register=register, defaults={"account_id": account, "token": token})

    def close_link(self, register: str) -> None:
        StoryLink.objects.filter(register=register).delete()

    def register_behind(self, token: str) -> str:
        return StoryLink.objects.filter(token=token).values_list("register", flat=True).first() or ""


def _picture(row: StoryPicture) -> Picture:
    return value_of(Picture, row, id=str(row.id))
