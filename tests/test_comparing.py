import math
import sys

import numpy as np
import pytest

import dpproofs as dp


def test_a_comparison_has_a_row_for_each_noise():
    found = dp.compare([dp.Laplace(1), dp.Geometric(1), dp.Laplace(2)], [1])
    assert [row[0] for row in found.rows] == ["Laplace", "Geometric", "Laplace 2"]
    assert found.rows[2][1:] == ("0.5", f"{math.sqrt(0.5):.4g}", f"{-math.expm1(-0.5):.4g}")
    assert found.heads == ("noise", "E|X|", "std", "delta(1)")


def test_names_of_ones_own_are_escaped():
    found = dp.compare({"<b>": dp.Gaussian(1, 1e-3)})
    assert "&lt;b&gt;" in found._repr_html_()
    assert repr(found).splitlines()[1].startswith("<b>")


def test_the_picture_has_a_line_for_each_mechanism_on_both_axes():
    pytest.importorskip("matplotlib")
    kinds = [dp.Laplace(1), dp.TruncatedLaplace(1, 1e-3), dp.Schroedinger(budget=1, cost=1)]
    profiles, divergences = dp.compare([*kinds, dp.RandomizedResponse(1)], [0.5, 2]).plot().axes
    names = ["Laplace", "TruncatedLaplace", "Schroedinger", "RandomizedResponse"]
    assert [line.get_label() for line in profiles.lines] == names
    assert [line.get_label() for line in divergences.lines] == [
        "Laplace",
        "TruncatedLaplace: infinite",
        "Schroedinger",
        "RandomizedResponse",
    ]
    assert divergences.lines[2].get_xdata().tolist() == [1, 2, 4, 8, 16]
    epsilon, delta = profiles.lines[0].get_data()
    assert epsilon[-1] == 2
    assert np.array_equal(delta[epsilon < 1], kinds[0].privacy_profile(epsilon[epsilon < 1]))
    order, divergence = divergences.lines[0].get_data()
    assert divergence[0] == float(kinds[0].renyi(1))
    assert divergence[-1] == pytest.approx(float(kinds[0].renyi(order[-1])))


def test_a_notebook_shows_the_picture_by_itself():
    pytest.importorskip("matplotlib")
    assert "</svg>" in dp.compare([dp.Laplace(1)]).plot()._repr_svg_()
    assert "</svg>" in dp.Laplace(1).plot_density().figure._repr_svg_()


def test_what_adds_no_noise_has_a_dash_for_its_costs():
    assert dp.compare([dp.RandomizedResponse(1)], [0]).rows == [
        ("RandomizedResponse", "-", "-", "0.4621")
    ]


def test_without_matplotlib_there_is_one_clear_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(dp.BadInput, match=r"pip install 'dpproofs\[figures\]'"):
        dp.compare([dp.Laplace(1)]).plot()


@pytest.mark.parametrize(
    ("noises", "epsilons", "named"),
    [([], [1], "noises"), ([1], [], "epsilons"), ([1], [-1], "epsilons"), ([1], [math.nan], "eps")],
)
def test_bad_input_is_named(noises, epsilons, named):
    with pytest.raises(dp.BadInput, match=named):
        dp.compare([dp.Laplace(epsilon) for epsilon in noises], epsilons)


def test_only_mechanisms_with_profiles_are_compared():
    with pytest.raises(dp.BadInput, match="each with a privacy profile"):
        dp.compare([dp.Laplace(1), "Laplace"])


@pytest.mark.parametrize(
    "noise",
    [
        dp.Laplace(1.3, 2),
        dp.Gaussian(1, 1e-3),
        dp.Staircase(1, 2, cost=2),
        dp.Staircase(3, gamma=0),
    ],
    ids=repr,
)
def test_entropy_is_the_mean_of_the_log_density(noise):
    edges = np.linspace(0, 120, 1_200_001)
    x = (edges[1:] + edges[:-1]) / 2
    density = noise.pdf(x)
    log = np.where(density > 0, noise.logpdf(x), 0)
    assert noise.entropy() == pytest.approx(-2 * float(np.sum(density * log)) * 1e-4, rel=1e-4)


def test_moments_and_support_are_those_of_the_noise():
    noise = dp.UniformWithAtom(delta=0.1, cost=1)
    assert (noise.mean(), noise.support()) == (0.0, (-5.0, 5.0))
    assert noise.std() ** 2 == pytest.approx(noise.var())
    assert dp.Laplace(2).var() == pytest.approx(0.5)
    assert dp.Geometric(1).support() == (-math.inf, math.inf)


def test_laplace_noise_is_made_of_a_scale():
    noise = dp.Laplace(scale=0.25, sensitivity=2)
    assert (noise.epsilon, noise.scale) == (8.0, 0.25)
    assert noise == dp.Laplace(8.0, 2)
    for wrong in ({}, {"scale": 0}, {"scale": "wide"}, {"scale": 1, "epsilon": 1}):
        with pytest.raises(dp.BadInput):
            dp.Laplace(**wrong)
