"""Brackets for every epsilon and delta: programs where they are fit, what is monotone elsewhere.

The least cost falls with epsilon and with delta, and so does what a certificate checks: multipliers
for a larger delta prove no less at a smaller one, and noise that keeps less keeps more. So both
ends may come from another question, and are shown anew for the one that was asked. Where noise
reaches over too many sensitivities, groups of them are taken for one. Source: docs/optimum.md,
"Every epsilon and delta".
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Exact as Number
from dpproofs.mechanisms.formulas.enclosure import ball, exactly, rational
from dpproofs.optima.bracket.chain import chain_lower
from dpproofs.optima.bracket.endless import LEAST_EPSILON as LEAST_FALL
from dpproofs.optima.bracket.endless import endless_upper
from dpproofs.optima.bracket.exact_ends import Exact, Lower, NotProved, Upper, shown_lower
from dpproofs.optima.bracket.search import (
    LEAST_DELTA,
    LEAST_EPSILON,
    MOST_COST,
    MOST_EPSILON,
    Bracket,
    bracket,
    stated,
)
from dpproofs.optima.bracket.steep import STEEP, steep_lower, steep_upper
from dpproofs.optima.bracket.threshold import LEAST_PLACE, WIDEST, threshold_bracket
from dpproofs.optima.bracket.wide import wide_lower, wide_upper, widest
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice.costs import Power, Threshold
from dpproofs.optima.lattice.solution import NotSolved

FURTHEST_EPSILON, SMALLEST_DELTA = "256", "1e-300"  # what replay has room for
NEXT_TO_NOTHING = Fraction(1, 10**9)  # whose least cost is that of a smaller delta, but for 1e-6
REACH = 5_000  # sensitivities, or groups of them, over which noise reaches then
MOST_GROUPED = 50  # epsilon over delta: beyond, uniform noise is no candidate

Progress = Callable[[Bracket], None]
End = TypeVar("End", Lower, Upper)


@dataclass(frozen=True)
class Asked:
    """A question in exact numbers; ``cost`` is 0 with a threshold, and ``wanted`` the gap."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    threshold: Fraction | None
    wanted: Fraction

    @property
    def costs(self) -> Power | Threshold:
        """What cells of a sensitivity cost."""
        if self.threshold is None:
            return Power(self.cost)
        return Threshold(self.threshold / self.sensitivity)

    @property
    def solvable(self) -> Fraction:
        """The delta of a program, which is not below the one that is asked for."""
        return self.delta if self.delta >= Fraction(LEAST_DELTA) else NEXT_TO_NOTHING

    @property
    def has_program(self) -> bool:
        """Whether programs are fit for this epsilon, and this delta or a larger one."""
        most = widest(self.cost) if self.threshold is None else WIDEST
        reach = reached(self.epsilon, self.solvable)
        inside = self.threshold is None or self.threshold < self.sensitivity * Fraction(reach)
        return self.epsilon <= Fraction(MOST_EPSILON) and reach <= most and inside

    def program(self, progress: Progress | None = None) -> Bracket:
        """The bracket of a program, for a sensitivity of 1 where it is not for this delta."""
        same = self.delta == self.solvable
        length = self.sensitivity if same else Fraction(1)
        given = self.epsilon, self.solvable
        if self.threshold is None:
            return bracket(*given, length, self.cost, gap=self.wanted, progress=progress)
        place = self.threshold * length / self.sensitivity
        return threshold_bracket(*given, place, length, gap=self.wanted, progress=progress)


