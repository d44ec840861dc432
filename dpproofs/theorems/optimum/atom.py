"""An atom is paid for in full: private noise that gives a share of its mass to one point.

The rest may be moved as well, so that cells may begin anywhere: in the middle of a cell that
begins at a multiple of the width, say, which brings the origin inside a cell.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive, real
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import symmetric

Delta = sp.Symbol("Delta", positive=True)
eps, a = sp.symbols("epsilon a", nonnegative=True)
delta = sp.Symbol("delta", positive=True)
b = sp.Symbol("b", real=True)
d = OWN["d"]

X, Y = Given("X", "noise"), Given("Y", "noise")
S = sp.Function("S")()  # every Borel set

ON = Domain((positive(Delta), Variable(eps, sp.Integer(0), sp.oo, "[)"), between(delta, 0, 1),
        between(a, 0, 1, "[)"), real(b)))
SHIFTS = ON & Variable(d, -Delta, Delta, "[]")


def rest(where: sp.Expr) -> sp.Expr:
    """What a set has of the rest, moved by b."""
    return (1 - a) * Mass(Y(), Moved(where, b))


def mass(where: sp.Expr) -> sp.Expr:
    """P(X in a set)."""
    return Mass(X(), where)


PRIVATE = Goal(Private(Y(), eps, delta, Delta), ON)
AT_LEAST = Goal(that(rest(S)) <= mass(S), ON)
AT_MOST = Goal(that(mass(S)) <= rest(S) + a, ON)

COVERED = Goal(that(mass(S)) <= sp.exp(eps) * mass(Moved(S, d)) + a + (1 - a) * delta, SHIFTS)
PAID = Goal(Private(X(), eps, a + (1 - a) * delta, Delta), ON)

_u = sp.Symbol("u", nonnegative=True)


def _uniform(mass: sp.Expr, centre: sp.Expr) -> Tails:
    """Uniform noise about a centre, of such a mass; the rest is an atom there."""
    return symmetric(sp.Lambda(_u, mass * sp.Max(0, 1 - 2 * delta * _u / Delta)), (), centre)


EXAMPLE = {"X": _uniform(1 - a, sp.Integer(0)), "Y": _uniform(sp.Integer(1), b)}

STATEMENT = Statement(id="optimum.atom", paper="optimum", item="ours: an atom is paid for in full",
    title="private noise that is moved, and has an atom besides, pays for the atom in full",
    printed_latex=r"\begin{gathered}Y\ (\epsilon,\delta)\text{-private},\quad(1-a)P(Y\in S+b)\le "
    r"P(X\in S)\le(1-a)P(Y\in S+b)+a\ \text{ for all Borel sets }S:\\X\ \bigl(\epsilon,\,a+(1-a)"
    r"\delta\bigr)\text{-private}\end{gathered}",
    printed_text="if Y is (epsilon, delta)-private and X is Y - b but for a share a of the mass, "
    "wherever that lies, then X is (epsilon, a + (1-a) delta)-private", parameters=ON, given=(X, Y),
    hypotheses=(PRIVATE, AT_LEAST, AT_MOST), printed=(COVERED, PAID), examples=(EXAMPLE,),
    note="In docs/optimum.md X has an atom a at the origin, and masses p_j on the cells about the "
    "points j w; Y has the masses p_j/(1-a) on the cells that begin at j w, b = w/2. Y is private "
    "by optimum.cells when what a shift by k cells uncovers of the p_j is at most (1-a) delta, and "
    "X then for a + (1-a) delta: the atom's mass is added to what any shift uncovers.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    private, least, most = proof.supposes((PRIVATE, "the noise without the atom is private"),
        (AT_LEAST, "a share 1 - a of X is Y, moved by b"),
        (AT_MOST, "and a is all that is left of X"))
    moved = Moved(S, b)
    kept = proof.shows(that(Mass(Y(), moved)) <= sp.exp(eps) * Mass(Y(), Moved(moved, d)) + delta,
        on=SHIFTS, by="privacy", uses=(private,), set=moved, shift=d,
        because="this is what privacy says of the set S + b")
    there = proof.shows(that(rest(Moved(S, d))) <= mass(Moved(S, d)), on=SHIFTS, by="instance",
        uses=(least,), at={}, sets={"S": Moved(S, d)},
        because="this is so at the set S + d")
    same = proof.shows(that(Mass(Y(), Moved(moved, d))) == Mass(Y(), Moved(Moved(S, d), b)),
        on=SHIFTS, by="measure", because="the order of two moves does not matter")
    every = proof.follows(COVERED, most, (kept, 1 - a), (same, (a - 1) * sp.exp(eps)),
        (there, sp.exp(eps)),
        because="so no set has more than is covered, but for the atom and the share of delta")
    proof.applies("privacy, by sets", on=ON, uses=(every,), because="for all sets and shifts",
        noise=X(), epsilon=eps, delta=a + (1 - a) * delta, sensitivity=Delta)
    return proof.done()


CLAIMS = (Claim(STATEMENT, derive),)
