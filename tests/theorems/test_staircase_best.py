"""Optimality of staircase noise: verdicts, planted errors, and noise that is made up here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.numbers import seeded
from dpproofs.kernel.derivation import Goal
from dpproofs.theorems.registry import find
from dpproofs.verify import verify

F = Fraction
NAMES = ["thm1", "thm3", "thm3.l1", "thm3.l2", "thm11", "thm12"]


@pytest.mark.parametrize("name", NAMES)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verify(f"staircase.{name}")
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == (
        "holds",
        "proved",
    ), verdict.note
    assert verdict.mutation.tried >= 2
    assert verdict.mutation.survivors == ()


# -- planted errors: a step whose goal was changed is not established -----------------------------

b, Delta = sp.symbols("b Delta", positive=True)


def changed(name, place, **fields):
    """Whether the step that shows a printed goal would show the changed one instead."""
    claim = find(f"staircase.{name}")
    derivation, goal = claim.derivation, claim.statement.printed[place]
    step = next(step for step in derivation.steps if step.goal == goal)
    assert check(step, derivation).established
    assert all(getattr(goal.proposition, field) != value for field, value in fields.items())
    wrong = Goal(replace(goal.proposition, **fields), goal.domain)
    return check(replace(step, goal=wrong), derivation).established


def side(name, place, field):
    return getattr(find(f"staircase.{name}").statement.printed[place].proposition, field)


_P, _Q = sp.Function("cost_P")(), sp.Function("cost_Q")()


# -- numbers --------------------------------------------------------------------------------------


class Mixture:
    """A mixture of translates of staircases (of width 1): private, but neither even nor sorted."""

    def __init__(self, rng, ratio):
        self.ratio = ratio
        weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 4))]
        self.parts = [
            (F(w, sum(weights)), F(rng.randint(0, 8), 8), F(rng.randint(-20, 20), 8))
            for w in weights
        ]

    def outside(self, y):
        """P(abs(X) >= y)."""
        return sum(
            w * (self._beyond(gamma, y - c) + self._beyond(gamma, y + c))
            for w, gamma, c in self.parts
        )

    def _beyond(self, gamma, y):
        """P(X >= y) for the staircase at the origin."""
        if y < 0:
            return 1 - self._beyond(gamma, -y)
        periods, rest = divmod(y, 1)
        weight = 2 * (gamma + self.ratio * (1 - gamma))
        first = min(rest, gamma) + self.ratio * max(rest - gamma, 0)
        return self.ratio**periods * (F(1, 2) - (1 - self.ratio) * first / weight)


@pytest.mark.parametrize("seed", range(12))
def test_private_noise_has_a_larger_tail_than_one_staircase(seed):
    rng = seeded(seed)
    ratio = F(rng.randint(1, 19), 20)
    noise = Mixture(rng, ratio)
    grid = [F(i, 16) for i in range(1, 17)]  # the kinks of the tail in a period are among these
    level = max([F(1)] + [(1 - noise.outside(x)) / ((1 - ratio) * x) for x in grid])
    assert 1 <= level <= 1 / ratio
    gamma = (1 / level - ratio) / (1 - ratio)
    best = Mixture(rng, ratio)
    best.parts = [(F(1), gamma, F(0))]
    assert all(best.outside(F(i, 16)) <= noise.outside(F(i, 16)) for i in range(100))


@pytest.mark.parametrize("seed", range(12))
def test_private_noise_on_the_integers_has_a_larger_tail_than_a_mixture_of_two(seed):
    rng = seeded(seed)
    ratio, size = F(rng.randint(1, 19), 20), rng.randint(1, 6)

    def height(r):
        return (1 - ratio) / (2 * r + 2 * ratio * (size - r) - (1 - ratio))

    def mass(r, i):
        periods, rest = divmod(abs(i), size)
        return height(r) * ratio ** (periods + (rest >= r))

    weights = [rng.randint(1, 9) for _ in range(3)]
    parts = [
        (F(w, sum(weights)), rng.randint(1, size), rng.randint(-2 * size, 2 * size))
        for w in weights
    ]
    noise = {i: sum(w * mass(r, i - c) for w, r, c in parts) for i in range(-40, 41)}
    pairs = [noise[i] + noise[-i] for i in range(41)]
    level = max(2 * height(size), *pairs[:size])
    assert level <= 2 * height(1)
    r = next(
        r for r in range(1, size + 1) if 2 * height(r) >= level >= 2 * height(min(r + 1, size))
    )
    top, low = 2 * height(r), 2 * height(min(r + 1, size))
    share = F(1) if top == low else (level - low) / (top - low)
    outside = mixed = F(1)
    outside -= noise[0]
    mixed -= share * mass(r, 0) + (1 - share) * mass(min(r + 1, size), 0)
    for i in range(1, 41):
        assert mixed <= outside
        outside -= pairs[i]
        mixed -= 2 * (share * mass(r, i) + (1 - share) * mass(min(r + 1, size), i))


@pytest.mark.parametrize("epsilon", ["1/2", "3", "12"])
@pytest.mark.parametrize("power", [1, 2])
def test_the_dual_solution_from_its_definition(epsilon, power):
    with mpmath.workdps(30):
        eps = mpmath.mpf(F(epsilon).numerator) / F(epsilon).denominator
        ratio, cells = mpmath.exp(-eps), 3
        if power == 1:
            gamma = 1 / (1 + mpmath.exp(eps / 2))
        else:
            gamma = (mpmath.cbrt(ratio * (1 + ratio) / 2) - ratio) / (1 - ratio)

        def moment(low, high):
            return (high ** (power + 1) - low ** (power + 1)) / (power + 1)

        weight = gamma + ratio * (1 - gamma)
        value = mpmath.nsum(
            lambda k: ratio**k * (moment(k, k + gamma) + ratio * moment(k + gamma, k + 1)),
            [0, mpmath.inf],
        ) * (1 - ratio) / weight  # fmt: skip

        def total(x):
            return mpmath.nsum(lambda j: ratio**j * ((x + j) ** power - value), [0, mpmath.inf])

        name = f"staircase.thm3.l{power}"
        goals = find(name).statement.printed
        printed = goals[0].proposition.value
        point = {"b": ratio, "s": mpmath.sqrt(ratio), "Delta": 1}
        point["T"] = mpmath.cbrt(ratio * (1 + ratio) / 2)
        symbols = sorted(printed.free_symbols, key=str)
        closed = sp.lambdify(symbols, printed, "mpmath")

        def at(x):
            return closed(*({**point, "x": x}[s.name] for s in symbols))

        for i in range(cells + 1):
            x = mpmath.mpf(i) / cells
            assert mpmath.almosteq(at(x), total(x), 1e-20, 1e-20)
        assert abs(at(gamma)) < 1e-25
        after = mpmath.quad(at, [gamma, 1])
        assert mpmath.almosteq(mpmath.quad(at, [0, gamma]), -ratio * after, 1e-20)
        assert after > 0


@pytest.mark.parametrize(("power", "seed"), [(p, s) for p in (1, 2) for s in range(4)])
def test_no_private_density_has_a_smaller_cost(power, seed):
    rng = seeded(seed)
    eps = rng.uniform(0.2, 4)
    grid = [i / 16 for i in range(-960, 960)]
    slopes, height, density = [rng.uniform(-1, 1) for _ in range(16)], 0.0, []
    for place, x in enumerate(grid):  # exp of a path that moves by at most eps over length 1
        drift = slopes[place % 16] if abs(x) < 3 else (-1 if x > 0 else 1)
        density.append(height)
        height += eps * drift / 16
    density = [mpmath.exp(v) for v in density]
    cost = sum(f * abs(x + 1 / 32) ** power for f, x in zip(density, grid, strict=True))
    ratio = mpmath.exp(-eps)
    if power == 1:
        least = mpmath.sqrt(ratio) / (1 - ratio)
    else:
        least = (mpmath.cbrt(ratio * (1 + ratio) / 2) ** 2 + ratio) / (1 - ratio) ** 2
    assert cost / sum(density) >= least - mpmath.mpf(1) / 700
