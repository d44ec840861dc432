"""Step 8 of Appendix B and step 5 of Appendix F: from two or three levels to the staircase."""

from __future__ import annotations

from fractions import Fraction

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.exact import StepDistribution, exact_staircase
from dpproofs.privacy.transforms.decay import even_integers
from dpproofs.privacy.transforms.period import Period, require_period, two_levels


def nearest_staircase(first: Period, b: Fraction, size: Fraction) -> StepDistribution:
    """The staircase that costs no more than the period a, ..., a, c, a b, ..., a b: (244)-(248).

    Its step lies inside the bin of the intermediate level c, where the mean is c. Cost: not
    larger, as mass only moves towards the origin inside that bin and its copies.

    Raises
    ------
    BadInput
        When the period is not of that form.
    """
    require_period(first, b)
    near, far = first[0], b * first[0]
    between = [level for level in first if far < level < near]
    if len(between) > 1:
        raise BadInput("first", first, "a period with at most one level strictly between")
    filled = sum(((level - far) / (near - far) for level in first), Fraction(0))
    return exact_staircase(b, filled / len(first), size)


def integer_staircase(high: int, size: int, b: Fraction) -> StepDistribution:
    """P_r of (79) with r = ``high`` in 1..size."""
    return even_integers(list(two_levels(high, size, b)), b)
