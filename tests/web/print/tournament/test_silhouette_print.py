"""The line of sight template, measured in the PDF itself."""

import re

import pytest

from muster.web.print.tournament.silhouette import silhouette_pdf
from tests.web.pdf_drawing import shapes
from tests.web.pdf_text import page_texts

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
on_both_papers = pytest.mark.parametrize("paper", PAPERS)


def templates(paper):
    return [one for one in shapes(silhouette_pdf(paper)) if one.paint == "fill" and one.measures(27, 42)]


@pytest.mark.rule(661, 665)
@on_both_papers
def test_the_template_measures_42_by_27_millimetres_and_stands_there_twice(paper):
    one, other = templates(paper)
    assert one.bottom == pytest.approx(other.bottom)
    assert other.left - (one.left + one.width) > 30  # room for the tabs, and for scissors


@pytest.mark.rule(661)
@on_both_papers
def test_each_copy_has_two_tabs_that_touch_it_and_do_not_cover_it(paper):
    tabs = [one for one in shapes(silhouette_pdf(paper)) if one.paint == "fill" and one.measures(10, 18)]
    copies = templates(paper)
    assert len(tabs) == 2 * len(copies)
    for copy, (left, right) in zip(copies, (tabs[:2], tabs[2:]), strict=True):
        assert left.left + left.width == pytest.approx(copy.left, abs=0.01)
        assert right.left == pytest.approx(copy.left + copy.width, abs=0.01)
        assert left.bottom == pytest.approx(copy.bottom, abs=0.01)
        assert right.bottom == pytest.approx(copy.bottom, abs=0.01)


@pytest.mark.rule(663)
@on_both_papers
def test_the_hash_mark_is_in_the_middle_of_the_top(paper):
    marks = [one for one in shapes(silhouette_pdf(paper)) if one.measures(0.5, 4)]
    for copy, mark in zip(templates(paper), marks, strict=True):
        assert mark.left + mark.width / 2 == pytest.approx(copy.left + copy.width / 2, abs=0.01)
        assert mark.bottom + mark.height == pytest.approx(copy.bottom + copy.height, abs=0.01)


@on_both_papers
def test_what_is_drawn_on_the_template_stays_within_it(paper):
    drawn = shapes(silhouette_pdf(paper))
    for copy in templates(paper):
        inside = [one for one in drawn if copy.left < one.left + one.width / 2 < copy.left + copy.width]
        inside = [
            one for one in inside if copy.bottom < one.bottom + one.height / 2 < copy.bottom + copy.height
        ]
        assert len(inside) > 4
        assert all(one.left > copy.left - 0.01 for one in inside)
        assert all(one.left + one.width < copy.left + copy.width + 0.01 for one in inside)
        assert all(one.bottom > copy.bottom - 0.01 for one in inside)
        assert all(one.bottom + one.height < copy.bottom + copy.height + 0.01 for one in inside)


@on_both_papers
def test_the_control_ruler_measures_50_millimetres(paper):
    lines = [one for one in shapes(silhouette_pdf(paper)) if one.paint == "stroke"]
    (ruler,) = (one for one in lines if one.measures(50, 0))
    ticks = [one for one in lines if abs(one.width) < 0.001 and one.height > 1]
    assert [tick.left - ruler.left for tick in ticks] == pytest.approx(list(range(51)), abs=0.01)
    assert [n for n, tick in enumerate(ticks) if tick.height > 4.9] == [0, 10, 20, 30, 40, 50]


@on_both_papers
def test_one_page_of_the_papers_true_size_without_a_scale(paper):
    made = silhouette_pdf(paper)
    box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", made)
    assert (float(box[1]) / 72 * 25.4, float(box[2]) / 72 * 25.4) == pytest.approx(PAPERS[paper], abs=0.01)
    assert b"UserUnit" not in made
    assert len(page_texts(made)) == 1


@on_both_papers
def test_the_sheet_says_how_to_print_and_use_it(paper):
    (words,) = page_texts(silhouette_pdf(paper))
    assert words.count("42 mm × 27 mm") == 2
    for said in (
        "Print at 100 per cent",
        "must measure 50 mm",
        "small bases only",
        "hash mark",
        "unofficial",
    ):
        assert said in words
