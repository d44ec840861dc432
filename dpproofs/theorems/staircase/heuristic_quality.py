"""Section V-B: the choice gamma = exp(-epsilon)/2 is bad for large epsilon, for every power.

The cost |x|^m of the staircase is a multiple of a sum phi over all periods. At gamma = b/2 the
terms of phi but the first bound it from below, and so the cost by 2 Delta^m/(3 (m+1)). At gamma =
exp(-s), where b is at most half of exp(-(m+1) s), it is bounded by a multiple of exp(-m s), which
is less than any share of that when s is large.
"""

from __future__ import annotations

from typing import cast

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.appendix_d import power
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.heuristic_figures import choice_amplitude, choice_power
from dpproofs.theorems.staircase.heuristic_sums import (EXPONENT, HYPOTHESES, PAID, PHI, STAIRCASE,
    Bent, PeriodSteps, Sums, W, cost, half, m, model, one, paid, q, show_above, show_cost, x, zero)
from dpproofs.theorems.staircase.noise import show_exists
from dpproofs.theorems.staircase.series import n
from dpproofs.theorems.staircase.setting import (PAPER, RATIO, SENSITIVITY, SPLIT, Delta, b, gamma)

PARAMETERS = Domain((RATIO, SENSITIVITY))
ON = PARAMETERS & EXPONENT
SIZES = Domain((SENSITIVITY, EXPONENT))
STEEP = Domain((SENSITIVITY, between(m, 1, sp.oo, "[)")))

s, K, v, y = sp.symbols("s K v y", positive=True)
MOST, AHEAD = sp.exp(-(m + 1) * s) / 2, sp.exp(-s)

#: The cost of the choice as b tends to 0, and the sums that bound the cost elsewhere.
least = 2 * Delta**m / (3 * (m + 1))
tail, farther = PHI(m + 1, half, 2), PHI(m + 1, half, 3)
small = Delta**m * sp.exp(-m * s) * (2 + tail) / (2 * (m + 1))

def _tends(value: sp.Expr, limit: sp.Expr, on: Domain) -> Goal:
    return Goal(Limit(value, b, zero, "+", limit), on)


ONLY = Domain((SENSITIVITY,))
_AMPLITUDE, _POWER = Delta * choice_amplitude, Delta**2 * choice_power
SAID_AMPLITUDE, SAID_POWER = (_tends(value, zero, ONLY) for value in (_AMPLITUDE, _POWER))
TENDS_AMPLITUDE, TENDS_POWER = (_tends(_AMPLITUDE, Delta / 3, ONLY),
    _tends(_POWER, 2 * Delta**2 / 9, ONLY))
ABOVE = Goal(paid(b / 2, ">", least), ON)
TENDS = _tends(cost(b / 2), least, STEEP)
BELOW = Goal(paid(AHEAD, "<=", small), SIZES & positive(s) & between(b, 0, MOST, "(]"))
WORSE = Goal(
    Exists(Domain((RATIO, SPLIT, positive(v))), (paid(b / 2, ">", K * v), paid(gamma, "<=", v))),
    SIZES & positive(K))

_ERRATUM = Erratum(Severity.result,
    "With this gamma the noise does not vanish as epsilon grows: its amplitude tends to "
    "Delta/3, while that of the best gamma, and of Laplace noise, tends to 0.",
    (Patch("show that the performance is reasonably good in the low privacy regime",
        "show that in the low privacy regime its cost does not tend to 0, as the optimal one "
        "does"),))

