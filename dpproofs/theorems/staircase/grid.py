"""Theorems 11 and 12 on examples: the integer noise P_r solves a linear program, by duality.

The program is a relaxation with finitely many variables. ``p_i`` is the mass at i and at -i, for
0 <= i <= N, and ``T_n``, ``C_n`` are the mass and the cost at n + Delta, n + 2 Delta, ... for the
last Delta places n <= N. Privacy gives every constraint:

- ``p_j >= b p_i`` whenever i and j are at most Delta apart;
- ``T_n >= b/(1-b) p_n``, the sum of ``p_{n + k Delta} >= b^k p_n`` over k >= 1;
- ``C_n - L(n + Delta) T_n >= g_n p_n`` with ``g_n = sum b^k (L(n + k Delta) - L(n + Delta))``,
  the same sum weighted with the nonnegative numbers ``L(n + k Delta) - L(n + Delta)``.

So its least value is at most the cost of any private noise, and P_r attains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import Program, Sum
from dpproofs.privacy.exact import geometric_moments
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b, k

n, size = sp.symbols("n Delta", integer=True, positive=True)


@dataclass(frozen=True)
class Cost:
    """A cost of the integers: a polynomial in the distance, constant from ``cap`` on if given."""

    name: str
    polynomial: tuple[int, ...]  # coefficients of 1, i, i^2, ...
    start: int = 0  # no cost before
    cap: int | None = None

    def __call__(self, place: int) -> Fraction:
        place = place if self.cap is None else min(place, self.cap)
        powers = (c * Fraction(place) ** power for power, c in enumerate(self.polynomial))
        return sum(powers, Fraction(0)) if place >= self.start else Fraction(0)

    def discounted(self, ratio: Fraction, place: int, period: int) -> Fraction:
        """The sum of ratio^k L(place + k period) over k >= 0."""
        total, weight = Fraction(0), Fraction(1)
        while place < max(self.start, self.cap or 0):  # until L is a polynomial
            total, weight, place = total + weight * self(place), weight * ratio, place + period
        if self.cap is not None:
            return total + weight * self(place) / (1 - ratio)
        moments = geometric_moments(ratio, len(self.polynomial))
        for power, c in enumerate(self.polynomial):
            row = (sp.binomial(power, j) * place ** (power - j) * period**j * moments[j]
                for j in range(power + 1))
            total += weight * c * sum(map(Fraction, row), Fraction(0))
        return total


AMPLITUDE, POWER = Cost("|i|", (0, 1)), Cost("i^2", (0, 0, 1))


@dataclass(frozen=True)
class Grid:
    """The program for one ratio b = exp(-epsilon), sensitivity and cost, with both solutions."""

    ratio: Fraction
    period: int  # the sensitivity
    cost: Cost

    @cached_property
    def optimum(self) -> tuple[Fraction, int]:
        """The least cost of P_1, ..., P_Delta, and the r that has it."""
        return min((self._cost(r), r) for r in range(1, self.period + 1))

    def _height(self, r: int) -> Fraction:
        """a(r) of equation (80)."""
        return (1 - self.ratio) / (2 * r + 2 * self.ratio * (self.period - r) - (1 - self.ratio))

    def _mass(self, place: int, r: int) -> Fraction:
        """P_r of equation (79) at a place >= 0."""
        periods, within = divmod(place, self.period)
        return self._height(r) * self.ratio ** (periods + (within >= r))

    def _cost(self, r: int) -> Fraction:
        sides = sum(self._mass(place, r) * self.cost.discounted(self.ratio, place, self.period)
            for place in range(self.period))
        return 2 * sides - self._mass(0, r) * self.cost(0)

    @cached_property
    def last(self) -> int:
        """N: beyond it the cost is at least the optimum."""
        place = self.period
        while self.cost(place + 1) < self.optimum[0]:
            place += 1
        return place

    @property
    def _ends(self) -> range:
        return range(self.last - self.period + 1, self.last + 1)

    @cached_property
    def _symbols(self) -> tuple[list[sp.Symbol], dict[int, sp.Symbol], dict[int, sp.Symbol]]:
        masses = [sp.Symbol(f"p_{i}") for i in range(self.last + 1)]
        tails = {i: sp.Symbol(f"T_{i}") for i in self._ends}
        costs = {i: sp.Symbol(f"C_{i}") for i in self._ends}
        return masses, tails, costs

    @cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        """Places i and j at most one period apart, for the constraint p_j >= b p_i."""
        places = range(self.last + 1)
        return [(i, j) for i in places for j in places if 0 < abs(i - j) <= self.period]

    def _excess(self, place: int) -> Fraction:
        """g at a place."""
        total = self.cost.discounted(self.ratio, place, self.period)
        return total - self.cost(place) - self._repeats * self.cost(place + self.period)

    @property
    def _repeats(self) -> Fraction:
        return self.ratio / (1 - self.ratio)

    @cached_property
    def goal(self) -> Goal:
        """The least value of the program."""
        masses, tails, costs = self._symbols
        apart = (masses[j] - _number(self.ratio) * masses[i] for i, j in self._pairs)
        repeated = (tails[i] - _number(self._repeats) * masses[i] for i in self._ends)
        dear = (costs[i] - _number(self.cost(i + self.period)) * tails[i] - _number(self._excess(i))
                * masses[i] for i in self._ends)
        spent = [_number(self.cost(i)) * p for i, p in enumerate(masses)]
        program = Program(spent[0] + 2 * sp.Add(*spent[1:], *costs.values()),
            (*masses, *tails.values(), *costs.values()), (*apart, *repeated, *dear),
            (masses[0] + 2 * sp.Add(*masses[1:], *tails.values()) - 1,), _number(self.optimum[0]))
        return Goal(program, Domain())

    def point(self) -> dict[sp.Symbol, sp.Expr]:
        """P_r, which is feasible."""
        masses, tails, costs = self._symbols
        r = self.optimum[1]
        found = {p: self._mass(i, r) for i, p in enumerate(masses)}
        for i in self._ends:
            mass = self._mass(i, r)
            total = self.cost.discounted(self.ratio, i, self.period)
            found[tails[i]] = self._repeats * mass
            found[costs[i]] = mass * (total - self.cost(i))
        return {symbol: _number(value) for symbol, value in found.items()}

    def multipliers(self) -> list[sp.Expr]:
        """The dual solution: F(i) = sum_k b^k (L(i + k Delta) - V), and what F leaves over.

        The constraint p_j >= b p_{j - Delta} has the multiplier 2 F(j) for j > Delta. The places
        below r then have -2 F(i) left, which those from r to Delta take up.
        """
        value, r = self.optimum

        def dual(place: int) -> Fraction:
            total = self.cost.discounted(self.ratio, place, self.period)
            return total - value / (1 - self.ratio)

        shares = {(j - self.period, j): 2 * dual(j) for j in range(self.period + 1, self.last + 1)}
        supply = [(value - self.cost(0)) / self.ratio,
            *(-2 * dual(i) / self.ratio for i in range(1, r))]
        shares |= _transport(supply, {j: 2 * dual(j) for j in range(r, self.period + 1)})
        repeated = [2 * (self.cost(i + self.period) - value) for i in self._ends]
        dear = [Fraction(2)] * self.period
        apart = [shares.get(pair, Fraction(0)) for pair in self._pairs]
        return [_number(y) for y in (*apart, *repeated, *dear, value)]

    @property
    def reads(self) -> str:
        """The ratio, the sensitivity and the cost."""
        return f"{self.ratio}, {self.period}, ${self.cost.name}$"

    @property
    def latex(self) -> str:
        """What the program says, shortly."""
        value, r = self.optimum
        return (rf"b={_latex(self.ratio)},\ \Delta={self.period},\ L(i)={self.cost.name}:\quad "
            rf"\min\sum L\,P={_latex(value)}\quad\text{{at }}P_{{{r}}}")


def _transport(supply: list[Fraction],
        demand: dict[int, Fraction]) -> dict[tuple[int, int], Fraction]:
    """Shares from the places 0, 1, ... to others that use up the supply, in order of the places."""
    shares: dict[tuple[int, int], Fraction] = {}
    left = list(supply)
    for j, wanted in demand.items():
        due = wanted
        for i, available in enumerate(left):
            shares[i, j] = min(available, due)
            left[i], due = available - shares[i, j], due - shares[i, j]
    return shares


def _number(value: Fraction) -> sp.Expr:
    return sp.Rational(value.numerator, value.denominator)


def _latex(value: Fraction) -> str:
    return str(sp.latex(_number(value)))


GRIDS = (Grid(Fraction(1, 2), 1, AMPLITUDE), Grid(Fraction(1, 3), 1, POWER),
    Grid(Fraction(1, 2), 3, AMPLITUDE), Grid(Fraction(9, 10), 2, AMPLITUDE),
    Grid(Fraction(1, 20), 6, AMPLITUDE), Grid(Fraction(1, 2), 3, POWER),
    Grid(Fraction(1, 20), 5, POWER),
    Grid(Fraction(1, 4), 4, Cost(r"\mathbf 1[|i|\ge3]", (1,), start=3, cap=3)),
    Grid(Fraction(1, 4), 4, Cost(r"\min(i^2,9)", (0, 0, 1), cap=3)))

_SUMS = Domain((RATIO, index(size, 1), index(n, 1)))
_far = n + k * size
_near = n + size
AMPLITUDE_EXCESS = Goal(
    Sum(b**k * (_far - _near), k, sp.Integer(1), sp.oo, size * b**2 / (1 - b) ** 2), _SUMS)
_twice = 2 * n * size * b**2 / (1 - b) ** 2
POWER_EXCESS = Goal(Sum(b**k * (_far**2 - _near**2), k, sp.Integer(1), sp.oo,
        _twice + size**2 * b**2 * (3 - b) / (1 - b) ** 3), _SUMS)

GRID = Statement(id="staircase.thm12.grid", paper=PAPER, item="ours: Theorems 11 and 12 by duality",
    title="nine linear programs in the masses, with their dual solutions",
    printed_latex=r"\min\Bigl\{\sum_iL(i)\,p_i+C:\ p\text{ feasible}\Bigr\}=V\quad\text{for nine "
    r"choices of }\epsilon,\ \Delta,\ L",
    printed_text="nine linear programs in finitely many masses, each with the least value that is "
    "said", printed=tuple(grid.goal for grid in GRIDS),
    note="b = exp(-epsilon) is rational. In order, b, Delta and L are "
    + "; ".join(grid.reads for grid in GRIDS) + ". The least values are the costs of the best P_r. "
        "Each program has finitely many variables: masses p_i at i and at -i up to a place N, and "
        "mass T and cost C of what lies beyond. That all its constraints follow from privacy is in "
        "words: T_n >= b/(1-b) p_n and C_n - L(n+Delta) T_n >= g_n p_n sum p_(n+k Delta) >= b^k "
        "p_n over k >= 1, with weights 1 and L(n+k Delta) - L(n+Delta), g_n being the sum of b^k "
        "times the latter. Noise may be taken "
        "symmetric (Lemma 16). Theorems 11 and 12 themselves are shown for every cost elsewhere; "
        "here nothing but arithmetic is believed.")


def derive() -> Derivation:
    proof = Proof(Domain())
    proof.shows(AMPLITUDE_EXCESS.proposition, on=_SUMS, by="sum", because=
        "the places n + k Delta cost this much more than n + Delta, weighted by b^k",
        ratio=b)
    proof.shows(POWER_EXCESS.proposition, on=_SUMS, by="sum",
        because="the same holds for the power; a cost that is constant from n + Delta on has 0 "
            "here",
            ratio=b)
    for grid in GRIDS:
        proof.concludes(grid.goal, by="duality",
            because="the masses of the best member of (81) are feasible, and so are these "
                "multipliers; both give the same value", latex=grid.latex, point=grid.point(),
            multipliers=grid.multipliers())
    return proof.done()


CLAIMS = (Claim(GRID, derive),)
