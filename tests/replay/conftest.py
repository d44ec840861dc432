"""Small claims that use each method, and certificates as the checkers write them.

Neither the numeric comparison nor the twins are wanted here.
"""

import copy
import json
from functools import cache

import pytest
import sympy as sp

from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.derivation import Claim, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Relation,
    Series,
    Sum,
    at_most,
    equal,
    less,
)  # fmt: skip
from dpproofs.theorems.registry import find
from dpproofs.verify import check_steps, decide

a, b, x, y, r, t = sp.symbols("a b x y r t", positive=True)
u = sp.Symbol("u", real=True)
w = sp.Symbol("w", nonnegative=True)
k, m = sp.symbols("k m", integer=True)
T = sp.Symbol("T", positive=True)
G, F = sp.Function("G"), sp.Function("F")
UNIT = between(x, 0, 1)
R = Domain((between(r, 0, 1),))
half = sp.Rational(1, 2)


def goals(*rows):
    """A claim of several one-step goals."""

    def derive():
        proof = Proof(Domain(()))
        for goal, how in rows:
            proof.concludes(goal, because="", **how)
        return proof.done()

    return derive, tuple(goal for goal, _ in rows)


def row(proposition, domain, by, **hints):
    return Goal(proposition, domain), {"by": by, **hints}


XY = Domain((positive(x), positive(y)))
ROOT = Domain((between(b, 0, 1), nth_root(T, 3, b * (1 + b) / 2, sp.S(0), sp.S(1))))
v = sp.Symbol("v", nonnegative=True)
CLOSED = Domain((Variable(w, sp.S(0), sp.S(1), "[]"), Variable(v, sp.S(0), w + 1, "[)")))

