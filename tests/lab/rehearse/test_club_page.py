"""The club page and the compose files, as far as that takes no machine: `muster-lab rehearse club` and
`muster-lab rehearse image` follow them."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from muster.cli import main
from muster_lab.rehearse.club import CHANGES, CONTAINERS, PAGE, Block, read_blocks
from tests.requirements_gate import find_program

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
BLOCKS = read_blocks(PAGE.read_text())
WRITTEN = re.compile(r"^cat >+(\S+) <<'END'\n(.*?)^END$", re.M | re.S)
FILES = {name: text for block in BLOCKS for name, text in WRITTEN.findall(block.text)}


def test_the_page_has_a_block_for_each_step():
    page = "# T\n## 1. A\n```sh\necho a\n```\ntext\n```sh\npodman ps\n```\n## B\n```ini\nx=1\n```\n"
    assert read_blocks(page) == [Block("1. A", "echo a\n"), Block("1. A", "podman ps\n")]
    headings = [block.heading for block in BLOCKS]
    assert [*dict.fromkeys(headings)] == re.findall(r"^## (.*)", PAGE.read_text(), re.M)
    assert CONTAINERS in headings and all(old in PAGE.read_text() for old in CHANGES)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.heading)
def test_a_shell_can_read_each_block(block):
    done = subprocess.run(["sh", "-n"], input=block.text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_muster_command_on_the_page_is_one():
    called = re.findall(
        r"(?:^|bin/|exec muster |exec -T muster )muster (?!-)(\w+)", "\n".join(b.text for b in BLOCKS), re.M
    )
    assert {"account", "audit", "backup", "doctor", "restore", "serve", "upgrade"} <= set(called)
    assert set(called) <= set(main.list_commands(None)) | {"muster"}


def test_every_setting_is_described():
    described = (ROOT / "docs/reference/running.md").read_text()
    texts = [
        *FILES.values(),
        *(file.read_text() for file in (DEPLOY / "compose").glob("*") if file.is_file()),
    ]
    texts += [(DEPLOY / "compose" / "example.env").read_text()]
    named = {name for text in texts for name in re.findall(r"\b(?:MUSTER_[A-Z_]+|DATABASE_URL)\b", text)}
    assert {name for name in named if f"`{name}`" not in described} == {"MUSTER_SITE"}, "which is Caddy's"


def test_caddy_writes_down_no_addresses():
    """It writes none of requests that went well; with an error it would."""
    for text in (FILES["/etc/caddy/Caddyfile"], (DEPLOY / "compose" / "Caddyfile").read_text()):
        assert "exclude http.log.error" in text
        assert not re.search(r"^\s*output|format", text, re.M)


def units():
    found = {name: text for name, text in FILES.items() if name.endswith(".service")}
    return found | {f"/{file.name} of deploy": file.read_text() for file in DEPLOY.glob("*/*.service")}


@pytest.mark.parametrize("name", units())
def test_a_unit_leaves_little_open(name, tmp_path):
    """systemd's own count, of 10: a unit without any fence has 9.6."""
    analyze = find_program("systemd-analyze")
    unit = tmp_path / Path(name.split()[0]).name
    unit.write_text(units()[name])
    done = subprocess.run(
        [analyze, "security", "--offline=true", unit], capture_output=True, text=True, check=False
    )
    (score,) = re.findall(r"Overall exposure level for .*: ([\d.]+)", done.stdout)
    assert float(score) < 3.0


def test_the_timer_is_for_every_night():
    timer = FILES["/etc/systemd/system/muster-backup.timer"]
    analyze = find_program("systemd-analyze")
    (when,) = re.findall(r"OnCalendar=(.*)", timer)
    done = subprocess.run([analyze, "calendar", when], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["sqlite", "postgres"])
def test_compose_files_give_muster_nothing_it_does_not_need(name):
    composed = yaml.safe_load((DEPLOY / "compose" / f"{name}.yml").read_text())
    services = composed["services"]
    muster = services["muster"]
    assert (
        muster["read_only"]
        and muster["cap_drop"] == ["ALL"]
        and "no-new-privileges" in muster["security_opt"]
    )
    assert muster["volumes"] == ["data:/data"] and muster["tmpfs"] == ["/tmp"]
    assert "ports" not in muster, "Caddy alone is reached from outside"
    assert services["caddy"]["ports"] == ["80:80", "443:443"]
    (network,) = composed["networks"]["default"]["ipam"]["config"]
    assert muster["environment"]["MUSTER_PROXIES"] == network["subnet"]
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert mounted - {"./Caddyfile"} == set(composed["volumes"])
    assert ("database" in services) is ("DATABASE_URL" in muster["environment"]) is (name == "postgres")
    given = dict(re.findall(r"^#?(\w+)=(.*)", (DEPLOY / "compose" / "example.env").read_text(), re.M))
    assert set(re.findall(r"\$\{(\w+)\}", str(composed))) <= given.keys()


def test_the_image_is_built_from_what_it_needs_and_has_no_root():
    lines = (ROOT / "Containerfile").read_text()
    assert lines.startswith("# Muster as an OCI image")
    assert re.findall(r"^FROM (\S+)", lines, re.M) == ["${BASE}", "${BASE}"], (
        "one base, which may be a digest"
    )
    assert re.findall(r"^(?:USER|VOLUME) (.*)", lines, re.M) == ["muster", "/data"]
    ignored = (ROOT / ".containerignore").read_text().splitlines()
    assert ignored[0] == "*"
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / name).exists() for name in kept)
    assert "tests" not in kept and "lab" not in kept
    well = (DEPLOY / "image" / "muster-is-well").read_text()
    assert "http://127.0.0.1:8000/health" in well and '"8000"' in lines
