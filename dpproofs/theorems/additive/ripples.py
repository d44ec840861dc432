"""Noise that is not monotone and beats P_alpha, as noise: its density in pieces.

Three families, each with the sensitivity s: uniform noise with a ripple, for delta = 1/2 (the
power) and delta = 1/3 (the amplitude), and a mixture with an atom for every delta >= 2/3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private, Proper
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Definition, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof

x = sp.Symbol("x", real=True)
s, w = sp.symbols("s w", positive=True)
ZERO, _ONE = sp.Integer(0), sp.Integer(1)


def _positive(gap: sp.Expr) -> sp.Expr:
    """The positive part of what has one sign for all values of its parameters up to 1."""
    least = gap.subs(dict.fromkeys(gap.free_symbols, sp.Rational(1, 2)))
    return gap if least > 0 else ZERO


@dataclass(frozen=True)
class Steps:
    """Noise with a density that is constant on cells.

    ``levels`` has the density times s and where it ends, in units of s; ``cells`` is how many
    cells the sensitivity has, ``cost`` the power of the cost and ``value`` the expected cost.
    """

    name: str
    arguments: tuple[sp.Symbol, ...]
    domain: Domain
    levels: tuple[tuple[sp.Expr, sp.Rational], ...]
    cells: int
    delta: sp.Expr
    cost: int
    value: sp.Expr
    atom: sp.Expr = ZERO
    epsilon: sp.Expr = ZERO

    @property
    def density(self) -> Pieces:
        """The density."""
        inner = tuple(Piece(level / s, end * s) for level, end in self.levels)
        name = f"f_{self.name}"
        return Pieces(name, x, self.arguments, self.domain, (*inner, Piece(ZERO, sp.oo)))

    @property
    def law(self) -> Law:
        """The noise."""
        return Law(self.name, self.arguments, self.domain, self.density.name, self.atom)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The density and the noise."""
        return self.density, self.law

    @property
    def goals(self) -> tuple[Goal, ...]:
        """That the noise exists, is private, and what it costs."""
        noise = self.law(*self.arguments)
        claims = (Proper(noise), Private(noise, self.epsilon, self.delta, s),
            Expected(noise, x, x**self.cost, "==", self.value))
        return tuple(Goal(claim, self.domain) for claim in claims)

    def show(self, proof: Proof) -> tuple[str, str, str]:
        """Append the goals; return their steps."""
        exists, private = self.show_noise(proof)
        return exists, private, self.show_cost(proof, exists)

    def show_noise(self, proof: Proof) -> tuple[str, str]:
        """Append that the noise exists and is private."""
        exists = self._exists(proof)
        private = proof.concludes(self.goals[1], by="steps", uses=(exists,), width=s / self.cells,
            because=self._gains())
        return exists, private

    def _gains(self) -> str:
        """What sets gain under shifts by whole cells, with its numbers."""
        right = [level for number, (level, end) in enumerate(self.levels)
            for _ in range(int(self.cells * (end - (self.levels[number - 1][1] if number else 0))))]
        line, found = [*reversed(right), *right], []
        for shift in range(1, self.cells + 1):
            pairs = zip(line, [*line[shift:], *[ZERO] * shift], strict=True)
            gains = (_positive(here - sp.exp(self.epsilon) * there) for here, there in pairs)
            found.append(str(sp.factor(self.atom + sum(gains, ZERO) / self.cells)))
        shifts = "1, ..., " if self.cells > 2 else "1 and "
        return (f"under a shift by {shifts}{self.cells} cells of width s/{self.cells} no set gains "
            f"more than {', '.join(found[:-1])} and {found[-1]}, and between them the gain is "
            "interpolated")

    def show_cost(self, proof: Proof, exists: str) -> str:
        """Append what it costs."""
        sign = proof.shows(that(0) <= x**self.cost, because="a cost is not negative",
            on=self.domain & Variable(x, ZERO, sp.oo, "[)"), by="sign")
        parts = [self._integral(proof, place, x**self.cost * piece.value)
            for place, piece in enumerate(self.density.pieces)]
        values = [cast(Integral, proof.goal(name).proposition).value for name in parts[:-1]]
        *first, last = (str(value).replace("**", "^") for value in values)
        return proof.concludes(self.goals[2], by="expectation", uses=(exists, sign, *parts),
            because="the cost is twice the sum of its integrals over the pieces of the density "
            f"right of 0, which are {', '.join(first)} and {last}")

    def _exists(self, proof: Proof) -> str:
        used = []
        for place, piece in enumerate(self.density.pieces):
            lower, upper = self.density.ends(place)
            used.append(proof.shows(that(0) <= piece.value, because="the density is not negative",
                    on=self.domain & Variable(x, lower, upper, "[)", hollow=True), by="sign"))
            used.append(self._integral(proof, place, piece.value))
        return proof.concludes(self.goals[0], by="existence", uses=used,
            because="so the noise is a probability")

    def _integral(self, proof: Proof, place: int, body: sp.Expr) -> str:
        lower, upper = self.density.ends(place)
        back = sp.integrate(body, x)
        value = ZERO if body == 0 else sp.expand(back.subs(x, upper) - back.subs(x, lower))
        return proof.shows(Integral(body, x, lower, upper, value), on=self.domain, by="integral",
            because=f"integrate over piece {place + 1} of the density", antiderivative=back)

    def refutes(self, proof: Proof, goal: Goal, at: dict[sp.Symbol, sp.Expr],
            steps: tuple[str, str, str], least: sp.Expr, because: str,
            share: sp.Expr = _ONE) -> str:
        """Append that a printed bound ``least`` is wrong for this noise with s = 1, w = share."""
        values = {symbol: share if symbol == w else _ONE for symbol in self.arguments}
        noise, nowhere = self.law(*values.values()), Domain()
        found = [proof.at(name, values, on=nowhere, because="with the sensitivity 1")
            for name in steps]
        below = proof.shows(that(self.value.xreplace(values)) < least, on=nowhere, by="sign",
            because="the first number is the smaller")
        better = proof.shows(Expected(noise, x, x**self.cost, "<", least), on=nowhere, by="weaken",
            uses=(found[2], below), because="so it costs less")
        return proof.fails(goal, at, objects={"X": noise}, uses=(found[1], better, found[0]),
            because=because)


