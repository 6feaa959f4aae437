"""Each data file names its sources and their licences."""

from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path

from muster.rules.sources import sources

DATA = Path(str(resources.files("muster.data")))
FILES = sorted(str(path.relative_to(DATA).with_suffix("")) for path in DATA.rglob("*.json"))


def test_every_data_file_has_a_source_with_its_licence():
    named = [file for source in sources() for file in source.files]
    assert [file for file in FILES if not any(fnmatchcase(file, name) for name in named)] == []
    assert [name for name in named if not any(fnmatchcase(file, name) for file in FILES)] == []
    assert all(source.licence and source.gave for source in sources())


def test_whose_files_were_read_is_named_with_an_address():
    lists = {source.name: source for source in sources() if source.address}
    assert lists["Legion HQ"].licence == "MIT" and "cards/units" in lists["Legion HQ"].files
    assert all(source.address.startswith("https://") for source in lists.values())
