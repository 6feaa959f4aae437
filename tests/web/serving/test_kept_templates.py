"""Compiled templates are kept from one start to the next, and never stand in a page's way."""

import os
from pathlib import Path
from unittest import mock

import pytest
from jinja2 import DictLoader, Environment

from muster.web.serving.template_cache import TemplateCache, program_fingerprint, template_cache_for


def drawn(kept: TemplateCache | None, text: str = "{{ 6 * 7 }}") -> tuple[str, int]:
    """A template's page in a new process, so to say, and how often its source was read."""
    env = Environment(loader=DictLoader({"page": text}), bytecode_cache=kept, autoescape=True)
    with mock.patch.object(env, "_parse", wraps=env._parse) as reads:
        return env.get_template("page").render(), reads.call_count


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "one.py").write_text("1")
    return tmp_path / "program"


def kept_of(program: Path) -> TemplateCache:
    found = template_cache_for(program.parent / "templates", program)
    assert found is not None
    return found


def test_a_template_is_compiled_by_the_first_process_alone(program: Path) -> None:
    assert [drawn(kept_of(program)) for _ in range(3)] == [("42", 1), ("42", 0), ("42", 0)]
    assert drawn(kept_of(program), "{{ 6 * 8 }}") == ("48", 1)


def test_after_a_change_of_the_program_everything_is_compiled_anew_and_the_old_goes(program: Path) -> None:
    before = Path(kept_of(program).directory)
    drawn(kept_of(program))
    (program / "one.py").write_text("12")
    assert drawn(kept_of(program)) == ("42", 1)
    assert not before.exists()


def test_nothing_else_in_the_folder_goes(program: Path) -> None:
    before = Path(kept_of(program).directory)
    drawn(kept_of(program))
    mine = [before / "letter", before.parent / "letter", before.parent / "letters" / "template-1"]
    mine[2].parent.mkdir()
    for file in mine:
        file.write_text("Dear Han")
    (program / "one.py").write_text("12")
    drawn(kept_of(program))
    assert [file.read_text() for file in mine] == ["Dear Han"] * 3
    assert [*before.iterdir()] == mine[:1]


def test_what_python_compiles_is_no_change(program: Path) -> None:
    before = program_fingerprint(program)
    (program / "__pycache__").mkdir()
    (program / "__pycache__" / "one.pyc").write_text("1")
    assert program_fingerprint(program) == before


@pytest.mark.parametrize("left", [0, 2, 8, 20, 40])
def test_a_file_that_was_cut_off_is_compiled_anew(program: Path, left: int) -> None:
    drawn(kept_of(program))
    [file] = Path(kept_of(program).directory).iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert drawn(kept_of(program)) == ("42", 1)
    assert drawn(kept_of(program)) == ("42", 0)


def test_a_disk_that_takes_nothing_shows_the_page(program: Path) -> None:
    with mock.patch("jinja2.bccache.tempfile.NamedTemporaryFile", side_effect=OSError(30, "read-only")):
        assert drawn(kept_of(program)) == ("42", 1)
    with mock.patch.object(Path, "mkdir", side_effect=OSError(30, "read-only")):
        assert template_cache_for(program.parent / "elsewhere", program) is None


@pytest.mark.skipif(os.name == "nt", reason="other rights there")
def test_a_folder_that_others_may_write_to_is_not_used(program: Path) -> None:
    Path(kept_of(program).directory).chmod(0o777)
    assert template_cache_for(program.parent / "templates", program) is None


def test_the_site_keeps_its_templates() -> None:
    from django.template import engines

    cache = engines["jinja2"].env.bytecode_cache
    assert isinstance(cache, TemplateCache)
    assert Path(cache.directory).is_relative_to(os.environ["MUSTER_TEMPLATES"])
