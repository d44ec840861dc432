"""Certified values of privacy profiles, where there is a formula and where there is none."""

import mpmath
import pytest
import sympy as sp
from noise_families import (
    ASYMMETRIC,
    AT,
    GAUSSIAN,
    GEOMETRIC,
    LAPLACE,
    MIXTURE,
    PAIR,
    PARITY,
    STAIRCASE,
    STEPS,
    TRIANGULAR,
    Delta,
    a,
    over,
    s,
    y,
)  # fmt: skip

import dpproofs as dp
from dpproofs.deriving.values import at_point
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.verdict import Decision

e, d = sp.Symbol("e", nonnegative=True), sp.Symbol("d", positive=True)


def enclosed(profile, digits=20, **values):
    return profile.definition.enclose(at_point(profile.domain, values), digits, 10.0)


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("family", "shift", "more"),
    [(LAPLACE, d, {"d": 1}), (GAUSSIAN, d, {"d": "1/3"}), (TRIANGULAR, s, {}), (GEOMETRIC, 2, {}),
     (ASYMMETRIC, d, {"d": "1/2"})],
    ids=lambda v: getattr(v, "name", ""),
)  # fmt: skip
def test_formulas_lie_in_enclosures_of_their_definition(family, shift, more):
    profile = family.privacy_profile(e, shift)
    assert profile.verdict.decision is Decision.holds
    assert profile.verdict.digits >= 18
    for level in ("0", "1/10", "1/2", "2"):
        values = {**AT[family.name], **more, "e": level}
        low, high = enclosed(profile, **values)
        at = {v.symbol: sp.Rational(str(values[v.symbol.name])) for v in profile.domain}
        exact = sp.N(profile.value.subs(at), 40)
        assert sp.Rational(str(low)) - sp.Rational(1, 10**19) <= exact
        assert exact <= sp.Rational(str(high)) + sp.Rational(1, 10**19)


def density(family, values):
    """An even density on the line, as a function of a number."""
    put = {v.symbol: sp.Rational(str(values[v.symbol.name])) for v in family.domain}
    rows = [
        (sp.lambdify(family.x, p.density.subs(put), "math"),
         float(p.lower.subs(put)), float(p.upper.subs(put)))
        for p in family.pieces
    ]  # fmt: skip
    return lambda z: sum(f(abs(z)) for f, low, high in rows if low <= abs(z) < high)


@pytest.mark.no_cover
@pytest.mark.parametrize("level", ["1/10", "1/2"])
@pytest.mark.parametrize("family", [MIXTURE, STEPS], ids=lambda f: f.name)
def test_profiles_without_a_formula_are_enclosed(family, level):
    profile = family.privacy_profile(e, d)
    assert profile.value is None
    assert "the worst shift is the whole sensitivity" in profile.verdict.note
    values = AT[family.name]
    low, high = profile.enclosure(**values, e=level, d=1)
    assert 0 <= high - low < sp.Rational(1, 10**25)
    f, growth = density(family, values), mpmath.exp(mpmath.mpf(float(sp.Rational(level))))
    cells, width = 40_000, 40.0
    step = width / cells
    places = (-width / 2 + (n + 0.5) * step for n in range(cells))
    numeric = sum(max(f(z) - growth * f(z + 1), 0) for z in places) * step
    numeric += 0.4 if family is STEPS else 0  # the atom, 1 - 6 h w
    assert float(low) == pytest.approx(float(numeric), abs=2e-4)


def test_an_unknown_worst_shift_is_said_to_be_one():
    at_one = PAIR.privacy_profile(e, d)
    assert at_one.name.endswith("at_sensitivity")
    assert "not shown to be the worst" in at_one.verdict.note
    # both atoms, and what the uniform part on [-3, 3] keeps to itself and gains
    low, high = at_one.enclosure(w=3, q="1/4", e=0, d=1)
    assert low <= sp.Rational(3, 4) + sp.Rational(1, 4) / 6 <= high
    # moved by the distance of the atoms, one meets the other
    low, high = at_one.enclosure(w=3, q="1/4", e=0, d=6)
    assert low <= sp.Rational(3, 8) + sp.Rational(1, 4) <= high


def test_masses_of_two_kinds_on_the_integers_are_enclosed():
    profile = PARITY.privacy_profile(e, 1)
    low, high = profile.enclosure(b="1/2", beta="1/4", e="1/4")
    half, quarter = 0.5, 0.25
    mass = (1 - half**2) / ((1 + quarter) * (1 + half**2) + 2 * (1 - quarter) * half)

    def p(n):
        return mass * (1 + quarter * (-1) ** (n % 2)) * half ** abs(n)

    growth = mpmath.exp(0.25)
    numeric = sum(max(p(n) - growth * p(n + 1), 0) for n in range(-60, 60))
    assert float(low) == pytest.approx(float(numeric), rel=1e-12)
    assert high - low < sp.Rational(1, 10**25)


def test_a_periodic_profile_is_enclosed_beyond_half_a_period():
    profile = STAIRCASE.privacy_profile(e, Delta)
    assert profile.value is None  # gamma may lie on either side of 1/2
    short = STAIRCASE.with_domain(
        over(*(v if v.symbol.name != "gamma" else dp.between(v.symbol, 0, sp.Rational(1, 2))
               for v in STAIRCASE.domain))
    ).privacy_profile(e, Delta)  # fmt: skip
    values = {**AT["stairs"], "e": "1/2"}
    low, high = profile.enclosure(**values)
    below, above = short.enclosure(**values)
    assert max(low, below) <= min(high, above)
    assert high - low < sp.Rational(1, 10**25)


def test_a_one_sided_density_is_looked_at_in_both_directions():
    waits = dp.Family("waits", x=y, domain=over(dp.positive(a)), even=False,
                      pieces=[dp.Piece(sp.exp(-y / a) / a, 0, sp.oo)])  # fmt: skip
    low, high = enclosed(waits.privacy_profile(e, d), a=1, d="1/2", e="1/2")
    # one direction keeps [0, 1/2) to itself; the other has no loss at all beyond 1/2
    exact = sp.N(1 - sp.exp(-sp.Rational(1, 2)), 40)
    assert sp.Rational(str(low)) - exact < 1e-18
    assert exact - sp.Rational(str(high)) < 1e-18


def test_parameters_out_of_range_are_told():
    with pytest.raises(BadInput):
        MIXTURE.privacy_profile(e, d).enclosure(**AT["mixture"], e=-1, d=1)
