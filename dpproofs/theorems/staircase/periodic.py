"""Appendix A: noise need not depend on the query output (Theorems 2 and 10).

The distributions of one period are averaged: their convex combination with equal weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.objects import Given, Value
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import geometric, laplace
from dpproofs.theorems.staircase.definitions import (COUNT, NU, PRIVATE_LATEX, YARDSTICK, L, S, d,
    integer, n, t)
from dpproofs.theorems.staircase.families import BOUND_LATEX, MANY, N, cheap_goal, mixture_goal
from dpproofs.theorems.staircase.search import Fact
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b

_zero = sp.Integer(0)
_y = YARDSTICK()
_next = n + 1
_tau = sp.Symbol("tau", positive=True)
_inside, _k = sp.Symbol("r", nonnegative=True), sp.Symbol("k", integer=True)
_m = sp.Symbol("m", integer=True, nonnegative=True)
_x = sp.Symbol("x", real=True)
_MEAN = Given("M", "noise", 1)


@dataclass(frozen=True)
class Period:
    """A family with a period of N pieces of a width, over which it is constant.

    ``size`` is the sensitivity, with its ``range``; ``place`` says where a shift ``at`` lies: the
    m-th multiple of the width and what is beyond, ``inside``. For a family on the integers the
    width is 1, and every shift is a multiple.
    """

    family: Given
    mean: Given
    first: Domain
    range: Variable
    last: Domain
    output: Variable
    shift: Variable
    width: sp.Expr
    place: Domain
    at: sp.Expr
    pieces: bool

    @property
    def base(self) -> Domain:
        """The parameters."""
        return Domain((*self.first, self.range, *self.last))

    @property
    def part(self) -> sp.Expr:
        """The n-th piece."""
        return self.family(n * self.width)

    @property
    def private(self) -> Goal:
        """(18), or (70)."""
        t, d = self.output.symbol, self.shift.symbol
        return Goal(that(Mass(self.family(t), S)) <=
            Mass(self.family(t + d), Moved(S, -d)) / b, self.base & self.output & self.shift)

    @property
    def hypotheses(self) -> dict[Goal, tuple[str, str]]:
        """Privacy, the cost, the period, the average, and that the family is constant on pieces;
        with their reasons, and how they are displayed.
        """
        t, on = self.output.symbol, self.base & self.output
        periodic = Goal(
            that(Mass(self.family(t + N * self.width), S)) == Mass(self.family(t), S), on)
        return {self.private: ("the constraint for the outputs t and t + d", PRIVATE_LATEX),
            cheap_goal(self.family(t), on):
                ("Y costs at least as much as every distribution of the family", BOUND_LATEX),
            periodic: ("the family repeats after N pieces", ""),
            mixture_goal(n, self.mean(n), self.part, self.base & COUNT):
                ("M(n) is the average over the first n pieces", ""),
            **({self._constant: ("the family is constant on every piece", "")} if self.pieces
                else {})}

    @property
    def _constant(self) -> Goal:
        """The family on each piece."""
        return Goal(that(Mass(self.family(_k * self.width + _inside), S)) ==
            Mass(self.family(_k * self.width), S),
            self.base & integer(_k) & Variable(_inside, _zero, _tau, "[)"))

    @property
    def printed(self) -> tuple[Goal, Goal, Goal]:
        """The average is private, for every set and shift, and costs no more."""
        size = self.range.symbol
        letter = d if self.pieces else n
        every = between(letter, -size, size, "[]") if self.pieces else index(letter, -size, size)
        average = self.mean(N)
        return (Goal(that(Mass(average, S)) <= Mass(average, Moved(S, letter)) / b,
                self.base & every), Goal(Private(self.mean(N), -sp.log(b), _zero, size), self.base),
            cheap_goal(self.mean(N), self.base))


def _show_average(proof: Proof, period: Period) -> tuple[str, str]:
    """Append that the average is private, and costs no more; return these two steps."""
    private, cheap, periodic, mixing, *constant = (proof.assumes(goal, because=why, latex=latex)
        for goal, (why, latex) in period.hypotheses.items())
    known = Facts(private, constant, periodic, mixing)
    sides = []
    for ahead, title in (
            (True, "An output and a later one"), (False, "An output and an earlier one")):
        proof.part(title)
        sides.append(_show_side(proof, period, known, ahead=ahead))
    proof.part("All shifts")
    average = _conclude_privacy(proof, period, sides)
    base = period.base
    proof.part("The cost of the average")
    each = proof.shows(cheap_goal(period.part, base & COUNT).proposition, on=base & COUNT,
        by="instance", uses=(cheap,), at={period.output.symbol: n * period.width},
        because="the n-th piece costs no more than Y")
    _, mixes, *weights = _count(proof, period, mixing)
    cheaper = proof.concludes(period.printed[-1], by="rule",
        because="so their average does not cost more either, as the cost is linear in the noise",
        uses=(mixes, *weights, each), rule="mixtures",
        bindings={"mixed": period.mean(n), "part": period.part, "weight": _COUNTED(n), "dear": _y,
            "cost": L.name, "last": N}, latex=r"\int L\,d\nu^*\le\sup_t\int L\,d\nu_t")
    return average, cheaper


_COUNTED = Value("W", (n,), Domain((COUNT,)), n)


def _count(proof: Proof, period: Period, mixing: str) -> tuple[str, ...]:
    """Append the weights of the pieces: W(n) = n, and what the rule on mixtures asks of it."""
    proof.defines(_COUNTED, because="let W(n) be the number of pieces")
    meaning = proof.unfolds(_COUNTED, because="by definition")
    on = period.base & COUNT
    masses = [Mass(noise, S) for noise in (period.mean(_next), period.mean(n), period.part)]
    mixed = proof.follows(mixture_goal(_COUNTED(n), period.mean(n), period.part, on).proposition,
        mixing, (meaning, {n: _next}, masses[0] - masses[2]), (meaning, masses[2] - masses[1]),
        on=on, because="the pieces have all the weight 1, and W counts them")
    start = proof.shows(that(_COUNTED(0)) == 0, on=Domain(), by="instance", uses=(meaning,),
        at={n: _zero}, because="no piece has no weight")
    rises = proof.follows(that(_COUNTED(n)) <= _COUNTED(_next), meaning, meaning,
        on=Domain((COUNT,)), because="the weight of one more piece is 1")
    some = proof.follows(Relation(_zero, "<", _COUNTED(N)), meaning, on=Domain((MANY,)),
        because="there is a piece")
    return meaning, mixed, start, rises, some


@dataclass(frozen=True)
class Facts:
    """The names of the steps that both sides use."""

    private: str
    constant: list[str]
    periodic: str
    mixing: str


def _sum(mean: Given, count: sp.Expr, where: sp.Expr) -> sp.Expr:
    """The masses that the first pieces give a set, added up."""
    return count * Mass(mean(count), where)


def _show_side(proof: Proof, period: Period, known: Facts, *, ahead: bool) -> str:
    """Privacy of the average for shifts to one side, from an output back or ahead to another."""
    width, mean, at = period.width, period.mean, period.at
    counted = period.place & COUNT
    there = Moved(S, -at if ahead else at)
    far = (n + _m) * width
    begins, ends = (n * width, n * width + at) if ahead else (n * width + at, n * width)
    said = proof.shows(
        that(Mass(period.family(begins), S)) <= Mass(period.family(ends), there) / b, on=counted,
        by="instance", uses=(known.private,),
        at={period.output.symbol: begins, period.shift.symbol: at if ahead else -at},
        because="the constraint for the start of every piece, and the output that is so much "
            + ("farther" if ahead else "farther, back"))
    here, late = (S, there) if ahead else (there, S)
    facts: list[Fact] = [(said, {}, sp.Integer(1))]
    if period.pieces:
        snapped = proof.shows(
            that(Mass(period.family(n * width + at), late)) == Mass(period.family(far), late),
            on=counted, by="instance", uses=(known.constant[0],),
            at={_k: n + _m, _inside: at - _m * width}, sets={"S": late},
            because="which lies in the piece that is m further")
        facts.append((snapped, {}, -1 / b if ahead else sp.Integer(1)))
    late_sum = _sum(mean, n + _m, late) - _sum(mean, _m, late)
    near_sum, minus = _sum(mean, n, here), sp.Integer(-1)
    near_times, late_times = (minus, 1 / b) if ahead else (1 / b, minus)
    gap = near_times * near_sum + late_times * late_sum
    facts += [(_adds(proof, period, known, counted, n, here), {}, near_times),
        (_adds(proof, period, known, counted, n + _m, late), {}, late_times)]
    grows = proof.shows(that(0) <= gap.xreplace({n: _next}) - gap, on=counted, by="entailment",
        uses=tuple(name for name, _, _ in facts), facts=facts,
        because=_one_more(period.pieces, ahead))
    kept = proof.applies("induction", on=counted, uses=(grows,), because="for any number of pieces",
        terms=gap, step=0, last=sp.oo)
    turned = _around(proof, period, known, counted, late, ahead=ahead)
    return proof.follows(that(Mass(mean(N), S)) <= Mass(mean(N), there) / b, (kept, {n: N}),
        (turned, {n: _m}), on=period.place,
        because="a sum over a full period does not depend on where it begins, so that N pieces "
        "together give the constraint for the average",
        latex=r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S%sd)" % ("-" if ahead else "+"))


def _one_more(pieces: bool, ahead: bool) -> str:
    """Why the constraint may be added up piece by piece."""
    n, far, x = ("n tau", "(m+n) tau", "x") if pieces else ("n", "m+n", "m")
    said = f"{n} and the shift {x}" if ahead else f"{n} + {x} and the shift -{x}"
    lies = f"; {n} + {x} lies in the piece m + n" if pieces else ""
    return (f"one more piece adds nu({n}) to one average and nu({far}) to the other, so that this "
        f"is the constraint for the output {said}{lies}")


def _adds(proof: Proof, period: Period, known: Facts, on: Domain, count: sp.Expr,
        where: sp.Expr) -> str:
    """Append what one more piece adds to the masses of a set."""
    goal = mixture_goal(n, period.mean(n), period.part, on)
    return proof.shows(goal.proposition.map(lambda e: e.xreplace({n: count, S: where})), on=on,
        by="instance", uses=(known.mixing,), at={n: count}, sets={"S": where},
        because="one more piece adds its mass")


def _around(proof: Proof, period: Period, known: Facts, counted: Domain, late: sp.Expr, *,
        ahead: bool) -> str:
    """Append that a sum over a period does not gain (or lose) when it begins later."""
    width, mean = period.width, period.mean
    later = _sum(mean, N + n, late) - _sum(mean, n, late)
    terms = -later if ahead else later
    sign = sp.Integer(-1 if ahead else 1)
    more = _adds(proof, period, known, counted, N + n, late)
    less = _adds(proof, period, known, counted, n, late)
    same = proof.shows(
        that(Mass(period.family(n * width + N * width), late)) == Mass(period.part, late),
        on=counted, by="instance", uses=(known.periodic,), at={period.output.symbol: n * width},
        sets={"S": late},
        because="the piece that is left out and the piece that is added are the same")
    turns = proof.follows(that(0) <= terms.xreplace({n: _next}) - terms, (more, sign), less,
        (same, sign), on=counted, because="so a period may begin one piece later")
    return proof.applies("induction", on=counted, uses=(turns,),
        because="so it may begin any number of pieces later", terms=terms, step=0, last=sp.oo)


def _conclude_privacy(proof: Proof, period: Period, sides: list[str]) -> str:
    """From shifts to either side, cell by cell, to all shifts."""
    size, mean, base = period.range.symbol, period.mean, period.base
    if period.pieces:
        half_line = Variable(_x, _zero, sp.oo, "[)")
        whole = Domain((*period.first, *period.last, half_line, replace_range(period, _x)))
        sides = [proof.shows(proof.goal(side).proposition, on=whole, by="multiples", uses=(side,),
                variable=_x, width=_tau, index=_m, because="every shift lies in some piece")
            for side in sides]
    letter = d if period.pieces else n
    moved = that(Mass(mean(N), S)) <= Mass(mean(N), Moved(S, letter)) / b
    found = []
    for side, sign, low, high in ((sides[0], -1, -size, _zero), (sides[1], 1, _zero, size)):
        where = (between(letter, low, high, "[]", hollow=True) if period.pieces
            else index(letter, low, high))
        found.append(proof.shows(moved, on=base & where, by="instance", uses=(side,),
                at={period.at: sign * letter}, because="shifts to this side"))
    all_shifts = proof.concludes(period.printed[0], by="cases", uses=found,
        because="this holds for shifts to either side",
        latex=r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S+d)")
    return proof.concludes(period.printed[1], by="rule",
        because="for every set and every shift: the average is private", uses=(all_shifts,),
        rule="privacy, by sets" if period.pieces else "privacy, by sets of integers",
        bindings={"noise": mean(N), "epsilon": -sp.log(b), "delta": _zero, "sensitivity": size})


def replace_range(period: Period, least: sp.Expr) -> Variable:
    """The sensitivity, which is at least a shift."""
    return Variable(period.range.symbol, least, sp.oo, "[)", integer=period.range.integer)


_Delta = sp.Symbol("Delta", nonnegative=True)
_ANY = Variable(_Delta, _zero, sp.oo, "[)")
_FIRST, _LAST = Domain((RATIO,)), Domain((positive(_tau), MANY))

_PIECES = Period(family=NU, mean=_MEAN, first=_FIRST, range=_ANY, last=_LAST, output=real(t),
    shift=Variable(d, -_Delta, _Delta, "[]"), width=_tau,
    place=Domain((RATIO, positive(_tau), MANY, index(_m, 0),
            between(_x, _m * _tau, (_m + 1) * _tau, "[)"), Variable(_Delta, _x, sp.oo, "[)"))),
    at=_x, pieces=True)

_AVERAGED = ({"nu": laplace(b, _Delta + 1, (t,)), "M": laplace(b, _Delta + 1, (n,)),
        "Y": laplace(b, _Delta + 2)},)

PERIODIC = Statement(id="staircase.thm2", paper=PAPER, item="Theorem 2, (30), (31)",
    title="noise need not depend on the query output",
    printed_latex=r"\begin{gathered}\nu_t=\nu_{k\tau}\ \text{for "
    r"}t\in[k\tau,(k+1)\tau),\quad\nu_{t+N\tau}=\nu_t,\qquad\nu^*=\frac1N\sum_{i<N}\nu_{i\tau}:\\ "
    r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S-d)\quad(|d|\le\Delta),\qquad\int L\,d\nu^*\le\sup_t\int "
    r"L\,d\nu_t\end{gathered}", parameters=_PIECES.base, given=(NU, _MEAN, YARDSTICK, L),
    printed=_PIECES.printed, hypotheses=tuple(_PIECES.hypotheses),
    note="tau = T/n is the width of the pieces, N is the n of the paper and S any measurable set. "
    "M(n) is the average over the first n pieces, (n+1) M(n+1) = n M(n) + nu at n tau, and M(N) is "
    "nu*. No shift has to be a multiple of tau, and Delta none either. The bound of the costs is E "
    "L(Y). As the paper says, this speaks of families that are constant on pieces and periodic, "
    "and of no others.", examples=_AVERAGED)


#: The average, and the variables of which it speaks.
AVERAGE, AVERAGED = _MEAN(N), _LAST


def show_average(proof: Proof) -> tuple[str, str]:
    """Append Theorem 2: the average is private, and costs no more than the yardstick."""
    return _show_average(proof, _PIECES)


def derive_periodic() -> Derivation:
    proof = Proof(_PIECES.base, PERIODIC)
    _show_average(proof, _PIECES)
    return proof.done()


_t, _d = sp.symbols("t d", integer=True)
_whole = sp.Symbol("Delta", integer=True, positive=True)
_INTEGERS = Period(family=Given("nu", "noise", 1, "integers"),
    mean=Given("M", "noise", 1, "integers"), first=_FIRST, range=index(_whole, 1),
    last=Domain((MANY,)), output=integer(_t), shift=index(_d, -_whole, _whole), width=sp.Integer(1),
    place=Domain((RATIO, index(_whole, 1), MANY, index(_m, 0, _whole))), at=_m, pieces=False)

_slow = 1 - (1 - b) / _whole  # falls by less than b over the sensitivity

DISCRETE = Statement(id="staircase.thm10", paper=PAPER, item="(70)-(72), Theorem 10, (73)",
    title="the same for integer-valued queries",
    printed_latex=r"\begin{gathered}\nu_{t+N}=\nu_t,\qquad\nu^*=\frac1N\sum_{i<N}\nu_i:\\ "
    r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S-d)\quad(|d|\le\Delta),\qquad"
    r"\sum_iL(i)\,\nu^*(i)\le\sup_t\sum_iL(i)\,\nu_t(i)\end{gathered}", parameters=_INTEGERS.base,
    given=(_INTEGERS.family, _INTEGERS.mean, YARDSTICK, L), printed=_INTEGERS.printed,
    hypotheses=tuple(_INTEGERS.hypotheses),
    note="N is the n of the paper, the period; t and d are integers. Otherwise as in Theorem 2, "
    "with the integers for the pieces.",
    examples=({"nu": geometric(_slow, (_t,)), "M": geometric(_slow, (n,)),
            "Y": geometric((1 + _slow) / 2)},))


def derive_discrete() -> Derivation:
    proof = Proof(_INTEGERS.base, DISCRETE)
    _show_average(proof, _INTEGERS)
    return proof.done()


CLAIMS = (Claim(PERIODIC, derive_periodic), Claim(DISCRETE, derive_discrete))
