"""Brackets without a program for large epsilon: two lattices, one for each end."""

import json
from fractions import Fraction

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.optima.bracket import search as module
from dpproofs.optima.bracket import steep
from dpproofs.optima.bracket.exact_ends import NotProved
from dpproofs.optima.bracket.kept import kept_bracket
from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.bracket.steep import steep_lower, steep_upper
from dpproofs.optima.lattice.costs import Power
from dpproofs.privacy.exact import StepDistribution
from dpproofs.replaying import Rejected
from dpproofs.replaying import bracket as again


def ends(epsilon, delta, cost):
    given = Fraction(epsilon), Fraction(delta), Power(Fraction(cost))
    lower, upper = steep_lower(*given), steep_upper(*given)
    return float(lower.bound) / lower.n ** float(cost), float(upper.bound) / upper.n ** float(cost)


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("epsilon", "delta", "cost", "gap"),
    [
        ("12", "1e-6", 1, 0.005), ("13", "1/2", 1, 0.005), ("12", "9/10", 1, 0.005),
        ("14", "1/10", 2, 0.06), ("10", "1/10", "1/2", 0.02), ("8", "1e-3", 1, 0.02),
    ],
)  # fmt: skip
def test_they_are_close(epsilon, delta, cost, gap):
    lower, upper = ends(epsilon, delta, Fraction(cost))
    assert 0 < lower <= upper <= lower / (1 - gap)


@pytest.mark.parametrize("cost", [1, 2])
def test_next_to_no_delta_leaves_the_cost_of_the_staircase(cost):
    exact = dp.staircase_optimum(11, cost).least_cost
    lower, upper = ends("11", "1e-9", cost)
    assert lower <= float(exact.upper)
    assert float(exact.lower) * (1 - 1e-6) <= upper <= float(exact.upper) * 1.01


@pytest.mark.no_cover
def test_a_program_narrows_what_it_can_and_leaves_what_it_cannot():
    found = []
    bracket("6", "1/10", gap="2e-2", progress=found.append)
    assert found[0].gap > 2e-2 >= found[-1].gap
    assert all(each.lower >= found[0].lower and each.upper <= found[0].upper for each in found)
    fine = bracket("12", "1/10")
    assert fine.n != fine.noise.n
    assert fine.gap < 0.005


@pytest.fixture(scope="module")
def two_lattices():
    return bracket("11", "1/10", gap="1e-2")


@pytest.mark.no_cover
def test_replay_reads_the_lattice_of_the_noise(two_lattices):
    document = two_lattices.certificate()
    assert document["upper"]["n"] == two_lattices.noise.n != document["n"]
    assert dp.replay(document).accepted
    for changed in (two_lattices.noise.n + 1, document["n"]):
        upper = {**document["upper"], "n": changed}
        forged = {**document, "upper": upper}
        forged["digest"] = again._digest(forged)
        assert not dp.replay(forged).accepted
    for wrong in (0, "7", 10**9):
        forged = {**document, "upper": {**document["upper"], "n": wrong}}
        forged["digest"] = again._digest(forged)
        with pytest.raises(Rejected, match=r"upper\.n"):
            dp.replay(forged)


def test_the_noise_is_that_of_its_own_lattice(two_lattices):
    noise = dp.OptimalNoise.from_bracket(two_lattices)
    assert noise.cells == two_lattices.noise.n
    assert noise.expected_cost(1) == pytest.approx(float(two_lattices.upper))
    assert noise.privacy_profile(11) <= 0.1 * (1 + 1e-9)
    assert noise.pdf(0.0) * 2 * np.exp(-11) == pytest.approx(2 * noise.pdf(0.5), rel=1e-6)
    exact = noise.exact()
    assert isinstance(exact, StepDistribution)
    assert float(exact.moment(1)) == pytest.approx(float(two_lattices.upper))


@pytest.mark.no_cover
def test_it_is_kept_and_read_again(two_lattices, tmp_path, monkeypatch):
    monkeypatch.setenv("DPPROOFS_CACHE", str(tmp_path))
    asked = Fraction(11), Fraction(1, 10), Fraction(1), Fraction(1), Fraction(1, 100)
    first = kept_bracket(*asked)
    monkeypatch.setattr("dpproofs.optima.bracket.kept.bracket", None)
    second = kept_bracket(*asked)
    ends = (two_lattices.lower, two_lattices.upper)
    assert (first.lower, first.upper) == (second.lower, second.upper) == ends
    (file,) = tmp_path.glob("brackets/*.json")
    assert json.loads(file.read_text("ascii")) == two_lattices.certificate()


def test_too_heavy_multipliers_prove_less(monkeypatch):
    given = Fraction(10), Fraction(1, 10), Power(Fraction(1))
    right = steep_lower(*given).bound
    inner = steep._rounded

    def heavier(profile, weights, scale):
        return inner(profile, 1.01 * weights, scale)

    monkeypatch.setattr(steep, "_rounded", heavier)
    assert steep_lower(*given).bound < right


def test_where_there_is_none_a_program_is_solved(monkeypatch):
    def missing(*_arguments):
        raise NotProved("planted")

    monkeypatch.setattr(module, "steep_upper", missing)
    found = bracket("6", "1/2", gap="1/2")
    assert found.n == found.noise.n
    assert found.gap <= 0.5
    with pytest.raises(NotProved, match="too many steps"):
        steep_upper(Fraction(16), Fraction(1, 10**99), Power(Fraction(1, 2)))
