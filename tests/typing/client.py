# pyright: standard, reportUnnecessaryTypeIgnoreComment=true, reportUnknownMemberType=true
# pyright: reportUnknownVariableType=true, reportUnknownArgumentType=true
"""A program of somebody who uses the package, with the types that its editor should show.

It is read by mypy and by pyright and never run. Where a comment says that a line is wrong, both
have to say so as well, or they complain of the comment.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import dpproofs as dp
from dpproofs.testing import assert_private

Doubles = NDArray[np.float64]

line = dp.Staircase(epsilon=1, sensitivity=1, cost=2)
assert_type(line.gamma, float)
assert_type(line.sample(), float)
assert_type(line.sample(10, rng=0), Doubles)
assert_type(line.sample_exact(), float)
assert_type(line.sample_exact(5), Doubles)
assert_type(line.sample_exact(value=3.7), float)
assert_type(line.sample_exact(value=[3.7, 4.1]), Doubles)
assert_type(line.expected_cost(2), float)
assert_type(line.expected_cost([1, 2]), Doubles)
assert_type(line.expected_cost(lambda x: abs(x) > 5), float)
assert_type(line.privacy_profile([0, 0.5, 1]), Doubles)
assert_type(line.mean(), float)
assert_type(line.support(), tuple[float, float])

Found = np.float64  # which is a float
half: float = line.cdf(0.5)
assert_type(line.cdf(x=0), Found)
assert_type(line.cdf([0, 1]), Doubles)
assert_type(line.sf(np.arange(3)), Doubles)
assert_type(line.ppf(0.5), Found)
assert_type(line.isf((0.5, 0.1)), Doubles)
assert_type(line.pdf(np.float64(1)), Found)
assert_type(line.logpdf([[1, 2]]), Doubles)
assert_type(line.privacy_profile(epsilon=1), Found)
assert_type(line.interval(0.95), tuple[Found, Found])

whole = dp.Geometric(epsilon=1)
assert_type(whole.pmf(3), Found)
assert_type(whole.logpmf([0, 1]), Doubles)
assert_type(whole.cdf(np.int64(3)), Found)
assert_type(dp.RandomizedResponse(1).pmf(0, value=1), Found)
assert_type(dp.RandomizedResponse(1).privacy_profile([0, 1]), Doubles)
assert_type(dp.Cactus(variance=1).worst_shift(1), tuple[Found, Found])
assert_type(whole.sample(), int)
assert_type(whole.sample(3), NDArray[np.int64])
assert_type(whole.sample_exact(), int)

vector = dp.VectorStaircase(1, dimension=2, norm="l2")
assert_type(vector.radial_cdf(1), Found)
assert_type(vector.radial_sf([1, 2]), Doubles)
assert_type(vector.logpdf([1.0, 2.0]), Found)
assert_type(vector.pdf(np.zeros((4, 2))), Doubles)
assert_type(vector.privacy_profile(0.5), Found)
assert_type(vector.sample(4), Doubles)
assert_type(vector.expected_cost(), float)
assert_type(vector.expected_cost(np.array([1, 2])), Doubles)
assert_type(vector.expected_cost(lambda r: r > 2), float)

claim = dp.claim("staircase.thm6.gamma")
assert_type(claim, dp.Claim)
assert_type(claim.sentence, str)
assert_type(claim.verify(), dp.Verdict)
assert_type(dp.claims("staircase"), dp.Claims)
assert_type(dp.verify("staircase.thm6.gamma"), dp.Verdict)
assert_type(dp.errata("additive"), dp.Errata)
assert_type(dp.derive(claim, format="html"), str)

best = dp.optimum(epsilon=1, delta="0.05", cost=1)
assert_type(best, dp.Optimum)
assert_type(best.lower_exact, Fraction)
assert_type(best.certificate(), Mapping[str, Any])
assert_type(dp.compare([line, dp.Laplace(1)]), dp.Comparison)

report = dp.audit("numpy:laplace", epsilon=0.5)
assert_type(report.verdict, str)


def noisy(value: float, size: int, rng: np.random.Generator) -> Doubles:
    return value + rng.laplace(scale=1.0, size=size)


assert_private(noisy, epsilon=1.0, delta=0.0, sensitivity=1.0)

# -- what is wrong --------------------------------------------------------------------------------

dp.Stairway(1)  # type: ignore[attr-defined]
line.smaple(3)  # type: ignore[attr-defined]
dp.Staircase(epslon=1)  # type: ignore[call-arg]
dp.Staircase("1")  # type: ignore[arg-type]
line.sample(Path())  # type: ignore[call-overload]
dp.KNorm(1)  # type: ignore[call-arg]
