"""Section 6: the truncated Laplacian against the exactly calibrated Gaussian mechanism.

What is displayed as Pi is the profile of :mod:`dpproofs.theorems.trunclap.gaussian_profile`.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.kernel.rules import instance
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import critical_line
from dpproofs.theorems.trunclap.critical_line import (AMPLITUDE, LINE, POWER, Cost, show_below,
    show_line, y)
from dpproofs.theorems.trunclap.gaussian_profile import (FALLS, HIGHER, SHARE_FALLS, WIDER, WORST,
    Moves, c, c0, eps0, h, profile, share, show_moves, show_profile)
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, PAPER, SENSITIVITY, V1_UPPER,
    V2_UPPER, Delta, delta, eps, u)

_ALL = Domain((DELTA, EPSILON))
_y = sp.log(1 + u)  # the end of the support of the noise, in units of Delta/epsilon
_place = sp.Symbol("x", real=True)  # as in the rules

#: Any Gaussian mechanism that is private: its standard deviation is Delta exp(s(delta, epsilon)).
SCALE = Given("s", "function", 2)
sigma = sp.exp(SCALE(delta, eps))
PRIVATE = Goal(that(profile(eps, eps * sigma)) <= delta, _ALL)

UPPER = {"amplitude": V1_UPPER, "power": V2_UPPER}
GAUSSIAN = {"amplitude": sp.sqrt(2 / sp.pi) * Delta * sigma, "power": Delta**2 * sigma**2}
_NAMES = {"amplitude": (r"V_1^{upp}", r"\sqrt{\tfrac2\pi}\,\Delta\,e^s"),
    "power": (r"V_2^{upp}", r"\Delta^2e^{2s}")}


# -- from the line to the region -------------------------------------------------------------------


def show_cheaper(proof: Proof, cost: Cost, moves: Moves, goal: Goal, meaning: str) -> None:
    """Conclude that every private Gaussian costs more, for the delta of a goal."""
    on = Domain((replace(goal.domain[delta], lower=sp.Integer(0), ends="(]"), EPSILON))
    line = show_line(proof, cost, moves, meaning)
    starts = _show_start(proof, on)
    not_private = _show_region(proof, cost, moves, (line, starts), on)
    order = _show_order(proof, cost, moves, not_private, on)
    _conclude(proof, goal, cost, order, (meaning, starts), on)


def show_large(proof: Proof, cost: Cost, moves: Moves, goal: Goal, meaning: str) -> None:
    """Conclude that every private Gaussian costs more, for large epsilon and every delta < 1/2."""
    on = goal.domain.without(Delta)
    least, ratio = goal.domain[eps].lower - sp.Rational(1, 20), cost.ratio(_y)
    below = show_below(proof, cost, meaning, cost.far, LINE)
    everywhere = _show_start(proof, _ALL)
    starts = proof.follows(that(0) < _y, everywhere, on=on, because="also for these epsilon")
    room = proof.follows(that(0) < cost.far - ratio, (below, {y: _y}), on=on, also=(starts,),
        because="the exponential is below its "
            "limit", latex=rf"{cost.latex}<{sp.latex(cost.far)},\quad {_Y}")
    enclosed = proof.shows(that(sp.Rational(1, 2)) < profile(least, cost.far), on=Domain(()),
        by="region", because="one number",
        latex=rf"\tfrac12<\Pi\Bigl({sp.latex(least)},{sp.latex(cost.far)}\Bigr)")
    not_private = proof.shows(that(delta) < profile(eps, ratio), on=on, by="entailment",
        uses=(moves.falls, moves.rises, room, enclosed),
        because=f"so Gaussian noise of the same {cost.name} is not private",
        facts=[(moves.falls, {c0: ratio, c: cost.far}, 1),
            (moves.rises, {c: cost.far, eps0: least}, 1), (enclosed, {}, 1)],
        latex=_not_private_latex(cost))
    order = _show_order(proof, cost, moves, not_private, on)
    _conclude(proof, goal, cost, order, (meaning, starts), on)


def show_small(proof: Proof, cost: Cost, moves: Moves, goal: Goal, meaning: str,
        end: sp.Expr) -> None:
    """Conclude that every private Gaussian costs more, for small epsilon and large delta: there
    y is at most ``end``.
    """
    on, growth, ratio = goal.domain.without(Delta), sp.exp(eps) - 1, cost.ratio(_y)
    line = critical_line.show_small(proof, cost, moves, meaning, end)
    slope = (1 - 2 * delta) / (2 * delta + growth)
    facts = ((_show_start(proof, _ALL), _y),
        (_grows(proof, _ALL, _y - eps, slope, "y is above epsilon"), _y - eps))
    starts, later = (proof.follows(that(0) < what, fact, on=on, because="also for these parameters")
        for fact, what in facts)
    inside = proof.shows(that(_y) < end, on=on, by="region",
        because="this part of the line is long enough")
    not_private = proof.follows(that(delta) < profile(eps, ratio),
        (moves.share_falls, {c: ratio, eps0: eps, eps: _y}), (line, {y: _y}), on=on,
        also=(starts, later, inside), latex=_not_private_latex(cost),
        because=f"Gaussian noise of the same {cost.name} is not private, as on the line")
    order = _show_order(proof, cost, moves, not_private, on)
    _conclude(proof, goal, cost, order, (meaning, starts), on)


_Y = r"y=\log\Bigl(1+\frac{e^\epsilon-1}{2\delta}\Bigr)"


def _not_private_latex(cost: Cost) -> str:
    return rf"\delta<\Pi(\epsilon,{cost.latex}),\quad {_Y}"


def _show_start(proof: Proof, on: Domain) -> str:
    return _grows(proof, on, _y, sp.exp(eps) / (2 * delta + sp.exp(eps) - 1), "y is positive")


def _grows(proof: Proof, on: Domain, value: sp.Expr, slope: sp.Expr, because: str) -> str:
    """A value that is 0 at epsilon = 0 and grows."""
    pair = (proof.shows(Derivative(value, eps, slope), on=on, by="derivative",
        because="this is its slope"),
        proof.shows(that(0) < slope, on=on, by="sign", because="is positive"))
    return proof.shows(that(0) < value, on=on, by="increasing", uses=pair, because=because)


def _show_region(proof: Proof, cost: Cost, moves: Moves, facts: tuple[str, str], on: Domain) -> str:
    """The Gaussian noise of the same cost is not private: with the same y, delta decreases."""
    line, starts = facts
    end, growth, ratio = sp.log(1 + cost.width * u), sp.exp(eps) - 1, cost.ratio(_y)
    slope = (cost.width - 2 * delta) / (2 * delta + cost.width * growth)
    later = _grows(proof, on, end - eps, slope,
        "on the line the same y belongs to a larger epsilon")
    zero = proof.follows(that(0) < end, later, on=on, because="which is positive", besides=True)
    return proof.follows(that(delta) < profile(eps, ratio),
        (moves.share_falls, {c: ratio, eps0: eps, eps: end}), (line, {y: _y}), on=on,
        also=(starts, later, zero), latex=_not_private_latex(cost),
        because="from there to here the profile falls more slowly than exp(epsilon) - 1, and so "
        f"than delta: Gaussian noise of the same {cost.name} is not private")


def _show_order(proof: Proof, cost: Cost, moves: Moves, not_private: str, on: Domain) -> str:
    """A Gaussian that is private has the larger standard deviation; the rule is for 1/sigma."""
    private = proof.assumes(PRIVATE, latex=r"\Pi(\epsilon,\epsilon e^s)\le\delta",
        because="Gaussian noise of standard deviation exp(s) Delta that is private")
    private_rate, ratio_rate = 1 / sigma, eps / cost.ratio(_y)
    least = private_rate * ratio_rate / (private_rate + ratio_rate)
    curve = profile(eps, eps / (least + _place))
    bindings = {"curve": curve, "before": private_rate - least, "after": ratio_rate - least}
    found = instance("order", bindings, on)
    (grows, higher), order = found.premises, found.conclusion
    rises = proof.follows(grows,
        (moves.falls, {c: eps / (least + _place), c0: eps / (least + _place + h)}),
        latex=r"\Pi\Bigl(\epsilon,\frac\epsilon{r+x}\Bigr)\le\Pi\Bigl(\epsilon,\frac\epsilon{r+x+h}"
        r"\Bigr)",
        because="the profile grows as the standard deviation falls, here counted by its inverse "
            "from a number below both that are compared")
    more = proof.follows(higher, private, not_private,
        because="one of the two is private, and the other is not",
        latex=rf"\Pi(\epsilon,\epsilon e^s)<\Pi(\epsilon,{cost.latex}),\quad {_Y}")
    return proof.concludes(order, by="rule", uses=(rises, more), rule="order", bindings=bindings,
        because="the private noise has the larger standard deviation, as the profile grows with "
            "its inverse",
        latex=rf"e^{{-s}}-r<\epsilon\,e^{{-{sp.latex(cost.log(y))}}}-r,\quad {_Y}")


def _conclude(proof: Proof, goal: Goal, cost: Cost, order: str, meaning: tuple[str, str],
        on: Domain) -> None:
    """From standard deviations to costs: lhs < rhs, or lhs/rhs < 1."""
    scale = sp.sqrt(2 / sp.pi) * Delta / eps if cost.order == 1 else Delta**2 / eps**2
    relation, ratio = goal.proposition, cost.ratio(_y)
    less_name, more_name = _NAMES[cost.name]
    latex = rf"{less_name}<{more_name}"
    if isinstance(relation, Relation) and relation.rhs == 1:
        scale /= GAUSSIAN[cost.name]
        latex = rf"\frac{{{less_name}}}{{{more_name}}}<1"
    value = proof.follows(that(sp.exp(cost.order * cost.log(_y))) == cost.value.xreplace({y: _y}),
        (meaning[0], {y: _y}), on=on, also=meaning[1:], because="this is the exponential here")
    whole = scale if cost.order == 1 else scale * (eps * sigma + ratio)
    proof.follows(goal, (order, whole * sigma * ratio), (value, scale),
        because=f"the private noise has the larger standard deviation, and so the larger "
            f"{cost.name}", latex=latex)


# -- the claims ------------------------------------------------------------------------------------


def _explicit(cost: Cost) -> sp.Expr:
    """exp(k) at the parameters, written out."""
    return cost.value.xreplace({y: _y}) ** sp.Rational(1, cost.order)


def _printed(cost: Cost) -> Goal:
    return Goal(that(delta) < profile(eps, _explicit(cost)), _ALL)


def _cheaper(cost: Cost, *on: Variable) -> Goal:
    return Goal(that(UPPER[cost.name]) < GAUSSIAN[cost.name], Domain((*on, SENSITIVITY)))


_RATHER = Domain((between(delta, sp.Rational(47, 100), sp.Rational(1, 2)),
        between(eps, sp.Rational(17, 10), sp.Rational(19, 10))))


def _dearer(cost: Cost) -> Goal:
    return Goal(that(profile(eps, _explicit(cost))) < delta, _RATHER)


_MOVES = (Goal(that(profile(eps, c)) < profile(eps, c0), WIDER),
    Goal(that(share(eps, c)) < share(eps0, c), HIGHER))
EVERYWHERE = {cost: _cheaper(cost, between(delta, 0, most, "(]"), EPSILON)
    for cost, most in ((AMPLITUDE, sp.Rational(39, 100)), (POWER, sp.Rational(2, 5)))}
_LARGE = {cost: _cheaper(cost, DELTA, between(eps, least, sp.oo, "[)"))
    for cost, least in ((AMPLITUDE, 4), (POWER, 5))}
_half = sp.Rational(1, 2)
_SMALL = {cost: _cheaper(cost, between(delta, least, _half, "[)"), between(eps, 0, most, "(]"))
    for cost, least, most in ((AMPLITUDE, sp.Rational(39, 100), _half),
        (POWER, sp.Rational(2, 5), sp.Rational(4, 5)))}
_DEARER = (_dearer(AMPLITUDE), _dearer(POWER))

_HYPOTHESES = (PRIVATE,)
_MODELS = ({"s": sp.Lambda((delta, eps), -sp.log(2 * delta))},)
_READING = ("The optimal Gaussian mechanism is the exactly calibrated one of Balle and Wang, 2018: "
    "the least standard deviation at which the profile is at most delta. Here exp(s) Delta is any "
    "standard deviation at which Gaussian noise is private, so that the optimal one is included. "
    "The numbers exp(k_1) and exp(k_2), in units of Delta/epsilon, are the standard deviations of "
    "the Gaussian noise that has the amplitude, or the power, of the truncated Laplacian. ")
_PI = r"\Pi(\epsilon,c)=\overline\Phi\bigl(c-\tfrac\epsilon{2c}\bigr)-e^\epsilon\,\overline\Phi"
_WHOLE = rf"{_PI}\bigl(c+\tfrac\epsilon{{2c}}\bigr)"

_ERRATUM = Erratum(Severity.result,
    "For delta above 47/100 and epsilon from 1.7 to 1.9 the calibrated Gaussian mechanism has less "
    "amplitude and less power than the truncated Laplacian; for delta <= 39/100 it has more.",
    (Patch("the truncated Laplacian mechanism significantly reduces the noise amplitude and "
        "noise power in all privacy regimes",
        "the truncated Laplacian mechanism reduces the noise amplitude and noise power for all "
        r"$\epsilon$ when $\delta \le \frac{39}{100}$"),))

REGIMES = Statement(id="trunclap.allregimes", paper=PAPER, item="Abstract, Section 6",
    erratum=_ERRATUM,
    title="where the truncated Laplacian costs less than the optimal Gaussian",
    printed_latex=r"\begin{gathered}\delta<\Pi\Bigl(\epsilon,\sqrt{\tfrac\pi2}\,\tfrac\epsilon"
            r"\Delta V_1^{upp}\Bigr),\quad\delta<\Pi\Bigl(\epsilon,\tfrac\epsilon\Delta"
            r"\sqrt{V_2^{upp}}\Bigr)\qquad(\epsilon>0,\ 0<\delta<\tfrac12),\\" + _WHOLE
        + r"\end{gathered}", corrected=(*WORST, *_MOVES, *EVERYWHERE.values(), *_LARGE.values(),
        *_SMALL.values(), *_DEARER),
    corrected_latex=r"\begin{gathered}V_1^{upp}<\sqrt{\tfrac2\pi}\,\sigma\quad(\delta\le"
    r"\tfrac{39}{100},\ \epsilon\le\tfrac12\text{ or }\epsilon\ge4),\\ V_2^{upp}<\sigma^2\quad("
    r"\delta\le\tfrac25,\ \epsilon\le\tfrac45\text{ or }\epsilon\ge5)\\ \text{for every }\sigma"
    r"\text{ at which Gaussian noise is private;}\\ V_1^{upp}>\sqrt{\tfrac2\pi}\,\sigma^*,\ "
    r"V_2^{upp}>(\sigma^*)^2\quad(\tfrac{47}{100}<\delta<\tfrac12,\ \tfrac{17}{10}<\epsilon<"
    r"\tfrac{19}{10})\text{ for the least such }\sigma^*\end{gathered}", given=(SCALE,),
    printed_text="the truncated Laplacian has smaller amplitude and power than the optimal "
    "Gaussian in all privacy regimes", printed=(_printed(AMPLITUDE), _printed(POWER)),
    corrected_text="its amplitude is smaller for delta <= 39/100, epsilon <= 1/2 or epsilon >= 4, "
    "its power for delta <= 2/5, epsilon <= 4/5 or epsilon >= 5; for 47/100 < delta < 1/2 and "
    "17/10 < epsilon < 19/10 both are larger", hypotheses=_HYPOTHESES, examples=_MODELS,
    note=_READING
        + "What is printed is read as: Gaussian noise of the same amplitude, or power, is not "
            "private. 'Significantly' is not made formal. The end y = log(1 + x) of the support, x "
            "= (exp(epsilon) - 1)/(2 delta), decides k; for the same c the profile over "
            "exp(epsilon) - 1 falls with epsilon. So for each x there is one threshold w(x), at "
            "most 1, and the truncated Laplacian is better exactly where 2 delta < w(x): this is "
            "in words. The least thresholds, computed and not shown, are delta = 0.394752 for the "
            "amplitude, at epsilon = 1.353, and 0.401829 for the power, at epsilon = 1.935. That "
            "the profile decides privacy is left in words: no set does worse than the half-line on "
            "which the density is above exp(epsilon) times the shifted one, and a smaller shift is "
            "a larger c.")


#: How Gaussian noise that is private is shown to cost more.
IDEA = ("The end of the support of the truncated Laplacian, y = log(1 + (exp(epsilon) - 1)/(2 "
    "delta)) in units of Delta/epsilon, decides what it costs. For one delta, at which epsilon and "
    "y make up a line, Gaussian noise of the same cost has a profile above delta: three pieces of "
    "the line are enclosed. From there to a smaller delta with the same y the profile falls more "
    "slowly than delta. So Gaussian noise of the same cost is not private, and what is private "
    "costs more.")


def derive_regimes() -> Derivation:
    proof = Proof(_ALL)
    proof.idea(IDEA)
    show_profile(proof)
    show_exceptions(proof)
    moves = show_moves(proof)
    proof.follows(_MOVES[0], moves.falls, latex=FALLS,
        because="the least standard deviation is where the profile is delta")
    proof.follows(_MOVES[1], moves.share_falls, latex=SHARE_FALLS,
        because="one threshold for each x")
    for cost, end in ((AMPLITUDE, sp.Rational(61, 100)), (POWER, sp.Rational(19, 20))):
        meaning = cost.show_meaning(proof)
        show_cheaper(proof, cost, moves, EVERYWHERE[cost], meaning)
        show_large(proof, cost, moves, _LARGE[cost], meaning)
        show_small(proof, cost, moves, _SMALL[cost], meaning, end)
    return proof.done()


def show_exceptions(proof: Proof) -> None:
    """Refute what is printed, and conclude that the Gaussian is better in a box."""
    bad = {eps: sp.Rational(3, 2), delta: sp.Rational(9, 20)}
    for printed, dearer, name, ratio, ours in ((REGIMES.printed[0], _DEARER[0], "amplitude",
                "1.027", r"\sqrt{\tfrac\pi2}\,\tfrac\epsilon\Delta V_1^{upp}"),
            (REGIMES.printed[1], _DEARER[1], "power", "1.028",
                r"\tfrac\epsilon\Delta\sqrt{V_2^{upp}}")):
        proof.fails(printed, bad,
            because=f"Gaussian noise of the same {name} is private there, so that less will do: "
            f"the truncated Laplacian has {ratio} times the {name} of the optimal Gaussian",
            latex=rf"\text{{not at }}\delta=\tfrac9{{20}},\ \epsilon=\tfrac32:\quad "
            rf"\delta<\Pi\bigl(\epsilon,{ours}\bigr)")
        proof.concludes(dearer, by="region", latex=rf"\Pi\bigl(\epsilon,{ours}\bigr)<\delta",
            because=f"here too Gaussian noise of the same {name} is more than private")


_FIGURE = Domain((between(delta, sp.Rational(1, 10**6), sp.Rational(1, 10), "[]"),
        between(eps, sp.Rational(1, 10**4), 10, "[]"), SENSITIVITY))
_RATIOS = {cost: Goal(that(UPPER[cost.name] / GAUSSIAN[cost.name]) < 1, _FIGURE)
    for cost in (AMPLITUDE, POWER)}

FIGURES = Statement(id="trunclap.fig2", paper=PAPER, item="Figures 2, 3",
    title="the ratios over the optimal Gaussian are below 1 where they are drawn",
    printed_latex=r"\frac{V_1^{upp}}{\sqrt{2/\pi}\,\sigma}<1,\quad\frac{V_2^{upp}}{\sigma^2}<1"
    r"\qquad(10^{-4}\le\epsilon\le10,\ 10^{-6}\le\delta\le\tfrac1{10})",
    printed=tuple(_RATIOS.values()),
    printed_text="for epsilon in [1e-4, 10] and delta in [1e-6, 0.1] the ratios of amplitude and "
    "power over those of the optimal Gaussian are below 1", given=(SCALE,), hypotheses=_HYPOTHESES,
    examples=_MODELS, note=_READING + "It is enough to look at the line delta = 21/200.")


def derive_figures() -> Derivation:
    proof = Proof(_ALL)
    proof.idea(IDEA)
    show_profile(proof)
    moves = show_moves(proof)
    for cost, goal in _RATIOS.items():
        lower = replace(cost, width=sp.Rational(21, 100), rate=sp.Rational(1, 5),
            stop=2 * cost.stop)
        show_cheaper(proof, lower, moves, goal, lower.show_meaning(proof))
    return proof.done()


CLAIMS = (Claim(REGIMES, derive_regimes), Claim(FIGURES, derive_figures))
