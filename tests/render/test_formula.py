from dataclasses import dataclass

import pytest
import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Proposition,
    Series,
    Sum,
    at_most,
    equal,
)  # fmt: skip
from dpproofs.render import formula

x, p, Delta, delta, alpha = sp.symbols("x p Delta delta alpha", positive=True)
k = sp.Symbol("k", integer=True)
G = sp.Function("G")


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (at_most(x, delta), r"x \le \delta"),
        (Derivative(x**2, x, 2 * x), r"\frac{d}{d x} x^{2} = 2 x"),
        (
            Derivative(x * p + 1, x, p),
            r"\frac{\partial}{\partial x} \left(p x + 1\right) = p",
        ),
        (Integral(2 * x, x, sp.S(0), delta, delta**2), r"\int_{0}^{\delta} 2 x \, dx = \delta^{2}"),
        (
            Sum(x**k, k, sp.S(0), sp.oo, 1 / (1 - x)),
            r"\sum_{k = 0}^{\infty} x^{k} = \frac{1}{1 - x}",
        ),
        (Limit(x, x, sp.S(0), "+", sp.S(0)), r"\lim_{x \to 0^{+}} x = 0"),
        (Limit(1 / x, x, sp.oo, "-", sp.S(0)), r"\lim_{x \to \infty} \frac{1}{x} = 0"),
        (
            Series(sp.sin(x), x, (sp.S(0), sp.S(1), sp.S(0), -sp.Rational(1, 6))),
            r"\sin{\left(x \right)} = x - \frac{x^{3}}{6} + O(x^{4}) \quad (x \to 0^{+})",
        ),
        (
            Minimum(x**2, x, sp.S(0), delta, "[)", sp.S(0)),
            r"\underset{x \in [0, \delta)}{\operatorname{arg\,min}} \; x^{2} = 0",
        ),
        (
            Minimum(p, x, sp.S(0), delta / 2, "[]", sp.S(0)),
            r"\underset{x \in \left[0, \frac{\delta}{2}\right]}{\operatorname{arg\,min}} \; p = 0",
        ),
        (
            Program(2 * x, (x,), (x - delta,), (x - 1,), sp.S(2)),
            r"\min \left\{ 2 x : x \ge 0,\; x - \delta \ge 0,\; x - 1 = 0 \right\} = 2",
        ),
        (
            Fails(equal(x, 2), ((x, sp.S(3)),)),
            r"\text{not at } x = 3 : \quad x = 2",
        ),
    ],
)
def test_every_kind_of_proposition_has_its_display(claim, expected):
    assert formula.proposition(claim) == expected


def test_every_kind_in_the_kernel_is_displayed():
    for kind in Proposition.__subclasses__():
        if kind.__module__.startswith("dpproofs."):
            assert formula.proposition.dispatch(kind) is not formula.proposition.dispatch(object)


def test_unknown_proposition_is_named():
    @dataclass(frozen=True)
    class Strange(Proposition):
        kind = "strange"

    with pytest.raises(UnsupportedExpression, match="'strange'"):
        formula.proposition(Strange())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (delta - alpha, r"\delta - \alpha"),
        (-alpha - delta, r"- \alpha - \delta"),
        (Delta**p / (2**p * (p + 1)), r"\frac{\Delta^{p}}{2^{p} \left(p + 1\right)}"),
        (-x / 2**p, r"- \frac{x}{2^{p}}"),
        (2**-p, r"\frac{1}{2^{p}}"),
        (sp.exp(-x / 2), r"e^{- x / 2}"),
        (sp.exp(sp.Symbol("z")) ** sp.Symbol("q"), r"\left(e^{z}\right)^{q}"),
        (G(x), "G(x)"),
        (G(x) ** 2, "{G}^{2}(x)"),
        (G(x / 2), r"G\left(\frac{x}{2}\right)"),
        (sp.Function("P_S")(), "P_{S}"),
        (sp.Function("P_Sd")(), r"P_{S d}"),
        (sp.Function("slope_G")(x), r"\mathrm{slope}_{G}(x)"),
        (sp.Symbol("alpha1"), r"\alpha_{1}"),
    ],
)
def test_expressions_read_as_people_write_them(value, expected):
    assert formula.expression(value) == expected


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        (positive(x), "x > 0"),
        (Variable(x, sp.S(0), sp.oo, "[)"), r"x \ge 0"),
        (real(sp.Symbol("y")), r"y \in \mathbb{R}"),
        (between(x, 0, 1, "(]"), r"0 < x \le 1"),
        (between(x, 0, 1, "[)"), r"0 \le x < 1"),
        (Variable(sp.Symbol("y"), -sp.oo, sp.S(2)), "y < 2"),
        (index(k, 0), r"k \in \{0, 1, \ldots\}"),
        (index(k, 1, 9), r"k \in \{1, \ldots, 9\}"),
        (Variable(k, -sp.oo, sp.oo, integer=True), r"k \in \mathbb{Z}"),
        (Variable(k, -sp.oo, sp.S(0), "(]", integer=True), r"k \in \{\ldots, 0\}"),
        (nth_root(x, 3, sp.S(2), sp.S(1), sp.S(2)), r"x = \sqrt[3]{2} \in (1, 2)"),
        (nth_root(x, 2, sp.S(2), sp.S(1), sp.S(2)), r"x = \sqrt{2} \in (1, 2)"),
    ],
)
def test_a_variable_is_shown_with_its_bounds(variable, expected):
    assert formula.domain(Domain((variable,))) == (expected,)


def test_a_model_names_its_functions():
    model = {"G": sp.Lambda(x, x / 2), "P_0": sp.Lambda((), 3)}
    assert formula.model(model) == (r"G(x) = \frac{x}{2}", "P_{0} = 3")


def test_a_long_linear_program_is_cut_short():
    rows = tuple(x - n for n in range(9))
    text = formula.proposition(Program(x, (x,), rows, (), sp.S(8)))
    assert r"\ldots" in text
    assert r"1 \text{ variables, } 9 \text{ constraints}" in text
