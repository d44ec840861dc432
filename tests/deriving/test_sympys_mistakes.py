"""What SymPy 1.14 gets wrong is never shown: its answers are planted in place of what is found."""

import pytest
import sympy as sp
from noise_families import over

import dpproofs as dp
from dpproofs.deriving import candidates
from dpproofs.deriving.candidates import candidate
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.mass import Mass
from dpproofs.tactics import antiderivatives
from dpproofs.tactics.searching import Answer
from dpproofs.tactics.ways import plain

x = sp.Symbol("x", nonnegative=True)
half, third = sp.Rational(1, 2), sp.Rational(1, 3)
RESONANT = 400 * sp.pi**2 * x**2 / (1600 * sp.pi**4 * x**4 - 796 * sp.pi**2 * x**2 + 100)
MISTAKES = {  # integrand, ends, what SymPy says, what is right
    "an Abs that changes its sign": (
        sp.Abs(sp.sin(x) * sp.cos(x)), 0, 2 * sp.pi, sp.Integer(1), sp.Integer(2),
    ),
    "a sign lost at a branch cut": (
        x**third * sp.sqrt(1 - x), 0, 1,
        -2 * sp.hyper((-third, 3 * half), (5 * half,), 1) / 3, sp.beta(4 * third, 3 * half),
    ),
    "a sign lost at another": (
        x ** (-3 * half / 2) / sp.sqrt(1 - x), 0, 1,
        -2 * sp.hyper((half, 3 * half / 2), (3 * half,), 1), sp.beta(half / 2, half),
    ),
    "a root of a negative number": (
        sp.sqrt(2 - x) * sp.sqrt(1 / (2 - x)), 0, 1, sp.Integer(-1), sp.Integer(1),
    ),
    "poles off the line": (
        RESONANT, 0, sp.oo, (399 - sp.sqrt(160797)) * 5 / 798, 5 * half,
    ),
    "oo added to the right value": (
        sp.erfc(x), 0, sp.oo, sp.oo + 1 / sp.sqrt(sp.pi), 1 / sp.sqrt(sp.pi),
    ),
    "an imaginary part": (sp.exp(-x), 0, sp.oo, 1 + sp.I * sp.pi, sp.Integer(1)),
}  # fmt: skip


@pytest.fixture
def planted(monkeypatch):
    """Answers in place of those of SymPy."""

    def plant(*values):
        found = [Answer("planted", value) for value in values]
        monkeypatch.setattr(candidates, "answers", lambda _task, _seconds: (a for a in found))
        monkeypatch.setattr(candidates, "recalled", lambda _task, _on: None)
        monkeypatch.setattr(candidates, "remember", lambda _task, _on, _found: None)

    return plant


@pytest.mark.parametrize("name", MISTAKES)
def test_a_wrong_integral_is_refused_and_the_right_one_taken(planted, name):
    integrand, lower, upper, wrong, right = MISTAKES[name]
    meant = Over(integrand, x, sp.S(lower), sp.S(upper))
    planted(wrong)
    assert candidate(meant, over()) is None
    if not integrand.has(sp.Abs):  # of which the enclosures are too wide to tell what is right
        planted(wrong, right)
        assert candidate(meant, over()).value == right


@pytest.mark.parametrize("name", ["an Abs that changes its sign", "a root of a negative number"])
def test_an_integral_is_not_shown_wrong_where_sympy_finds_nothing_else(planted, monkeypatch, name):
    integrand, lower, upper, wrong, right = MISTAKES[name]
    planted(wrong)
    monkeypatch.setattr(antiderivatives.sp, "integrate", lambda *_args, **_options: wrong * x)
    found = dp.derive_integral(integrand, x, lower, upper, over())
    assert found.value is None or abs(sp.N(found.value - right)) < 1e-12
    low, high = found.enclosure(digits=12)
    assert low <= sp.N(right, 30) <= high


@pytest.mark.parametrize(
    "unfinished",
    [
        sp.oo - sp.Integral(1 - sp.exp(-x), (x, 0, sp.oo)),
        sp.Piecewise((sp.nan, x > 1), (sp.Integer(1), True)),
        sp.AccumBounds(0, 1), sp.Limit(x, x, 1), sp.zoo,
    ],
)  # fmt: skip
def test_what_is_no_value_is_no_candidate(unfinished):
    assert plain(unfinished) is None


def test_exponents_are_written_without_terms_that_cancel(planted):
    s, a = sp.symbols("s a", positive=True)
    planted(s ** (a * ((a + 1) / a - 1)) / 2)
    meant = Over(x / s, x, sp.Integer(0), s)
    assert candidate(meant, over(dp.positive(s), dp.positive(a))).value == s / 2


def test_a_density_is_not_normalised_by_a_wrong_mass(planted, monkeypatch):
    s = sp.Symbol("s", positive=True)
    planted(s, 3 * s)
    monkeypatch.setattr(
        antiderivatives.sp, "integrate", lambda term, _x: s * term  # of which none is one
    )  # fmt: skip
    odd = dp.Family(
        "odd", x=x, domain=over(dp.positive(s)), normalise=True,
        pieces=[dp.Piece(1 / sp.cosh(x / s) ** 3, 0, sp.oo)],
    )  # fmt: skip
    assert odd.pieces[0].density.has(Mass)  # no formula, but the integral itself
    low, high = odd.cost(0).enclosure(s=2)
    assert low <= 1 <= high


def test_a_factor_that_is_lost_in_a_case_is_seen(planted):
    rate, level = sp.symbols("z c", real=True)
    domain = over(dp.between(rate, -1, 1), dp.between(level, 1, 2))
    integrand = sp.exp(level + rate * x)
    planted(sp.Integer(1))  # which SymPy says for z = 0, and it is exp(c)
    assert candidate(Over(integrand, x, sp.Integer(0), sp.Integer(1)), domain) is None
    found = dp.derive_integral(integrand, x, 0, 1, domain)
    assert not found.holds  # for at z = 0 the formula has no value
