"""Appendix A: noise need not depend on the query output (Lemmas 14, 15, Theorems 2 and 10).

A finite sum over any number of distributions is a sequence that is known by its first value and its
differences; the rule 'induction' then proves what holds for every number of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.proposition import Relation, at_most
from dpproofs.theorems.staircase.definitions import FAMILIES, PRIVATE, W, d, integer, n, t, u
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b

_zero = sp.Integer(0)
_alpha = sp.Symbol("alpha", real=True)
_cost = sp.Function("cost")  # cost(t) = int L dnu_t
_worst, _worst_moved = sp.Function("worst")(), sp.Function("worst_moved")()

# -- Lemma 14: a family with its index moved ------------------------------------------------------

_moved, _cost_moved = sp.Function("W_moved"), sp.Function("cost_moved")
_OUTPUT = Domain((real(_alpha), real(t)))

TRANSLATION = Statement(
    id="staircase.lem14",
    paper=PAPER,
    item="Lemma 14",
    title="a family with its index moved is as private and costs the same",
    printed_latex=r"\nu^{\alpha}_t=\nu_{t+\alpha}:\quad\nu^{\alpha}_{t_1}(S)\le e^{\epsilon}\,"
    r"\nu^{\alpha}_{t_2}(S+t_1-t_2),\qquad\sup_t\int L\,d\nu^{\alpha}_t=\sup_t\int L\,d\nu_t",
    printed=(
        relation_goal(
            _moved(t, u), "<=", _moved(t + d, u - d) / b, Domain((real(_alpha),)) & FAMILIES
        ),
        relation_goal(_cost_moved(t), "<=", _worst, _OUTPUT),
        relation_goal(_cost(t), "<=", _worst_moved, _OUTPUT),
    ),
    hypotheses=(
        PRIVATE,
        relation_goal(_moved(t, u), "==", W(t + _alpha, u), _OUTPUT & real(u)),
        relation_goal(_cost_moved(t), "==", _cost(t + _alpha), _OUTPUT),
        relation_goal(_cost(t), "<=", _worst, Domain((real(t),))),
        relation_goal(_cost_moved(t), "<=", _worst_moved, _OUTPUT),
    ),
    note="W(t, u) = nu_t(S+u) for an arbitrary measurable S, t_1 = t and t_2 = t + d. Every bound "
    "of the costs of one family is a bound of those of the other, so that the two suprema are "
    "equal; they may be infinite.",
    examples=(
        {
            "W": sp.Lambda((t, u), 1 / (1 + (t + u) ** 2)),
            "W_moved": sp.Lambda((t, u), 1 / (1 + (t + _alpha + u) ** 2)),
            "cost": sp.Lambda(t, 3 - 1 / (1 + t**2)),
            "cost_moved": sp.Lambda(t, 3 - 1 / (1 + (t + _alpha) ** 2)),
            "worst": sp.Lambda((), 3),
            "worst_moved": sp.Lambda((), 3),
        },
    ),
)


def derive_translation() -> Derivation:
    proof = Proof(_OUTPUT)
    private, moved, cost, above, above_moved = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            TRANSLATION.hypotheses,
            (
                "(18) for the set S + u and the outputs t and t + d",
                "the definition (89)",
                "the cost of a distribution of the moved family",
                "the supremum is a bound",
                "the supremum is a bound",
            ),
            (
                r"\nu_t(S+u)\le e^{\epsilon}\,\nu_{t+d}(S+u-d)",
                r"\nu^{\alpha}_t(S+u)=\nu_{t+\alpha}(S+u)",
                r"\int L\,d\nu^{\alpha}_t=\int L\,d\nu_{t+\alpha}",
                r"\int L\,d\nu_t\le\sup_s\int L\,d\nu_s",
                r"\int L\,d\nu^{\alpha}_t\le\sup_s\int L\,d\nu^{\alpha}_s",
            ),
            strict=True,
        )
    )
    proof.concludes(
        TRANSLATION.printed[0],
        by="entailment",
        because="(18) for the outputs t + alpha and t + alpha + d, which are as far apart",
        uses=(private, moved),
        facts=[
            (private, {t: t + _alpha}, 1),
            (moved, {}, -1),
            (moved, {t: t + d, u: u - d}, 1 / b),
        ],
        latex=r"\nu^{\alpha}_t(S+u)\le e^{\epsilon}\,\nu^{\alpha}_{t+d}(S+u-d)",
    )
    proof.concludes(
        TRANSLATION.printed[1],
        by="entailment",
        because="every cost of the moved family is one of the family",
        uses=(cost, above),
        facts=[(above, {t: t + _alpha}, 1), (cost, {}, -1)],
        latex=r"\int L\,d\nu^{\alpha}_t\le\sup_s\int L\,d\nu_s",
    )
    proof.concludes(
        TRANSLATION.printed[2],
        by="entailment",
        because="and the other way round, with t - alpha for t",
        uses=(cost, above_moved),
        facts=[(above_moved, {t: t - _alpha}, 1), (cost, {t: t - _alpha}, 1)],
        latex=r"\int L\,d\nu_t\le\sup_s\int L\,d\nu^{\alpha}_s",
    )
    return proof.done()


# -- Lemma 15: convex combinations of any number of families --------------------------------------

_N = sp.Symbol("N", integer=True, positive=True)
_MANY = index(_N, 1)
_COUNT = index(n, 0)
_RATIO = Domain((RATIO,))

# For the i-th family: the square root of its weight, nu_t1(S), nu_t2(S + t1 - t2) and its cost;
# and the sums of weight, weighted masses and weighted costs over the first n families.
_root, _here, _there = (sp.Function(name) for name in ("s", "A", "B"))
_weights, _sum_here, _sum_there, _sum_cost = (
    sp.Function(name) for name in ("S_w", "S_A", "S_B", "S_C")
)
_gap, _room = sp.Function("E"), sp.Function("R")  # names for what is shown to be nonnegative
_bound = sp.Function("Q")()
_EACH = _RATIO & _COUNT


def _sums(name: sp.Expr, term: sp.Expr, on: Domain) -> tuple[Goal, Goal]:
    """The running sum of a term: its first value and its differences."""
    return (
        relation_goal(name(0), "==", 0, Domain(on.variables[:-1])),
        relation_goal(name(n + 1) - name(n), "==", term, on),
    )


_weight = _root(n) ** 2
_PLAIN = Domain((_COUNT,))


def _weighted(total: sp.Expr, root: sp.Expr) -> dict[str, sp.Lambda]:
    """A model: weights with given partial sums, and masses and costs that meet the bounds."""
    rows = {
        "s": root, "A": sp.Rational(1, 2), "B": b / 2, "cost": sp.Integer(2),
        "S_w": total, "S_A": total / 2, "S_B": total * b / 2, "S_C": 2 * total,
        "E": _zero, "R": total,
    }  # fmt: skip
    model = {name: sp.Lambda(n, value) for name, value in rows.items()}
    return model | {"Q": sp.Lambda((), 3)}


_S_A, _S_B, _S_C, _S_W = (
    _sums(_sum_here, _weight * _here(n), _PLAIN),
    _sums(_sum_there, _weight * _there(n), _PLAIN),
    _sums(_sum_cost, _weight * _cost(n), _PLAIN),
    _sums(_weights, _weight, _PLAIN),
)

COMBINATION = Statement(
    id="staircase.lem15",
    paper=PAPER,
    item="Lemma 15",
    title="a convex combination of families is private and costs no more than the worst",
    printed_latex=r"\begin{gathered}\tilde\nu_t=\sum_{i=1}^{N}c_i\,\nu^{[i]}_t,\quad c_i\ge0,\quad"
    r"\sum_{i=1}^{N}c_i=1,\quad\sup_t\int L\,d\nu^{[i]}_t\le Q:\\ "
    r"\tilde\nu_{t_1}(S)\le e^{\epsilon}\,\tilde\nu_{t_2}(S+t_1-t_2),\qquad"
    r"\sup_t\int L\,d\tilde\nu_t\le Q\end{gathered}",
    printed=(
        relation_goal(_sum_here(_N), "<=", _sum_there(_N) / b, _RATIO & _MANY),
        relation_goal(_sum_cost(_N), "<=", _bound, Domain((_MANY,))),
    ),
    hypotheses=(
        relation_goal(_here(n), "<=", _there(n) / b, _EACH),
        relation_goal(_cost(n), "<=", _bound, _PLAIN),
        *_S_A, *_S_B, *_S_C, *_S_W,
        relation_goal(_weights(_N), "==", 1, Domain((_MANY,))),
        relation_goal(_gap(n), "==", _sum_there(n) / b - _sum_here(n), _EACH),
        relation_goal(_room(n), "==", _bound * _weights(n) - _sum_cost(n), _PLAIN),
    ),
    note="S, t, t_1 and t_2 are arbitrary and fixed. For the i-th family A(i) is the mass of S at "
    "t_1, B(i) that of S + t_1 - t_2 at t_2, and cost(i) the cost at t; S_A(n) adds up c_i A(i) "
    "over i < n, and so do S_B, S_C and S_w with the rest. A weight is written as a square, c_i = "
    "s(i)^2, which says that it is not negative. The number N of families is any positive "
    "integer; families are counted from 0, and those beyond N-1 do not matter.",
    examples=(
        _weighted(n / _N, 1 / sp.sqrt(_N)),
        _weighted(n * (n + 1) / (_N * (_N + 1)), sp.sqrt(2 * (n + 1) / (_N * (_N + 1)))),
    ),
)  # fmt: skip

_SUM_LATEX = (
    (r"S_{X}(0)=0", r"S_{X}(n+1)-S_{X}(n)=c_n\,X_n"),
    (r"S_w(0)=0", r"S_w(n+1)-S_w(n)=c_n"),
)


def derive_combination() -> Derivation:
    proof = Proof(_PLAIN)
    private, cheap, a0, a1, b0, b1, c0, c1, w0, w1, total, gap, room = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            COMBINATION.hypotheses,
            (
                "(18) for each of the families",
                "(96) for each of the families",
                *("the empty sum", "the sum of the masses of S at t_1, weighted") ,
                *("the empty sum", "the sum of the masses at t_2, weighted"),
                *("the empty sum", "the sum of the costs, weighted"),
                *("the empty sum", "the sum of the weights"),
                "the weights of all N families add up to 1",
                "a name for what privacy leaves over",
                "a name for what the cost leaves over",
            ),
            (
                r"\nu^{[i]}_{t_1}(S)\le e^{\epsilon}\,\nu^{[i]}_{t_2}(S+t_1-t_2),\quad i=n",
                r"\int L\,d\nu^{[i]}_t\le Q,\quad i=n",
                *(text.replace("X_n", x + "(n)").replace("{X}", x)
                  for x in ("A", "B", "C") for text in _SUM_LATEX[0]),
                *_SUM_LATEX[1],
                "", "", "",
            ),
            strict=True,
        )
    )  # fmt: skip
    steps = (
        (
            _gap, _EACH, "(18), weighted and added up: the n-th family adds what is not negative",
            (private, gap, b1, a1),
            [(private, {}, _weight), (gap, {n: n + 1}, 1), (gap, {}, -1), (b1, {}, 1 / b),
             (a1, {}, -1)],
        ),
        (
            _room, _PLAIN, "and so it is with the bound Q of the costs",
            (cheap, room, w1, c1),
            [(cheap, {}, _weight), (room, {n: n + 1}, 1), (room, {}, -1), (w1, {}, _bound),
             (c1, {}, -1)],
        ),
    )  # fmt: skip
    sums = [_not_negative(proof, *row) for row in steps]
    first = {n: _zero}
    proof.concludes(
        COMBINATION.printed[0],
        by="entailment",
        because="for all N families together: (18) for the combination",
        uses=(sums[0], gap, a0, b0),
        facts=[(sums[0], {n: _N}, 1), (gap, {n: _N}, -1), (gap, first, 1), (b0, {}, 1 / b),
               (a0, {}, -1)],
        latex=r"\tilde\nu_{t_1}(S)\le e^{\epsilon}\,\tilde\nu_{t_2}(S+t_1-t_2)",
    )  # fmt: skip
    proof.concludes(
        COMBINATION.printed[1],
        by="entailment",
        because="and its cost at every t is at most Q, since the weights add up to 1",
        uses=(sums[1], room, w0, c0, total),
        facts=[(sums[1], {n: _N}, 1), (room, {n: _N}, -1), (room, first, 1), (w0, {}, _bound),
               (c0, {}, -1), (total, {}, -_bound)],
        latex=r"\int L\,d\tilde\nu_t\le Q",
    )  # fmt: skip
    return proof.done()


def _not_negative(
    proof: Proof,
    name: sp.Expr,
    on: Domain,
    why: str,
    uses: tuple[str, ...],
    facts: list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]],
) -> str:
    """A sequence grows, so that it is never below its first value."""
    grows = proof.shows(
        at_most(0, name(n + 1) - name(n)), on=on, by="entailment", because=why, uses=uses,
        facts=facts,
    )  # fmt: skip
    return proof.shows(
        at_most(name(0), name(n)),
        on=on,
        by="rule",
        because="so it is never below its first value",
        uses=(grows,),
        rule="induction",
        bindings={"function": sp.Symbol(str(name)), "step": _zero},
    )


# -- Theorems 2 and 10: the average over a period -------------------------------------------------

_m = sp.Symbol("m", integer=True, nonnegative=True)
_plain, _costs = sp.Function("S_0"), sp.Function("S_C")


@dataclass(frozen=True)
class Side:
    """Shifts d to one side: S_d(n) adds up the masses of S - d over the first n pieces.

    ``place`` holds the parameters of d, and ``on`` the sensitivity as well. A shift by d leads
    from the start of a piece to a place ``inside`` the m-th piece after it (or before it).
    """

    name: str
    place: Domain
    on: Domain
    cell: sp.Expr
    inside: sp.Expr
    ahead: bool

    @property
    def shift(self) -> sp.Expr:
        return (_m if self.ahead else -_m) * self.cell + self.inside

    @property
    def sum(self) -> sp.Expr:
        return sp.Function(f"S_{self.name}")

    @property
    def later(self) -> sp.Expr:
        """The sum whose pieces come m later than those of the other."""
        return self.sum if self.ahead else _plain

    def gap(self, n: sp.Expr) -> sp.Expr:
        """What privacy leaves over when n pieces are added up."""
        late = {self.later: self.later(n + _m) - self.later(_m)}
        return late.get(self.sum, self.sum(n)) / b - late.get(_plain, _plain(n))

    def around(self, n: sp.Expr) -> sp.Expr:
        """What a sum over a period gains when it begins n pieces later (or loses, when ahead)."""
        gain = self.later(_N + n) - self.later(n) - self.later(_N)
        return -gain if self.ahead else gain

    @property
    def goal(self) -> Goal:
        return relation_goal(_plain(_N) / _N, "<=", self.sum(_N) / (_N * b), self.on)

    @property
    def hypotheses(self) -> tuple[Goal, ...]:
        """The sum over S - d, and two names."""
        counted = self.place & _COUNT
        return (
            *_sums(self.sum, W(n * self.cell, -self.shift), counted),
            relation_goal(sp.Function(f"E_{self.name}")(n), "==", self.gap(n), counted),
            relation_goal(sp.Function(f"H_{self.name}")(n), "==", self.around(n), counted),
        )

    def model(self, plain: sp.Lambda, moved: sp.Lambda) -> dict[str, sp.Lambda]:
        def put(value: sp.Expr) -> sp.Lambda:
            known = {"S_0": plain, f"S_{self.name}": moved}
            return sp.Lambda(
                n,
                value.replace(
                    lambda e: str(e.func) in known and e.is_Function,
                    lambda e: known[str(e.func)](*e.args),
                ),
            )

        return {
            f"S_{self.name}": moved,
            f"E_{self.name}": put(self.gap(n)),
            f"H_{self.name}": put(self.around(n)),
        }


@dataclass(frozen=True)
class Period:
    """A family with a period of N pieces: its parameters, its constraint and its two sides.

    ``output``, ``move`` and ``shift`` are t, u and d of the constraint: reals, or integers.
    """

    base: Domain
    output: Variable
    move: Variable
    shift: sp.Symbol
    cell: sp.Expr
    private: Goal
    constant: tuple[Goal, ...]
    periodic: Goal
    sides: tuple[Side, Side]

    @property
    def hypotheses(self) -> tuple[Goal, ...]:
        counted = self.base & _COUNT
        output = self.output.symbol
        cheap = relation_goal(_cost(output), "<=", _worst, self.base & self.output)
        return (
            self.private,
            *self.constant,
            self.periodic,
            cheap,
            *_sums(_plain, W(n * self.cell, _zero), counted),
            *_sums(_costs, _cost(n * self.cell), counted),
            relation_goal(_room(n), "==", n * _worst - _costs(n), counted),
            *self.sides[0].hypotheses,
            *self.sides[1].hypotheses,
        )

    @property
    def printed(self) -> tuple[Goal, ...]:
        cost = relation_goal(_costs(_N) / _N, "<=", _worst, self.base)
        return (self.sides[0].goal, self.sides[1].goal, cost)

    def model(self, mass: sp.Lambda, total: sp.Lambda, *moved: sp.Lambda) -> dict[str, sp.Lambda]:
        """A model from W and the running sums of the masses of S and of its translates."""
        costs = 2 * n + sp.ceiling(n / _N)
        rest = {
            "W": mass,
            "S_0": total,
            "cost": sp.Lambda(t, 2 + _marked(sp.floor(t / self.cell))),
            "worst": sp.Lambda((), 3),
            "S_C": sp.Lambda(n, costs),
            "R": sp.Lambda(n, 3 * n - costs),
        }
        for side, sums in zip(self.sides, moved, strict=True):
            rest |= side.model(total, sums)
        return rest


def _marked(piece: sp.Expr) -> sp.Expr:
    """1 for every N-th piece, 0 for the others."""
    return 1 - sp.ceiling(piece / _N) + sp.floor(piece / _N)


_tau, _Delta = sp.Symbol("tau", positive=True), sp.Symbol("Delta", nonnegative=True)
_inside, _k = sp.Symbol("r", nonnegative=True), sp.Symbol("k", integer=True)
_BASE = Domain((RATIO, positive(_tau), _MANY))
_ANY = Variable(_Delta, _zero, sp.oo, "[)")
_INSIDE = Variable(_inside, _zero, _tau, "[)")


def _side(name: str, *, ahead: bool) -> Side:
    place = _BASE & index(_m, 0 if ahead else 1) & _INSIDE
    least = _m * _tau + _inside if ahead else _m * _tau - _inside
    return Side(name, place, place & Variable(_Delta, least, sp.oo, "[)"), _tau, _inside, ahead)


_PIECES = Period(
    base=_BASE,
    output=real(t),
    move=real(u),
    shift=d,
    cell=_tau,
    private=relation_goal(
        W(t, u), "<=", W(t + d, u - d) / b,
        _BASE & _ANY & real(t) & real(u) & Variable(d, -_Delta, _Delta, "[]"),
    ),
    constant=(
        relation_goal(
            W(_k * _tau + _inside, u), "==", W(_k * _tau, u),
            _BASE & index(_k, 0) & _INSIDE & real(u),
        ),
    ),
    periodic=relation_goal(W(t + _N * _tau, u), "==", W(t, u), _BASE & real(t) & real(u)),
    sides=(_side("ahead", ahead=True), _side("back", ahead=False)),
)  # fmt: skip

_step_total = sp.Lambda(n, b * n + (1 - b) * sp.ceiling(n / _N))
_linear = sp.Lambda(n, n)


def _decaying(side: Side, size: sp.Expr) -> sp.Lambda:
    """The running sum of b^(|u|/size), which does not depend on the query output."""
    return sp.Lambda(n, n * b ** ((1 if side.ahead else -1) * side.shift / size))


PERIODIC = Statement(
    id="staircase.thm2",
    paper=PAPER,
    item="Theorem 2, (30), (31)",
    title="noise need not depend on the query output",
    printed_latex=r"\begin{gathered}\nu_t=\nu_{k\tau}\ \text{for }t\in[k\tau,(k+1)\tau),\quad"
    r"\nu_{t+N\tau}=\nu_t,\qquad\nu^*=\frac1N\sum_{i<N}\nu_{i\tau}:\\ "
    r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S-d)\quad(|d|\le\Delta),\qquad"
    r"\int L\,d\nu^*\le\sup_t\int L\,d\nu_t\end{gathered}",
    printed=_PIECES.printed,
    hypotheses=_PIECES.hypotheses,
    note="tau = T/n is the width of the pieces, N is the n of the paper, S any measurable set and "
    "W(t, u) = nu_t(S+u). S and the shift d are fixed; d = m tau + r with 0 <= r < tau (ahead) or "
    "d = -m tau + r with m >= 1 (back), which covers every d: no shift has to be a multiple of "
    "tau, and Delta none either. S_0(n) adds up the masses of S at the query outputs i tau, i < "
    "n, S_ahead and S_back the masses of S - d, S_C the costs; E, H and R name what is shown not "
    "to be negative. That an average of probabilities is one is clear. As the paper says, this "
    "speaks of families that are constant on pieces and periodic, and of no others.",
    examples=(
        _PIECES.model(
            sp.Lambda((t, u), b + (1 - b) * _marked(sp.floor(t / _tau))), *[_step_total] * 3
        ),
        _PIECES.model(
            sp.Lambda((t, u), b ** (sp.Abs(u) / _Delta)),
            _linear,
            *(_decaying(side, _Delta) for side in _PIECES.sides),
        ),
    ),
)


def _show_average(proof: Proof, period: Period) -> None:
    """The three goals: privacy for shifts to both sides, and the cost."""
    output = period.output.symbol
    private, *rest = (
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            period.hypotheses[: -2 * 4],
            (
                "the constraint for S + u and the outputs t and t + d",
                *["the family is constant on every piece"] * len(period.constant),
                "the family repeats after N pieces",
                "the supremum is a bound",
                "the empty sum",
                "the masses of S added up over the pieces",
                "the empty sum",
                "the costs added up over the pieces",
                "a name for what the cost leaves over",
            ),
            (
                r"\nu_t(S+u)\le e^{\epsilon}\,\nu_{t+d}(S+u-d)",
                *[r"\nu_{k\tau+r}(S+u)=\nu_{k\tau}(S+u)"] * len(period.constant),
                "",
                r"\int L\,d\nu_t\le\sup_s\int L\,d\nu_s",
                *[""] * 5,
            ),
            strict=True,
        )
    )
    constant, (periodic, cheap, none, more, free, costs, room) = rest[:-7], rest[-7:]
    facts = Facts(private, constant, periodic, none, more)
    for side in period.sides:
        _show_side(proof, period, side, facts)
    kept = _not_negative(
        proof, _room, period.base & _COUNT, "no cost is above the supremum",
        (cheap, room, costs),
        [(cheap, {output: n * period.cell}, 1), (room, {n: n + 1}, 1), (room, {}, -1),
         (costs, {}, -1)],
    )  # fmt: skip
    proof.concludes(
        period.printed[2],
        by="entailment",
        because="so their average is not above it either",
        uses=(kept, room, free),
        facts=[(kept, {n: _N}, 1 / _N), (room, {n: _N}, -1 / _N), (room, {n: _zero}, 1 / _N),
               (free, {}, -1 / _N)],
        latex=r"\int L\,d\nu^*\le\sup_t\int L\,d\nu_t",
    )  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """The names of the steps that both sides use."""

    private: str
    constant: list[str]
    periodic: str
    none: str
    more: str


def _show_side(proof: Proof, period: Period, side: Side, known: Facts) -> None:
    """Privacy of the average for shifts to one side."""
    counted, cell, ahead = side.on & _COUNT, side.cell, side.ahead
    output, move = period.output.symbol, period.move.symbol
    empty, adds, gap, around = (
        proof.assumes(goal, because=why)
        for goal, why in zip(
            side.hypotheses,
            ("the empty sum", "the masses of S - d added up over the pieces",
             "a name for what privacy leaves over", "a name for what a full period loses"),
            strict=True,
        )
    )  # fmt: skip
    first, second = (n, n + _m) if ahead else (n + _m, n)
    snap = {_k: second, move: -side.shift}
    snapped = proof.shows(
        Relation(W(first * cell, _zero), "<=", W(second * cell, -side.shift) / b),
        on=counted,
        by="entailment",
        because="d leads from the start of every piece to the piece that is m further"
        if ahead
        else "d leads from the start of every piece to the piece that is m before",
        uses=(known.private, *known.constant),
        facts=[
            (known.private, {output: first * cell, move: _zero, period.shift: side.shift}, 1),
            *((name, snap, -1 / b) for name in known.constant),
        ],
    )
    late = side.later is not _plain
    here, there = (_zero, _m) if ahead else (_m, _zero)
    grows = _not_negative(
        proof, sp.Function(f"E_{side.name}"), counted,
        "the constraint is added up piece by piece",
        (snapped, gap, adds, known.more),
        [(snapped, {}, 1), (gap, {n: n + 1}, 1), (gap, {}, -1), (adds, {n: n + there}, 1 / b),
         (known.more, {n: n + here}, -1)],
    )  # fmt: skip
    later_adds, sign = (adds, -1) if late else (known.more, 1)
    turn = {output: n * cell, move: -side.shift if late else _zero}
    whole = _not_negative(
        proof, sp.Function(f"H_{side.name}"), counted,
        "the piece that is left out and the piece that is added are the same",
        (known.periodic, around, later_adds),
        [(around, {n: n + 1}, 1), (around, {}, -1), (later_adds, {n: n + _N}, sign),
         (later_adds, {}, -sign), (known.periodic, turn, sign)],
    )  # fmt: skip
    scale = 1 / (_N * b) if ahead else 1 / _N
    later_empty = empty if late else known.none
    proof.concludes(
        side.goal,
        by="entailment",
        because="a sum over a full period does not depend on where it begins, so that N pieces "
        "together give the constraint for the average",
        uses=tuple(dict.fromkeys((grows, gap, whole, around, empty, known.none))),
        facts=[
            (grows, {n: _N}, 1 / _N), (gap, {n: _N}, -1 / _N), (gap, {n: _zero}, 1 / _N),
            (whole, {n: _m}, scale), (around, {n: _m}, -scale), (around, {n: _zero}, scale),
            (later_empty, {}, -sign * scale),
            (known.none if ahead else empty, {}, -1 / _N if ahead else 1 / (_N * b)),
        ],
        latex=r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S-d)",
    )  # fmt: skip


def derive_periodic() -> Derivation:
    proof = Proof(_BASE)
    _show_average(proof, _PIECES)
    return proof.done()


_t, _u, _d = sp.symbols("t u d", integer=True)
_whole = sp.Symbol("Delta", integer=True, positive=True)
_DISCRETE_BASE = Domain((RATIO, index(_whole, 1), _MANY))
_WHOLE_OUTPUT, _WHOLE_MOVE = integer(_t), integer(_u)


def _discrete_side(name: str, *, ahead: bool) -> Side:
    on = _DISCRETE_BASE & index(_m, 0 if ahead else 1, _whole)
    return Side(name, on, on, sp.Integer(1), _zero, ahead)


_INTEGERS = Period(
    base=_DISCRETE_BASE,
    output=_WHOLE_OUTPUT,
    move=_WHOLE_MOVE,
    shift=_d,
    cell=sp.Integer(1),
    private=relation_goal(
        W(_t, _u), "<=", W(_t + _d, _u - _d) / b,
        _DISCRETE_BASE & _WHOLE_OUTPUT & _WHOLE_MOVE & index(_d, -_whole, _whole),
    ),
    constant=(),
    periodic=relation_goal(
        W(_t + _N, _u), "==", W(_t, _u), _DISCRETE_BASE & _WHOLE_OUTPUT & _WHOLE_MOVE
    ),
    sides=(_discrete_side("ahead", ahead=True), _discrete_side("back", ahead=False)),
)  # fmt: skip

DISCRETE = Statement(
    id="staircase.thm10",
    paper=PAPER,
    item="(70)-(72), Theorem 10, (73)",
    title="the same for integer-valued queries",
    printed_latex=r"\begin{gathered}\nu_{t+N}=\nu_t,\qquad\nu^*=\frac1N\sum_{i<N}\nu_i:\\ "
    r"\nu^*(S)\le e^{\epsilon}\,\nu^*(S-d)\quad(|d|\le\Delta),\qquad"
    r"\sum_iL(i)\,\nu^*(i)\le\sup_t\sum_iL(i)\,\nu_t(i)\end{gathered}",
    printed=_INTEGERS.printed,
    hypotheses=_INTEGERS.hypotheses,
    note="N is the n of the paper, the period; t, u and d are integers, and d = m (ahead) or d = "
    "-m with m >= 1 (back). Otherwise as in Theorem 2, with the integers for the pieces.",
    examples=(
        _INTEGERS.model(sp.Lambda((_t, _u), b + (1 - b) * _marked(_t)), *[_step_total] * 3),
        _INTEGERS.model(
            sp.Lambda((_t, _u), b ** (sp.Abs(_u) / _whole)),
            _linear,
            *(_decaying(side, _whole) for side in _INTEGERS.sides),
        ),
    ),
)


def derive_discrete() -> Derivation:
    proof = Proof(_DISCRETE_BASE)
    _show_average(proof, _INTEGERS)
    return proof.done()


CLAIMS = (
    Claim(TRANSLATION, derive_translation),
    Claim(COMBINATION, derive_combination),
    Claim(PERIODIC, derive_periodic),
    Claim(DISCRETE, derive_discrete),
)
