"""What numbers say of goals: true ones fit, false ones do not, and the rest is not judged."""

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers.agreement import integrated, near
from dpproofs.checkers.evaluation import compared
from dpproofs.checkers.numbers import NoValue, mp_context
from dpproofs.checkers.numeric import agreed_digits
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import (
    Derivative,
    Integral,
    Limit,
    Minimum,
    Program,
    Series,
    Sum,
    that,
)
from dpproofs.kernel.verdict import Numbers
from dpproofs.theorems.samples import laplace

b, g, x, u = sp.symbols("b g x u", positive=True)
y, z = sp.symbols("y z", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
G = sp.Function("G")
ZERO, ONE, HALF = sp.S.Zero, sp.S.One, sp.S.Half
UNIT = Domain((between(x, 0, 1),))
RATIO = Domain((between(b, 0, 1),))
REAL = Domain()

# Noise with the density (1 - b)/2 * b^n on [n, n + 1), on both sides, and the same on the integers.
STEPS = Pieces("f", z, (), RATIO, (Piece((1 - b) / 2 * b**k, ONE),), ONE, k)
LINE = Law("Q", (), RATIO, "f")
MASSES = Pieces("m", z, (), RATIO, (Piece((1 - b) / (1 + b) * b**k, ONE),), ONE, k)
LATTICE = Law("R", (), RATIO, "m", on="integers")
X = Given("X", "noise")
COST = Given("L", "cost")
UNKNOWN = Given("G", "function", 1)
LAPLACE = {"X": laplace(sp.exp(-1), ONE)}
Q, R = (sp.Function(name)() for name in "QR")


def seen(claim, domain, wanted=50):
    """What is said of one goal, in a sentence about the noise above."""
    ratio = tuple(v for v in domain if v.symbol == b) or RATIO.variables
    noise = tuple(replace(found, domain=Domain(ratio)) for found in (STEPS, LINE, MASSES, LATTICE))
    statement = Statement(
        id="additive.seen", paper="additive", item="Lemma 0", title="seen", printed_latex="1=1",
        parameters=Domain(ratio), given=(X, COST, UNKNOWN), definitions=noise,
        printed=(Goal(claim, domain),), examples=(LAPLACE,),
    )  # fmt: skip
    found = compared(statement.printed, statement, wanted)
    assert len(found) <= 1
    return found[0] if found else None


TRUE = [
    (that(sp.exp(x) ** 2) == sp.exp(2 * x), UNIT),
    (that(x) == x + ZERO, UNIT),
    (Derivative(x**3, x, 3 * x**2), UNIT),
    (Integral(sp.exp(-y), y, ZERO, sp.oo, ONE), REAL),
    (Integral(sp.exp(y), y, -sp.oo, ZERO, ONE), REAL),
    (Sum(HALF**k, k, ZERO, sp.oo, sp.Integer(2)), REAL),
    (Sum(k, k, ONE, sp.Integer(4), sp.Integer(10)), REAL),
    (Proper(Q), RATIO),
    (Proper(R), RATIO),
    (Expected(Q, u, u, "==", (1 + b) / (2 * (1 - b))), RATIO),
    (Expected(R, u, u, "==", 2 * b / (1 - b**2)), RATIO),
]
FALSE = [
    (that(x) == x + sp.Rational(1, 10**30), UNIT),
    (that(sp.pi) == sp.Rational(22, 7), REAL),
    (that(sp.exp(1 / (x - x**2)) ** 10**9) == 1, Domain((between(x, 0, sp.Rational(1, 10**9)),))),
    (Derivative(x**3, x, 2 * x**2), UNIT),
    (Integral(sp.exp(-y), y, ZERO, sp.oo, 1 + sp.Rational(1, 10**20)), REAL),
    (Sum(HALF**k, k, ONE, sp.oo, sp.Integer(2)), REAL),
    (Expected(Q, u, u, "==", (1 + b) / (1 - b)), RATIO),
    (Expected(R, u, u**2, "==", 2 * b / (1 - b**2)), RATIO),
]


@pytest.mark.parametrize(("claim", "domain"), TRUE)
def test_values_agree_to_fifty_digits(claim, domain):
    found = seen(claim, domain)
    assert (found.goals, found.fits, found.digits) == (1, True, 50)


@pytest.mark.parametrize(("claim", "domain"), FALSE)
def test_values_that_are_others_do_not_fit(claim, domain):
    found = seen(claim, domain)
    assert not found.fits
    assert found.digits < 50


ESTIMATED = [
    (Limit(sp.sin(ZERO) + (sp.exp(y) - 1) / y, y, ZERO, "+", ONE), REAL),
    (Limit((y + 1) / (2 * y), y, sp.oo, "-", HALF), REAL),
    (Limit(y / (y + x), y, -sp.oo, "+", ONE), UNIT),
    (Limit(sp.sqrt(y) + x, y, ZERO, "+", x), UNIT),
    (Limit(1 / (1 - y), y, ONE, "-", sp.oo), REAL),
    (Limit(-1 / y, y, ZERO, "+", -sp.oo), REAL),
    (Limit(x * y, y, ZERO, "-", ZERO), UNIT),
    (Series(sp.exp(y), y, (ONE, ONE, HALF)), REAL),
    (Minimum(y**2 - 2 * x * y, y, ZERO, ONE, "[]", x), UNIT),
    (Minimum(y + 1 / y, y, ZERO, sp.oo, "()", ONE), REAL),
    (Minimum(y + x, y, ZERO, ONE, "[]", ZERO), UNIT),
    (Program(x * g + u, (g, u), (g + u - 1,), (g - u,), (x + 1) / 2), UNIT),
    (Program(u, (u,), (u - 1,), (), ONE), REAL),
]
WRONG = [
    (Limit((sp.exp(y) - 1) / y, y, ZERO, "+", sp.Rational(11, 10)), REAL),
    (Limit(1 / (1 - y), y, ONE, "-", -sp.oo), REAL),
    (Limit(1 / (1 + y), y, ZERO, "+", sp.oo), REAL),
    (Limit(x + y, y, ZERO, "-", ZERO), UNIT),
    (Series(sp.exp(y), y, (ONE, ONE, ONE)), REAL),
    (Minimum(y**2 - 2 * x * y, y, ZERO, ONE, "[]", x / 2), UNIT),
    (Minimum(y**2, y, ZERO, ONE, "[]", ONE), REAL),
    (Program(u, (u,), (u - 1,), (), HALF), REAL),
]


@pytest.mark.parametrize(("claim", "domain"), ESTIMATED)
def test_estimates_fit_what_is_true(claim, domain):
    assert seen(claim, domain).fits


@pytest.mark.parametrize(("claim", "domain"), WRONG)
def test_estimates_do_not_fit_what_is_false(claim, domain):
    assert not seen(claim, domain).fits


ORDERED = [
    (that(x) < 1, that(1) < x, UNIT),
    (that(1) <= sp.cosh(ZERO) + x - x, that(1 + x) <= 1, UNIT),
    pytest.param(
        Private(Q, -sp.log(b), ZERO, ONE),
        Private(Q, -sp.log(b) / 2, ZERO, ONE),
        RATIO,
        marks=pytest.mark.sweep,
    ),
    pytest.param(
        Private(R, -sp.log(b), ZERO, ONE),
        Private(R, -sp.log(b), ZERO, sp.Integer(2)),
        RATIO,
        marks=pytest.mark.sweep,
    ),
    (Private(X(), ONE, ZERO, ONE), Private(X(), HALF, ZERO, ONE), REAL),
    (Expected(Q, u, u, "<", 2 / (1 - b)), Expected(Q, u, u, "<=", b), RATIO),
    (Expected(Q, u, u, ">=", b), Expected(Q, u, u, ">", 2 / (1 - b)), RATIO),
]


@pytest.mark.parametrize(("true", "false", "domain"), ORDERED)
def test_inequalities_have_a_slack(true, false, domain):
    assert seen(true, domain).fits
    assert seen(true, domain).slack >= 0
    assert not seen(false, domain).fits
    assert seen(false, domain).slack < 0


def test_a_side_that_cancels_is_computed_with_more_bits():
    large = sp.exp(sp.Integer(500))
    found = seen(that((1 + x / large - 1) * large) <= x, UNIT)
    assert (found.fits, found.slack) == (True, 0.0)


def test_examples_say_what_is_even_and_what_costs_less():
    assert seen(Even(X()), REAL).fits
    assert seen(Cheaper(X(), X(), "L"), REAL).fits


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (that(G(x)) == G(x) + 1, UNIT),
        (Sum(1 / k, k, ONE, sp.oo, ONE), REAL),
        (that(sp.sqrt(x - 2)) == x, UNIT),
        (that(sp.exp(sp.exp(1 / x))) <= 1, Domain((between(x, 0, sp.Rational(1, 10**6)),))),
        (that(x) == x, Domain((between(x, 1, 0),))),
        (that(x) < x + sp.Rational(1, 10**80), UNIT),
        (Limit(1 / sp.log(y), y, sp.oo, "-", ZERO), REAL),
        (Proper(X()), REAL),
        (Program(-u, (u,), (u - 1,), (), ONE), REAL),
    ],
)
def test_of_what_has_no_value_nothing_is_said(claim, domain):
    assert seen(claim, domain) is None


