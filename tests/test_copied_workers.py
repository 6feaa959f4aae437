"""Workers that are copies report what any others would, also where one of them dies."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests import copying

ROOT = Path(__file__).resolve().parents[1]
TESTS = {
    "test_first.py": """
        import os, signal
        import pytest

        @pytest.fixture(scope="session")
        def shared(tmp_path_factory, request):
            yield
            place = tmp_path_factory.getbasetemp() / "cleared"
            place.open("a").write(f"{os.environ['MUSTER_DATA']} {request.config.workerinput['workerid']}\\n")

        @pytest.mark.parametrize("number", range(4))
        def test_of_four_one_fails(number, shared, capfd):
            os.write(1, b"written\\n")
            assert capfd.readouterr().out == "written\\n"
            print("printed by", number)
            assert number != 2

        def test_that_kills_its_worker(shared):
            os.kill(os.getpid(), signal.SIGKILL)

        def test_after_it(shared):
            pass
    """,
    "test_second.py": """
        import pytest

        @pytest.mark.xdist_group("together")
        def test_begins(tmp_path):
            global begun
            begun = True

        @pytest.mark.skip("not today")
        def test_between():
            pass

        @pytest.mark.xdist_group("together")
        def test_goes_on():
            assert begun
    """,
}
ALONE = ("--disable-plugin-autoload", "-p", "xdist.plugin", "-c", os.devnull, "-p", "no:cacheprovider")
PLUGINS = ("-p", "tests.scheduling", "-p", "tests.copied_workers")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pytest-xdist has workers of its own here")


def run(folder: Path, *options: str) -> tuple[int, str]:
    for name, text in TESTS.items():
        (folder / name).write_text(dedent(text))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *ALONE, *PLUGINS, f"--basetemp={folder / 'base'}", *options, folder],
        cwd=ROOT,
        env=os.environ | {"MUSTER_TEST_SHARED": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_test_is_run_once_and_reported(tmp_path: Path) -> None:
    code, text = run(tmp_path, "-n", "2", "--dist", "loadfile", "-v")
    assert code == 1 and "2 failed, 6 passed, 1 skipped" in text
    assert "printed by 2" in text and "printed by 1" not in text
    assert "A worker died while it ran" in text and "test_that_kills_its_worker (exit code -9)" in text
    assert "test_after_it PASSED" in text, "the next worker goes on where the last one died"
    cleared = [line.split() for line in (tmp_path / "base" / "cleared").read_text().splitlines()]
    assert [worker for _, worker in cleared] == ["gw2"], "what its tests share is cleared away at the end"
    assert Path(cleared[0][0]).is_relative_to(tmp_path)


def test_it_stops_at_the_first_failure(tmp_path: Path) -> None:
    code, text = run(tmp_path, "-n", "1", "--dist", "loadfile", "-x")
    assert code == 1 and "stopping after 1 failures" in text and "died" not in text
    assert (tmp_path / "base" / "cleared").read_text().count("gw0") == 1


def test_one_process_is_asked_for_none(tmp_path: Path) -> None:
    code, text = run(tmp_path, "-k", "test_begins or test_goes_on")
    assert code == 0 and "2 passed" in text


def test_where_pytest_is_another_its_own_workers_run(pytestconfig: pytest.Config, monkeypatch) -> None:
    assert copying.can_copy(pytestconfig)
    capturing = type(pytestconfig.pluginmanager.getplugin("capturemanager"))
    monkeypatch.delattr(capturing, "stop_global_capturing")
    assert not copying.can_copy(pytestconfig)
