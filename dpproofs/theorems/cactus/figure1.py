"""Figure 1 on a coarse grid: the least divergence, and that no falling masses attain it.

Ours: the paper's figure has 200 cells a unit, which is no size for a sentence; with 4 the shape is
the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.coarse import (COARSE, LEAST, LOG, CellProgram, Dual, in_units,
    name_logs)
from dpproofs.theorems.cactus.setting import PAPER, i

BUDGET = sp.Rational(1, 4)
CACTUS = (48786, 12059, 2673, 3564, 5990, 883, 137, 129, 150, 18, 2, 2, 1)
UPPER = sp.Rational(17516, 10**4)

#: Products of 2, 3, 5 and 7 near the best masses, so that few logarithms occur.
ANY = Dual(program=COARSE,
    numbers=tuple(map(sp.Rational,
            ("4390400/9", "1929375/16", "401408/15", "1605632/45", "2097152/35", "21233664/2401",
                "1372", "5145/4", "1500", "1250/7", "73728/3125", "448/25", "1029/128"))),
    weights={2: sp.Rational(81, 10**4), 3: sp.Rational(352, 10**4), 4: sp.Rational(9567, 10**4)},
    price=sp.Rational(5116, 1000), value=sp.Rational(30273, 10**4))
FALLING = Dual(program=COARSE,
    numbers=tuple(map(sp.Rational,
            ("396900", "762048/5", "221184/5", "221184/5", "221184/5", "55296/5", "10584/5", "1500",
                "27648/25", "441/2", "2205/64", "896/45", "45/7"))),
    weights={3: sp.Rational(7, 10**4), 4: sp.Rational(9993, 10**4)}, price=sp.Rational(5338, 1000),
    value=sp.Rational(31098, 10**4),
    falls=tuple(sp.Rational(part, 10**5)
        for part in (57, 0, 48436, 98847, 217, 1636, 3597, 0, 0, 1900, 5249, 15193)))

_EXAMPLE_RATIO = sp.Rational(2, 5)
_scale = sum(c * _EXAMPLE_RATIO**at for at, c in enumerate(COARSE.counts))
EXAMPLE = {"l": sp.Lambda(i, i * sp.log(_EXAMPLE_RATIO) - sp.log(_scale)),
    "M": sp.Lambda((), sp.Integer(5))}

BRACKET = Statement(id="cactus.fig1.bracket", paper=PAPER, item="ours: Figure 1 on a coarse grid",
    title="with 4 cells a unit the least divergence lies between 1.7483 and 1.7516",
    printed_latex=r"1.7483\le\mathsf{KL}^\star_{n,N,r}(C)<1.7516\qquad(c(x)=x^2,\ C=\tfrac14,\ "
    r"n=4,\ N=12,\ r=\tfrac12)", given=(LOG, LEAST),
    hypotheses=(*COARSE.feasible(BUDGET), *ANY.bounded),
    printed=(ANY.goal(BUDGET), COARSE.within(CACTUS, BUDGET), *COARSE.below(CACTUS, UPPER)),
    note="exp(l(i)) is the mass p_i of program (20), for i = 0, ..., 12, and M a number that the "
    "divergences from the shifts by 2/4, 3/4 and 1 do not exceed: so the first goal is a bound on "
    "what any masses within the budget achieve. The others are about some masses, of which the "
    f"sum is divided out: p_0, ..., p_12 are {in_units(CACTUS, COARSE)}, and each further mass is "
    "half of the one before. They keep the budget, and no shift has a larger divergence: that "
    "from k cells is half the sum of (p_i - p_(i+k)) log(p_i/p_(i+k)) over all integers i, where "
    "p_(-i) = p_i, and L_i is log p_i. Masses that are 0 are not looked at: where the divergences "
    "are finite, cells up to one unit from a cell without mass have none either, and so no cell "
    "has any. Normal noise of this variance has 2. The bracket is that of a coarse grid, and "
    "above the one for n = 200, which 'dpproofs cactus' proves, by a certificate of its own.",
        examples=(EXAMPLE,))

_FALLS = Goal(that(sp.exp(LOG(i + 1))) <= sp.exp(LOG(i)),
    Domain((index(i, 0, COARSE.last - 1),)))
_SHAPE = (Goal(that(COARSE.found(CACTUS).mass(2)) < COARSE.found(CACTUS).mass(3), Domain()),
    Goal(that(COARSE.found(CACTUS).mass(3)) < COARSE.found(CACTUS).mass(4), Domain()))
_GAP = Goal(that(UPPER) < FALLING.value - FALLING.price * BUDGET, Domain())

SHAPE = Statement(id="cactus.fig1.shape", paper=PAPER,
    item="ours: the shape of Figure 1 on a coarse grid",
    title="with 4 cells a unit no masses that fall are the best, and some with arms are better",
    printed_latex=r"\begin{gathered}p_0\ge p_1\ge\dots\ge p_N\ \Longrightarrow\ "
    r"\max_kD(P\|T_{k/n}P)\ge1.775,\\\text{and some }p\text{ with }p_2<p_3<p_4\text{ has "
    r"}\max_kD(P\|T_{k/n}P)<1.7516\qquad(C=\tfrac14,\ n=4,\ N=12,\ r=\tfrac12)\end{gathered}",
    given=(LOG, LEAST), hypotheses=(*COARSE.feasible(BUDGET), *FALLING.bounded, _FALLS),
    printed=(FALLING.goal(BUDGET), _GAP, COARSE.within(CACTUS, BUDGET),
        *COARSE.below(CACTUS, UPPER), *_SHAPE),
    note="As in the bracket, with masses p_i = exp(l(i)) that do not increase. The masses of the "
    "bracket leak less than any such, and have p_2 < p_3 < p_4: an arm one unit from the origin. "
    "They are those of cactus.fig1.bracket, and L_i is log p_i. They are near the best ones; that "
    "these have arms as well is not shown, only that they do not fall. Neither is that the same is "
    "true of n = 200, which Figure 1 shows.", examples=(EXAMPLE,))


def derive_bracket() -> Derivation:
    proof = Proof(Domain(), BRACKET)
    assumed = proof.supposes(*COARSE.feasible(BUDGET).items(), *ANY.bounded.items())
    ANY.show(proof, BUDGET, assumed)
    show_found(proof, BRACKET.printed[1:], CACTUS)
    return proof.done()


def show_found(proof: Proof, goals: Sequence[Goal], masses: Sequence[int],
        program: CellProgram = COARSE) -> None:
    """Append that the masses found keep the budget, and what they leak."""
    proof.part("Masses that attain nearly as little")
    name_logs(proof, program.found(masses))
    within, *below = goals
    proof.concludes(within, by="sign", because="these masses keep the budget")
    for k, goal in enumerate(below, 1):
        cells = "a cell" if k == 1 else f"{k} cells"
        proof.concludes(goal, by="region", because=f"their divergence from the shift by {cells}")


def derive_shape() -> Derivation:
    proof = Proof(Domain(), SHAPE)
    *assumed, falling = proof.supposes(*COARSE.feasible(BUDGET).items(), *FALLING.bounded.items(),
        (_FALLS, "and they do not increase"))
    used = [({i: sp.Integer(at)}, times) for at, times in enumerate(FALLING.falls) if times != 0]
    FALLING.show(proof, BUDGET, assumed, (falling, used))
    proof.concludes(_GAP, by="sign", because="the masses of the other goals leak less than that")
    show_found(proof, SHAPE.printed[2:-2], CACTUS)
    for goal in _SHAPE:
        proof.concludes(goal, by="sign", because="and these increase towards one unit")
    return proof.done()


CLAIMS = (Claim(BRACKET, derive_bracket), Claim(SHAPE, derive_shape))
