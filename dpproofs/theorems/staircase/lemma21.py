"""Lemmas 21 and 22: of even noise that is level on bins, that whose levels fall is no dearer.

The paper puts the levels in order. Here the staircase that Theorem 3 finds is averaged over the
bins: the average has the staircase's tail at the ends of the bins, where that of the given noise is
larger, and between them both tails are straight.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Even, Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Relation, that
from dpproofs.kernel.terms import Mass, Mirror, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import even_periods
from dpproofs.theorems.staircase import noise
from dpproofs.theorems.staircase.averaged import (FINE, WIDTH, Average, i, j, n, show_mean,
    show_rays, show_split, x)
from dpproofs.theorems.staircase.noise import COST, DENSITY, PRIVATE, Q, X, k, m
from dpproofs.theorems.staircase.setting import (PAPER, RATIO, SENSITIVITY, SPLIT, Delta, b, gamma,
    weight)
from dpproofs.theorems.staircase.theorem3 import (AHEAD, Choice, G, PrivacySteps, Level, Subject, h,
    show_lines, w, y)

ON = Domain((RATIO, SENSITIVITY, FINE))
FAMILY = ON & SPLIT
_zero, _half = sp.Integer(0), sp.Rational(1, 2)
s, u = sp.symbols("s u", real=True)
period = sp.Symbol("q", integer=True)

#: The levels of the given noise.
LEVELS = Given("a", "function", 1)
_a = LEVELS
OF = Average(Q, FAMILY, (gamma,), ("p", "g", "A"), noise.EXISTS)
MASS, STEPS, AVERAGE, A = OF.mass, OF.density, OF.law, OF.mean


def _mass(place: sp.Expr) -> sp.Expr:
    """The mass of a bin."""
    return OF.has(place)


_BINS = ON & index(n, 0)
_PART = between(s, 0, WIDTH, "(]")
EVEN = Goal(Even(X()), noise.ON)
LEVEL = Goal(that(Mass(X(), interval(n * WIDTH, n * WIDTH + s, "[)"))) == _a(n) * s, _BINS & _PART)

#: Names for what Theorem 3 counts, since i is a parameter here.
_COUNTS = sp.Symbol("j_1", integer=True), sp.Symbol("j_2", integer=True)

EXISTS, IS_EVEN, IS_PRIVATE = OF.goals
_place = period * i + j
INSIDE = Goal(that(_mass(_place + 1)) <= _mass(_place),
    Domain((RATIO, SENSITIVITY, index(i, 2), index(period, 0), index(j, 0, i - 2), SPLIT)))
ACROSS = Goal(that(_mass((period + 1) * i)) <= _mass(period * i + i - 1),
    FAMILY & index(period, 0))
OPTIMAL = Goal(Exists(Domain((SPLIT,)), (IS_PRIVATE.proposition, Cheaper(A, X(), COST.name))), ON)


def _example(ratio: sp.Expr) -> dict[str, object]:
    """Levels that fall by a ratio from bin to bin."""
    v = sp.Symbol("v", real=True)
    level = sp.Lambda(v, (1 - ratio) / (2 * WIDTH) * ratio**v)
    return {"X": even_periods(ratio, WIDTH), "a": level}


LEMMA21 = Statement(id="staircase.appB.lem21", paper=PAPER, item="Lemmas 21 and 22, (154)-(175)",
    title="even noise that is level on bins costs no less than some whose levels fall",
    printed_latex=r"\begin{gathered}f(x)=a_k\ \text{ for }|x|\in[k\tfrac\Delta i,(k+1)\tfrac\Delta "
    r"i):\\ \int L\,dP_b\le\int L\,dP_a\ \text{ for some }P_b\in SP_{i,md};\qquad "
    r"\inf_{P\in SP_{i,sym}}\int L\,dP=\inf_{P\in SP_{i,md}}\int L\,dP\end{gathered}",
    printed_text="for each private symmetric noise that is level on bins of width Delta/i there is "
    "such noise whose levels do not increase from 0 on, and which costs no more; so the two infima "
    "are equal", parameters=ON, given=(X, LEVELS, COST),
    definitions=(*noise.DEFINITIONS, MASS, STEPS, AVERAGE), hypotheses=(PRIVATE, EVEN, LEVEL),
    printed=(noise.EXISTS, noise.IS_PRIVATE, EXISTS, IS_EVEN, IS_PRIVATE, INSIDE, ACROSS,
        OPTIMAL),
    note="As the paper prints them. X has the symmetric density a(n) on the bins n Delta/i <= |x| "
    "< (n + 1) Delta/i: the last hypothesis says it by the masses of all parts of bins that begin "
    "where a bin does. A(gamma) is noise of the same class: its density g is level on the same "
    "bins, and it is a probability, symmetric and private. Its levels, which are i/Delta times the "
    "masses p(gamma, n), do not increase, neither inside a period of i bins nor from one period to "
    "the next. One of them costs at most as much as X, for every even L that is nondecreasing on "
    "[0, oo); costs may be infinite, and gamma does not depend on L. So the infimum over noise of "
    "the class whose levels fall is not above that over the class; nor is it below, being over a "
    "part of it. That is Lemma 22. The derivation is not the paper's, which puts the levels of X "
    "in order (Algorithm 2; staircase.appB.lem21.counting is the counting behind it): here "
    "A(gamma) is the staircase of Theorem 3, averaged over the bins, with the tail of the "
    "staircase at their ends. So the steps from Lemma 21 to (217)-(220) are done at once: a period "
    "of A(gamma) has two levels, with one between them in one bin at most.",
    examples=(_example(b ** (1 / i)), _example(b ** (_half / i))))


# -- the levels fall ------------------------------------------------------------------------------

#: The two levels of a period.
_TOP, _LOW = (piece.value.xreplace({k: period}) for piece in DENSITY.pieces)
_BIN = ON & index(period, 0) & index(j, 0, i - 1)


def _part(proof: Proof, piece: int, ends: tuple[sp.Expr, sp.Expr], on: Domain) -> str:
    """Append what the staircase has between two places in a piece of a period."""
    low, high = ends
    value = (_TOP, _LOW)[piece]
    mass = value * sp.expand(high - low)
    integral = proof.shows(Integral(value, u, low, high, mass), on=on, by="integral",
        because="the density has one level there", antiderivative=value * u)
    return proof.shows(that(Mass(Q, interval(low, high, "[)"))) == mass, on=on, by="density",
        uses=(*OF.there(proof), integral), piece=piece, period=period,
        because="the mass of this part")


@dataclass(frozen=True)
class Bins:
    """Steps on the mass of a bin: before the split, behind it, and its bounds wherever it lies."""

    before: str
    behind: str
    least: str
    most: str


def _show_bins(proof: Proof) -> Bins:
    """Append what the staircase has in a bin."""
    cell, split = OF.cell(_place), (period + gamma) * Delta
    ends = _place * WIDTH, (_place + 1) * WIDTH
    behind_, across, before_ = (_BIN & between(gamma, low, high, "[]")
        for low, high in ((0, j / i), (j / i, (j + 1) / i), ((j + 1) / i, 1)))
    before, behind = _part(proof, 0, ends, before_), _part(proof, 1, ends, behind_)
    parts = [_part(proof, piece, pair, across)
        for piece, pair in ((0, (ends[0], split)), (1, (split, ends[1])))]
    both = proof.shows(that(cell) == Mass(Q, interval(ends[0], split, "[)"))
            + Mass(Q, interval(split, ends[1], "[)")), on=across, by="measure",
        uses=OF.there(proof), because="a bin in which the level falls has two parts")
    found = []
    for claim, sign, why in ((that(_LOW * WIDTH) <= cell, 1, "the lower level at least"),
            (that(cell) <= _TOP * WIDTH, -1, "the upper level at most")):
        pieces = [proof.follows(claim, (behind, sign), on=behind_, because=why),
            proof.follows(claim, (both, sign), *((part, sign) for part in parts), on=across,
                because=why),
            proof.follows(claim, (before, sign), on=before_, because=why)]
        found.append(proof.shows(claim, on=_BIN & SPLIT, by="cases", uses=pieces,
                because=f"every bin has {why}"))
    return Bins(before, behind, *found)


def _show_falling(proof: Proof, masses: str) -> None:
    """Append that no bin has more than the one before."""
    bins = _show_bins(proof)
    places = (masses, {n: _place + 1}, -1), (masses, {n: _place}, 1)
    around = Domain(INSIDE.domain.variables[:-1])
    claim = INSIDE.proposition
    pieces = [
        proof.follows(claim, *places, (bins.behind, {j: j + 1}, -1), (bins.least, {}, 1),
            on=around & between(gamma, 0, (j + 1) / i, "[]"),
            because="up to this gamma the later bin is behind the split; it has the lower level, "
            "which every bin has at least"),
        proof.follows(claim, *places, (bins.before, {}, 1), (bins.most, {j: j + 1}, 1),
            on=around & between(gamma, (j + 1) / i, 1, "[]"),
            because="from this gamma on the earlier bin is before the split; it has the upper "
            "level, which no bin exceeds")]
    proof.concludes(INSIDE, by="cases", uses=pieces,
        because="so inside a period the levels do not increase")
    proof.follows(ACROSS, (masses, {n: (period + 1) * i}, -1), (masses, {n: period * i + i - 1}, 1),
        (bins.least, {j: i - 1}, 1), (bins.most, {period: period + 1, j: _zero}, 1),
        because="and a period begins no higher than the one before ends")


# -- the tails at the ends of the bins ------------------------------------------------------------


def _show_rays(proof: Proof, later: str) -> tuple[str, str]:
    """Append what the staircase has from a place on, before the split of a period and behind."""
    split, end = (period + gamma) * Delta, (period + 1) * Delta
    found, there = [], OF.there(proof)
    rows: list[tuple[sp.Expr, sp.Expr, list[tuple[int, sp.Expr, sp.Expr]]]] = [
        (period * Delta, split, [(0, y, split), (1, split, end)]), (split, end, [(1, y, end)])]
    for start, stop, parts in rows:
        on = noise.ON & SPLIT & index(period, 0) & between(y, start, stop, "[)", hollow=True)
        masses = [Mass(Q, interval(low, high, "[)")) for _, low, high in parts]
        pieces = [_part(proof, piece, (low, high), on) for piece, low, high in parts]
        ray = proof.shows(that(Mass(Q, at_least(y))) == sum(masses, Mass(Q, at_least(end))), on=on,
            by="measure", uses=there, because="the rest of this period, and all later ones")
        ahead = sum(((_TOP, _LOW)[piece] * (high - low) for piece, low, high in parts), _zero)
        scaled = weight * (ahead + b ** (period + 1) / 2)
        total = sp.factor(sp.expand(scaled / b**period)) * b**period
        found.append(proof.follows(that(weight * Mass(Q, at_least(y))) == total, (ray, weight),
                (later, {m: period + 1}, weight), *((piece, weight) for piece in pieces), on=on,
                because="the masses add up"))
    return found[0], found[1]


def _show_steep(proof: Proof, known: PrivacySteps, level: Level) -> str:
    """Append that G lies above the steep line at the start of the period as well."""
    rise = (1 - b) * level.t / Delta
    on = noise.ON & between(x, 0, Delta, "[)")
    ahead = (Delta - x) / (n + 1)
    excess = 1 - rise * x - G(x)
    bound = rise * (Delta - x) - excess
    near = proof.follows(that(n * excess) <= bound,
        (level.steep, {x: x + ahead}, (n + 1) * (1 - b) * (x + ahead) / Delta),
        (known.falls, {y: x, w: ahead}, n + 1), on=on & index(n, 0),
        because="a little farther on it does, and it has not increased")
    return proof.applies("Archimedes", on=on, uses=(near,), value=excess, bound=bound,
        because="so it lies above the steep line from the start on")


def _show_periods(proof: Proof, known: PrivacySteps) -> str:
    """Append how G falls from period to period, also from the start of one."""
    terms, on = b ** (-n) * G(y + n * Delta), noise.ON & AHEAD & index(n, 0)
    one = proof.follows(Relation(_zero, "<=", terms.xreplace({n: n + 1}) - terms),
        (known.far, {y: y + n * Delta}, b ** (-n - 1)), on=on, because="one more period")
    return proof.applies("induction", on=on, uses=(one,), terms=terms, step=0, last=sp.oo,
        because="so every period has at least b times the mass of the one before")


def _show_half(proof: Proof, known: PrivacySteps, even: str) -> str:
    """Append that half of G at least lies on the right."""
    on, ray = noise.ON & AHEAD, at_least(y)
    turned = proof.shows(that(Mass(X(), Mirror(ray))) == Mass(X(), ray), on=on, by="mirror",
        uses=(even,), set=ray, because="the noise is symmetric")
    inside = proof.shows(that(Mass(X(), interval(-sp.oo, -y))) <= Mass(X(), Mirror(ray)), on=on,
        by="measure", because="the half line without its end")
    return proof.follows(that(G(y)) <= 2 * Mass(X(), ray), known.tail, turned, inside, on=on,
        because="the noise is symmetric, so that it has half of G at least on either side")


def _show_ends(proof: Proof, lines: tuple[PrivacySteps, Level, Choice], even: str,
        later: str) -> str:
    """Append that from any place on the staircase has at most as much as the noise."""
    known, level, choice = lines
    steep, rays = _show_steep(proof, known, level), _show_rays(proof, later)
    falls, half = _show_periods(proof, known), _show_half(proof, known, even)
    proof.key(steep, falls, half)
    chosen, ray = noise.STAIRCASE(choice.gamma), at_least(y)
    split, end = (period + choice.gamma) * Delta, (period + 1) * Delta
    counted, place = noise.ON & index(period, 0), y - period * Delta
    claim = that(Mass(chosen, ray)) <= Mass(X(), ray)
    before, behind = (counted & between(y, *ends, "[)", hollow=True)
        for ends in ((period * Delta, split), (split, end)))
    placed = [proof.follows(range_, (limit, Delta), on=here,
            because="since gamma lies between 0 and 1")
        for range_, limit, here in ((that(y) < end, choice.high, before),
            (that(period * Delta) <= y, choice.low, behind), (that(0) <= y, choice.low, behind))]
    slope = b ** (period + 1) * (1 - b) * (Delta - place) / (2 * Delta)
    pieces = [proof.follows(claim, (half, _half), (falls, {y: place, n: period}, b**period / 2),
            line, (tail, {gamma: choice.gamma}, -level.t),
            (choice.inverse, {}, Mass(chosen, ray) - start), on=here,
            also=(choice.low, choice.high, *where),
            because=f"there the tail of the staircase is on the {name} line, above which that of "
            f"the "
            "noise lies in every period")
        for name, here, where, line, tail, start in (
            ("steep", before, placed[:1], (steep, {x: place}, b**period / 2), rays[0],
                b**period / 2),
            ("flat", behind, placed[1:], (level.flat, {h: Delta - place}, slope), rays[1],
                b ** (period + 1) / 2))]
    every = proof.shows(claim, on=counted & between(y, period * Delta, end, "[)"), by="cases",
        uses=pieces, because="in every period")
    return proof.shows(claim, on=noise.ON & AHEAD, by="multiples", uses=(every,), variable=y,
        width=Delta, index=period, because="so the staircase has no more from any place on")


# -- the tails in between -------------------------------------------------------------------------

_START, _END, _WHERE = n * WIDTH, (n + 1) * WIDTH, x + n * WIDTH
_BETWEEN = between(x, 0, WIDTH)


@dataclass(frozen=True)
class Side:
    """One of the two noises: where it is spoken of, the steps that it exists and is even, and what
    it has in a bin and in a part of it that begins there.
    """

    noise: sp.Expr
    family: Domain
    exists: tuple[str, ...]
    even: str
    whole: tuple[str, dict[sp.Symbol, sp.Expr]]
    part: tuple[str, dict[sp.Symbol, sp.Expr]]


def _levels(proof: Proof, exists: str) -> list[tuple[str, dict[sp.Symbol, sp.Expr]]]:
    """Append what the average has in a bin, and in a part of it."""
    level = OF.has(n) / WIDTH
    found: list[tuple[str, dict[sp.Symbol, sp.Expr]]] = []
    for end, on in ((_END, OF.cells), (_WHERE, OF.cells & _BETWEEN)):
        mass = level * sp.expand(end - _START)
        integral = proof.shows(Integral(level, u, _START, end, mass), on=on, by="integral",
            because="one level on each bin", antiderivative=level * u)
        found.append((proof.shows(that(Mass(A, interval(_START, end, "[)"))) == mass, on=on,
                    by="density", uses=(exists, integral), piece=0, period=n,
                    because="what the average has there"), {}))
    return found


def _show_straight(proof: Proof, side: Side) -> tuple[str, str]:
    """Append that inside a bin the tail is straight, and that it is half of that on both sides."""
    who, on = side.noise, side.family & index(n, 0) & _BETWEEN
    pieces = [proof.shows(that(Mass(who, at_least(_START))) ==
            Mass(who, interval(_START, end, "[)")) + Mass(who, at_least(end)), on=on, by="measure",
        uses=side.exists, because="a part of a bin, and what is behind it")
        for end in (_END, _WHERE)]
    ray = at_least(_WHERE)
    straight = proof.follows(that(WIDTH * Mass(who, ray)) == (WIDTH - x) * Mass(who,
            at_least(_START)) + x * Mass(who, at_least(_END)), (pieces[0], x), (pieces[1], -WIDTH),
        (*side.whole, x), (*side.part, -WIDTH), on=on, also=side.exists,
        because="inside a bin the tail is straight")
    turned = proof.shows(that(Mass(who, Mirror(ray))) == Mass(who, ray), on=on, by="mirror",
        uses=(side.even, *side.exists), set=ray, because="the left side has what the right one has")
    both = proof.shows(that(Mass(who, beyond(_WHERE))) == Mass(who, ray) + Mass(who, Mirror(ray)),
        on=on, by="measure", uses=side.exists, because="both sides of the origin")
    twice = proof.follows(that(Mass(who, beyond(_WHERE))) == 2 * Mass(who, ray), both, turned,
        on=on, also=side.exists, because="so each has half")
    return straight, twice


def _show_cheaper(proof: Proof, sides: tuple[Side, Side], ends: tuple[str, str],
        choice: Choice) -> str:
    """Append that the average is no dearer than the noise."""
    ours, at, limits = AVERAGE(choice.gamma), {gamma: choice.gamma}, (choice.low, choice.high)
    exists = sides[0].exists
    near, rays = ends
    below = proof.follows(that(Mass(ours, at_least(_START))) <= Mass(X(), at_least(_START)),
        (near, {y: _START}, 1), (rays, {**at, j: n}, -1), on=_BINS, also=(*limits, *exists),
        because="at the ends of the bins the average has what the staircase has, which is at most "
        "what the noise has")
    proof.key(below)
    (ours_straight, ours_twice), (straight, twice) = (_show_straight(proof, side)
        for side in sides)
    less = proof.follows(that(Mass(ours, beyond(_WHERE))) <= Mass(X(), beyond(_WHERE)),
        (below, {}, 2 * (WIDTH - x) / WIDTH), (below, {n: n + 1}, 2 * x / WIDTH),
        (straight, {}, 2 / WIDTH), (ours_straight, at, -2 / WIDTH), (ours_twice, at, -1),
        (twice, {}, 1), on=_BINS & _BETWEEN, also=(*limits, *exists),
        because="at the ends of the bins the tail of the average is not larger, and inside a bin "
        "both tails are straight")
    return proof.applies("stochastic order by periods", on=ON, uses=(less, *exists, *limits),
        because="a smaller tail costs less, for every cost", cheap=ours, dear=X(), cost=COST.name,
        width=WIDTH)


def derive() -> Derivation:
    proof = Proof(ON, LEMMA21)
    private, even, level = proof.supposes((PRIVATE, "the noise is private"),
        (EVEN, "and symmetric"), (LEVEL, "and its density is level on bins"))
    proof.part("The staircase, and its average over the bins")
    exists = noise.show_exists(proof)
    kept = noise.show_private(proof, exists)
    later = noise.show_beyond_period(proof, exists)
    masses = proof.unfolds(MASS, uses=(exists,), because="the mass of a bin")
    half = proof.follows(that(OF.behind(_zero)) == _half, (later, {m: _zero}), on=FAMILY,
        because="half of the mass lies right of 0")
    mean, symmetric = show_mean(proof, OF, kept, masses, half)
    _show_falling(proof, masses)
    lines = show_lines(proof, Subject(X(), Domain(), _COUNTS), private)
    choice = lines[2]
    proof.part("The comparison")
    ends = _show_ends(proof, lines, even, later)
    rays = show_rays(proof, OF, masses, show_split(proof, OF), mean)
    sides = (Side(A, FAMILY, (mean,), symmetric, *_levels(proof, mean)),
        Side(X(), ON, (), even, (level, {s: WIDTH}), (level, {s: x})))
    cheaper = _show_cheaper(proof, sides, (ends, rays), choice)
    ranges = (choice.low, choice.high)
    quiet = proof.shows(noise.private(AVERAGE(choice.gamma)), on=ON, by="instance",
        uses=(proof.assumed(IS_PRIVATE), *ranges), at={gamma: choice.gamma},
        because="and it is private")
    proof.exists(OPTIMAL, {gamma: choice.gamma}, uses=(quiet, cheaper, *ranges),
        because="so some noise of the class, whose levels fall, is no dearer")
    proof.is_long(7)
    return proof.done()


CLAIMS = (Claim(LEMMA21, derive),)