QUALITY = Statement(
    id="staircase.heur.quality",
    erratum=_ERRATUM,
    paper=PAPER,
    item="Section V-B",
    title="the choice gamma = exp(-epsilon)/2 is not good for large epsilon, whatever the power",
    printed_latex=r"\gamma=\tfrac12e^{-\epsilon}:\quad\text{the performance is reasonably good in "
    r"the low privacy regime}",
    given=(W, PHI),
    definitions=STAIRCASE.definitions,
    hypotheses=HYPOTHESES,
    examples=(model(),),
    printed=(SAID_AMPLITUDE, SAID_POWER),
    corrected=(WORSE, ABOVE, BELOW, PAID, TENDS, TENDS_AMPLITUDE, TENDS_POWER),
    corrected_latex=r"\begin{gathered}\text{for all real }m>0\ (L=|x|^m),\ K>0:\quad "
    r"V(P_{b/2})>K\,V(P_\gamma)\text{ for some }\epsilon\text{ and }\gamma,\\"
    r"V(P_{b/2})>\frac{2\Delta^m}{3(m+1)}\text{ for every }\epsilon,\qquad "
    r"V(P_{b/2})\to\frac{2\Delta^m}{3(m+1)}\ (\epsilon\to\infty,\ m\ge1),\\"
    r"V(P_{e^{-s}})\le\frac{\Delta^me^{-ms}}{2(m+1)}"
    r"\Bigl(2+\sum_{k\ge0}\frac{(k+2)^{m+1}}{2^k}\Bigr)"
    r"\quad\text{for }b\le\tfrac12e^{-(m+1)s},\ s>0\end{gathered}",
    printed_text="the performance of gamma = exp(-epsilon)/2 is reasonably good in the low privacy "
    "regime",
    corrected_text="for the cost |x|^m, whatever the real m > 0, its cost is more than 2 "
    "Delta^m/(3(m+1)) for every epsilon, while that of other gammas tends to 0 as epsilon grows: "
    "it is more than K times the least cost for large epsilon, whatever K",
    note="The paper says that the choice 'appears to work well for a wide class of cost "
    "functions' and that its 'performance is reasonably good in the low privacy regime'. The "
    "least that this can mean is that the cost is within a constant factor of the least one, or "
    "not above that of Laplace noise; either way it would tend to 0 as epsilon grows, as both of "
    "these do. That is refuted for the amplitude and for the power, and the opposite shown of "
    "every power: beyond gamma Delta the density stays at height b a(gamma), and two thirds of "
    "the mass are there. What the paper shows, that the noise is below gamma Delta with "
    "probability near 1/3, is right, (65). m is any positive real number, or one that is at least "
    "1 where the limit is told. w(q, x) is x^q for x > 0, and 0 at 0; phi(q, b, u) is the sum of "
    "b^n w(q, n + u) over n >= 0, so that phi(m+1, 1/2, 2) is the sum in the bound. Of powers "
    "their integrals over the two pieces of each period are assumed, which "
    "staircase.appE.312.sums shows. staircase.heur.quality.powers has figures for the amplitude "
    "and the power, and where the choice is good.",
)


def derive() -> Derivation:
    proof = Proof(PARAMETERS, QUALITY)
    proof.idea(__doc__)
    proof.part("The amplitude and the power")
    exists = show_exists(proof, STAIRCASE)
    _powers(proof, exists)
    proof.part("The cost for every power")
    known, lemmas = PeriodSteps.of(proof), Bent(proof)
    sums = Sums(proof, known, lemmas.grows)
    paid_for = show_cost(sums, exists)
    proof.part("The choice")
    low, above = show_above(sums, paid_for, ON, least)
    _limit(sums, lemmas, low)
    proof.part("Another gamma")
    below, some = _below(sums, paid_for)
    proof.part("The choice costs more than K times as much")
    _worse(proof, above, below, some)
    proof.is_long(7)
    return proof.done()


def _powers(proof: Proof, exists: str) -> None:
    """The amplitude and the power."""
    for name, found, value, said, tends, limit, mass in (("amplitude", Cost(1, amplitude, count=n),
                _AMPLITUDE, SAID_AMPLITUDE, TENDS_AMPLITUDE, "Delta/3", "Delta/2"),
            ("power", Cost(2, power, count=n), _POWER, SAID_POWER, TENDS_POWER, "2 Delta^2/9",
                "Delta^2/3")):
        found.show_at(proof, found.derive(proof, exists=exists), b / 2, value, PARAMETERS)
        proof.fails(said, {Delta: 1}, instead=cast(Limit, tends.proposition).value,
            because=f"the {name} tends to {limit}, while the "
            "least one and that of Laplace noise tend to 0")
        proof.concludes(tends, by="limit", because=f"put b = 0: two thirds of the mass, at {mass}")


def _limit(sums: Sums, lemmas: Bent, low: str) -> None:
    """The cost of the choice tends to a limit, from above."""
    proof, known, choice, order = sums.proof, sums.known, b / 2, m + 1
    near = STEEP & between(b, 0, half)
    first, second = (sums.first(near, order, place) for place in (choice, choice + 1))
    positive_ = proof.shows(that(0) <= PHI(order, b, choice), on=near, by="instance",
        uses=(sums.positive,), at={q: order, sp.Symbol("u", positive=True): choice},
        because="the sum is not negative")
    place, length = powers.x, powers.s
    total = b * (b / 4 + 1 + choice * order * 2**m + b * farther)
    bound = proof.follows(that(PHI(order, b, choice)) <= total, (first, -one), (second, -b),
        (known.powers, {q: order, x: choice}, -one), (known.powers, {q: order, x: choice + 1}, -b),
        (sums.bounded, {q: order, sp.Symbol("u", positive=True): choice + 2, s: 1 - choice}, b**2),
        (lemmas.steepens, {powers.p: m, place: choice, length: 1 - choice}, choice**2),
        (lemmas.tangent_above, {powers.p: order, place: one, length: choice}, b),
        (lemmas.grows, {powers.r: m, place: 1 + choice, length: 1 - choice}, b * choice * order),
        on=near, because="the first two terms are (b/2)^(m+1) <= b^2/4 and b (1 + b/2)^(m+1), at "
            "most b (1 + (m+1) 2^m b/2), as this power is above its tangent at 1 + b/2; the others "
            "grow with b and with the place and are at most b^2 phi(m+1, 1/2, 3)")
    proof.key(bound)
    scale = 4 * Delta**m / ((m + 1) * b * (3 - b)) / 2
    upper = proof.follows(that(cost(choice)) <= scale * total, (bound, scale),
        (positive_, scale * b * (2 - b)), on=near, because="(1-b)^2 is at most 1, and the sum has "
            "been bounded")
    lower_value = 2 * Delta**m / ((m + 1) * (3 - b))
    lower = proof.follows(that(lower_value) <= cost(choice), low, on=near,
        because="the cost is at least this, as the first term of the sum is not negative")
    limits = [proof.shows(Limit(value, b, zero, "+", least), on=STEEP, by="limit",
            because=f"the limit of the {name}")
        for value, name in ((lower_value, "lower bound"), (scale * total, "upper bound"))]
    proof.concludes(TENDS, by="squeeze", uses=(lower, upper, *limits),
        because="so the cost of the choice")


