"""Every erratum once more in numbers: what is printed is false there, what is said instead is not.

Nothing here is read from the proofs: noise, costs and gains are computed from their definitions.
"""

import operator
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from mpmath import mp

from dpproofs.kernel.erratum import Severity
from dpproofs.stored import stored
from dpproofs.theorems.registry import formalised, registry

HALF = Fraction(1, 2)
NEAR = 1e-3  # of a limit, at the arguments below
RELATIONS = {
    "==": lambda a, b: mp.almosteq(a, b, rel_eps=1e-12, abs_eps=1e-15),
    "near": lambda a, b: abs(a - b) < NEAR,
    "<": operator.lt,
    "<=": operator.le,
    ">=": operator.ge,
}
CASES = {}


def case(*claims):
    """Register what is printed and what is said instead, each as (left, relation, right)."""
    return lambda function: CASES.update(dict.fromkeys(claims, function)) or function


# -- noise ----------------------------------------------------------------------------------------


def step_cost(masses, width, power):
    """E|X|^power of noise that is level on cells around the origin."""
    ends = [width * (i - mp.mpf(len(masses)) / 2) for i in range(len(masses) + 1)]
    cells = zip(masses, pairwise(ends), strict=True)
    parts = (m / width * mp.quad(lambda x: abs(x) ** power, _split(*ab)) for m, ab in cells)
    return mp.fsum(parts) / sum(masses)


def _split(low, high):
    return [low, 0, high] if low < 0 < high else [low, high]


def step_gain(masses, cells, growth=1):
    """The most by which P(S) exceeds growth P(S + d), over shifts by whole cells."""
    total, found = sum(masses), []
    for d in range(1, cells + 1):
        moved = [*masses[d:], *[0] * d]
        found.append(sum(max(p - growth * q, 0) for p, q in zip(masses, moved, strict=True)))
    return Fraction(max(found), total)


def bell(sigma):
    """The normal density."""
    return lambda x: mp.exp(-(x**2) / (2 * sigma**2)) / (sigma * mp.sqrt(2 * mp.pi))


def amplitude(density):
    """E|X| of an even density."""
    return 2 * mp.quad(lambda x: x * density(x), [0, 1, 2, 5, 10, mp.inf])


def gaussian_delta(epsilon, sigma):
    """The least delta of normal noise at sensitivity 1, from its worst half-line."""
    end = epsilon * sigma**2 - mp.mpf(1) / 2
    mass = lambda a: mp.erfc(a / (sigma * mp.sqrt(2))) / 2  # noqa: E731
    return mass(end) - mp.exp(epsilon) * mass(end + 1)


class Truncated:
    """Truncated Laplacian noise at sensitivity 1, by its density."""

    def __init__(self, epsilon, delta):
        self.epsilon, self.u = epsilon, (mp.exp(epsilon) - 1) / (2 * delta)
        self.end = mp.log(1 + self.u) / epsilon
        self.height = 1 / (2 * mp.quad(lambda x: mp.exp(-epsilon * x), [0, self.end]))

    def density(self, x):
        return self.height * mp.exp(-self.epsilon * abs(x)) if abs(x) <= self.end else mp.mpf(0)

    def mass(self, low, high):
        low, high = max(low, -self.end), min(high, self.end)
        return mp.quad(self.density, _split(low, high)) if low < high else mp.mpf(0)

    def cost(self, power):
        return 2 * mp.quad(lambda x: x**power * self.density(x), [0, self.end])

    def lower(self, power):
        """(11) or (12) with a real number of terms, from their closed forms."""
        n, e = self.end, mp.exp(self.epsilon) - 1
        if power == 1:
            return 1 / e - n / self.u
        return (e + 2) / e**2 - (n**2 + 2 * n / e) / self.u


# -- the papers' errata ---------------------------------------------------------------------------


@case("staircase.heur.quality")
def heuristic():
    b = mp.exp(-20)
    gamma, a = b / 2, (1 - b) / (2 * (b / 2 + b * (1 - b / 2)))
    terms = lambda k: b**k * ((k + gamma) ** 2 - k**2 + b * ((k + 1) ** 2 - (k + gamma) ** 2))  # noqa: E731
    cost = a * mp.nsum(terms, [0, mp.inf])
    return (cost, "<=", mp.mpf(1) / 20), (cost, ">=", mp.mpf(1) / 3)  # Laplace noise has 1/20


