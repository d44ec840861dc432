"""The symbolic descriptions say what the numbers say."""

import numpy as np
import pytest
import sympy as sp

from dpproofs.mechanisms import (
    Gaussian,
    Laplace,
    LightTailedLaplace,
    Staircase,
    TruncatedLaplace,
    Tulap,
    UniformWithAtom,
)
from dpproofs.mechanisms.parameter import declared

CASES = [
    Laplace(1.5, 2),
    Gaussian(1, 0.01),
    Staircase(0.7, 2, cost=2),
    UniformWithAtom(0.9, 2),
    UniformWithAtom(0.25),
    TruncatedLaplace(1.5, 0.1, 2),
    TruncatedLaplace.from_bounds(2, 3),
    LightTailedLaplace(1.5, 0.1, 0.3, 2),
    LightTailedLaplace.from_bounds(2, 3, 0.5),
    Tulap(1.5, 0.1, 2),
    Tulap(3, 0.7),
]


@pytest.mark.parametrize("noise", CASES, ids=repr)
def test_symbolic_density_equals_the_numeric_one(noise):
    family = noise.symbolic()
    values = {v.symbol: sp.Float(getattr(noise, v.symbol.name), 30) for v in family.domain}
    total = sum(family.expand(mass).subs(values) for _, mass in family.atoms)
    for piece in family.pieces:
        for k in range(60) if piece.index else [None]:
            at = values if k is None else {**values, piece.index: sp.Integer(k)}
            density, low, high = (
                family.expand(part).subs(at) for part in (piece.density, piece.lower, piece.upper)
            )
            if low == high:  # a cell beyond the end
                continue
            middle = (low + (high if high.is_finite else low + 2)) / 2
            assert float(density.subs(family.x, middle)) == pytest.approx(
                float(noise.pdf(float(middle))), rel=1e-12
            )
            total += 2 * sp.Integral(density, (family.x, low, high)).evalf(20)
    assert float(total) == pytest.approx(1, abs=1e-12)
    locations, masses = noise.atoms()
    if masses.size:
        assert [float(m.subs(values)) for _, m in family.atoms] == pytest.approx(masses.tolist())
    assert np.all(locations == 0)


@pytest.mark.parametrize("noise", CASES, ids=repr)
def test_domain_and_letters_come_from_the_declaration(noise):
    family = noise.symbolic()
    for symbol, latex in family.latex:
        assert declared(type(noise))[symbol.name].latex == latex
    assert [v.symbol for v in family.domain] == [symbol for symbol, _ in family.latex]
    assert hash(family)


def test_alpha_is_bounded_by_delta():
    family = UniformWithAtom(0.5).symbolic()
    alpha = [v for v in family.domain if v.symbol.name == "alpha"][0]  # noqa: RUF015  # reads better
    assert (alpha.upper.name, alpha.ends) == ("delta", "[)")
