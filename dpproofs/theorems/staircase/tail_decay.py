"""The fastest decay that privacy allows: Lemma 23 on the line and Lemma 30 on the integers.

X is noise that is given. The noise Y has the masses of X within one sensitivity, scaled by c, and
repeats them with the ratio b.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Private
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Moved, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import even_periods, on_integers
from dpproofs.theorems.staircase.setting import RATIO, b

n = sp.Symbol("n", integer=True)
COUNT = index(n, 0)
SCALE = Given("c", "function")
c = SCALE()
L = Given("L", "cost")
POSITIVE = Goal(that(0) < c, Domain())


@dataclass(frozen=True)
class Decay:
    """Hypotheses and goals for one sensitivity.

    ``place`` ranges over the first period and ``onward`` over all distances for which one more
    sensitivity is compared; ``letter`` is the place in the rule that compares tails.
    """

    size: sp.Symbol
    sizes: tuple[Variable, ...]
    place: Variable
    onward: Variable
    letter: Variable
    on: str = "line"

    @property
    def given(self) -> tuple[Given, Given, Given, Given]:
        """The noise, the new noise, the scale and the cost."""
        return Given("X", "noise", on=self.on), Given("Y", "noise", on=self.on), SCALE, L

    @cached_property
    def _noise(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Function("X")(), sp.Function("Y")()

    def tail(self, place: sp.Expr) -> sp.Expr:
        """P(|X| >= place)."""
        return Mass(self._noise[0], beyond(place))

    def new(self, place: sp.Expr) -> sp.Expr:
        """P(|Y| >= place)."""
        return Mass(self._noise[1], beyond(place))

    @property
    def origin(self) -> sp.Expr:
        """What the atom at 0 adds, b P(0)."""
        return b * Mass(self._noise[0], interval(0, 0, "[]"))

    @cached_property
    def sizes_on(self) -> Domain:
        """b and the sensitivity."""
        return Domain((RATIO, *self.sizes))

    @cached_property
    def _far(self) -> Domain:
        return self.sizes_on & self.onward

    @cached_property
    def _first(self) -> Domain:
        return self.sizes_on & self.place

    @cached_property
    def hypotheses(self) -> dict[Goal, str]:
        """Privacy, and how the new noise is made; with their reasons."""
        z, y, size, on = self.onward.symbol, self.place.symbol, self.size, self.sizes_on
        return {Goal(Private(self._noise[0], -sp.log(b), sp.Integer(0), size), on):
                "the noise is private",
            POSITIVE: "the first period is scaled by a positive number",
            Goal(that(c * (1 - self.tail(size) + self.origin)) == 1 - b, on):
                "c is chosen so that the new noise has mass 1",
            Goal(that(self.new(y)) == 1 - c * (1 - self.tail(y)), self._first):
                "in the first period P(|X| < x) is scaled by c",
            Goal(that(self.new(z + size)) == b * self.new(z), self._far):
                "one period farther the new noise has fallen by the factor b"}

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """c >= 1; the new mass is 1; the new tail is below the old, in the first period and on; so
        the new noise costs no more.
        """
        y = self.place.symbol
        ahead = y + n * self.size
        return (Goal(that(1) <= c, self.sizes_on),
            Goal(that(self.new(self.size)) == b + c * self.origin, self.sizes_on),
            Goal(that(self.new(y)) <= self.tail(y), self._first),
            Goal(that(self.new(ahead)) <= self.tail(ahead), self._first & COUNT),
            Goal(Cheaper(self._noise[1], self._noise[0], L.name), self.sizes_on))

    def show(self, proof: Proof) -> str:
        """Append the hypotheses and the goals; the name of the step that says privacy."""
        y, z = self.place.symbol, self.onward.symbol
        ahead = y + n * self.size
        private, some, scale, begins, repeats = (
            proof.assumes(goal, because=why) for goal, why in self.hypotheses.items())
        half = self._outwards(proof, private, z, self._far)
        bound = self._whole_outwards(proof, private)
        share = proof.follows(that((1 - self.tail(self.size) + self.origin) / (1 - b)) <= 1,
            (bound, 1 / (1 - b)), on=self.sizes_on,
            because="the first period has 1 - b of the mass at most")
        least_scale = proof.concludes(self.goals[0], by="entailment",
            because="so that c >= 1: the first period is scaled up, never down",
            uses=(share, some, scale), facts=[(share, {}, c), (scale, {}, 1 / (1 - b))])
        proof.follows(self.goals[1], begins, scale,
            because="what is left after the first period is what its copies have: the mass is 1")
        least = proof.shows(that(self.tail(y)) <= 1, on=self._first, by="measure",
            because="a probability")
        larger = proof.follows(that(0) <= c - 1, least_scale, on=self.sizes_on,
            because="c - 1 is not negative")
        near = proof.follows(self.goals[2], (begins, -1), (least, c - 1), also=(larger,),
            because="in the first period what lies nearer to 0 is scaled up by c >= 1, so that "
            "less is left outside")
        gap = (self.tail(ahead) - self.new(ahead)) / b**n
        rises = proof.follows(Relation(sp.Integer(0), "<=", gap.xreplace({n: n + 1}) - gap),
            (half, b ** (-n - 1)), (repeats, -(b ** (-n - 1))), on=self._first & COUNT,
            because="from one period to the next the new tail falls by b, the old by no more")
        grows = proof.applies("induction", on=self._first & COUNT, uses=(rises,),
            because="so the gap over b^n does not shrink", terms=gap, step=0, last=sp.oo)
        below = proof.follows(self.goals[3], grows, near,
            because="the gap between the two tails is not negative in the first period, and so it "
            "is in no later one")
        self._cheaper(proof, below)
        return private

    def _cheaper(self, proof: Proof, below: str) -> None:
        letter, y = self.letter.symbol, self.place.symbol
        ahead = letter + n * self.size
        there = proof.shows(that(self.new(ahead)) <= self.tail(ahead),
            on=self.sizes_on & COUNT & self.letter, by="instance", uses=(below,), at={y: letter},
            because="for every place of every period")
        by_integers = self.on == "integers"
        proof.concludes(self.goals[4], by="rule",
            because="so the new noise costs no more, for every cost", uses=(there,),
            rule="stochastic order by periods" + ", integers" * by_integers,
            bindings={"cheap": self._noise[1], "dear": self._noise[0], "cost": L.name,
                "width": self.size})

    def _rays(self, proof: Proof, private: str, z: sp.Expr, on: Domain) -> list[str]:
        """Append privacy for the two half-lines that begin at distance z, moved outwards."""
        found = []
        for ray, shift in ((interval(z, sp.oo, "[)"), self.size),
                (interval(-sp.oo, -z, "(]"), -self.size)):
            place, *ends = ray.args
            there = ray.func(place, *(e if e.is_infinite else e + shift for e in ends))
            mass = Mass(self._noise[0], Moved(ray, shift))
            said = proof.shows(that(Mass(self._noise[0], ray)) <= mass / b, on=on, by="privacy",
                uses=(private,), set=ray, shift=shift, because="privacy for a half-line")
            same = proof.shows(that(mass) == Mass(self._noise[0], there), on=on, by="measure",
                because="which is moved outwards by one sensitivity")
            found.append(proof.follows(
                    that(b * Mass(self._noise[0], ray)) <= Mass(self._noise[0], there), (said, b),
                    same, on=on,
                    because="a half-line that is moved outwards by one sensitivity keeps b of its "
                    "mass"))
        return found

    def _masses(self, z: sp.Expr) -> sp.Expr:
        """The mass of the two half-lines at distance z; for z = 0 the origin counts twice."""
        rays = interval(z, sp.oo, "[)"), interval(-sp.oo, -z, "(]")
        return sum((Mass(self._noise[0], ray) for ray in rays), sp.Integer(0))

    def _outwards(self, proof: Proof, private: str, z: sp.Expr, on: Domain) -> str:
        """Append that the tail falls by a factor b at most over one sensitivity."""
        rays = self._rays(proof, private, z, on)
        near = proof.shows(that(self.tail(z)) <= self._masses(z), on=on, by="measure",
            because="|X| >= z lies in the two half-lines")
        far = proof.shows(that(self.tail(z + self.size)) == self._masses(z + self.size), on=on,
            by="measure", because="farther out they do not meet")
        return proof.follows(that(b * self.tail(z)) <= self.tail(z + self.size), *rays, (near, b),
            far, on=on, because="move the two half-lines outwards")

    def _whole_outwards(self, proof: Proof, private: str) -> str:
        """Append the same from the origin, which lies in both half-lines."""
        on, zero = self.sizes_on, sp.Integer(0)
        rays = self._rays(proof, private, zero, on)
        near = proof.shows(that(1 + self.origin / b) == self._masses(zero), on=on, by="measure",
            because="two half-lines from 0 are the whole line, and 0 once more")
        far = proof.shows(that(self.tail(self.size)) == self._masses(self.size), on=on,
            by="measure", because="farther out they do not meet")
        return proof.follows(that(b + self.origin) <= self.tail(self.size), *rays, (near, -b), far,
            on=on,
            because="what is at least one sensitivity from 0 is at least b times the whole, 0 "
            "counted twice")


_old = (1 + b) / 2  # what the noise of the examples falls by in each period
_u = sp.Symbol("u", real=True)


def line_example(size: sp.Symbol) -> dict[str, Tails | sp.Lambda]:
    """The density is constant in each period, and falls by (1 + b)/2 from one to the next."""

    noise = {"X": even_periods(_old, size), "Y": even_periods(b, size)}
    return {**noise, "c": sp.Lambda((), sp.Integer(2))}


def integer_example(size: sp.Symbol) -> dict[str, Tails | sp.Lambda]:
    """The same on the integers, where 0 is counted once."""

    def level(ratio: sp.Expr) -> sp.Expr:
        return (1 - ratio) / (2 * size - 1 + ratio)

    def noise(ratio: sp.Expr) -> Tails:
        periods = sp.floor(_u / size)
        rest = size - (_u - periods * size) + size * ratio / (1 - ratio)
        return on_integers(sp.Lambda(_u, level(ratio) * ratio**periods * rest))

    return {"X": noise(_old), "Y": noise(b), "c": sp.Lambda((), level(b) / level(_old))}