@case("additive.thm3.min", "additive.cor5")
def ripple_power():
    masses = (1, 2, 2, 1, 1, 2, 2, 1)
    assert step_gain(masses, cells=4) <= HALF
    cost = step_cost(masses, mp.mpf(1) / 4, 2)
    return (cost, ">=", mp.mpf(1) / 3), (cost, "==", mp.mpf(5) / 16)


@case("additive.cor4", "additive.fn1")
def ripple_amplitude():
    masses = (2, 3, 2, 2, 3, 2, 2, 3, 2)
    assert step_gain(masses, cells=3) <= Fraction(1, 3)
    cost = step_cost(masses, mp.mpf(1) / 3, 1)
    return (cost, ">=", mp.mpf(3) / 4), (cost, "==", mp.mpf(187) / 252)


@case("additive.sec5.amp")
def gaussian_amplitude():
    found = amplitude(bell(1))
    return (found, "==", 1), (found, "==", mp.sqrt(2 / mp.pi))


@case("additive.sec5.gain")
def gain():
    sigma, delta = mp.sqrt(2), mp.erf(mp.mpf(1) / 4)
    assert mp.almosteq(mp.quad(bell(sigma), [-0.5, 0.5]), delta)  # it is private with no less
    found = amplitude(bell(sigma)) / (1 / (4 * delta))
    return (found, ">=", 2), (found, "<=", 4 / mp.pi)


@case("additive.sec5.low")
def low_privacy():
    found = amplitude(bell(1 / (2 * (1 - mp.mpf(10) ** -9))))
    return (found, "near", 0.5), (found, "near", 1 / mp.sqrt(2 * mp.pi))


@case("additive.tables")
def ratio():
    found = 1 / (2 * amplitude(bell(1)))  # delta = 1/2: the optimum is 1/2
    return (found, "==", HALF), (found, "==", mp.sqrt(mp.pi / 8))


@case("additive.thm2.proof")
def averages():
    mass = mp.quad(lambda x: mp.exp(-(x**2)), [6, 6.25, 7])
    level = mass * mp.quad(lambda x: mp.exp(x**2) / (1 + x**2), [6, 6.75, 7])
    return (level, "<=", NEAR), (level, ">=", mp.mpf(1) / 32)


@case("additive.thm3.alpha.proof")
def stationary():
    p, delta = 1, HALF
    place = (p + 1) * delta - p
    return (place, "<", 0), (place, "<=", 0)


@case("trunclap.optimality")
def three_cells():
    assert step_gain((1, 2, 1), cells=1, growth=2) <= Fraction(1, 4)
    cost, least = step_cost((1, 2, 1), 1, 1), Truncated(mp.log(2), mp.mpf(1) / 4).cost(1)
    return (cost, ">=", least), (cost, "==", mp.mpf(5) / 8)


@case("trunclap.allregimes", "poster.regimes")
def regimes():
    epsilon, delta = mp.mpf(3) / 2, mp.mpf(9) / 20
    sigma = Truncated(epsilon, delta).cost(1) * mp.sqrt(mp.pi / 2)
    other = Truncated(epsilon, mp.mpf(39) / 100).cost(1) * mp.sqrt(mp.pi / 2)
    return (delta, "<", gaussian_delta(epsilon, sigma)), (
        mp.mpf(39) / 100,
        "<",
        gaussian_delta(epsilon, other),
    )


@case("trunclap.univrate")
def decay():
    epsilon, sigma = mp.mpf(1) / 10, 3
    place = Truncated(epsilon, gaussian_delta(epsilon, sigma)).end - 1
    rate = lambda x: mp.log(bell(sigma)(x) / bell(sigma)(x + 1))  # noqa: E731
    return (rate(place), "<=", epsilon), (rate(sigma**2 * epsilon - mp.mpf("0.51")), "<", epsilon)


@case("trunclap.gaussrate")
def gaussian_rate():
    found = bell(1)(mp.mpf(1)) / bell(1)(mp.mpf(2))
    return (found, "==", mp.exp(3)), (found, "==", mp.exp(mp.mpf(3) / 2))


