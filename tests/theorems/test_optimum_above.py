"""The upper end of the least cost: what noise on cells costs, and an atom that is paid for."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import mpmath
import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Claim
from dpproofs.privacy.exact import StepDistribution
from dpproofs.replaying.bracket import Beyond, highest_cost
from dpproofs.theorems.optimum import above, above_power, above_threshold, atom
from dpproofs.theorems.optimum.above import M, P, V, a, n, w, x
from tests.theorems.forging import forged, rejected, wants_every_hypothesis

#: Modules, and the textbook rules on which they rest.
RULES = {
    above: {"combination of sums", "without the first term"},
    above_power: {"combination of sums", "without the first term"},
    above_threshold: {"combination of sums", "countable additivity"},
    atom: {"privacy, by sets"},
}
NAMES = [module.STATEMENT.id for module in RULES]

verify = cache(dp.verify)


@pytest.fixture(scope="module", params=RULES, ids=NAMES)
def found(request):
    return request.param, verify(request.param.STATEMENT.id)


def test_it_is_proved_and_its_certificate_replayed(found):
    module, verdict = found
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert set(report.trusts) == RULES[module]


def test_every_hypothesis_is_used(found):
    _, verdict = found
    assert wants_every_hypothesis(verdict.certificate)


def _saying(goal, **parts):
    return replace(goal, proposition=replace(goal.proposition, **parts))


WRONG = {
    "the middle cell as dear as half of it": (
        above, "AMPLITUDE", w * (2 * M() + P(0) / 2)),
    "the middle cell for nothing": (above, "AMPLITUDE", 2 * w * M()),
    "noise on the points": (above, "POWER", 2 * w**2 * V()),
    "the atom spread as well": (above, "POWER", w**2 * (2 * V() + sp.Rational(1, 12))),
    "one side alone": (above, "POWER", w**2 * (V() + (1 - a) / 12)),
    "an atom at 0 for nothing": (
        above_power, "COSTS", 2 * (above_power.A(0) * P(0) + above_power.U())),
    "the middle cell as dear as both halves twice": (
        above_power, "COSTS", a * above_power.C(0) + 4 * above_power.A(0) * P(0)
        + 2 * above_power.U()),
    "a power of the middle cell not divided": (
        above_power, "FIRST", w ** (above_power.r + 1) / 2 ** (above_power.r + 1)),
    "powers at the points of the lattice": (
        above_power, "LATER", w ** (above_power.r + 1) * n**above_power.r / 2),
    "inner halves as dear as outer ones": (
        above_power, "BEFORE", above_power.LATER.proposition.value.xreplace({n: n + 1})),
    "cells about 0, w, ...": (
        above_threshold, "AMPLITUDE", 2 * w * above_threshold.M()),
}  # fmt: skip


@pytest.mark.parametrize("about", WRONG)
def test_another_cost_is_not_shown(monkeypatch, about):
    module, name, value = WRONG[about]
    old = getattr(module, name)
    said = _saying(old, value=value)
    certificate = verify(module.STATEMENT.id).certificate
    assert not forged(certificate, old, said).accepted
    printed = tuple(said if goal == old else goal for goal in module.STATEMENT.printed)
    wrong = replace(module.STATEMENT, printed=printed)
    monkeypatch.setattr(module, name, said)
    monkeypatch.setattr(module, "STATEMENT", wrong)
    assert rejected(Claim(wrong, module.derive))


SHARES = {
    "the share before the threshold": above_threshold.u,
    "the whole cell": sp.Integer(1),
    "nothing of the cell": sp.Integer(0),
}


@pytest.mark.parametrize("about", SHARES)
def test_another_share_of_the_cell_of_the_threshold_is_not_shown(monkeypatch, about):
    module, old = above_threshold, above_threshold.BEYOND
    said = _saying(old, rhs=2 * (module.U() + SHARES[about] * P(module.T)))
    certificate = verify(module.STATEMENT.id).certificate
    assert not forged(certificate, old, said).accepted
    wrong = replace(module.STATEMENT, printed=(module.EXISTS, said, module.AMPLITUDE))
    monkeypatch.setattr(module, "BEYOND", said)
    monkeypatch.setattr(module, "STATEMENT", wrong)
    assert rejected(Claim(wrong, module.derive))


LESS = {
    "masses that may be negative": (above, 0, {"lhs": -P(n)}),
    "masses that add up to more": (above, 1, {"value": (2 - a + P(0)) / 2}),
    "masses of which that of the middle counts twice": (above, 1, {"value": (1 - a) / 2}),
    "a cost that may be negative": (above_power, 2, {"lhs": -above_power.C(x)}),
    "an outer half that costs more": (above_power, 3, {"value": 2 * above_power.A(n) * P(n)}),
    "an inner half of which a part is known": (above_power, 4, {"upper": n * w + 3 * w / 4}),
    "cells without their outer halves": (above_power, 5, {"term": above_power.B(n + 1) * P(n + 1)}),
    "cells from that of the threshold on": (above_threshold, 2, {"term": P(n + above_threshold.T)}),
    "cells up to some other": (above_threshold, 2, {"upper": sp.Integer(10)}),
    "privacy with a larger delta": (atom, 0, {"delta": 2 * atom.delta}),
    "privacy for half the sensitivity": (atom, 0, {"sensitivity": atom.Delta / 2}),
    "a rest that has less": (atom, 1, {"lhs": (1 - a) * atom.rest(atom.S)}),
    "an atom that may be larger": (atom, 2, {"rhs": atom.rest(atom.S) + 2 * a}),
}


@pytest.mark.parametrize("about", LESS)
def test_less_is_not_enough(about):
    module, place, parts = LESS[about]
    old = module.STATEMENT.hypotheses[place]
    new = _saying(old, **parts)
    assert new != old
    certificate = verify(module.STATEMENT.id).certificate
    report = forged(certificate, old, new)
    assert (report.accepted, report.failing is None) == (False, False)


PROMISES = {
    "the atom for nothing": {"delta": (1 - a) * atom.delta},
    "the share of delta for nothing": {"delta": a},
    "twice the sensitivity": {"sensitivity": 2 * atom.Delta},
    "no atom in epsilon": {"epsilon": atom.eps / 2},
}


@pytest.mark.parametrize("about", PROMISES)
def test_an_atom_is_not_had_for_less(about):
    certificate = verify("optimum.atom").certificate
    said = _saying(atom.PAID, **PROMISES[about])
    assert not forged(certificate, atom.PAID, said).accepted
    wrong = replace(atom.STATEMENT, printed=(atom.COVERED, said))
    assert rejected(Claim(wrong, atom.derive))


@pytest.mark.parametrize(
    ("module", "name", "change"),
    [
        (above, "p", lambda value: 2 * value),
        (above, "M", lambda value: 2 * value),
        (above, "V", lambda value: value / 2),
        (above_power, "A", lambda value: 2 * value),
        (above_power, "B", lambda value: value + 1),
        (above_power, "c", lambda value: -value),
        (above_power, "U", lambda value: value / 2),
        (above_threshold, "U", lambda value: value / 2),
        (above_threshold, "M", lambda value: value / 2),
    ],
)
def test_other_masses_and_sums_are_no_example(module, name, change):
    example, statement = module.EXAMPLE, module.STATEMENT
    law = example[name]
    wrong = {**example, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


def test_noise_elsewhere_is_no_example():
    assert misfit(atom.STATEMENT) == ""
    swapped = {"X": atom.EXAMPLE["Y"], "Y": atom.EXAMPLE["X"]}
    assert misfit(replace(atom.STATEMENT, examples=(swapped,))) != ""


@pytest.mark.parametrize(("power", "goal"), [(1, above.AMPLITUDE), (2, above.POWER)])
@pytest.mark.parametrize("masses", [(1,), (3, 1), (0, 1, 2), (4, 2, 0, 7)])
@pytest.mark.parametrize("share", ["0", "1/3"])
def test_the_cost_is_what_replay_adds_up_and_what_the_density_has(power, goal, masses, share):
    """From the masses of the cells 0, 1, ... beside an atom, on cells of width 1/2."""
    share = Fraction(share)
    total = Fraction(2 * sum(masses) - masses[0])
    each = [(1 - share) * mass / total for mass in masses]
    at = {w: sp.Rational(1, 2), a: sp.Rational(str(share)), P(0): sp.Rational(str(each[0]))}
    for number, law in ((1, M()), (2, V())):
        at[law] = sp.Rational(str(sum(j**number * mass for j, mass in enumerate(each))))
    said = Fraction(str(goal.proposition.value.subs(at)))
    added = sum(mass * highest_cost(j, Fraction(power)) for j, mass in enumerate(each))
    assert said == added / 2**power
    middle, *others = (float(mass) * 2 for mass in each)
    by_density = 2 * mpmath.quad(lambda x: middle * x**power, [0, 0.25])
    for j, level in enumerate(others, start=1):
        edges = [(2 * j - 1) / 4, (2 * j + 1) / 4]
        by_density += 2 * mpmath.quad(lambda x, level=level: level * x**power, edges)
    assert float(said) == pytest.approx(float(by_density))


@pytest.mark.parametrize("power", ["1/2", "1", "3/2", "3", "7"])
def test_what_a_power_has_on_a_cell_is_what_replay_adds_up(power):
    """On the cells about 0, 1, 2, 3 and 4, of width 1."""
    with_power = {w: 1, above_power.r: sp.Rational(power)}
    first, outer, inner = (
        goal.proposition.value.subs(with_power).doit()
        for goal in (above_power.FIRST, above_power.LATER, above_power.BEFORE)
    )
    assert float(2 * first) == pytest.approx(float(highest_cost(0, Fraction(power))))
    for j in range(1, 5):
        said = outer.subs(n, j) + inner.subs(n, j - 1)
        assert float(2 * said) == pytest.approx(float(highest_cost(j, Fraction(power))))


@pytest.mark.parametrize("place", ["1/2", "1", "5/4", "2", "7/2"])
def test_what_lies_beyond_a_threshold_is_what_replay_adds_up(place):
    """From the masses 4, 2, 0, 7 of the cells 0, 1, 2, 3 beside an atom 1/3."""
    module, threshold = above_threshold, Fraction(place)
    each = [Fraction(2, 3) * mass / 26 for mass in (4, 2, 0, 7)]
    cell = math.ceil(threshold) - 1
    at = {module.T: cell, module.u: sp.Rational(place) - cell}
    said = module.BEYOND.proposition.rhs.subs(at)
    beyond = sp.Rational(str(sum(each[cell + 1 :], Fraction(0))))
    said = said.subs({module.U(): beyond, P(cell): sp.Rational(str(each[cell]))})
    added = sum(mass * Beyond(threshold).highest(j) for j, mass in enumerate(each))
    assert Fraction(str(said)) == added


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 5)])
def test_a_real_shift_of_centred_cells_gains_no_more_than_the_atom_and_the_rest(share):
    """Masses (1, 2, 1)/4 on cells as long as the sensitivity are (log 2, 1/4)-private."""
    ends = [Fraction(2 * j + 1, 2) for j in (-2, -1, 0, 1)]
    steps = StepDistribution(
        edges=tuple(ends),
        densities=tuple((1 - share) * Fraction(mass, 4) for mass in (1, 2, 1)),
        atoms={Fraction(0): share} if share else {},
        period=Fraction(3),
    )
    most = share + (1 - share) / 4
    for shift in (Fraction(1, 7), Fraction(5, 9), Fraction(-2, 3), Fraction(1)):
        assert steps.divergence(shift, Fraction(2)) <= most
    assert steps.divergence(Fraction(1), Fraction(2)) == most
