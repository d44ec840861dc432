"""The exchange: no radii with steps of at least Delta cost less than radii with steps of Delta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

#: Earlier steps, values for their variables, and multipliers.
Facts: TypeAlias = list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr | int]]

zero = sp.Integer(0)
Delta = sp.Symbol("Delta", positive=True)
turn, y, gap = sp.symbols("s y z", nonnegative=True)
k, m = (sp.Symbol(name, integer=True, nonnegative=True) for name in "km")
n, x = OWN["n"], OWN["x"]
_t, _u = sp.symbols("t u", real=True)

ON = Domain((RATIO, positive(Delta), Variable(turn, zero, sp.oo, "[)")))
PLACE = Variable(y, zero, sp.oo, "[)")
COUNT, LATER = index(n, 0), index(k, 0)

G, S, rho = (Given(name, "function", 1) for name in ("G", "S", "rho"))
A, c = Given("A", "function"), Given("c", "function")


def series(term: sp.Expr, value: sp.Expr, domain: Domain) -> Goal:
    """The sum of b^n times a term is a value."""
    return Goal(Sum(b**n * term, n, zero, sp.oo, value), domain)


FALLS = Goal(that(G(y + gap)) <= G(y),
    ON & between(y, 0, turn, "[]") & between(gap, 0, turn - y, "[]"))
RISES = Goal(that(G(y)) <= G(y + gap),
    ON & Variable(y, turn, sp.oo, "[)") & Variable(gap, zero, sp.oo, "[)"))
EVEN = series(G(y + n * Delta), S(y), ON & PLACE)
FIRST = Goal(that(0) <= rho(0), ON)
STEPS = Goal(that(rho(k) + Delta) <= rho(k + 1), ON & LATER)
TOTAL = series(G(rho(n)), A(), ON)
LOW = Goal(that(c()) <= S(y), ON & PLACE)

_off = y - turn
_SQUARES = (
    _off**2 / (1 - b) + 2 * _off * Delta * b / (1 - b) ** 2 + Delta**2 * b * (1 + b) / (1 - b) ** 3)

EXCHANGE = Statement(
    id="vector.exchange",
    paper=PAPER,
    item="ours: the exchange of radii",
    title="no radii with steps of at least Delta cost less than all radii with steps of Delta",
    printed_latex=r"\begin{gathered}G\text{ falls on }[0,s]\text{ and rises on }[s,\infty),\qquad "
    r"\rho_0\ge0,\ \rho_{k+1}\ge\rho_k+\Delta\\ \Rightarrow\quad\sum_{k\ge0}b^kG(\rho_k)\ge"
    r"\inf_{y\ge0}\sum_{k\ge0}b^kG(y+k\Delta)\end{gathered}",
    parameters=ON,
    given=(G, S, rho, A, c),
    hypotheses=(FALLS, RISES, EVEN, FIRST, STEPS, TOTAL, LOW),
    printed=(Goal(that(c()) <= A(), ON),),
    note="For every function G that falls (not necessarily strictly) up to some s >= 0 and rises "
    "from there on, whatever its values, and every b in (0, 1). S(y) is the sum over equal steps "
    "that begin at y, A the sum over the given radii; both are assumed to converge, as G is "
    "bounded from below by G(s), so that a sum that does not is infinite. c is any number that no "
    "S(y) is below. In R^d, with G(r) the integral of L(r) - mu over d(r^d), it says that no "
    "radii rho(b^k t) of private noise have a smaller cost than mu, when no staircase has. Private "
    "noise on R^d has such radii, and costs no less than they do: vector.optimal.",
    examples=(
        {
            "G": sp.Lambda((y,), _off**2),
            "S": sp.Lambda((y,), _SQUARES),
            "rho": sp.Lambda((y,), 2 * Delta * y),
            "A": sp.Lambda(
                (), _SQUARES.subs({y: 0}).subs(Delta, 2 * Delta)
            ),
            "c": sp.Lambda((), zero),
        },
    ),
)


@dataclass(frozen=True)
class ExchangeSteps:
    """The steps on which the exchange rests, and the number that no S(y) is below."""

    least: sp.Expr
    falls: str
    rises: str
    even: str
    first: str
    total: str
    low: str
    onward: str
    positive: str


@dataclass(frozen=True)
class Start:
    """Equal steps from one place, in one case: why the place is right, near and far from s."""

    on: Domain
    at: sp.Expr
    proof: Proof
    known: ExchangeSteps

    def step(self, lhs: sp.Expr, rhs: sp.Expr, on: Domain, facts: Facts, why: str) -> str:
        """Append that a number is at most another, from earlier steps."""
        uses = tuple(dict.fromkeys(name for name, _, _ in facts))
        return self.proof.shows(that(lhs) <= rhs, on=on, by="entailment", uses=uses, facts=facts,
            because=why)

    @property
    def place(self) -> sp.Expr:
        """Where the n-th of the equal steps is."""
        return self.at + n * Delta

    def near(self, last: sp.Expr, outside: Facts, inside: Facts) -> str:
        """Append that G is no larger at the equal steps, up to a number of them."""
        on = self.on & index(n, 0, last)
        low = self.step(rho(n), self.place, on, outside,
            "the n-th equal step is not before the n-th radius")
        high = [self.step(self.place, turn, on, inside, "nor beyond s")] if inside else []
        some = self.step(0, rho(n), on, [(self.known.positive, {k: n}, 1)], "a radius")
        bounds: Facts = [(name, {}, 1) for name in (low, *high)]
        before = self.step(rho(n), turn, on, bounds, "the radius is not beyond s either")
        return self.proof.shows(that(G(self.place)) <= G(rho(n)), on=on, by="entailment",
            uses=(self.known.falls, low, *high, some, before),
            facts=[(self.known.falls, {y: rho(n), gap: self.place - rho(n)}, 1)],
            because="G is no larger at the equal steps than at the radii, as it falls there")

    def far(self, begin: sp.Expr, inside: Facts, outside: Facts) -> str:
        """Append that G is no larger at the equal steps, from a number of them on."""
        on = self.on & index(n, begin)
        low = [self.step(turn, self.place, on, inside, "not before s")] if inside else []
        high = self.step(self.place, rho(n), on, outside, "the n-th equal step is not beyond the "
            "n-th radius")
        return self.proof.shows(that(G(self.place)) <= G(rho(n)), on=on, by="entailment",
            uses=(self.known.rises, *low, high),
            facts=[(self.known.rises, {y: self.place, gap: rho(n) - self.place}, 1)],
            because="G is no larger at the equal steps than at the radii, as it rises there")

    def ends(self, parts: tuple[str, ...], facts: Facts) -> str:
        """Append that A is not below the least, from G at the equal steps and where they begin."""
        proof, known = self.proof, self.known
        some = self.step(zero, self.at, self.on, facts, "the equal steps begin at 0 or later")
        there = proof.shows(series(G(self.place), S(self.at), self.on).proposition, on=self.on,
            by="instance", uses=(known.even, some), at={y: self.at}, because="their sum")
        whole = parts[0]
        if len(parts) > 1:
            whole = proof.shows(that(G(self.place)) <= G(rho(n)), on=self.on & COUNT, by="cases",
                uses=parts, because="G is no larger at the equal steps than at the radii, before s "
                "as it falls there and beyond s as it rises")
        proof.key(whole)
        scaled = self.step(b**n * G(self.place), b**n * G(rho(n)), self.on & COUNT,
            [(whole, {}, b**n)], "term by term")
        summed = proof.applies("comparison of sums", on=self.on, uses=(there, known.total, scaled),
            because="so the sum is no larger", small=b**n * G(self.place), great=b**n * G(rho(n)),
            less=S(self.at), more=A())
        return proof.follows(that(known.least) <= A(), (known.low, {y: self.at}), summed,
            on=self.on, also=(some,), because="and no sum over equal steps is below the least")


def told(proof: Proof, on: Domain) -> str:
    """Append that the bounds of the last variable of a domain are in order, as it has a value."""
    last = on.variables[-1]
    begun = proof.shows(that(last.lower) <= last.symbol, on=on, by="sign",
        because="where there is such a number")
    return proof.follows(that(last.lower) <= last.upper, begun, on=on,
        because="its bounds are in order")


def hollow(symbol: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> Variable:
    return Variable(symbol, sp.S(lower), sp.S(upper), "[]", hollow=True)


def _crossed(proof: Proof, known: ExchangeSteps) -> str:
    """Append that A is not below the least where rho(m) <= s <= rho(m + 1)."""
    before = ON & index(m, 0) & hollow(_t, rho(m), turn)
    here = before & hollow(_u, turn, rho(m + 1))
    reached, passed = told(proof, before), told(proof, here)
    ahead = (known.onward, {k: m + 1, n: n - m - 1}, 1)
    parts = []

    on = here & hollow(x, rho(m + 1), turn + Delta)
    start = Start(on, rho(m + 1) - (m + 1) * Delta, proof, known)
    short = told(proof, on)
    parts.append(start.ends((
                start.near(m, [(known.onward, {k: n, n: m + 1 - n}, 1)], [(short, {}, 1)]),
                start.far(m + 1, [(passed, {}, 1)], [ahead])),
            [(known.onward, {k: zero, n: m + 1}, 1), (known.first, {}, 1)]))

    on = here & hollow(x, turn + Delta, rho(m + 1))
    start = Start(on, turn - m * Delta, proof, known)
    long = told(proof, on)
    parts.append(start.ends((
                start.near(m, [(known.onward, {k: n, n: m - n}, 1), (reached, {}, 1)], []),
                start.far(m + 1, [], [(long, {}, 1), ahead])),
            [(known.onward, {k: zero, n: m}, 1), (known.first, {}, 1), (reached, {}, 1)]))
    return proof.applies("either order", on=here, uses=parts, because="in either case",
        first=rho(m + 1), second=turn + Delta, left=known.least, right=A())


def show_exchange(proof: Proof, known: ExchangeSteps, steps: str) -> str:
    """Append that A is not below the least."""
    claim = that(known.least) <= A()
    proof.part("Radii that pass s")
    crossed = _crossed(proof, known)
    at_n = ON & COUNT & hollow(x, rho(n), turn) & hollow(OWN["d"], turn, rho(n + 1))
    anywhere = proof.follows(claim, (crossed, {m: n, _t: x, _u: OWN["d"]}), on=at_n,
        because="the same in other letters")
    rise = proof.follows(that(Delta) <= rho(n + 1) - rho(n), steps, on=ON & COUNT,
        because="the radii rise by Delta at least")
    early = ON & hollow(_t, rho(0), turn)
    begins = told(proof, early)
    inside = proof.applies("crossing", on=early, uses=(begins, rise, anywhere),
        because="the radii pass s at some step", terms=rho(n), step=Delta, level=turn,
        left=known.least, right=A())
    first = proof.follows(claim, (inside, {_t: x}), on=ON & hollow(x, rho(0), turn),
        because="the same in other letters")
    proof.part("Radii that begin beyond s, and all")
    on = ON & hollow(x, turn, rho(0))
    start = Start(on, rho(0), proof, known)
    late = told(proof, on)
    last = start.ends((start.far(zero, [(late, {}, 1)], [(known.onward, {k: zero}, 1)]),),
        [(known.first, {}, 1)])
    return proof.applies("either order", on=ON, uses=(first, last),
        because="the radii pass s or begin beyond it", first=rho(0), second=turn,
        left=known.least, right=A())


def known_of(proof: Proof, steps: str, least: sp.Expr, **assumed: str) -> ExchangeSteps:
    """Append that the radii rise by Delta a step, and are not negative."""
    proof.part("How the radii rise")
    step = proof.follows(that(Delta) <= rho(k + n + 1) - rho(k + n), steps, on=ON & LATER & COUNT,
        because="one step")
    onward = proof.applies("induction", on=ON & LATER & COUNT, uses=(step,),
        because="after n steps the radius has risen by n Delta",
        terms=rho(k + n), step=Delta, last=sp.oo)
    first = assumed["first"]
    some = proof.follows(that(0) <= rho(k), (onward, {k: zero, n: k}), first, on=ON & LATER,
        because="from the first radius on")
    return ExchangeSteps(least, **assumed, onward=onward, positive=some)


def derive() -> Derivation:
    proof = Proof(ON, EXCHANGE)
    proof.idea("Let the radii pass s between the numbers m and m + 1. Take equal steps of which "
        "the one with number m + 1 is that radius, where it is at most s + Delta, and the one with "
        "number m is s, where it is not. Each of them is between s and the radius of the same "
        "number, so that G is no larger there, and neither is the sum.")
    falls, rises, even, first, steps, total, low = proof.supposes((FALLS, "G falls up to s"),
        (RISES, "and rises from there on"), (EVEN, "S(y) is the sum over equal steps from y on"),
        (FIRST, "radii are not negative"), (STEPS, "and rise by Delta at least"),
        (TOTAL, "A is the sum over the radii"), (LOW, "no sum over equal steps is below c"))
    known = known_of(proof, steps, c(), falls=falls, rises=rises, even=even, first=first,
        total=total, low=low)
    show_exchange(proof, known, steps)
    return proof.done()


CLAIMS = (Claim(EXCHANGE, derive),)
