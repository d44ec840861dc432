"""Normalisation, expected costs, mean and variance of a family, each as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import sympy as sp

from dpproofs.deriving import law, plain
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.sentences import Line
from dpproofs.deriving.strips import points
from dpproofs.deriving.totals import Total, total
from dpproofs.deriving.values import CLOSE, Measured, agreement
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import that
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import tidy

if TYPE_CHECKING:
    from dpproofs.deriving.family import Family

ONE = sp.Integer(1)
PAPER = "derived"


def normalisation(family: Family) -> Derived:
    """The total mass."""
    found = family.whole
    name = f"{family.name}.normalisation"
    meant = Definition(family, ONE)
    if found is None:
        return Derived(name, family.domain, None, definition=meant)
    if law.fits(family) and found.value == 1:
        noise = law.Defined(family)
        statement = Statement(
            id=name, paper=PAPER, item=family.name, title="the density is that of a probability",
            printed_latex=r"\int f(x)\,dx=1" if not family.integers else r"\sum_x f(x)=1",
            definitions=noise.definitions, printed=(noise.exists,),
        )  # fmt: skip

        def derive() -> Derivation:
            proof = Proof(family.domain, statement)
            noise.show_exists(proof, found, besides=True)
            return proof.done()

        claim = Claim(statement, derive)
    else:
        plainly = total(family, ONE, together=False) or found
        rows = [*plain.signs(family), *plain.lines(family, plainly, found.value)]
        printed = rf"\int f={sp.latex(found.value)}"
        claim = _claim(family, name, "the total mass", printed, rows)
    return kept(Derived(name, family.domain, found.value, found.path, claim, meant))


def mass(family: Family) -> Total | None:
    """The total of the density; its value is 1 when that is seen."""
    found = total(family, ONE)
    if found is not None and found.value != 1 and is_zero(found.value - 1):
        return Total(found.weight, found.shares, found.periods, ONE, found.path)
    return found


def _probability(family: Family) -> Total | None:
    """The total mass, which is to be 1.

    Raises
    ------
    BadInput
        When it is found to be something else.
    """
    found = family.whole
    if found is not None and found.value != 1 and not _one_at_points(family, found.value):
        raise BadInput("pieces", family.name, f"of total mass 1, and not {found.value}")
    return found


def _one_at_points(family: Family, value: sp.Expr) -> bool:
    return all(abs(sp.N(value.subs(point) - 1, 30)) < 1e-20 for point in points(family.domain))


def expected(family: Family, weight: sp.Expr, extra: Domain, called: str) -> Derived:
    """``E weight(abs(X))``."""
    whole = _probability(family)
    name, domain = f"{family.name}.{called}", family.domain & extra
    meant = Definition(family, weight)
    over = family if not extra.variables else family.with_domain(domain)
    found = total(over, weight)
    if found is None:
        return Derived(name, domain, None, definition=meant)
    shown = sp.latex(weight).replace(sp.latex(family.size), "|X|")
    title = rf"\mathbb E\,{shown}"
    if not _writable(found) or whole is None:
        return _undecided(name, domain, found, meant)
    if not (law.fits(family) and _plainly_nonnegative(weight, family.size)):
        plainly = total(over, weight, together=False) or found
        rows = [*_start(family, whole), *plain.lines(over, plainly, found.value)]
        printed = f"{title}={sp.latex(found.value)}"
        claim = _claim(family, name, "an expected cost", printed, rows)
        return kept(Derived(name, domain, found.value, found.path, claim, meant))
    noise = law.Defined(family)
    goal = noise.expected(weight, found.value, extra)
    statement = Statement(
        id=name, paper=PAPER, item=family.name, title="an expected cost",
        printed_latex=f"{title}={sp.latex(found.value)}", definitions=noise.definitions,
        printed=(goal,),
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(domain, statement)
        exists = _shown(noise, proof, whole)
        noise.show_expected(proof, found, goal, extra, exists)
        return proof.done()

    return kept(Derived(name, domain, found.value, found.path, Claim(statement, derive), meant))


@lru_cache(maxsize=256)
def expected_once(
    family: Family,
    seconds: float,  # noqa: ARG001  (with more time more may be found)
    weight: sp.Expr,
    extra: Domain,
    called: str,
) -> Derived:
    """The same, once for each family: what was derived, and decided, is remembered."""
    return expected(family, weight, extra, called)


def _shown(noise: law.Defined, proof: Proof, whole: Total) -> str:
    return noise.show_exists(proof, whole)


def _plainly_nonnegative(weight: sp.Expr, size: sp.Symbol) -> bool:
    """Whether a weight is a polynomial without a negative coefficient."""
    if not weight.is_polynomial(size):
        return False
    return all(value.is_nonnegative for value in sp.Poly(weight, size).coeffs())


def _writable(found: Total) -> bool:
    """Whether certificates can hold everything that was found."""
    parts = [found.value, *(part for share in found.shares for part in (share.weight, share.value))]
    parts += [share.antiderivative for share in found.shares if share.antiderivative is not None]
    parts += [summed.value for summed in found.periods if summed is not None]
    try:
        for part in parts:
            to_tree(part)
    except UnsupportedExpression:
        return False
    return True


def _undecided(name: str, domain: Domain, found: Total, meant: Measured) -> Derived:
    """A formula that no checker decides: it is kept when enclosures of the definition hold it."""
    digits = agreement(found.value, meant, domain)
    if digits is None or digits < CLOSE:
        return Derived(name, domain, None, definition=meant)
    note = "The checkers do not decide this formula; at points it agrees with "
    note += f"enclosures of its definition, to {digits} digits."
    return Derived(name, domain, found.value, found.path, None, meant, note)


def _start(family: Family, whole: Total) -> list[Line]:
    """That the density is that of a probability."""
    found = total(family, ONE, together=False) or whole
    return [*plain.signs(family), *plain.lines(family, found, ONE)]


def _claim(family: Family, name: str, title: str, printed: str, rows: Iterable[Line]) -> Claim:
    """The sentence that some lines make, each said once."""
    once = list({row.goal: row for row in rows}.values())
    statement = Statement(
        id=name, paper=PAPER, item=family.name, title=title, printed_latex=printed,
        printed=tuple(row.goal for row in once),
        note="Each piece stands at abs(x), so that costs are the same function on both sides.",
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(family.domain, statement)
        plain.shown(proof, once)
        return proof.done()

    return Claim(statement, derive)


def mean(family: Family) -> Derived:
    """``E X``, with ``E abs(X)`` finite."""
    name = f"{family.name}.mean"
    whole = _probability(family)
    meant = Definition(family, family.size, signed=True)
    size = total(family, family.size)
    if size is None or whole is None:
        return Derived(name, family.domain, None, definition=meant)
    if not family.even:
        found = total(family, family.size, signed=True, together=False)
        if found is None:
            return Derived(name, family.domain, None, definition=meant)
        if not _writable(found):
            return _undecided(name, family.domain, found, meant)
        shown = plain.lines(family, found, found.value, signed=True)
        printed = rf"\mathbb E X={sp.latex(found.value)}"
        claim = _claim(family, name, "the mean", printed, [*_start(family, whole), *shown])
        return kept(Derived(name, family.domain, found.value, found.path, claim, meant))
    path = (*size.path, "the noise is even, and E |X| is finite")
    if not law.fits(family) or not _writable(size):
        note = "The noise is even and its expected size is finite, so that its mean is 0."
        return Derived(name, family.domain, sp.Integer(0), path, None, meant, note)
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
        exists = _shown(noise, proof, whole)
        noise.show_even(proof, exists)
        noise.show_expected(proof, size, goal, Domain(), exists)
        return proof.done()

    return Derived(name, family.domain, sp.Integer(0), path, Claim(statement, derive), meant)


def variance(family: Family) -> Derived:
    """``E X**2 - (E X)**2``."""
    if family.even:
        return expected(family, family.size**2, Domain(), "variance")
    name, size = f"{family.name}.variance", family.size
    meant = Spread(Definition(family, size**2), Definition(family, size, signed=True))
    whole = _probability(family)
    square = total(family, size**2, together=False)
    centre = total(family, size, signed=True, together=False)
    if square is None or centre is None or whole is None:
        return Derived(name, family.domain, None, definition=meant)
    symbols = [variable.symbol for variable in family.domain][::-1]
    at = points(family.domain, tries=1)[0]
    value = tidy(square.value - centre.value**2, symbols, at=at, seconds=family.seconds)
    path = (*square.path, *centre.path, "E X^2 less the square of the mean")
    found = replace(square, value=value, path=path)
    if not (_writable(square) and _writable(centre)):
        return _undecided(name, family.domain, found, meant)
    rows = [
        *_start(family, whole),
        *plain.lines(family, square, square.value),
        *plain.lines(family, centre, centre.value, signed=True),
    ]
    if value != square.value - centre.value**2:
        goal = Goal(that(square.value - centre.value**2) == value, family.domain)
        rows.append(Line(goal, "identity", "the variance", {}))
    printed = rf"\mathrm{{Var}}\,X={sp.latex(value)}"
    claim = _claim(family, name, "the variance", printed, rows)
    return kept(Derived(name, family.domain, value, path, claim, meant))


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
