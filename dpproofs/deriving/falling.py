"""That a density falls away from the origin, so that no shift costs more than the largest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from dpproofs.deriving.balls import Number
from dpproofs.deriving.given import Given
from dpproofs.deriving.losses import ZERO, NoForm
from dpproofs.deriving.sentences import ProofLine, decided
from dpproofs.deriving.strips import Laid, Measure, Strip, points
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.terms import is_zero

FALLS = "the density falls away from the origin"


def falls(family: Given) -> Iterator[ProofLine]:
    """That the density does not grow away from the origin.

    Raises
    ------
    NoForm
        When it does at some point, or there is an atom elsewhere.
    """
    if any(not is_zero(atom.place) for atom in family.points):
        raise NoForm("an atom off the origin, so that no shift is known to be the worst")
    of = _with_masses_free(family)
    for side in (1, -1) if not family.even else (1,):
        yield from _falls_on(of, [s for s in of.strips if s.side in (0, side)])


def worst(family: Given) -> list[ProofLine] | None:
    """What shows that the largest shift is the worst; None where it is not shown.

    >>> from dpproofs.deriving.examples import laplace
    >>> len(worst(laplace))
    2
    """
    try:
        lines = list(falls(family))
    except NoForm:
        return None
    return lines if decided(lines) else None


def _with_masses_free(family: Given) -> Laid:
    """The same with a further positive parameter for each total mass that has no formula."""
    masses = sorted({m for s in family.strips for m in s.density.atoms(Number)}, key=str)
    if not masses:
        return family
    free = {mass: sp.Symbol(f"mass_{n}", positive=True) for n, mass in enumerate(masses)}
    strips = tuple(replace(s, density=s.density.xreplace(free)) for s in family.strips)
    domain = family.domain & Domain(tuple(map(positive, free.values())))
    return Measure(
        family.place, family.size, strips, family.points, family.even, family.integers, domain,
        family.seconds,
    )  # fmt: skip


def _falls_on(family: Laid, strips: list[Strip]) -> Iterator[ProofLine]:
    u = family.place
    at = points(family.domain, tries=1)[0]
    strips = sorted(strips, key=lambda strip: float(_first(strip).subs(at)))
    for strip in strips:
        around = family.around(strip.index)
        inside = around & Variable(u, strip.lower, strip.upper, "[)")
        if family.integers:
            last = strip.density.subs(u, u + 1)
            counted = around & Variable(u, strip.lower, strip.upper, "[)", integer=True)
            yield _said(last, strip.density, counted)
        elif strip.density.has(u):
            slope = sp.factor(sp.diff(strip.density, u))
            slopes = [sp.N(slope.subs(p), 20) for p in points(inside)]
            if any(not value.is_comparable or value > 1e-15 for value in slopes):
                raise NoForm(
                    "a density that rises somewhere, so that no shift is known to be worst"
                )
            yield ProofLine(Goal(Derivative(strip.density, u, slope), inside), "derivative",
                       "the slope of the density", {})  # fmt: skip
            yield _said(slope, ZERO, inside)
    if family.integers:
        return
    yield from _jumps(family, strips)


def _first(strip: Strip) -> sp.Expr:
    return strip.lower if strip.index is None else strip.lower.subs(strip.index, 0)


def _jumps(family: Laid, strips: list[Strip]) -> Iterator[ProofLine]:
    """That the density does not jump up between strips."""
    u = family.place
    following: list[Strip] = strips[1:]
    if strips and strips[0].index is not None:
        k, first = strips[0].index, strips[0]
        later = {k: k + 1}
        following = [*following, Strip(first.density.subs(later), first.lower.subs(later),
                                       first.upper.subs(later), k, first.side)]  # fmt: skip
    if strips and not is_zero(_first(strips[0])):
        raise NoForm("a density that is 0 at the origin")
    for strip, after in zip(strips, following, strict=False):
        if not is_zero(after.lower - strip.upper):
            raise NoForm("a gap in the density, so that no shift is known to be the worst")
        yield _said(
            after.density.subs(u, after.lower), strip.density.subs(u, strip.upper),
            family.around(strip.index),
        )  # fmt: skip


def _said(low: sp.Expr, high: sp.Expr, on: Domain) -> ProofLine:
    if any(sp.N((low - high).subs(p), 20) > 1e-15 for p in points(on)):
        raise NoForm("a density that rises somewhere, so that no shift is known to be worst")
    return ProofLine(Goal(that(low) <= high, on), "sign", FALLS, {})
