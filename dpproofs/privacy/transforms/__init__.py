"""The lemmas of Geng & Viswanath that lead to the staircase, as functions of step distributions.

Each takes private noise to private noise that does not cost more for any cost that is even and
nondecreasing on ``[0, oo)``. Everything is exact: the masses are rational, ``b = e^{-epsilon}`` is,
and infinite supports are geometric tails. :mod:`.promises` decides both promises.

Noise on the integers (Appendix F) has the density ``P(k)`` on ``[k - 1/2, k + 1/2)``: shifts by at
most an integer Delta then compare the same pairs of places, and distances keep their order.
"""

from dpproofs.privacy.transforms.bins import discretised
from dpproofs.privacy.transforms.decay import decaying, decaying_integers, exchanged
from dpproofs.privacy.transforms.families import constant_family, is_private_family
from dpproofs.privacy.transforms.period import (
    expected_excess,
    layers,
    steepened,
    three_levels,
    two_levels,
)
from dpproofs.privacy.transforms.promises import costs_no_more, is_private
from dpproofs.privacy.transforms.sorting import rearranged, rearranged_integers
from dpproofs.privacy.transforms.staircase import integer_staircase, nearest_staircase
from dpproofs.privacy.transforms.symmetry import mixed, symmetrised

__all__ = [
    "constant_family",
    "costs_no_more",
    "decaying",
    "decaying_integers",
    "discretised",
    "exchanged",
    "expected_excess",
    "integer_staircase",
    "is_private",
    "is_private_family",
    "layers",
    "mixed",
    "nearest_staircase",
    "rearranged",
    "rearranged_integers",
    "steepened",
    "symmetrised",
    "three_levels",
    "two_levels",
]