def test_periods_that_fall_too_slowly_are_not_added_up():
    slow = Domain((between(b, sp.Rational(999, 1000), 1),))
    assert seen(Proper(Q), slow) is None


def test_agreement_is_counted_in_digits():
    context = mp_context(60)
    assert agreed_digits(context.mpf(1), context.mpf(1) + context.mpf(10) ** -20, 50) in (19, 20)
    assert agreed_digits(context.mpf(0), context.mpf(0), 50) == 50
    with pytest.raises(NoValue):
        near(context.mpf(1), context.mpf(1), 3, 50)


def test_the_precision_of_others_is_left_alone():
    before = mpmath.mp.dps
    seen(Minimum(y + 1 / y, y, ZERO, sp.oo, "()", ONE), Domain((positive(x),)))
    assert mpmath.mp.dps == before
    assert mp_context(75).dps == 75


def test_what_was_compared_is_told_and_read_back():
    right, wrong = seen(that(x) == x + ZERO, UNIT), seen(Limit(x + y, y, ZERO, "-", ZERO), UNIT)
    numbers = Numbers(3, (right, wrong))
    assert (numbers.evaluated, numbers.against) == (2, (wrong,))
    assert Numbers.from_json(numbers.to_json()) == numbers


def test_a_quadrature_is_held_to_the_digits_that_it_knows():
    context = mp_context(75)
    found, error = context.mpf(1), context.mpf(10) ** -40
    assert integrated(found, found, error, 50).fits
    assert integrated(found, found + context.mpf(10) ** -38, error, 50).fits
    assert not integrated(found, found + context.mpf(10) ** -12, error, 50).fits
    assert not integrated(found, found + context.mpf(10) ** -45, context.mpf(0), 50).fits
    with pytest.raises(NoValue):
        integrated(found, context.mpf(2), context.mpf(10) ** -3, 50)


def test_a_stated_value_whose_digits_cancel_speaks_against_nothing_and_a_false_one_does():
    tail = sp.sqrt(sp.pi) / 2 * (1 - sp.erf(8))  # some 1e-29
    for value, fits in ((tail, True), (2 * tail, False)):
        claim = Integral(sp.exp(-(y**2)), y, sp.Integer(8), sp.oo, value)
        goal = Goal(claim, REAL)
        statement = Statement(
            id="a.b", paper="a", item="b", title="b", printed_latex="", printed=(goal,)
        )
        (seen,) = compared((goal,), statement, 30)
        assert seen.fits is fits
