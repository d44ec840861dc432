"""The lemmas that lead to the staircase: verdicts, planted errors, and numbers from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.core.function import AppliedUndef

from dpproofs.checkers import check
from dpproofs.checkers.points import seeded, truth
from dpproofs.kernel.derivation import Goal
from dpproofs.testing.strategies import private_levels
from dpproofs.theorems.registry import find
from dpproofs.verifying import verify
from tests.theorems.levels import Levels, expected_excess, two_levels

CLAIMS = [
    "appB.lem21.counting", "appB.lem23", "appB.lem24", "appB.step8",
    "appF.lem28.counting", "appF.lem29",
]  # fmt: skip
F = Fraction


@pytest.mark.parametrize("name", CLAIMS)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verify(f"staircase.{name}")
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == (
        "holds",
        "proved",
    ), verdict.note
    assert verdict.mutation.tried >= 20
    assert verdict.mutation.survivors == ()
    assert "in words" in (verdict.note or "").lower() or name in ("appB.lem24", "appB.step8")


# -- planted errors: a step whose goal was changed is not established -----------------------------

b = sp.Symbol("b", positive=True)
_i, _l, _size = sp.symbols("i l Delta", integer=True, positive=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_s, _V = sp.Function("s"), sp.Function("V")


def changed(name: str, place: int, **fields: sp.Expr) -> bool:
    """Whether the step that shows a printed goal would show the changed one instead."""
    claim = find(f"staircase.{name}")
    derivation, goal = claim.derive(), claim.statement.printed[place]
    (step,) = [step for step in derivation.steps if step.goal == goal]
    assert check(step, derivation).established
    assert all(getattr(goal.proposition, field) != value for field, value in fields.items())
    wrong = Goal(replace(goal.proposition, **fields), goal.domain)
    return check(replace(step, goal=wrong), derivation).established


def side(name: str, place: int, field: str) -> sp.Expr:
    return getattr(find(f"staircase.{name}").statement.printed[place].proposition, field)


def exchanged(name: str, place: int, field: str, one: str, two: str) -> sp.Expr:
    """One side of a goal with two of its symbols exchanged."""
    value = side(name, place, field)
    symbols = {symbol.name: symbol for symbol in value.free_symbols}
    return value.xreplace({symbols[one]: symbols[two], symbols[two]: symbols[one]})


PLANTED = {
    "sorted levels i + 1 apart": lambda: changed("appB.lem21.counting", 1, rhs=_s(_k + _i + 1)),
    "sorted levels without b": lambda: changed("appB.lem21.counting", 1, lhs=_s(_k)),
    "the least levels first": lambda: changed(
        "appB.lem21.counting", 3,
        lhs=side("appB.lem21.counting", 3, "rhs"), rhs=side("appB.lem21.counting", 3, "lhs"),
    ),
    "new tail with the mass b^2": lambda: changed("appB.lem23", 1, rhs=b**2),
    "old tail below the new one": lambda: changed(
        "appB.lem23", 3, lhs=side("appB.lem23", 3, "rhs"), rhs=side("appB.lem23", 3, "lhs")
    ),
    "the new density loses less than b": lambda: changed(
        "appB.lem23", 6, lhs=side("appB.lem23", 6, "lhs") / b
    ),
    "the ratio e^(2 epsilon)": lambda: changed(
        "appB.lem24", 2, lhs=b * side("appB.lem24", 2, "lhs")
    ),
    "mass moved outwards": lambda: changed(
        "appB.lem24", 4, lhs=exchanged("appB.lem24", 4, "lhs", "w_j", "w_m")
    ),
    "a gain from mixing": lambda: changed("appB.lem24", 6, lhs=_V(_i)),
    "a b in the nearer part": lambda: changed(
        "appB.step8", 3, lhs=exchanged("appB.step8", 3, "lhs", "L_1", "L_2")
    ),
    "the same mass without the lower level": lambda: changed(
        "appB.step8", 2, lhs=side("appB.step8", 2, "lhs") * b
    ),
    "better than both ends": lambda: changed(
        "appB.step8", 4, lhs=2 * side("appB.step8", 4, "lhs")
    ),
    "a place on the right 2 Delta + 2 ranks farther": lambda: changed(
        "appF.lem28.counting", 4, rhs=_s(2 * _l - 1 + 2 * _size + 2)
    ),
    "the mass of the new noise without 0": lambda: changed("appF.lem29", 3, rhs=b),
    "normaliser (417) with 1 + b": lambda: changed(
        "appF.lem29", 8, rhs=side("appF.lem29", 8, "rhs") * (1 + b)
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_error_is_not_established(fault):
    assert not PLANTED[fault]()


@pytest.mark.parametrize("name", CLAIMS)
def test_no_hypothesis_is_the_conclusion(name):
    """Without its hypotheses every goal that speaks of unknown functions is lost."""
    claim = find(f"staircase.{name}")
    derivation = claim.derive()
    for step in derivation.steps:
        if step.method == "entailment" and step.goal in claim.statement.printed:
            bare = replace(step, hints={"facts": []})
            assert not check(bare, derivation).established


# -- the hypotheses are true of noise -------------------------------------------------------------


def holds(goal: Goal, functions: dict, point: dict[str, int | F]) -> bool:
    """Whether a relation is true at a point, with these functions for the unknown ones."""
    claim = goal.proposition
    at = {v.symbol: sp.Rational(point[v.symbol.name]) for v in goal.domain}

    def put(expression: sp.Expr) -> sp.Expr:
        return expression.xreplace(at).replace(
            lambda part: isinstance(part, AppliedUndef),
            lambda part: sp.S(functions[str(part.func)](*part.args)),
        )

    return truth(replace(claim, lhs=put(claim.lhs), rhs=put(claim.rhs)), {})


def exactly(number: F) -> sp.Rational:
    return sp.Rational(number.numerator, number.denominator)


@given(private_levels(symmetric=True, most=4), st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=25, deadline=None)
def test_sorting_is_as_lemma_21_assumes(drawn, rank, first):
    levels = Levels(drawn.right, drawn.bins, drawn.ratio)
    count = 20 * (drawn.bins + 4)
    order = sorted(range(count), key=lambda place: (-levels[place], place))
    ranks = {place: found for found, place in enumerate(order)}
    assert levels[count] < levels[order[rank + 3 * drawn.bins]]  # what is cut off comes later
    last = max(order[: rank + 1])
    after = range(last + 1, last + drawn.bins + 1)
    ranked = [rank, *sorted(ranks[place] for place in after)]
    level = [exactly(levels[place]) for place in range(count)]
    best = [level[place] for place in order]
    above = [max(sp.Integer(0), a - best[first]) for a in level]
    functions = {
        "a": lambda n: level[int(n)], "s": lambda n: best[int(n)],
        "R": lambda _, n: ranked[int(n)],
        "p": lambda _: last,
        "A": lambda n: sum(level[: int(n)]), "T": lambda n: sum(best[: int(n)]),
        "Q": lambda _, n: sum(above[: int(n)]),
    }  # fmt: skip
    statement = find("staircase.appB.lem21.counting").statement
    for goal in (*statement.hypotheses, *statement.printed[:4]):
        for n in range(drawn.bins):
            point = {"b": drawn.b, "i": drawn.bins, "k": rank, "r": first, "n": n, "j": n}
            point |= {"x_0": n, "x_1": 2}
            assert holds(goal, functions, point), goal.proposition


@given(
    private_levels(symmetric=True, decreasing=True, most=6).filter(lambda d: d.bins > 1),
    st.lists(st.integers(-5, 9), min_size=6, max_size=6),
)
@settings(max_examples=25, deadline=None)
def test_mixing_is_as_the_last_goal_of_lemma_24_assumes(drawn, numbers):
    bins, b = drawn.bins, exactly(drawn.b)
    rows = [two_levels(r, bins, drawn.b) for r in range(1, bins + 1)]
    value = min(expected_excess(row, list(map(F, numbers[:bins]))) / sum(row) for row in rows)
    excess = [exactly(F(number) - value) for number in numbers[:bins]]
    first = [exactly(level) for level in drawn.right[:bins]]

    def level(n):
        return first[int(n)] if n < bins else b * first[0]

    def summed(n):
        return sum(excess[: int(n)])

    def cost(n):
        return sum(a * w for a, w in zip(first[: int(n)], excess, strict=False))

    functions = {
        "a": level, "W": summed, "V": cost,
        "w": lambda n: excess[int(n)] if n < bins else 0,
    }  # fmt: skip
    statement = find("staircase.appB.lem24").statement
    for goal in (*statement.hypotheses, statement.printed[-1]):
        for n in range(bins):
            point = {"b": drawn.b, "i": bins, "n": n, "r": n + 1}
            assert holds(goal, functions, point), goal.proposition


# -- numbers that the derivations do not share ----------------------------------------------------


def discounted(power: int, low: mpmath.mpf, high: mpmath.mpf, ratio: mpmath.mpf) -> mpmath.mpf:
    """The cost of |x|^power on [low, high] and its copies, each b times the one before."""

    def part(m):
        return ratio**m * ((m + high) ** (power + 1) - (m + low) ** (power + 1)) / (power + 1)

    return mpmath.nsum(lambda m: part(int(m)), [0, 400])


@pytest.mark.parametrize(
    ("bins", "full", "share", "ratio", "power"),
    [(3, 1, 0.3, 0.4, 1), (5, 0, 0.8, 0.7, 2), (2, 1, 0.5, 0.1, 3)],
)
def test_the_staircase_costs_no_more_than_three_levels(bins, full, share, ratio, power):
    """(244) for |x|^p at Delta = 1, from integrals of the two densities."""
    with mpmath.workdps(30):
        ratio, share = mpmath.mpf(str(ratio)), mpmath.mpf(str(share))
        one = mpmath.mpf(1)
        levels = [one] * full + [(1 - share) * ratio + share] + [ratio] * (bins - full - 1)
        cells = [mpmath.mpf(k) / bins for k in range(bins + 1)]
        parts = list(zip(levels, cells, cells[1:], strict=False))
        mass = sum(level / bins for level in levels) / (1 - ratio)
        old = sum(level * discounted(power, low, high, ratio) for level, low, high in parts) / mass
        gamma = (full + share) / bins
        stairs = [(one, mpmath.mpf(0), gamma), (ratio, gamma, one)]
        weight = (gamma + ratio * (1 - gamma)) / (1 - ratio)
        assert mpmath.almosteq(mass, weight)
        new = sum(level * discounted(power, low, high, ratio) for level, low, high in stairs)
        assert new / weight < old
        ends = []
        for high in (full, full + 1):
            row = [one] * high + [ratio] * (bins - high)
            whole = sum(level / bins for level in row) / (1 - ratio)
            total = sum(
                level * discounted(power, low, high_end, ratio)
                for level, (_, low, high_end) in zip(row, parts, strict=True)
            )
            ends.append(total / whole)
        assert min(ends) <= old


def test_the_excess_of_a_mixture_is_not_negative_in_numbers():
    """S(i) >= 0 whenever no period of two levels has a negative excess."""
    rng = seeded(7)
    tried = 0
    while tried < 30:
        count, ratio = rng.randint(2, 6), F(rng.randint(1, 9), 10)
        excess = [F(rng.randint(-9, 9)) for _ in range(count)]
        rows = [two_levels(r, count, ratio) for r in range(1, count + 1)]
        if min(expected_excess(row, excess) for row in rows) < 0:
            continue
        tried += 1
        drops = sorted((F(rng.randint(0, 9), 9) for _ in range(count - 1)), reverse=True)
        period = (F(1), *(ratio + (1 - ratio) * drop for drop in drops))
        assert expected_excess(period, excess) >= 0
