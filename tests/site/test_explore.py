"""The curves of the interactive pages are those of the package, between their points too."""

import numpy as np
import pytest
from website.explore import APART, LEAST, MAKERS, START, curve
from website.moved import DENSITIES, MECHANISMS, PANELS, moved

import dpproofs as dp

pytestmark = pytest.mark.no_cover


def drawn(noise, epsilon):
    """What a line between two points of a curve says."""
    at, delta = curve(noise)
    return np.exp(np.interp(epsilon, at, np.log(delta)))


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-9), (1, 0.01), (4, 1e-6)])
def test_lines_between_points_are_the_profile(name, epsilon, delta):
    noise = MAKERS[name](epsilon, delta, 1)
    at = np.random.default_rng(0).uniform(0, START[-1], 500)
    exact = np.maximum(noise.privacy_profile(at), 10.0**LEAST)
    assert drawn(noise, at) == pytest.approx(exact, rel=4 * APART)


def test_the_cliff_of_pure_privacy_is_no_line():
    assert drawn(dp.Laplace(1), 0.95) == pytest.approx(0.02469, rel=APART)
    assert drawn(dp.Laplace(1), 1 - 1e-6) == pytest.approx(5e-7, rel=4 * APART)


def test_the_objects_of_claims_are_moved_on_their_pages():
    known = [claim.id for claim in dp.claims()]
    for panel in PANELS:
        assert all(any(name.startswith(claim) for name in known) for claim in panel.claims)
        kinds = {"densities": DENSITIES, "profiles": MECHANISMS}[panel.panel]
        assert panel.shown
        assert set(panel.shown) <= set(kinds)
    assert tuple(MAKERS) == MECHANISMS
    assert moved("staircase.thm6.gamma").shown == ("Staircase", "Laplace")
    assert moved("additive.thm3.alpha").shown == ("Uniform with atom",)
    assert moved("additive.classic").panel == "profiles"
    assert moved("staircase.def1") is None
