"""The curves of the interactive pages are those of the package, between their points too."""

from pathlib import Path

import numpy as np
import pytest
from website.explore import APART, LEAST, MECHANISMS, START, curve
from website.moved import PAGES, moved

import dpproofs as dp

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).resolve().parents[2]


def drawn(noise, epsilon):
    """What a line between two points of a curve says."""
    at, delta = curve(noise)
    return np.exp(np.interp(epsilon, at, np.log(delta)))


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-9), (1, 0.01), (4, 1e-6)])
def test_lines_between_points_are_the_profile(name, epsilon, delta):
    noise = MECHANISMS[name](epsilon, delta, 1)
    at = np.random.default_rng(0).uniform(0, START[-1], 500)
    exact = np.maximum(noise.privacy_profile(at), 10.0**LEAST)
    assert drawn(noise, at) == pytest.approx(exact, rel=4 * APART)


def test_the_cliff_of_pure_privacy_is_no_line():
    assert drawn(dp.Laplace(1), 0.95) == pytest.approx(0.02469, rel=APART)
    assert drawn(dp.Laplace(1), 1 - 1e-6) == pytest.approx(5e-7, rel=4 * APART)


def test_claims_lead_to_where_their_objects_move():
    known = [claim.id for claim in dp.claims()]
    for page in PAGES:
        assert all(any(name.startswith(claim) for name in known) for claim in page.claims)
        assert (ROOT / "docs" / "explore" / f"{page.page}.md").is_file()
    assert moved("staircase.thm6.gamma").page == "densities"
    assert moved("additive.classic").page == "profiles"
    assert moved("staircase.def1") is None
