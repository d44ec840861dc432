"""Theorem 3 on coarse partitions: what every noise leaks at least, and some step density at most.

Ours. Telling only in which of finitely many cells the noise lies is processing, so that what the
cells leak bounds what the noise does, from below; the masses of a step density bound the least
divergence from above.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.coarse import (ALL, LEAST, LOG, WITHIN, CellProgram, Dual, Steps,
    in_units)
from dpproofs.theorems.cactus.figure1 import BUDGET, CACTUS, UPPER, show_found
from dpproofs.theorems.cactus.setting import PAPER, half, i

OUTSIDE = Given("o", "function")
ZERO = sp.Integer(0)


@dataclass(frozen=True)
class Partition(CellProgram):
    """Cells about the multiples of 1/n, the last about L/n; all else is one more cell."""

    cells: int
    last: int

    @property
    def counts(self) -> tuple[sp.Expr, ...]:
        """Even masses."""
        return (sp.Integer(1), *(sp.Integer(2),) * self.last)

    @property
    def costs(self) -> tuple[sp.Expr, ...]:
        """The least square in a cell."""
        return tuple(count * max(at - half, ZERO) ** 2 / self.cells**2
            for at, count in enumerate(self.counts))

    @property
    def beyond(self) -> sp.Expr:
        """The least square outside."""
        return (self.last + half) ** 2 / sp.Integer(self.cells) ** 2

    def pairs(self, shift: int) -> Iterator[tuple[int, int, sp.Expr]]:
        """Pairs of cells, of which none is outside."""
        for at in range(-self.last + shift, self.last + 1):
            first, second = abs(at), abs(at - shift)
            if first != second:
                yield first, second, half

    def tail(self, shift: int) -> sp.Expr:
        """There is none."""
        return ZERO * shift

    def feasible(self, budget: sp.Expr) -> dict[Goal, str]:
        """What a distribution within the budget keeps, and why."""
        given = self.given
        return {Goal(that(given.total(self.counts) + OUTSIDE()) == 1, Domain()): ALL,
            Goal(that(given.total(self.costs) + self.beyond * OUTSIDE()) <= budget,
                Domain()): WITHIN,
            Goal(that(0) <= OUTSIDE(), Domain()): "what is outside is not negative"}


@dataclass(frozen=True)
class Bracket:
    """What proves that the least divergence of all noise lies between two numbers."""

    partition: Partition
    dual: Dual
    masses: tuple[int, ...]
    upper: sp.Expr

    @property
    def steps(self) -> Steps:
        """The step densities of the upper bound."""
        return Steps(self.partition.cells, len(self.masses) - 1)

    @property
    def example(self) -> dict[str, sp.Lambda]:
        """Masses that fall geometrically, and few outside."""
        fall, outside = sp.Rational(1, 5), sp.Rational(1, 10**4)
        total = sum(c * fall**at for at, c in enumerate(self.partition.counts)) / (1 - outside)
        return {"l": sp.Lambda(i, i * sp.log(fall) - sp.log(total)), "o": sp.Lambda((), outside),
            "M": sp.Lambda((), sp.Integer(50))}

    def statement(self, name: str, width: sp.Expr) -> Statement:
        """The sentence; the relative width is below a number."""
        n = self.partition.cells
        lower = self.dual.value - self.dual.price * BUDGET
        return Statement(id=f"cactus.thm3.{name}", paper=PAPER,
            item=f"ours: Theorem 3 with cells of 1/{n}",
            title=f"with cells of 1/{n} masses leak at least {float(lower):.3f}, and those of a "
            f"step density less than {float(self.upper):.3f}",
            printed_latex=rf"\begin{{gathered}}p_0+2\sum_{{i=1}}^{{{self.partition.last}}}p_i+o=1,"
            rf"\ \mathbb E[X^2]\le\tfrac14\ \Longrightarrow\ \max_{{1\le k\le{n}}}\tfrac12\sum_i"
            rf"(p_{{|i|}}-p_{{|i-k|}})\log\frac{{p_{{|i|}}}}{{p_{{|i-k|}}}}\ge{float(lower):.5f},\\"
            rf"\text{{and some }}P\in\mathcal C_{{{n},{self.steps.last},1/2}}\text{{ has }}"
            rf"\mathbb E_P[x^2]\le\tfrac14\text{{ and }}\max_kD(P\|T_{{k/{n}}}P)<"
            rf"{float(self.upper):.4f}\end{{gathered}}", given=(LOG, OUTSIDE, LEAST),
            hypotheses=(*self.partition.feasible(BUDGET), *self.dual.bounded),
            printed=(self.dual.goal(BUDGET), self.steps.within(self.masses, BUDGET),
                *self.steps.below(self.masses, self.upper),
                Goal(that(self.upper) < lower * (1 + width), Domain())),
            note=f"Of any even noise within the budget exp(l(i)) is the mass of [(i-1/2)/{n}, "
            f"(i+1/2)/{n}), for i = 0, ..., {self.partition.last} and as much on the other side, "
            "and o what is left; a cell costs at least its least square. All but o are positive: "
            "where no shift up to one unit has an infinite divergence, a cell without mass has "
            "neighbours without mass, and so there would be none. M bounds the divergences from "
            "shifts by whole cells, and so what the cells alone, all masses outside merged, have "
            "of them: the sum of p log(p/q) - p + q over cells is at most the divergence, and of "
            "the shifts to both sides p and q cancel. Noise that is not even does no better than "
            "its mixture with its mirror image, by convexity. The step density is noise of "
            f"Definition 1: its masses p_0, p_1, ... are {in_units(self.masses, self.steps)}, each "
            "further one is half of the one before, and L_i is log p_i. So both goals together "
            "bracket KL*, the least divergence of all additive noise; what leads from there to "
            "the masses is in these words, and not in the sentence. The bracket gets narrower "
            "from cells of 1/2 to cells of 1/4; that it does so without end, which is Theorem 3, "
            "is not shown. With finer cells and a better bound for the cost 'dpproofs cactus' "
            "proves a relative width of 0.00002, by a certificate of its own.",
                examples=(self.example,))

    def derive(self, statement: Statement) -> Derivation:
        """The derivation of that sentence."""
        proof = Proof(Domain(), statement)
        total, cost, outside, *shifts = proof.supposes(*self.partition.feasible(BUDGET).items(),
            *self.dual.bounded.items())
        rest = self.dual.price * self.partition.beyond - self.dual.value
        self.dual.show(proof, BUDGET, (total, cost, *shifts), (outside, [({}, rest)]))
        _, *found, narrow = statement.printed
        show_found(proof, found, self.masses, self.steps)
        proof.concludes(narrow, by="sign", because="so the bracket is no wider than that")
        return proof.done()


def _numbers(*texts: str) -> tuple[sp.Expr, ...]:
    return tuple(map(sp.Rational, texts))


_HALVES, _QUARTERS = Partition(2, 8), Partition(4, 12)
HALVES = Bracket(_HALVES,
    Dual(program=_HALVES,
        numbers=_numbers("125440", "351232", "1097600/27", "41160", "2500", "10368/7", "4375/72",
            "4096/147", "160/189"), weights={1: sp.Rational(21, 1000), 2: sp.Rational(979, 1000)},
        price=sp.Rational(2763, 1000), value=sp.Rational(17029, 10**4)),
    (698133, 62622, 83127, 3059, 2055, 48, 22, 1, 1, 1, 1, 1, 1), sp.Rational(1812, 1000))
QUARTERS = Bracket(_QUARTERS,
    Dual(program=_QUARTERS,
        numbers=_numbers("219520/9", "181440", "194481", "627200/9", "230400/49", "194481/10",
            "331776/25", "6615/2", "168", "16384/27", "14336/45", "63", "75/28"),
        weights={3: sp.Rational(6, 1000), 4: sp.Rational(994, 1000)}, price=sp.Rational(4352, 1000),
        value=sp.Rational(2416, 1000)), CACTUS, UPPER)

WIDE = HALVES.statement("halves", sp.Rational(80, 100))
NARROW = QUARTERS.statement("quarters", sp.Rational(32, 100))


def derive_halves() -> Derivation:
    return HALVES.derive(WIDE)


def derive_quarters() -> Derivation:
    return QUARTERS.derive(NARROW)


CLAIMS = (Claim(WIDE, derive_halves), Claim(NARROW, derive_quarters))
