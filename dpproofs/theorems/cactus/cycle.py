"""Theorem 1 on a finite cycle: averaging over shifts makes a mechanism additive and loses nothing.

Ours. Sums over inputs and places are differences of given functions of two integers, whose mixed
differences are the terms: so both orders of summation are there, and every total telescopes.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proof import Use
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.exponential import first, ratio, second, show_plane
from dpproofs.theorems.cactus.setting import PAPER

m = sp.Symbol("m", integer=True, positive=True)
shift = sp.Symbol("s", integer=True, nonnegative=True)
place = sp.Symbol("j", integer=True)
n = OWN["n"]

#: Logarithms of masses: at an input, and of the average; sums over inputs of the masses.
P, MEAN, SUM = Given("p", "function", 2), Given("u", "function", 1), Given("U", "function", 2)
#: Sums over inputs and places of the losses and of the costs.
LOSS, SPENT = Given("H", "function", 2), Given("W", "function", 2)
#: Sums over places for the average, and what bounds divergence and cost at every input.
LOSS_MEAN, SPENT_MEAN = Given("A", "function", 1), Given("B", "function", 1)
COST = Given("c", "function", 1)
MOST, BUDGET = Given("M", "function"), Given("C", "function")

_SIZE = Domain((index(m, 1), index(shift, 0, m - 1)))
_ALL = _SIZE & Variable(place, -sp.oo, sp.oo, integer=True)
_EVERYWHERE = _ALL & Variable(n, -sp.oo, sp.oo, integer=True)
_PLACES = _SIZE & index(place, 0, m - 1)
_CELLS = _PLACES & index(n, 0, m - 1)
_INPUTS = _SIZE & index(n, 0, m - 1)


def _over_inputs(of: Given, at: sp.Expr) -> sp.Expr:
    return of(m, at) - of(0, at)


def _over_places(of: Given, at: sp.Expr) -> sp.Expr:
    return of(at, m) - of(at, 0)


def _mixed(of: Given) -> sp.Expr:
    return of(n + 1, place + 1) - of(n, place + 1) - (of(n + 1, place) - of(n, place))


def _moved(of: Given, at: sp.Expr, where: sp.Expr) -> sp.Expr:
    """The same at the neighbour, where the output is nearer by the shift."""
    return of(at + shift, where - shift)


_HYPOTHESES = {Goal(that(sp.exp(P(n + m, place))) == sp.exp(P(n, place)),
        _EVERYWHERE): "inputs go round the cycle",
    Goal(that(SUM(n + 1, place) - SUM(n, place)) == sp.exp(P(n, place)),
        _EVERYWHERE): "sums of the masses over inputs",
    Goal(that(_over_inputs(SUM, place)) == m * sp.exp(MEAN(place)),
        _ALL): "the average has their mean",
    Goal(that(_mixed(LOSS)) == sp.exp(P(n, place)) * (P(n, place) - _moved(P, n, place)),
        _CELLS): "sums of the losses over inputs and places",
    Goal(that(LOSS_MEAN(place + 1) - LOSS_MEAN(place)) ==
        sp.exp(MEAN(place)) * (MEAN(place) - MEAN(place - shift)),
        _PLACES): "sums of the losses of the average",
    Goal(that(_over_places(LOSS, n + 1) - _over_places(LOSS, n)) <= MOST(),
        _INPUTS): "no input has more than the worst divergence",
    Goal(that(_mixed(SPENT)) == COST(place) * sp.exp(P(n, place)),
        _CELLS): "sums of the costs over inputs and places",
    Goal(that(SPENT_MEAN(place + 1) - SPENT_MEAN(place)) ==
        COST(place) * sp.exp(MEAN(place)), _PLACES): "sums of the costs of the average",
    Goal(that(_over_places(SPENT, n + 1) - _over_places(SPENT, n)) <= BUDGET(),
        _INPUTS): "no input spends more than the budget"}
_EACH = Goal(that(m * sp.exp(MEAN(place)) * (MEAN(place) - MEAN(place - shift))) <=
    _over_inputs(LOSS, place + 1) - _over_inputs(LOSS, place), _PLACES)
_BEST = Goal(that(LOSS_MEAN(m) - LOSS_MEAN(0)) <= MOST(), _SIZE)
_WITHIN = Goal(that(SPENT_MEAN(m) - SPENT_MEAN(0)) <= BUDGET(), _SIZE)

CYCLE = Statement(id="cactus.thm1.cyclic", paper=PAPER, item="ours: Theorem 1 on a cycle",
    title="on a cycle the average of a mechanism over its inputs is additive and no worse",
    printed_latex=r"\bar P=\frac1m\sum_xT_{-x}P_{Y|X=x}\ \Longrightarrow\ D(\bar P\|T_a\bar "
    r"P)\le\max_xD(P_{Y|X=x}\|P_{Y|X=x+a}),\quad\mathbb E_{\bar P}[c]\le\max_x\mathbb "
    r"E[c(Y-x)|X=x]\qquad(x,a\in\mathbb Z/m)", parameters=_SIZE,
    given=(P, MEAN, SUM, LOSS, LOSS_MEAN, MOST, SPENT, SPENT_MEAN, COST, BUDGET),
    hypotheses=tuple(_HYPOTHESES), printed=(_EACH, _BEST, _WITHIN),
    note="On the cycle Z/m, for any shift s; inputs x and places j are integers, taken round the "
    "cycle. exp(p(x, j)) is the mass of the output x + j at the input x, so that of the same "
    "output at the input x + s is exp(p(x+s, j-s)): all masses are positive. exp(u(j)) is the mean "
    "of exp(p(x, j)) over all inputs, the mass of j under the average noise: the additive "
    "mechanism of this noise has the mass exp(u(j-s)) for the same output at the input x + s. U, "
    "H, W, A and B are sums of what their differences say, so that the sum of the losses over j = "
    "0, ..., m-1 at the input x is D(P_x || P_(x+s)), which M bounds, and A(m) - A(0) is the "
    "divergence of the average from its shift. As this holds for every shift, additive noise is no "
    "worse than any mechanism, on a cycle; there finitely many inputs have an average. The real "
    "line has no uniform distribution: Theorem 1 needs weak limits, and is not shown here.",
    examples=({"p": sp.Lambda((n, place), -sp.log(m)), "u": sp.Lambda(place, -sp.log(m)),
            "U": sp.Lambda((n, place), n / m), "H": sp.Lambda((n, place), n + place),
            "A": sp.Lambda(place, sp.Integer(3)), "M": sp.Lambda((), sp.Rational(1, 2)),
            "W": sp.Lambda((n, place), n * place * (place - 1) / (2 * m)),
            "B": sp.Lambda(place, place * (place - 1) / (2 * m)), "c": sp.Lambda(place, place),
            "C": sp.Lambda((), (m - 1) / 2)},))


def derive() -> Derivation:
    proof = Proof(_PLACES, CYCLE)
    round_, sums, mean, loss, loss_mean, most, spent, spent_mean, budget = (
        proof.supposes(*_HYPOTHESES.items()))
    proof.idea("At every place the loss, as a function of the masses of an input and of the "
        "shifted one, lies above its tangent plane at the masses of the average. Added over all "
        "inputs, which go round the cycle, the plane is what the average itself loses. Costs are "
        "linear in the masses, so that the average costs the mean.")
    proof.part("The losses")
    each = _show_each(proof, sums, mean, loss, _show_moved(proof, round_, sums, mean))
    _show_total(proof, _BEST, LOSS, LOSS_MEAN, MOST, (each, loss_mean, most),
        "so the average leaks no more than the worst input")
    proof.part("The costs")
    cost = COST(place)
    equal_costs = _summed(proof, SPENT(n, place + 1) - SPENT(n, place) - cost * SUM(n, place),
        [spent, (sums, -cost)], "costs add up as masses do")
    spends = proof.follows(that(m * cost * sp.exp(MEAN(place))) <=
            _over_inputs(SPENT, place + 1) - _over_inputs(SPENT, place), (equal_costs, {n: m}),
        (mean, cost), because="this is what a place costs on average")
    _show_total(proof, _WITHIN, SPENT, SPENT_MEAN, BUDGET, (spends, spent_mean, budget),
        "so the average keeps the budget")
    return proof.done()


def _summed(proof: Proof, terms: sp.Expr, facts: list[Use], because: str) -> str:
    """Append that terms do not fall over the inputs, one by one and then in all."""
    rises = proof.follows(that(0) <= terms.subs(n, n + 1) - terms, *facts, on=_CELLS,
        because=because)
    return proof.applies("induction", uses=(rises,), because="over all inputs", terms=terms,
        step=sp.Integer(0), last=m)


def _show_moved(proof: Proof, round_: str, sums: str, mean: str) -> str:
    """Append that the inputs from s to s + m - 1 have no larger mean than those from 0."""
    falls = _over_inputs_from(n)
    rises = proof.shows(that(0) <= falls - falls.subs(n, n + 1), on=_ALL & index(n, 0),
        by="entailment", uses=(round_, sums), because="the input that comes is the one that goes",
        facts=[(sums, {}, 1), (sums, {n: n + m}, -1), (round_, {}, -1)])
    total = proof.applies("induction", on=_ALL & index(n, 0), uses=(rises,),
        because="from any input on the sum over m inputs is the same",
        terms=-falls, step=sp.Integer(0), last=sp.oo)
    return proof.follows(that(_over_inputs_from(shift)) <= m * sp.exp(MEAN(place)),
        (total, {n: shift}), mean, on=_ALL, because="the inputs from s on are all inputs as well")


def _over_inputs_from(first: sp.Expr) -> sp.Expr:
    return SUM(first + m, place) - SUM(first, place)


def _show_each(proof: Proof, sums: str, mean: str, loss: str, moved: str) -> str:
    """Append that the average contributes least at every place."""
    plane = show_plane(proof)
    there = {place: place - shift}
    c = MEAN(place) - MEAN(place - shift)
    terms = (LOSS(n, place + 1) - LOSS(n, place) - (c + 1) * SUM(n, place) + sp.exp(c)
            * _moved(SUM, n, place))
    total = _summed(proof, terms,
        [(plane, {first: P(n, place), second: _moved(P, n, place), ratio: c}, 1), (loss, {}, 1),
            (sums, {}, -(c + 1)), (sums, {n: n + shift, **there}, sp.exp(c))],
        "at every input the losses lie above the plane of the average")
    return proof.follows(_EACH, (total, {n: m}), (mean, c + 1), (moved, there, sp.exp(c)),
        because="so the average contributes no more than the inputs do on average")


def _show_total(proof: Proof, goal: Goal, sums: Given, means: Given, bound: Given,
        used: tuple[str, str, str], because: str) -> None:
    """Append a bound on the average from what each place and each input contribute."""
    each, mean, input_ = used
    at = {place: n}
    terms = _over_inputs(sums, n) - m * means(n)
    rises = proof.follows(that(0) <= terms.subs(n, n + 1) - terms, (each, at), mean, on=_INPUTS,
        because="add up place by place")
    places = proof.applies("induction", on=_SIZE, uses=(rises,), because="over all places",
        terms=terms, step=sp.Integer(0), last=m)
    spent = -_over_places(sums, n)
    falls = proof.follows(that(-bound()) <= spent.subs(n, n + 1) - spent, input_, on=_INPUTS,
        because="input by input")
    inputs = proof.applies("induction", on=_SIZE, uses=(falls,), because="over all inputs",
        terms=spent, step=-bound(), last=m)
    proof.follows(goal, places, inputs, because=because)


CLAIMS = (Claim(CYCLE, derive),)