def _below(sums: Sums, paid_for: str) -> tuple[str, str]:
    """The cost at gamma = exp(-s) is small; the sum in the bound is not negative."""
    proof, known, order, on = sums.proof, sums.known, m + 1, BELOW.domain
    place = sp.Symbol("u", positive=True)
    some = proof.shows(that(0) <= tail, on=Domain((EXPONENT,)), by="instance",
        uses=(sums.positive,), at={q: order, b: half, place: sp.Integer(2)},
        because="the sum in the bound is not negative")
    first = sums.first(on, order, AHEAD)
    rest = proof.follows(that(PHI(order, b, AHEAD + 1)) <= tail,
        (sums.bounded, {q: order, place: AHEAD + 1, s: 1 - AHEAD}), on=on,
        because="for b < 1/2 the sum grows with b and with the place")
    proof.key(rest)
    level = b + (1 - b) * AHEAD
    factor = Delta**m * (1 - b) ** 2 / ((m + 1) * level)
    spare = Delta**m / (m + 1) * (sp.exp(-m * s) / 2 - (1 - b) ** 2 * b / level)
    bound = proof.follows(that(cost(AHEAD)) <= small, (first, -factor),
        (known.powers, {q: order, x: AHEAD}, -factor), (rest, factor * b), (some, spare), on=on,
        because="phi(m+1, b, exp(-s)) is exp(-(m+1) s) plus b times the sum from 1 + exp(-s) on, "
            "which is at most phi(m+1, 1/2, 2); the denominator is at least (m+1) (1-b) exp(-s), "
            "and b at most half of exp(-(m+1) s)")
    proof.key(bound)
    here = proof.shows(paid(AHEAD, "==", cost(AHEAD)), on=on, by="instance", uses=(paid_for,),
        at={gamma: AHEAD}, because="the cost at gamma = exp(-s)")
    below = proof.concludes(BELOW, by="weaken", uses=(here, bound),
        because="the cost at gamma = exp(-s) is this value of phi, times a factor")
    return below, some


def _worse(proof: Proof, above: str, below: str, some: str) -> None:
    """For every factor there are b and gamma."""
    on, large = WORSE.domain, 2 * K * (2 + tail)
    at = {s: large / m}
    ratio, split, value = (e.xreplace(at) for e in (MOST, AHEAD, small))
    far = proof.follows(that(0) < large, (some, 2 * K), on=on, because="let y be this number")
    reach = proof.follows(that(0) < large / m, (far, 1 / m), on=on, because=
        "this number is positive, so that it may be put for s in the bound on the other cost")
    inside = []
    for claim in (that(MOST) < one, that(AHEAD) < one):
        general = proof.shows(claim, on=Domain((EXPONENT, positive(s))), by="sign",
            because="for every s")
        inside.append(proof.shows(claim.map(lambda e: e.xreplace(at)), on=on, by="instance",
                uses=(general, reach), at=at, because="and so here"))
    cheap = proof.shows(paid(split, "<=", value, ratio), on=on, by="instance",
        uses=(below, reach, *inside), at={**at, b: ratio},
        because="what that gamma costs at this b")
    fast = proof.shows(that(y * sp.exp(-y)) < one, on=Domain((positive(y),)), by="ladder",
        because="the exponential outgrows y")
    price = least / K
    bound = proof.follows(that(value) <= price, (fast, {y: large}, Delta**m / (4 * K * (m + 1))),
        on=on, also=(far,), because="the exponential outgrows the factor K")
    proof.key(fast, bound)
    cheaper = proof.shows(paid(split, "<=", price, ratio), on=on, by="weaken", uses=(cheap, bound),
        because="by the bound on its value")
    dear = proof.shows(paid(ratio / 2, ">", K * price, ratio), on=on, by="instance",
        uses=(above, inside[0]), at={b: ratio}, because="what the choice costs at this b")
    proof.exists(WORSE, {b: ratio, gamma: split, v: price}, uses=(dear, cheaper, *inside),
        because="the choice costs more than 2 Delta^m/(3 (m+1)), and the other gamma at most this "
            "over K")


CLAIMS = (Claim(QUALITY, derive),)
