"""Brackets of the least cost of private noise: where it is known, and what is proved elsewhere."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.kernel.errors import BadInput
from dpproofs.optima.bracket import exact_ends as bracket_ends
from dpproofs.optima.bracket.exact_ends import Exact, NotProved, proved_lower, proved_upper
from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.lattice.costs import Power, highest, lowest
from dpproofs.optima.lattice.noise import Lattice, support, truncated_laplace
from dpproofs.optima.lattice.program import solved
from dpproofs.optima.lattice.solution import NotSolved
from dpproofs.optima.rivals.calibrated import known_costs, standings
from dpproofs.privacy.exact import StepDistribution


@pytest.fixture(scope="module")
def found():
    return bracket(1, "0.05", gap="2e-3")


@pytest.mark.parametrize(
    ("delta", "cost", "least"),
    [
        ("1/2", 1, Fraction(1, 2)),  # half-lines: uniform noise is best
        ("1/4", 1, Fraction(1)),
        ("7/10", 1, Fraction(3, 10)),  # with an atom
    ],
)
def test_without_epsilon_the_known_optima_are_enclosed(delta, cost, least):
    known = bracket(0, delta, cost=cost, gap="1/200")
    assert known.lower <= least <= known.upper
    assert known.gap <= 1 / 200


def test_at_delta_three_tenths_a_better_noise_than_uniform_exists():
    found = bracket(0, "0.3", gap="1e-3")
    uniform = dp.UniformWithAtom(0.3, cost=1).expected_cost(1)
    assert uniform == pytest.approx(0.25 / 0.3)
    assert float(found.upper) < uniform * 0.994


@pytest.mark.parametrize("cost", [1, 2])
def test_a_tiny_delta_leaves_the_cost_of_the_staircase(cost):
    exact = dp.staircase_optimum(1, cost).least_cost
    found = bracket(1, "1e-9", cost=cost, gap="1/200")
    assert found.lower <= exact.upper
    assert float(found.lower) > float(exact.lower) * (1 - 1 / 150)


def test_more_delta_and_more_epsilon_cost_less(found):
    assert bracket(1, "0.06", gap="2e-3").upper < found.lower
    assert bracket("1.05", "0.05", gap="2e-3").upper < found.lower


def test_any_lattice_gives_a_bracket_that_meets_the_others(found):
    seen = []
    bracket(1, "0.05", gap="6e-4", progress=seen.append)
    assert [each.n for each in seen] == sorted({each.n for each in seen})
    assert all(each.lower <= found.upper and found.lower <= each.upper for each in seen)
    assert seen[-1].gap < found.gap


def test_a_lattice_that_is_not_solved_leaves_the_bracket_before(monkeypatch):
    calls = []

    def fails_later(*arguments, **options):
        calls.append(arguments)
        if len(calls) == 3:
            raise NotSolved("planted")
        return solved(*arguments, **options)

    monkeypatch.setattr("dpproofs.optima.lattice.interior_point.MOST_STEPS", 0)
    monkeypatch.setattr("dpproofs.optima.bracket.search.solved", fails_later)
    seen = []
    found = bracket(1, "0.05", gap="1e-5", progress=seen.append)
    assert len(seen) == 2
    assert found is seen[1]
    assert found.gap > 1e-5
    calls[:] = calls[:2]
    with pytest.raises(NotSolved, match="planted"):
        bracket(1, "0.05")


def test_the_unit_of_the_query_is_a_factor(found):
    double = bracket(1, "0.05", 2, gap="2e-3")
    assert float(double.lower) == pytest.approx(2 * float(found.lower), rel=1e-12)
    half = bracket(1, "0.05", "1/2", cost="1/2", gap="1/50")
    one = bracket(1, "0.05", cost="1/2", gap="1/50")
    assert float(half.upper) == pytest.approx(float(one.upper) / 2**0.5, rel=1e-12)


def test_the_noise_is_private_by_a_count_of_sets(found):
    """The worst set of every shift, from masses alone, in floating point."""
    masses = np.array([float(m) for m in found.noise.masses]) / found.noise.total
    lattice = Lattice(1.0, 0.05, found.n, masses.size - 1)
    atom = found.noise.atom / found.noise.total
    losses = lattice.losses(atom, masses)
    assert losses.max() == pytest.approx(0.05, rel=1e-5)
    line = np.concatenate([masses[:0:-1], masses])
    for k in (1, found.n // 2, found.n):
        wide = np.concatenate([line, np.zeros(k)])
        worst = sum(max(wide[i] - np.e * wide[i + k], 0) for i in range(line.size))
        assert worst + atom == pytest.approx(losses[k - 1], abs=1e-12)


@pytest.mark.parametrize(
    ("epsilon", "delta", "cost"), [("1", "0.05", "1"), ("1/2", "0.6", "2"), ("0", "0.8", "3/2")]
)
def test_known_mechanisms_cost_what_they_say(epsilon, delta, cost):
    wide = bracket(epsilon, delta, cost=cost, gap="1/5")
    known = known_costs(wide)
    e, d, p = float(wide.epsilon), float(wide.delta), float(wide.cost)
    expected = {
        "Gaussian": dp.Gaussian(e, d).expected_cost(p),
        "Uniform with an atom": dp.UniformWithAtom(d, cost=p).expected_cost(p),
    }
    if e and d < 0.5:
        expected["Truncated Laplace"] = dp.TruncatedLaplace(e, d).expected_cost(p)
    if e:
        expected["Staircase, without delta"] = dp.Staircase(e, cost=p).expected_cost(p)
    for name, value in expected.items():
        assert known[name].middle == pytest.approx(value, rel=1e-9), name
    mixed = {"Multi-Gaussian", "Quasi-Gaussian"} if e and p in (1, 2) else set()
    assert set(known) == {*expected, "Laplace", "Staircase", *(["Tulap"] if e else []), *mixed}
    if e:
        assert known["Staircase"].upper < known["Staircase, without delta"].lower
    noise = dp.Laplace(epsilon=e - 2 * np.log1p(-d))
    assert known["Laplace"].middle == pytest.approx(noise.expected_cost(p))
    assert noise.privacy_profile(e) == pytest.approx(d)


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "0.05"), ("1/2", "0.3"), ("3", "0.6")])
def test_tulap_costs_what_its_density_says_and_is_private(epsilon, delta):
    wide = bracket(epsilon, delta, cost=1, gap="1/3")
    b, d = Fraction(np.exp(-float(wide.epsilon))), wide.delta
    q = 2 * d * b / (1 - b + 2 * d * b)
    ends, levels, beyond = [Fraction(1, 2)], [(1 - b) / (1 + b)], b / (1 + b)
    while beyond > q / 2:
        ends.append(ends[-1] + 1)
        levels.append(levels[-1] * b)
        beyond *= b
    ends[-1] -= (q / 2 - beyond) / levels[-1]
    levels = [level / (1 - q) for level in levels]
    noise = StepDistribution(
        edges=(*(-end for end in reversed(ends)), *ends),
        densities=(*levels[:0:-1], *levels),
        period=2 * ends[-1],
    )
    assert noise.total == 1
    assert known_costs(wide)["Tulap"].middle == pytest.approx(float(noise.moment(1)), rel=1e-9)
    losses = [noise.divergence(Fraction(k, 12), 1 / b) for k in range(1, 13)]
    assert max(losses) == pytest.approx(d, rel=1e-12)


def test_excesses_are_proved_from_both_sides(found):
    own, *others = standings(found)
    assert own.excess.lower == 0
    assert float(own.excess.upper) == pytest.approx(found.gap, rel=0.01)
    for each in others:
        assert each.excess.lower <= each.cost.lower / found.lower - 1
        assert each.excess.upper >= each.cost.upper / found.upper - 1
    costs = [each.cost.lower for each in others]
    assert costs == sorted(costs)


def test_wrong_solutions_prove_less(found):
    lattice = Lattice(1.0, 0.05, 4, 14)
    exact = Exact(Fraction(1), Fraction("0.05"), Power(Fraction(1)), 4)
    costs = np.array([float(c) for c in lowest(Fraction(1), 15)]) / 4
    good = solved(lattice, costs)
    right = proved_lower(good, exact)
    assert right.bound / 4 <= found.upper
    bad = replace(good, tests={k: test * 1.2 for k, test in good.tests.items()})
    assert proved_lower(bad, exact).bound < right.bound
    assert proved_lower(replace(good, tests={}), exact).bound == 0
    drawn = replace(good, masses=good.masses * np.exp(-np.arange(15) / 10))
    drawn = replace(drawn, masses=drawn.masses / (drawn.masses[0] + 2 * drawn.masses[1:].sum()))
    repaired = proved_upper(drawn, exact)
    assert repaired.bound / 4 > found.lower


def test_too_few_cells_are_noticed():
    lattice = Lattice(5.0, 0.005, 12, 26)
    exact = Exact(Fraction(5), Fraction("0.005"), Power(Fraction(1)), 12)
    narrow = solved(lattice, np.arange(27) / 12)
    with pytest.raises(NotProved, match="more cells"):
        proved_lower(narrow, exact)
    wide = bracket(5, "0.005", gap="1/5")
    assert len(wide.noise.masses) > 27


def test_a_guess_is_put_right():
    costs = np.arange(40.0) / 8
    lattice = Lattice(1.0, 0.05, 8, 39)
    right = solved(lattice, costs)
    poor = np.exp(-np.arange(40) / 4)
    put_right = solved(lattice, costs, poor / (2 * poor.sum() - poor[0]))
    assert put_right.masses @ costs == pytest.approx(right.masses @ costs, rel=1e-5)
    assert lattice.losses(put_right.atom, put_right.masses).max() <= 0.05 * (1 + 1e-6)


def test_a_program_without_a_solution_says_so():
    with pytest.raises(NotSolved, match="not solved"):
        solved(Lattice(0.0, 0.01, 2, 4), np.arange(5.0))


def test_truncated_laplace_on_cells_is_private():
    lattice = Lattice(0.3, 1e-4, 3, 5)
    masses = truncated_laplace(lattice)
    wide = replace(lattice, last=masses.size - 1)
    assert wide.losses(0, masses).max() <= 1e-4
    assert masses.size / 3 == pytest.approx(support(0.3, 1e-4), rel=0.1)


def test_costs_of_cells():
    assert lowest(Fraction(1), 3) == [0, 1, 2]
    assert lowest(Fraction(2), 3) == [Fraction(-1, 4), Fraction(3, 4), Fraction(15, 4)]
    assert highest(Fraction(2), 2) == [Fraction(1, 12), 1 + Fraction(1, 12)]
    assert highest(Fraction(1), 2) == [Fraction(1, 4), 1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"epsilon": -1}, "epsilon = -1, but should be a number in"),
        ({"epsilon": 17}, "epsilon = 17"),
        ({"epsilon": "1e-40"}, "epsilon = '1e-40', but should be 0, or a number in [1e-30, 16]"),
        ({"delta": 0}, "delta = 0"),
        ({"delta": 1}, "delta = 1, but should be a number in [1e-12, 1)"),
        ({"sensitivity": 0}, "sensitivity = 0"),
        ({"cost": 17}, "cost = 17"),
        ({"gap": 0}, "gap = 0"),
        ({"epsilon": 0, "delta": "1e-9"}, "noise reaches no further"),
    ],
)
def test_bad_input_is_one_sentence(arguments, expected):
    asked = {"epsilon": 1, "delta": "0.1"} | arguments
    with pytest.raises(BadInput) as caught:
        bracket(**asked)
    assert expected in str(caught.value)


def test_multipliers_have_fewer_digits_where_a_certificate_would_be_too_long(monkeypatch):
    def found(longest):
        monkeypatch.setattr(bracket_ends, "LONGEST", longest)
        return bracket(1, "0.05", gap="1/100")

    def length(found):
        return sum(len(str(value)) + 1 for _, _, values in found.proof.tests for value in values)

    whole, short, shortest = found(10**7), found(2_500), found(1)
    assert whole.proof.scale > short.proof.scale > shortest.proof.scale
    assert length(whole) > length(short) > length(shortest)
    for each in (short, shortest):
        assert each.n == whole.n
        assert whole.lower * Fraction(9999, 10_000) < each.lower <= each.upper
        assert dp.replay(each.certificate()).accepted
