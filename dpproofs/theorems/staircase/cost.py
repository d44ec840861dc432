"""The cost of the staircase, from its density: pieces, then periods, then the expectation."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.objects import Definition
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.noise import Staircase, show_exists, x
from dpproofs.theorems.staircase.setting import (FAMILY, RATIO, SENSITIVITY, SPLIT, Delta, b, gamma,
    k)

_size = sp.Symbol("u", nonnegative=True)  # the size of the noise


class Cost:
    """E|Q|**power of the staircase Q, over b in (0, 1) or over epsilon > 0.

    The value is given in b; for epsilon > 0 it is put in terms of epsilon. The definitions of f and
    Q belong to the sentence; ``count`` counts the periods.
    """

    def __init__(self, power: int, value: sp.Expr, variable: Variable = RATIO,
            count: sp.Symbol = k) -> None:
        self.power, self._value = power, value
        self.ratio = b if variable.symbol == b else sp.exp(-variable.symbol)
        self.value = value.subs(b, self.ratio)
        self.domain = Domain((variable, SENSITIVITY, SPLIT))
        self.staircase = Staircase(FAMILY, (b, Delta, gamma), count)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The density and the noise."""
        return self.staircase.definitions

    @property
    def goal(self) -> Goal:
        """The expected cost is the value."""
        return self.at(gamma, self.value, self.domain)

    @property
    def _base(self) -> Goal:
        """The same in b."""
        claim = Expected(self.staircase.noise, _size, _size**self.power, "==", self._value)
        return Goal(claim, FAMILY)

    def _piece(self, place: int) -> sp.Expr:
        """The integral of x**power f(x) over a piece of period k."""
        n, k = self.power + 1, self.staircase.count
        low, high = ((k, k + gamma), (k + gamma, k + 1))[place]
        level = self.staircase.density.pieces[place].value
        return level * Delta**n * (high**n - low**n) / n

    def at(self, place: sp.Expr, value: sp.Expr, on: Domain, op: str = "==") -> Goal:
        """The expected cost at some gamma is a value, or compares with it so."""
        chosen = self.staircase.law(self.ratio, Delta, place)
        return Goal(Expected(chosen, _size, _size**self.power, op, value), on)

    def show_at(self, proof: Proof, cost: str, place: sp.Expr, value: sp.Expr, on: Domain,
            *inside: str) -> str:
        """Append the cost at some gamma; the steps ``inside`` say that it lies in [0, 1]."""
        return proof.concludes(self.at(place, value, on), by="instance", uses=(cost, *inside),
            at={gamma: place}, because="put this gamma into the expected cost",
            besides=True)

    def derive(self, proof: Proof, latex: str = "", exists: str = "") -> str:
        """Append the steps that lead from the density to the cost; return the last one.

        It is displayed as given, when its own form would read badly; ``exists`` is the step that
        the staircase exists, if there is one.
        """
        which, n = self.staircase, self.power + 1
        used = [exists or show_exists(proof, which),
            proof.shows(that(0) <= _size**self.power,
                on=FAMILY & Variable(_size, sp.Integer(0), sp.oo, "[)"), by="sign",
                because="the cost is not negative")]
        for place, name in enumerate(("first", "second")):
            level = which.density.pieces[place].value
            used.append(proof.shows(Integral(x**self.power * level, x, *which.density.ends(place),
                        self._piece(place)), on=which.periods, by="integral",
                    antiderivative=level * x**n / n,
                    because=f"the {name} piece of period k, where the density has one level"))
        period = self._piece(0) + self._piece(1)
        used.append(proof.shows(Sum(period, which.count, sp.Integer(0), sp.oo, self._value / 2),
                on=FAMILY, by="sum", ratio=b,
                    because="add up all periods on one side of the origin"))
        cost = proof.concludes(self._base, by="expectation", uses=used, latex=latex,
            because="the density is even and the cost not negative, so that its mean is twice the "
            "sum over the periods")
        if self.ratio == b:
            return cost
        return proof.concludes(self.goal, by="instance", uses=(cost,), at={b: self.ratio},
            because="with b = exp(-epsilon)")
