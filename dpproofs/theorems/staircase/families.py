"""Appendix A: families with their index moved, and convex combinations of them (Lemmas 14, 15).

The cost of a family is compared with that of any other noise Y: every bound on costs that lies
between the least value of L and its supremum is E L(Y) for some Y. A finite mixture of any number
of distributions is reached one by one.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, real
from dpproofs.kernel.examples import Tails
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace, symmetric
from dpproofs.theorems.staircase.definitions import (COUNT, NU, ON, PRIVATE, PRIVATE_LATEX, SHIFT,
    YARDSTICK, L, S, d, n, t)
from dpproofs.theorems.staircase.setting import PAPER, Delta, b

_zero, _half = sp.Integer(0), sp.Rational(1, 2)
_u = sp.Symbol("u", nonnegative=True)
_y = YARDSTICK()
_alpha = sp.Symbol("alpha", real=True)
BOUND_LATEX = r"\int L\,d\nu_t\le\int L\,dY\quad\text{for all }t"


def rounded(family: tuple[sp.Symbol, ...]) -> Tails:
    """The output rounded down, with Laplace noise: noise about floor(t) - t."""
    return laplace(b, Delta + 1, family, sp.floor(t) - t)


#: Laplace noise moved away from 0 by 1, which costs at least as much as any that is rounded.
_WIDER = symmetric(sp.Lambda(_u, b ** (sp.Max(_u - 1, 0) / (Delta + 1))))


def cheap_goal(noise: sp.Expr, on: Domain, than: sp.Expr = _y) -> Goal:
    """The noise costs no more than the yardstick."""
    return Goal(Cheaper(noise, than, L.name), on)


# -- Lemma 14: a family with its index moved ------------------------------------------------------

_OTHER = Given("Z", "noise")
_MOVING = Domain((*ON, real(_alpha)))
_OUTPUT = Domain((real(_alpha), real(t)))
_later = t + _alpha

_MOVES = {PRIVATE: ("(18) for the outputs t and t + d", PRIVATE_LATEX),
    cheap_goal(NU(t), Domain((real(t),))):
        ("Y costs at least as much as every distribution of the family", BOUND_LATEX),
    cheap_goal(NU(_later), _OUTPUT, _OTHER()):
        ("Z costs at least as much as every distribution of the moved family",
            r"\int L\,d\nu^\alpha_t\le\int L\,dZ")}

TRANSLATION = Statement(id="staircase.lem14", paper=PAPER, item="Lemma 14",
    title="a family with its index moved is as private and costs the same",
    printed_latex=r"\nu^{\alpha}_t=\nu_{t+\alpha}:\quad\nu^{\alpha}_{t_1}(S)\le "
    r"e^{\epsilon}\,\nu^{\alpha}_{t_2}(S+t_1-t_2),\qquad\sup_t\int L\,d\nu^{\alpha}_t=\sup_t\int "
    r"L\,d\nu_t", parameters=_MOVING, given=(NU, YARDSTICK, _OTHER, L),
    printed=(Goal(that(Mass(NU(_later), S)) <= Mass(NU(_later + d), Moved(S, -d)) / b,
            Domain((*ON, real(_alpha), real(t), SHIFT))), cheap_goal(NU(_later), _OUTPUT),
        cheap_goal(NU(t), _OUTPUT, _OTHER())),
    hypotheses=tuple(_MOVES),
    note="The moved family is nu at t + alpha; S is any measurable set, t_1 = t and t_2 = t + d. "
    "Two yardsticks: whatever noise Y costs at least as much as every nu_t does so for the moved "
    "family, and the other way round with Z; so the two suprema, which may be infinite, are equal.",
    examples=({"nu": laplace(b, Delta, (t,)), "Y": laplace(b, Delta), "Z": laplace(b, Delta)},
        {"nu": rounded((t,)), "Y": _WIDER, "Z": _WIDER}))


def derive_translation() -> Derivation:
    proof = Proof(_OUTPUT, TRANSLATION)
    private, cheap, other = (proof.assumes(goal, because=why, latex=latex)
        for goal, (why, latex) in _MOVES.items())
    proof.concludes(TRANSLATION.printed[0], by="instance",
        because="(18) holds for the outputs t + alpha and t + alpha + d, which are as far apart",
        uses=(private,), at={t: _later},
        latex=r"\nu^{\alpha}_t(S)\le e^{\epsilon}\,\nu^{\alpha}_{t+d}(S-d)")
    proof.concludes(TRANSLATION.printed[1], by="instance", uses=(cheap,), at={t: _later},
        because="every cost of the moved family is one of the family")
    proof.concludes(TRANSLATION.printed[2], by="instance", uses=(other,), at={t: t - _alpha},
        because="the same holds the other way round, with t - alpha for t")
    return proof.done()


# -- Lemma 15: convex combinations of any number of families --------------------------------------

N = sp.Symbol("N", integer=True, positive=True)
MANY = index(N, 1)
_PARTS = Given("nu", "noise", 2)
_MIXED = Given("M", "noise", 2)
_W = Given("W", "function", 1)

_EACH = Domain((*ON, COUNT, real(t), SHIFT))
_TOGETHER = Domain((*ON, MANY, real(t), SHIFT))
_next = n + 1


def mixture_goal(level: sp.Expr, mixed: sp.Expr, part: sp.Expr, on: Domain) -> Goal:
    """One more part is mixed in: w(n + 1) M(n + 1) = w(n) M(n) + (w(n + 1) - w(n)) part."""
    after = {n: _next}
    more = level.xreplace(after) - level
    return Goal(that(level.xreplace(after) * Mass(mixed.xreplace(after), S)) ==
        level * Mass(mixed, S) + more * Mass(part, S), on)


_EACH_PRIVATE = Goal(that(Mass(_PARTS(n, t), S)) <= Mass(_PARTS(n, t + d), Moved(S, -d)) / b, _EACH)
_COMBINED = {cheap_goal(_PARTS(n, t), Domain((COUNT, real(t)))): "(96) for each of the families",
    Goal(that(_W(0)) == 0, Domain()): "no weight yet",
    Goal(that(_W(n)) <= _W(_next), Domain((COUNT,))): "weights are not negative",
    Goal(that(_W(N)) == 1, Domain((MANY,))): "the weights of all N families add up to 1",
    mixture_goal(_W(n), _MIXED(n, t), _PARTS(n, t), Domain((COUNT, real(t)))):
        "the n-th family is mixed in with its weight"}

COMBINATION = Statement(id="staircase.lem15", paper=PAPER, item="Lemma 15",
    title="a convex combination of families is private and costs no more than the worst",
    printed_latex=r"\begin{gathered}\tilde\nu_t=\sum_{i=1}^{N}c_i\,\nu^{[i]}_t,\quad "
    r"c_i\ge0,\quad\sum_{i=1}^{N}c_i=1,\quad\sup_t\int L\,d\nu^{[i]}_t\le Q:\\ "
    r"\tilde\nu_{t_1}(S)\le e^{\epsilon}\,\tilde\nu_{t_2}(S+t_1-t_2),\qquad\sup_t\int "
    r"L\,d\tilde\nu_t\le Q\end{gathered}", parameters=Domain((*ON, MANY)),
    given=(_PARTS, _MIXED, _W, YARDSTICK, L),
    printed=(Goal(that(Mass(_MIXED(N, t), S)) <= Mass(_MIXED(N, t + d), Moved(S, -d)) / b,
            _TOGETHER), cheap_goal(_MIXED(N, t), Domain((MANY, real(t))))),
    hypotheses=(_EACH_PRIVATE, *_COMBINED),
    note="nu(n, t) is the n-th family, counted from 0, and S any measurable set. W(n) = c_0 + ... "
    "+ c_(n-1) are the weights added up, so that W(0) = 0, W does not decrease and W(N) = 1; M(n, "
    "t) is the mixture of the first n families with weights c_i / W(n), so that M(N, t) is the "
    "convex combination. N is any positive integer; families beyond N - 1 do not matter. The bound "
    "Q of the costs is E L(Y).",
    examples=tuple({"nu": noise, "M": noise, "W": sp.Lambda(n, total), "Y": dear}
        for noise, total, dear in ((laplace(b, Delta, (n, t)), n / N, laplace(b, Delta)),
            (rounded((n, t)), n * (n + 1) / (N * (N + 1)), _WIDER))))


def _gap(mixed: sp.Expr, other: sp.Expr, weight: sp.Expr) -> sp.Expr:
    """What privacy leaves over, weighted, for noise and the noise at the other output."""
    return weight * (Mass(other, Moved(S, -d)) / b - Mass(mixed, S))


def derive_combination() -> Derivation:
    proof = Proof(_EACH, COMBINATION)
    private = proof.assumes(_EACH_PRIVATE, because="(18) for each of the families",
        latex=r"\nu^{[n]}_t(S)\le e^{\epsilon}\,\nu^{[n]}_{t+d}(S-d)")
    cheap, start, rises, one, mixing = (
        proof.assumes(goal, because=why) for goal, why in _COMBINED.items())
    there = Moved(S, -d)
    moved = proof.shows(mixture_goal(_W(n), _MIXED(n, t + d), _PARTS(n, t + d),
            _EACH).proposition.map(lambda e: e.xreplace({S: there})), by="instance", uses=(mixing,),
        at={t: t + d}, sets={"S": there}, because="the mixture is made in the same way at the "
            "output t + d, for the set S - d")
    gap = _gap(_MIXED(n, t), _MIXED(n, t + d), _W(n))
    more = _W(_next) - _W(n)
    grows = proof.shows(that(0) <= gap.xreplace({n: _next}) - gap, by="entailment",
        because="(18) is weighted and added up: the n-th family adds what is not negative",
        uses=(private, mixing, moved, rises),
        facts=[(private, {}, more), (moved, {}, 1 / b), (mixing, {}, -1)])
    on = Domain((*ON, real(t), SHIFT))
    kept = proof.applies("induction", on=on & COUNT, uses=(_reordered(proof, grows, gap, on),),
        because="so that nothing negative is left over", terms=gap, step=0, last=sp.oo)
    everything = Mass(_MIXED(N, t + d), there) / b - Mass(_MIXED(N, t), S)
    nothing = Mass(_MIXED(0, t + d), there) / b - Mass(_MIXED(0, t), S)
    proof.follows(COMBINATION.printed[0], (kept, {n: N}), (start, nothing), (one, -everything),
        because="(18) holds for the combination of all N families, as W(0) = 0 and W(N) = 1",
        latex=r"\tilde\nu_t(S)\le e^{\epsilon}\,\tilde\nu_{t+d}(S-d)")
    some = proof.follows(Relation(_zero, "<", _W(N)), one, on=Domain((MANY,)),
        because="the weight of all N families is 1")
    proof.concludes(COMBINATION.printed[1], by="rule",
        because="and its cost at every t is at most that of Y, as the cost is linear in the noise",
        uses=(_turned(proof, mixing), start, rises, some, _turned(proof, cheap)), rule="mixtures",
        bindings={"mixed": _MIXED(n, t), "part": _PARTS(n, t), "weight": _W(n), "dear": _y,
            "cost": L.name, "last": N})
    return proof.done()


def _reordered(proof: Proof, step: str, gap: sp.Expr, on: Domain) -> str:
    """Append the same with the variables in the order of the rule."""
    return proof.follows(that(0) <= gap.xreplace({n: _next}) - gap, step, on=on & COUNT,
        because="the last line holds for every n")


def _turned(proof: Proof, step: str) -> str:
    """Append what a step says with the variables in the order of the rule."""
    said = proof.goal(step)
    on = Domain((MANY, real(t), COUNT))
    return proof.shows(said.proposition, on=on, by="instance", uses=(step,), at={},
        because="the same, for every n")


CLAIMS = (Claim(TRANSLATION, derive_translation), Claim(COMBINATION, derive_combination))
