"""What a solver says of the program of noise on a lattice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.base import Array
from dpproofs.optima.lattice.noise import Lattice


class NotSolved(DpproofsError, ArithmeticError):
    """The linear program was not solved."""


@dataclass(frozen=True)
class LatticeSolution:
    """Noise on a lattice, and what proves that none is much cheaper.

    Attributes
    ----------
    atom
        The mass at 0 that is spread over no cell.
    masses
        Of the cells 0, ..., last; nearly private.
    tests
        For each shift k with a weight: the multipliers g_k of the terms, on -last, ..., last.
    """

    lattice: Lattice
    atom: float
    masses: Array
    tests: Mapping[int, Array]
