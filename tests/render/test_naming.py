import re
from xml.etree import ElementTree

import pytest

from dpproofs.render import layout, mathml, naming
from dpproofs.render.content import TOO_LONG
from dpproofs.render.naming import fits, is_deep, legible, named, narrowed

SUM = " + ".join(rf"\frac{{a_{{{k}}} x^{{{k}}}}}{{{k} b}}" for k in range(1, 17))
SHALLOW = r"\frac{e^{2 x} + 1}{e^{x} + 3 x}"
TALL = rf"y = \frac{{\left({SUM}\right) \left({SUM} - 1\right)}}{{{SUM} + c}}"


def spelled_out(latex):
    """A formula with every letter replaced by what it stands for, as `unbracketed` writes it."""
    told = latex.removeprefix(r"\begin{aligned}").removesuffix(r"\end{aligned}")
    told = re.sub(r"\\text\{(where|and) \}", "", told)
    first, *rest = map(str.strip, re.split(r"\\\\|, *(?:\\\\)? *\\quad", told))
    meanings = dict(row.split(" = ", 1) for row in rest)
    while r"\mathsf" in first:
        for letter, meaning in meanings.items():
            first = first.replace(letter, meaning)
    return unbracketed(first)


def unbracketed(latex):
    """A formula without growing brackets: a name that is a factor has none."""
    return re.sub(r"\\left\(|\\right\)|\s", "", latex)


def test_a_long_formula_has_names_for_its_parts_and_says_the_same():
    assert not fits(TALL)
    short = named(TALL)
    assert short.count(r"\text{where }") == 1
    assert all(layout.width(row) <= naming.FITS for row in layout.rows(short))
    assert spelled_out(short) == unbracketed(TALL)
    assert "<mtable>" in mathml.block(short)


def test_a_part_is_not_replaced_inside_a_longer_one():
    part = " + ".join(f"x^{{{k}}}" for k in range(30))
    other = f"3 {part}"  # the same text, but another sum: 3 times its first term
    latex = rf"y = \frac{{\left({part}\right) \left({other}\right)}}{{2}}"
    short = named(latex)
    assert r"3 \mathsf" not in short
    assert r"3  \mathsf" not in short
    assert spelled_out(short) == unbracketed(latex)


def test_what_cannot_be_named_is_said():
    assert named("x" * 200) is None
    assert "too long" in TOO_LONG


@pytest.mark.parametrize("latex", ["x + y", r"\frac{a + b}{c}"])
def test_what_fits_is_left_alone(latex):
    assert fits(latex)
    assert legible(latex) == latex


def test_what_is_deep_has_names_though_it_would_fit():
    deep = rf"x = \frac{{1 + {SHALLOW}}}{{y + {SHALLOW}}}"
    deeper = rf"y = \frac{{1}}{{z - {deep.removeprefix('x = ')}}}"
    assert fits(deeper)
    assert (is_deep(deep), is_deep(deeper)) == (False, True)
    assert spelled_out(legible(deeper)) == unbracketed(deeper)
    assert not any(map(is_deep, layout.rows(legible(deeper))))


def test_names_stand_beside_each_other_as_far_as_the_line_goes():
    parts = [f"{letter} + {SHALLOW}" for letter in "abcdefgh"]
    fractions = (rf"\frac{{1}}{{z_{{{k}}} - \frac{{1}}{{{part}}}}}" for k, part in enumerate(parts))
    told = named(" + ".join(fractions), flat=True)
    rows = told.removesuffix(r" \end{aligned}").split(r" \\ ")
    assert len(rows) < told.count(" = ")
    assert all(layout.width(row) <= layout.LINE for row in rows[1:])
    assert [r"\text{and }" in row for row in rows[1:]] == [False] * (len(rows) - 2) + [True]
    assert all(row.endswith(",") for row in rows[1:-1])


TOP = r"\frac{1 - e^{- x}}{\left(e^{x} + 1\right)^{2}} + e^{- x}"
BOTTOM = r"\frac{3 x + 1}{e^{x} + 1} + 2 e^{- x}"
NESTED = rf"\Delta \left(\frac{{{TOP}}}{{{BOTTOM}}} + \frac{{1}}{{x}}\right) = 3"


def test_fractions_in_fractions_have_names():
    assert fits(NESTED)
    assert named(NESTED) == NESTED
    short = named(NESTED, flat=True)
    assert short.count(r"\mathsf{A}") == short.count(r"\mathsf{B}") == 2
    assert not fractions_in_fractions(short)
    assert fractions_in_fractions(NESTED)
    assert spelled_out(short) == unbracketed(NESTED)
    assert "<mtable>" in mathml.block(short)


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{a + b}{c} + \frac{d}{e}",
        r"\frac{e^{- \frac{x^{2} + y^{2} + z^{2}}{2}}}{b}",  # an exponent is small as it is
        r"\frac{\frac{1}{2} + x}{3}",  # the name would be no shorter
    ],
)
def test_what_is_flat_is_left_alone(latex):
    assert named(latex, flat=True) == latex


def test_what_is_long_and_nested_is_neither_afterwards():
    tall = rf"\frac{{{TALL.removeprefix('y = ')}}}{{1 + \frac{{{SUM}}}{{2}}}}"
    short = named(tall, flat=True)
    assert all(map(fits, layout.rows(short)))
    assert not fractions_in_fractions(short)
    assert spelled_out(short) == unbracketed(tall)


def fractions_in_fractions(latex):
    """What the tops and bottoms that hold fractions say, but for exponents and short ones."""
    root = ElementTree.fromstring(mathml.block(latex))  # noqa: S314  # our own
    halves = (half for fraction in root.iter() if named_so(fraction, "mfrac") for half in fraction)
    told = ("".join(half.itertext()) for half in halves if any(fractions(half)))
    return [text for text in told if len(text) > 12]


def fractions(element):
    """The fractions in an element, but for those in exponents."""
    if named_so(element, "mfrac"):
        yield element
    raised = any(named_so(element, name) for name in ("msup", "msub", "msubsup"))
    for child in list(element)[: 1 if raised else None]:
        yield from fractions(child)


def named_so(element, name):
    return element.tag.rpartition("}")[2] == name


@pytest.mark.no_cover
def test_no_form_that_was_checked_has_fractions_in_fractions(registered_pages):
    checked = [step.checked for claim in registered_pages for step in claim.steps if step.checked]
    assert len(checked) > len(registered_pages) / 3
    assert [latex for latex in checked if fractions_in_fractions(latex)] == []


@pytest.mark.no_cover
def test_no_registered_claim_has_a_formula_too_long_to_print(registered_pages):
    assert not [claim.id for claim in registered_pages if TOO_LONG in repr(claim)]


def test_an_interval_is_named_with_its_brackets_and_an_event_has_no_name():
    ends = " + ".join(f"a_{{{i}}} b_{{{i}}}" for i in range(9))
    interval = rf"\left({ends}, {ends}\right)"
    text = narrowed(
        rf"P\left(X \in {interval}\right) + P\left(Y \in {interval} + z\right)", 20, "FG"
    )
    assert text is not None
    assert " ".join(text[0].split()) == r"P\left(X \in F \right) + P\left(Y \in F + z\right)"
    assert text[1] == f"F = {interval}"


def test_a_name_after_a_relation_has_no_brackets():
    long = " + ".join(f"a_{{{i}}} b_{{{i}}}" for i in range(12))
    text = narrowed(rf"x \le \left({long}\right) g + \left({long}\right) h", 20, ("A", "B"))
    assert text is not None
    assert text[0].split() == [r"x", r"\le", r"A", r"g", r"+", r"A", r"h"]