def bracket_anywhere(
    epsilon: Number,
    delta: Number,
    sensitivity: Number = 1,
    cost: Number = 1,
    *,
    threshold: Number | None = None,
    gap: Number = "1e-4",
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Bracket:
    """Enclose the least cost for any epsilon and delta; the bracket may be wider than was wanted.

    It is that of `bracket` or `threshold_bracket` where these have one.

    Parameters
    ----------
    epsilon
        0, or in [1e-30, 256].
    delta
        In [1e-300, 1); with a threshold also 0, beside a positive epsilon.
    sensitivity
        In [1e-100, 1e100], in units of the query.
    cost
        The exponent p of the cost |x|^p, in [1/16, 16].
    threshold
        Instead, in units of the query: at least sensitivity/128, and less than where truncated
        Laplace noise ends.
    gap
        The width that is wanted, relative to the upper end.
    progress
        Called with every bracket that is found, from wide to narrow.
    seconds
        When they have passed, programs are given up, and the best bracket so far is returned; for
        as long as it takes unless given.

    Raises
    ------
    BadInput
        When an argument lies outside its domain.
    NotProved
        When no noise is found.

    Examples
    --------
    >>> from dpproofs.optima.bracket.everywhere import bracket_anywhere
    >>> found = bracket_anywhere(0, "1e-9")
    >>> found.lower <= 250_000_000 <= found.upper, found.gap < 1e-7
    (True, True)
    """
    asked = expected(epsilon, delta, sensitivity, cost, gap, threshold)
    with budget.within(seconds):
        if asked.has_program and asked.delta == asked.solvable:
            with contextlib.suppress(NotProved, NotSolved):
                return asked.program(progress)
        found = _combined(asked)
    if progress is not None:
        progress(found)
    return found


def expected(
    epsilon: Number,
    delta: Number,
    sensitivity: Number,
    cost: Number,
    gap: Number,
    threshold: Number | None = None,
) -> Asked:
    """The arguments of `bracket_anywhere` as exact numbers.

    Raises
    ------
    BadInput
        When one lies outside its domain.
    """
    privacy = exactly("epsilon", epsilon, "0", FURTHEST_EPSILON)
    if 0 < privacy < Fraction(LEAST_EPSILON):
        accepted = f"0, or a number in [{LEAST_EPSILON}, {FURTHEST_EPSILON}]"
        raise BadInput("epsilon", epsilon, accepted)
    pure = threshold is not None and exactly("delta", delta, "0", "1") == 0
    loss = Fraction(0) if pure else exactly("delta", delta, SMALLEST_DELTA, "1")
    if loss == 1:
        raise BadInput("delta", delta, f"a number in [{SMALLEST_DELTA}, 1)")
    if pure and not privacy:
        raise BadInput("epsilon", epsilon, f"a number in [{LEAST_EPSILON}, {FURTHEST_EPSILON}]")
    length = exactly("sensitivity", sensitivity, "1e-100", "1e100")
    wanted = exactly("gap", gap, "1e-7", "1")
    if threshold is None:
        power = exactly("cost", cost, "1/16", MOST_COST)
        return Asked(privacy, loss, length, power, None, wanted)
    place = exactly("threshold", threshold, "1e-103", "1e103")
    reach = reached(privacy, loss) if loss else math.inf
    if not LEAST_PLACE <= place / length < reach:
        accepted = "at least sensitivity/128"
        if loss:
            end = f"{reach * float(length):.6g}"
            accepted += f", and less than {end}, where truncated Laplace noise ends"
        raise BadInput("threshold", threshold, accepted)
    return Asked(privacy, loss, length, Fraction(0), place, wanted)


def reached(epsilon: Fraction, delta: Fraction) -> float:
    """Where truncated Laplace noise ends, in sensitivities, for every epsilon."""
    steep, loss = float(epsilon), float(delta)
    if not steep:
        return 1 / (2 * loss)
    return (math.log1p(math.expm1(steep) / 2 / loss) if steep < 1 else _log_grown(steep, loss)) / (
        steep
    )


def _log_grown(steep: float, loss: float) -> float:
    """log(1 + (e^epsilon - 1)/(2 delta)), also where a double does not hold what is inside."""
    odds = steep + math.log(-math.expm1(-steep)) - math.log(2 * loss)
    return odds + math.log1p(math.exp(-odds)) if odds > 0 else math.log1p(math.exp(odds))


def _combined(asked: Asked) -> Bracket:
    """The best ends of all that can be shown at this question."""
    lowers: list[Callable[[], Lower]] = []
    uppers: list[Callable[[], Upper]] = []
    if asked.has_program and asked.delta != asked.solvable:
        lowers.append(lambda: _shown(asked.program().proof, asked))
    grouped = _grouped(asked)
    if asked.threshold is None:
        power = Power(asked.cost)
        if asked.epsilon >= STEEP:
            lowers.append(lambda: steep_lower(asked.epsilon, asked.delta, power))
            uppers.append(lambda: steep_upper(asked.epsilon, asked.delta, power))
        else:
            lowers.append(lambda: _wide(*grouped, asked))
    else:
        lowers.append(lambda: replace(chain_lower(grouped[1]), group=grouped[0]))
    uppers.append(lambda: endless_upper(asked.epsilon, asked.delta, asked.costs))
    few = asked.epsilon < LEAST_FALL or asked.epsilon <= MOST_GROUPED * asked.delta
    if few and 0 < asked.delta * REACH < 1:
        uppers.append(lambda: _uniform(asked))
    nothing = Lower(Fraction(0), 1, [], 1)
    proofs, noises = [nothing, *_proved(lowers)], list(_proved(uppers))
    if not noises:
        raise NotProved("no noise was found that a certificate has room for")
    given = asked.epsilon, asked.delta, asked.sensitivity, asked.cost
    brackets = [
        Bracket(*given, *_stated(asked, proof, noise), proof.n, proof, noise, asked.threshold)
        for proof in proofs
        for noise in noises
    ]
    return min(brackets, key=lambda each: each.upper - each.lower)


def _stated(asked: Asked, proof: Lower, noise: Upper) -> tuple[Fraction, Fraction]:
    return stated(asked.costs, asked.sensitivity, proof, noise)


def _proved(ends: Iterable[Callable[[], End]]) -> Iterable[End]:
    for end in ends:
        try:
            yield end()
        except (NotProved, NotSolved, OverflowError):
            continue


def _shown(proof: Lower, asked: Asked) -> Lower:
    exact = Exact(asked.epsilon, asked.delta, asked.costs, proof.n)
    return shown_lower(proof.scale, proof.tests, exact)


# -- groups ---------------------------------------------------------------------------------------


def _grouped(asked: Asked) -> tuple[int, Exact]:
    """How many sensitivities are taken for one, and what is then asked."""
    loss = max(asked.delta, min(Fraction(LEAST_DELTA), asked.epsilon / 10**9))
    size = max(math.ceil(reached(asked.epsilon, loss) / REACH), 1)
    return size, Exact(size * asked.epsilon, _delta_of(size, asked), _costs_of(size, asked), 1)


def _delta_of(size: int, asked: Asked) -> Fraction:
    """No less than (1 + e^epsilon + ... + e^((size - 1) epsilon)) delta."""
    from flint import ctx

    if size == 1 or not asked.epsilon:
        return size * asked.delta
    with ctx.workprec(256):
        times = ball(size * asked.epsilon).expm1() / ball(asked.epsilon).expm1()
        return rational(times.upper()) * asked.delta


def _costs_of(size: int, asked: Asked) -> Power | Threshold:
    costs = asked.costs
    return Threshold(costs.place / size) if isinstance(costs, Threshold) else costs


def _wide(size: int, exact: Exact, asked: Asked) -> Lower:
    """Multipliers for groups; those of a larger delta where this one is next to nothing."""
    loss = max(exact.delta, min(Fraction(LEAST_DELTA), exact.epsilon / 10**9))
    found = wide_lower(replace(exact, delta=loss), asked.cost)
    return replace(shown_lower(found.scale, found.tests, exact), group=size)


def _uniform(asked: Asked) -> Upper:
    """Cells as long as a group, which all hold what delta allows, but for the last one."""
    size = math.ceil(1 / (2 * REACH * asked.delta))
    exact = Exact(Fraction(0), size * asked.delta, _costs_of(size, asked), 1)
    return replace(wide_upper(exact), group=size)
