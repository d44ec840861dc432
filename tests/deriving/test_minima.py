"""Best parameters: the place is found, shown to be the only one, and replayed."""

from dataclasses import replace

import pytest
import sympy as sp
from noise_families import STAIRCASE, UNIFORM_ATOM, Delta, alpha, b, delta, gamma, p, s, x

import dpproofs as dp
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.critical import Critical
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Minimum
from dpproofs.kernel.verdict import Decision
from dpproofs.replaying import replay

third = sp.Rational(1, 3)
GAMMA_2 = ((b * (1 + b) / 2) ** third - b) / (1 - b)
LEAST_2 = Delta**2 * ((b * (1 + b) / 2) ** (2 * third) + b) / (1 - b) ** 2


def same(left, right):
    points = ({b: sp.Rational(n, 17), Delta: sp.Rational(5, 3)} for n in (1, 7, 16))
    return all(abs(sp.N((left - right).subs(at), 40)) < 1e-30 for at in points)


def holds(best):
    assert best.verdict.decision is Decision.holds, best.verdict.note
    report = replay(best.certificate, any_statement=True)
    assert report.accepted, report.reason
    assert best.unique


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("cost", "place", "least"),
    [(2, GAMMA_2, LEAST_2)],
)
def test_the_gamma_of_theorem_6_is_found(cost, place, least):
    best = STAIRCASE.minimise(gamma, cost=cost)
    assert same(best.place, place)
    assert same(best.value, least)
    holds(best)
    low, high = best.enclosure(b="1/3", Delta=2)
    exact = sp.N(least.subs({b: third, Delta: 2}), 80)
    assert sp.Rational(str(low)) <= exact <= sp.Rational(str(high))


@pytest.mark.sweep
def test_the_alpha_of_theorem_3_switches_its_branch_for_every_real_exponent():
    best = UNIFORM_ATOM.minimise(alpha, cost=p)
    q = next(iter(best.place.free_symbols - {delta}))
    (low, condition), (high, _) = best.place.args
    assert low == 0
    assert condition == (delta <= q / (q + 1))
    assert sp.expand(high - ((q + 1) * delta - q)) == 0
    holds(best)


@pytest.mark.sweep
def test_a_place_without_closed_form_is_isolated():
    best = STAIRCASE.minimise(gamma, cost=3)
    assert best.place is None
    assert best.value is None
    assert not best.unique
    low, high = best.place_enclosure(b="1/3", Delta=2)
    assert 0 < high - low < sp.Rational(1, 10**30)
    cost = STAIRCASE.cost(3).value.subs({b: third, Delta: 2})
    slope = sp.diff(cost, gamma)
    assert slope.subs(gamma, sp.Rational(str(low))) < 0 < slope.subs(gamma, sp.Rational(str(high)))
    least = best.enclosure(b="1/3", Delta=2)
    assert least[0] <= sp.N(cost.subs(gamma, sp.Rational(str(low))), 40) + sp.Float("1e-30")


def test_a_cost_that_only_rises_is_least_at_the_end():
    t = sp.Symbol("t", nonnegative=True)
    wider = dp.Family(
        "wider", x=x, domain=dp.Domain((dp.positive(s), dp.between(t, 0, 1, "[]"))),
        pieces=[dp.Piece(1 / (2 * s * (1 + t)), 0, s * (1 + t))],
    )  # fmt: skip
    best = wider.minimise(t, cost=2)
    assert best.place == 0
    assert sp.expand(best.value - s**2 / 3) == 0
    holds(best)


@pytest.mark.parametrize("wrong", [1.1])
def test_a_wrong_place_is_never_decided(wrong):
    best = STAIRCASE.minimise(gamma, cost=1)
    statement = best.claim.statement
    place = next(n for n, g in enumerate(statement.printed) if isinstance(g.proposition, Minimum))
    goal = statement.printed[place]
    false = replace(goal, proposition=replace(
        goal.proposition, at=goal.proposition.at * sp.Rational(str(wrong))))  # fmt: skip
    goals = (*statement.printed[:place], false, *statement.printed[place + 1 :])
    other = replace(statement, printed=tuple(goal for goal in goals if not goal.is_empty))

    def derive():
        steps = [
            replace(step, goal=false) if step.goal == goal else step
            for step in best.claim.derivation.steps
        ]
        return replace(best.claim.derivation, steps=tuple(steps), statement=other)

    assert dp.verify(type(best.claim)(other, derive)).decision is Decision.open


def test_a_parameter_that_is_not_there():
    with pytest.raises(BadInput, match="should be one of"):
        STAIRCASE.minimise(s)


def test_a_least_value_that_is_not_taken_is_not_enclosed():
    t = sp.Symbol("t", positive=True)
    for function in (1 / t, (t - 2) ** 2 / (t - 1), t * (2 - t)):
        falls = Critical(function, dp.between(t, 0, 3))
        with pytest.raises(NoEnclosure):
            falls.enclose({}, 20, 1.0)
    taken = Critical(t + 1 / t, dp.between(t, 0, 3))
    low, high = taken.enclose({}, 20, 1.0)
    assert low <= 2 <= high
    assert high - low < sp.Rational(1, 10**19)
    with pytest.raises(NoEnclosure):
        Critical(sp.exp(t), dp.between(t, 0, 3, "[]")).enclose({}, 20, 1.0)