ALGEBRA = goals(
    row(equal((x + y) ** 2, x**2 + 2 * x * y + y**2), XY, "identity"),
    row(
        equal(sp.sqrt(x * y) * (x * y) ** sp.Rational(3, 4), (x * y) ** sp.Rational(5, 4)),
        XY,
        "identity",
    ),
    row(equal(sp.exp(-x / 2) ** 2 * sp.exp(x), 1), XY, "identity"),
    row(equal(sp.log(x * y), sp.log(x) + sp.log(y)), XY, "identity"),
    row(equal((2 * x) ** y, 2**y * x**y), XY, "identity"),
)
ROOTS = goals(
    row(equal(T**3 * 2, b + b**2), ROOT, "identity"),
    row(equal(sp.sqrt(sp.exp(x)) * sp.erf(-y), -sp.exp(x / 2) * sp.erf(y)), XY, "identity"),
    row(equal(sp.log(sp.Rational(4, 9)), 2 * sp.log(2) - 2 * sp.log(3)), XY, "identity"),
    row(equal(G(x + x * y) - G(x * (1 + y)), 0), XY, "identity"),
    row(less(0, sp.pi), Domain(()), "sign"),
)
SIGNS = goals(
    row(less(x**2 - x, 0), Domain((UNIT,)), "sign"),
    row(less(0, T), ROOT, "sign"),
    row(at_most(w**2, w), CLOSED, "sign"),
    row(Relation(v, ">=", sp.S(0)), CLOSED, "sign"),
    row(Relation(1 - sp.exp(-x), ">", sp.S(0)), XY, "sign"),
    row(less(1, sp.exp(x)), XY, "sign"),
    row(Relation(x + 1, "!=", sp.S(0)), XY, "sign"),
    row(less(0, x**2 - x + 1), Domain((positive(x),)), "sign"),
)
DERIVATIVES = goals(
    row(
        Derivative(
            x**y * sp.log(x) + sp.exp(x * y),
            x,
            y * x**y / x * sp.log(x) + x**y / x + y * sp.exp(x * y),
        ),
        XY,
        "derivative",
    ),
    row(Derivative(x**x, x, x**x * (sp.log(x) + 1)), Domain((positive(x),)), "derivative"),
    row(
        Derivative(sp.erf(x), x, 2 * sp.exp(-(x**2)) / sp.sqrt(sp.pi)),
        Domain((positive(x),)),
        "derivative",
    ),
)
INTEGRALS = goals(
    row(
        Integral(x**a, x, sp.S(0), b, b ** (a + 1) / (a + 1)),
        Domain((positive(a), positive(b))),
        "integral",
        antiderivative=x ** (a + 1) / (a + 1),
    ),
    row(
        Integral(sp.exp(-a * x) * x, x, sp.S(0), sp.oo, 1 / a**2),
        Domain((positive(a),)),
        "integral",
        antiderivative=-x * sp.exp(-a * x) / a - sp.exp(-a * x) / a**2,
    ),
    row(
        Integral(sp.exp(-(u**2)), u, -sp.oo, sp.oo, sp.sqrt(sp.pi)),
        Domain(()),
        "integral",
        antiderivative=sp.sqrt(sp.pi) / 2 * sp.erf(u),
    ),
)
LIMITS = goals(
    row(
        Limit((1 - sp.exp(-x)) / (2 - sp.exp(-2 * x)), x, sp.oo, "-", half),
        Domain(()),
        "limit",
        rate=1,
    ),
    row(
        Limit((1 - sp.exp(-x)) / (1 - sp.exp(-2 * x)), x, sp.S(0), "+", half),
        Domain(()),
        "limit",
        rate=1,
    ),
    row(Limit((x + a) / (2 * x + 1), x, sp.oo, "-", half), Domain((positive(a),)), "limit"),
    row(Limit((x**2 - 1) / (x - 1), x, sp.S(1), "+", sp.S(2)), Domain(()), "limit"),
    row(Limit((x**2 - 1) / (x - 1), x, sp.S(1), "-", sp.S(2)), Domain(()), "limit"),
)
MINIMA = goals(
    row(Series((sp.exp(x) - 1) / x, x, (sp.S(1), half, sp.Rational(1, 6))), Domain(()), "series"),
    row(
        Series(sp.sqrt(4 + x) * sp.exp(x) + (1 + x) ** 2, x, (sp.S(3), sp.Rational(17, 4))),
        Domain(()),
        "series",
    ),
    row(Minimum((x - a) ** 2, x, sp.S(0), sp.oo, "()", a), Domain((positive(a),)), "minimum"),
    row(Minimum(w + a, w, sp.S(0), sp.S(1), "[]", sp.S(0)), Domain((positive(a),)), "minimum"),
    row(Minimum(a - w, w, sp.S(0), sp.S(1), "[]", sp.S(1)), Domain((positive(a),)), "minimum"),
)
SUMS = goals(
    row(Sum(k, k, sp.S(0), m, m * (m + 1) / 2), Domain((index(m, 0),)), "sum"),
    row(Sum(k * r**k, k, sp.S(0), sp.oo, r / (1 - r) ** 2), R, "sum", ratio=r),
    row(Sum(sp.S(2) * k, k, sp.S(1), sp.S(4), sp.S(20)), Domain(()), "sum"),
)
BALLS = goals(
    row(less(sp.exp(x), 3), Domain((UNIT,)), "region"),
    row(
        Relation(sp.erf(x) + sp.log(2), ">", -x / 2),
        Domain((UNIT,)),
        "region",
    ),
    row(Relation(sp.pi, "!=", sp.S(3)), Domain(()), "region"),
    row(less(1 + x, sp.exp(x)), Domain((positive(x),)), "ladder"),
    row(Relation(sp.exp(x), ">", 1 + x + x**2 / 2), Domain((positive(x),)), "ladder"),
    row(less(x, sp.exp(x) - sp.exp(-x)), Domain((positive(x),)), "ladder"),
)


def _increasing():
    domain = Domain((positive(x),))
    goal = Goal(less(sp.log(1 + x), x), domain)

    def derive():
        proof = Proof(domain)
        slope = 1 - 1 / (1 + x)
        first = proof.shows(Derivative(x - sp.log(1 + x), x, slope), by="derivative", because="")
        second = proof.shows(less(0, slope), by="sign", because="")
        proof.concludes(goal, by="increasing", because="", uses=(first, second))
        return proof.done()

    return derive, (goal,)