@case("trunclap.def3")
def height():
    found, epsilon = Truncated(mp.log(3), mp.mpf(1) / 4).height, mp.log(3)
    printed = epsilon / (2 * (1 - 1 / (1 + mp.mpf(3 - 1) / 2)))
    return (found, "==", printed), (found, "==", epsilon / (2 * (1 - 1 / (1 + mp.mpf(4)))))


@case("trunclap.thm1.proof")
def largest_gain():
    noise = Truncated(2 * mp.log(2), mp.mpf(3) / 14)
    gained = lambda low, high, d: noise.mass(low, high) - 4 * noise.mass(low + d, high + d)  # noqa: E731
    a, d = noise.end, mp.mpf(1) / 2
    printed = noise.mass(a - 1, a - 1 + d)
    found = gained(a - d, a, d)
    return (gained(a - 1, mp.inf, d), "==", printed), (found, "==", noise.mass(a - d, a))


@case("trunclap.thm2.lims.proof")
def expansion():
    u, half = mp.mpf(4), mp.mpf(3 - 1) / 2  # exp(epsilon) = 3, delta = 1/4
    bracket = lambda square: 1 - (u - square / 2) / u  # noqa: E731
    small = mp.expm1(mp.mpf("1e-9"))  # as printed the amplitude would tend to delta/4
    assert mp.almosteq(1 - (2 * small - (small / 2) ** 2 / 2) / (2 * small), small / 16, 1e-6)
    return (bracket(half**2), "==", u / 2), (bracket(u**2), "==", u / 2)


@case("trunclap.nint.limits")
def integer():
    delta, growth = mp.mpf(1) / 3, 2
    a = (delta + mp.mpf(growth - 1) / 2) / growth
    sums = [mp.fsum(a / mp.mpf(growth) ** k for k in range(n)) for n in range(1, 40)]
    return (min(abs(s - 0.5) for s in sums), "==", 0), (sums[0], "<", HALF)


@case("trunclap.lem2")
def integers():
    r, n, period, b, delta = 12, 2, 4, HALF, Fraction(1, 6)
    a = (delta + (1 / b - 1) / 2) * b
    cost = lambda j: abs(j) if abs(j) <= 5 else 0  # noqa: E731
    left = b * (2 * cost(period) - cost(1) - cost(1 + period))
    assert n == 2
    assert a + a * b == HALF
    assert left >= cost(1)  # (9)
    assert step_gain((*[0] * period, *[1] * (2 * r + 1), *[0] * period), period, 2) <= delta
    bound = 2 * (a * cost(1) + a * b * cost(1 + period))
    mean = lambda each: Fraction(sum(each(j) for j in range(-r, r + 1)), 2 * r + 1)  # noqa: E731
    return (mean(cost), ">=", bound), (mean(abs), ">=", bound)


@case("trunclap.thm4.dual")
def dual():
    b, n = HALF, 2
    a = (1 - b) / (2 * (1 - b**n))
    found = sum(b**i for i in range(1, n))
    return (found, "==", 1 / (2 * a)), (found, "==", 1 / (2 * a) - 1)


@case("trunclap.thm5.dual")
def dual_of_power():
    cost = lambda i, size: Fraction(2 * i - 1, 2 * size) ** 2  # noqa: E731

    def excess(n, size, b):
        at = lambda i: cost(1 + i * size, size)  # noqa: E731
        terms = (b**i * (2 * cost(i * size, size) - at(i - 1) - at(i)) for i in range(1, n))
        return sum(terms) - cost(1, size)

    return (excess(1, 10**6, HALF), ">=", 0), (excess(2, 4, HALF), ">=", 0)


@case("trunclap.thm6.3")
def together():
    fixed, both = Truncated(mp.mpf("1e-5"), mp.mpf(1) / 4), Truncated(*[mp.mpf("1e-4")] * 2)
    return tuple((noise.lower(1) / noise.cost(1), "near", 1) for noise in (fixed, both))


@case("trunclap.thm7.3")
def together_power():
    fixed, both = Truncated(mp.mpf("1e-5"), mp.mpf(1) / 4), Truncated(*[mp.mpf("1e-4")] * 2)
    return tuple((noise.lower(2) / noise.cost(2), "near", 1) for noise in (fixed, both))


@case("trunclap.thm7.1.proof")
def fraction():
    d = Fraction(1, 4)
    above, right = (1 / d - 1) * (1 / d - 2) / 12, (1 - d) * (1 - 2 * d)
    return (above / (1 / (12 * d)), "==", right), (above / (1 / (12 * d**2)), "==", right)


