"""Section I for finitely many outcomes: (4), privacy by the loss, and (5), the mean of the loss.

Ours: the paper's outputs may have any distributions. Sums over outcomes are differences of given
functions of the outcome.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, half

many = sp.Symbol("m", integer=True, positive=True)
place, rounds = sp.symbols("j i", integer=True)
step = OWN["n"]
eps = sp.Symbol("epsilon", positive=True)

#: Logarithms of the masses of an outcome at x and at x'.
P, Q = Given("p", "function", 1), Given("q", "function", 1)


def loss(at: sp.Expr) -> sp.Expr:
    """The privacy loss of an outcome."""
    return P(at) - Q(at)


def _rise(of: Given, at: sp.Expr) -> sp.Expr:
    return of(at + 1) - of(at)


def _total(of: Given) -> sp.Expr:
    return of(many) - of(0)


# -- (4) ------------------------------------------------------------------------------------------

#: Chances with which a test says x, and those of the best test; the integrand of (4).
A, B, W = (Given(name, "function", 1) for name in ("a", "b", "w"))
#: Sums over the outcomes before an outcome: of what both tests gain, and of the integrand.
GAIN, BEST, MEAN = (Given(name, "function", 1) for name in ("A", "B", "E"))

_ON = Domain((positive(eps), index(many, 2)))
_OUTCOMES = _ON & index(place, 0, many - 1)
_inside = 1 - sp.exp(-(loss(place) - eps))
_part = sp.exp(P(place)) - sp.exp(eps + Q(place))
_HYPOTHESES = {Goal(that(0) <= A(place), _OUTCOMES): "a test says x with a chance",
    Goal(that(A(place)) <= 1, _OUTCOMES): "of at most 1",
    Goal(that(0) <= W(place), _OUTCOMES): "the integrand is not negative",
    Goal(that(_inside) <= W(place), _OUTCOMES): "and no less than 1 - exp(-(L - epsilon))",
    Goal(that(W(place)) == B(place) * _inside, _OUTCOMES): "it is b times that",
    Goal(that(_rise(GAIN, place)) == A(place) * _part,
        _OUTCOMES): "what a test gains, summed over outcomes",
    Goal(that(_rise(BEST, place)) == B(place) * _part,
        _OUTCOMES): "what the best test gains",
    Goal(that(_rise(MEAN, place)) == sp.exp(P(place)) * W(place),
        _OUTCOMES): "and the mean of the integrand",
    Goal(that(0) <= B(place), _OUTCOMES): "the best test is one",
    Goal(that(B(place)) <= 1, _OUTCOMES): "of chances at most 1"}
_ANY = Goal(that(_total(GAIN)) <= _total(MEAN), _ON)
_ATTAINED = Goal(that(_total(BEST)) == _total(MEAN), _ON)

_first, _other = sp.Min(place, 1), sp.Max(place - 1, 0)
_chance = (1 - sp.exp(-2 * eps) / many) / (many - 1)

FINITE = Statement(id="cactus.eq4.finite", paper=PAPER, item="ours: (4) for finitely many outcomes",
    title="with finitely many outcomes the expectation of (4) is the most that a test gains",
    printed_latex=r"\max_{0\le a\le1}\sum_ja_j\bigl(P_j-e^\epsilon "
    r"Q_j\bigr)=\sum_jP_j\bigl(1-e^{-(L_j-\epsilon)}\bigr)^+,\qquad L_j=\log\tfrac{P_j}{Q_j}",
    parameters=_ON, given=(P, Q, A, B, W, GAIN, BEST, MEAN),
    hypotheses=tuple(_HYPOTHESES), printed=(_ANY, _ATTAINED),
    note="exp(p(j)) and exp(q(j)) are the masses of outcome j = 0, ..., m-1 of all outputs "
    "together, at x and at $x'$; all are positive, and L = p - q is the loss. w(j) is the positive "
    "part of 1 - exp(-(L-epsilon)): b(j) times it, with b(j) = 1 where L > epsilon and 0 "
    "elsewhere, so that b is a test itself. A(m) - A(0) is P(S) - e^epsilon Q(S) for the set S on "
    "which a is 1 (or for a test that is drawn), and E(m) - E(0) the expectation of (4). So if "
    "that is at most delta, the outputs are (epsilon, delta)-private at these inputs; and only "
    "then, since b gains as much.",
    examples=({"p": sp.Lambda(place, -sp.log(many)),
            "q": sp.Lambda(place,
                _first * sp.log(_chance) - (1 - _first) * (sp.log(many) + 2 * eps)),
            "a": sp.Lambda(place, half), "b": sp.Lambda(place, 1 - _first),
            "w": sp.Lambda(place, (1 - _first) * (1 - sp.exp(-eps))),
            "A": sp.Lambda(place,
                (_first * (1 - sp.exp(-eps)) / many + _other
                        * (1 / many - sp.exp(eps) * _chance)) / 2),
            "B": sp.Lambda(place, _first * (1 - sp.exp(-eps)) / many),
            "E": sp.Lambda(place, _first * (1 - sp.exp(-eps)) / many)},))


def derive_finite() -> Derivation:
    proof = Proof(_OUTCOMES, FINITE)
    low, high, some, above, product, gain, best, mean, least, most = proof.supposes(
        *_HYPOTHESES.items())
    integrand = (some, above, mean)
    _no_more(proof, _ANY, (A(place), GAIN(step)), (low, high, gain), integrand)
    below = Goal(that(_total(BEST)) <= _total(MEAN), _ON)
    no_more = _no_more(proof, below, (B(place), BEST(step)), (least, most, best), integrand)
    missing = BEST(step) - MEAN(step)
    rises = proof.follows(that(0) <= missing.subs(step, step + 1) - missing, (best, {place: step}),
        (mean, {place: step}, -1), (product, {place: step}, -sp.exp(P(step))),
        on=_ON & index(step, 0, many - 1),
        because="an outcome gives the best test no less than it gives the mean")
    whole = proof.applies("induction", on=_ON & index(step, 0, many), uses=(rises,),
        because="over all outcomes", terms=missing, step=sp.Integer(0), last=many)
    no_less = proof.follows(that(_total(MEAN)) <= _total(BEST), whole, on=_ON,
        because="so in all it gains no less")
    proof.applies("antisymmetry", on=_ON, uses=(no_more, no_less), because="they are the same",
        left=_total(BEST), right=_total(MEAN))
    return proof.done()


def _no_more(proof: Proof, goal: Goal, of: tuple[sp.Expr, sp.Expr], test: tuple[str, str, str],
        integrand: tuple[str, str, str]) -> str:
    """Append that a test, with these chances and gains, gains no more than the mean."""
    (chance, gains), (low, high, gain), (some, above, mean) = of, test, integrand
    mass = sp.exp(P(place))
    weights = [proof.follows(that(0) <= mass * part, (bound, mass), because=why)
        for part, bound, why in ((chance, low, "this is what the test makes of an outcome"),
            (1 - chance, high, "this is what it leaves of it"))]
    each = proof.shows(that(chance * _part) <= mass * W(place), uses=(some, above, *weights),
        by="entailment", facts=[(above, {}, mass * chance), (some, {}, mass * (1 - chance))],
        because="an outcome gives a test no more than it gives the mean")
    more = MEAN(step) - gains
    rises = proof.follows(that(0) <= more.subs(step, step + 1) - more, each, gain, mean,
        on=_ON & index(step, 0, many - 1), because="add up outcome after outcome")
    total = proof.applies("induction", on=_ON & index(step, 0, many), uses=(rises,),
        because="over all outcomes", terms=more, step=sp.Integer(0), last=many)
    return proof.follows(goal.proposition, total, on=goal.domain,
        because="so no test gains more than the mean")


# -- (5) ------------------------------------------------------------------------------------------

#: Sums over the outcomes before an outcome: of masses, of mass times loss, and of mass times the
#: loss of i outputs and this one.
MASS, LOST, AFTER = Given("G", "function", 1), Given("K", "function", 1), Given("B", "function", 2)

_SIZE = Domain((index(many, 1),))
_EACH = _SIZE & index(place, 0, many - 1)
_ROUNDS = _SIZE & index(rounds, 0)
_COMPOSED = {Goal(that(_rise(MASS, place)) == sp.exp(P(place)),
        _EACH): "masses, summed over outcomes",
    Goal(that(_total(MASS)) == 1, _SIZE): "which are 1 in all",
    Goal(that(_rise(LOST, place)) == sp.exp(P(place)) * loss(place),
        _EACH): "mass times loss, summed over outcomes",
    Goal(that(AFTER(rounds, place + 1) - AFTER(rounds, place)) ==
        sp.exp(P(place)) * (MEAN(rounds) + loss(place)),
        _ROUNDS & index(place, 0, many - 1)): "and with the mean loss so far",
    Goal(that(MEAN(0)) == 0, _SIZE): "no output, no loss",
    Goal(that(MEAN(rounds + 1)) == AFTER(rounds, many) - AFTER(rounds, 0),
        _ROUNDS): "a further output, which is independent"}
_MEAN = Goal(that(MEAN(rounds) / rounds) == _total(LOST), _SIZE & index(rounds, 1))

_level = sp.log(1 - 2**-many) - sp.log(many)
_lost = place / many * (_level + sp.log(2) * (place + 1) / 2)
_divergence = _level + sp.log(2) * (many + 1) / 2

MEAN_CLAIM = Statement(id="cactus.eq5.finite", paper=PAPER,
    item="ours: (5) for finitely many outcomes",
    title="with finitely many outcomes the mean loss of an output is the divergence",
    printed_latex=r"\tfrac1n\mathbb E[L^n]=D(P\|Q)=\sum_jP_j\log\frac{P_j}{Q_j}"
    r"\qquad(\text{finitely many outcomes }j)", parameters=_SIZE,
    given=(P, Q, MASS, LOST, MEAN, AFTER), hypotheses=tuple(_COMPOSED), printed=(_MEAN,),
    note="exp(p(j)) and exp(q(j)) are the masses of outcome j = 0, ..., m-1 of one output, at x "
    "and at $x'$; all are positive. G, K and B add up masses, mass times loss, and mass times E(i) "
    "+ the loss of the outcome: so K(m) - K(0) is the divergence, and E(i+1), the mean loss of i+1 "
    "independent outputs, the mean over the last one of what the i before it lose on average and "
    "its own loss.",
    examples=({"p": sp.Lambda(place, -sp.log(many)),
            "q": sp.Lambda(place, -(place + 1) * sp.log(2) - sp.log(1 - 2**-many)),
            "G": sp.Lambda(place, place / many), "K": sp.Lambda(place, _lost),
            "E": sp.Lambda(rounds, rounds * _divergence),
            "B": sp.Lambda((rounds, place), rounds * _divergence * place / many + _lost)},))


def derive_mean() -> Derivation:
    proof = Proof(_ROUNDS, MEAN_CLAIM)
    mass, one, lost, after, start, next_ = proof.supposes(*_COMPOSED.items())
    over, at = AFTER(rounds, step) - MEAN(rounds) * MASS(step) - LOST(step), {place: step}
    sums, means = {}, []
    for sign in (1, -1):
        word = "fall" if sign > 0 else "rise"
        moves = proof.shows(that(0) <= sign * (over.subs(step, step + 1) - over),
            on=_ROUNDS & index(step, 0, many - 1), by="entailment", uses=(mass, lost, after),
            facts=[(after, at, sign), (mass, at, -sign * MEAN(rounds)), (lost, at, -sign)],
            because=f"an outcome adds its loss to the mean so far: the difference does not {word}")
        sums[sign] = proof.applies("induction", on=_ROUNDS & index(step, 0, many), uses=(moves,),
            because="over all outcomes", terms=sign * over, step=sp.Integer(0), last=many)
    for sign, total in sums.items():
        word = "at least" if sign > 0 else "at most"
        more = proof.follows(that(sign * _total(LOST)) <= sign * (MEAN(step + 1) - MEAN(step)),
            (total, {rounds: step, step: many}), (one, sign * MEAN(step)),
            (next_, {rounds: step}, sign), on=_SIZE & index(step, 0),
            because=f"a further output adds {word} the divergence")
        bound = proof.applies("induction", on=_SIZE & index(step, 0), uses=(more,),
            because="add one output after the other", terms=sign * MEAN(step),
            step=sign * _total(LOST),
            last=sp.oo)
        low, high = (_total(LOST), MEAN(rounds) / rounds)[::sign]
        means.append(proof.follows(that(low) <= high, bound, start, on=_MEAN.domain,
                because=f"so the mean is {word} the divergence"))
    proof.applies("antisymmetry", on=_MEAN.domain, uses=means[::-1], because="they are the same",
        left=MEAN(rounds) / rounds, right=_total(LOST))
    return proof.done()


CLAIMS = (Claim(FINITE, derive_finite), Claim(MEAN_CLAIM, derive_mean))
