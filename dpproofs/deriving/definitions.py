"""Families from the definitions of a sentence: a density in pieces, and the noise that has it."""

from __future__ import annotations

import sympy as sp

from dpproofs.deriving.family import Family
from dpproofs.deriving.piece import Piece
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.objects import Law, Pieces


def family_of(statement: Statement, name: str) -> tuple[Family, tuple[sp.Symbol, ...]] | None:
    """The family of a noise that a sentence defines, and its arguments in order."""
    named = {found.name: found for found in statement.definitions}
    law = named.get(name)
    if not isinstance(law, Law):
        return None
    density = named.get(law.density)
    if not isinstance(density, Pieces):
        return None
    pieces = []
    for place, piece in enumerate(density.pieces):
        if piece.value == 0:
            continue
        lower, upper = density.ends(place)
        pieces.append(Piece(piece.value, lower, upper, density.index))
    atoms = [] if law.atom == 0 else [(sp.Integer(0), law.atom)]
    family = Family(
        f"{name}_of_{statement.paper}", x=density.variable, domain=law.domain, pieces=pieces,
        atoms=atoms, integers=law.on == "integers",
    )  # fmt: skip
    return family, law.arguments
