"""Neither side of *Look around* ever reads a cookie of the other; the light alone is shared."""

from muster.web.look.cookies import for_demo, from_demo


def test_the_demo_is_sent_its_own_cookies_and_the_theme():
    came = [
        (b"host", b"here"),
        (b"cookie", b"sessionid=real; look-sessionid=demo; theme=dark; csrftoken=real"),
    ]
    assert for_demo(came) == [(b"host", b"here"), (b"cookie", b"sessionid=demo; theme=dark")]


def test_a_theme_chosen_in_the_demo_goes_before_the_sites():
    assert for_demo([(b"cookie", b"theme=dark; look-theme=light")]) == [(b"cookie", b"theme=light")]


def test_without_own_cookies_none_is_sent():
    assert for_demo([(b"cookie", b"sessionid=real")]) == []


def test_its_cookies_stay_below_its_path_and_its_pages_out_of_search():
    sent = [
        (b"set-cookie", b" sessionid=demo; HttpOnly; Path=/; SameSite=Lax"),
        (b"set-cookie", b"theme=; Domain=here; path=/x; Max-Age=0"),
        (b"clear-site-data", b'"cache", "storage"'),
        (b"x-robots-tag", b"all"),
        (b"content-type", b"text/html"),
    ]
    assert from_demo(sent, b"/look/") == [
        (b"set-cookie", b"look-sessionid=demo; HttpOnly; SameSite=Lax; Path=/look/"),
        (b"set-cookie", b"look-theme=; Max-Age=0; Path=/look/"),
        (b"content-type", b"text/html"),
        (b"x-robots-tag", b"noindex, nofollow"),
    ]
