"""Theorem 3: staircase noise is optimal, for every cost.

The derivation is not the paper's (Appendix B, which discretises, rearranges and takes limits).

The tail of any private noise is compared with that of one staircase. In a period the slopes of the
tail differ by a factor exp(epsilon) at most, so the tail lies above a steep line through its start
and a flat line through its end; scaled to a period of mass 1 - b, these two are the tail of a
staircase, and later periods have at least b times the mass of the one before.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Exists
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Value
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import even_periods, laplace
from dpproofs.theorems.staircase import noise
from dpproofs.theorems.staircase.noise import (COST, DEFINITIONS, EXISTS, ON, PRIVATE, STAIRCASE, Q,
    X)
from dpproofs.theorems.staircase.setting import PAPER, SPLIT, Delta, b, gamma

# x, h and n, n_1, n_2 are the letters of the rules.
x, y, z = sp.symbols("x y z", real=True)
h, w, u = sp.symbols("h w u", positive=True)
n, n_1, n_2, N, M = sp.symbols("n n_1 n_2 i j", integer=True)

AHEAD = Variable(y, sp.Integer(0), sp.oo, "[)")

#: The mass outside [-y, y), at most P(|X| >= y).
G = sp.Function("G")


@dataclass(frozen=True)
class Subject:
    """The noise that is compared, the domain of the variables of which it speaks, and names for the
    pieces of a period that are counted, and all of them.
    """

    noise: sp.Expr
    own: Domain
    counts: tuple[sp.Symbol, sp.Symbol] = (N, M)

    @property
    def on(self) -> Domain:
        """These, b and Delta."""
        return self.own & ON

    @property
    def tail(self) -> Value:
        """What G is."""
        sides = at_least(y), interval(-sp.oo, -y)
        value = sum((Mass(self.noise, side) for side in sides), sp.Integer(0))
        return Value("G", (y,), self.own & real(y), value)


OPTIMAL = Goal(Exists(Domain((SPLIT,)), (noise.IS_PRIVATE.proposition, Cheaper(Q, X(), COST.name))),
    ON)


EXAMPLES = ({"X": laplace(b, Delta)}, {"X": even_periods(b, Delta)})

THEOREM3 = Statement(id="staircase.thm3", paper=PAPER, item="Theorem 3, (40)",
    title="staircase noise is optimal, for every cost",
    printed_latex=r"\inf_{P\in SP}\int L\,dP=\inf_{\gamma\in[0,1]}\int L(x)\,f_\gamma(x)\,dx",
    parameters=ON, given=(X, COST), definitions=DEFINITIONS, hypotheses=(PRIVATE,),
    printed=(EXISTS, OPTIMAL),
    note="Any private noise, symmetric or not, with a density or not, has a larger tail than one "
    "staircase, so it costs more for every even L that is nondecreasing on [0, oo): Property 2 is "
    "not needed, costs may be infinite, and the staircase does not depend on L. 2 a(gamma) = (1-b) "
    "t/Delta with the level t, and every t in [1, 1/b] belongs to one gamma in [0, 1]; the two "
    "lines that the steps compare G with are then the tail of f_gamma. As f_gamma is private, the "
    "two infima are equal; that the second is attained is part of Theorem 1. The derivation is not "
    "that of the appendix.", examples=EXAMPLES)


@dataclass(frozen=True)
class PrivacySteps:
    """Names of the steps that the hypothesis gave."""

    tail: str
    apart: str
    compare: str
    far: str
    falls: str


def _unfolded(proof: Proof, at: Subject) -> str:
    return proof.defines(at.tail, because="let G(y) be the mass outside [-y, y)")


def _known(proof: Proof, at: Subject, private: str) -> PrivacySteps:
    _unfolded(proof, at)
    tail = proof.unfolds(at.tail, because="by definition")
    right, left = interval(y, y + w, "[)"), interval(-y - w, -y, "[)")
    everything = proof.shows(
        that(Mass(at.noise, at_least(0)) + Mass(at.noise, interval(-sp.oo, 0))) == 1, on=at.own,
        by="measure", because="the two half lines are the whole line")
    start = proof.follows(that(G(0)) == 1, (tail, {y: sp.Integer(0)}), everything, on=at.own,
        because="all mass lies outside the empty interval")
    apart = proof.shows(that(Mass(at.noise, at_least(y)) + Mass(at.noise, interval(-sp.oo, -y))
                - Mass(at.noise, at_least(y + w)) - Mass(at.noise, interval(-sp.oo, -y - w))) ==
            Mass(at.noise, right) + Mass(at.noise, left), on=at.own & AHEAD & positive(w),
        by="measure", because="the two parts between y and y + w, on both sides of the origin")
    parts = proof.follows(that(G(y) - G(y + w)) == Mass(at.noise, right) + Mass(at.noise, left),
        tail, (tail, {y: y + w}, -1), apart, on=at.own & AHEAD & positive(w),
        because="so G falls by their mass")
    nonnegative = proof.shows(
        Relation(sp.Integer(0), "<=", Mass(at.noise, right) + Mass(at.noise, left)),
        on=at.own & AHEAD & positive(w), by="measure", because="which is not negative")
    falls = proof.follows(Relation(G(y + w), "<=", G(y)), parts, nonnegative,
        on=at.own & AHEAD & positive(w), because="so G does not increase")
    places = tuple(Variable(place, sp.Integer(0), Delta - w, "[]") for place in (y, z))
    on = at.on & between(w, 0, Delta) & places[0] & places[1]
    outwards = ((right, z - y), (left, y - z))
    moved = [_moved(proof, at, private, piece, shift, on) for piece, shift in outwards]
    compare = proof.follows(Relation(b * (G(y) - G(y + w)), "<=", G(z) - G(z + w)), (parts, -b),
        (parts, {y: z}), *((step, b) for step in moved), on=on,
        because="move the parts on both sides of the origin outwards, or inwards, by z - y")
    far_on = at.on & AHEAD
    rays = (at_least(y), Delta), (interval(-sp.oo, -y), -Delta)
    outward = [_moved(proof, at, private, ray, shift, far_on) for ray, shift in rays]
    far = proof.follows(Relation(b * G(y), "<=", G(y + Delta)), (tail, -b), (tail, {y: y + Delta}),
        *((step, b) for step in outward), on=far_on, because="move both tails outwards by Delta")
    return PrivacySteps(tail, start, compare, far, falls)


def _moved(proof: Proof, at: Subject, private: str, piece: sp.Expr, shift: sp.Expr,
        on: Domain) -> str:
    """Append what privacy says of an interval and a shift, with the moved interval written out."""
    place, lower, upper = piece.args
    ends = (end if end.is_infinite else end + shift for end in (lower, upper))
    there = piece.func(place, *ends)
    said = proof.shows(
        Relation(Mass(at.noise, piece), "<=", Mass(at.noise, Moved(piece, shift)) / b), on=on,
        by="privacy", uses=(private,), set=piece, shift=shift, because="privacy for this interval")
    same = proof.shows(that(Mass(at.noise, Moved(piece, shift))) == Mass(at.noise, there), on=on,
        by="measure", because="where it is moved to")
    return proof.follows(Relation(Mass(at.noise, piece), "<=", Mass(at.noise, there) / b), said,
        (same, -1 / b), on=on, because="so the masses differ by a factor 1/b at most")


def _slopes(proof: Proof, at: Subject, known: PrivacySteps) -> str:
    """Any two chords, one from the start of the period and one to its end."""
    part, whole = at.counts
    cells = at.on & index(whole, 2)
    piece = between(w, 0, Delta / whole, "(]")
    one = cells & piece & Variable(z, sp.Integer(0), Delta - w, "[]")
    cell = n * (G(z) - G(z + w)) - b * (G(0) - G(n * w))
    grows = proof.follows(Relation(sp.Integer(0), "<=", cell.xreplace({n: n + 1}) - cell),
        (known.compare, {y: n * w}), on=one & index(n, 0, whole - 1),
        because="one piece of width w, wherever it lies, has at least b times the piece from n w "
            "to (n+1) w",
        latex=r"b\,\big(G(nw)-G((n+1)w)\big)\le G(z)-G(z+w)")
    start = proof.applies("induction", on=one & index(n, 0, whole), uses=(grows,),
        because="the first n pieces of width w are added up, each of which has at most 1/b times "
            "the piece from z to z + w", terms=cell, step=0,
        last=whole)
    proof.key(start)
    many = cells & index(part, 0, whole) & piece
    end = part * (G(Delta - n * w) - G(Delta)) - n * b * (G(0) - G(part * w))
    again = proof.follows(Relation(sp.Integer(0), "<=", end.xreplace({n: n + 1}) - end),
        (start, {z: Delta - (n + 1) * w, n: part}), on=many & index(n, 0, whole - 1),
        because="this holds for every one of the last pieces",
        latex=r"b\,\big(G(0)-G(Nw)\big)\le N\big(G(\Delta-(n+1)w)-G(\Delta-nw)\big)")
    both = proof.applies("induction", on=many & index(n, 0, whole), uses=(again,),
        because="what has been shown of one piece holds for each of the last n, which are added up",
            terms=end, step=0, last=whole)
    first, last = b * (G(0) - G(x)), G(Delta - x) - G(Delta)
    counts = Domain((index(n, 2), index(n_1, 1, n), index(n_2, 1, n)))
    multiples = proof.follows(
        Relation(n_2 * first.xreplace({x: n_1 * h}), "<=", n_1 * last.xreplace({x: n_2 * h})),
        (both, {whole: n, part: n_1, n: n_2, w: h}),
        on=at.on & counts & between(h, 0, Delta / n, "(]"),
        because="the same in the letters of the rule")
    rises = proof.follows(Relation(last, "<=", last.xreplace({x: x + h})),
        (known.falls, {y: Delta - x - h, w: h}),
        on=at.on & between(x, 0, Delta) & between(h, 0, Delta - x, "(]"),
        because="a longer end has more mass")
    chords = proof.applies("commensurable",
        on=at.on & between(x, 0, Delta, "(]") & between(h, 0, Delta, "(]"), uses=(multiples, rises),
        because="what holds for commensurable lengths holds for all, since G is monotone",
        small=first, great=last, width=Delta)
    proof.key(chords)
    return chords


@dataclass(frozen=True)
class Level:
    """A level between all slopes: the steps that bound it, by 1 and 1/b and by the slopes."""

    t: sp.Expr
    begins: str
    ends: str
    steep: str
    flat: str


def _level(proof: Proof, at: Subject, known: PrivacySteps, chords: str) -> Level:
    """A level between all slopes of G."""
    low = Delta * (1 - G(x)) / ((1 - b) * x)
    high = Delta * (G(Delta - h) - b) / (b * (1 - b) * h)
    lengths = [between(letter, 0, Delta, "(]") for letter in (x, h)]
    scale = Delta / (b * (1 - b) * x * h)
    bounded = proof.follows(Relation(low, "<=", high), (chords, scale),
        (known.far, {y: sp.Integer(0)}, Delta / (b * (1 - b) * h)),
        (known.apart, Delta / ((1 - b) * x) + Delta / ((1 - b) * h)),
        on=at.on & lengths[0] & lengths[1],
        because="both chords are divided by b (1-b) h x/Delta, with G(0) = 1 and G(Delta) >= b")
    begun = proof.follows(Relation(sp.Integer(1), "<=", high),
        (chords, {x: Delta}, 1 / (b * (1 - b) * h)),
        (known.far, {y: sp.Integer(0)}, (Delta - b * h) / (b * (1 - b) * h)),
        (known.apart, (Delta - b * h) / ((1 - b) * h) + 1 / (1 - b)), on=at.on & lengths[1],
        because="for the whole period, Delta (G(Delta - h) - b) is at least b h (1 - G(Delta)) + "
            "Delta (G(Delta) - b), and so at least b h (1-b), as G(Delta) is at least b")
    level = proof.obtains("supremum", "t", on=at.on, uses=(bounded, begun),
        because="let t be the supremum of 1 and the scaled slopes from the start", set=low, start=1,
        above=high, width=Delta)
    t = level.term
    begins = proof.knows(level, 0, because="t is at least 1")
    steep = proof.knows(level, 1, because="and at least all slopes")
    flat = proof.knows(level, 2, because="and at most what bounds them")
    ends = proof.follows(Relation(b * t, "<=", sp.Integer(1)), (flat, {h: Delta}, b),
        (known.apart, -1 / (1 - b)), on=at.on,
        because="the bound for the whole period, where G starts with 1")
    return Level(t, begins, ends, steep, flat)


def _periods(proof: Proof, at: Subject, known: PrivacySteps) -> str:
    """G falls by a factor b in a period at most."""
    terms = b ** (-n) * G(u + n * Delta)
    on = at.on & positive(u)
    grows = proof.follows(Relation(sp.Integer(0), "<=", terms.xreplace({n: n + 1}) - terms),
        (known.far, {y: u + n * Delta}, b ** (-n - 1)), on=on & index(n, 0),
        because="one more period")
    return proof.applies("induction", on=on & index(n, 0), uses=(grows,),
        because="every period has at least b times the mass of the one before", terms=terms,
        step=0, last=sp.oo)


@dataclass(frozen=True)
class Choice:
    """The staircase that is chosen: c = 1/t, the steps on it, and gamma = (c - b)/(1 - b)."""

    c: sp.Expr
    inverse: str
    positive: str
    low: str
    high: str

    @property
    def gamma(self) -> sp.Expr:
        """The gamma whose upper level is t."""
        return (self.c - b) / (1 - b)


def _choose(proof: Proof, at: Subject, level: Level) -> Choice:
    """Append the gamma of the level, and that it lies in [0, 1]."""
    t = level.t
    known = proof.follows(that(0) < t, level.begins, on=at.on, because="t is positive")
    found = proof.obtains("reciprocal", "c", on=at.on, uses=(known,), because="let c = 1/t",
        value=t)
    c = found.term
    positive_ = proof.knows(found, 0, because="c is positive")
    inverse = proof.knows(found, 1, because="by definition")
    above = proof.follows(that(b) <= c, (level.ends, c), (inverse, b), on=at.on, also=(positive_,),
        because="since t is at most 1/b")
    below = proof.follows(that(c) <= 1, (level.begins, c), (inverse, -1), on=at.on,
        also=(positive_,), because="since t is at least 1")
    low = proof.follows(that(0) <= (c - b) / (1 - b), (above, 1 / (1 - b)), on=at.on,
        because="t is at most 1/b")
    high = proof.follows(that((c - b) / (1 - b)) <= 1, (below, 1 / (1 - b)), on=at.on,
        because="t is at least 1")
    return Choice(c, inverse, positive_, low, high)


@dataclass(frozen=True)
class PieceLine:
    """The line on a piece of a period, and what it is at t = 0: the tail of the staircase by the
    step ``tail``, and below G by the slope that is ``known``.
    """

    tail: str
    piece: Variable
    inside: tuple[Relation, str, str]
    value: sp.Expr
    start: sp.Expr
    known: tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]
    why: str


def _dominated(proof: Proof, at: Subject, known: PrivacySteps, level: Level, choice: Choice,
        periods: str, tails: tuple[str, str]) -> str:
    """Append that the tail of the staircase lies below that of the noise."""
    place, t = x + n * Delta, level.t
    chosen = STAIRCASE(choice.gamma)
    counted = at.on & index(n, 0)
    outside = proof.shows(that(Mass(at.noise, at_least(place)) + Mass(at.noise, interval(-sp.oo,
        -place))) <=
            Mass(at.noise, beyond(place)), on=counted & between(x, 0, sp.oo), by="measure",
        because="both half lines lie at a distance of x + n Delta at least")
    wanted = that(Mass(chosen, beyond(place))) <= Mass(at.noise, beyond(place))
    split, masses = choice.gamma * Delta, Mass(chosen, beyond(place))
    steep, flat = (1 - b) * x / Delta, b * (1 - b) * (Delta - x) / Delta
    parts = []
    for line in (
            PieceLine(tails[0], between(x, 0, split, "(]", hollow=True),
                inside=(that(x) <= Delta, choice.high, "since gamma is at most 1"),
                value=b**n * (1 - t * steep), start=b**n, known=(level.steep, {}, b**n * steep),
                why="above the steep line"),
            PieceLine(tails[1], between(x, split, Delta, hollow=True),
                inside=(that(0) < x, choice.low, "since gamma is at least 0"),
                value=b**n * (b + t * flat), start=b ** (n + 1),
                known=(level.flat, {h: Delta - x}, b**n * flat), why="above the flat line")):
        on, (range_, known_gamma, reason) = counted & line.piece, line.inside
        where = proof.follows(range_, (known_gamma, Delta), on=on, because=reason)
        whole = proof.shows(that(line.value) <= G(place), on=on, by="entailment",
            uses=(line.known[0], periods, where), because=f"G lies {line.why}, in every period",
            facts=[(periods, {u: x}, b**n), line.known])
        proof.key(whole)
        parts.append(proof.shows(wanted, on=on, by="entailment",
                uses=(line.tail, whole, outside, known.tail, choice.inverse, choice.low,
                    choice.high, where),
                because=f"the tail of the staircase is on the line, that of the noise {line.why}",
                facts=[(outside, {}, 1), (known.tail, {y: place}, -1), (whole, {}, 1),
                    (line.tail, {gamma: choice.gamma}, -t),
                    (choice.inverse, {}, masses - line.start)]))
    return proof.shows(wanted, on=counted & between(x, 0, Delta), by="cases", uses=parts,
        because="the tail of this staircase lies below that of the noise on both pieces of a "
            "period")


def show_lines(proof: Proof, at: Subject, private: str) -> tuple[PrivacySteps, Level, Choice]:
    """Append the steps from privacy to two lines below G, and to the staircase on them."""
    proof.part("The mass outside an interval")
    known = _known(proof, at, private)
    proof.part("Chords from the start and to the end of a period")
    chords = _slopes(proof, at, known)
    proof.part("A level between all slopes")
    level = _level(proof, at, known, chords)
    return known, level, _choose(proof, at, level)


@dataclass(frozen=True)
class Found:
    """The gamma of a staircase, and the steps that it is no dearer, and in [0, 1]; the others say
    that all staircases are probabilities, and private, and what their tails are.
    """

    gamma: sp.Expr
    cheaper: str
    ranges: tuple[str, str]
    exists: str
    private: str
    tails: tuple[str, str]


def show_cheaper(proof: Proof, at: Subject, private: str) -> Found:
    """Append the steps from privacy to a staircase that is no dearer."""
    proof.part("The staircases are private")
    exists = noise.show_exists(proof)
    kept = noise.show_private(proof, exists)
    known, level, choice = show_lines(proof, at, private)
    proof.part("The comparison")
    periods = _periods(proof, at, known)
    tails = noise.show_tail(proof, exists)
    dominated = _dominated(proof, at, known, level, choice, periods, tails)
    ranges = (choice.low, choice.high)
    chosen = STAIRCASE(choice.gamma)
    cheaper = proof.applies("stochastic order by periods", on=at.on,
        uses=(dominated, exists, *ranges), because="a smaller tail costs less, for every cost",
        cheap=chosen, dear=at.noise, cost=COST.name, width=Delta)
    return Found(choice.gamma, cheaper, ranges, exists, kept, tails)


def derive() -> Derivation:
    proof = Proof(ON, THEOREM3)
    proof.idea(__doc__)
    private = proof.assumes(PRIVATE, because="the noise is private")
    found = show_cheaper(proof, Subject(X(), Domain()), private)
    kept = proof.shows(noise.private(STAIRCASE(found.gamma)), on=ON, by="instance",
        uses=(found.private, *found.ranges), at={gamma: found.gamma},
        because="this staircase is private")
    proof.exists(OPTIMAL, {gamma: found.gamma}, uses=(kept, found.cheaper, *found.ranges),
        because="so there is a staircase that is no dearer than the noise")
    return proof.done()


CLAIMS = (Claim(THEOREM3, derive),)
