"""Rearrangement: balls that grow by Delta from level to level are those of a private density."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Proposition, Relation, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.exchange import Facts, hollow, told
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

Delta, M, t, slack = sp.symbols("Delta M t e", positive=True)
r, out, other = sp.symbols("r z s", nonnegative=True)
n, x = OWN["n"], OWN["x"]

ON = Domain((RATIO, positive(Delta), positive(M)))
LEVEL = between(t, 0, M)
PLACE = Variable(r, sp.S.Zero, sp.oo, "[)")
OUT = Variable(out, sp.S.Zero, sp.oo, "[)")
AT, BOTH, AHEAD = ON & PLACE, ON & LEVEL & PLACE, ON & PLACE & OUT

rho, F = (Given(name, "function", 1) for name in ("rho", "F"))
more = Given("q", "function", 2)

GROWS = Goal(that(rho(t) + Delta) <= rho(b * t), ON & LEVEL)
BELOW = Goal(that((rho(t) - r) * (t - F(r))) <= 0, BOTH)
ABOVE = Goal(that(0) <= (F(r) - t) * (rho(t) - r - more(t, r)), BOTH)
SURE = Goal(that(0) < more(t, r), BOTH)
SOME = Goal(that(0) <= F(r), AT)
MOST = Goal(that(F(r)) <= M, AT)

FALLS = Goal(that(F(r + out)) <= F(r), AHEAD)
SLOWLY = Goal(that(b * F(r)) <= F(r + Delta), AT)
PRIVATE = Goal(that(b * F(r)) <= F(other), AT & between(other, 0, r + Delta, "[]"))

#: F(r) = M/(1 + r/c), with c (1/b - 1) = Delta: the radii of its levels.
_c = b * Delta / (1 - b)
_radius = _c * (M / t - 1)

REARRANGED = Statement(id="vector.rearranged", paper=PAPER,
    item="ours: the density that has balls for its levels",
    title="where the radii of the levels grow by Delta from t to b t, the density that falls with "
    "the norm and has these radii is private",
    printed_latex=r"\begin{gathered}F(r)=\sup\{t\in(0,M):\rho(t)>r\},\qquad"
    r"\rho(bt)\ge\rho(t)+\Delta\quad(0<t<M)\\ \Rightarrow\quad F\text{ falls},\quad "
    r"F(r+\Delta)\ge bF(r),\quad F(s)\ge bF(r)\quad(0\le s\le r+\Delta)\end{gathered}",
    parameters=ON, given=(rho, F, more), hypotheses=(GROWS, BELOW, ABOVE, SURE, SOME, MOST),
    printed=(FALLS, SLOWLY, PRIVATE),
    note="For all functions rho and F. That F(r) is the supremum of the levels t in (0, M) with "
    "rho(t) > r, 0 where there is none, is said by products: a level with rho(t) > r is at most "
    "F(r), and one below F(r) has rho(t) >= r + q(t, r) with some q(t, r) > 0. That it is so of "
    "every level below F(r), and not only of some that come near it, is that rho does not "
    "increase. With s = ||x + v|| <= ||x|| + Delta the last line says that F(||x||) is a private "
    "density. That private noise on R^d has radii that grow so is a goal of vector.optimal, by "
    "Brunn and Minkowski's inequality; that F(||x||) has mass 1 is left in words.",
    examples=({"rho": sp.Lambda((t,), _radius), "F": sp.Lambda((r,), M / (1 + r / _c)),
            "q": sp.Lambda((t, r), sp.Piecewise((_radius - r, _radius > r), (1, True)))},))


@dataclass(frozen=True)
class LevelSteps:
    """The steps that say what rho and F are."""

    grows: str
    below: str
    above: str
    sure: str
    some: str
    most: str


@dataclass(frozen=True)
class Carried:
    """A multiple of F at one place is at most F at another, from a level just below F."""

    proof: Proof
    known: LevelSteps
    on: Domain
    factor: sp.Expr
    start: sp.Expr
    end: sp.Expr
    inverse: str

    def step(self, claim: Proposition, on: Domain, facts: Facts, *uses: str, why: str) -> str:
        """Append an inequality from earlier steps."""
        names = tuple(dict.fromkeys((*(name for name, _, _ in facts), *uses)))
        return self.proof.shows(claim, on=on, by="entailment", uses=names, facts=facts, because=why)

    @property
    def nearly(self) -> Relation:
        """What is shown first, with a slack."""
        return that(self.factor * F(self.start)) <= F(self.end) + 2 * slack * self.factor

    def small(self, on: Domain) -> str:
        """Append the bound where F is hardly above 0."""
        here = on & hollow(x, F(self.start), 2 * slack)
        facts: Facts = [(told(self.proof, here), {}, self.factor),
            (self.known.some, {r: self.end}, 1)]
        return self.step(self.nearly, here, facts, why="as F is not negative")

    def large(self, on: Domain) -> str:
        """Append the bound where there is a level just below F."""
        here = on & hollow(x, 2 * slack, F(self.start))
        room = told(self.proof, here)
        level = F(self.start) - slack
        low = self.step(that(0) < level, here, [(room, {}, 1)], why="a level just below F")
        high = self.step(that(level) < M, here, [(self.known.most, {r: self.start}, 1)],
            why="which is below M")
        at = {t: level, r: self.start}
        gain = self.step(that(0) < more(level, self.start), here, [(self.known.sure, at, 1)], low,
            high, why="by something")
        wide = self.step(that(self.start + more(level, self.start)) <= rho(level), here,
            [(self.known.above, at, 1 / slack)], low, high, why="its radius is larger")
        facts: Facts = [(wide, {}, 1), (gain, {}, 1)]
        if self.factor != 1:
            facts.append((self.known.grows, {t: level}, 1))
        there = self.factor * level
        passed = self.step(that(self.end) < rho(there), here, facts, low, high,
            why="so the radius of this level is larger as well")
        ends = (low, high)
        if self.factor != 1:
            ends = (self.step(that(0) < there, here, [(low, {}, b)], why="this is a level again"),
                self.step(that(there) < M, here, [(high, {}, b)], why="which is below M too"))
        margin = rho(there) - self.end
        wider = self.step(that(0) < margin, here, [(passed, {}, 1)], why="by a positive number")
        inverse = self.proof.obtains("reciprocal", self.inverse, on=here, uses=(wider,),
            because="divide by it", value=margin)
        some = self.proof.knows(inverse, 0, because="which is positive")
        product = self.proof.knows(inverse, 1, because="by definition")
        beyond = there - F(self.end)
        reached = self.step(that(there) <= F(self.end), here,
            [(self.known.below, {t: there, r: self.end}, inverse.term), (product, {}, beyond)],
            passed, *ends, some, why="the level is no higher than F")
        return self.step(self.nearly, here, [(reached, {}, 1)], why="up to the slack")

    def shown(self) -> str:
        """Append that the multiple is at most F at the other place."""
        on = self.on & positive(slack)
        near = self.proof.applies("either order", on=on, uses=(self.small(on), self.large(on)),
            because="in either case", first=F(self.start), second=2 * slack,
            left=self.nearly.lhs, right=self.nearly.rhs)
        gap = self.factor * F(self.start) - F(self.end)
        many = self.step(that(n * gap) <= 2 * self.factor, self.on & index(n, 0),
            [(near, {slack: 1 / (n + 1)}, n)], why="with a slack of 1/(n + 1)")
        return self.proof.applies("Archimedes", on=self.on, uses=(many,), value=gap,
            bound=2 * self.factor, because="for every n")


def concluded(proof: Proof, goal: Goal, shown: str) -> str:
    """Append a goal that is an earlier step in other words."""
    return proof.follows(goal, shown, because="which is the claim")


def derive() -> Derivation:
    proof = Proof(ON, REARRANGED)
    known = LevelSteps(*proof.supposes((GROWS, "the radii grow"),
            (BELOW, "levels with a larger radius are at most F"),
            (ABOVE, "levels below F have a radius that is larger by q(t, r)"),
            (SURE, "and q(t, r) is positive"),
            (SOME, "F is not negative"), (MOST, "and at most M")))
    falls = concluded(proof, FALLS, Carried(proof, known, AHEAD, sp.S.One, r + out, r, "u").shown())
    slowly = concluded(proof, SLOWLY, Carried(proof, known, AT, b, r, r + Delta, "v").shown())
    proof.concludes(PRIVATE, by="entailment", uses=(falls, slowly),
        facts=[(slowly, {}, 1), (falls, {r: other, out: r + Delta - other}, 1)],
        because="F falls, so it is no smaller nearer to the origin")
    return proof.done()


CLAIMS = (Claim(REARRANGED, derive),)
