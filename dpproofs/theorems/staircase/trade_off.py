"""(15): the errors of tests between two outputs with Laplace noise, and that no test has smaller.

A test rejects q(D_1) = 0 where the output lies in a set S; q(D_2) is Delta.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mass, Meet, Mirror, Moved, Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.symmetric import Symmetric
from dpproofs.theorems.staircase import laplace_noise
from dpproofs.theorems.staircase.laplace import right_half
from dpproofs.theorems.staircase.laplace_noise import NOISE, ON, LaplaceMasses
from dpproofs.theorems.staircase.noise import h
from dpproofs.theorems.staircase.noise import x as outcome
from dpproofs.theorems.staircase.setting import PAPER, Delta, eps, x

_z = sp.Symbol("z", real=True)  # a place on the line
_y = sp.Symbol("y", nonnegative=True)
_w = sp.Symbol("w", positive=True)
_r = sp.Symbol("r", positive=True)  # distance of the threshold from the kink, in units of Delta
_s = sp.Symbol("s", nonnegative=True)  # threshold between the two kinks, in units of Delta
ZERO = sp.Integer(0)

FAR = ON & positive(_r)
MIDDLE = ON & between(_s, 0, 1, "[]")
BETWEEN = ON & between(_s, 0, 1)

#: Thresholds (1 + r) Delta, s Delta and -r Delta: false alarm and missed detection.
far_alarm, far_missed = sp.exp(-eps * (1 + _r)) / 2, 1 - sp.exp(-eps * _r) / 2
alarm, missed = sp.exp(-eps * _s) / 2, sp.exp(eps * (_s - 1)) / 2
near_alarm, near_missed = 1 - sp.exp(-eps * _r) / 2, sp.exp(-eps * (1 + _r)) / 2

_S = sp.Function("S")()
_FA, _HIT = (Mass(NOISE, where) for where in (_S, Moved(_S, -Delta)))

#: The likelihood ratio of the two outputs at s Delta.
ratio = sp.exp(eps * (2 * _s - 1))

#: Bounds on P_MD = 1 - P(S - Delta) for any set S that is rejected.
ANY_TEST = (Goal(that(1 - sp.exp(eps) * _FA) <= 1 - _HIT, ON),
    Goal(that(2 * missed - ratio * _FA) <= 1 - _HIT, BETWEEN),
    Goal(that(sp.exp(-eps) * (1 - _FA)) <= 1 - _HIT, ON))

#: The three cases of (15), for these thresholds.
CASES = {Goal(that(far_missed) == 1 - sp.exp(eps) * far_alarm, FAR):
        "beyond both modes: the right tails at distance (1 + r) Delta and r Delta",
    Goal(that(missed) == sp.exp(-eps) / (4 * alarm), MIDDLE):
        "between the modes: the product of the two errors does not depend on the threshold",
    Goal(that(near_missed) == sp.exp(-eps) * (1 - near_alarm), FAR):
        "before both modes: the left tails at distance r Delta and (1 + r) Delta"}

ROC = Statement(
    id="staircase.eq15",
    paper=PAPER,
    item="(15)",
    title="the error trade-off of the Laplace mechanism",
    printed_latex=r"P_{MD}=\begin{cases}1-e^{\epsilon}P_{FA},&P_{FA}\in[0,\frac12e^{-\epsilon}),\\"
    r"\frac{e^{-\epsilon}}{4P_{FA}},&P_{FA}\in[\frac12e^{-\epsilon},\frac12),\\"
    r"e^{-\epsilon}(1-P_{FA}),&P_{FA}\in[\frac12,1]\end{cases}",
    printed=(*CASES, *ANY_TEST),
    definitions=laplace_noise.DEFINITIONS,
    note="For q(D_2) - q(D_1) = Delta. The tests that reject q(D_1) above a threshold have these "
    "errors; the threshold is (1 + r) Delta, s Delta or -r Delta, and the ends P_FA = 0 and 1 are "
    "its limits, where the three formulas give P_MD = 1 and 0. No test has smaller ones: for every "
    "Borel set S that is rejected, P_FA = P(S) and P_MD = 1 - P(S - Delta) (q(D_1) at 0), P_MD "
    "lies on or above the lines of the first and the last case, by privacy, and above every line "
    "that touches the curve of the middle case: where P_FA = exp(-epsilon s)/2, the line for s has "
    "the value exp(-epsilon)/(4 P_FA). That is the lemma of Neyman and Pearson for these outputs: "
    "beyond s Delta the second output is more likely by the ratio exp(epsilon (2s - 1)) or more, "
    "before it by no more, for every Borel set.",
)


def derive() -> Derivation:
    proof = Proof(FAR, ROC)
    proof.part("Any test, by privacy")
    exists = laplace_noise.show_exists(proof)
    _any_test(proof, exists)
    proof.part("Any test, between the modes")
    _between_modes(proof, exists)
    proof.part("Tests with a threshold")
    tails = _tails(proof)
    for goal, because in CASES.items():
        proof.concludes(goal, by="identity", because=because, uses=tails)
    _ranges(proof)
    return proof.done()


def _any_test(proof: Proof, exists: str) -> None:
    """Append the two bounds that privacy gives for every set."""
    private = laplace_noise.show_private(proof, exists)
    noise, hit = NOISE, Moved(_S, -Delta)
    back = proof.shows(that(Mass(noise, hit)) <= sp.exp(eps) * Mass(noise, Moved(hit, Delta)),
        on=ON, by="privacy", uses=(private,), set=hit, shift=Delta, because="privacy for S - Delta")
    other = Outside(_S)
    ahead = proof.shows(
        that(Mass(noise, other)) <= sp.exp(eps) * Mass(noise, Moved(other, -Delta)), on=ON,
        by="privacy", uses=(private,), set=other, shift=-Delta,
        because="privacy for what is not rejected")
    same = proof.shows(that(Mass(noise, Moved(hit, Delta))) == _FA, on=ON, by="measure",
        uses=(exists,), because="the set is moved there and back")
    kept = proof.shows(that(Mass(noise, other)) == 1 - _FA, on=ON, by="measure", uses=(exists,),
        because="the rest of the mass")
    missed = proof.shows(that(Mass(noise, Moved(other, -Delta))) == 1 - _HIT, on=ON, by="measure",
        uses=(exists,), because="the rest of the mass")
    proof.follows(ANY_TEST[0], back, same, because="no test beats the first case")
    proof.follows(ANY_TEST[2], (ahead, sp.exp(-eps)), (kept, sp.exp(-eps)), missed,
        because="and none beats the last")


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
        (FAR, left_half, -sp.oo, -(1 + _r) * Delta, near_missed, downward, "missed, -r Delta"))
    return [proof.shows(Integral(integrand, _z, low, high, value), on=on, by="integral",
            because=f"a tail of the Laplace density ({what})", antiderivative=primitive)
        for on, integrand, low, high, value, primitive, what in rows]


def _ranges(proof: Proof) -> None:
    half = sp.Rational(1, 2)
    proof.shows(that(far_alarm) < sp.exp(-eps) / 2, on=FAR, by="sign",
        because="the first case takes every P_FA in (0, exp(-epsilon)/2)")
    proof.shows(that(half) < near_alarm, on=FAR, by="sign",
        because="the last case takes every P_FA in (1/2, 1); s from 0 to 1 takes the rest")
    for low, high, place in ((alarm, half, _s), (sp.exp(-eps) / 2, alarm.subs(_s, 1 - _r), _r)):
        proof.shows(that(low) < high, on=ON & between(place, 0, 1), by="sign",
            because="the middle case lies between, and takes the two ends at s = 1 and s = 0")


# -- between the modes: no test is below a line that touches the curve ----------------------------

_EDGE = (_s - 1) * Delta  # where the output that is Delta farther is s Delta
_START = interval(-sp.oo, _EDGE, "()")
_LATE = interval(_s * Delta, sp.oo, "()")


def _before(proof: Proof, of: Symmetric, known: LaplaceMasses) -> str:
    """Append that a set before the threshold is more likely, by the ratio at most, where Delta is
    added: on either side of the first mode, on intervals and then on sets.
    """
    above = proof.shows(that(1) < sp.exp(_w), on=Domain((positive(_w),)), by="sign",
        because="the exponential function exceeds 1 right of 0")
    parts = []
    for lower, upper, lands, place, room, why in ((-sp.oo, -Delta, known.left, -outcome - h - Delta,
                2 * eps * _s, ("left of both modes a shift by Delta multiplies the mass of an "
                    "interval by exp(epsilon), and 2 s - 1 is more than -1")),
            (-Delta, _EDGE, known.right, outcome + Delta,
                -eps * ((2 * outcome + h) / Delta + 2 - 2 * _s),
                ("between the modes a shift by Delta multiplies it by exp(-epsilon - epsilon (2 x "
                    "+ h)/Delta), and 2 x + h is less than 2 Delta (s - 1)"))):
        on = BETWEEN & between(outcome, lower, upper) & between(h, 0, upper - outcome)
        here, there = (interval(at, at + h, "(]") for at in (outcome, outcome + Delta))
        moved = proof.shows(that(of.mass(Moved(here, Delta))) == of.mass(there), on=on,
            by="measure", uses=of.exists, because="where an interval is moved to")
        near = -outcome - h
        compared = proof.shows(that(of.mass(here)) <= ratio * of.mass(Moved(here, Delta)), on=on,
            by="entailment", uses=(moved, known.left, lands, above), because=why,
            facts=[(moved, {}, ratio), (known.left, {_y: near}, -1), (lands, {_y: place}, ratio),
                (above, {_w: room}, laplace_noise.half(near, h))])
        parts.append(proof.applies("domination", on=BETWEEN, uses=(compared, *of.exists),
                noise=NOISE, factor=ratio, shift=Delta, lower=lower, upper=upper,
                because="from intervals to all sets inside"))
    kept = [Meet(_S, interval(*ends, "()")) for ends in ((-sp.oo, -Delta), (-Delta, _EDGE))]
    whole = Meet(_S, _START)
    divided = proof.shows(
        that(of.mass(whole)) <= sum(map(of.mass, kept), of.mass(interval(-Delta, -Delta, "[]"))),
        on=BETWEEN, by="measure", uses=of.exists, because="divided at the first mode")
    apart = proof.shows(
        that(sum(of.mass(Moved(part, Delta)) for part in kept)) <= of.mass(Moved(whole, Delta)),
        on=BETWEEN, by="measure", uses=of.exists, because="the moved parts are disjoint")
    return proof.follows(that(of.mass(whole)) <= ratio * of.mass(Moved(whole, Delta)), divided,
        (apart, ratio), (known.point, {_y: Delta}, -1), *parts, on=BETWEEN,
        because="before s Delta the second output is more likely by the ratio at most")


def _beyond(proof: Proof, of: Symmetric, before: str) -> str:
    """Append the same beyond the threshold, by reflection: there it is more likely by no less."""
    kept = Meet(Outside(_S), _LATE)
    turned = Meet(Mirror(Outside(_S)), interval(-sp.oo, -_s * Delta, "()"))
    there = proof.shows(that(of.mass(turned)) <= of.mass(Moved(turned, Delta)) / ratio, on=BETWEEN,
        by="instance", uses=(before,), at={_s: 1 - _s}, sets={"S": Mirror(Outside(_S))},
        because="for the reflection of what is kept, at 1 - s")
    moved = Moved(kept, -Delta)
    same = [proof.shows(that(of.mass(one)) == of.mass(Mirror(other)), on=BETWEEN, by="measure",
            uses=of.exists, because="a reflection")
        for one, other in ((turned, kept), (Moved(turned, Delta), moved))]
    mirrors = [of.mirror(proof, where, BETWEEN) for where in (kept, moved)]
    return proof.shows(that(ratio * of.mass(kept)) <= of.mass(moved), on=BETWEEN, by="entailment",
        uses=(there, *same, *mirrors),
        because="beyond s Delta the second output is more likely by the ratio at least, as "
            "reflection at 0 shows with 1 - s for s",
        facts=[(there, {}, ratio), (same[0], {}, ratio), (mirrors[0], {}, ratio), (same[1], {}, -1),
            (mirrors[1], {}, -1)])


def _between_modes(proof: Proof, exists: str) -> None:
    """Append the bound for the middle case: S is divided at s Delta."""
    of, known = laplace_noise.show_masses(proof, exists)
    generic = _before(proof, of, known)
    beyond = _beyond(proof, of, generic)
    hit, kept = Meet(Moved(_S, -Delta), _START), Meet(Outside(_S), _LATE)
    before = proof.shows(that(of.mass(hit)) <= ratio * of.mass(Moved(hit, Delta)), on=BETWEEN,
        by="instance", uses=(generic,), at={}, sets={"S": Moved(_S, -Delta)},
        because="for S - Delta")
    errors = proof.shows(
        that(of.mass(_START) + of.mass(Moved(kept, -Delta))) <= of.mass(hit) + 1 - _HIT,
        on=BETWEEN, by="measure", uses=of.exists,
        because="outside S - Delta lie the places before (s - 1) Delta that it leaves out, and "
            "those beyond that it leaves out")
    alarms = proof.shows(that(of.mass(Moved(hit, Delta)) + of.mass(_LATE)) <= _FA + of.mass(kept),
        on=BETWEEN, by="measure", uses=of.exists,
        because="S has its places before s Delta, and with what it leaves out beyond s Delta it "
            "has all places there")
    proof.key(errors, alarms)
    low, high = (
        proof.follows(that(of.mass(where)) == value, (name, {_y: place}), on=BETWEEN, because=why)
        for where, value, name, place, why in (
            (_START, missed, known.tail_left, (1 - _s) * Delta, "missed by the threshold s Delta"),
            (_LATE, alarm, known.tail_right, _s * Delta, "its false alarms")))
    proof.follows(ANY_TEST[1], errors, (alarms, ratio), before, beyond, low, (high, ratio),
        because="so no test beats the threshold s Delta at this price of a false alarm")


CLAIMS = (Claim(ROC, derive),)
