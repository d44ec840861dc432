"""Mean and variance of a family, each as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy as sp

from dpproofs.deriving import law, plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.costs import expected, expected_once
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.finite import divided
from dpproofs.deriving.normalised import (
    PAPER,
    Normalised,
    claim_of,
    probability,
    start,
    undecided,
    writable,
)
from dpproofs.deriving.sentences import ProofLine
from dpproofs.deriving.strips import points
from dpproofs.deriving.totals import total, when_finite
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import that
from dpproofs.tactics.tidy import tidy


@dataclass(frozen=True)
class Balanced:
    """The mean of even noise, which is 0 where its expected size is finite."""

    size: Definition

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """The interval of 0 alone.

        Raises
        ------
        NoEnclosure
            When the expected size has no enclosure, as where it is infinite.
        """
        del digits  # for 0 is exact
        self.size.enclose(values, 1, seconds)
        return Fraction(0), Fraction(0)


def mean(family: Normalised) -> Derived:
    """``E X``, with ``E abs(X)`` finite."""
    meant = Definition(family, family.size, signed=True)
    of = Balanced(Definition(family, family.size)) if family.even else meant
    blank = Derived(f"{family.name}.mean", family.domain, None, definition=of)
    return asked(lambda: _mean(family, blank), blank, family.seconds)


def _mean(family: Normalised, blank: Derived) -> Derived:
    name = blank.name
    if when_finite(family, family.size) is sp.false:
        return replace(blank, note="There is no mean: the expected size of the noise is infinite.")
    whole = probability(family)
    if not family.even:
        found = total(family, family.size, signed=True, together=False)
        if found is None:
            later = total(family, family.size, signed=True, together=False, search=True)
            return blank if later is None else undecided(blank, later)
        if not writable(found) or whole is None:
            return undecided(blank, found)
        rows = [*start(family, whole), *plain.lines(family, found, found.value, signed=True)]
        printed = rf"\mathbb E X={sp.latex(found.value)}"
        claim = claim_of(family, name, "the mean", printed, rows)
        return kept(replace(blank, value=found.value, path=found.path, claim=claim), found.finite)
    size = total(family, family.size)
    if size is None:
        return _by_symmetry(family, blank, ())
    path = (*size.path, "the noise is even, and E |X| is finite")
    if whole is None or not writable(size) or size.finite not in (sp.true, None):
        return _by_symmetry(family, blank, path)
    if not law.fits(family):
        found = total(family, family.size, together=False) or size
        rows = [*start(family, whole), *plain.lines(family, found, found.value)]
        printed = rf"\mathbb E X=0,\quad\mathbb E|X|={sp.latex(found.value)}"
        claim = claim_of(family, name, "the mean is 0", printed, rows)
        shown = replace(blank, value=sp.Integer(0), path=path, claim=claim)
        return shown if shown.holds else _by_symmetry(family, blank, path)
    noise = law.Defined(family)
    goal = noise.expected(family.size, size.value, Domain())
    statement = Statement(
        id=name, paper=PAPER, item=family.name, title="the mean is 0",
        printed_latex=rf"\mathbb E X=0,\quad\mathbb E|X|={sp.latex(size.value)}",
        definitions=noise.definitions, printed=(noise.even, goal),
        note="Even noise of finite expected size has the mean 0.",
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(family.domain, statement)
        exists = noise.show_exists(proof, whole)
        noise.show_even(proof, exists)
        noise.show_expected(proof, size, goal, Domain(), exists)
        return proof.done()

    zero = replace(blank, value=sp.Integer(0), path=path, claim=Claim(statement, derive))
    return zero if size.finite is sp.true or zero.holds else blank


def _by_symmetry(family: Normalised, blank: Derived, path: tuple[str, ...]) -> Derived:
    """The mean of even noise whose expected size is seen to be finite, for some parameters or for
    all.
    """
    when = when_finite(family, family.size) if family.even else None
    if when is None:
        return blank
    zero = sp.Integer(0)
    if when is sp.true:
        note = "The noise is even and its expected size is finite, so that its mean is 0."
        return replace(blank, value=zero, path=path, note=note)
    cut = divided(family.domain, when)
    when = when if cut is None else cut[0]
    note = (
        f"The noise is even, and its expected size is finite where {when}; elsewhere there is no "
    )
    value = sp.Piecewise((zero, when), (sp.nan, True))
    return replace(blank, value=value, path=path, note=f"{note}mean.")


def variance(family: Normalised) -> Derived:
    """``E X**2 - (E X)**2``."""
    if family.even:
        return expected(family, family.size**2, Domain(), "variance")
    size = family.size
    meant = Spread(Definition(family, size**2), Definition(family, size, signed=True))
    blank = Derived(f"{family.name}.variance", family.domain, None, definition=meant)
    return asked(lambda: _variance(family, blank), blank, family.seconds)


def _variance(family: Normalised, blank: Derived) -> Derived:
    name, size = blank.name, family.size
    whole = probability(family)
    centre = total(family, size, signed=True, together=False)
    square = centre and total(family, size**2, together=False)
    if square is None or centre is None:
        return _of_moments(family, blank)
    symbols = [variable.symbol for variable in family.domain][::-1]
    at = points(family.domain, tries=1)[0]
    value = tidy(square.value - centre.value**2, symbols, at=at, seconds=family.seconds)
    path = (*square.path, *centre.path, "E X^2 less the square of the mean")
    when = None if None in (square.finite, centre.finite) else sp.And(square.finite, centre.finite)
    found = replace(square, value=value, path=path, finite=when)
    if not (writable(square) and writable(centre)) or whole is None:
        return undecided(blank, found)
    rows = [
        *start(family, whole),
        *plain.lines(family, square, square.value),
        *plain.lines(family, centre, centre.value, signed=True),
    ]
    if value != square.value - centre.value**2:
        goal = Goal(that(square.value - centre.value**2) == value, family.domain)
        rows.append(ProofLine(goal, "identity", "the variance", {}))
    printed = rf"\mathrm{{Var}}\,X={sp.latex(value)}"
    claim = claim_of(family, name, "the variance", printed, rows)
    return kept(replace(blank, value=value, path=path, claim=claim), found.finite)


def _of_moments(family: Normalised, blank: Derived) -> Derived:
    """The variance from the two moments as they were found, one by one."""
    square = expected_once(family, family.seconds, family.size**2, Domain(), "cost_2")
    centre = mean(family)
    if square.value is None or centre.value is None or square.value.has(sp.oo):
        return blank
    value = tidy(square.value - centre.value**2, at=points(family.domain, tries=1)[0])
    path = (*square.path, *centre.path, "E X^2 less the square of the mean")
    return kept(replace(blank, value=value, path=path))


@dataclass(frozen=True)
class Spread:
    """The variance, from the two expectations that it consists of."""

    square: Definition
    centre: Definition

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            When one of the two expectations is not enclosed.
        """
        low, high = self.square.enclose(values, digits + 3, seconds / 2)
        below, above = self.centre.enclose(values, digits + 3, seconds / 2)
        least = Fraction(0) if below <= 0 <= above else min(below**2, above**2)
        return low - max(below**2, above**2), high - least