PROGRAMS = goals(
    row(
        Program(a * x + w, (x, w), (x + w - 1,), (x - w,), (a + 1) / 2),
        Domain((positive(a),)),
        "duality",
        point={x: sp.Rational(1, 2), w: sp.Rational(1, 2)},
        multipliers=[(a + 1) / 2, (a - 1) / 2],
    ),
    row(
        Program(sp.S(2) * x, (x,), (2 * x - 3,), (), sp.S(3)),
        Domain(()),
        "duality",
        point={x: sp.Rational(3, 2)},
        multipliers=[1],
    ),
)


def _squeezed():
    near, scaled = sp.exp(-a * x) / (1 + x**2), Domain((positive(a),))
    domain = scaled & positive(x)
    goal = Goal(Limit(near, x, sp.oo, "-", sp.S(0)), scaled)

    def derive():
        proof = Proof(domain)
        above = proof.shows(less(0, near), by="sign", because="")
        below = proof.shows(less(near, 1 / (1 + x**2)), by="sign", because="")
        gone = Limit(1 / (1 + x**2), x, sp.oo, "-", sp.S(0))
        tends = proof.shows(gone, on=scaled, by="limit", because="")
        proof.concludes(goal, by="squeeze", because="", uses=(above, below, tends))
        return proof.done()

    return derive, (goal,)


def _decreasing():
    domain = Domain((positive(a), positive(x)))
    tail = sp.exp(-a * x) + 1 - sp.erf(x)
    inside = Domain((between(x, 0, 1),))
    goals_ = (Goal(less(0, tail), domain), Goal(less(x**2, 2 - x), inside))

    def derive():
        proof = Proof(domain)
        for goal in goals_:
            gap = goal.proposition.rhs - goal.proposition.lhs
            slope = sp.diff(gap, x)
            first = proof.shows(
                Derivative(gap, x, slope), on=goal.domain, by="derivative", because=""
            )
            second = proof.shows(less(slope, 0), on=goal.domain, by="sign", because="")
            proof.concludes(goal, by="decreasing", because="", uses=(first, second))
        return proof.done()

    return derive, goals_


def _corners():
    domain = Domain((UNIT,))
    up = x + sp.exp(-x) - sp.Rational(99, 100)
    goals_ = (Goal(less(0, up), domain), Goal(less(x, 3), domain))

    def derive():
        proof = Proof(domain)
        steps = []
        for difference in (up, 3 - x):
            slope = sp.diff(difference, x)
            steps.append(proof.shows(Derivative(difference, x, slope), by="derivative", because=""))
            sign = less(0, slope) if difference == up else less(slope, 0)
            steps.append(proof.shows(sign, by="sign", because=""))
        for i, goal in enumerate(goals_):
            uses = tuple(steps[2 * i : 2 * i + 2])
            proof.concludes(goal, by="region", because="", uses=uses)
        return proof.done()

    return derive, goals_


def _cases():
    goal = Goal(less(x, 1 + x**2), Domain((positive(x),)))
    pieces = between(x, 0, 1, "(]"), between(x, 1, sp.oo)

    def derive():
        proof = Proof(goal.domain)
        uses = tuple(
            proof.shows(goal.proposition, on=Domain((piece,)), by="sign", because="")
            for piece in pieces
        )
        proof.concludes(goal, by="cases", because="", uses=uses)
        return proof.done()

    return derive, (goal,)


MONOTONE = Goal(at_most(G(x + y), G(x)), XY)


def _entailment():
    conclusion = Goal(at_most(G(x + 2 * y), G(x)), XY)
    strict = Goal(less(G(x + y), G(x) + x), XY)
    product = Goal(at_most(0, (G(x) - G(x + y)) ** 2), XY)

    def derive():
        proof = Proof(XY)
        one = proof.assumes(MONOTONE, because="")
        proof.concludes(
            conclusion,
            by="entailment",
            because="",
            uses=(one,),
            facts=[(one, {}, 1), (one, {x: x + y}, 1)],
        )
        proof.concludes(strict, by="entailment", because="", uses=(one,), facts=[(one, {}, 1)])
        gain = G(x) - G(x + y)
        proof.concludes(product, by="entailment", because="", uses=(one,), facts=[(one, {}, gain)])
        return proof.done()

    return derive, (conclusion, strict, product)


n = sp.Symbol("n", integer=True)
GROWS = Goal(at_most(3, F(n + 1) - F(n)), Domain((index(n, 0),)))


