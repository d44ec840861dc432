"""The Laplace mechanism: its density, its two costs, and its error trade-off."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, Integral, at_most, equal, less
from dpproofs.kernel.terms import Mass, Moved, Outside
from dpproofs.theorems.staircase import laplace_noise
from dpproofs.theorems.staircase.noise import x as outcome
from dpproofs.theorems.staircase.setting import EPSILON, PAPER, SENSITIVITY, Delta, eps, x

ON = Domain((EPSILON, SENSITIVITY))
_z = sp.Symbol("z", real=True)  # a place on the line

#: f(x) for x >= 0.
right_half = eps / (2 * Delta) * sp.exp(-eps * x / Delta)

AMPLITUDE = Goal(Integral(2 * x * right_half, x, sp.Integer(0), sp.oo, Delta / eps), ON)
POWER = Goal(Integral(2 * x**2 * right_half, x, sp.Integer(0), sp.oo, 2 * Delta**2 / eps**2), ON)


def show_amplitude(proof: Proof) -> str:
    """Append the expected amplitude of Laplace noise."""
    return proof.concludes(
        AMPLITUDE,
        by="integral",
        because="the density is even; integrate by parts, with lambda = Delta/epsilon",
        besides=True,
        antiderivative=-(x + Delta / eps) * sp.exp(-eps * x / Delta),
    )


def show_power(proof: Proof) -> str:
    """Append the second moment of Laplace noise."""
    scale = Delta / eps
    return proof.concludes(
        POWER,
        by="integral",
        because="the density is even; integrate by parts twice, with lambda = Delta/epsilon",
        besides=True,
        antiderivative=-(x**2 + 2 * scale * x + 2 * scale**2) * sp.exp(-eps * x / Delta),
    )


DENSITY = Statement(
    id="staircase.def3",
    paper=PAPER,
    item="Definition 3, (13), (14)",
    title="the Laplace mechanism",
    printed_latex=r"f(x)=\frac1{2\lambda}\,e^{-|x|/\lambda},\qquad\lambda=\frac\Delta\epsilon",
    definitions=laplace_noise.DEFINITIONS,
    printed=(laplace_noise.EXISTS, laplace_noise.IS_PRIVATE),
    definition=True,
    note="The density decays by the factor exp(-epsilon) over each length Delta, from the origin.",
)


def derive_density() -> Derivation:
    proof = Proof(ON, DENSITY)
    laplace_noise.show_private(proof, laplace_noise.show_exists(proof))
    on = ON & positive(x)
    proof.shows(less(0, right_half), on=on, by="sign", because="the density is positive")
    proof.shows(
        equal(right_half.subs(x, x + Delta), sp.exp(-eps) * right_half),
        on=on,
        by="identity",
        because="a step of length Delta away from the origin costs the factor exp(-epsilon)",
    )
    return proof.done()


EQ46 = Statement(
    id="staircase.eq46",
    paper=PAPER,
    item="(46)",
    title="the expected amplitude of Laplace noise",
    printed_latex=r"V_{\mathrm{Lap}}=\int|x|\,\tfrac1{2\lambda}e^{-|x|/\lambda}\,dx"
    r"=\frac\Delta\epsilon",
    definitions=laplace_noise.DEFINITIONS,
    printed=(laplace_noise.expected(1, Delta / eps),),
)

EQ52 = Statement(
    id="staircase.eq52",
    paper=PAPER,
    item="(52)",
    title="the power of Laplace noise",
    printed_latex=r"V_{\mathrm{Lap}}=\int x^2\,\tfrac1{2\lambda}e^{-|x|/\lambda}\,dx"
    r"=\frac{2\Delta^2}{\epsilon^2}",
    definitions=laplace_noise.DEFINITIONS,
    printed=(laplace_noise.expected(2, 2 * Delta**2 / eps**2),),
)


def derive_amplitude() -> Derivation:
    proof = Proof(ON, EQ46)
    scale, place = Delta / eps, outcome
    laplace_noise.show_expected(
        proof, 1, scale, -(place + scale) * sp.exp(-eps * place / Delta) / 2
    )
    return proof.done()


def derive_power() -> Derivation:
    proof = Proof(ON, EQ52)
    scale, place = Delta / eps, outcome
    primitive = -(place**2 + 2 * scale * place + 2 * scale**2) * sp.exp(-eps * place / Delta) / 2
    laplace_noise.show_expected(proof, 2, 2 * scale**2, primitive)
    return proof.done()


# -- the error trade-off (15): the test rejects q(D_1) when the output exceeds a threshold --------

_r = sp.Symbol("r", positive=True)  # distance of the threshold from the kink, in units of Delta
_s = sp.Symbol("s", nonnegative=True)  # threshold between the two kinks, in units of Delta

FAR = ON & positive(_r)
MIDDLE = ON & between(_s, 0, 1, "[]")

#: Thresholds (1 + r) Delta, s Delta and -r Delta: false alarm and missed detection.
far_alarm, far_missed = sp.exp(-eps * (1 + _r)) / 2, 1 - sp.exp(-eps * _r) / 2
alarm, missed = sp.exp(-eps * _s) / 2, sp.exp(eps * (_s - 1)) / 2
near_alarm, near_missed = 1 - sp.exp(-eps * _r) / 2, sp.exp(-eps * (1 + _r)) / 2

_S = sp.Function("S")()
_FA, _HIT = (Mass(laplace_noise.NOISE, where) for where in (_S, Moved(_S, -Delta)))

#: Bounds on P_MD = 1 - P(S - Delta) for any set S that is rejected.
ANY_TEST = (
    Goal(at_most(1 - sp.exp(eps) * _FA, 1 - _HIT), ON),
    Goal(at_most(sp.exp(-eps) * (1 - _FA), 1 - _HIT), ON),
)

ROC = Statement(
    id="staircase.eq15",
    paper=PAPER,
    item="(15)",
    title="the error trade-off of the Laplace mechanism",
    printed_latex=r"P_{MD}=\begin{cases}1-e^{\epsilon}P_{FA},&P_{FA}\in[0,\frac12e^{-\epsilon}),\\"
    r"\frac{e^{-\epsilon}}{4P_{FA}},&P_{FA}\in[\frac12e^{-\epsilon},\frac12),\\"
    r"e^{-\epsilon}(1-P_{FA}),&P_{FA}\in[\frac12,1]\end{cases}",
    printed=(
        Goal(equal(far_missed, 1 - sp.exp(eps) * far_alarm), FAR),
        Goal(equal(missed, sp.exp(-eps) / (4 * alarm)), MIDDLE),
        Goal(equal(near_missed, sp.exp(-eps) * (1 - near_alarm)), FAR),
        *ANY_TEST,
    ),
    definitions=laplace_noise.DEFINITIONS,
    note="For q(D_2) - q(D_1) = Delta, and the tests that reject q(D_1) above a threshold. For "
    "every measurable set S that a test rejects, P_FA = P(S) and P_MD = 1 - P(S - Delta) (q(D_1) "
    "at 0), it is shown that P_MD is at least 1 - exp(epsilon) P_FA and at least exp(-epsilon) "
    "(1 - P_FA), so that the first and the last case cannot be beaten. For the middle case that is "
    "left to the lemma of Neyman and Pearson (not formalised): the likelihood ratio of the two "
    "outputs is shown to be nondecreasing. The threshold is (1 + r) Delta, "
    "s Delta or -r Delta; the ends P_FA = 0 and 1 are its limits, and there the three formulas "
    "give P_MD = 1 and 0.",
)


def derive_roc() -> Derivation:
    proof = Proof(FAR, ROC)
    _any_test(proof)
    tails = _tails(proof)
    cases = (
        "beyond both modes: the right tails at distance (1 + r) Delta and r Delta",
        "between the modes: the product of the two errors does not depend on the threshold",
        "before both modes: the left tails at distance r Delta and (1 + r) Delta",
    )
    for goal, because in zip(ROC.printed[:3], cases, strict=True):
        proof.concludes(goal, by="identity", because=because, uses=tails)
    _ranges(proof)
    _likelihood_ratio(proof)
    return proof.done()


def _any_test(proof: Proof) -> None:
    """Append the two bounds that privacy gives for every set."""
    exists = laplace_noise.show_exists(proof)
    private = laplace_noise.show_private(proof, exists)
    noise, hit = laplace_noise.NOISE, Moved(_S, -Delta)
    back = proof.shows(
        at_most(Mass(noise, hit), sp.exp(eps) * Mass(noise, Moved(hit, Delta))), on=ON,
        by="privacy", uses=(private,), set=hit, shift=Delta, because="privacy for S - Delta",
    )  # fmt: skip
    other = Outside(_S)
    ahead = proof.shows(
        at_most(Mass(noise, other), sp.exp(eps) * Mass(noise, Moved(other, -Delta))), on=ON,
        by="privacy", uses=(private,), set=other, shift=-Delta,
        because="privacy for what is not rejected",
    )  # fmt: skip
    same = proof.shows(
        equal(Mass(noise, Moved(hit, Delta)), _FA), on=ON, by="measure", uses=(exists,),
        because="moved there and back",
    )  # fmt: skip
    kept = proof.shows(
        equal(Mass(noise, other), 1 - _FA), on=ON, by="measure", uses=(exists,),
        because="the rest of the mass",
    )  # fmt: skip
    missed = proof.shows(
        equal(Mass(noise, Moved(other, -Delta)), 1 - _HIT), on=ON, by="measure", uses=(exists,),
        because="the rest of the mass",
    )  # fmt: skip
    proof.concludes(
        ANY_TEST[0], by="entailment", uses=(back, same), because="no test beats the first case",
        facts=[(back, {}, 1), (same, {}, -sp.exp(eps))],
    )  # fmt: skip
    proof.concludes(
        ANY_TEST[1], by="entailment", uses=(ahead, kept, missed),
        because="and none beats the last",
        facts=[(ahead, {}, sp.exp(-eps)), (kept, {}, sp.exp(-eps)), (missed, {}, -1)],
    )  # fmt: skip


def _tails(proof: Proof) -> list[str]:
    """The masses beyond a place t > 0 or s Delta, and before a negative one."""
    left_half = eps / (2 * Delta) * sp.exp(eps * _z / Delta)
    density = right_half.subs(x, _z)
    upward, downward = sp.exp(-eps * _z / Delta) / -2, sp.exp(eps * _z / Delta) / 2
    rows = (
        (FAR, density, (1 + _r) * Delta, sp.oo, far_alarm, upward, "false alarms, far threshold"),
        (FAR, density, _r * Delta, sp.oo, 1 - far_missed, upward, "detections, far threshold"),
        (MIDDLE, density, _s * Delta, sp.oo, alarm, upward, "false alarms, threshold s Delta"),
        (MIDDLE, left_half, -sp.oo, (_s - 1) * Delta, missed, downward, "missed, s Delta"),
        (FAR, left_half, -sp.oo, -_r * Delta, 1 - near_alarm, downward, "no alarm, -r Delta"),
        (FAR, left_half, -sp.oo, -(1 + _r) * Delta, near_missed, downward, "missed, -r Delta"),
    )
    return [
        proof.shows(
            Integral(integrand, _z, low, high, value),
            on=on,
            by="integral",
            because=f"a tail of the Laplace density ({what})",
            antiderivative=primitive,
        )
        for on, integrand, low, high, value, primitive, what in rows
    ]


def _ranges(proof: Proof) -> None:
    half = sp.Rational(1, 2)
    proof.shows(
        less(far_alarm, sp.exp(-eps) / 2),
        on=FAR,
        by="sign",
        because="the first case takes every P_FA in (0, exp(-epsilon)/2)",
    )
    proof.shows(
        less(half, near_alarm),
        on=FAR,
        by="sign",
        because="the last case takes every P_FA in (1/2, 1); s from 0 to 1 takes the rest",
    )
    for low, high, place in (
        (alarm, half, _s),
        (sp.exp(-eps) / 2, alarm.subs(_s, 1 - _r), _r),
    ):
        proof.shows(
            less(low, high),
            on=ON & between(place, 0, 1),
            by="sign",
            because="the middle case lies between, and takes the two ends at s = 1 and s = 0",
        )


def _likelihood_ratio(proof: Proof) -> None:
    on = ON & between(_s, 0, 1)
    ratio = sp.exp(-eps * (1 - _s)) / sp.exp(-eps * _s)
    proof.shows(
        equal(ratio, sp.exp(2 * eps * _s) * sp.exp(-eps)),
        on=on,
        by="identity",
        because="between the modes, at s Delta, the likelihood ratio grows like exp(2 epsilon s)",
    )
    grown = sp.exp(2 * eps * _s) * sp.exp(-eps)
    proof.shows(
        Derivative(grown, _s, 2 * eps * grown),
        on=on,
        by="derivative",
        because="the slope of the ratio between the modes",
    )
    proof.shows(
        less(0, 2 * eps * grown),
        on=on,
        by="sign",
        because="it is positive, so the ratio is nondecreasing and thresholds are optimal tests",
    )


CLAIMS = (
    Claim(DENSITY, derive_density),
    Claim(ROC, derive_roc),
    Claim(EQ46, derive_amplitude),
    Claim(EQ52, derive_power),
)
