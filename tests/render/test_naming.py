import re

import pytest

from dpproofs.render import layout, mathml
from dpproofs.render.content import TOO_LONG
from dpproofs.render.naming import fits, named

SUM = " + ".join(rf"\frac{{a_{{{k}}} x^{{{k}}}}}{{{k} b}}" for k in range(1, 9))
TALL = rf"y = \frac{{\left({SUM}\right) \left({SUM} - 1\right)}}{{{SUM} + c}}"


def spelled_out(latex):
    """A formula with every letter replaced by what it stands for."""
    rows = latex.removeprefix(r"\begin{aligned}").removesuffix(r"\end{aligned}").split(r"\\ ")
    first, *rest = (re.sub(r"\\text\{(where|and) \}", "", row).strip() for row in rows)
    meanings = dict(row.split(" = ", 1) for row in rest)
    while r"\mathsf" in first:
        for letter, meaning in meanings.items():
            first = first.replace(letter, meaning)
    return re.sub(r"\s", "", first)


def test_a_long_formula_has_names_for_its_parts_and_says_the_same():
    assert not fits(TALL)
    short = named(TALL)
    assert short.count(r"\text{where }") == 1
    assert all(layout.width(row) <= 1.35 * layout.LINE for row in layout.rows(short))
    assert spelled_out(short) == re.sub(r"\s", "", TALL)
    assert "<mtable>" in mathml.block(short)


def test_a_part_is_not_replaced_inside_a_longer_one():
    part = " + ".join(f"x^{{{k}}}" for k in range(30))
    other = f"3 {part}"  # the same text, but another sum: 3 times its first term
    latex = rf"y = \frac{{\left({part}\right) \left({other}\right)}}{{2}}"
    short = named(latex)
    assert r"3 \mathsf" not in short
    assert r"3  \mathsf" not in short
    assert spelled_out(short) == re.sub(r"\s", "", latex)


def test_what_cannot_be_named_is_said():
    assert named("x" * 200) is None
    assert "too long" in TOO_LONG


@pytest.mark.parametrize("latex", ["x + y", r"\frac{a + b}{c}"])
def test_what_fits_is_left_alone(latex):
    assert fits(latex)


@pytest.mark.no_cover
def test_no_registered_claim_has_a_formula_too_long_to_print(registered_pages):
    assert not [claim.id for claim in registered_pages if TOO_LONG in repr(claim)]
