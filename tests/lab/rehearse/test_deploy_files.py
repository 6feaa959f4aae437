"""The files in `deploy/`: what they must say, and that the programs they are for take them."""

import os
import re
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from muster_lab.rehearse.hosts import PAGE, read_blocks
from muster_lab.rehearse.machines import free_ports, http_status, wait_until
from tests.requirements_gate import find_program

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"


def text_of(name: str) -> str:
    """A file without its comments."""
    return re.sub(r"^\s*[#;].*\n", "", (DEPLOY / name).read_text(), flags=re.M)


def accepted(*command: object, **environment: str) -> str:
    """What a program says to a file; it must take it."""
    done = subprocess.run(
        [str(one) for one in command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_front_waits_for_nobody_and_counts_lines_by_address():
    told = text_of("app/haproxy.cfg")
    for line in ("timeout http-request 10s", "timeout http-keep-alive 15s", "sc0_conn_cur gt 6000"):
        assert line in told
    told = text_of("app/nginx.conf")
    for line in ("client_header_timeout 10s;", "keepalive_timeout 15s;", "limit_conn muster_lines 6000;"):
        assert line in told


def test_no_proxy_writes_down_addresses_that_open_something():
    page = (ROOT / "docs/reference/running.md").read_text()
    assert "access_log off;" in text_of("app/nginx.conf") and "access_log off;" in page
    assert not re.search(r"^\s*(log|option httplog)\b", text_of("app/haproxy.cfg"), re.M)


def test_nobody_gives_orders_to_the_database_hosts_but_themselves():
    asked = text_of("db/patroni.env")
    assert "PATRONI_RESTAPI_USERNAME=" in asked and "PATRONI_RESTAPI_PASSWORD=" in asked
    assert "allowlist: [127.0.0.1]" in text_of("db/patroni.yml")
    wall = text_of("db/nftables.conf")
    assert "policy drop" in wall
    for line in re.findall(r".*(?:2379|2380|8008|5432).*accept", wall):
        assert "saddr $" in line, "nobody from elsewhere"
    members = set(re.findall(r"10\.0\.0\.\d+", re.search(r"database_hosts = .*", wall)[0]))
    assert members == set(
        re.findall(r"https://([\d.]+):2380", re.search("INITIAL_CLUSTER=.*", text_of("db/etcd.env"))[0])
    )


def test_nobody_speaks_to_etcd_without_a_certificate():
    told = dict(re.findall(r"^(\w+)=(.*)$", text_of("db/etcd.env"), re.M))
    for name, value in told.items():
        if "URLS" in name or name == "ETCD_INITIAL_CLUSTER":
            assert "http://" not in value or value == "http://127.0.0.1:2381", name
    for whose in ("ETCD", "ETCD_PEER"):
        assert told[f"{whose}_CLIENT_CERT_AUTH"] == "true"
        assert all(told[f"{whose}_{file}"] for file in ("TRUSTED_CA_FILE", "CERT_FILE", "KEY_FILE"))
    assert "PATRONI_ETCD3_PROTOCOL=https" in text_of("db/patroni.env")


def test_nobody_speaks_to_a_database_in_the_clear():
    told = text_of("db/patroni.yml")
    assert not re.findall(r"^ *- host +.*", told, re.M) and len(re.findall(r"^ *- hostssl ", told, re.M)) == 4
    assert 'ssl: "on"' in told and re.findall(r"sslmode: (\S+)", told) == ["verify-ca", "verify-full"]
    assert "server_tls_sslmode = verify-full" in text_of("app/pgbouncer.ini")
    assert "sslmode=verify-full" in re.search(r"MUSTER_FEED_URL=(.*)", text_of("app/muster.env"))[1]


def test_the_commands_of_a_database_host_and_of_an_app_host_can_be_read():
    blocks = read_blocks(PAGE.read_text())
    assert [block.split()[-1] for block in blocks] == ["muster-base-backup.timer", "muster"]
    for block in blocks:
        accepted("sh", "-n", "-c", block)
        named = re.findall(r"\bdeploy/\S+", block)
        assert len(named) >= 5 and [name for name in named if not (ROOT / name).is_file()] == []


def test_every_file_that_etcd_and_patroni_ask_for_is_put_there():
    page = (DEPLOY / "README.md").read_text()
    asked = re.findall(
        r"=(/etc/(?:etcd|patroni)/)(\S+)$", text_of("db/etcd.env") + text_of("db/patroni.env"), re.M
    )
    assert len(set(asked)) == 6
    for folder, name in asked:
        assert re.search(rf"^install .* {folder}{name}$", page, re.M), folder + name


@pytest.fixture
def certificates(tmp_path):
    """Of two members, as an operator makes them."""
    find_program("openssl")
    accepted(DEPLOY / "db/make-certificates", tmp_path / "made", "10.0.0.21", "127.0.0.1")
    return tmp_path / "made"


def test_certificates_are_of_one_family_for_both_ends_and_nobody_else_reads_the_keys(certificates, tmp_path):
    files = {path.name: path for path in certificates.iterdir()}
    members = ("10.0.0.21", "127.0.0.1")
    assert set(files) == {f"{name}.{kind}" for name in ("ca", *members) for kind in ("crt", "key")}
    assert not any(path.stat().st_mode & 0o077 for path in files.values())
    for purpose in ("sslserver", "sslclient"):
        for name in members:
            accepted(
                "openssl", "verify", "-purpose", purpose, "-verify_ip", name, "-CAfile", files["ca.crt"],
                files[f"{name}.crt"],
            )  # fmt: skip
    authority = files["ca.crt"].read_bytes()
    accepted(DEPLOY / "db/make-certificates", certificates, "10.0.0.24")
    assert files["ca.crt"].read_bytes() == authority, "a new member joins the others"


def test_etcd_answers_those_with_a_certificate_alone(certificates, tmp_path):
    etcd, ports = find_program("etcd"), dict(zip(("2379", "2380", "2381"), free_ports(3), strict=True))
    told = re.sub(r"10\.0\.0\.\d+", "127.0.0.1", text_of("db/etcd.env"))
    told = re.sub(r":(23\d\d)\b", lambda found: f":{ports[found[1]]}", told)
    told = re.sub(r"/etc/etcd/host", str(certificates / "127.0.0.1"), told).replace(
        "/etc/etcd", str(certificates)
    )
    told = re.sub(r",(?:db2|witness)=[^,\n]+", "", told)
    told = re.sub(r"(LISTEN_CLIENT_URLS=[^,\n]+),.*", r"\1", told)
    given = dict(re.findall(r"^(\w+)=(.*)$", told, re.M)) | {"ETCD_DATA_DIR": str(tmp_path / "data")}
    with subprocess.Popen([etcd], env=os.environ | given, stderr=subprocess.DEVNULL) as running:
        try:
            wait_until(lambda: http_status(ports["2381"], "/health") == 200, "etcd", 30)
            knows = ssl.create_default_context(cafile=certificates / "ca.crt")
            address = f"https://127.0.0.1:{ports['2379']}/version"
            with pytest.raises(OSError):
                urllib.request.urlopen(address, context=knows, timeout=10).read()
            knows.load_cert_chain(certificates / "127.0.0.1.crt", certificates / "127.0.0.1.key")
            assert urllib.request.urlopen(address, context=knows, timeout=10).status == 200
        finally:
            running.kill()


def test_every_example_behind_a_proxy_names_it():
    page = (ROOT / "docs/reference/running.md").read_text()
    units = re.findall(r"\[Service\].*?\[Install\]", page, re.S)
    units.append((DEPLOY / "app/muster.env").read_text())
    for unit in units:
        assert ("MUSTER_SECURE=1" in unit) == ("MUSTER_PROXIES=" in unit)


def test_haproxy_takes_its_file(tmp_path):
    told = (DEPLOY / "app/haproxy.cfg").read_text()
    (tmp_path / "haproxy.cfg").write_text(re.sub(r"^ +(user|group) haproxy\n", "", told, flags=re.M))
    names = re.findall(r"^(\w+)=(.*)$", (DEPLOY / "app/haproxy.env").read_text(), re.M)
    given = {name: value.strip('"') for name, value in names} | {"SITE_BIND": "127.0.0.1:8443"}
    said = accepted(find_program("haproxy"), "-c", "-f", tmp_path / "haproxy.cfg", **given)
    assert "WARNING" not in said, said


def test_nginx_takes_its_file(tmp_path):
    told = re.sub(r"^ +ssl_certificate.*\n", "", (DEPLOY / "app/nginx.conf").read_text(), flags=re.M)
    (tmp_path / "muster").write_text(told.replace("listen 443 ssl http2", "listen 127.0.0.1:8443"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    scratch = " ".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    whole = (
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {scratch} include {tmp_path}/muster; }}"
    )
    (tmp_path / "nginx.conf").write_text(whole)
    accepted(find_program("nginx"), "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf")


def test_systemd_takes_the_units(tmp_path):
    analyze = find_program("systemd-analyze")
    for path in (*DEPLOY.glob("*/*.service"), *DEPLOY.glob("*/*.timer")):
        told = re.sub(r"^(ExecStart=)\S+", rf"\g<1>{sys.executable}", path.read_text(), flags=re.M)
        (tmp_path / path.name).write_text(told)
    units = sorted(tmp_path.iterdir())
    assert len(units) == 3
    said = accepted(analyze, "verify", "--man=no", *units)
    assert not [line for line in said.splitlines() if any(unit.name in line for unit in units)], said


def test_the_firewall_can_be_read(tmp_path):
    done = subprocess.run(
        [find_program("nft"), "--check", "--file", DEPLOY / "db/nftables.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    if "Operation not permitted" in done.stderr or "netlink" in done.stderr.lower():
        pytest.skip("only root may ask for a firewall to be checked")
    assert done.returncode == 0, done.stderr