def _rule():
    conclusion = Goal(at_most(3 * n + F(0), F(n)), Domain((index(n, 0),)))

    def derive():
        proof = Proof(GROWS.domain)
        one = proof.assumes(GROWS, because="")
        proof.concludes(
            conclusion,
            by="rule",
            because="",
            uses=(one,),
            rule="induction",
            bindings={"function": sp.Symbol("F"), "step": sp.S(3)},
        )
        return proof.done()

    return derive, (conclusion,)


def _wrong():
    printed = (
        Goal(less(x**2, x), Domain((positive(x),))),
        Goal(Integral(y, y, sp.S(0), x, x**2), Domain((positive(x),))),
        Goal(Minimum((y - 2) ** 2, y, sp.S(0), sp.oo, "()", sp.S(3)), Domain(())),
        Goal(Limit(x / (x + 1), x, sp.oo, "-", sp.S(2)), Domain(())),
        Goal(Derivative(x**2, x, x), Domain((positive(x),))),
        Goal(less(sp.exp(x), 1), Domain((positive(x),))),
        Goal(less(T, b), ROOT),
    )

    def derive():
        proof = Proof(Domain(()))
        proof.fails(printed[0], {x: 2}, because="")
        proof.shows(
            Fails(printed[1].proposition, ((x, sp.S(1)),)),
            on=printed[1].domain,
            because="",
            by="counterexample",
            instead=x**2 / 2,
            antiderivative=y**2 / 2,
        )
        proof.fails(printed[2], {y: 2}, because="")
        proof.shows(
            Fails(printed[3].proposition, ()),
            on=printed[3].domain,
            because="",
            by="counterexample",
            instead=sp.S(1),
        )
        proof.shows(
            Fails(printed[4].proposition, ((x, sp.S(1)),)),
            on=printed[4].domain,
            because="",
            by="counterexample",
            instead=2 * x,
        )
        proof.fails(printed[5], {x: 1}, because="")
        proof.fails(printed[6], {b: half, T: sp.Rational(3, 8) ** sp.Rational(1, 3)}, because="")
        return proof.done()

    return derive, printed


def _claim(name, made, hypotheses=(), models=()):
    derive, printed = made
    statement = Statement(
        id=f"test.{name}",
        paper="test",
        item=name,
        title=name,
        printed_latex=name,
        printed=printed,
        hypotheses=hypotheses,
        models=models,
    )
    return Claim(statement, derive)


CLAIMS = {
    "algebra": _claim("algebra", ALGEBRA),
    "roots": _claim("roots", ROOTS),
    "signs": _claim("signs", SIGNS),
    "derivatives": _claim("derivatives", DERIVATIVES),
    "integrals": _claim("integrals", INTEGRALS),
    "limits": _claim("limits", LIMITS),
    "minima": _claim("minima", MINIMA),
    "sums": _claim("sums", SUMS),
    "balls": _claim("balls", BALLS),
    "increasing": _claim("increasing", _increasing()),
    "squeezed": _claim("squeezed", _squeezed()),
    "programs": _claim("programs", PROGRAMS),
    "decreasing": _claim("decreasing", _decreasing()),
    "corners": _claim("corners", _corners()),
    "cases": _claim("cases", _cases()),
    "entailment": _claim("entailment", _entailment(), (MONOTONE,), ({"G": sp.Lambda(t, -t)},)),
    "rule": _claim("rule", _rule(), (GROWS,), ({"F": sp.Lambda(t, 3 * t)},)),
    "wrong": _claim("wrong", _wrong()),
}


@cache  # once in a session
def _text(name):
    claim = CLAIMS[name] if name in CLAIMS else find(name)
    derivation = claim.derive()
    findings = check_steps(claim.statement, derivation)
    decision, grade, reason = decide(claim.statement, derivation, findings)
    assert all(f.established for f in findings), [f.message for f in findings] + [reason]
    return json.dumps(certificate(claim.statement, derivation, findings, decision, grade))


@pytest.fixture
def certified():
    """A function from a claim's name to a fresh certificate."""
    return lambda name: copy.deepcopy(json.loads(_text(name)))
