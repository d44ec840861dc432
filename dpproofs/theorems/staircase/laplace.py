"""The Laplace mechanism: its density, its two costs, and its error trade-off."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
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
    return proof.concludes(AMPLITUDE, by="integral",
        because="the density is even; integrate by parts, with lambda = Delta/epsilon",
        besides=True, antiderivative=-(x + Delta / eps) * sp.exp(-eps * x / Delta))


def show_power(proof: Proof) -> str:
    """Append the second moment of Laplace noise."""
    scale = Delta / eps
    return proof.concludes(POWER, by="integral",
        because="the density is even; integrate by parts twice, with lambda = Delta/epsilon",
        besides=True,
        antiderivative=-(x**2 + 2 * scale * x + 2 * scale**2) * sp.exp(-eps * x / Delta))


DENSITY = Statement(id="staircase.def3", paper=PAPER, item="Definition 3, (13), (14)",
    title="the Laplace mechanism",
    printed_latex=r"f(x)=\frac1{2\lambda}\,e^{-|x|/\lambda},\qquad\lambda=\frac\Delta\epsilon",
    definitions=laplace_noise.DEFINITIONS, printed=(laplace_noise.EXISTS, laplace_noise.IS_PRIVATE),
    definition=True,
    note="The density decays by the factor exp(-epsilon) over each length Delta, from the origin.")


def derive_density() -> Derivation:
    proof = Proof(ON, DENSITY)
    laplace_noise.show_private(proof, laplace_noise.show_exists(proof))
    on = ON & positive(x)
    proof.shows(that(0) < right_half, on=on, by="sign", because="the density is positive")
    proof.shows(that(right_half.subs(x, x + Delta)) == sp.exp(-eps) * right_half, on=on,
        by="identity",
        because="a step of length Delta away from the origin costs the factor exp(-epsilon)")
    return proof.done()


EQ46 = Statement(id="staircase.eq46", paper=PAPER, item="(46)",
    title="the expected amplitude of Laplace noise",
    printed_latex=r"V_{\mathrm{Lap}}=\int|x|\,\tfrac1{2\lambda}e^{-|x|/\lambda}\,dx"
    r"=\frac\Delta\epsilon", definitions=laplace_noise.DEFINITIONS,
    printed=(laplace_noise.expected(1, Delta / eps),))

EQ52 = Statement(id="staircase.eq52", paper=PAPER, item="(52)", title="the power of Laplace noise",
    printed_latex=r"V_{\mathrm{Lap}}=\int "
    r"x^2\,\tfrac1{2\lambda}e^{-|x|/\lambda}\,dx=\frac{2\Delta^2}{\epsilon^2}",
    definitions=laplace_noise.DEFINITIONS,
    printed=(laplace_noise.expected(2, 2 * Delta**2 / eps**2),))


def derive_amplitude() -> Derivation:
    proof = Proof(ON, EQ46)
    scale, place = Delta / eps, outcome
    laplace_noise.show_expected(proof, 1, scale,
        -(place + scale) * sp.exp(-eps * place / Delta) / 2)
    return proof.done()


def derive_power() -> Derivation:
    proof = Proof(ON, EQ52)
    scale, place = Delta / eps, outcome
    primitive = -(place**2 + 2 * scale * place + 2 * scale**2) * sp.exp(-eps * place / Delta) / 2
    laplace_noise.show_expected(proof, 2, 2 * scale**2, primitive)
    return proof.done()


CLAIMS = (Claim(DENSITY, derive_density), Claim(EQ46, derive_amplitude), Claim(EQ52, derive_power))