@case("poster.constraint")
def constraint():
    noise = Truncated(mp.log(3), mp.mpf(1) / 4)
    first, moved = noise.mass(0, mp.inf), noise.mass(1, mp.inf)
    return (first, "<=", moved + 0.25), (first, "==", 3 * moved + 0.25)


@case("cactus.heur")
def compositions():
    m, growth = 10, 4  # epsilon = 2 log 2
    odds = (Fraction(4), Fraction(4) ** 7)

    def delta(odds, rounds):
        """Of answers to one bit that are true with these odds."""
        p, q = odds / (1 + odds), 1 / (1 + odds)
        return sum(
            mp.binomial(rounds, k)
            * max(mp.mpf(0), _float(p**k * q ** (rounds - k) - growth * q**k * p ** (rounds - k)))
            for k in range(rounds + 1)
        )

    told = [mp.binomial(m, j) * mp.mpf("0.1") ** j * mp.mpf("0.9") ** (m - j) for j in range(m + 1)]
    second = mp.fsum(share * delta(odds[1], j) for j, share in enumerate(told))
    mean = lambda odds: _float((odds - 1) / (odds + 1)) * mp.log(_float(odds))  # noqa: E731
    assert mean(odds[0]) < mean(odds[1]) / 10
    return (delta(odds[0], m), "<=", second), (second, "<=", 1 - mp.mpf("0.9") ** m)


def _float(value):
    return mp.mpf(value.numerator) / value.denominator


@case("staircase.appB.lem23.proof")
def exchange():
    b, levels = HALF, [Fraction(1), Fraction(3, 4), HALF, HALF, HALF]
    raised = (levels[1] + levels[3]) / (1 + b)
    changed = [levels[0], raised, levels[2], b * raised, levels[4]]
    return (changed[4], "<=", changed[3]), (sum(changed), "==", sum(levels))


@case("staircase.appF.lem31.proof")
def end_point():
    b, m, (p, q, s) = HALF, 1, (4, 3, 2)
    last = s - Fraction(p - q, m)
    return (b * p, "<=", last), (b * p, "<", q + m * (s - b * p))


# -- all of them ----------------------------------------------------------------------------------


def holds(left, relation, right):
    """Whether a relation is true of two numbers."""
    numbers = (_float(x) if isinstance(x, Fraction) else mp.mpf(x) for x in (left, right))
    return RELATIONS[relation](*numbers)


@pytest.mark.parametrize("claim", CASES)
def test_the_printed_is_false_and_the_corrected_true_in_numbers(claim):
    with mp.workdps(30):
        printed, corrected = CASES[claim]()
        assert not holds(*printed)
        assert holds(*corrected)


@pytest.fixture(scope="module")
def wrong():
    """The errata by claim, without deriving any."""
    statements = {name: claim.printed for name, claim in registry().items()}
    return {name: said.erratum for name, said in statements.items() if said.erratum}


def test_every_claim_that_is_corrected_says_how_far_it_reaches_and_no_other_does(wrong):
    assert {name for name, claim in registry().items() if claim.printed.corrected} == set(wrong)
    assert set(CASES) == set(wrong), "each erratum has a counterexample in numbers"


def test_what_it_changes_is_one_sentence_and_each_patch_changes_its_line(wrong):
    for name, erratum in wrong.items():
        assert isinstance(erratum.severity, Severity), name
        assert erratum.changes.endswith("."), name
        assert ". " not in erratum.changes, name
        assert erratum.patches, name
        assert all(patch.printed != patch.corrected for patch in erratum.patches), name


def test_no_two_errata_mend_the_same_words_of_a_paper_differently(wrong):
    lines = [(name, patch) for name, erratum in wrong.items() for patch in erratum.patches]
    for (one, first), (other, second) in combinations(lines, 2):
        same = one.split(".")[0] == other.split(".")[0] and first.printed == second.printed
        assert not same, (one, other)


def test_what_is_stored_says_the_same(wrong):
    results, _ = stored(formalised())
    told = {found.id: found.erratum for found in results if found.erratum}
    assert set(told) == set(wrong)
    for name, erratum in wrong.items():
        said = {**told[name], **erratum.to_json()}
        assert told[name] == said, f"{name} is stale: run 'make derivations'"
