"""From one delta to a larger one: the same noise beside a larger atom, and the same multipliers.

Where the best noise has an atom, the least cost falls like 1 - delta from there on: see
docs/optimum.md, "For delta near 1".
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from dpproofs.optima.bracket.exact_ends import Exact, Lower, Upper, shown_lower, shown_upper

LARGE = Fraction(3, 4)  # from where on brackets are carried
ATOM = 0.05  # the least one with which that is done
TIE = 1e-4  # as TIE of brackets; what it adds to the multipliers counts 1/(1 - delta) times


def carried(lower: Lower, upper: Upper, asked: Exact, delta: Fraction) -> tuple[Lower, Upper]:
    """Both ends for a larger delta than was ``asked``, shown anew.

    Raises
    ------
    NotProved
        When the noise is not private, which does not happen when it was for the smaller delta.
    """
    there = replace(asked, delta=delta)
    alone = upper.masses[0] if asked.cost.centred else 0
    spread = 2 * sum(upper.masses) - alone
    total = math.floor(upper.total * (1 - asked.delta) / (1 - delta))
    noise = shown_upper(total - spread, upper.masses, there)
    return shown_lower(lower.scale, lower.tests, there), noise
