import pytest

from dpproofs.render import layout
from dpproofs.render.layout import depth, width

LIMIT = 33.0


def rows(latex):
    """The lines of a formula where a line is not very wide."""
    return layout.rows(latex, LIMIT)


def test_width_grows_with_the_formula():
    assert width("x") < width("x+y") < width("x+y=z")


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (r"\frac{x}{y}", "x y z"),
        (r"\tfrac12", r"\frac12"),
        ("x^{aaaa}", "xaaaa"),
        (r"\begin{cases}a\\b\end{cases}", r"\begin{cases}a+b\\b+c+d\end{cases}"),
        (r"x\,y", r"x\quad y"),
        (r"\sqrt{x}", r"\sqrt{x+y}"),
        (r"\text{a}", r"\text{a longer one}"),
        (r"\frac", r"\frac 1 {23}"),
        ("x", r"\log x"),
    ],
)
def test_width_knows_groups(narrow, wide):
    assert width(narrow) < width(wide)


def test_what_stands_in_fractions_in_fractions_is_smaller():
    inner = r"\frac{aaaaaaaa}{b}"
    outer = rf"\frac{{{inner}}}{{c}}"
    assert width(outer) < width(inner) < width(rf"\text{{aaaaaaaa}} {inner}")
    assert [depth("a"), depth(inner), depth(outer), depth(f"{outer}^{{{inner}}}")] == [0, 1, 2, 2]


def test_a_short_formula_stays_on_one_line():
    assert rows("a+b=c") == ("a+b=c",)


def test_a_long_relation_is_broken_at_its_relation():
    long = "+".join(["x"] * 15)
    _, second = rows(f"{long}={long}")
    assert second.lstrip().startswith(r"\quad =")


def test_a_long_sum_is_broken_between_terms():
    lines = rows("+".join(["x y z"] * 30))
    assert len(lines) > 2
    assert all(width(line) < 40 for line in lines)


def test_a_long_sum_inside_growing_brackets_is_broken_too():
    inside = "+".join(["xyz"] * 25)
    lines = rows(rf"\sum_{{j=0}}^{{k}} \left({inside}\right) = y")
    assert r"\Bigl(" in lines[0]
    assert not any(r"\left" in line or r"\right" in line for line in lines)
    assert len(lines) > 2


def test_growing_bars_are_opened_on_both_sides():
    inside = "+".join(["xyz"] * 25)
    lines = rows(rf"\mathbb{{E}} \left|Q\left({inside}\right)\right|^{{2}} \le y")
    whole = "".join(lines)
    assert whole.count(r"\left") == whole.count(r"\right")
    assert whole.count(r"\Bigl") == whole.count(r"\Bigr")
    assert r"\Bigl|" in whole


def test_nothing_is_lost_when_a_formula_is_broken():
    long = "=".join(["a+b(c-d)+" + "+".join(["e"] * 12)] * 4)
    assert "".join(rows(long)).replace(r"\quad ", "") == long


def test_an_interval_and_a_fraction_are_never_broken():
    wide = "+".join(["x"] * 40)
    assert rows(rf"\frac{{{wide}}}{{y}}") == (rf"\frac{{{wide}}}{{y}}",)
    assert rows(rf"f[{wide})") == (rf"f[{wide})",)


def test_lines_that_are_given_are_kept():
    assert rows(r"\begin{gathered}a\\ b\end{gathered}\quad c") == ("a", "b", "c")
    assert rows(r"\begin{aligned}a&=b\\&=c\end{aligned}") == ("a=b", "=c")


def test_a_long_line_is_broken_at_wide_spaces():
    text = r"\text{a sentence of some words that is long enough}"
    assert len(rows(rf"{text}\quad {text}")) == 2


def test_short_formulas_share_a_line_as_far_as_it_goes():
    short = "+".join(["x"] * 5)
    assert [line.count("=") for line in rows(r" \quad ".join([f"y = {short}"] * 4))] == [3, 1]