_ON = Domain((positive(s),))
_third, _seventh = sp.Rational(1, 3), sp.Rational(1, 7)

#: delta = 1/2: masses (1, 2, 2, 1, 1, 2, 2, 1)/12 on cells of width s/4.
POWER = Steps("R", (s,), _ON,
    ((_third, sp.Rational(1, 4)), (2 * _third, sp.Rational(3, 4)), (_third, sp.Integer(1))), 4,
    sp.Rational(1, 2), 2, sp.Rational(5, 16) * s**2)

#: delta = 1/3: masses (2, 3, 2, 2, 3, 2, 2, 3, 2)/21 on cells of width s/3.
AMPLITUDE = Steps("A", (s,), _ON,
    ((3 * _seventh, sp.Rational(1, 6)), (2 * _seventh, sp.Rational(5, 6)),
        (3 * _seventh, sp.Rational(7, 6)), (2 * _seventh, sp.Rational(3, 2))), 6, _third, 1,
    sp.Rational(187, 252) * s)

#: delta = 1 - w/3: an atom, and masses w (2, 1, 2)/6 on cells of width s/2.
MIXED = Steps("M", (w, s), Domain((between(w, 0, 1, "(]"), positive(s))),
    ((w / 3, sp.Rational(1, 4)), (2 * w / 3, sp.Rational(3, 4))), 4, 1 - w / 3, 2,
    sp.Rational(53, 288) * w * s**2, 1 - sp.Rational(5, 6) * w)
