"""Results of our own on the least cost of noise: their verdicts, and the bound by numbers."""

from dataclasses import replace
from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.domain import index
from dpproofs.optimum.bracket import bracket
from dpproofs.privacy.exact import exact_uniform_with_atom
from dpproofs.theorems.optimum import amplitude
from dpproofs.theorems.optimum.amplitude import HALF, NEARLY, STATEMENT, Delta, N, delta, n
from dpproofs.verify import verify


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.amplitude")


def least(delta):
    """What the claim says of one delta, at sensitivity 1."""
    return max(n * (1 - n * delta) for n in range(int(1 / delta) + 1))


def test_the_bound_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted


@pytest.mark.parametrize(
    "value", [(1 - delta**2 / 2) * Delta / (4 * delta), Delta / (4 * delta), (1 - delta**2) * Delta]
)
def test_a_larger_bound_is_not_shown(monkeypatch, value):
    said = replace(NEARLY, proposition=replace(NEARLY.proposition, value=value))
    goals = tuple(said if goal == NEARLY else goal for goal in STATEMENT.printed)
    wrong = replace(STATEMENT, printed=goals)
    monkeypatch.setattr(amplitude, "NEARLY", said)
    monkeypatch.setattr(amplitude, "_NEARLY", value)
    monkeypatch.setattr(amplitude, "STATEMENT", wrong)
    assert verify(Claim(wrong, amplitude.derive)).decision.name == "open"


@pytest.mark.parametrize(
    ("value", "last"),
    [((n + 1) * Delta / 2, N - 1), (n * Delta / 2, N)],
    ids=["a larger bound", "a larger n"],
)
def test_half_of_n_is_not_shown_of_more(monkeypatch, value, last):
    on = amplitude.ON & index(n, 0, last)
    said = Goal(replace(HALF.proposition, value=value), on)
    wrong = replace(
        STATEMENT, printed=tuple(said if goal == HALF else goal for goal in STATEMENT.printed)
    )
    for name, changed in (("HALF", said), ("_HALF", value), ("STATEMENT", wrong)):
        monkeypatch.setattr(amplitude, name, changed)
    assert verify(Claim(wrong, amplitude.derive)).decision.name == "open"


@pytest.mark.parametrize("one_over", range(2, 9))
def test_uniform_noise_attains_it_for_even_inverses_and_misses_it_by_delta_over_4(one_over):
    delta = Fraction(1, one_over)
    cost = exact_uniform_with_atom(delta, Fraction(0)).moment(1)
    missed = 0 if one_over % 2 == 0 else delta / 4
    assert cost - least(delta) == missed
    assert least(delta) >= (1 - delta**2) * cost


def test_no_noise_on_a_lattice_is_below_it():
    found = bracket(0, "1/3", gap="1/100")
    assert least(Fraction(1, 3)) < found.upper < Fraction(3, 4)
