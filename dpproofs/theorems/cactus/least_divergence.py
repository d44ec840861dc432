"""Theorems 1 and 3 and Remark 3: the least divergence of all mechanisms, and of densities in steps.

All three are open. A mechanism is told by the noise that it adds: nu(x) is the law of its output
at x, less x. The outputs at x and x + a then have the divergence of nu(x) from nu(x + a) + a.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.losses import Promise
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.noise_sought import (BETWEEN, BUDGET, COST, EXAMPLE_COST,
    EXAMPLE_LEAK, EXAMPLE_NULL, EXAMPLE_SCALE, FAR, LENGTH, NULL, C, a, assumption, costs,
    divergence, e, h, in_steps, leaks, null_set, without_mass)
from dpproofs.theorems.cactus.setting import PAPER, N, half, n, r
from dpproofs.theorems.samples import laplace

s, v = sp.symbols("s v", positive=True)
theta = sp.Symbol("theta", positive=True)
t, x = sp.symbols("t z", real=True)
K, m = sp.symbols("K m", integer=True, positive=True)
k = sp.Symbol("k", integer=True, positive=True)

# -- Theorem 1 ------------------------------------------------------------------------------------

MECHANISMS, WORST = Given("nu", "noise", 2), Given("V", "function", 1)
NOISE, ITS_WORST = Given("X", "noise"), Given("W", "function")
BEST = Given("P", "noise")

_ON = Domain((positive(s), *BUDGET))
_INPUTS = _ON & real(t) & real(x)
_SHIFTS = between(a, -s, s, "[]")
_FINITE = Variable(v, sp.Integer(0), sp.oo, "()")


def _example_noise(reach: sp.Expr) -> dict[str, object]:
    return {"nu": laplace(half, EXAMPLE_SCALE, (t, x)), "V": sp.Lambda(t, EXAMPLE_LEAK * reach),
        "X": laplace(half, EXAMPLE_SCALE), "W": sp.Lambda((), EXAMPLE_LEAK * reach)}


_AS_GOOD = Promise(given=BEST, outer=_ON, variables=Domain((_FINITE,)),
    all=(Goal(costs(BEST(), C), _ON & _FINITE), leaks(BEST(), v, _ON & _FINITE, s),
        Goal(that(v) <= WORST(t), _ON & _FINITE & real(t))))

THEOREM_1 = Statement(id="cactus.thm1", paper=PAPER, item="Theorem 1, (11)",
    title="some additive noise is as good as all mechanisms, and all that is has a density",
    printed_latex=r"\mathrm{KL}^\star=\mathrm{KL}^\star_{\mathrm{add}},\quad\text{there is a "
    r"}P^\star\in\mathcal P_{\mathrm{add}}\text{ achieving this value, and any such "
    r"}P^\star\ll\lambda", parameters=_ON,
    given=(COST, BETWEEN, FAR, MECHANISMS, WORST, NOISE, ITS_WORST, LENGTH, NULL),
    hypotheses=(*assumption(_ON), Goal(costs(MECHANISMS(t, x), C), _INPUTS),
        Goal(divergence(MECHANISMS(t, x), MECHANISMS(t, x + a), a, "<=", WORST(t)),
            _INPUTS & _SHIFTS), leaks(NOISE(), ITS_WORST(), _ON, s), *null_set(_ON)),
    printed=(Goal(_AS_GOOD, _ON), without_mass(NOISE(), _ON)),
    note="nu(t, x) is the law of the output at x of mechanism t, less x; nothing is assumed of how "
    "it depends on t and x, so that Markov kernels are among them. V(t) bounds the divergence of "
    "the outputs at any two inputs at a distance of at most s. An infimum over all mechanisms is "
    "one over a sequence of them: noise that no member of any such family is better than attains "
    "it, and being additive it is a mechanism; so the first goal says that KL* = KL*_add, and that "
    "it is attained and finite. The second says that noise X of finite worst divergence, as that "
    "noise is, has a density: L has the null sets of the length; that is cactus.rem1. The first is "
    "open here: the kernel has no limits of noise (Prokhorov's theorem). On a finite cycle it is "
    "cactus.thm1.cyclic. What any mechanism leaks at least is proved by certificates, which do not "
    "assume that noise is additive.",
    examples=({**EXAMPLE_COST, **EXAMPLE_NULL, **_example_noise(s)},))

# -- Theorem 3 ------------------------------------------------------------------------------------

KERNEL, LEAST = Given("nu", "noise", 1), Given("V", "function")
NEARLY = Given("X", "noise", 1)

_KERNEL = (Goal(costs(KERNEL(x), C), BUDGET & real(x)),
    Goal(divergence(KERNEL(x), KERNEL(x + a), a, "<=", LEAST()),
        BUDGET & real(x) & between(a, -1, 1, "[]")))
_SLACK = BUDGET & positive(e) & positive(h)
_SIZES = Domain((index(n, 1), index(N, 1), between(r, 0, 1)))
_IN = Domain((*_SLACK, *_SIZES))
_STEPS = Promise(given=BEST, outer=_SLACK, variables=_SIZES,
    all=(*in_steps(BEST(), n, N, r, _IN), Goal(costs(BEST(), C + e), _IN),
        leaks(BEST(), LEAST() + h, _IN)))
_LIMIT = Promise(given=BEST, outer=BUDGET, variables=Domain(),
    all=(Goal(costs(BEST(), C), BUDGET), leaks(BEST(), ITS_WORST(), BUDGET)))
_EXAMPLE = {**EXAMPLE_COST, "nu": laplace(half, EXAMPLE_SCALE, (x,)),
    "V": sp.Lambda((), EXAMPLE_LEAK)}

THEOREM_3 = Statement(id="cactus.thm3", paper=PAPER, item="Theorem 3, (21)",
    title="densities in steps come as near as one likes to the best mechanism",
    printed_latex=r"\mathrm{KL}^\star_{\mathrm{Cactus}}:=\lim_{\varepsilon\to0^+}\inf_{(n,N,r)}"
    r"\mathrm{KL}^\star_{n,N,r}(C+\varepsilon)=\mathrm{KL}^\star", parameters=BUDGET,
    given=(COST, BETWEEN, FAR, KERNEL, LEAST, NEARLY, ITS_WORST),
    hypotheses=(*assumption(BUDGET), *_KERNEL,
        Goal(costs(NEARLY(k), C + 1 / k), BUDGET & index(k, 1)),
        leaks(NEARLY(k), ITS_WORST(), BUDGET & index(k, 1))),
    printed=(Goal(_STEPS, _SLACK), Goal(_LIMIT, BUDGET)),
    note="nu(z) is the law of the output at z of any mechanism, less z, and V bounds its "
    "divergences; the first goal says that for every e and h > 0 some density of Definition 1 has "
    "a cost of at most C + e and no larger divergence than V + h: the limit is at most KL*. X(k) "
    "is noise, in steps or not, whose cost exceeds C by at most 1/k, with divergences of at most "
    "W; the second says that some noise within C has no larger ones, so that the limit is at least "
    "KL*. Both are open: the first needs integrals of any noise, the second limits of noise. What "
    "certificates of 'dpproofs cactus' prove for C = 1/4 and c(x) = x^2: KL* is in [1.727161, "
    "1.727454] by 50 cells a unit, in [1.727256, 1.727330] by 100 and in [1.727266, 1.727299] by "
    "200; the widths shrink from 1.7 to 0.43 and 0.19 parts in 10,000. For coarse cells "
    "cactus.thm3.halves and cactus.thm3.quarters are proved sentences.",
    examples=(
        {**_EXAMPLE, "X": laplace(half, EXAMPLE_SCALE, (k,)), "W": sp.Lambda((), EXAMPLE_LEAK)},))

# -- Remark 3 -------------------------------------------------------------------------------------

FAMILY = Given("P", "noise", 1)
_RATIO = Domain((*BUDGET, positive(theta)))
_LOOSE = _RATIO & positive(e) & positive(h)
_CHOSEN = Domain((index(K, 1), index(m, 1)))
_FINE = Domain((*_LOOSE, *_CHOSEN, index(n, m)))
_tail = 1 - theta / (K * n)
_GUIDED = Promise(given=FAMILY, outer=_LOOSE, variables=_CHOSEN,
    all=(Goal(that(0) < _tail, _FINE), *in_steps(FAMILY(n), n, K * n, _tail, _FINE),
        Goal(costs(FAMILY(n), C + e), _FINE), leaks(FAMILY(n), LEAST() + h, _FINE)))

REMARK_3 = Statement(id="cactus.rem3", paper=PAPER, item="Remark 3",
    title="a fixed N/n and a tail of ratio 1 - theta/N are enough",
    printed_latex=r"\text{optimal cactus distributions can be obtained by restricting the ratio "
    r"}N/n\text{ (chosen sufficiently large), and choosing }r=1-\Theta_\alpha(N^{-1})",
    parameters=_RATIO, given=(COST, BETWEEN, FAR, KERNEL, LEAST),
    hypotheses=(*assumption(_RATIO), *_KERNEL), printed=(Goal(_GUIDED, _LOOSE),),
    note="nu and V are as in cactus.thm3. For every e and h > 0 there is a ratio K such that for "
    "all large n some density of Definition 1 with N = K n and r = 1 - theta/N has a cost of at "
    "most C + e and no larger divergence than V + h, as the remark says; and this for every theta "
    "> 0, which is more than for one that may depend on alpha. Open, as Theorem 3 is.",
    examples=(_EXAMPLE,))


def _open(statement: Statement) -> Claim:
    def derive() -> Derivation:
        return Proof(statement.parameters, statement).done()

    return Claim(statement, derive)


CLAIMS = tuple(map(_open, (THEOREM_1, THEOREM_3, REMARK_3)))
