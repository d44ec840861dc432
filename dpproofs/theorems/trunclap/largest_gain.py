"""The largest gain of a set in the proof of Theorem 1, and the one that is printed for it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mass, Moved, at_least, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import noise
from dpproofs.theorems.trunclap.lengths import (LENGTHS, NOISE, L, delta_of_length, density, end, m,
    unit_height)
from dpproofs.theorems.trunclap.noise import DEFINITIONS, EXISTS, GAINED, MOST, T, s, x
from dpproofs.theorems.trunclap.setting import PAPER, Delta, eps

d, z, _t = sp.symbols("d z t", positive=True)

SHIFTED = LENGTHS & between(d, 0, eps)

#: P([L - d, L)), which the shift by d uncovers, and the gain of [A - Delta, oo) at that shift.
STRIP = (sp.exp(d) - 1) / (2 * (sp.exp(L) - 1))
_MOVED = unit_height * (sp.exp(-m - d) - sp.exp(-L))
_GAIN = unit_height * (sp.exp(-m) - sp.exp(-L)) - sp.exp(eps) * _MOVED
_LOST = unit_height * sp.exp(-L - d) * (sp.exp(eps) - sp.exp(d)) ** 2

UNCOVERED = Goal(Integral(unit_height * sp.exp(-_t), _t, L - d, L, STRIP), SHIFTED)
WITHIN = Goal(that(STRIP) < delta_of_length, SHIFTED)
_PRINTED = Goal(that(_GAIN) == unit_height * (sp.exp(-m) - sp.exp(-m - d)), SHIFTED)
_LESS = Goal(that(_GAIN) == STRIP - _LOST, SHIFTED)

_SHIFTS = NOISE & between(s, 0, Delta)
_HALF_LINE = at_least(end - Delta)
#: The formula above is the gain of the half line [A - Delta, oo).
_TOLD = Goal(that(Mass(T, _HALF_LINE) - sp.exp(eps) * Mass(T, Moved(_HALF_LINE, s))) ==
        _GAIN.xreplace({d: s * eps / Delta}), _SHIFTS)

_ERRATUM = Erratum(Severity.argument,
    "Theorem 1 stands; the printed set is not the one to test a mechanism with at a shift below "
    "Delta, where it may gain less than nothing.",
    (Patch(r"is maximized at $S = [A - \Delta, +\infty)$ and the maximum value is "
        r"$\int_{A-\Delta}^{A-\Delta+d} f(x) dx \leq \int_{A-\Delta}^{A} f_{\text{TLap}}(x) dx = "
        r"\delta$",
        r"is maximized at $S = [A - d, A)$ and the maximum value is $\int_{A-d}^{A} "
        r"f_{\text{TLap}}(x) dx \leq \int_{A-\Delta}^{A} f_{\text{TLap}}(x) dx = \delta$"),))

LARGEST = Statement(id="trunclap.thm1.proof", paper=PAPER, item="proof of Theorem 1",
    erratum=_ERRATUM,
    title="the largest gain of a set at a shift below Delta",
    printed_latex=r"0\le d\le\Delta:\quad\max_S\bigl(P(S)-e^\epsilon P(S+d)\bigr)\text{ is "
    r"attained at }S=[A-\Delta,\infty)\text{ and is }\int_{A-\Delta}^{A-\Delta+d}f(x)\,dx",
    parameters=NOISE, definitions=DEFINITIONS, printed=(EXISTS, _PRINTED),
    corrected_latex=r"0<d\le\Delta:\quad\text{the maximum is attained at }[A-d,A)\text{ and is }"
    r"\int_{A-d}^{A}f(x)\,dx\le\delta",
    printed_text="for a shift d the largest P(S) - exp(epsilon) P(S+d) is that of [A-Delta, oo), "
    "and is the mass of [A-Delta, A-Delta+d]",
    corrected_text="the largest gain at the shift d is that of [A-d, A), which is its mass, at "
    "most delta", corrected=(EXISTS, MOST, GAINED, UNCOVERED, WITHIN, _TOLD, _LESS),
    note="Theorem 1 stands (claim trunclap.thm1): both values are at most delta. The value printed "
    "for the maximum exceeds it unless d = Delta, where both are delta, and the set printed does "
    "not attain it: its gain is smaller by the square shown, and may be negative. The second and "
    "third goal of what holds say that no set gains more than the mass of [A-s, A), for 0 < s <= "
    "Delta, and that this set gains all of it, as the shift by s moves it off the support. The "
    "printed value, the mass of the strip and the square are in units of Delta/epsilon, d = s "
    "epsilon/Delta; the sixth goal says that the formula is the gain of the half line.")


def show_strip(proof: Proof) -> tuple[str, str]:
    """Show what a shift below Delta uncovers, and that it is below delta.

    Returns the names of the steps for 1 < exp(z), z > 0, and for the latter.
    """
    grows = proof.shows(that(1) < sp.exp(z), on=Domain((positive(z),)), by="sign",
        because="the exponential function exceeds 1 right of 0")
    proof.concludes(UNCOVERED, by="integral", antiderivative=-unit_height * sp.exp(-_t),
        because="the shift moves the last piece of length d off the support, so that it gains its "
            "own mass")
    within = proof.follows(WITHIN, (grows, {z: eps - d}, sp.exp(d) / (2 * (sp.exp(L) - 1))),
        because="the mass of this strip grows with d, up to epsilon")
    return grows, within


def derive() -> Derivation:
    proof = Proof(LENGTHS, LARGEST)
    show_strip(proof)
    exists = noise.show_exists(proof)
    known = noise.show_masses(proof, exists)
    noise.show_most(proof, known, noise.show_grows(proof))
    gone = proof.shows(that(Mass(T, Moved(noise.STRIP, s))) <= Mass(T, at_least(end)),
        on=GAINED.domain, by="measure", uses=(exists,),
        because="the shift by s moves the last strip to A and beyond")
    proof.follows(GAINED, gone, known.far, because="beyond the support there is no mass")
    _show_told(proof, known)
    proof.fails(_PRINTED, {eps: 2 * sp.log(2), m: sp.log(2), d: sp.log(2)},
        because="epsilon = 2 log 2, delta = 3/14, d = Delta/2: the gain of [A - Delta, oo) is "
        "-1/14, the printed value 1/7, and the maximum 1/14")
    proof.concludes(_LESS, by="identity",
        because="the gain of the half line falls short of that of the strip by a square, which "
            "vanishes only at d = epsilon")
    return proof.done()


def _show_told(proof: Proof, known: noise.MassSteps) -> None:
    """Append the gain of [A - Delta, oo) at the shift s."""
    exists, scale = known.of.exists, Delta / eps
    found = []
    for place, where, why in ((end - Delta, _HALF_LINE, "the half line [A - Delta, oo)"),
            (end - Delta + s, Moved(_HALF_LINE, s), "moved by s")):
        inside = interval(place, end, "[)")
        value = unit_height * (sp.exp(-place / scale) - sp.exp(-L))
        integral = proof.shows(Integral(density(x), x, place, end, value), on=_SHIFTS,
            by="integral", because="the density up to A", antiderivative=-scale * density(x))
        mass = proof.shows(that(Mass(T, inside)) == value, on=_SHIFTS, by="density",
            uses=(*exists, integral), piece=0, because="the mass up to A")
        split = proof.shows(that(Mass(T, where)) == Mass(T, inside) + Mass(T, at_least(end)),
            on=_SHIFTS, by="measure", uses=exists, because=why)
        found.append((mass, split))
    (first, here), (second, there) = found
    proof.follows(_TOLD, first, here, second, there, known.far,
        because="subtract exp(epsilon) times the mass of the moved half line from that of the half "
            "line")


CLAIMS = (Claim(LARGEST, derive),)
