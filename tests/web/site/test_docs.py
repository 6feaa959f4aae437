"""The docs site: files of one folder and nothing else, with a policy of their own."""

import pytest

from muster.web.site import docs


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A built site of two pages, beside a file that is none of it."""
    folder = tmp_path / "site"
    (folder / "reference" / "log").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Docs</h1>")
    (folder / "reference" / "log" / "index.html").write_text("<h1>Log</h1>")
    (folder / "script-hashes.txt").write_text("sha256-abc=\n")
    (tmp_path / "secret.html").write_text("secret")
    monkeypatch.setattr(docs, "SITE", folder)
    return folder


def test_a_page_has_the_policy_of_the_docs(client, site):
    response = client.get("/docs/reference/log/")
    assert response.content == b"<h1>Log</h1>"
    policy = response["Content-Security-Policy"]
    assert "script-src 'self' 'sha256-abc=';" in policy and "unsafe" not in policy and "http" not in policy
    assert client.get("/docs")["Location"] == "/docs/"
    assert 'href="/docs"' in client.get("/help").content.decode()
    assert client.get("/docs/reference/log")["Location"] == "/docs/reference/log/"


@pytest.mark.parametrize("path", ["../secret.html", "reference/../../secret.html", "script-hashes.txt", "x"])
def test_nothing_else_is_given(client, site, path):
    assert client.get(f"/docs/{path}").status_code == 404


def test_whoever_has_a_page_is_not_sent_it_again(client, site):
    first = client.get("/docs/")
    again = client.get("/docs/", headers={"If-Modified-Since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_checkout_without_the_site_says_how_to_build_it(client, tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "SITE", tmp_path / "nowhere")
    response = client.get("/docs/")
    assert response.status_code == 404
    assert "python3 run.py lab docs" in response.content.decode()
    assert "/docs" not in client.get("/help").content.decode()
