"""A fragment in parts: what somebody has is named, and what they make of it is the whole."""

from hypothesis import given
from hypothesis import strategies as st

from muster.web.serving.parts import MOST_NAMES, Fragment, read_part_names
from tests.web.game_parts import Browser, parts_in

TEXTS = st.sampled_from(["", "a", "b &amp; c", "<b>d</b>", "<br>"])


def element(tag: str, inside: list[str]) -> str:
    return f'<!--part--><{tag} class="x">{"".join(inside)}</{tag}><!--/part-->'


PARTS = st.recursive(
    st.builds(element, st.just("li"), st.lists(TEXTS, max_size=2)),
    lambda inner: st.builds(element, st.just("ul"), st.lists(TEXTS | inner, max_size=4)),
    max_leaves=8,
)
FRAGMENTS = st.lists(TEXTS | PARTS, max_size=5).map("".join)


def plain(marked: str) -> str:
    return marked.replace("<!--part-->", "").replace("<!--/part-->", "")


def nameless(html: str) -> str:
    return "".join(
        piece.partition('"')[2] if at else piece for at, piece in enumerate(html.split(' data-part="'))
    )


@given(FRAGMENTS)
def test_the_whole_is_what_was_drawn_with_names_on_it(marked):
    fragment = Fragment("one", marked)
    assert nameless(fragment.html) == plain(marked)
    assert parts_in(fragment.html).keys() == fragment.names


@given(st.lists(FRAGMENTS, min_size=1, max_size=5))
def test_who_names_what_they_have_ends_up_with_the_whole(drawn):
    browser = Browser()
    for marked in drawn:
        fragment = Fragment("one", marked)
        sent = fragment.since(read_part_names(browser.header.get("Muster-Parts", "")))
        assert browser.whole(sent) == fragment.html
        browser.parts = parts_in(fragment.html)
        assert len(sent) <= len(fragment.html) or "<template" in sent


@given(FRAGMENTS, FRAGMENTS)
def test_two_fragments_have_one_shape_only_where_they_are_the_same(one, two):
    assert (Fragment("x", one).shape == Fragment("x", two).shape) == (one == two)


def test_each_audience_and_each_pane_has_names_of_its_own():
    row = element("li", ["Scout"])
    first, two = Fragment("one", row), Fragment("two", row)
    assert not first.names & two.names and first.names == Fragment("one", row).names
    panes = Fragment("one", element("div", [row]) + element("div", [row]))
    assert len(panes.names) == 4, "the same row in two panes stays in each of them"


def test_what_changed_is_sent_and_what_lies_in_it_unchanged_is_named():
    rows = [element("li", [name]) for name in ("Scout", "Rook", "Vader")]
    before = Fragment("one", element("ul", rows) + element("p", ["turn"]))
    after = Fragment(
        "one", element("ul", [rows[2], element("li", ["Leia"]), *rows[:2]]) + element("p", ["turn"])
    )
    sent = after.since(before.names)
    assert "Leia" in sent and not any(name in sent for name in ("Scout", "Rook", "Vader", "turn"))
    assert after.since(after.names).count("<template") == 1, "the names of neighbours are said together"
    assert after.since(frozenset()) == after.html


def test_a_header_that_names_nothing_or_too_much_does_no_harm():
    assert read_part_names("") == read_part_names("<b>, ;") == frozenset()
    assert len(read_part_names(" ".join(f"{n:08}" for n in range(5000)))) == MOST_NAMES
