"""Theorem 12: discrete staircase noise is optimal on the integers, for every cost.

As for Theorem 3, the tail of any private noise is compared with two lines: a steep one, whose slope
is the largest mass of a pair of places in a period, and a flat one. Together they are the tail of
a mixture of two neighbouring members P_r and P_{r+1}, one of which costs no more than the mixture.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Cheaper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.terms import Mass, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import geometric, two_points
from dpproofs.theorems.staircase import integer_noise
from dpproofs.theorems.staircase.integer_noise import P, X, peak, r, x
from dpproofs.theorems.staircase.integer_tails import (TailSteps, Tails, U, half, i, j, n, n_1,
    pair, show_increments, show_known, show_outside, show_step, y)
from dpproofs.theorems.staircase.noise import COST
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b

# n, n_1, n_2, x and d are the letters of the rules.
n_2 = sp.Symbol("n_2", integer=True)
d = sp.Symbol("d", real=True)

ON = Domain((RATIO, index(Delta, 2)))
ONE = Domain((RATIO,))
_one, _zero = sp.Integer(1), sp.Integer(0)

#: What costs no more than every member of a family; the best member is such a noise.
BEST = Given("Y", "noise", on="integers")


def level(count: sp.Expr) -> sp.Expr:
    """Twice the height (80) of P_r."""
    return 2 * (1 - b) / (2 * count + 2 * b * (Delta - count) - (1 - b))


_cell = sp.Symbol("q", integer=True)  # the number of a period


def _steep(m: sp.Expr) -> sp.Expr:
    """The steep line with a level, at n_1."""
    return 1 - m * (n_1 - half)


def _flat(m: sp.Expr) -> sp.Expr:
    """The flat line with a level, at n_1."""
    return b + b * m * (Delta + half - n_1)


PRIVATE = Goal(integer_noise.PRIVATE.proposition, ON)
MEMBERS = ON & index(r, 1, Delta)
CHEAPEST = Goal(Cheaper(BEST(), P, COST.name), MEMBERS)
OPTIMAL = Goal(Cheaper(BEST(), X(), COST.name), ON)

THEOREM12 = Statement(id="staircase.thm12", paper=PAPER, item="Theorem 12, (81)",
    title="discrete staircase noise is optimal, for every cost",
    printed_latex=r"\Delta\ge2:\quad\min_{P\in SP}\sum_iL(i)\,P(i)=\min_{1\le "
    r"r\le\Delta}\sum_iL(i)\,P_r(i)", parameters=ON, given=(X, BEST, COST),
    definitions=integer_noise.DEFINITIONS, hypotheses=(PRIVATE, CHEAPEST),
    printed=(integer_noise.EXISTS, integer_noise.IS_PRIVATE, OPTIMAL),
    note="Every P_r is a probability and private; and noise Y that costs at most as much as every "
    "P_r, such as the best of them, costs at most as much as any private X, symmetric or not, for "
    "every even L that is nondecreasing on [0, oo); costs may be infinite. There are finitely many "
    "P_r, so that one of them is the best. The derivation does not follow Appendix F: X has a "
    "larger tail than a mixture of P_r and P_{r+1} for some r.",
    examples=({"X": geometric(b ** (1 / Delta), ()), "Y": two_points(_one)},
        {"X": geometric(b ** (half / Delta), ()), "Y": two_points(_one)}))


@dataclass(frozen=True)
class Level:
    """The level m: the number, and the steps that bound it and the tails with it."""

    m: sp.Expr
    steep: str
    flat: str
    low: str
    high: str


def _chords(proof: Proof, known: TailSteps, step: str) -> str:
    """The mass before place i against the mass from there to the end of the period."""
    inside = ON & index(i, 0, Delta)
    before = (n + half) * pair(i) - b * (1 - U(n + 1))
    first = show_increments(proof, before, Delta - 1, inside, "one more pair",
        [(step, {y: n + 1}, -b), (known.compare, {i: n + 1, j: i}, 1)],
        "any pair has at least b times each of the pairs at 1, ..., n, which are added up",
        latex=r"b\,\big(U(n+1)-U(n+2)\big)\le p(i)+p(-i)")
    start = proof.follows(Relation(b * (1 - U(n + 1)), "<=", (n + half) * pair(i)), first,
        (known.start, b), known.compare, on=inside & index(n, 0, Delta - 1),
        because="1 - U(n+1) is half the pair at 0 and the pairs at 1, ..., n, each of which has at "
            "most 1/b times the mass of the pair at i")
    on = ON & index(j, 0, Delta - 1)
    after = (j + half) * U(Delta - n) - n * b * (1 - U(j + 1))
    rest = show_increments(proof, after, Delta - 1, on, "one more pair",
        [(start, {i: Delta - n - 1, n: j}, 1), (step, {y: Delta - n - 1}, j + half)],
        "each of the last n pairs before Delta has at least b/(j + 1/2) times the mass before j "
            "+ 1; they are added up",
        latex=r"b\,\big(1-U(j+1)\big)\le(j+\tfrac12)\big(U(\Delta-n-1)-U(\Delta-n)\big)")
    return proof.follows(
        Relation(b * (Delta - half - j) * (1 - U(j + 1)), "<=", (j + half) * (U(j + 1) - b)),
        (rest, {n: Delta - 1 - j}), (start, {i: Delta, n: j}), known.end, on=on,
        because="the pairs from j + 1 to Delta - 1 are all that is left before Delta, and U(Delta) "
            "- b is at least half the pair at Delta, which is bounded likewise")


def _level(proof: Proof, known: TailSteps, step: str) -> Level:
    """The level m, with its bounds."""
    chords = _chords(proof, known, step)
    place, rise = pair(n), U(n_1 + 1)
    room = Delta - half - n_1
    high = (rise - b) / (b * room)
    bound = ON & index(n_1, 0, Delta - 1)
    both = ON & index(n, 0, Delta - 1) & index(n_1, 0, Delta - 1)
    begun = proof.follows(Relation(level(Delta), "<=", high),
        (chords, 1 / (b * room * (n_1 + half + b * room))), on=bound,
        because="the tail is above the flat line of P_Delta")
    fall = U(Delta - n) - n * b * pair(i)
    later = show_increments(proof, fall, Delta, ON & index(i, 0, Delta - 1), "one more pair",
        [(step, {y: Delta - n - 1}, 1), (known.compare, {j: Delta - n - 1}, 1)],
        "each of the last n pairs before Delta has at least b times the mass of the pair at i; "
            "they are added up",
        latex=r"b\,\big(p(i)+p(-i)\big)\le U(\Delta-n-1)-U(\Delta-n)")
    bounded = proof.follows(Relation(place, "<=", high),
        (later, {i: n, n: Delta - 1 - n_1}, 1 / (b * room)), (known.end, 1 / (b * room)),
        (known.compare, {i: n, j: Delta}, 1 / (2 * b * room)), on=both,
        because="the pairs from n_1 + 1 to Delta - 1, and half the pair at Delta, have each at "
            "least b times the mass of the pair at n, and b lies beyond")
    top = level(1)
    begun_low = proof.shows(Relation(level(Delta), "<=", top), on=ON, by="sign",
        because="P_Delta is lower at 0 than P_1")
    found = proof.obtains("maximum", "m", on=ON,
        uses=(bounded, begun, _highest(proof, known, step, later), begun_low),
        because="let m be the largest mass of a pair of places, or twice the height of P_Delta",
        set=place, start=level(Delta), above=high, cap=top, last=Delta - 1)
    reasons = ("at least twice the height of P_Delta", "no pair has more",
        "and m has the bounds that all of them have", "it is at most twice the height of P_1")
    low, steep, flat, top_bound = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(reasons))
    return Level(found.term, steep, flat, low, top_bound)


def _highest(proof: Proof, known: TailSteps, step: str, later: str) -> str:
    """No pair has more than twice the height of P_1."""
    place, top = pair(n), level(1)
    middle = U(n) + U(n + 1)
    before = -middle / 2 - n * b * pair(i)
    first = show_increments(proof, before, Delta, ON & index(i, 0, Delta - 1),
        "U(n) - U(n+2) is the pair at n and the one at n + 1, each of which has at least b times "
            "the mass of the pair at i",
        [(step, {y: n}, half), (step, {y: n + 1}, half), (known.compare, {j: n}, half),
            (known.compare, {j: n + 1}, half)],
        "the difference of the means on both sides is half the pairs at 0 and n, and those "
            "between, each of which has at least b times the mass of the pair at i",
        latex=r"b\,\big(p(i)+p(-i)\big)\le\tfrac12\big(U(n)-U(n+2)\big)")
    return proof.shows(Relation(place, "<=", top), on=ON & index(n, 0, Delta - 1), by="entailment",
        because="half the pair at 0, the pairs at 1, ..., Delta - 1 and half the pair at Delta "
            "have at most 1 - b; all have at least b times the mass of the pair at n, which is one "
            "of them",
        uses=(first, later, step, known.start, known.end, known.compare),
        facts=[(first, {i: n}, top / (1 - b)), (step, {y: n}, top / (2 * (1 - b))),
            (step, {y: sp.Integer(0)}, -top / (2 * (1 - b))),
            (later, {i: n, n: Delta - 1 - n}, top / (1 - b)), (known.end, {}, top / (1 - b)),
            (known.compare, {i: n, j: Delta}, top / (2 * (1 - b))),
            (known.start, {}, -top / (1 - b))])


def _tails(proof: Proof, exists: str) -> tuple[str, str]:
    """Append ``P(|P_r| >= n_1 + j Delta)``, up to r and from r on."""
    masses, law = integer_noise.DEFINITIONS
    tails = Tails(proof, law, masses, exists)
    even = tails.even()
    later = _beyond_period(proof, tails)
    counted = MEMBERS & index(j, 0)
    where, split, end = n_1 + j * Delta, r + j * Delta, (j + 1) * Delta
    found = []
    for on, parts, value in (
            (counted & index(n_1, 1, r), ((0, where, split), (1, split, end)), _steep(2 * peak)),
            (counted & index(n_1, r, Delta), ((1, where, end),), _flat(2 * peak))):
        pieces = [tails.interval(piece, j, (low, high), on) for piece, low, high in parts]
        rest = (later, {_cell: j + 1}, end)
        found.append(tails.beyond(where, on, pieces, rest, even, b**j * value))
    return found[0], found[1]


def _beyond_period(proof: Proof, tails: Tails) -> str:
    """``P(P_r >= q Delta) = b^q (1 + a(r))/2``."""
    start = MEMBERS & index(_cell, 0)
    on, period = start & index(n, 0), _cell + n
    low, split, end = period * Delta, period * Delta + r, (period + 1) * Delta
    pieces = [tails.interval(piece, period, ends, on)
        for piece, ends in ((0, (low, split)), (1, (split, end)))]
    cell = interval(_cell * Delta + n * Delta, _cell * Delta + (n + 1) * Delta, "[)")
    whole = proof.shows(that(Mass(P, cell)) == sum((found for _, found, _ in pieces),
        sp.Integer(0)),
        on=on, by="measure", uses=(tails.exists,), because="a period consists of its two parts")
    terms = (1 - b) * b**period * (1 + peak) / 2
    total = proof.follows(that(Mass(P, cell)) == terms, whole, *(name for name, _, _ in pieces),
        on=on, because="the two parts together")
    value = b**_cell * (1 + peak) / 2
    summed = proof.shows(Sum(terms, n, _zero, sp.oo, value), on=start, by="sum", ratio=b,
        because="a geometric series")
    return proof.applies("countable additivity", on=start, uses=(total, summed, tails.exists),
        because="the mass beyond q Delta is that of all later periods", noise=P,
        start=_cell * Delta, width=Delta, terms=terms, value=value)


def _lines(proof: Proof, known: TailSteps, step: str, found: Level) -> tuple[str, str]:
    """Append that the tail of X is above two lines in every period."""
    m = found.m
    terms = U(n + 1) + (n + half) * m
    line = show_increments(proof, terms, Delta - 1, ON, "one more pair has at most the mass m",
        [(found.steep, {n: n + 1}, 1), (step, {y: n + 1}, -1)],
        "no pair has more than m, so that the tail is above the steep line")
    shape = b ** (-n) * U(i + n * Delta)
    periods = show_increments(proof, shape, sp.oo, ON & index(i, 1, Delta), "one period further",
        [(known.far, {y: i + n * Delta}, b ** (-n - 1))],
        "every period has at least b times the mass of the one before")
    on = ON & index(n_2, 0) & index(n_1, 1, Delta)
    where = n_1 + n_2 * Delta
    outside = show_outside(proof, where, on, known.tail)
    near = proof.shows(Relation(b**n_2 * _steep(m), "<=", Mass(X(), beyond(where))), on=on,
        by="entailment",
            because="the steep line holds in every period, as U falls by a factor b at most from "
                "one to the next; and 1 - U(1), half the pair at 0, is at most m/2",
        uses=(periods, line, known.start, found.steep, outside),
        facts=[(outside, {}, 1), (periods, {i: n_1, n: n_2}, b**n_2), (line, {n: n_1 - 1}, b**n_2),
            (known.start, {}, b**n_2), (found.steep, {n: _zero}, b**n_2 / 2)])
    far = proof.shows(Relation(b**n_2 * _flat(m), "<=", Mass(X(), beyond(where))), on=on,
        by="entailment",
            because="the flat line holds in every period, as U falls by a factor b at most from "
                "one to the next",
        uses=(periods, found.flat, outside),
        facts=[(outside, {}, 1), (periods, {i: n_1, n: n_2}, b**n_2),
            (found.flat, {n_1: n_1 - 1}, b**n_2 * b * (Delta + half - n_1))])
    return near, far


def _between(proof: Proof, found: Level, lines: tuple[str, str], tails: tuple[str, str],
        exists: str, cheapest: str) -> str:
    """Append that Y costs at most as much as X, if m lies between the levels of two neighbours."""
    m, upper, lower = found.m, level(n), level(n + 1)
    here = ON & index(n, 1, Delta - 1)
    on = here & Variable(x, lower, m, "[]", hollow=True) & Variable(d, m, upper, "[]", hollow=True)
    weights = []
    for low, middle, high in ((lower, x, m), (m, d, upper)):
        side = proof.shows(that(low) <= middle, on=on, by="sign", because="by the choice of r")
        weights.append(proof.follows(that(low) <= high, side, on=on, because="m is between"))
    first, second = m - lower, upper - m
    apart = proof.shows(that(0) < first + second, on=on, by="sign",
        because="the levels of P_1, P_2, ... fall")
    members = [proof.shows(Cheaper(BEST(), integer_noise.STAIRCASE(count), COST.name), on=on,
            by="instance", uses=(cheapest,), at={r: count},
            because="Y costs at most as much as either") for count in (n, n + 1)]
    where = n_1 + n_2 * Delta
    one, two = (Mass(integer_noise.STAIRCASE(count), beyond(where)) for count in (n, n + 1))
    target = Mass(X(), beyond(where))
    claim = that(first * one + second * two) <= (first + second) * target
    counted = on & index(n_2, 0)
    parts = [proof.follows(claim, (line, first + second), (tail, {r: n, j: n_2}, -first),
            (tail, {r: n + 1, j: n_2}, -second), on=counted & places, also=(*weights, apart),
            because=f"both tails are on {name} lines there, and the mean of their levels is m")
        for places, line, tail, name in ((index(n_1, 1, n), lines[0], tails[0], "steep"),
            (index(n_1, n + 1, Delta), lines[1], tails[1], "flat"))]
    everywhere = proof.shows(claim, on=counted & index(n_1, 1, Delta), by="cases", uses=parts,
        because="so the mixture has a smaller tail than X")
    return proof.applies("mixture of two, integers", on=on,
        uses=(everywhere, apart, *members, exists, *weights),
        because="one of the two costs no more than their mixture, which costs no more than X",
        first=integer_noise.STAIRCASE(n), second=integer_noise.STAIRCASE(n + 1), dear=X(),
        cheap=BEST(), cost=COST.name, first_weight=first, second_weight=second, width=Delta)


def show_best(proof: Proof) -> None:
    """Append that every P_r is private, and that no private noise is cheaper than Y."""
    proof.part("The members are private")
    exists = integer_noise.show_exists(proof)
    integer_noise.show_private(proof, exists)
    proof.part("Pairs of places and tails of X")
    known = show_known(proof, PRIVATE, ON, Delta)
    cheapest = proof.assumes(CHEAPEST, because="Y costs at most as much as every P_r")
    step = show_step(proof, known, ON)
    proof.part("The largest mass of a pair")
    found = _level(proof, known, step)
    proof.part("Two lines below the tail of X")
    lines = _lines(proof, known, step, found)
    proof.part("The tails of the members")
    tails = _tails(proof, exists)
    proof.part("A mixture of two neighbours")
    between = _between(proof, found, lines, tails, exists, cheapest)
    two = proof.shows(that(2) <= Delta, on=ON, by="sign", because="there are two members at least")
    proof.applies("neighbours", on=ON, uses=(between, two, found.low, found.high),
        because="and m lies between two neighbours", cheap=BEST(), dear=X(), cost=COST.name,
        terms=level(n), value=found.m, last=Delta)


IDEA = ("A pair is two places i and -i. Let m be the largest mass of a pair, or twice the height "
    "of P_Delta at 0. Privacy keeps the tail of X above two lines in the first period, a steep one "
    "through its start and a flat one to its end, and above b^n times these in the period n. Twice "
    "the heights of two neighbours have m between them, and their tails lie on such lines; so a "
    "mixture of both has a smaller tail than X, and costs no more.")


def derive() -> Derivation:
    proof = Proof(ON, THEOREM12)
    proof.idea(IDEA)
    show_best(proof)
    proof.is_long(7)
    return proof.done()


CLAIMS = (Claim(THEOREM12, derive),)
