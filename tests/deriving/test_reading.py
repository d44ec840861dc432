"""Densities as people write them: in cases, with absolute values, across the origin."""

import pytest
import sympy as sp
from noise_families import LAPLACE, b, k, lam, over, s, x

import dpproofs as dp
from dpproofs.deriving import values
from dpproofs.kernel.errors import BadInput

y = sp.Symbol("y", real=True)
S, HALF = over(dp.positive(s)), sp.Rational(1, 2)
TWO_SIDED = sp.exp(-sp.Abs(y) / s) / (2 * s)
FLAT = sp.Piecewise((1 / (4 * s), x < s), (sp.exp(1 - x / s) / (4 * s), True))


def family(density, lower, upper, place=x, **options):
    return dp.Family("read", x=place, domain=S, pieces=[dp.Piece(density, lower, upper)], **options)


def strips(read):
    return [(z.density, z.lower, z.upper) for z in read.strips]


@pytest.mark.parametrize(
    ("read", "first", "second"),
    [
        (family(TWO_SIDED, -sp.oo, sp.oo, y, even=False), s, 2 * s**2),
        (family(TWO_SIDED, -sp.oo, sp.oo, y), s, 2 * s**2),
        (
            family(sp.exp(-sp.Abs(y - 1) / s) / (2 * s), -sp.oo, sp.oo, y, even=False),
            1 + s * sp.exp(-1 / s),
            1 + 2 * s**2,
        ),
        (family(sp.Max(1 - x / s, 0) / s, 0, sp.oo), s / 3, s**2 / 6),
        (family(3 * sp.Max(1 - y**2 / s**2, 0) / (4 * s), -sp.oo, sp.oo, y), 3 * s / 8, s**2 / 5),
        (family(sp.Heaviside(s - x) / (2 * s), 0, sp.oo), s / 2, s**2 / 3),
        (family(FLAT, 0, sp.oo), 5 * s / 4, 8 * s**2 / 3),
        (family((1 + sp.sign(y) / 2) * TWO_SIDED, -sp.oo, sp.oo, y, even=False), s, 2 * s**2),
    ],
)
def test_a_density_in_cases_is_read_into_pieces(read, first, second):
    assert not any(z.density.has(sp.Piecewise, sp.Abs, sp.Max) for z in read.strips)
    for power, expected in ((1, first), (2, second)):
        cost = read.cost(power)
        assert sp.simplify(cost.value - expected) == 0
        assert cost.holds


def test_a_piece_on_the_negative_side_is_reflected_as_it_was_written():
    behind = family(
        sp.Abs(y) * sp.exp(y / s) / (2 * s**2), -sp.oo, 0, y, even=False, normalise=True
    )
    ahead = family(x * sp.exp(-x / s) / (2 * s**2), 0, sp.oo, even=False, normalise=True)
    assert behind.cost(1).value == ahead.cost(1).value == 2 * s
    assert behind.mean().value == -ahead.mean().value


@pytest.mark.parametrize(
    "density",
    [
        sp.Piecewise((1 / (4 * s), sp.sin(x) < s), (sp.exp(1 - x / s) / (4 * s), True)),
        sp.Abs(sp.cos(x)) * sp.exp(-x) / 2,
        sp.Max(1 - x / s, sp.exp(-x)) / s,
    ],
)
def test_cases_that_change_at_unknown_places_are_refused_in_one_line(density):
    with pytest.raises(BadInput, match="forms that change at places of one order") as caught:
        family(density, 0, sp.oo)
    assert "\n" not in str(caught.value)


def test_a_piece_across_the_origin_of_even_noise_has_to_be_symmetric():
    with pytest.raises(BadInput, match="even=False"):
        family(sp.exp(-sp.Abs(y - 1) / s) / (2 * s), -sp.oo, sp.oo, y)


@pytest.mark.no_cover  # comparing it with enclosures takes seconds, and more under a tracer
def test_the_density_of_tulap_noise_has_no_gap(monkeypatch):
    monkeypatch.setattr(values, "SECONDS", 1000.0)  # on a machine of any speed
    monkeypatch.setattr(values, "PATIENCE", 1000.0)
    level = (1 - b) / (1 + b)
    tulap = dp.Family(
        "tulap", x=x, domain=over(dp.between(b, 0, 1)),
        pieces=[
            dp.Piece(level, 0, HALF),
            dp.Piece(level * b ** (k + 1), k + HALF, k + 3 * HALF, k),
        ], seconds=1000,
    )  # fmt: skip
    assert [z[1:] for z in strips(tulap)] == [(k_, k_ + HALF) for k_ in [tulap.strips[0].index]] + [
        (tulap.strips[0].index + HALF, tulap.strips[0].index + 1)
    ]
    profile = tulap.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    inside, outside = profile.value.args
    e = profile.domain.variables[-1].symbol
    assert sp.simplify(inside[0] - (1 - b * sp.exp(e)) / (1 + b)) == 0
    assert outside[0] == 0
    assert profile.holds
    assert tulap.cost(1).holds


def test_levels_that_do_not_go_on_with_what_repeats_stay_as_they_are():
    level = sp.Rational(1, 3)
    other = dp.Family(
        "other", x=x, domain=over(dp.between(b, 0, 1)), normalise=True,
        pieces=[dp.Piece(2 * level, 0, HALF), dp.Piece(level * b**k, k + HALF, k + 3 * HALF, k)],
    )  # fmt: skip
    assert len(other.strips) == 2
    assert other.strips[0].index is None


def test_uniform_noise_needs_nothing_said_of_its_slope():
    box = family(1 / (2 * s), 0, s)
    shift = box.privacy_profile(sp.Symbol("e", nonnegative=True), 1)
    assert shift.value is None
    assert "worst shift is the whole" in shift.verdict.note
    assert LAPLACE.cost(1).value == lam
