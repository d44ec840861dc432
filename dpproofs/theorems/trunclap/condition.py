"""Condition (9) of Lemma 2 in the proofs of Theorems 4 and 5: it fails for n = 1."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.discretisation import COUNT, N, a_n, b, cost, i, n
from dpproofs.theorems.trunclap.setting import EPSILON, PAPER, SENSITIVITY, Delta, eps

m = sp.Symbol("m", integer=True, positive=True)
_real = {N: sp.Symbol("N", positive=True)}  # an N that need not be an integer

_PLACES = Domain((SENSITIVITY, index(N, 1), index(i, 1)))
_unit = Delta / (2 * N)


def _summand(power: int) -> sp.Expr:
    """What stands behind b^i in (9), for |x| or x^2 on the grid."""
    right, left = cost(1 + i * N, power), cost(1 + (i - 1) * N, power)
    return 2 * cost(i * N, power) - left - right


_SUMMAND = Goal(that(_summand(1)) == _unit * (2 * N - 4), _PLACES)
_BASE = Domain((SENSITIVITY, EPSILON, COUNT))
_GRID = _BASE & index(N, 1)
_excess = _unit * ((b - b**n) / (1 - b) * (2 * N - 4) - 1)

_PRINTED_SUM = Goal(that(_excess) == _unit * ((N - 2) / a_n - 1), _GRID)
_PRINTED_SIGN = Goal(that(0) <= _excess.xreplace(_real),
    _BASE & between(_real[N], a_n + 2, sp.oo, "[)"))

#: The same with n = m + 1, m >= 1.
_a_m = a_n.xreplace({n: m + 1})
_MORE = Domain((SENSITIVITY, EPSILON, index(m, 1)))
_right = _unit * ((1 / (2 * _a_m) - 1) * (2 * N - 4) - 1)
_SUM = Goal(Sum(b**i, i, sp.Integer(1), n - 1, 1 / (2 * a_n) - 1), Domain((EPSILON, COUNT)))
_threshold = 2 + _a_m / (1 - 2 * _a_m)
_EXACT = Goal(that(_right) == _unit * (1 - 2 * _a_m) / _a_m * (N - _threshold),
    _MORE & index(N, 1))
_SIGN = Goal(that(0) <= _right.xreplace(_real),
    _MORE & between(_real[N], _threshold, sp.oo, "[)"))
_EMPTY = Goal(that(-_unit) < 0, Domain((SENSITIVITY, index(N, 1))))

_AMPLITUDE_ERRATUM = Erratum(Severity.argument,
    "Theorem 4 stands; condition (9) needs a larger N than printed, and for n = 1 no N is large "
    "enough.",
    (Patch(r"when $N \ge a + 2$",
        r"when $n \ge 2$ and $N \ge 2 + \frac{a}{1 - 2a}$"),
    Patch(r"\frac{\Delta}{2N} (\frac{2N - 4}{2a} - 1) = \frac{\Delta}{2N} (\frac{N - 2}{a} - 1) "
        r"\ge 0",
        r"\frac{\Delta}{2N} ((\frac{1}{2a} - 1)(2N - 4) - 1) \ge 0")))

AMPLITUDE = Statement(id="trunclap.thm4.dual", paper=PAPER, item="Proof of Theorem 4",
    erratum=_AMPLITUDE_ERRATUM,
    title="condition (9) for the amplitude", printed=(_SUMMAND, _PRINTED_SUM, _PRINTED_SIGN),
    printed_latex=r"\begin{gathered}\sum_{i=1}^{n-1}b^i\bigl(2\tilde L_N(iN)-\tilde L_N(1+(i-1)N)-"
    r"\tilde L_N(1+iN)\bigr)-\tilde L_N(1)=\tfrac\Delta{2N}\Bigl(\sum_{i=1}^{n-1}b^i(2N-4)-1\Bigr)"
    r"\\=\tfrac\Delta{2N}\Bigl(\frac{N-2}a-1\Bigr)\ge0\quad\text{when }N\ge a+2\end{gathered}",
    corrected_latex=r"\sum_{i=1}^{n-1}b^i=\frac1{2a}-1,\qquad\text{so that (9) holds iff }N\ge2+"
    r"\frac a{1-2a}\text{ and }n\ge2;\ \text{it never holds for }n=1",
    printed_text="the sum of b^i from i = 1 to n-1 is 1/(2a), and (9) holds when N >= a + 2",
    corrected_text="the sum is 1/(2a) - 1; (9) holds iff n >= 2 and N >= 2 + a/(1 - 2a), never for "
    "n = 1", corrected=(_SUMMAND, _SUM, _EXACT, _SIGN, _EMPTY),
    note="n is an integer, so that delta = b^(n-1) (1-b)/(2 (1-b^n)) and a = (1-b)/(2 (1-b^n)); "
    "the goals for n >= 2 are written with n = m + 1. For n = 1 the sum in (9) is empty, its right "
    "side is L(1) > 0, and Lemma 2 does not apply; the bound of Theorem 4 is then 0, and true. For "
    "n >= 2 the argument is saved by a larger N, which tends to infinity anyway.")


def derive_amplitude() -> Derivation:
    proof = Proof(_GRID)
    proof.concludes(_SUMMAND, by="identity", because="the cost is linear beyond the origin")
    proof.fails(_PRINTED_SUM, {Delta: 2, eps: sp.log(2), n: 2, N: 3},
        because="the sum is 1/2, where 1/(2a) is 3/2")
    proof.fails(_PRINTED_SIGN, {Delta: 2, eps: sp.log(4), n: 2, _real[N]: 3},
        because="b = 1/4, n = 2, a = 2/5 and N = 3 >= a + 2: the difference is -1/6")
    proof.concludes(_SUM, by="sum", ratio=b,
        because="the term i = 0 is missing from the sum that is 1/(2a)")
    proof.concludes(_EXACT, by="identity",
        because="so this is the difference of the two sides of (9), with n = m + 1")
    proof.concludes(_SIGN, by="sign", because="it is not negative from this N on")
    proof.concludes(_EMPTY, by="sign",
        because="with one term only the sum is empty, and minus the cost at 1 is left")
    return proof.done()


# -- the power ------------------------------------------------------------------------------------

_quarter = Delta**2 / (4 * N**2)
_polynomial = (8 * i - 4) * N**2 - 16 * i * N + 4 * N
_SQUARES = Goal(that(_summand(2)) == _quarter * _polynomial, _PLACES)
_NEVER = Goal(that(0) <= -_quarter, Domain((SENSITIVITY, index(N, 1))))
_TERMS = Goal(that(0) <= _quarter * _polynomial,
    Domain((SENSITIVITY, index(N, 3), index(i, 1))))
_first = b * _quarter * _polynomial.xreplace({i: sp.Integer(1)})
_FIRST = Goal(that(cost(sp.Integer(1), 2).xreplace(_real)) <= _first.xreplace(_real),
    Domain((SENSITIVITY, EPSILON, between(_real[N], 3 + sp.exp(eps) / 12, sp.oo, "[)"))))

_POWER_ERRATUM = Erratum(Severity.argument,
    "Theorem 5 stands, as its bound is 0 for n = 1; Lemma 2 gives it for n >= 2 only.",
    (Patch("where the last step holds when N is sufficiently large.",
        r"where the last step holds when $n \ge 2$ and $N \ge 3 + \frac{1}{12b}$; for $n = 1$ "
        "the bound (12) is 0."),))

POWER = Statement(id="trunclap.thm5.dual", paper=PAPER, item="Theorem 5, condition of Lemma 2",
    erratum=_POWER_ERRATUM,
    title="condition (9) for the power", printed=(_SQUARES, _NEVER),
    printed_latex=r"\sum_{i=1}^{n-1}b^i\tfrac{\Delta^2}{4N^2}\bigl((8i-4)N^2-16iN+4N\bigr)-\tfrac{"
    r"\Delta^2}{4N^2}\ge0\quad\text{when }N\text{ is large}", corrected=(_SQUARES, _TERMS, _FIRST),
    corrected_latex=r"\text{for }n\ge2\text{ and }N\ge3+\tfrac1{12b}:\quad\text{all terms are }"
    r"\ge0,\text{ the first is }\ge\tfrac{\Delta^2}{4N^2};\qquad\text{never for }n=1",
    printed_text="(9) holds for the power when N is large",
    corrected_text="(9) holds for n >= 2 when N >= 3 + 1/(12 b); it never holds for n = 1",
    note="The printed summand is right. The second printed goal is the case n = 1, in which the "
    "sum is empty: it is false for every N. For n >= 2 the terms are not negative and the first is "
    "at least the right side L(1) of (9); that the sum is then at least L(1) is in words.")


def derive_power() -> Derivation:
    proof = Proof(_PLACES)
    proof.concludes(_SQUARES, by="identity", because="the squares, multiplied out")
    proof.fails(_NEVER, {Delta: 2, N: 1},
        because="for n = 1 the sum is empty, and -L(1) < 0 for every N")
    proof.concludes(_TERMS, by="sign", because="every term is 4N ((2i-1) N - 4i + 1), and N >= 3")
    proof.concludes(_FIRST, by="sign",
        because="the first term is 4N (N-3) exp(-epsilon), where N - 3 is at least exp(epsilon)/12")
    return proof.done()


CLAIMS = (Claim(AMPLITUDE, derive_amplitude), Claim(POWER, derive_power))
