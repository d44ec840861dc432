"""Appendix E, Theorem 8 and Corollary 9: verdicts, planted errors, and the sums themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Relation
from dpproofs.replaying.program import replay
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import (
    appendix_e,
    appendix_e_cost,
    corollary9,
    moment_balance,
    moment_cost,
    moment_slope,
    power_moments,
    power_sums,
    power_sums_cost,
    power_sums_growth,
    power_sums_recurrence,
    powers,
    theorem8,
)
from dpproofs.theorems.staircase.setting import b, gamma
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

MODULES = (
    appendix_e, power_sums_recurrence, power_sums_growth, power_sums_cost, moment_cost,
    moment_slope, moment_balance, appendix_e_cost, theorem8, corollary9,
)  # fmt: skip
CLAIMS = {
    claim.id.removeprefix("staircase."): claim for module in MODULES for claim in module.CLAIMS
}
VERDICTS = dict.fromkeys(CLAIMS, "holds") | {"appE.306": "definition"}

verdict_on = cache(lambda name: verify(CLAIMS[name]))


@pytest.mark.parametrize("name", CLAIMS)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verdict_on(name)
    assert verdict.grade is not None, verdict.note
    assert (verdict.decision.value, verdict.grade.name) == (VERDICTS[name], "proved")
    assert verdict.mutation.tried >= 20
    assert verdict.mutation.survivors == ()


def test_all_claims_of_the_appendix_are_here():
    assert set(CLAIMS) == {
        "appE.306", "appE.312", "appE.312.powers", "appE.312.sums", "appE.316", "appE.316.powers",
        "appE.323", "appE.335", "appE.336", "appE.336.powers", "appE.337", "appE.337.powers",
        "thm8", "cor9",
    }  # fmt: skip


# -- planted errors -------------------------------------------------------------------------------


def _changed(name, place, **fields):
    claim = CLAIMS[name]
    goal = claim.statement.printed[place]
    new = {key: change(getattr(goal.proposition, key)) for key, change in fields.items()}
    derivation = claim.derivation
    (step,) = [s for s in derivation.steps if s.goal == goal]
    assert check(step, derivation).established
    wrong = Goal(replace(goal.proposition, **new), goal.domain)
    assert wrong != goal
    return check(replace(step, goal=wrong), derivation).established


def _bound(place, **fields):
    """A change of one of the bounds in a promise."""

    def change(claims):
        old = claims[place]
        new = replace(old, **{key: change(getattr(old, key)) for key, change in fields.items()})
        return (*claims[:place], new, *claims[place + 1 :])

    return {"all": change}


half = sp.Rational(1, 2)
PLANTED = {
    "c_3 with 3 b^2": ("appE.323", 3, {"value": lambda e: e - b**2 / (1 - b) ** 4}),
    "c_0 without the term 0^0": ("appE.306", 0, {"value": lambda e: e - 1}),
    "(335) with j up to i - 1": (
        "appE.335", 0,
        {"rhs": lambda e: e - b / (1 - b) * (power_sums.i + 1) * power_sums.C(power_sums.i, b)},
    ),
    "(335) without 1/(1-b)": ("appE.335", 0, {"rhs": lambda e: e * (1 - b)}),
    "(335) for the sums from k = 1 on": ("appE.335", 0, {"rhs": lambda e: e - b / (1 - b)}),
    "(336) with i for i + 1": ("appE.336.powers", 3, {"value": lambda e: e - 1}),
    "(336) without the factorial": (
        "appE.336", 2,
        {"expression": lambda e: e * sp.exp(sp.Function("Lambda")(power_sums.i))},
    ),
    "(336) with another power of 1-b": ("appE.336", 2, {"expression": lambda e: e * (1 - b)}),
    "(336) with i for i + 1, for every i": ("appE.336", 4, {"value": lambda e: e - 1}),
    "(336) with a limit that is not 0": ("appE.336", 0, {"value": lambda e: e + 1}),
    "c_(i+1) larger than it is": ("appE.336", 5, {"lhs": lambda e: e / b}),
    "c_(i+1) smaller than it is": ("appE.336", 6, {"rhs": lambda e: e * b}),
    "(336) for every i, twice the limit": ("appE.336", 2, {"value": lambda e: 2 * e}),
    "(312) without m + 1": ("appE.312", 1, {"value": lambda e: e * (power_moments.m + 1)}),
    "(312) with m for m + 1 in the sum": (
        "appE.312", 1, {"value": lambda e: e.subs(power_moments.m + 1, power_moments.m)},
    ),
    "(312) with another power of 1-b": ("appE.312", 1, {"value": lambda e: e * (1 - b)}),
    "(312) as the sum for m": (
        "appE.312", 2, {"value": lambda e: e.subs(power_moments.m + 1, power_moments.m)},
    ),
    "the bracket of (312) with its first term": ("appE.312", 3, {"value": lambda _: b}),
    "(312) with m for m + 1": ("appE.312.powers", 2, {"value": lambda e: e * sp.Rational(4, 3)}),
    "(312) with gamma^(m+1) twice": (
        "appE.312.powers", 11, {"value": lambda e: e + gamma**5 / (1 - b)},
    ),
    "(312) for real powers with another rest": ("appE.312.powers", -1, {"value": lambda e: e + b}),
    "a piece of a period with m for m + 1": (
        "appE.312.sums", 0, {"value": lambda e: e * (power_sums_cost.p + 1) / power_sums_cost.p},
    ),
    "a piece of a later period that is longer": (
        "appE.312.sums", 2, {"upper": lambda e: e + sp.Symbol("Delta", positive=True)},
    ),
    "(312) for every m, twice": ("appE.312.sums", 4, {"value": lambda e: 2 * e}),
    "(312) for every m, a term more": ("appE.312.sums", 4, {"value": lambda e: e + gamma}),
    "the bracket of (312) with b": ("appE.312.sums", 5, {"value": lambda e: e - b}),
    "0^(m+1) is 1": ("appE.312.sums", 6, {"rhs": lambda _: sp.Integer(1)}),
    "(309) without 1-b": ("appE.312.sums", 7, {"value": lambda e: e / (1 - b)}),
    "(317) for every m, m for m + 1": (
        "appE.312.sums", 8,
        {"value": lambda e: e - (b + (1 - b) * gamma)
         * power_sums_cost.S(power_sums.i, b, gamma)},
    ),
    "(317) for every m, another sign": ("appE.312.sums", 9, {"rhs": lambda e: -e}),
    "(316) with i + 1 for i": ("appE.316", 0, {"term": lambda e: e * (power_sums.j + 2)}),
    "(316) with i up to m": ("appE.316", 0, {"upper": lambda e: e - 1}),
    "(316) with m for m + 1, from the right": (
        "appE.316", 1, {"value": lambda e: e * (power_moments.m + 1) / power_moments.m},
    ),
    "(316) with another power of D, from the left": (
        "appE.316", 2, {"value": lambda e: e * (b + (1 - b) * gamma)},
    ),
    "the other side of (317) forgotten": (
        "appE.316", 1,
        {"value": lambda e: e.subs(power_moments.S(power_moments.m + 1, b, gamma), 0)},
    ),
    "(317) with m for m + 1": ("appE.316", 4, {"term": lambda e: e.subs(power_moments.m, 2)}),
    "(317) with another sign": ("appE.316", 4, {"value": lambda e: -e}),
    "a sum that rises more slowly": ("appE.316", 6, {"rhs": lambda e: e / 2}),
    "(316) with m + 1 for m": (
        "appE.316.powers", -1, {"value": lambda e: e.subs(sp.Symbol("p", positive=True), 2)},
    ),
    "(316) with the sign of the other side": ("appE.316.powers", 3, {"value": lambda e: -e}),
    "(337) with + 1/2, for every m": ("appE.337", 1, {"value": lambda e: e + 1}),
    "(337) with another power of 1-b": ("appE.337", 1, {"expression": lambda e: e * (1 - b)}),
    "(337) without (m+1)!": (
        "appE.337", 1,
        {"expression": lambda e: e * sp.exp(sp.Function("Lambda")(power_moments.m + 1))},
    ),
    "(337) from below, with less room": ("appE.337", 2, {"lhs": lambda e: e + half}),
    "(337) from above, with less room": ("appE.337", 3, {"rhs": lambda e: e - half}),
    "(337) with + 1/2": ("appE.337.powers", 5, {"value": lambda e: e + 1}),
    "gamma* below b": ("thm8", 3, _bound(2, rhs=lambda _: b)),
    "gamma* above b^2": ("thm8", 3, _bound(1, lhs=lambda e: 2 * e)),
    "limit 1/3 at high privacy": ("thm8", 4, {"value": lambda _: sp.Rational(1, 3)}),
    "limit 1/2 at low privacy": ("thm8", 6, {"value": lambda _: half}),
    "faster at low privacy": ("thm8", 5, _bound(2, rhs=lambda e: e**2)),
    "limit 1 for roots": ("thm8", 12, {"value": lambda _: sp.Integer(1)}),
    "closer to 1/2 for roots": ("thm8", 10, _bound(2, rhs=lambda e: (e + half) / 2)),
    "the largest cost at gamma = 0": ("thm8", 2, {"op": lambda _: ">"}),
    "the largest cost": ("cor9", 0, {"op": lambda _: ">"}),
    "mixture: gamma* above b^2": ("cor9", 3, _bound(1, lhs=lambda e: 2 * e)),
    "mixture: a weight of one": ("cor9", -1, {"lhs": lambda e: 2 * e}),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_not_established(name):
    claim, place, fields = PLANTED[name]
    assert not _changed(claim, place, **fields)


# -- the sums, by adding up -----------------------------------------------------------------------

mp = mpmath.MPContext()
mp.dps = 25


@cache
def power_sum(s, ratio, place):
    """The sum of ratio^k (k + place)^s over k >= 0."""
    total, k = mp.mpf(0), 0
    while True:
        term = mp.power(ratio, k) * (mp.power(k + place, s) if k + place else mp.mpf(s == 0))
        total += term
        k += 1
        if k > 20 and abs(term) < mp.eps * total:
            return total


def cost(p, ratio, split):
    """E|X|^p of the staircase density with Delta = 1, piece by piece."""
    height = (1 - ratio) / (2 * (split + ratio * (1 - split)))
    total, k = mp.mpf(0), 0
    while True:
        upper = mp.power(k + split, p + 1) - mp.power(k, p + 1)
        lower = mp.power(k + 1, p + 1) - mp.power(k + split, p + 1)
        term = 2 * height * mp.power(ratio, k) * (upper + ratio * lower) / (p + 1)
        total += term
        k += 1
        if k > 20 and abs(term) < mp.eps * total:
            return total


def slope(p, ratio, split):
    """What has the sign of the slope of the cost."""
    level = ratio + (1 - ratio) * split
    tail = (1 - ratio) * power_sum(p + 1, ratio, split) / (p + 1)
    return power_sum(p, ratio, split) * level - tail


def best(p, ratio):
    """The zero of the slope, by bisection."""
    low, high = mp.mpf(0), mp.mpf(1)
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(p, ratio, middle) < 0 else (low, middle)
    return (low + high) / 2


RATIOS = [mp.mpf(text) for text in ("0.02", "0.3", "0.85")]
POWERS = [mp.mpf(text) for text in ("0.2", "0.7", "1", "1.5", "4")]


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("p", POWERS)
def test_the_best_gamma_costs_least_and_lies_where_it_is_said_to(p, ratio):
    here = best(p, ratio)
    least = cost(p, ratio, here)
    for split in map(mp.mpf, ("0", "0.2", "0.5", "1")):
        assert cost(p, ratio, split) >= least * (1 - mp.mpf(10) ** -20)
    spread = 2 * (1 - ratio) ** p
    if p >= 1:
        assert ratio**2 / 2 < here < mp.mpf(1) / 2
    else:
        assert mp.mpf(1) / 2 - spread / ratio < here < mp.mpf(1) / 2 + spread


@pytest.mark.parametrize("share", [1, 7, 100])
@pytest.mark.parametrize("p", POWERS)
@pytest.mark.parametrize("bound", [mp.mpf(1) / 20, mp.mpf(1) / 3])
def test_the_best_gamma_is_below_a_bound_for_small_b(p, bound, share):
    factor = 1 + mp.mpf(2) ** p if p >= 1 else 1 + p
    ratio = p / (p + 1) / (4 * factor) * bound ** (p + 1)
    family = theorem8.CONVEX if p >= 1 else theorem8.CONCAVE
    at = {sp.Symbol("p", positive=True): p, sp.Symbol("w", positive=True): -mp.log(bound)}
    assert abs(_value(family.ratio, at, {}) / ratio - 1) < mp.mpf(10) ** -20
    assert best(p, ratio / share) < bound


@pytest.mark.parametrize("p", POWERS)
def test_the_factor_bounds_the_sum_by_which_b_was_bounded_before(p):
    """b may be as large as where the sum for b = 1/2 and u = 2 bounds all others."""
    factor = 1 + mp.mpf(2) ** p if p >= 1 else 1 + p
    assert 2 * factor <= power_sum(p, mp.mpf(1) / 2, 2) * (1 + mp.mpf(10) ** -20)


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("p", POWERS)
def test_what_is_shown_of_the_sums_holds_for_them(p, ratio):
    table = {
        "phi": power_sum,
        "N": lambda s, r, place: power_sum(s + 1, r, place) / (s + 1),
    }
    places = {"u": mp.mpf("1.4"), "s": mp.mpf("0.7"), "t": mp.mpf("1.3")}
    family = theorem8.CONVEX if p >= 1 else theorem8.CONCAVE
    seen = 0
    for step in CLAIMS["thm8"].derivation.steps:
        said, domain = step.goal.proposition, step.goal.domain
        names = [variable.symbol.name for variable in domain]
        if (
            not isinstance(said, Relation)
            or not {"p", "b"} <= set(names) <= {"p", "b", *places}
            or domain.variables[0] != family.powers
            or {name for name, _, _ in said.uses()} - set(table)
            or not all(_inside(variable, p, ratio, places) for variable in domain)
        ):
            continue
        at = {v.symbol: {"p": p, "b": ratio, **places}[v.symbol.name] for v in domain}
        gap = _value(said.rhs - said.lhs, at, table)
        room = mp.mpf(10) ** -15 * (1 + power_sum(p + 1, ratio, 4))
        assert abs(gap) < room if said.op == "==" else gap > -room, step.reason
        seen += 1
    assert seen >= 20


def _inside(variable, p, ratio, places):
    """Whether the value taken for a variable is in its range."""
    at = {sp.Symbol("p", positive=True): p, b: ratio}
    value = {"p": p, "b": ratio, **places}[variable.symbol.name]
    low, high = (
        end if end.is_infinite else _value(end, at, {}) for end in (variable.lower, variable.upper)
    )
    return low <= value <= high


def _value(expression, at, table):
    """A formula with the functions of a table, in mpmath."""
    if expression in at:
        return at[expression]
    if expression.is_Rational:
        return mp.mpf(int(expression.p)) / int(expression.q)
    parts = [_value(part, at, table) for part in expression.args]
    if expression.is_Add:
        return mp.fsum(parts)
    if expression.is_Mul:
        return mp.fprod(parts)
    if expression.is_Pow:
        return mp.power(*parts)
    known = {"exp": mp.exp, "log": mp.log, **table}
    return known[str(expression.func)](*parts)


# -- c_i ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", RATIOS)
def test_c_i_by_adding_up(ratio):
    c = [power_sum(i, ratio, 0) for i in range(14)]
    for i in range(10):
        closed = appendix_e.closed(i)
        assert abs(_value(closed, {b: ratio}, {}) / c[i] - 1) < mp.mpf(10) ** -20
    for i in range(13):
        others = mp.fsum(mp.binomial(i + 1, j) * c[j] for j in range(i + 1))
        assert abs(ratio / (1 - ratio) * others / c[i + 1] - 1) < mp.mpf(10) ** -20
        scaled = c[i] * (1 - ratio) ** (i + 1) / mp.factorial(i)
        assert ratio**i - mp.mpf(10) ** -20 <= scaled <= 1 + mp.mpf(10) ** -20


@pytest.mark.parametrize(
    "name",
    ["appE.312", "appE.312.sums", "appE.316", "appE.335", "appE.336", "appE.337"],
)
@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("c", lambda value: 2 * value),
        ("c", lambda value: value - sp.polylog(0, b)),
        ("w", lambda value: value + 1),
        ("C", lambda value: 2 * value),
        ("R", lambda value: value + b),
        ("S", lambda value: value + b),
        ("Lambda", lambda value: value + 1),
        ("q", lambda value: value / 2),
    ],
)
def test_other_sums_powers_and_factorials_are_no_example(name, place, change):
    statement = CLAIMS[name].statement
    (example,) = statement.examples
    if place in example:
        law = example[place]
        at = dict(zip((sp.Symbol("i"), b), law.signature, strict=False))
        wrong = sp.Lambda(law.signature, change(law.expr).xreplace(at))
        assert misfit(replace(statement, examples=({**example, place: wrong},))) != ""


@pytest.mark.parametrize("name", ["thm8", "cor9"])
@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("phi", lambda value: 2 * value),
        ("phi", lambda value: value + b),
        ("N", lambda value: value / 2),
        ("N", lambda value: value - b),
        ("L", lambda value: 2 * value),
        ("M", lambda value: 2 * value),
        ("A", lambda value: -value),
        ("D", lambda value: value + 1),
        ("Lambda", lambda value: value + 1),
    ],
)
def test_other_functions_are_no_sums_of_powers(name, place, change):
    statement = CLAIMS[name].statement
    (example,) = statement.examples
    if place in example:
        law = example[place]
        wrong = sp.Lambda(law.signature, change(law.expr))
        assert misfit(replace(statement, examples=({**example, place: wrong},))) != ""


def test_of_the_sums_nothing_is_assumed_but_what_they_are():
    statement = CLAIMS["thm8"].statement
    kinds = [goal.proposition.kind for goal in statement.hypotheses]
    assert kinds == ["sum", "relation", "sum", "relation"]
    assert [found.name for found in statement.given] == ["phi", "N"]


@pytest.mark.parametrize("name", ["appE.312.sums", "appE.335", "appE.336", "thm8", "cor9"])
def test_sums_for_every_i_replay_and_want_every_hypothesis_that_they_use(name):
    found = verdict_on(name).certificate
    report = replay(found, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert {"comparison of sums", "combination of sums"} & set(report.trusts)
    assert wants_every_hypothesis(found)


@pytest.mark.parametrize("name", ["appE.312", "appE.316", "appE.337"])
def test_what_is_shown_for_every_m_replays(name):
    report = replay(verdict_on(name).certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert {"exchange of sums", "combination of sums"} < set(report.trusts)


@pytest.mark.parametrize("m", [1, 2, 3, 7])
@pytest.mark.parametrize("ratio", RATIOS)
def test_the_equation_for_the_best_gamma_by_adding_up(m, ratio):
    """(316) by a difference quotient, and how near (337) is to gamma - 1/2."""
    split, step, rest = mp.mpf("0.37"), mp.mpf(10) ** -12, 1 - ratio

    def level(place):
        return ratio + rest * place

    def value(place):
        return rest**2 / ((m + 1) * level(place)) * power_sum(m + 1, ratio, place)

    this, later = (power_sum(n, ratio, split) for n in (m, m + 1))
    both = (m + 1) * level(split) * this - rest * later
    slope = rest**2 / ((m + 1) * level(split) ** 2) * both
    quotient = (value(split + step) - value(split - step)) / (2 * step)
    assert abs(quotient - slope) < mp.mpf(10) ** -8 * value(split)
    scaled = both * rest**m / mp.factorial(m + 1)
    more = mp.mpf(m) / 2 + (m + 1) / (2 * mp.factorial(m + 1)) + 1 / (8 * ratio)
    assert -rest * m / 2 <= scaled - split + mp.mpf(1) / 2 <= rest * more


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_sums_lie_between_their_bounds(ratio):
    c = [power_sum(i, ratio, 0) for i in range(20)]
    for i in range(1, 19):
        rise = (i + 1) * c[i] / (1 - ratio)
        assert ratio * rise < c[i + 1] < rise


@pytest.mark.parametrize("m", [0, 1, 7, 19])
@pytest.mark.parametrize("ratio", RATIOS)
def test_the_sums_of_every_power_by_adding_up(m, ratio):
    split = mp.mpf("0.37")
    s = [power_sum(n, ratio, split) for n in (m, m + 1)]
    c = [power_sum(n, ratio, 0) for n in range(m + 2)]
    terms = (mp.binomial(m + 1, i) * c[m + 1 - i] * split**i for i in range(m + 2))
    assert abs(mp.fsum(terms) / s[1] - 1) < mp.mpf(10) ** -18
    rest = ratio * power_sum(m + 1, ratio, 1) - c[m + 1]
    assert abs(rest) < mp.mpf(10) ** -15 * (1 + c[m + 1])
    level = (m + 1) * (ratio + (1 - ratio) * split) * s[0] - (1 - ratio) * s[1]
    assert abs(level - (m + 1) * slope(m, ratio, split)) < mp.mpf(10) ** -15 * (1 + s[1])


@pytest.mark.parametrize("m", [1, 3, 8])
@pytest.mark.parametrize("ratio", RATIOS)
def test_the_cost_and_its_stationarity_by_adding_up(m, ratio):
    at = {b: ratio, gamma: mp.mpf("0.37"), sp.Symbol("Delta", positive=True): mp.mpf(1)}
    split = at[gamma]
    printed = _value(appendix_e_cost.cost(m), at, {})
    assert abs(printed / cost(m, ratio, split) - 1) < mp.mpf(10) ** -20
    terms = (m + 1) * slope(m, ratio, split)
    assert abs(_value(appendix_e_cost.numerator(m), at, {}) - terms) < mp.mpf(10) ** -15 * (
        1 + power_sum(m + 1, ratio, split)
    )


def test_the_leading_terms_of_the_balance_cancel():
    """(337) at b = 1 - 10^-6: the limit is seen to six digits only after the cancellation."""
    close = 1 - sp.Rational(1, 10**6)
    for m in (1, 4):
        scaled = appendix_e_cost.numerator(m) * (1 - b) ** m / sp.factorial(m + 1)
        at = scaled.subs({b: close, gamma: sp.Rational(1, 5)})
        assert abs(at - (sp.Rational(1, 5) - half)) < sp.Rational(1, 10**5)


def test_a_family_of_roots_needs_exponents_below_one():
    """For p >= 1 the chord is on the other side, and the derivation for roots breaks."""
    family = theorem8.CONCAVE
    wide = replace(family, powers=between(family.exponent, 0, sp.oo))
    phi, (u, s, t) = wide.phi, sp.symbols("u s t", positive=True)
    low, high = wide.bent((s + t) * phi(u + s), t * phi(u) + s * phi(u + s + t))
    at = {family.exponent: mp.mpf(2), b: mp.mpf("0.5")} | dict.fromkeys((u, s, t), mp.mpf(1))
    assert _value(high - low, at, {"phi": power_sum}) < 0
    proof = Proof(wide.on)
    bent = powers.Concave(proof)
    chord = proof.goal(bent.chord)
    assert chord.domain.variables[0] != wide.powers
    derivation = proof.done()
    step = derivation.step(bent.chord)
    everywhere = Domain((wide.powers, *chord.domain.variables[1:]))
    wrong = replace(step, goal=Goal(chord.proposition, everywhere))
    assert check(step, derivation).established
    assert not check(wrong, derivation).established
