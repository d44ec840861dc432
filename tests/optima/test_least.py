import math
from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.optima.bracket.search import bracket


@pytest.fixture(scope="module")
def wide():
    return dp.optimum(1, "0.05", 2, gap="1/20")


def test_without_delta_the_staircase_is_best():
    found = dp.optimum("1/2", 0, 3, 2, digits=25)
    exact = dp.staircase_optimum("1/2", 2, 3, digits=25)
    assert (found.least, found.gamma) == (exact.least_cost, exact.gamma)
    assert (found.epsilon, found.delta, found.sensitivity, found.cost) == (Fraction(1, 2), 0, 3, 2)
    assert found.noise == dp.Staircase(0.5, 3, cost=2)
    assert found.noise.expected_cost(2) == pytest.approx(found.upper)
    assert [rival.name for rival in found.mechanisms][:2] == ["Staircase", "Laplace"]
    with pytest.raises(dp.DpproofsError, match="no certificate"):
        found.certificate()


def test_with_delta_it_is_the_bracket_and_its_noise(wide):
    same = bracket(1, "0.05", 2, gap="1/20")
    assert (wide.lower_exact, wide.upper_exact) == (same.lower, same.upper)
    assert wide.lower <= wide.lower_exact < wide.upper_exact <= wide.upper
    assert wide.noise.expected_cost(1) == pytest.approx(wide.upper)
    assert wide.noise.privacy_profile(1) <= 0.05 * (1 + 1e-9)
    assert wide.gamma is None


def test_known_mechanisms_stand_above_the_upper_end(wide):
    best, *others = wide.mechanisms
    assert best.excess == 0
    assert [rival.cost for rival in others] == sorted(rival.cost for rival in others)
    for rival in others:
        assert rival.excess == pytest.approx(max(rival.cost / wide.upper - 1, 0))


def test_the_certificate_is_replayed_and_one_that_promises_more_is_not(wide):
    found = wide.certificate()
    assert dp.replay(found).accepted
    from dpproofs.replaying import bracket as again

    lower = {**found["lower"], "bound": str(wide.upper_exact)}
    forged = {**found, "lower": lower}
    forged["digest"] = again._digest(forged)
    assert not dp.replay(forged).accepted


def test_it_says_what_it_is_in_one_line_and_as_a_table(wide):
    assert repr(wide).startswith("<Optimum at epsilon 1, delta 0.05, sensitivity 2: 1.")
    assert len(repr(wide)) < 120
    assert wide._repr_html_().count("<tr>") == 1 + len(wide.mechanisms)


def test_digits_are_a_gap():
    found, asked = dp.optimum(1, "1/2", digits=2), dp.optimum(1, "1/2", gap="1e-2")
    assert (found.lower_exact, found.upper_exact) == (asked.lower_exact, asked.upper_exact)
    assert dp.optimum(1, gap="1e-20").least == dp.optimum(1, digits=20).least
    with pytest.raises(dp.BadInput, match="digits = 8, but should be an integer from 1 to 7"):
        dp.optimum(1, "1/2", digits=8)
    for delta in (0, "1/2"):
        with pytest.raises(dp.BadInput, match="left out beside digits"):
            dp.optimum(1, delta, gap="0.1", digits=1)


def test_ends_that_no_double_holds_are_powers_of_ten():
    found = dp.optimum("1e-30", cost=1000)
    assert found.upper == math.inf
    assert "e+32567 <= E|X|^1000 <= " in repr(found)


@pytest.mark.parametrize(
    ("asked", "named"),
    [((-1,), "epsilon"), ((1, 1), "delta"), ((1, "1e-301"), "delta"), ((1, 0, 0), "sensitivity"),
     ((1, 0, 1, 0), "cost"), ((1, 0.1, 1, 99), "cost"), (("one",), "epsilon")],
)  # fmt: skip
def test_bad_input_is_named(asked, named):
    with pytest.raises(dp.BadInput, match=f"^{named} = "):
        dp.optimum(*asked)
