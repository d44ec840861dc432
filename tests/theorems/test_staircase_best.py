"""Optimality of staircase noise: verdicts, planted errors, and noise that is made up here."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings

from dpproofs.checkers import check
from dpproofs.checkers.points import seeded
from dpproofs.kernel.assertions import Cheaper, Exists, Private
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.objects import Law, Value
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, interval
from dpproofs.replaying.program import replay
from dpproofs.testing.strategies import private_levels
from dpproofs.theorems.registry import find
from dpproofs.theorems.staircase.setting import gamma
from dpproofs.verifying import check_steps, decide
from dpproofs.verifying import verify as verify_anew
from tests.theorems.forging import without
from tests.theorems.levels import Levels

verify = cache(verify_anew)

F = Fraction
MUTANTS = {
    "thm1": 2, "thm3": 2, "thm3.l1": 40, "thm3.l2": 40, "thm11": 2, "thm12": 2,
    "appB.lem21": 2, "appF.lem28": 2, "appF.lem28.unit": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verify(f"staircase.{name}")
    assert (verdict.decision.value, verdict.grade and verdict.grade.name) == (
        "holds",
        "proved",
    ), verdict.note
    assert verdict.mutation.tried >= MUTANTS[name]
    assert verdict.mutation.survivors == ()


@pytest.mark.parametrize("name", ["appB.lem21", "appF.lem28", "appF.lem28.unit"])
def test_its_certificate_is_replayed_and_not_without_a_hypothesis(name):
    verdict = verify(f"staircase.{name}")
    assert replay(verdict.certificate, any_statement=True).accepted
    for place in range(len(find(f"staircase.{name}").statement.hypotheses)):
        assert "not a hypothesis" in without(verdict.certificate, place).reason


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


def reversed_(name, place):
    """Whether a step would show the opposite of a printed inequality."""
    return changed(name, place, lhs=side(name, place, "rhs"), rhs=side(name, place, "lhs"))


def promised(name, kind, **fields):
    """Whether a step would show its existence goal with another promise of some kind instead."""
    goals = find(f"staircase.{name}").statement.printed
    place = next(n for n, goal in enumerate(goals) if isinstance(goal.proposition, Exists))
    told = goals[place].proposition.all
    wrong = [
        (*told[:n], replace(claim, **fields), *told[n + 1 :])
        for n, claim in enumerate(told)
        if isinstance(claim, kind)
    ]
    assert wrong
    return any(changed(name, place, all=claims) for claims in wrong)


X, Y, cheap = (sp.Function(name)() for name in ("X", "Y", "P"))
WRONG = {
    "noise of half of epsilon": lambda: promised("thm3", Private, epsilon=-sp.log(b) / 2),
    "noise of twice the sensitivity": lambda: promised("thm3", Private, sensitivity=2 * Delta),
    "noise that costs less than another": lambda: promised("thm1", Cheaper, than=X),
    "noise of half of epsilon, for a family": lambda: promised(
        "thm1", Private, epsilon=-sp.log(b) / 2
    ),
    "the costs exchanged": lambda: promised("thm3", Cheaper, noise=X, than=sp.Function("Q")(gamma)),
    "the discrete costs exchanged": lambda: changed("thm12", 2, noise=X, than=Y),
    "discrete noise of half of epsilon": lambda: changed("thm12", 1, epsilon=-sp.log(b) / 2),
    "discrete noise of twice the sensitivity": lambda: changed("thm12", 1, sensitivity=2 * Delta),
    "the geometric cost exchanged": lambda: changed("thm11", 2, noise=X, than=cheap),
    "the costs of the average exchanged": lambda: promised(
        "appB.lem21", Cheaper, noise=X, than=sp.Function("A")(gamma)
    ),
    "an average of half of epsilon": lambda: promised(
        "appB.lem21", Private, epsilon=-sp.log(b) / 2
    ),
    "an average of twice the sensitivity": lambda: changed("appB.lem21", 4, sensitivity=2 * Delta),
    "levels that rise in a period": lambda: reversed_("appB.lem21", 5),
    "levels that rise from one period to the next": lambda: reversed_("appB.lem21", 6),
    "a period that begins b times as high as the last one ends": lambda: changed(
        "appB.lem21", 6, rhs=b * side("appB.lem21", 6, "rhs")
    ),
    "masses that rise": lambda: reversed_("appF.lem28", 3),
    "the discrete costs exchanged, for masses that fall": lambda: changed(
        "appF.lem28", 4, noise=X, than=Y
    ),
    "masses that rise, for sensitivity 1": lambda: reversed_("appF.lem28.unit", 3),
    "the geometric cost exchanged, for masses that fall": lambda: changed(
        "appF.lem28.unit", 4, noise=X, than=cheap
    ),
    "geometric noise of sensitivity 2": lambda: changed("thm11", 1, sensitivity=sp.Integer(2)),
    "a sum without the cost beyond": lambda: changed(
        "thm3.l1", 0, value=side("thm3.l1", 0, "value") + 1
    ),
    "F with the sign of its square": lambda: changed(
        "thm3.l2", 0, value=-side("thm3.l2", 0, "value")
    ),
    "the balance without exp(epsilon)": lambda: changed(
        "thm3.l1", 5, value=side("thm3.l1", 4, "value")
    ),
    "another value of the dual": lambda: changed(
        "thm3.l2", 1, rhs=side("thm3.l2", 1, "rhs") + Delta**2
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_planted_error_is_not_established(name):
    assert not WRONG[name]()


# -- planted errors: a sentence that says something else ------------------------------------------

BEST = ["thm1", "thm3", "thm11", "thm12", "appB.lem21", "appF.lem28", "appF.lem28.unit"]


def decided(statement, steps=None):
    derivation = replace(find(statement.id).derivation, statement=statement)
    if steps is not None:
        derivation = replace(derivation, steps=steps)
    findings = check_steps(statement, derivation)
    return decide(statement, derivation, findings)[0].value


def redefined(name):
    """The sentences with one number in one definition of noise changed, and what was changed."""
    statement = find(f"staircase.{name}").statement
    for i, definition in enumerate(statement.definitions):
        for what, wrong in noises(definition):
            others = list(statement.definitions)
            others[i] = wrong
            yield f"{definition.name}: {what}", replace(statement, definitions=tuple(others))


def noises(definition):
    if isinstance(definition, Law):
        if definition.on == "line":  # on the integers the masses are all there is
            yield "an atom", replace(definition, atom=definition.atom + sp.Rational(1, 100))
        return
    if isinstance(definition, Value):
        yield "twice the mass", replace(definition, value=2 * definition.value)
        return
    for j, piece in enumerate(definition.pieces):
        changes = {"twice the density": replace(piece, value=2 * piece.value)}
        if piece.value.has(b):
            changes["twice epsilon"] = replace(piece, value=piece.value.xreplace({b: b**2}))
        if j < len(definition.pieces) - 1:
            changes["half of the end"] = replace(piece, upper=piece.upper / 2)
        for what, wrong in changes.items():
            pieces = (*definition.pieces[:j], wrong, *definition.pieces[j + 1 :])
            yield f"{what} of piece {j + 1}", replace(definition, pieces=pieces)


@pytest.mark.parametrize("name", BEST)
def test_other_noise_is_not_shown_to_be_private_and_best(name):
    found = dict(redefined(name))
    assert len(found) >= 2
    for what, statement in found.items():
        assert decided(statement) == "open", what


@pytest.mark.parametrize("name", BEST)
def test_nothing_is_shown_without_a_derivation_or_a_hypothesis(name):
    statement = find(f"staircase.{name}").statement
    assert decided(statement) == "holds"
    assert decided(statement, ()) == "open"
    for i in range(len(statement.hypotheses)):
        others = statement.hypotheses[:i] + statement.hypotheses[i + 1 :]
        assert decided(replace(statement, hypotheses=others)) == "open"


@pytest.mark.parametrize("name", BEST)
def test_hypotheses_that_no_noise_meets_show_nothing(name):
    statement = find(f"staircase.{name}").statement
    on = statement.parameters
    noise = next(given for given in statement.given if given.name in ("X", "Y"))
    never = Goal(that(2) <= Mass(noise(), interval(0, 1)), on)
    assert decided(replace(statement, hypotheses=(*statement.hypotheses, never))) == "open"


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


@given(private_levels(symmetric=True, most=4))
@settings(max_examples=40, deadline=None)
def test_private_levels_have_a_larger_tail_than_an_average_whose_levels_fall(drawn):
    levels = Levels(drawn.right, drawn.bins, drawn.ratio)
    size, ratio = drawn.bins, drawn.b

    def outside(n):
        """P(abs(X) >= n) for bins of width 1."""
        return 1 - sum(levels[k] for k in range(n)) / levels.total

    level = max([F(1)] + [size * (1 - outside(n)) / ((1 - ratio) * n) for n in range(1, size + 1)])
    assert level <= 1 / ratio
    best = Mixture(seeded(0), ratio)
    best.parts = [(F(1), (1 / level - ratio) / (1 - ratio), F(0))]
    tail = [best.outside(F(n, size)) for n in range(6 * size + 2)]
    assert all(mine <= outside(n) for n, mine in enumerate(tail))
    average = [here - there for here, there in pairwise(tail)]
    assert all(near >= far for near, far in pairwise(average))
    assert all(ratio * near <= far for near, far in zip(average, average[size:], strict=False))


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
