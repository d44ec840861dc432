"""Section 7: the outputs that tell two data sets apart, and light tails instead of a cut.

The family: the density of the truncated Laplacian up to a bound q units inside A, and beyond it
tails of scale t = 1 - exp(-q), all in units of Delta/epsilon. It is a mixture of truncated
Laplacians with random bounds, from which its privacy follows. The bound is epsilon + n with
n = m - q > 0; densities are stated times 2 (1 - exp(-L)), weights times 1 - exp(-L), where
L = epsilon + m.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.largest_gain import UNCOVERED, WITHIN, show_strip
from dpproofs.theorems.trunclap.lengths import LENGTHS, L, delta_of_length, m
from dpproofs.theorems.trunclap.logarithms import squeezed
from dpproofs.theorems.trunclap.setting import EPSILON, PAPER, eps

t, n, q, y, z, r, s = sp.symbols("t n q y z r s", positive=True)

TAILED = Domain((EPSILON, positive(n), between(t, 0, 1)))
_INSIDE = LENGTHS & between(q, 0, m)

_bound = eps + n
_inwards = -sp.log(1 - t)  # q
_all = _bound + _inwards  # L
_tail = sp.exp(-_bound - r / t)  # the density at a distance r beyond the bound

#: The density of z, where _bound + t z is the random bound of a truncated Laplacian.
_weight = (1 - t) * sp.exp(-z + t * z) * (1 - sp.exp(-_bound - t * z))
_given = 1 / (1 - sp.exp(-_bound - t * z))  # its height for that bound
_delta_given = (sp.exp(eps) - 1) / (2 * (sp.exp(_bound + t * z) - 1))
_total = 1 - (1 - t) * sp.exp(-_bound)
_delta = (1 - t) * (sp.exp(eps) - 1) * sp.exp(-_bound) / 2

_zero, _oo = sp.Integer(0), sp.oo
_MASS = Goal(Integral(_weight, z, _zero, _oo, _total), TAILED)
_MIXED_CORE = Goal(Integral(_weight * _given, z, _zero, _oo, sp.Integer(1)), TAILED)
_MIXED_TAIL = Goal(Integral(_weight * _given, z, _zero, r / t, 1 - _tail * sp.exp(_bound + r)),
    TAILED & positive(r))
_MIXED_DELTA = Goal(Integral(_weight * _delta_given, z, _zero, _oo, _delta), TAILED)
_SAME_DELTA = Goal(that(_delta / _total) == delta_of_length.xreplace({m: n + _inwards}),
    TAILED)
_FURTHER = TAILED & positive(r) & positive(s)
_LOSS = Goal(that(_tail / _tail.xreplace({r: r + s})) == sp.exp(s / t), _FURTHER)

_fall = q - 1 + sp.exp(-q)
_third = q**2 + 2 * q - 4 + 6 * sp.exp(-q) - 2 * sp.exp(-2 * q)


def _extra(length: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """What amplitude and power exceed those of the truncated Laplacian by."""
    scale = 1 / (sp.exp(length) - 1)
    return _fall * scale, (2 * (length - q) * _fall + _third) * scale


_ends = sp.exp(-_bound)
_CORE1 = 1 - (1 + _bound) * _ends
_TAIL1 = _ends * (_bound * t + t**2)
_CORE2 = 2 - (2 + 2 * _bound + _bound**2) * _ends
_TAIL2 = _ends * (_bound**2 * t + 2 * _bound * t**2 + 2 * t**3)
_COSTS = (Goal(Integral(y * sp.exp(-y), y, _zero, _bound, _CORE1), TAILED),
    Goal(Integral((_bound + r) * _tail, r, _zero, _oo, _TAIL1), TAILED),
    Goal(Integral(y**2 * sp.exp(-y), y, _zero, _bound, _CORE2), TAILED),
    Goal(Integral((_bound + r) ** 2 * _tail, r, _zero, _oo, _TAIL2), TAILED))
_MORE1, _MORE2 = (more.xreplace({q: _inwards}) for more in _extra(_all))
_AMPLITUDE = 1 - _all / (sp.exp(_all) - 1)
_POWER = 2 - (_all**2 + 2 * _all) / (sp.exp(_all) - 1)
_SUMS = {"amplitude": Goal(that((_CORE1 + _TAIL1) / _total) == _AMPLITUDE + _MORE1, TAILED),
    "power": Goal(that((_CORE2 + _TAIL2) / _total) == _POWER + _MORE2, TAILED)}
_EXTRA1, _EXTRA2 = _extra(L)
_MOST1 = q**2 / (2 * (sp.exp(L) - 1))
_MOST2 = (L * q**2 + 2 * q**3) / (sp.exp(L) - 1)
_BOUNDS = (Goal(that(0) < _EXTRA1, _INSIDE), Goal(that(_EXTRA1) < _MOST1, _INSIDE),
    Goal(that(0) < _EXTRA2, _INSIDE), Goal(that(_EXTRA2) < _MOST2, _INSIDE))
_LIMITS = (Goal(Limit(_EXTRA1, q, _zero, "+", _zero), LENGTHS),
    Goal(Limit(_EXTRA2, q, _zero, "+", _zero), LENGTHS))

CLOSING = Statement(id="trunclap.sec7", paper=PAPER, item="section 7",
    title="outputs that tell two data sets apart, and light tails that avoid them",
    printed_latex=r"\begin{gathered}P\bigl((A-d,A]\bigr)\le\delta\quad(|d|\le\Delta):\text{ with "
    r"probability at most }\delta\text{ an adversary distinguishes two data sets;}\\\text{an "
    r"arbitrarily light tail beyond }A\text{ makes the output space the same for all data sets}"
    r"\end{gathered}",
    printed=(UNCOVERED, WITHIN, _MASS, _MIXED_CORE, _MIXED_TAIL, _MIXED_DELTA, _SAME_DELTA, _LOSS,
        *_COSTS, *_SUMS.values(), *_BOUNDS, *_LIMITS),
    printed_text="with probability at most delta an adversary distinguishes two data sets; an "
    "arbitrarily light tail makes the output space the same for all data sets",
    note="A remark, made precise by a family; lengths in units of Delta/epsilon, L = epsilon + m "
    "and delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)). The density keeps its height up to the bound "
    "epsilon + n = L - q, n > 0, and has tails of scale t = 1 - exp(-q) beyond. Given z it is a "
    "truncated Laplacian with the bound epsilon + n + t z, which by Theorem 1 is (epsilon, "
    "delta(z)) private; so the mixture is (epsilon, delta) private, with the very delta of the "
    "truncated Laplacian, and every loss is at most epsilon/t: no output tells two data sets "
    "apart. Its amplitude and power exceed (5) and (7) by what is shown, and tend to them as q, "
    "and with it the mass of the tails, tends to 0. The step from the mixture to all sets is in "
    "words.")


def derive() -> Derivation:
    proof = Proof(TAILED)
    show_strip(proof)
    for goal, back, why, latex in ((_MASS, -sp.exp(-z + t * z) + (1 - t) * sp.exp(-_bound - z),
                "the weights of the bounds epsilon + n + t z have this mass",
                ""),
            (_MIXED_CORE, -sp.exp(-z + t * z),
                ("up to the bound epsilon + n the mixture has the density without tails: this "
                "factor is 1"),
                r"\int_0^\infty w(z)\,\frac{e^{-y}}{1-e^{-(\epsilon+n+tz)}}\,dz=e^{-y}"),
            (_MIXED_TAIL, -sp.exp(-z + t * z),
                "at a distance r beyond it bounds with t z < r do not count, which leaves the tail",
                (r"\int_{r/t}^\infty w(z)\,\frac{e^{-(\epsilon+n+r)}}{1-e^{-(\epsilon+n+tz)}}"
                r"\,dz=e^{-(\epsilon+n)-r/t}")),
            (_MIXED_DELTA, -(1 - t) * (sp.exp(eps) - 1) * sp.exp(-_bound - z) / 2,
                "integrate what each of the bounds may lose, with its weight",
                r"\int_0^\infty w(z)\,\delta(z)\,dz=\frac{(1-t)(e^\epsilon-1)e^{-\epsilon-n}}2")):
        proof.concludes(goal, by="integral", because=why, antiderivative=back, latex=latex)
    proof.concludes(_SAME_DELTA, by="identity",
        because="divided by the mass of the weights, this is what the truncated Laplacian may lose")
    proof.concludes(_LOSS, by="identity",
        because="in the tails, where the loss is largest, it is s/t: finite")
    _costs(proof)
    _toward_truncation(proof)
    return proof.done()


def _costs(proof: Proof) -> None:
    first, second = _bound + r + t, (_bound + r) ** 2 + 2 * t * (_bound + r) + 2 * t**2
    for goal, back, why in (
            (_COSTS[0], -sp.exp(-y) * (1 + y), "the amplitude up to the bound"),
            (_COSTS[1], -t * _tail * first, "the same holds beyond"),
            (_COSTS[2], -sp.exp(-y) * (2 + 2 * y + y**2), "the power up to the bound"),
            (_COSTS[3], -t * _tail * second, "the same holds beyond")):
        proof.concludes(goal, by="integral", because=why, antiderivative=back)
    for which, goal in _SUMS.items():
        proof.concludes(goal, by="identity",
            because=f"together they are the {which} of the truncated Laplacian, and more")


def _toward_truncation(proof: Proof) -> None:
    fall, falls_less, third, third_less = (
        proof.shows(that(smaller) < larger, on=Domain((positive(q),)), by="ladder", because=why)
        for smaller, larger, why in ((sp.Integer(0), _fall, "q - 1 + exp(-q) is positive"),
            (_fall, q**2 / 2, "q - 1 + exp(-q) is below q^2/2"), (sp.Integer(0), _third, ("the "
                "second term is positive")),
            (_third, 2 * q**3, "the second term is below 2 q^3")))
    scale = 1 / (sp.exp(L) - 1)
    twice = 2 * (L - q) * scale
    bounds = (proof.follows(_BOUNDS[0], (fall, scale), because="the amplitude is more than (5)"),
        proof.follows(_BOUNDS[1], (falls_less, scale),
            because="the amplitude is more by at most this"),
        proof.follows(_BOUNDS[2], (fall, twice), (third, scale),
            because="the power is more than (7)"),
        proof.follows(_BOUNDS[3], (falls_less, twice), (third_less, scale),
            because="the power is more by at most this"))
    squeezed(proof, _LIMITS[0], bounds[:2], (_MOST1,))
    squeezed(proof, _LIMITS[1], bounds[2:], (_MOST2,))


CLAIMS = (Claim(CLOSING, derive),)
