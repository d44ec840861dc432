"""Noise: a density in pieces, and atoms, whose total mass is 1, as a sentence says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import sympy as sp

from dpproofs.deriving import law, plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.given import Given
from dpproofs.deriving.mass import mass_of
from dpproofs.deriving.proper import refuse_improper
from dpproofs.deriving.sentences import ProofLine
from dpproofs.deriving.totals import Total, total, when_finite
from dpproofs.deriving.values import agreement
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proof import Proof
from dpproofs.tactics.budget import within
from dpproofs.tactics.terms import is_zero

ONE = sp.Integer(1)
PAPER = "derived"


@dataclass(frozen=True, repr=False)
class Normalised(Given):
    """What a family is given by, with its total mass; :class:`Family` says more."""

    def _read(self) -> None:
        super()._read()
        if self.normalise:
            self._divide(constant(self))
        refuse_improper(self)

    def _divide(self, mass: sp.Expr) -> None:
        """Put the density over its mass."""
        pieces = (replace(piece, density=piece.density / mass) for piece in self.pieces)
        atoms = ((place, weight / mass) for place, weight in self.atoms)
        object.__setattr__(self, "pieces", tuple(pieces))
        object.__setattr__(self, "atoms", tuple(atoms))
        object.__setattr__(self, "normalise", False)  # for it is done
        for found in ("strips", "layout", "points", "laid", "whole"):
            self.__dict__.pop(found, None)

    @cached_property
    def whole(self) -> Total | None:
        """The total mass as it was found, or None; its value is 1 where that is seen.

        >>> from dpproofs.deriving.examples import box
        >>> box.whole.value
        1
        """
        return mass(self)

    def with_domain(self, domain: Domain) -> Self:
        """The same family over another domain of the same parameters.

        >>> import dpproofs as dp
        >>> from dpproofs.deriving.examples import box, s
        >>> small = box.with_domain(dp.Domain((dp.between(s, 0, 1),)))
        >>> small.domain[s].upper
        1
        """
        return replace(self, domain=domain)

    def normalisation(self) -> Derived:
        """The total mass, which is 1 for noise.

        >>> from dpproofs.deriving.examples import box
        >>> box.normalisation().value
        1
        """
        blank = Derived(
            f"{self.name}.normalisation", self.domain, None, definition=Definition(self, ONE)
        )
        return asked(lambda: _normalisation(self, blank), blank, self.seconds)


def _normalisation(family: Normalised, blank: Derived) -> Derived:
    found = family.whole
    derived = blank if found is None else _of_mass_one(family, found, blank)
    if derived.value is None and when_finite(family, ONE) is sp.true:
        path = ("the density is said to be one, so that 1 is compared with enclosures",)
        return kept(replace(blank, value=ONE, path=path))
    return derived


def _of_mass_one(family: Normalised, found: Total, blank: Derived) -> Derived:
    """The total mass as a sentence."""
    name = blank.name
    if not writable(found) or found.value != 1:
        return undecided(blank, found)
    if law.fits(family):
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
        claim = claim_of(family, name, "the total mass", r"\int f=1", rows)
    return kept(replace(blank, value=found.value, path=found.path, claim=claim), found.finite)


def mass(family: Normalised) -> Total | None:
    """The total of the density; its value is 1 when that is seen."""
    found = total(family, ONE)
    if found is not None and found.value != 1 and _is_one(found.value, family.seconds):
        return replace(found, value=ONE)
    return found


def constant(family: Normalised) -> sp.Expr:
    """The total mass of a density that nobody normalised: a formula that agrees with enclosures, or
    else the sums and integrals themselves.

    Raises
    ------
    BadInput
        When it has no formula, and is not enclosed at points of the domain.
    """
    blank = Derived(f"{family.name}.mass", family.domain, None, definition=Definition(family, ONE))

    def found() -> Derived:
        for search in (False, True):
            whole = total(family, ONE, search=search)
            derived = blank if whole is None else undecided(blank, whole)
            if derived.value is not None and not derived.value.has(sp.oo):
                return derived
        return blank

    mass = asked(found, blank, family.seconds)
    if mass.value is not None:
        return mass.value
    itself = mass_of(family)
    if agreement(itself, Definition(family, ONE), family.domain) is None:
        accepted = "a density whose total mass has a closed form, or is enclosed"
        raise BadInput("normalise", family.name, accepted)
    return itself


def _is_one(value: sp.Expr, seconds: float) -> bool:
    if is_zero(value - 1):
        return True
    for form in (lambda: value.rewrite(sp.erf), lambda: sp.gammasimp(sp.expand_func(value))):
        plainer = within(seconds, form)
        if plainer is not None and is_zero(plainer - 1):
            return True
    return False


def probability(family: Normalised) -> Total | None:
    """The total mass with what shows that it is 1; None where that was not found."""
    found = family.whole
    return found if found is not None and found.value == 1 else None


def writable(found: Total) -> bool:
    """Whether certificates can hold everything that was found, and it is no mere value."""
    if found.unexplained:
        return False
    parts = [found.value, *(part for share in found.shares for part in (share.weight, share.value))]
    parts += [share.antiderivative for share in found.shares if share.antiderivative is not None]
    parts += [summed.value for summed in found.periods if summed is not None]
    return representable(parts)


def representable(parts: Iterable[sp.Expr | None]) -> bool:
    """Whether certificates can hold all of some expressions."""
    try:
        for part in parts:
            if part is not None:
                to_tree(part)
    except UnsupportedExpression:
        return False
    return True


def undecided(blank: Derived, found: Total) -> Derived:
    """A formula that no checker decides: it is kept when enclosures of the definition hold it."""
    return kept(replace(blank, value=found.value, path=found.path), found.finite)


def start(family: Normalised, whole: Total) -> list[ProofLine]:
    """That the density is that of a probability."""
    found = total(family, ONE, together=False) or whole
    return [*plain.signs(family), *plain.lines(family, found, ONE)]


def claim_of(
    family: Normalised, name: str, title: str, printed: str, rows: Iterable[ProofLine]
) -> Claim:
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
