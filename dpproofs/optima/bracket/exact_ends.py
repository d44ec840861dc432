"""From floating point to theorems: exact ends of a bracket, from approximate solutions.

docs/optimum.md has the theorems and their proofs. Costs of |x|^p are in units of (sensitivity/n)^p.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.optima.lattice.noise import truncated_laplace

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Array
    from dpproofs.optima.lattice.costs import Power, Threshold
    from dpproofs.optima.lattice.solution import LatticeSolution

BITS = 64  # of e^epsilon, after the point
KEPT, FEWEST = 32, 16  # bits of the multipliers, relative to the bound; of very many
LONGEST = 3_400_000  # digits and spaces in a certificate that replay reads, and some to spare
MASS_BITS = 64
OUTSIDE = 64  # sensitivities beyond the last cell in which multipliers may go on
ROUNDS = 30
LOSS = Fraction(1, 10**8)  # of the bound, at a cell beyond the last one


Test: TypeAlias = tuple[int, int, Sequence[int]]


class NotProved(DpproofsError, ArithmeticError):
    """The approximate solution is too far from one that proves anything."""


@dataclass(frozen=True)
class Exact:
    """What is asked, as exact numbers, for a sensitivity of n cells."""

    epsilon: Fraction
    delta: Fraction
    cost: Power | Threshold
    n: int

    def growth(self) -> tuple[int, int]:
        """Integers below and above e^epsilon 2^BITS."""
        if self.epsilon == 0:
            return 1 << BITS, 1 << BITS
        from flint import ctx

        with ctx.workprec(4 * BITS):
            value = ball(self.epsilon).exp() * (1 << BITS)
            return math.floor(rational(value.lower())), math.ceil(rational(value.upper()))


@dataclass(frozen=True)
class Lower:
    """Theorem 2: multipliers g_k(j), in parts of the scale, and the bound that they prove.

    Each test is a shift k, the first cell j with g_k(j) > 0, and the values from there on; so many
    sensitivities as are in a group have n cells.
    """

    bound: Fraction
    scale: int
    tests: Sequence[Test]
    n: int
    group: int = 1


@dataclass(frozen=True)
class Upper:
    """Theorem 3: masses of cells 0, 1, ... and of an atom, in parts of the total; their cost.

    So many sensitivities as are in a group have n cells. With a ratio, cells go on beyond those
    that are listed: so many periods of n cells, or without an end.
    """

    bound: Fraction
    total: int
    atom: int
    masses: Sequence[int]
    n: int
    group: int = 1
    ratio: Fraction | None = None
    periods: int | None = None

    @property
    def is_listed(self) -> bool:
        """Whether these are all the cells, and a sensitivity is n of them."""
        return self.group == 1 and self.ratio is None


# -- from below -----------------------------------------------------------------------------------


def proved_lower(solution: LatticeSolution, asked: Exact) -> Lower:
    """What the multipliers of a program prove, after rounding and continuing them.

    Raises
    ------
    NotProved
        When they cannot be continued beyond the last cell.
    """
    last, origin = solution.lattice.last, solution.lattice.cells.size - solution.lattice.last - 1
    costs = asked.cost.lowest(asked.n, last + 1 + OUTSIDE * asked.n)
    unit = 1 / float(asked.cost.unit(Fraction(1, asked.n))[1])
    spent = float(solution.masses @ np.array([float(cost) for cost in costs[: last + 1]]))
    fine = (1 + len(solution.tests)) * (1 + solution.lattice.growth) / max(spent, 1e-200)
    whole = math.ceil(math.log2(fine))
    bits = _bits(np.concatenate([np.zeros(1), *solution.tests.values()]) * unit * 2.0**whole)
    scale = 1 << max(bits + whole, 8)
    tests = {k: _rounded(values, unit * scale) for k, values in solution.tests.items()}
    tests = {k: values for k, values in sorted(tests.items()) if any(values)}
    weights = {k: max(values) for k, values in tests.items()}
    weight, above = sum(weights.values()), asked.growth()[1]
    here, there = _sums(tests, origin, last + 1 + (OUTSIDE + 1) * asked.n)

    def value(j: int) -> Fraction:
        left = (here[last - j], there[last - j]) if j <= last else (0, 0)
        grown = above * (there[origin + j] + left[1])
        return costs[j] + Fraction((here[origin + j] + left[0] << BITS) - grown, scale << BITS + 1)

    least, idle, j = min(value(j) for j in range(last + 1)), 0, last
    while idle < asked.n or costs[j] < least or j < asked.cost.settled(asked.n):
        j += 1
        if j == len(costs):
            raise NotProved("the multipliers do not end: more cells are needed")
        missing = min(math.ceil((least - value(j)) * scale * 2), weight)
        idle = 0 if missing > 0 else idle + 1
        for k, values in tests.items():
            more = max(-(-weights[k] * missing // weight), 0)
            values.append(more)
            here[origin + j] += more
            there[origin + j + k] += more
        if value(j) < least - abs(least) * LOSS:
            raise NotProved("noise beyond the last cell is cheaper: more cells are needed")
        least = min(least, value(j))
    kept = [(k, *_trimmed(values, -origin)) for k, values in tests.items()]
    return Lower(_bound(least, weight, scale, asked), scale, kept, asked.n)


def shown_lower(scale: int, tests: Sequence[Test], asked: Exact) -> Lower:
    """What multipliers prove, whatever they come from; all are at least 0."""
    ends = [k + max(abs(first), abs(first + len(values))) for k, first, values in tests]
    reach = max([*ends, asked.cost.settled(asked.n)])
    origin = reach + 1 - asked.cost.centred  # the mirror image of j stands at reach - j
    here, there = [0] * (2 * reach + 2), [0] * (2 * reach + 2)
    for k, first, values in tests:
        for j, value in enumerate(values, first + origin):
            here[j] += value
            there[j + k] += value
    costs, (_, above) = asked.cost.lowest(asked.n, reach + 1), asked.growth()
    least = min(
        cost
        + Fraction(
            (here[origin + j] + here[reach - j] << BITS)
            - above * (there[origin + j] + there[reach - j]),
            scale << BITS + 1,
        )
        for j, cost in enumerate(costs)
    )
    weight = sum(max(values) for _, _, values in tests)
    return Lower(_bound(least, weight, scale, asked), scale, tests, asked.n)


def _bound(least: Fraction, weight: int, scale: int, asked: Exact) -> Fraction:
    return least - asked.delta * max(least, Fraction(weight, scale))


def _bits(values: Array) -> int:
    """As many bits of the multipliers as a certificate has room for."""
    for bits in range(KEPT, FEWEST, -4):
        digits = np.log10(np.maximum(values * 2.0**bits, 1.0)) + 2
        if digits.sum() <= LONGEST:
            return bits
    return FEWEST


def _rounded(values: Array, factor: float) -> list[int]:
    exact = Fraction(factor)
    return [round(Fraction(float(value)) * exact) if value else 0 for value in values]


def _sums(tests: Mapping[int, list[int]], origin: int, beyond: int) -> tuple[list[int], list[int]]:
    """The sums over k of g_k(j) and of g_k(j - k); index 0 is cell -origin."""
    here, there = [0] * (origin + beyond), [0] * (origin + beyond)
    for k, values in tests.items():
        for i, number in enumerate(values):
            here[i] += number
            there[i + k] += number
    return here, there


def _trimmed(values: Sequence[int], first: int) -> tuple[int, Sequence[int]]:
    filled = [i for i, value in enumerate(values) if value]
    return first + filled[0], values[filled[0] : filled[-1] + 1]


# -- from above -----------------------------------------------------------------------------------


def proved_upper(solution: LatticeSolution, asked: Exact) -> Upper:
    """Private noise close to the one that a program found, and its cost.

    As much of noise that keeps half of delta is mixed in as makes up for the tolerances: what a
    shift uncovers is convex in the noise.

    Raises
    ------
    NotProved
        When the noise is far from private.
    """
    lattice = solution.lattice
    spare = truncated_laplace(replace(lattice, delta=lattice.delta / 2))
    excess = max(float(lattice.losses(solution.atom, solution.masses).max()) / lattice.delta - 1, 0)
    share = 1.01 * excess / (excess + 0.5) + 1e-15
    for _ in range(ROUNDS):
        mixed = np.zeros(max(spare.size, solution.masses.size))
        mixed[: spare.size] += share * spare
        mixed[: solution.masses.size] += (1 - share) * solution.masses
        masses = [round(float(m) * (1 << MASS_BITS)) for m in mixed]
        while len(masses) > 1 and not masses[-1]:
            masses.pop()
        atom = round((1 - share) * solution.atom * (1 << MASS_BITS))
        with contextlib.suppress(NotProved):
            return shown_upper(atom, masses, asked)
        share = min(4 * share, 1.0)
    raise NotProved("no private noise was found near the solution")


def shown_upper(atom: int, masses: Sequence[int], asked: Exact) -> Upper:
    """The cost of noise with these masses, all of which are at least 0.

    Raises
    ------
    NotProved
        When it is not private.
    """
    alone = masses[0] if asked.cost.centred else 0
    total = atom + 2 * sum(masses) - alone
    if not _is_private(asked, total, atom, masses):
        raise NotProved("the noise is not private")
    costs = asked.cost.highest(asked.n, len(masses))
    spent = 2 * sum(m * c for m, c in zip(masses, costs, strict=True)) - alone * costs[0]
    return Upper(spent / total, total, atom, masses, asked.n)


def _is_private(asked: Exact, total: int, atom: int, masses: Sequence[int]) -> bool:
    below = asked.growth()[0]
    mirrored = masses[:0:-1] if asked.cost.centred else masses[::-1]
    line = [*mirrored, *masses, *([0] * asked.n)]
    kept, grown = [m << BITS for m in line], [m * below for m in line]
    most = asked.delta * (total << BITS) - (atom << BITS)
    return most >= 0 and all(
        sum(x - y for x, y in zip(kept, grown[shift:], strict=False) if x > y) <= most
        for shift in range(1, asked.n + 1)
    )
